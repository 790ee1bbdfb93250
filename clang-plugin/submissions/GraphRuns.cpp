// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The regions that a graph is when it is finalized.
#include "RegionBuilder.h"

using namespace clang;

namespace syclfuse::plugin {

// A region of some of the submissions, in this order, with what they use.
RegionBuilder RegionBuilder::part(llvm::ArrayRef<unsigned> Submissions) const {
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

// What a graph does between its runs of kernels needs its buffers in memory.
void RegionBuilder::keepInMemory(const GraphNodes &Nodes) {
  for (unsigned Buffer = 0; Buffer != Memory.size(); ++Buffer)
    if (Nodes.isShared(Memory[Buffer])) {
      promoteAll(Buffer, promotion::none);
      for (AccessorUse &U : Uses)
        U.Promote = U.Buffer == Buffer ? promotion::none : U.Promote;
    }
}

std::vector<RegionBuilder> RegionBuilder::runs() const {
  std::vector<RegionBuilder> Runs;
  if (!Region.open.empty()) { // its order is not known either
    Runs.push_back(*this);
    Runs.back().Graph.reset();
    return Runs;
  }
  for (const GraphNodes::Run &R : Graph->runs()) {
    std::vector<RegionBuilder> Parts;
    for (const std::vector<unsigned> &Submissions : R.Parts) {
      Parts.push_back(part(Submissions));
      Parts.back().keepInMemory(*Graph);
    }
    RegionBuilder Last = std::move(Parts.back());
    Parts.pop_back();
    Last.Earlier = std::move(Parts);
    Last.keepSharedMemory();
    if (Runs.empty())
      Last.Warnings.insert(Last.Warnings.end(), Warnings.begin(), Warnings.end());
    Runs.push_back(std::move(Last));
  }
  return Runs;
}

} // namespace syclfuse::plugin
