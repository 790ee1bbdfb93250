// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls in a region that are no commands: what they call is walked, joined in the build, or leaves the region open.
#include "RegionWalker.h"

#include "names/TypeNames.h"
#include "values/Members.h"

using namespace clang;

namespace syclfuse::plugin {

// Calls of lambdas through std::function, std::invoke and std::apply, whose arguments are in a tuple.
void RegionWalker::indirect(const CallExpr *E, const Env *In) {
  const FunctionDecl *Callee = E->getDirectCallee();
  const bool IsLibrary = Values.names().of(Callee) == Known::StdInvoke;
  const Value Object = Called.calledObject(E, In);
  const FunctionDecl *Body = Called.lambdaBody(Object);
  if (!Body || (IsLibrary && Callee->getName() == "apply" && Effects.of(Body).matters())) {
    if (!Regions.empty() && (IsLibrary || Effects.callsHeldFunction(E)))
      unseen(E, In, IsLibrary ? "std::" + Callee->getNameAsString() : "a std::function");
  } else if (isFollowed(Body) && !llvm::is_contained(Stack, Body)) {
    llvm::ArrayRef<const Expr *> Arguments(E->getArgs(), E->getNumArgs());
    enter(Body, Body->getBody(), Values.call(Body, Arguments.drop_front(), {}, In, Values.madeIn(Object)));
  }
}

// Ends the runs that have the runtime launch what it holds before E takes effect.
void RegionWalker::endRuns(Known Kind, const CallExpr *E, const Env *In) {
  const Expr *Object = objectOf(E);
  const Known On = Object ? Values.names().ofPointee(Object->getType()) : Known::None;
  switch (Kind) {
  case Known::NotAKernel:
    if (mayBeInRun(E, In))
      return;
    [[fallthrough]];
  case Known::ExecuteGraph:
    if (On == Known::Queue)
      return Runs.endOn(Queues.ofQueue({Object, In}));
    if (On == Known::Handler)
      return Regions.CommandGroup && Regions.CommandGroup->Run ? Runs.end(*Regions.CommandGroup) : void();
    if (On == Known::Event)
      return Runs.endIf([&](const RegionBuilder &R) { return Beside.waitsForRegion(E, In, R); });
    return On == Known::Buffer ? endUsersOf(Object, In) : Runs.endAll();
  case Known::StartFusion:
  case Known::BeginRecording:
  case Known::EndRecording:
    return Runs.endAll();
  case Known::DependsOn:
    return Regions.CommandGroup && Regions.CommandGroup->Run ? endNamed(E, In, Regions.CommandGroup->Queue) : void();
  default:
    if (Effects.endsHolding(E))
      Kind == Known::GetAccess &&Object ? endUsersOf(Object, In) : Runs.endAll();
  }
}

// Ends what other queues than Queue hold and E, a command of Queue or what makes one wait, names the events of.
void RegionWalker::endNamed(const CallExpr *E, const Env *In, const QueueIdentity &Queue) {
  for (const Expr *A : E->arguments())
    if (!isa<LambdaExpr>(A->IgnoreImplicit()))
      Runs.endOnOthers(Queue, [&](const RegionBuilder &R) { return Beside.namesKernel(A, In, R); });
}

// Ends what other queues hold and the last kernel of R has to wait for: it uses a buffer of theirs.
void RegionWalker::endSharersOf(const RegionBuilder &R) {
  const unsigned Last = R.Region.submissions.size() - 1;
  for (const AccessorUse &Mine : R.Uses)
    if (Mine.Submission == Last)
      Runs.endOnOthers(R.Queue, [&](const RegionBuilder &Other) {
        return llvm::any_of(Other.Uses, [&](const AccessorUse &U) {
          return (U.Writes || Mine.Writes) && Other.Memory[U.Buffer] == R.Memory[Mine.Buffer];
        });
      });
}

// Ends the runs that use a part of Whole, a variable, by accessors.
void RegionWalker::endUsersOf(const Place &Whole) {
  auto IsPart = [&](const Place &P) { return P.Owner == Whole.Owner && P.Root == Whole.Root; };
  Runs.endIf([&](const RegionBuilder &R) {
    return llvm::any_of(R.Uses, [&](const AccessorUse &U) {
      const std::optional<Place> &Parent = R.Parents[U.Buffer];
      return IsPart(R.Memory[U.Buffer]) || (Parent && IsPart(*Parent));
    });
  });
}

// Ends the runs that use Buffer, and those of which it is not known which buffers they use.
void RegionWalker::endUsersOf(const Expr *Buffer, const Env *In) {
  if (std::optional<Place> P = Values.place({Buffer, In}))
    endUsersOf(*P);
  else
    Runs.endAll();
  Runs.endIf([](const RegionBuilder &R) {
    return llvm::any_of(R.Region.submissions, [](const manifest::submission &S) {
      return llvm::any_of(S.arguments, [](const manifest::argument &A) { return !A.identity; });
    });
  });
}

void RegionWalker::unseen(const CallExpr *E, const Env *In, llvm::StringRef Name, const FunctionDecl *FD) {
  const Expr *Callee = E->getDirectCallee() ? nullptr : E->getCallee();
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
    Callee = Operator->getArg(0);
  Runs.endAll(); // it may submit, or wait
  Value Called = Callee ? Values.strip({Callee, In}) : Value{};
  const auto *R = Called ? dyn_cast<DeclRefExpr>(Called.E) : nullptr;
  SawCallback |= R && isa<ParmVarDecl>(R->getDecl());
  RegionBuilder *Region = ByQueue.ofArguments(E, In);
  if (Region && isDefinedElsewhere(E, FD) && !givesGraph(E))
    joinLater(*Region, E, FD, In);
  else if (Region)
    Regions.leaveOpen(*Region, open_kind::call, E->getExprLoc(), Name, {});
}

// Whether what FD does matters here. Graphs that are whole in FD are recorded there.
bool RegionWalker::isFollowed(const FunctionDecl *FD) {
  if (Runs.isActive())
    return Effects.of(FD).matters() || Effects.of(FD).changesRuns();
  const bool IsOpener = Openers.count(FD->getCanonicalDecl()), IsRoot = Roots.count(FD->getCanonicalDecl());
  if (Regions.empty())
    return IsOpener || (!IsRoot && Effects.of(FD).Builds);
  return Effects.of(FD).matters() && (IsOpener || !IsRoot || Regions.lastTaking());
}

// A function of the user's: walked as if it stood here.
void RegionWalker::other(const CallExpr *E, const Env *In) {
  const FunctionDecl *Callee = E->getDirectCallee(), *Definition = nullptr;
  if (Called.isIndirect(E))
    return indirect(E, In);
  if (!Callee)
    Callee = Called.pointedTo(E->getCallee(), In);
  if (!Regions.empty() && Effects.takesQueue(E, Callee))
    return unseen(E, In, Callee ? Callee->getNameAsString() : "a function that only a run knows", Callee);
  if (!Regions.empty() && Callee && Effects.isLibrary(Callee) && Effects.callsHeldFunction(E))
    return unseen(E, In, "a function that only a run knows");
  if (!Regions.empty() && Callee && Effects.isLibrary(Callee) && Called.passesSubmitter(E, In)) {
    Runs.endAll();
    return Regions.lastTaking() ? Regions.leaveOpen(*Regions.lastTaking(), open_kind::loop, E->getExprLoc(), {}, {})
                                : void();
  }
  llvm::ArrayRef<const Expr *> Arguments(E->getArgs(), E->getNumArgs());
  if (!Callee || !isFollowed(Callee) || !Callee->hasBody(Definition))
    return;
  if (!Regions.empty() && EffectFinder::isVirtual(E))
    return unseen(E, In, Callee->getNameAsString());
  if (isEndless(Definition)) {
    Runs.endAll();
    if (RegionBuilder *R = Regions.lastTaking())
      Regions.leaveOpen(*R, open_kind::recursion, E->getExprLoc(), {}, {});
    return;
  }
  const Expr *This = objectOf(E);
  if (isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(Definition)) {
    This = Arguments.front();
    Arguments = Arguments.drop_front();
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(Definition);
  bool Lambda = Method && Method->getParent()->isLambda(); // its `this` is that of the function around it
  const Env *Inside = Lambda ? Values.call(Definition, Arguments, {}, In, Values.madeIn({This, In}))
                             : Values.call(Definition, Arguments, {This, In}, In);
  Memory.pass(Definition, Arguments, In, Inside);
  enter(Definition, Definition->getBody(), Inside);
}

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
  if (const OpenRegions::Frame *F = Regions.newCondition(R))
    Regions.leaveOpen(R, F->Kind, F->Location, {}, {R.start()});
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
    R.Warnings.push_back({diag::region_call_joined, E->getExprLoc(), {Point.function}, {R.start()}});
  R.Region.open.push_back(std::move(Point));
}

} // namespace syclfuse::plugin
