// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a region of the manifest to plans of what is fused (RegionPlan.h).
#pragma once

#include "RegionPlan.h"

#include "Driver/Input/KernelLibrary.h"

#include "syclfuse/fused_range.hpp"
#include "syclfuse/manifest.hpp"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <map>

namespace syclfuse::fuser {

class RegionPlanner {
public:
  // The kernels of the document, by symbol.
  using KernelIndex = llvm::StringMap<const manifest::kernel *>;
  static KernelIndex indexOf(const manifest::document &Document);

  // All kernels of the region must be in Kernels and Library; the references must outlive the planner. Trusted: what
  // nothing proves of its kernels is the user's promise, so that no run looks at it.
  RegionPlanner(const KernelIndex &Kernels, const manifest::region &Region, const KernelLibrary &Library, bool Trusted);

  // Why the region cannot be fused at all, whatever of its ND-ranges is not known: SF3012, SF3038.
  llvm::Error check() const;

  // The launches to build for: each set of ND-ranges that is listed or constant in the source, in order and once, then
  // what takes any ND-range that the submissions have in common, then any they may have. Listed ones that do not fit
  // are SF3008.
  std::vector<PlannedLaunch> launches(diagnostics &Diags) const;

  // The launch by rows in place of this one, if there is one; Items: also where a row is the work of one work-item.
  std::optional<PlannedLaunch> byRows(const PlannedLaunch &Launch, bool Items) const;

  // True if the fused launch must have the work-groups of the submission; ForPromotions: to promote all that is to be.
  bool keepsGroups(unsigned Submission, bool ForPromotions) const;

  // True if there is something to assume that makes fused code faster: promotions, buffers that are not the same.
  bool hasAssumptions() const;

  // With Assume, promotions and distinct buffers as far as they can be had.
  PlannedFusion plan(const PlannedLaunch &Launch, bool Assume) const;

private:
  // One argument of one kernel of the sequence.
  struct Slot {
    unsigned Submission, Argument;
    ArgumentSource Source;
    const manifest::parameter *Parameter = nullptr; // that it is (a part of), if it lies in one
    const manifest::argument *Known = nullptr;      // what the region knows of it

    bool isAccessorData() const;
    bool canBeIdentical() const;
  };
  // Slots that are one argument of the fused kernel; the first one stays.
  using Group = std::vector<Slot>;

  const manifest::kernel &kernel(const manifest::submission &S) const { return *Kernels.find(S.kernel)->second; }
  // What the region knows of a parameter; null if nothing.
  static const manifest::argument *known(const manifest::submission &S, size_t Parameter);

  // RegionLaunches.cpp
  // The submissions of a launch that must have their work-groups: those of kernels that use them; besides those that
  // may exchange data within them, through memory of which nothing is known; through any; besides those of promoted
  // arguments.
  enum class Keep : unsigned char { Users, SharersOfUnknown, Sharers, Promoted };
  // Without which kernels cannot be fused: where the region is not trusted, a run sees who exchanges data.
  Keep leastKept() const { return Trusted ? Keep::SharersOfUnknown : Keep::Users; }
  // How many submissions use some memory, and how many of them may write to it.
  struct Users {
    unsigned All = 0, Writers = 0;
  };
  // The users of any memory; of memory that may be any, such as that of a pointer; of each known buffer.
  struct MemoryUsers {
    Users Any, Unknown;
    std::map<unsigned, Users> Buffers; // by identity
  };
  void countUsers(const manifest::submission &S, MemoryUsers &Counted) const;
  bool sharesMemory(unsigned Submission, bool BuffersToo) const;
  bool keepsGroups(unsigned Submission, Keep What) const;
  fused_range_result fuse(llvm::ArrayRef<NDRange> Ranges, Keep What) const;
  fused_range_result fuseAtAll(llvm::ArrayRef<NDRange> Ranges) const;
  std::optional<NDRange> constantRange(const manifest::submission &S) const;
  bool hasOneItem(const manifest::submission &S) const;
  std::optional<std::vector<NDRange>> constantRanges() const;
  fused_range_result findConflict() const;
  std::string brokenRule(const fused_range_result &Found) const;
  bool mayBeEqual() const;
  bool haveOneRange() const;
  bool mayDiffer() const;
  bool areEqual(llvm::ArrayRef<NDRange> Ranges) const;
  PlannedLaunch specialized(std::vector<NDRange> Ranges) const;
  std::optional<PlannedLaunch> heterogeneous() const;
  bool haveRows(const LaunchShape &Shape) const;
  std::optional<submitted_range> launchByRows(llvm::ArrayRef<NDRange> Ranges, bool Items) const;
  llvm::Expected<std::vector<NDRange>> fit(const manifest::listed_nd_range &Listed) const;

  // RegionPromotions.cpp
  bool hasPromotions() const;
  bool linksAllRanges(llvm::ArrayRef<Group> Groups) const;
  bool sharesGroups(const Slot &S, const PlannedLaunch &Launch, std::string &Why) const;
  bool hasKnownElements(const Slot &S) const;
  std::optional<uint64_t> elements(const Slot &S, const PlannedLaunch &Launch) const;
  std::optional<PromotedArgument> sizePromotion(const Group &G, const PlannedLaunch &Launch, std::string &Why) const;
  PlannedPromotion guardPromotion(const Group &G, const PromotedArgument &Size, const PlannedLaunch &Launch) const;
  void planPromotions(llvm::ArrayRef<Group> Groups, PlannedFusion &Plan) const;
  void planRowLengths(llvm::ArrayRef<Group> Groups, PlannedFusion &Plan) const;
  std::vector<Slot> findIndirectAccessors() const;
  bool isReachedIndirectly(const Slot &S) const;
  void remarkIndirect(PlannedFusion &Plan) const;
  bool canBeDistinct(llvm::ArrayRef<Group> Groups) const;
  void planDistinct(llvm::ArrayRef<Group> Groups, PlannedFusion &Plan) const;

  bool hasValues() const;
  void planValues(llvm::ArrayRef<Group> Groups, PlannedFusion &Plan) const;

  std::vector<Slot> slots() const;
  UserNames userNames() const;
  std::vector<Group> groups() const;

  const KernelIndex &Kernels;
  const manifest::region &Region;
  const KernelLibrary &Library;
  const bool Trusted;
  // What is asked for each submission, or each pair, is found once.
  MemoryUsers Memory;
  std::vector<Slot> IndirectAccessors;
};

} // namespace syclfuse::fuser
