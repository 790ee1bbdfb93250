// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where regions begin and end, and what leaves a region open.
#include "RegionWalker.h"

using namespace clang;

namespace syclfuse::plugin {

// The variable or member that E, a call that starts a region as an object, initializes.
std::optional<Place> RegionWalker::initializedBy(const CallExpr *E, const Env *In) {
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
    const auto *D = R->Wrapper && R->Wrapper->Owner ? dyn_cast_or_null<VarDecl>(R->Wrapper->Root) : nullptr;
    R->EndsWithWrapper = D && !isa<ParmVarDecl>(D) && !Recorder.isCopied(D);
  } else { // fusion_region::start is a static function of the queue
    R->Wrapper = initializedBy(E, In);
    R->Queue = Queues.ofQueue({E->getArg(0), In});
    R->EndsWithWrapper = true;
  }
  // Of one queue, the runtime refuses to start a second region; so the others are of other queues.
  for (auto It = Open.begin(); It != Open.end();)
    if (Queues.compare((*It)->Queue, R->Queue) == Alias::Same) {
      (*It)->Unfinished = true;
      Done.push_back(std::move(**It));
      It = Open.erase(It);
    } else {
      Queues.differ((*It++)->Queue, R->Queue);
    }
  R->Function = Stack.front();
  R->Begin = Outermost;
  for (const Frame &F : Frames)
    R->Frames.push_back(F.Number);
  R->Region.source.begin = Locations.of(R->Begin);
  Open.push_back(std::move(R));
}

// What R submits from here on is not known: the first time there is a warning. Function: what may submit something
// here.
void RegionWalker::leaveOpen(RegionBuilder &R, open_kind Kind, SourceLocation Location, llvm::StringRef Function,
                             std::vector<Note> Notes) {
  manifest::open_point Point{Kind, Locations.of(Location), static_cast<unsigned>(R.Region.submissions.size()), 0,
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
    if (P.kind == F->Kind && P.location.line == Locations.of(F->Location).line)
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
  R->Region.source.end = Locations.of(Outermost);
  R->Region.barriers = !Promises.find({E->getArgs(), E->getNumArgs()}, In).NoBarriers;
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
  if (!Range.global.empty())
    manifest::list_nd_range(R.Region.nd_ranges, {Range, nd_range_origin::source, {}});
}

} // namespace syclfuse::plugin
