// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attributes of kernels in the namespaces sycl and intel. Clang knows none of them, and its interface for
// attributes of plugins refuses them where most stand, behind the parameters of a lambda. So they are collected as
// tokens, and belong to the function whose body, or the end of whose declaration, comes next.
#pragma once

#include "ClangHeaders.h"
#include "KernelCalls.h"
#include "KernelRecorder.h"
#include "diagnostics/Diagnostics.h"
#include "module/KernelData.h"

#include "syclfuse/kernel_attributes.hpp"
#include "clang/Lex/Token.h"

#include <vector>

namespace syclfuse::plugin {

class KernelAttributes {
public:
  // Reads the tokens of the translation unit from now on. Those of a precompiled header are not seen.
  void watch(clang::Preprocessor &PP);
  // False if no declaration has an attribute.
  bool any() const { return !ByEnd.empty(); }
  // The records of all kernels that have some: of their call operators, and the aspects that the functions which they
  // call demand. Kernels with reductions run in groups of their own choice: only aspects count. An attribute with an
  // argument that is no constant name, element of a constant array, or number is left out (SF1091).
  AttributeRecords of(const KernelRecorder &Kernels, KnownDeclarations &Names, Diagnostics &Report);

private:
  struct Attribute {
    attribute_kind Kind;
    clang::Token Name;
    std::vector<llvm::SmallVector<clang::Token, 4>> Arguments;
  };
  struct Record {
    attribute_kind Kind;
    std::vector<uint64_t> Values;
  };
  void read(const clang::Token &T);
  std::vector<uint64_t> of(const RecordedKernel &K, KnownDeclarations &Names, Diagnostics &Report);
  // Returns the attributes of all declarations of a function.
  const std::vector<Record> &of(const clang::FunctionDecl *Function, Diagnostics &Report);
  std::vector<Record> evaluate(const clang::FunctionDecl *Function, llvm::ArrayRef<Attribute> Attributes,
                               Diagnostics &Report) const;

  const clang::Preprocessor *PP = nullptr;
  llvm::DenseMap<clang::SourceLocation, std::vector<Attribute>> ByEnd; // by the brace or semicolon behind them
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<Record>> ByFunction;
  KernelCalls Calls;
  std::vector<Attribute> Pending;          // of the function whose brace or semicolon comes next
  llvm::SmallVector<clang::Token, 3> Last; // what may be the beginning of an attribute: sycl :: name
  bool FollowsUsing = false;               // `using sycl`
  bool NamesNamespace = false;             // in `[[using sycl: name, name]]`
  unsigned Depth = 0;                      // of parentheses in an attribute's arguments
};

} // namespace syclfuse::plugin
