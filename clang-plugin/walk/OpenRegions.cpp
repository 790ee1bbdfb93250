// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpenRegions.h"

using namespace clang;

namespace syclfuse::plugin {

RegionBuilder *OpenRegions::lastTaking() {
  auto Takes = [](const auto &R) { return !R->Run && (!R->Graph || !R->Graph->Recording.empty()); };
  auto It = std::find_if(Open.rbegin(), Open.rend(), Takes);
  return It == Open.rend() ? nullptr : It->get();
}

bool OpenRegions::mayGoOn() const {
  return llvm::any_of(Open, [](const auto &R) { return !R->Graph || !R->Graph->IsFinalized; });
}

void OpenRegions::begin(RegionBuilder &R) {
  R.Function = Function;
  R.Begin = Position;
  for (const Frame &F : Frames)
    R.Frames.push_back(F.Number);
  R.Region.source.begin = Locations.of(R.Begin);
}

void OpenRegions::start(std::unique_ptr<RegionBuilder> R) {
  begin(*R);
  Open.push_back(std::move(R));
}

void OpenRegions::close(RegionBuilder &R) {
  auto It = llvm::find_if(Open, [&](const auto &P) { return P.get() == &R; });
  if (CommandGroup == &R)
    CommandGroup = nullptr;
  done(R);
  Open.erase(It);
}

// A region of several segments is several regions from here on, and all of them share its fate.
void OpenRegions::done(RegionBuilder &R) {
  if (R.Graph) // it counts when it is finalized
    return;
  std::vector<RegionBuilder> Earlier = std::move(R.Earlier);
  for (RegionBuilder &Segment : Earlier) {
    Segment.Refused = R.Refused;
    Segment.Unfinished = R.Unfinished;
    Segment.End = R.End;
    Segment.Region.barriers = R.Region.barriers;
    Segment.Region.trusted = R.Region.trusted;
    Done.push_back(std::move(Segment));
  }
  Done.push_back(std::move(R));
}

void OpenRegions::closeUnfinished(RegionBuilder &R) {
  R.Unfinished = true;
  close(R);
}

void OpenRegions::finalize(RegionBuilder &R, const FunctionDecl *Where, SourceLocation Location,
                           const Properties &Given) {
  R.Graph->IsFinalized = true;
  for (RegionBuilder &Run : R.runs()) {
    auto Place = [&](RegionBuilder &Segment) {
      Segment.Function = Where;
      Segment.Begin = Location;
      Segment.Region.kind = region_kind::graph;
      Segment.Region.source.begin = Segment.Region.source.end = Locations.of(Location);
    };
    Place(Run);
    for (RegionBuilder &Segment : Run.Earlier)
      Place(Segment);
    Run.End = Location;
    Run.Region.barriers = Given.InsertBarriers;
    Run.Region.trusted = Given.Trusted;
    done(Run);
  }
}

void OpenRegions::end(RegionBuilder &R, SourceLocation Location) {
  R.Region.source.end = Locations.of(Location);
  close(R);
}

void OpenRegions::cut(RegionBuilder &R, SourceLocation Location) {
  R.Region.source.end = Locations.of(Location);
  R.cut(Location);
  R.Region.source.begin = Locations.of(Location);
}

std::vector<RegionBuilder> OpenRegions::finish() {
  takeRuns(); // what is left of them is empty
  for (auto &R : Open) {
    R->Unfinished = !R->Recorded;
    done(*R);
  }
  Open.clear();
  return std::move(Done);
}

OpenRegions::List OpenRegions::takeIf(llvm::function_ref<bool(const RegionBuilder &)> Wanted) {
  auto Others = [&](const auto &R) { return !Wanted(*R); };
  auto Started = std::stable_partition(Open.begin(), Open.end(), Others);
  List Taken(std::make_move_iterator(Started), std::make_move_iterator(Open.end()));
  Open.erase(Started, Open.end());
  return Taken;
}

OpenRegions::List OpenRegions::takeStartedIn(unsigned Frame) {
  return takeIf([&](const RegionBuilder &R) { return llvm::is_contained(R.Frames, Frame); });
}

OpenRegions::List OpenRegions::takeRuns() {
  return takeIf([](const RegionBuilder &R) { return R.Run.has_value(); });
}

void OpenRegions::putBack(List Regions) { llvm::move(Regions, std::back_inserter(Open)); }

std::string quoted(llvm::StringRef Callee) { return Callee.contains(' ') ? Callee.str() : "'" + Callee.str() + "'"; }

void OpenRegions::leaveOpen(RegionBuilder &R, open_kind Kind, SourceLocation Location, llvm::StringRef Callee,
                            std::vector<Note> Notes) {
  manifest::open_point Point{Kind, Locations.of(Location), static_cast<unsigned>(R.Region.submissions.size()), 0,
                             Callee.str()};
  for (const manifest::open_point &P : R.Region.open)
    if (P.kind == Point.kind && P.location.line == Point.location.line && P.location.column == Point.location.column &&
        P.location.file == Point.location.file)
      return;
  R.Region.open.push_back(std::move(Point));
  // Calls that are joined later say so themselves.
  if (R.Refused || llvm::count_if(R.Region.open, [](const auto &P) { return P.symbol.empty(); }) > 1)
    return;
  if (Notes.empty() && Location != R.Begin)
    Notes.push_back(R.start());
  if (Kind == open_kind::jump)
    R.Warnings.push_back({diag::region_unsupported, Location, {"a jump back to here"}, Notes});
  else if (Kind == open_kind::call)
    R.Warnings.push_back({diag::region_call_not_visible, Location, {quoted(Callee)}, Notes});
  else
    R.Warnings.push_back({diag::region_sequence_unknown, Location, {}, Notes});
}

void OpenRegions::leaveAllOpen(open_kind Kind, SourceLocation Location, llvm::StringRef Callee) {
  for (auto &R : Open)
    if (!R->Run && (!R->Graph || !R->Graph->IsFinalized))
      leaveOpen(*R, Kind, Location, Callee);
}

const OpenRegions::Frame *OpenRegions::newCondition(const RegionBuilder &R) const {
  unsigned Common = 0;
  while (Common < Frames.size() && Common < R.Frames.size() && Frames[Common].Number == R.Frames[Common])
    ++Common;
  return Common == Frames.size() ? nullptr : &Frames[Common];
}

void OpenRegions::checkConditions(RegionBuilder &R, SourceLocation Location) {
  const Frame *F = newCondition(R);
  if (!F)
    return;
  leaveOpen(R, F->Kind, F->Location, {},
            {{Location, std::string("the submission in this ") + F->What + " is here"}, R.start()});
  for (manifest::open_point &P : R.Region.open)
    if (P.kind == F->Kind && P.location.line == Locations.of(F->Location).line)
      ++P.count;
}

} // namespace syclfuse::plugin
