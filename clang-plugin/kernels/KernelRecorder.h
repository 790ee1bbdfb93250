// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records the kernels of a translation unit: every instantiated SYCL kernel entry point.
#pragma once

#include "ClosureLayout.h"
#include "names/KernelSymbols.h"

namespace syclfuse::plugin {

// The class of the function object that a kernel entry point takes; null if there is none.
const clang::CXXRecordDecl *kernelClosure(const clang::FunctionDecl *Entry);
// The place where the user wrote the kernel's body.
clang::SourceLocation kernelBodyLocation(const clang::CXXRecordDecl *Closure);

struct RecordedKernel {
  manifest::kernel Kernel;
  const clang::FunctionDecl *Entry;
  std::vector<Leaf> Leaves;         // one per parameter of Kernel
  clang::CanQualType Name, Closure; // of the user's function object
  bool IsReduction = false;         // the first kernel of those that reductions run as
};

// The kernels that copies and fills are in fused ones.
constexpr bool isMemoryKernel(Known Closure) {
  return Closure == Known::CopyElements || Closure == Known::FillElements || Closure == Known::CopyAccessor ||
         Closure == Known::FillAccessor;
}

class KernelRecorder {
public:
  KernelRecorder(const clang::ASTContext &Context, const LocationWriter &Locations, KnownDeclarations &Names,
                 const KernelSymbols &Symbols)
      : Context(Context), Locations(Locations), Names(Names), Symbols(Symbols) {}

  // Records FD if it is a valid kernel entry point that was not recorded before.
  void add(const clang::FunctionDecl *FD);
  // The kernel that is called Name with a closure of type Closure; an unnamed kernel's Name is null. Null if there is
  // none.
  const RecordedKernel *find(clang::QualType Closure, clang::QualType Name) const;
  // The kernel of a copy or fill, with a closure of the class Closure whose first arguments are Of. Null if there is
  // none.
  const RecordedKernel *findMemoryKernel(Known Closure, llvm::ArrayRef<clang::QualType> Of) const;
  const std::vector<std::unique_ptr<RecordedKernel>> &kernels() const { return Kernels; }

private:
  const clang::ASTContext &Context;
  const LocationWriter &Locations;
  KnownDeclarations &Names;
  const KernelSymbols &Symbols;
  std::vector<std::unique_ptr<RecordedKernel>> Kernels;
  llvm::DenseMap<clang::CanQualType, llvm::SmallVector<const RecordedKernel *, 1>> ByClosure;
  llvm::DenseSet<clang::CanQualType> NamesSeen;
};

} // namespace syclfuse::plugin
