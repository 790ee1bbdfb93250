// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The regions that a graph is when it is finalized.
#include "RegionBuilder.h"

#include "syclfuse/partition.hpp"

using namespace clang;

namespace syclfuse::plugin {

void RegionBuilder::take(const RegionBuilder &From, unsigned Submission,
                         std::vector<std::optional<unsigned>> &Numbers) {
  Numbers.resize(From.Memory.size());
  auto Numbered = [&](unsigned Buffer) {
    if (!Numbers[Buffer]) {
      const size_t Before = Memory.size();
      Numbers[Buffer] =
          identity(From.Memory[Buffer], From.MemoryLocations[Buffer], [&] { return From.Region.buffers[Buffer]; });
      if (Memory.size() != Before) {
        Parents.back() = From.Parents[Buffer];
        Offsets.back() = From.Offsets[Buffer];
      }
    }
    return *Numbers[Buffer];
  };
  manifest::submission Copy = From.Region.submissions[Submission];
  for (manifest::argument &A : Copy.arguments)
    if (A.identity)
      A.identity = Numbered(*A.identity);
  if (Copy.range_id) {
    const std::string &Key = From.RangeKeys[*Copy.range_id];
    auto It = llvm::find(RangeKeys, Key);
    Copy.range_id = It - RangeKeys.begin();
    if (It == RangeKeys.end())
      RangeKeys.push_back(Key);
  }
  Copy.sizes = {};
  for (const AccessorUse &U : From.Uses)
    if (U.Submission == Submission) {
      Uses.push_back(U);
      Uses.back().Submission = Region.submissions.size();
      Uses.back().Buffer = Numbered(U.Buffer);
    }
  Region.submissions.push_back(std::move(Copy));
}

RegionBuilder RegionBuilder::segmentOf(llvm::ArrayRef<unsigned> Submissions) const {
  RegionBuilder Out;
  Out.Refused = Refused;
  Out.Chosen = Chosen;
  Out.Results = Results;
  Out.Region.nd_ranges = Region.nd_ranges;
  std::vector<std::optional<unsigned>> Numbers;
  for (unsigned S : Submissions)
    Out.take(*this, S, Numbers);
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
    // Other kernels of the graph need their buffers in memory. Other commands do without, as the user promises.
    auto IsUsedOutside = [&, Own = segment{Step, Step + 1}](const Place &Whole) {
      return is_used_outside(Own, Steps.size(), [&](size_t N) { return Graph->haveKernelThatUses(Steps[N], Whole); });
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
