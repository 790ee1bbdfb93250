// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Begins and ends regions, and records what is submitted in them. The other calls are in RegionCalls.cpp, objects in
// RegionObjects.cpp.
#include "RegionWalker.h"

#include "kernels/KernelProperties.h"
#include "values/Members.h"

using namespace clang;

namespace syclfuse::plugin {

std::vector<RegionBuilder> RegionWalker::walk(const Env *In) {
  enter(Regions.Function, Regions.Function->getBody(), In);
  Runs.endAll();
  return Regions.finish();
}

std::vector<RegionBuilder> RegionWalker::walkAsFunction(const Env *In) {
  const FunctionDecl *FD = Regions.Function;
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
  Regions.add(std::move(R));
  return walk(In);
}

void RegionWalker::does(const Stmt *S, const Env *In) {
  if (Stack.size() == 1 && isa<CallExpr, CXXConstructExpr>(S))
    Regions.Position = cast<Expr>(S)->getExprLoc();
  if (const auto *E = dyn_cast<CallExpr>(S))
    call(E, In);
  else if (const auto *E = dyn_cast<CXXConstructExpr>(S))
    construct(E, In);
  else if (const auto *E = dyn_cast<CXXInheritedCtorInitExpr>(S))
    inherited(E, In);
  else if (const auto *E = dyn_cast<CoroutineSuspendExpr>(S)) {
    Runs.endAll();
    Regions.leaveAllOpen(open_kind::call, E->getKeywordLoc(), isa<CoyieldExpr>(E) ? "co_yield" : "co_await");
  }
  Memory.by(S, In); // what a call is given, it changes until it returns
}

void RegionWalker::call(const CallExpr *E, const Env *In) {
  const FunctionDecl *Callee = E->getDirectCallee();
  Known Kind = Values.names().of(Callee);
  if (Runs.isActive())
    endRuns(Kind, E, In);
  if (Kind == Known::StartFusion)
    return start(E, In);
  if (ofGraph(Kind, E, In))
    return;
  if (Regions.empty() && Kind != Known::None && !Runs.isActive())
    return;
  if (Kind == Known::Submit || Kind == Known::QueueKernel || Kind == Known::NotAKernel)
    joinRecording(E, In);
  switch (Kind) {
  case Known::CompleteFusion:
    return complete(E, In);
  case Known::CancelFusion:
    return cancel(E, In);
  case Known::Submit:
    return submit(E, In);
  case Known::QueueKernel:
  case Known::HandlerKernel:
    return kernel(E, In);
  case Known::NotAKernel:
    return notAKernel(E, In, Callee->getName());
  case Known::ExpectNdRange:
    return expect(E, In);
  case Known::DependsOn:
    return dependsOn(E, In);
  case Known::None:
  case Known::StdInvoke:
    return other(E, In);
  default:
    return;
  }
}

// In all of its segments.
static size_t submissionsOf(const RegionBuilder &R) {
  size_t Count = R.Region.submissions.size();
  for (const RegionBuilder &Segment : R.Earlier)
    Count += Segment.Region.submissions.size();
  return Count;
}

void RegionWalker::submit(const CallExpr *E, const Env *In) {
  RegionBuilder *R = ByQueue.ofCommand(E, In);
  if (E->getNumArgs() == 0)
    return;
  if (!R)
    return Runs.isActive() ? submitToRuns(E, In) : void();
  if (R->Graph)
    newNode(*R, E, In);
  if (!group(*R, E, In, {E->getArg(0), In}))
    Regions.leaveOpen(*R, open_kind::call, E->getArg(0)->getExprLoc(), "submit");
  if (R->Graph)
    R->Graph->Current.reset();
}

// The activation of Body, the command group that Object is.
const Env *RegionWalker::groupEnv(const FunctionDecl *Body, Value Object, const Env *In) {
  return isa<LambdaExpr>(Object.E) ? Values.call(Body, {}, {}, In, Object.In) : Values.call(Body, {}, Object, In);
}

// The command group Given that E gives to R. False if it cannot be seen.
bool RegionWalker::group(RegionBuilder &Region, const CallExpr *E, const Env *In, Value Given) {
  RegionBuilder *R = &Region;
  Value Object;
  const FunctionDecl *Body = Called.commandGroup(Given.E, Given.In, Object);
  if (!Body)
    return false;
  RegionBuilder *Outer = Regions.CommandGroup;
  const FunctionDecl *OuterGroup = std::exchange(Group, Body);
  const size_t Before = submissionsOf(*R);
  Regions.CommandGroup = R;
  enter(Body, Body->getBody(), groupEnv(Body, Object, In));
  if (Regions.CommandGroup == R && submissionsOf(*R) != Before)
    R->Submitted.insert(E);
  Regions.CommandGroup = Outer;
  Group = OuterGroup;
  return true;
}

// Whether the kernel is launched beside an open region.
bool RegionWalker::standsApart(const CallExpr *E) {
  return hasKernelProperty(E, Values.names(), Known::NoFusion) || capturesStream(E, Values.names());
}

// E, which gives a kernel to a queue by itself, or a command group.
void RegionWalker::submitToRuns(const CallExpr *E, const Env *In) {
  const QueueIdentity Queue = Queues.ofQueue({objectOf(E), In});
  if (Beside.profiles(Queue))
    return;
  const bool IsGroup = Values.names().of(E->getDirectCallee()) == Known::Submit;
  endNamed(E, In, Queue);
  for (RegionBuilder *R : Runs.of(Queue)) {
    if (!IsGroup) {
      kernelOfRun(*R, E, In);
      continue;
    }
    R->Submitted.insert(E);
    if (!group(*R, E, In, {E->getArg(0), In}))
      Runs.end(*R);
  }
}

// Who has promised something of the memory knows of fusion, and means the regions that are written.
static bool isPromised(const RegionBuilder &R) {
  return llvm::any_of(R.Region.submissions.back().arguments, [&](const manifest::argument &A) {
    return A.promote != promotion::none || (A.identity && R.Region.buffers[*A.identity].promote != promotion::none);
  });
}

void RegionWalker::kernelOfRun(RegionBuilder &R, const CallExpr *E, const Env *In) {
  // The runtime does not hold it.
  if (standsApart(E) || hasKernelProperty(E, Values.names(), Known::UseRootSync) || takesReductions(E, Values.names()))
    return Runs.end(R);
  RegionBuilder Before = R;
  if (!Recorder.record(E, In, until(E), R) || isPromised(R)) {
    R = std::move(Before);
    return Runs.end(R);
  }
  R.Submitted.insert(E);
  Runs.added(R);
  endSharersOf(R);
}

void RegionWalker::kernel(const CallExpr *E, const Env *In) {
  RegionBuilder *R = ByQueue.ofCommand(E, In);
  if (R && R->Run)
    return kernelOfRun(*R, E, In);
  if (!R && Runs.isActive())
    return Values.names().of(E->getDirectCallee()) == Known::QueueKernel ? submitToRuns(E, In) : void();
  const bool IsApart = standsApart(E), UsesRootSync = hasKernelProperty(E, Values.names(), Known::UseRootSync);
  if (R && R->Graph && (IsApart || UsesRootSync))
    return otherCommand(*R, E, In);
  if (!R || IsApart)
    return;
  if (UsesRootSync)
    return beside(*R, E, In, "use_root_sync");
  Regions.checkConditions(*R, E->getExprLoc());
  const bool Reduces = takesReductions(E, Values.names());
  if (Reduces && (R->Recorded || !R->Region.open.empty()))
    return Regions.leaveOpen(*R, open_kind::call, E->getExprLoc(), "a kernel with reductions");
  if (R->Graph)
    return addKernel(*R, E, In, Reduces);
  if (!Recorder.record(E, In, until(E), *R))
    return refuse(*R, diag::region_call_not_visible, E, {quoted(E->getDirectCallee()->getNameAsString())});
  R->Submitted.insert(E);
  if (Reduces)
    Regions.cut(*R, Regions.positionOr(E));
}

// A condition around it does not help: where it runs, the region ends.
void RegionWalker::notAKernel(const CallExpr *E, const Env *In, llvm::StringRef Name) {
  if (Runs.isActive())
    return memoryKernelOfRun(E, In);
  const std::vector<RegionBuilder *> Unknown = ByQueue.mayEnd(E, In);
  for (RegionBuilder *R : Unknown)
    if (Beside.needs(E, In, *R, Group))
      R->Warnings.push_back({diag::region_queue_unknown, E->getExprLoc(), {}, {R->start()}});
  RegionBuilder *R = Unknown.empty() ? ByQueue.ofCommand(E, In) : nullptr;
  if (R && memoryKernel(*R, E, In))
    return;
  if (R && R->Graph)
    otherCommand(*R, E, In);
  else if (R)
    beside(*R, E, In, Name);
}

// A command that needs none of the region's kernels is run at once, and the region goes on.
void RegionWalker::beside(RegionBuilder &R, const CallExpr *E, const Env *In, llvm::StringRef Name) {
  if (Beside.needs(E, In, R, Group))
    refuse(R, diag::region_not_a_kernel, E, {Name.str()});
}

void RegionWalker::refuse(RegionBuilder &R, diag Code, const CallExpr *E, const std::vector<std::string> &Arguments) {
  if (R.Refused)
    return;
  R.Refused = true;
  std::vector<Note> Notes;
  if (E->getExprLoc() != R.Begin)
    Notes.push_back(R.start());
  Report.report({Code, E->getExprLoc(), Arguments, Notes});
}

// The variable or member that E, which makes a graph or starts a region as an object, initializes.
std::optional<Place> RegionWalker::initializedBy(const Expr *E, const Env *In) {
  if (const VarDecl *D = Objects.lookup(E))
    return Place{ownerOf(D, In), D->getCanonicalDecl(), ""};
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(Stack.back());
  if (!Constructor)
    return std::nullopt;
  for (const CXXCtorInitializer *Init : Constructor->inits())
    if (Init->isMemberInitializer() && Init->getInit()->IgnoreUnlessSpelledInSource() == E) {
      std::optional<Place> P = In->This ? Values.place(In->This) : Place{};
      if (P)
        P->append("." + Init->getMember()->getNameAsString());
      return P;
    }
  return std::nullopt;
}

void RegionWalker::start(const CallExpr *E, const Env *In) {
  auto R = std::make_unique<RegionBuilder>();
  if (Value Wrapper{objectOf(E), In}) {
    R->Wrapper = Queues.placeOfWrapper(Wrapper);
    R->Queue = Queues.ofWrapper(Wrapper);
  } else { // fusion_region::start is a static function of the queue
    R->Wrapper = initializedBy(E, In);
    R->Queue = Queues.ofQueue({E->getArg(0), In});
    R->EndsWithObject = true;
  }
  R->Region.trusted = Promises.find({E->getArgs(), E->getNumArgs()}, In).Trusted;
  // Of one queue, the runtime refuses to start a second region.
  for (size_t I = Regions.size(); I-- != 0;)
    if (RegionBuilder &Other = *Regions.begin()[I]; !Other.Run && Queues.compare(Other.Queue, R->Queue) == Alias::Same)
      Regions.closeUnfinished(Other);
  Regions.start(std::move(R));
}

void RegionWalker::complete(const CallExpr *E, const Env *In) {
  RegionBuilder *R = ByQueue.ofCommand(E, In);
  if (!R)
    return;
  const Properties Given = Promises.find({E->getArgs(), E->getNumArgs()}, In);
  R->Region.barriers = !Given.NoBarriers;
  R->Region.trusted |= Given.Trusted;
  R->End = Regions.Position;
  R->keepSharedMemory();
  Regions.end(*R, Regions.Position);
}

// A region that is cancelled whenever it is started is none.
void RegionWalker::cancel(const CallExpr *E, const Env *In) {
  RegionBuilder *R = ByQueue.ofCommand(E, In);
  if (!R || Regions.newCondition(*R))
    return;
  R->Refused = true;
  Regions.close(*R);
}

void RegionWalker::expect(const CallExpr *E, const Env *In) {
  if (Regions.empty() || Runs.isActive())
    return;
  RegionBuilder &R = Regions.last();
  manifest::nd_range Range = E->getNumArgs() ? Sizes.ndRange({E->getArg(0), In}) : manifest::nd_range();
  if (E->getNumArgs() > 1)
    Range.local = Sizes.sizes({E->getArg(1), In});
  if (!Range.global.empty())
    manifest::list_nd_range(R.Region.nd_ranges, {Range, nd_range_origin::source, {}});
}

} // namespace syclfuse::plugin
