// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AutomaticRuns.h"

#include "llvm/ADT/Sequence.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

// More ways, and more kernels in a row, than pay to be built.
constexpr size_t MaxWays = 8, MaxKernels = 64;

// What is written alike is taken for one queue: get_queue(), of which nobody knows what it returns.
Alias compare(const QueueIdentity &A, const QueueIdentity &B) {
  const Alias Known = QueueIdentities::compare(A, B);
  const bool IsAlike =
      !A.At && !B.At && A.In == B.In && A.Written == B.Written && A.Written != llvm::FoldingSetNodeID();
  return Known == Alias::Unknown && IsAlike ? Alias::Same : Known;
}

OpenRegions::List copiesOf(const OpenRegions::List &All) {
  OpenRegions::List Copies;
  for (const auto &R : All)
    Copies.push_back(std::make_unique<RegionBuilder>(*R));
  return Copies;
}

} // namespace

void AutomaticRuns::clear(RegionBuilder &R) {
  RegionBuilder Empty;
  Empty.Queue = R.Queue;
  Empty.Region.kind = region_kind::automatic;
  Empty.Run.emplace().Ended = R.Run->Ended;
  R = std::move(Empty);
}

std::vector<RegionBuilder *> AutomaticRuns::of(const QueueIdentity &Queue) {
  tidy();
  std::vector<RegionBuilder *> Found;
  for (auto &R : Regions) {
    const Alias Known = R->Run ? compare(Queue, R->Queue) : Alias::Different;
    if (Known == Alias::Same)
      Found.push_back(R.get());
    else if (Known == Alias::Unknown)
      end(*R);
  }
  if (Found.empty()) {
    auto R = std::make_unique<RegionBuilder>();
    R->Queue = Queue;
    R->Run.emplace().Ended = AllEnded;
    Found.push_back(R.get());
    Regions.add(std::move(R));
  }
  for (RegionBuilder *R : Found)
    if (isEmpty(*R)) {
      clear(*R); // what was assigned before it begins does not count
      Regions.begin(*R);
    }
  return Found;
}

void AutomaticRuns::added(RegionBuilder &R) {
  R.Run->Times.push_back(Clock);
  if (R.Region.submissions.size() == MaxKernels)
    end(R);
}

void AutomaticRuns::record(RegionBuilder R, const QueueIdentity &Queue, SourceLocation Begin) {
  if (R.Region.submissions.size() < 2)
    return;
  R.Queue = Queue;
  R.Begin = Begin;
  R.Function = Regions.Function;
  R.Region.kind = region_kind::automatic;
  R.Region.source = {R.Region.submissions.front().location, R.Region.submissions.back().location};
  Regions.emit(std::move(R));
}

void AutomaticRuns::end(RegionBuilder &R) {
  const QueueIdentity Queue = R.Queue;
  const SourceLocation Begin = R.Begin;
  R.Run->Ended = ++Clock;
  RegionBuilder Ended = R;
  clear(R);
  record(std::move(Ended), Queue, Begin);
}

void AutomaticRuns::endIf(Test Ends) {
  for (auto &R : Regions)
    if (R->Run && Ends(*R))
      end(*R);
}

void AutomaticRuns::endAll() {
  if (!Active)
    return;
  AllEnded = ++Clock;
  endIf([](const RegionBuilder &) { return true; });
}

void AutomaticRuns::endOn(const QueueIdentity &Queue) {
  bool IsKnown = false;
  for (auto &R : Regions) {
    const Alias Known = R->Run ? compare(Queue, R->Queue) : Alias::Different;
    IsKnown |= Known == Alias::Same;
    if (Known != Alias::Different)
      end(*R);
  }
  if (!IsKnown)
    end(*of(Queue).front()); // it is remembered when that was
}

void AutomaticRuns::endOnOthers(const QueueIdentity &Queue, Test Ends) {
  endIf([&](const RegionBuilder &R) { return compare(Queue, R.Queue) != Alias::Same && Ends(R); });
}

// Whether the two cannot be told apart from here on.
bool AutomaticRuns::areAlike(const RegionBuilder &A, const RegionBuilder &B) const {
  auto EndedSince = [](const RegionBuilder &R, unsigned Mark) { return R.Run->Ended >= Mark; };
  return compare(A.Queue, B.Queue) == Alias::Same && A.Region.submissions.size() == B.Region.submissions.size() &&
         llvm::all_of(Marks, [&](unsigned Mark) { return EndedSince(A, Mark) == EndedSince(B, Mark); }) &&
         (isEmpty(A) || A.Region == B.Region);
}

// Of a queue of which nothing is known, every kernel is the first one.
void AutomaticRuns::tidy() {
  if (Regions.CommandGroup && Regions.CommandGroup->Run) // somebody holds one of them
    return;
  OpenRegions::List All = Regions.takeRuns(), Different;
  for (auto &R : All)
    if (!(isEmpty(*R) && compare(R->Queue, R->Queue) != Alias::Same) &&
        llvm::none_of(Different, [&](const auto &Other) { return areAlike(*R, *Other); }))
      Different.push_back(std::move(R));
  Regions.putBack(std::move(Different));
}

// Ends the runs of queues that would have too many if each had so many times as many.
void AutomaticRuns::limit(size_t Times) {
  auto HasTooMany = [&](const RegionBuilder &R) {
    return Times * llvm::count_if(Regions,
                                  [&](const auto &Other) {
                                    return Other->Run && !isEmpty(*Other) &&
                                           compare(R.Queue, Other->Queue) == Alias::Same;
                                  }) >
           MaxWays;
  };
  std::vector<RegionBuilder *> TooMany;
  for (auto &R : Regions)
    if (R->Run && !isEmpty(*R) && HasTooMany(*R))
      TooMany.push_back(R.get());
  for (RegionBuilder *R : TooMany)
    end(*R);
  tidy();
}

// Of the ways through a command group, the first one goes on as the run that it was walked for.
void AutomaticRuns::branchGroup(RegionBuilder &R, llvm::ArrayRef<std::function<void()>> Ways) {
  OpenRegions::List Left;
  for (const std::function<void()> &Way : Ways) {
    Left.push_back(std::make_unique<RegionBuilder>(R));
    Regions.CommandGroup = Left.back().get();
    Way();
  }
  R = std::move(*Left.front());
  Left.erase(Left.begin());
  Regions.CommandGroup = &R;
  Regions.putBack(std::move(Left));
}

void AutomaticRuns::branch(llvm::ArrayRef<std::function<void()>> Ways) {
  if (Regions.CommandGroup && Regions.CommandGroup->Run)
    return branchGroup(*Regions.CommandGroup, Ways);
  limit(Ways.size());
  const OpenRegions::List Before = Regions.takeRuns();
  OpenRegions::List After;
  for (const std::function<void()> &Way : Ways) {
    Regions.putBack(copiesOf(Before));
    Way();
    llvm::move(Regions.takeRuns(), std::back_inserter(After));
  }
  Regions.putBack(std::move(After));
  tidy();
  limit(1);
}

bool AutomaticRuns::endRound(bool IsFirst, SourceLocation Location) {
  const unsigned Mark = Marks.back();
  Marks.pop_back();
  bool GoesOn = false;
  for (auto &R : Regions) {
    if (!R->Run || isEmpty(*R))
      continue;
    const bool WasEnded = R->Run->Ended >= Mark;
    GoesOn |= WasEnded;
    const unsigned Count = R->Region.submissions.size(),
                   First = llvm::count_if(R->Run->Times, [&](unsigned Time) { return Time < Mark; });
    if (WasEnded || First == Count)
      continue;
    if (!IsFirst) {
      R->Run->Ended = ++Clock;
      clear(*R);
      continue;
    }
    if (First != 0)
      record(R->segmentOf(llvm::to_vector(llvm::seq(First, Count))), R->Queue, Location);
    end(*R);
  }
  return GoesOn;
}

void AutomaticRuns::mayChangeFrom(SourceLocation Location) {
  for (auto &R : Regions)
    if (R->Run)
      R->Run->Since = Location;
}

} // namespace syclfuse::plugin
