// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DeviceGraph.h"

#include "names/TypeNames.h"

using namespace clang;

namespace syclfuse::plugin {

std::string describe(const FunctionDecl *FD) {
  const auto *Method = dyn_cast<CXXMethodDecl>(FD);
  return (Method && Method->getParent()->isLambda() ? "a lambda in '" : "'") + functionName(FD) + "'";
}

bool isLibrary(const Decl *D, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  SourceLocation Location = SM.getExpansionLoc(D->getLocation());
  if (Location.isInvalid() || SM.isInSystemHeader(Location))
    return true;
  const DeclContext *Outermost = nullptr;
  for (const DeclContext *DC = D->getDeclContext(); DC && !DC->isTranslationUnit(); DC = DC->getParent())
    if (DC->isNamespace())
      Outermost = DC;
  const auto *Namespace = dyn_cast_or_null<NamespaceDecl>(Outermost);
  return Namespace && (Namespace->getName() == "sycl" || Namespace->getName() == "syclfuse");
}

} // namespace syclfuse::plugin
