// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GraphBuilder.h"

#include "BodyWalker.h"
#include "kernels/KernelRecorder.h"
#include "names/TypeNames.h"

using namespace clang;

namespace syclfuse::plugin {

DeviceFunction &GraphBuilder::get(const FunctionDecl *FD) {
  DeviceFunction *&Entry = Known[FD->getCanonicalDecl()];
  if (!Entry) {
    const auto *Method = dyn_cast<CXXMethodDecl>(FD);
    bool IsKernelBody = Method && Closures.contains(Method->getParent()->getCanonicalDecl()) &&
                        Method->getOverloadedOperator() == OO_Call;
    Entry = &Graph.Functions.emplace_back(DeviceFunction{FD, isLibrary(FD, AST), IsKernelBody, {}, {}});
  }
  return *Entry;
}

void GraphBuilder::addRoot(const FunctionDecl *FD) {
  const FunctionDecl *Definition = FD->getDefinition();
  if (!Definition || Definition->isDependentContext() || Definition->isInvalidDecl())
    return;
  if (const auto *Attr = Definition->getAttr<SYCLKernelEntryPointAttr>()) {
    const CXXRecordDecl *Closure = kernelClosure(Definition);
    if (!Closure)
      return;
    Closures.insert(Closure->getCanonicalDecl());
    Graph.Roots.push_back({&get(Definition),
                           "kernel '" + kernelName(AST.getCanonicalType(Attr->getKernelName()), AST) + "'",
                           kernelBodyLocation(Closure)});
  } else if (Definition->hasAttr<SYCLExternalAttr>()) {
    Graph.Roots.push_back(
        {&get(Definition), "SYCL_EXTERNAL function " + describe(Definition), Definition->getLocation()});
  }
}

void GraphBuilder::build() {
  // Functions are added at the end while they are walked; a deque does not move the others.
  for (size_t I = 0; I < Graph.Functions.size(); ++I) {
    DeviceFunction &F = Graph.Functions[I];
    DeviceContext Context{AST, F};
    BodyWalker(Context, [&](const FunctionDecl *Callee, SourceLocation Location, const Expr *Call, bool TakesAddress) {
      F.Calls.push_back({&get(Callee), Location, Call, TakesAddress});
    }).walkFunction();
  }
}

} // namespace syclfuse::plugin
