// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where regions begin and end, which of the open ones a command belongs to, and what leaves a region open.
#include "RegionWalker.h"

#include "Members.h"

using namespace clang;

namespace syclfuse::plugin {

// The queue that a fusion_wrapper was made of.
std::optional<Place> RegionWalker::wrapperQueue(Value Wrapper) {
  Value Made = Follow.origin(Wrapper);
  const auto *Construct = Made ? dyn_cast<CXXConstructExpr>(Made.E) : nullptr;
  if (!Construct || Construct->getNumArgs() == 0)
    return std::nullopt;
  return Follow.place(queueOrigin({Construct->getArg(0), Made.In}));
}

// The queue that a member of an object was made from, where the object is not assigned to.
Value RegionWalker::initialOf(Value Queue) {
  const auto *Member = dyn_cast<MemberExpr>(Queue.E);
  const auto *Field = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  Value Made = Field ? Follow.strip(Follow.part({Member->getBase(), Queue.In}, {PathStep{Field, nullptr, 0}})) : Value{};
  std::optional<Place> P = Made ? Follow.place(Queue) : std::nullopt;
  const auto *Root = P ? dyn_cast_or_null<VarDecl>(P->Root) : nullptr;
  bool Named = Made && isa<DeclRefExpr, MemberExpr>(Made.E) && Made.E != Queue.E;
  return Named && (!Root || !Recorder.isReassigned(Root)) ? Made : Value{};
}

// The queue that an optional or a smart pointer was made of, where that never holds another one.
Value RegionWalker::heldAtFirst(Value Queue) {
  std::optional<Place> P = isa<CallExpr>(Queue.E) ? Follow.place(Queue) : std::nullopt;
  const auto *D = P ? dyn_cast_or_null<VarDecl>(P->Root) : nullptr;
  if (!D || isa<ParmVarDecl>(D) || Recorder.isReassigned(D))
    return {};
  Value Made = Follow.strip(Follow.contained(Queue));
  const auto *Maker = Made ? dyn_cast<CallExpr>(Made.E) : nullptr;
  if (Maker && Maker->getNumArgs() == 1 && Follow.names().ofPointee(Maker->getArg(0)->getType()) == Known::Queue)
    Made = {Maker->getArg(0), Made.In};
  return Made && isa<DeclRefExpr, MemberExpr>(Made.E) ? Made : Value{};
}

// The variable that stands for a queue: copies of a queue are the same queue.
Value RegionWalker::queueOrigin(Value Queue) {
  for (unsigned I = 0; I != 16; ++I) {
    Queue = Follow.strip(Queue);
    const auto *R = Queue ? dyn_cast<DeclRefExpr>(Queue.E) : nullptr;
    const auto *D = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    if (Value Member = Queue ? initialOf(Queue) : Value{}) {
      Queue = Member;
      continue;
    }
    if (Value Held = Queue ? heldAtFirst(Queue) : Value{}) {
      Queue = Held;
      continue;
    }
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
      R->Unfinished = true;
      close(*R);
      break;
    }
  auto R = std::make_unique<RegionBuilder>();
  R->Function = Stack.front();
  R->Begin = Outermost;
  R->Wrapper = P;
  // fusion_region::start is a static function of the queue.
  R->Queue = Wrapper ? wrapperQueue(Wrapper)
                     : (E->getNumArgs() ? Follow.place(queueOrigin({E->getArg(0), In})) : std::nullopt);
  for (const Frame &F : Frames)
    R->Frames.push_back(F.Number);
  R->Region.source.begin = Places.of(R->Begin);
  Open.push_back(std::move(R));
}

// Whether P is a queue or wrapper that the function which is walked makes itself; copies of queues are followed before.
bool RegionWalker::isOwnObject(const Place &P) {
  const auto *D = dyn_cast_or_null<VarDecl>(P.Root);
  if (!D || !P.Part.empty() || isa<ParmVarDecl>(D) || !D->hasLocalStorage() || !D->getInit() || Recorder.isReassigned(D))
    return false;
  const auto *Construct = dyn_cast<CXXConstructExpr>(D->getInit()->IgnoreImplicit());
  Known Kind = Follow.names().of(D->getType());
  return (Kind == Known::Queue || Kind == Known::FusionWrapper) && Construct &&
         !Construct->getConstructor()->isCopyOrMoveConstructor();
}

// Whether P is what an optional or a smart pointer holds that may have been given any queue.
bool RegionWalker::mayHoldCopy(const Place &P) {
  const auto *D = dyn_cast_or_null<VarDecl>(P.Root);
  return llvm::StringRef(P.Part).contains(".*") && (!D || (!isa<ParmVarDecl>(D) && Recorder.isReassigned(D)));
}

// What a caller has passed may be any object but what is passed beside it, and what is made afterwards.
bool RegionWalker::mayBeSame(const Place &A, const Place &B) {
  if (mayHoldCopy(A) != mayHoldCopy(B) && (A.Root != B.Root || A.Owner != B.Owner))
    return true;
  if (isOwnObject(A) || isOwnObject(B))
    return false;
  const auto *P = dyn_cast_or_null<ParmVarDecl>(A.Root), *Q = dyn_cast_or_null<ParmVarDecl>(B.Root);
  return (P || Q) && !(P && Q && P->getDeclContext() == Q->getDeclContext());
}

// The open region of the queue or wrapper P; what cannot be told apart belongs to the region that was opened last.
RegionBuilder *RegionWalker::regionAt(const std::optional<Place> &P, bool IsQueue) {
  RegionBuilder *Unknown = nullptr;
  for (auto &R : llvm::reverse(Open)) {
    const std::optional<Place> &Own = IsQueue ? R->Queue : R->Wrapper;
    if (P && Own && *P == *Own)
      return R.get();
    if ((!P || !Own || mayBeSame(*P, *Own)) && !Unknown)
      Unknown = R.get();
  }
  return Unknown;
}

// The open region that a command on E's queue, or a call on E's wrapper, belongs to.
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
  return regionAt(IsQueue ? Follow.place(queueOrigin({Object, In})) : Follow.place({Object, In}), IsQueue);
}

// The open region that E is given the queue, the handler or the wrapper of.
RegionBuilder *RegionWalker::regionOfArguments(const CallExpr *E, const Env *In) {
  for (const Expr *A : E->arguments()) {
    Known Kind = Follow.names().ofPointee(A->getType());
    if (Kind == Known::Queue)
      return regionAt(Follow.place(queueOrigin({A, In})), true);
    if (Kind == Known::FusionWrapper)
      return regionAt(Follow.place({A, In}), false);
  }
  std::vector<const Expr *> Objects(E->arg_begin(), E->arg_end());
  Objects.push_back(objectOf(E));
  for (const Expr *Object : Objects)
    if (auto Held = Object && leadsToQueue(Object->getType(), Follow.context(), Follow.names()) ? heldQueue(Object, In) : std::nullopt)
      return regionAt(Held->first, Held->second);
  return CommandGroup ? CommandGroup : Open.back().get();
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

// What R submits from here on is not known: the first time there is a warning. Function: what may submit something here.
void RegionWalker::leaveOpen(RegionBuilder &R, open_kind Kind, SourceLocation Location, llvm::StringRef Function,
                             std::vector<Note> Notes) {
  manifest::open_point Point{Kind, Places.of(Location), static_cast<unsigned>(R.Region.submissions.size()), 0,
                             Function.str()};
  for (const manifest::open_point &P : R.Region.open)
    if (P.kind == Point.kind && P.location.line == Point.location.line && P.location.column == Point.location.column &&
        P.location.file == Point.location.file)
      return;
  R.Region.open.push_back(std::move(Point));
  // Calls that are joined later say so themselves.
  if (R.Refused || llvm::count_if(R.Region.open, [](const auto &P) { return P.symbol.empty(); }) > 1)
    return;
  if (Notes.empty() && Location != R.Begin)
    Notes.push_back({R.Begin, "the fusion region starts here"});
  if (Kind == open_kind::jump)
    R.Warnings.push_back({diag::region_unsupported, Location, {"a jump back to here"}, Notes});
  else if (Kind == open_kind::call)
    R.Warnings.push_back({diag::region_call_not_visible, Location, {Function.str()}, Notes});
  else
    R.Warnings.push_back({diag::region_sequence_unknown, Location, {}, Notes});
}

// The outermost condition around the current statement that was not around R's start; null if whatever happens here
// happens whenever R is started.
const RegionWalker::Frame *RegionWalker::newCondition(const RegionBuilder &R) const {
  unsigned Common = 0;
  while (Common < Frames.size() && Common < R.Frames.size() && Frames[Common].Number == R.Frames[Common])
    ++Common;
  return Common == Frames.size() ? nullptr : &Frames[Common];
}

// What happens at Location, a submission, leaves R open if it depends on a condition.
void RegionWalker::checkConditions(RegionBuilder &R, SourceLocation Location) {
  const Frame *F = newCondition(R);
  if (!F)
    return;
  leaveOpen(R, F->Kind, F->Location, {},
            {{Location, std::string("the submission in this ") + F->What + " is here"},
             {R.Begin, "the fusion region starts here"}});
  for (manifest::open_point &P : R.Region.open)
    if (P.kind == F->Kind && P.location.line == Places.of(F->Location).line)
      ++P.count;
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
  R->End = Outermost;
  R->Region.source.end = Places.of(Outermost);
  R->Region.barriers = !Find.find({E->getArgs(), E->getNumArgs()}, In).NoBarriers;
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

void RegionWalker::expect(const CallExpr *E, const Env *In) {
  RegionBuilder &R = *Open.back();
  manifest::nd_range Range = E->getNumArgs() ? Sizes.ndRange({E->getArg(0), In}) : manifest::nd_range();
  if (E->getNumArgs() > 1)
    Range.local = Sizes.sizes({E->getArg(1), In});
  R.listRange(Range);
}

} // namespace syclfuse::plugin
