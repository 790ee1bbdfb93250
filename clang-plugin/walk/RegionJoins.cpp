// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions over several translation units: what a region passes to functions that are defined elsewhere, and what
// functions that others may call submit. The build puts the two together (manifest::join).
#include "RegionWalker.h"

#include "names/TypeNames.h"
#include "values/Members.h"

using namespace clang;

namespace syclfuse::plugin {

// Whether there is one definition of Callee, in another translation unit.
bool RegionWalker::isDefinedElsewhere(const CallExpr *E, const FunctionDecl *Callee) {
  return Callee && !Callee->hasBody() && Callee->isExternallyVisible() && !EffectFinder::isVirtual(E) &&
         !Effects.isLibrary(Callee);
}

// What is passed to E's callee: for each parameter, of which a member function's first one is the object.
static std::vector<const Expr *> passedObjects(const CallExpr *E, const FunctionDecl *Callee) {
  std::vector<const Expr *> Objects(E->arg_begin(), E->arg_end());
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (!Method)
    return Objects;
  if (Method->isStatic()) {
    if (isa<CXXOperatorCallExpr>(E))
      Objects.erase(Objects.begin());
  } else if (!isa<CXXOperatorCallExpr>(E)) {
    Objects.insert(Objects.begin(), objectOf(E));
  }
  return Objects;
}

void RegionWalker::joinLater(RegionBuilder &R, const CallExpr *E, const FunctionDecl *Callee, const Env *In) {
  if (const Frame *F = newCondition(R))
    leaveOpen(R, F->Kind, F->Location, {}, {{R.Begin, "the fusion region starts here"}});
  manifest::open_point Point;
  Point.kind = open_kind::call;
  Point.location = Locations.of(E->getExprLoc());
  Point.first = R.Region.submissions.size();
  Point.function = Callee->getNameAsString();
  Point.symbol = linkerName(Callee, Values.context());
  SourceLocation Until = until(E);
  unsigned Parameter = 0;
  for (const Expr *Object : passedObjects(E, Callee)) {
    auto Add = [&](Value V, const std::string &Part) {
      std::optional<manifest::call_argument> A = Recorder.passed(V, Until, R);
      if (!A)
        return;
      A->parameter = Parameter;
      A->part = Part;
      Point.arguments.push_back(std::move(*A));
    };
    if (Object) {
      Add({Object, In}, "");
      forEachMember({Object, In}, Values, Add);
    }
    ++Parameter;
  }
  bool First = llvm::none_of(R.Region.open, [](const manifest::open_point &P) { return !P.symbol.empty(); });
  if (First)
    R.Warnings.push_back(
        {diag::region_call_joined, E->getExprLoc(), {Point.function}, {{R.Begin, "the fusion region starts here"}}});
  R.Region.open.push_back(std::move(Point));
}

std::vector<RegionBuilder> RegionWalker::walkFunction(const FunctionDecl *FD, const Env *In) {
  auto R = std::make_unique<RegionBuilder>();
  R->Function = R->Recorded = FD;
  R->Begin = FD->getBody()->getBeginLoc();
  const ParmVarDecl *Given = nullptr;
  bool OnlyOne = true;
  for (const ParmVarDecl *P : FD->parameters())
    if (leadsToQueue(P->getType(), Values.context(), Values.names())) {
      OnlyOne &= !Given;
      Given = P;
    }
  // Whatever it submits to a queue that it was given counts; which one that is matters where one of its own is beside
  // it.
  Known Kind = Given && OnlyOne ? Values.names().ofPointee(Given->getType()) : Known::None;
  const Value Name{Given ? nameOf(Given, Values.context()) : nullptr, In};
  if (Kind == Known::FusionWrapper)
    R->Wrapper = Queues.placeOfWrapper(Name);
  R->Queue = Kind == Known::Queue           ? Queues.ofQueue(Name)
             : Kind == Known::FusionWrapper ? Queues.ofWrapper(Name)
                                            : QueueIdentities::given();
  Open.push_back(std::move(R));
  return walk(FD, In);
}

} // namespace syclfuse::plugin
