// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region while it is being recorded, or a graph whose runs of kernels are regions when it is finalized.
#pragma once

#include "GraphNodes.h"
#include "PropertyFinder.h"
#include "diagnostics/Diagnostics.h"
#include "effects/ReassignedMemory.h"

namespace syclfuse::plugin {

// How one accessor of a region uses a buffer.
struct AccessorUse {
  unsigned Submission = 0;
  unsigned Buffer = 0; // identity
  std::string Name;
  clang::SourceLocation Location;
  promotion Promote = promotion::none;
  bool Writes = true;
};

// A condition of run time, and which of its ways the region is recorded for.
struct ChosenWay {
  clang::SourceLocation Location;
  const char *What; // "if"
  unsigned Taken;
};

// What a region of kind `automatic` is besides, while it is recorded: a straight run of kernels that nobody asked to
// fuse. Times are those of the clock of AutomaticRuns.
struct AutomaticRun {
  unsigned Ended = 0;          // when its queue last had to launch what it held
  std::vector<unsigned> Times; // of the submissions
  clang::SourceLocation Since; // from where on its memory may have changed; invalid: from its begin on
};

struct RegionBuilder {
  manifest::region Region;
  const clang::FunctionDecl *Function = nullptr; // that it is written in
  const clang::FunctionDecl *Recorded = nullptr; // what is recorded is no region, but what this function submits
  clang::SourceLocation Begin, End;
  std::optional<Place> Wrapper; // absent: could not be told
  QueueIdentity Queue;
  QueueIdentity QueueOfWrapper;     // as the wrapper names it, where another name for it has been found
  std::vector<unsigned> Frames;     // the conditions around start_fusion, by their numbers
  bool Refused = false;             // a warning has said why it cannot be recorded
  bool Unfinished = false;          // left without complete_fusion
  bool EndsWithObject = false;      // a fusion_region, when that is destroyed
  std::vector<ChosenWay> Chosen;    // since it began
  std::vector<Message> Warnings;    // to be given if it is recorded
  std::vector<Place> Memory;        // one per Region.buffers
  std::vector<Properties> Promises; // of each, as it was made
  std::vector<clang::SourceLocation> MemoryLocations;
  std::vector<std::optional<llvm::FoldingSetNodeID>> Offsets; // of its first accessor, as it is written
  std::vector<std::optional<Place>> Parents;                  // of sub-buffers, one per Region.buffers
  std::vector<AccessorUse> Uses;
  ReassignedMemory Memories;                           // what assignments since it began have made of its memory
  llvm::SmallPtrSet<const clang::Expr *, 8> Submitted; // the calls that gave it its kernels
  // A kernel with reductions ends its segment: what the region has submitted up to the last one, each segment as a
  // region of its own.
  std::vector<RegionBuilder> Earlier;
  bool IsContinued = false;           // the region began in an earlier segment
  std::vector<BufferUse> Results;     // the buffers that its reductions write when their kernels have run
  std::vector<std::string> RangeKeys; // by range_id
  std::vector<std::string> ValueKeys; // by their numbers in size expressions
  // Set if a graph is recorded: it begins with its first node, and each finalize() makes regions of it.
  std::optional<GraphNodes> Graph;
  std::optional<AutomaticRun> Run; // set if it is a run of kernels that nobody asked to fuse

  // The identity of the memory P; new memory is described by what Describe returns.
  unsigned identity(const Place &P, clang::SourceLocation Location, llvm::function_ref<manifest::buffer()> Describe);
  // Gives all accessors of a buffer the hint that they settle on (settled_promotion), and warns where promises are
  // dropped by it.
  void settlePromotions(Diagnostics &Report);
  // A note that says where it begins.
  Note start() const;
  // Begins the next segment of the region.
  void cut(clang::SourceLocation Location);
  // The regions that a graph is when it is finalized: its runs of kernels.
  std::vector<RegionBuilder> runs() const;
  // A region of some of the submissions, in this order, with what they use.
  RegionBuilder segmentOf(llvm::ArrayRef<unsigned> Submissions) const;
  // The graph with the nodes of graphs in it in place of these, as the runtime has it where fusion is required.
  RegionBuilder opened() const;
  // Buffers that several segments use stay in memory, whatever was promised of them: what one segment leaves there, the
  // next one reads. Gives warnings.
  void keepSharedMemory();
  // True if what it submits is known once the functions that it calls are.
  bool isJoinedLater() const;
  // True if P is (a part of) what the recorded function is given.
  bool isParameter(const Place &P) const;
  // Says which buffer each sub-buffer is a part of, if the region uses that too.
  void nameParents();

private:
  std::vector<RegionBuilder *> segments();
  std::vector<size_t> addInner(const RegionBuilder &Inner, const std::vector<size_t> &Before);
  // Appends a submission of From, with what it uses. Numbers: of the buffers of From that have one here.
  void take(const RegionBuilder &From, unsigned Submission, std::vector<std::optional<unsigned>> &Numbers);
  // The memory of Region.buffers[Buffer]: a sub-buffer's is that of its buffer.
  Place wholeOf(unsigned Buffer) const;
  bool isReachedOtherwise(unsigned Buffer) const;
  void settlePromotions(unsigned Buffer, Diagnostics &Report);
  void promoteAll(unsigned Buffer, promotion Promote);
  // Takes the promotions off what IsUsedOutside tells, and returns the first use that had one of each buffer.
  std::vector<AccessorUse> keepInMemory(llvm::function_ref<bool(const Place &Whole)> IsUsedOutside);
};

} // namespace syclfuse::plugin
