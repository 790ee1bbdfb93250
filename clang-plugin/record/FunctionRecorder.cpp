// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records what functions submit that other translation units may call in a region.
#include "RegionRecorder.h"

#include "names/Library.h"
#include "names/TypeNames.h"
#include "values/Members.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

// Finds the definitions outside of the library that are given a queue, a handler or a wrapper and that others may call
// without having them: not inline ones and implicit instantiations, which everybody who calls them has.
class DefinitionFinder : public DynamicRecursiveASTVisitor {
public:
  llvm::SetVector<const FunctionDecl *> Found;
  DefinitionFinder(const ASTContext &Context, KnownDeclarations &Names) : Context(Context), Names(Names) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseStmt(Stmt *) override { return true; } // no other function is in a body that anybody else can name
  bool TraverseDecl(Decl *D) override {
    if (D && D->getDeclContext() && D->getDeclContext()->isFileContext() && isLibrary(D, Context))
      return true;
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }
  bool VisitFunctionDecl(FunctionDecl *FD) override {
    if (FD->isThisDeclarationADefinition() && FD->hasBody() && !FD->isDependentContext() && FD->isExternallyVisible() &&
        !FD->isInlined() && FD->getTemplateSpecializationKind() != TSK_ImplicitInstantiation && !FD->isMain() &&
        !isa<CXXConstructorDecl, CXXDestructorDecl>(FD) && isGivenQueue(FD))
      Found.insert(FD);
    return true;
  }

private:
  bool isGivenQueue(const FunctionDecl *FD) {
    const auto *Method = dyn_cast<CXXMethodDecl>(FD);
    if (Method && Method->isInstance() && leadsToQueue(Method->getThisType(), Context, Names))
      return true;
    return llvm::any_of(FD->parameters(),
                        [&](const ParmVarDecl *P) { return leadsToQueue(P->getType(), Context, Names); });
  }

  const ASTContext &Context;
  KnownDeclarations &Names;
};

// R's memory in the words of the function's callers: which of their arguments it is.
void nameParameters(RegionBuilder &R) {
  const auto *Method = dyn_cast<CXXMethodDecl>(R.Recorded);
  bool HasObject = Method && Method->isInstance();
  for (unsigned I = 0; I != R.Memory.size(); ++I) {
    const Place &P = R.Memory[I];
    if (!R.isParameter(P))
      continue;
    const auto *Parameter = cast_or_null<ParmVarDecl>(P.Root);
    R.Region.buffers[I].parameter = Parameter ? Parameter->getFunctionScopeIndex() + HasObject : 0;
    R.Region.buffers[I].part = P.Part;
  }
}

} // namespace

// Nothing is said of them: nobody may ever call them in a region. One that starts or ends regions itself, or ends them
// by a command that is no kernel, is not recorded.
void RegionRecorder::recordFunctions(manifest::document &Doc) {
  DefinitionFinder Finder(Context, Names);
  Finder.TraverseDecl(Context.getTranslationUnitDecl());
  for (const FunctionDecl *FD : Finder.Found) {
    FusionEffects Does = Effects.of(FD);
    if (Does.Starts || Does.Ends || Does.Builds)
      continue;
    Report.hold();
    std::vector<RegionBuilder> Ways;
    HostValues Values(Context, Names, Changes);
    PropertyFinder Promises(Values);
    for (auto &[Begin, Records] : waysThrough(FD, Values.root(FD), Values, Promises, Wanted::Function))
      llvm::move(Records, std::back_inserter(Ways));
    Report.release(/*Give=*/false);
    manifest::function Out{linkerName(FD, Context), functionName(FD), Locations.of(FD->getLocation()), {}};
    std::set<manifest::region> Different;
    for (RegionBuilder &R : Ways) {
      nameParameters(R);
      R.nameParents();
      if (Different.insert(withoutValues(R)).second)
        Out.ways.push_back(std::move(R.Region));
    }
    if (!Out.ways.empty() && llvm::none_of(Ways, [](const RegionBuilder &R) { return R.Refused; }))
      Doc.functions.push_back(std::move(Out));
  }
}

} // namespace syclfuse::plugin
