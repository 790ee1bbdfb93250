// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of kernels that nobody asked to fuse: for each queue, what it is given between two points that have the runtime
// launch the kernels that it holds back. They are open regions that no wrapper starts. Where a condition of run time
// chooses what is submitted, a queue has several runs, one for each way from the last such point on. What cannot be
// told ends a run: a recorded run that never comes costs the time to build it, and changes nothing else.
#pragma once

#include "OpenRegions.h"

namespace syclfuse::plugin {

// For one walk through a function.
class AutomaticRuns {
public:
  using Test = llvm::function_ref<bool(const RegionBuilder &)>;
  AutomaticRuns(OpenRegions &Regions, bool IsActive) : Regions(Regions), Active(IsActive) {}

  // False if only regions that somebody asked for are recorded: then there are no runs, and nothing ends one.
  bool isActive() const { return Active; }

  // The runs that a kernel which is given to Queue belongs to. Those of queues that may be the same one end.
  std::vector<RegionBuilder *> of(const QueueIdentity &Queue);
  // Takes note of the last kernel of R.
  void added(RegionBuilder &R);
  // R ends here: it counts if it has two kernels, and is empty afterwards.
  void end(RegionBuilder &R);
  void endAll();
  void endIf(Test Ends);
  // Ends what Queue holds, or may hold.
  void endOn(const QueueIdentity &Queue);
  // Ends what other queues than Queue hold and Test tells.
  void endOnOthers(const QueueIdentity &Queue, Test Ends);

  // Walks each of Ways with the runs as they are here. Afterwards there are those that any of them has left. Within a
  // command group only that of the group is meant.
  void branch(llvm::ArrayRef<std::function<void()>> Ways);

  // A round of a loop at Location begins.
  void beginRound() { Marks.push_back(++Clock); }
  // The round is over. A run that nothing has ended in it is what each round submits; it is recorded if IsFirst, and
  // does not go on. Returns true if others go on, into the next round.
  bool endRound(bool IsFirst, clang::SourceLocation Location);
  // The loop is left without another round.
  void leaveRound() { Marks.pop_back(); }
  // The memory of the runs may change from Location on, which is before their begin.
  void mayChangeFrom(clang::SourceLocation Location);

private:
  static bool isEmpty(const RegionBuilder &R) { return R.Region.submissions.empty(); }
  bool areAlike(const RegionBuilder &A, const RegionBuilder &B) const;
  void tidy();
  void limit(size_t Times);
  void clear(RegionBuilder &R);
  void record(RegionBuilder R, const QueueIdentity &Queue, clang::SourceLocation Begin);
  void branchGroup(RegionBuilder &R, llvm::ArrayRef<std::function<void()>> Ways);

  OpenRegions &Regions;
  const bool Active;
  unsigned Clock = 0, AllEnded = 0;
  std::vector<unsigned> Marks; // when the current round of each loop around the current statement began
};

} // namespace syclfuse::plugin
