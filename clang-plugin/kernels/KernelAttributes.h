// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attributes of kernels in the namespace sycl. Clang knows none of them, and its interface for attributes of
// plugins refuses them where most stand, behind the parameters of a lambda. So they are collected as tokens, and belong
// to the function whose body comes next.
#pragma once

#include "ClangHeaders.h"
#include "diagnostics/Diagnostics.h"

#include "syclfuse/kernel_attributes.hpp"
#include "clang/Lex/Token.h"

#include <vector>

namespace syclfuse::plugin {

class KernelAttributes {
public:
  // Reads the tokens of the translation unit from now on. Those of a precompiled header are not seen.
  void watch(clang::Preprocessor &PP);
  // The records (kernel_attributes.hpp) of the call operator of a kernel's function object; empty if it has none. An
  // attribute with an argument that is no constant name, element of a constant array, or number is left out (SF1091).
  std::vector<uint64_t> of(const clang::CXXRecordDecl *Closure, Diagnostics &Report) const;

private:
  struct Attribute {
    attribute_kind Kind;
    clang::Token Name;
    std::vector<llvm::SmallVector<clang::Token, 4>> Arguments;
  };
  void read(const clang::Token &T);
  std::vector<uint64_t> of(const clang::FunctionDecl *Function, Diagnostics &Report) const;

  const clang::Preprocessor *PP = nullptr;
  llvm::DenseMap<clang::SourceLocation, std::vector<Attribute>> ByBody;
  std::vector<Attribute> Pending;          // of the function whose body comes next
  llvm::SmallVector<clang::Token, 3> Last; // what may be the beginning of an attribute: sycl :: name
  unsigned Depth = 0;                      // of parentheses in an attribute's arguments
};

} // namespace syclfuse::plugin
