// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The regions that a graph is when it is finalized.
#include "RegionBuilder.h"

#include "syclfuse/partition.hpp"

using namespace clang;

namespace syclfuse::plugin {

RegionBuilder RegionBuilder::segmentOf(llvm::ArrayRef<unsigned> Submissions) const {
  RegionBuilder Out;
  Out.Refused = Refused;
  Out.Chosen = Chosen;
  Out.Results = Results;
  Out.Region.nd_ranges = Region.nd_ranges;
  std::vector<std::optional<unsigned>> Numbers(Memory.size());
  auto Numbered = [&](unsigned Buffer) {
    if (!Numbers[Buffer]) {
      Numbers[Buffer] = Out.identity(Memory[Buffer], MemoryLocations[Buffer], [&] { return Region.buffers[Buffer]; });
      Out.Parents.back() = Parents[Buffer];
      Out.Offsets.back() = Offsets[Buffer];
    }
    return *Numbers[Buffer];
  };
  std::vector<unsigned> Ranges;
  for (unsigned S : Submissions) {
    manifest::submission Copy = Region.submissions[S];
    for (manifest::argument &A : Copy.arguments)
      if (A.identity)
        A.identity = Numbered(*A.identity);
    if (Copy.range_id) {
      auto It = llvm::find(Ranges, *Copy.range_id);
      const unsigned Number = It - Ranges.begin();
      if (It == Ranges.end())
        Ranges.push_back(*Copy.range_id);
      Copy.range_id = Number;
    }
    Copy.sizes = {};
    for (const AccessorUse &U : Uses)
      if (U.Submission == S) {
        Out.Uses.push_back(U);
        Out.Uses.back().Submission = Out.Region.submissions.size();
        Out.Uses.back().Buffer = Numbered(U.Buffer);
      }
    Out.Region.submissions.push_back(std::move(Copy));
  }
  return Out;
}

std::vector<RegionBuilder> RegionBuilder::runs() const {
  std::vector<RegionBuilder> Runs;
  if (!Region.open.empty()) { // its order is not known either
    Runs.push_back(*this);
    Runs.back().Graph.reset();
    return Runs;
  }
  const std::vector<std::vector<unsigned>> Steps = Graph->steps();
  for (auto [Step, Run] : llvm::enumerate(Steps)) {
    if (Run.size() < 2)
      continue;
    // Other commands of the graph need their buffers in memory.
    auto IsUsedOutside = [&, Own = segment{Step, Step + 1}](const Place &Whole) {
      return is_used_outside(Own, Steps.size(), [&](size_t N) { return Graph->use(Steps[N], Whole); });
    };
    std::vector<RegionBuilder> Segments;
    for (const std::vector<unsigned> &Submissions : Graph->segments(Run)) {
      Segments.push_back(segmentOf(Submissions));
      Segments.back().keepInMemory(IsUsedOutside);
    }
    RegionBuilder Last = std::move(Segments.back());
    Segments.pop_back();
    Last.Earlier = std::move(Segments);
    Last.keepSharedMemory();
    if (Runs.empty())
      Last.Warnings.insert(Last.Warnings.end(), Warnings.begin(), Warnings.end());
    Runs.push_back(std::move(Last));
  }
  return Runs;
}

} // namespace syclfuse::plugin
