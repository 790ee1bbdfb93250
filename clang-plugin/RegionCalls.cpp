// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the calls in a function mean to its regions. The statements around them are in RegionWalker.cpp.
#include "RegionWalker.h"

#include "KernelProperties.h"

using namespace clang;

namespace syclfuse::plugin {

static const Expr *objectOf(const CallExpr *E) {
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  return Member ? Member->getImplicitObjectArgument() : nullptr;
}

void RegionWalker::call(const CallExpr *E, const Env *In) {
  const FunctionDecl *Callee = E->getDirectCallee();
  Known Kind = Follow.names().of(Callee);
  if (Kind == Known::StartFusion)
    return start(E, In);
  if (Open.empty())
    return;
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
  case Known::None:
    return other(E, In);
  default:
    return;
  }
}

// The queue that a fusion_wrapper was made of.
std::optional<Place> RegionWalker::wrapperQueue(Value Wrapper) {
  Value Made = Follow.origin(Wrapper);
  const auto *Construct = Made ? dyn_cast<CXXConstructExpr>(Made.E) : nullptr;
  if (!Construct || Construct->getNumArgs() == 0)
    return std::nullopt;
  return Follow.place(queueOrigin({Construct->getArg(0), Made.In}));
}

// The variable that stands for a queue: copies of a queue are the same queue.
Value RegionWalker::queueOrigin(Value Queue) {
  for (unsigned I = 0; I != 16; ++I) {
    Queue = Follow.strip(Queue);
    const auto *R = Queue ? dyn_cast<DeclRefExpr>(Queue.E) : nullptr;
    const auto *D = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    if (!D || !D->getInit() || isa<ParmVarDecl>(D))
      return Queue;
    Value Next = Follow.strip({D->getInit(), ownerOf(D, Queue.In) ? ownerOf(D, Queue.In) : Queue.In});
    if (!Next || !isa<DeclRefExpr, MemberExpr>(Next.E))
      return Queue;
    Queue = Next;
  }
  return Queue;
}

void RegionWalker::start(const CallExpr *E, const Env *In) {
  Value Wrapper{objectOf(E), In};
  std::optional<Place> P = Wrapper ? Follow.place(Wrapper) : std::nullopt;
  for (auto &R : Open)
    if (R->Wrapper == P) {
      refuse(*R, diag::region_not_completed, R->Begin, {});
      close(*R);
      break;
    }
  auto R = std::make_unique<RegionBuilder>();
  R->Function = Stack.front();
  R->Begin = E->getExprLoc();
  R->Wrapper = P;
  // fusion_region::start is a static function of the queue.
  R->Queue = Wrapper ? wrapperQueue(Wrapper)
                     : (E->getNumArgs() ? Follow.place(queueOrigin({E->getArg(0), In})) : std::nullopt);
  for (const Frame &F : Frames)
    R->Frames.push_back(F.Number);
  R->Region.source.begin = Places.of(R->Begin);
  Open.push_back(std::move(R));
}

// The open region that a command on E's queue, or a call on E's wrapper, belongs to. What cannot be told apart belongs
// to the region that was opened last.
RegionBuilder *RegionWalker::regionOf(const CallExpr *E, const Env *In) {
  const Expr *Object = objectOf(E);
  if (Open.empty())
    return nullptr;
  Known Class = Object ? Follow.names().ofPointee(Object->getType()) : Known::None;
  if (Class != Known::Queue && Class != Known::FusionWrapper)
    return CommandGroup ? CommandGroup : Open.back().get();
  bool IsQueue = Class == Known::Queue;
  const auto *Getter = IsQueue ? dyn_cast<CXXMemberCallExpr>(Object->IgnoreParenImpCasts()->IgnoreImplicit()) : nullptr;
  if (Getter && Follow.names().of(Getter->getMethodDecl()) == Known::GetWrapperQueue)
    return regionOf(Getter, In);
  std::optional<Place> P = IsQueue ? Follow.place(queueOrigin({Object, In})) : Follow.place({Object, In});
  RegionBuilder *Unknown = nullptr;
  for (auto &R : llvm::reverse(Open)) {
    const std::optional<Place> &Own = IsQueue ? R->Queue : R->Wrapper;
    if (P && Own && *P == *Own)
      return R.get();
    if ((!P || !Own) && !Unknown)
      Unknown = R.get();
  }
  return Unknown;
}

void RegionWalker::refuse(RegionBuilder &R, diag Code, SourceLocation Location,
                          const std::vector<std::string> &Arguments) {
  if (R.Refused)
    return;
  R.Refused = true;
  std::vector<Note> Notes;
  if (Location != R.Begin)
    Notes.push_back({R.Begin, "the fusion region starts here"});
  Report.report(Code, Location, Arguments, Notes);
}

// The outermost condition around the current statement that was not around R's start; null if whatever happens here
// happens whenever R is started.
const RegionWalker::Frame *RegionWalker::newCondition(const RegionBuilder &R) const {
  unsigned Common = 0;
  while (Common < Frames.size() && Common < R.Frames.size() && Frames[Common].Number == R.Frames[Common])
    ++Common;
  return Common == Frames.size() ? nullptr : &Frames[Common];
}

// Refuses R if what happens at Location depends on a condition.
bool RegionWalker::checkConditions(RegionBuilder &R, SourceLocation Location) {
  const Frame *F = newCondition(R);
  if (!F || R.Refused)
    return !F;
  R.Refused = true;
  Report.report(diag::region_sequence_unknown, F->Location, {},
                {{Location, std::string("the submission in this ") + F->What + " is here"},
                 {R.Begin, "the fusion region starts here"}});
  return false;
}

void RegionWalker::close(RegionBuilder &R) {
  auto It = llvm::find_if(Open, [&](const auto &P) { return P.get() == &R; });
  if (CommandGroup == &R)
    CommandGroup = nullptr;
  Done.push_back(std::move(R));
  Open.erase(It);
}

void RegionWalker::complete(const CallExpr *E, const Env *In) {
  RegionBuilder *R = regionOf(E, In);
  if (!R)
    return;
  R->Region.source.end = Places.of(E->getExprLoc());
  R->Region.barriers = !Find.find({E->getArgs(), E->getNumArgs()}, In).NoBarriers;
  if (R->Region.submissions.empty())
    refuse(*R, diag::region_empty, R->Begin, {});
  close(*R);
}

// A region that is cancelled whenever it is started is none.
void RegionWalker::cancel(const CallExpr *E, const Env *In) {
  RegionBuilder *R = regionOf(E, In);
  if (!R || newCondition(*R))
    return;
  R->Refused = true;
  close(*R);
}

void RegionWalker::submit(const CallExpr *E, const Env *In) {
  RegionBuilder *R = regionOf(E, In);
  if (!R || E->getNumArgs() == 0)
    return;
  Value Group = Follow.origin({E->getArg(0), In});
  const FunctionDecl *Body = Group ? Follow.callOperator(Group.E, Known::Handler) : nullptr;
  if (!Body || !Body->getBody() || isSystem(Body)) // std::function calls what it holds
    return refuse(*R, diag::region_call_not_visible, E->getArg(0)->getExprLoc(), {"submit"});
  RegionBuilder *Outer = CommandGroup;
  CommandGroup = R;
  Stack.push_back(Body);
  statement(Body->getBody(), Follow.call(Body, {}, isa<LambdaExpr>(Group.E) ? Value{} : Group, In));
  Stack.pop_back();
  CommandGroup = Outer;
}

// Whether the kernel is launched beside an open region.
bool RegionWalker::standsApart(const CallExpr *E) {
  return hasKernelProperty(E, Follow.names(), Known::NoFusion) || capturesStream(E, Follow.names());
}

void RegionWalker::kernel(const CallExpr *E, const Env *In) {
  RegionBuilder *R = regionOf(E, In);
  if (!R || standsApart(E))
    return;
  if (hasKernelProperty(E, Follow.names(), Known::UseRootSync))
    return refuse(*R, diag::region_not_a_kernel, E->getExprLoc(), {"use_root_sync"});
  if (!checkConditions(*R, E->getExprLoc()))
    return;
  if (!Recorder.record(E, In, Horizon.isValid() ? Horizon : E->getExprLoc(), *R))
    refuse(*R, diag::region_call_not_visible, E->getExprLoc(), {E->getDirectCallee()->getNameAsString()});
}

// A condition around it does not help: where it runs, the region ends.
void RegionWalker::notAKernel(const CallExpr *E, const Env *In, llvm::StringRef Name) {
  if (RegionBuilder *R = regionOf(E, In))
    refuse(*R, diag::region_not_a_kernel, E->getExprLoc(), {Name.str()});
}

void RegionWalker::expect(const CallExpr *E, const Env *In) {
  RegionBuilder &R = *Open.back();
  manifest::nd_range Range = E->getNumArgs() ? Sizes.ndRange({E->getArg(0), In}) : manifest::nd_range();
  if (E->getNumArgs() > 1)
    Range.local = Sizes.sizes({E->getArg(1), In});
  R.listRange(Range);
}

bool RegionWalker::isSystem(const FunctionDecl *FD) const {
  return FD->getBuiltinID() != 0 || Places.sourceManager().isInSystemHeader(FD->getLocation());
}

// Whether E passes a lambda that may submit something to a library function, which calls it who knows how often.
bool RegionWalker::passesSubmitter(const CallExpr *E, const Env *In) {
  return llvm::any_of(E->arguments(), [&](const Expr *A) {
    Value Made = Follow.origin({A, In});
    const auto *Lambda = Made ? dyn_cast<LambdaExpr>(Made.E) : nullptr;
    if (!Lambda)
      return false;
    if (const FunctionTemplateDecl *Template = Lambda->getDependentCallOperator())
      return llvm::any_of(Template->specializations(), [&](const FunctionDecl *FD) { return maySubmit(FD); });
    return maySubmit(Lambda->getCallOperator());
  });
}

// Whether FD's body, or that of a function it calls, holds a command.
bool RegionWalker::maySubmit(const FunctionDecl *FD) {
  struct Finder : RecursiveASTVisitor<Finder> {
    RegionWalker &W;
    bool Found = false;
    explicit Finder(RegionWalker &W) : W(W) {}
    bool VisitCallExpr(CallExpr *E) {
      switch (W.Follow.names().of(E->getDirectCallee())) {
      case Known::Submit:
      case Known::QueueKernel:
      case Known::HandlerKernel:
      case Known::NotAKernel:
      case Known::CompleteFusion:
      case Known::CancelFusion:
      case Known::ExpectNdRange:
        return !(Found = true);
      case Known::None:
        return !(Found = W.takesQueue(E) || (E->getDirectCallee() && W.maySubmit(E->getDirectCallee())));
      default:
        return true;
      }
    }
  };
  const FunctionDecl *Definition = nullptr;
  if (!FD->hasBody(Definition) || isSystem(Definition))
    return false;
  auto [It, New] = MaySubmit.try_emplace(Definition, false); // recursion finds its command elsewhere
  if (!New)
    return It->second;
  Finder F(*this);
  F.TraverseStmt(Definition->getBody());
  return MaySubmit[Definition] = F.Found;
}

// Whether E passes a queue, handler or wrapper to a function that cannot be seen.
bool RegionWalker::takesQueue(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (Callee && (Callee->hasBody() || isSystem(Callee)))
    return false;
  return llvm::any_of(E->arguments(), [&](const Expr *A) {
    Known Kind = Follow.names().ofPointee(A->getType());
    bool Passed = A->isLValue() && !A->getType().isConstQualified();
    return Passed && (Kind == Known::Queue || Kind == Known::Handler || Kind == Known::FusionWrapper);
  });
}

// A function of the user's: walked as if it stood here.
void RegionWalker::other(const CallExpr *E, const Env *In) {
  const FunctionDecl *Callee = E->getDirectCallee(), *Definition = nullptr;
  if (takesQueue(E)) {
    std::string Name = Callee ? Callee->getNameAsString() : "the call";
    return refuse(*Open.back(), diag::region_call_not_visible, E->getExprLoc(), {Name});
  }
  if (Callee && isSystem(Callee) && passesSubmitter(E, In))
    return refuse(*Open.back(), diag::region_sequence_unknown, E->getExprLoc(), {});
  if (!Callee || !maySubmit(Callee) || !Callee->hasBody(Definition))
    return;
  if (llvm::is_contained(Stack, Definition)) // recursion
    return refuse(*Open.back(), diag::region_sequence_unknown, E->getExprLoc(), {});
  llvm::ArrayRef<const Expr *> Arguments(E->getArgs(), E->getNumArgs());
  const Expr *This = objectOf(E);
  if (isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(Definition)) {
    This = Arguments.front();
    Arguments = Arguments.drop_front();
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(Definition);
  bool Lambda = Method && Method->getParent()->isLambda(); // its `this` is that of the function around it
  Stack.push_back(Definition);
  statement(Definition->getBody(), Follow.call(Definition, Arguments, Lambda ? Value{} : Value{This, In}, In));
  Stack.pop_back();
}

} // namespace syclfuse::plugin
