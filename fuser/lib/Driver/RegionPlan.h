// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a region of the manifest to what is fused: which arguments are one, which are promoted, and what must hold at run time for
// that (the guards of DESIGN 4.7).
#pragma once

#include "KernelLibrary.h"

#include "syclfuse/bundle.hpp"
#include "syclfuse/manifest.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Error.h"

namespace syclfuse::fuser {

// A guard that only matters while an argument of the fused kernel is still there.
struct ArgumentGuard {
  ArgumentSource Argument;
  bundle::guard_record Guard;
};

// A pointer that is to be replaced by private or local memory.
struct PlannedPromotion {
  ArgumentSource Argument; // the fused argument
  std::string Name;        // of the accessor
  std::vector<bundle::guard_record> Guards;
};

struct PlannedFusion {
  FusionRequest Request; // without FusedName
  std::vector<ArgumentGuard> Identities;
  std::vector<PlannedPromotion> Promotions;
  diagnostics Remarks; // promotions that were asked for and are not tried (SF3015)
};

class RegionPlanner {
public:
  // All kernels of the region must be in Document and Library; the references must outlive the planner.
  RegionPlanner(const manifest::document &Document, const manifest::region &Region, const KernelLibrary &Library);

  // Why the region cannot be fused at all: SF3012, SF3013.
  llvm::Error check() const;

  // The ND-ranges to specialize for, in order and each once: those listed and that of the submissions, if it is constant.
  // Those that do not fit are SF3008.
  std::vector<NDRange> ndRanges(diagnostics &Diags) const;

  bool hasPromotions() const;

  PlannedFusion plan(const std::optional<NDRange> &Range, bool Internalize) const;

  range_kind kind() const { return Region.submissions.front().kind; }
  unsigned dims() const { return Region.submissions.front().dimensions; }

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

  std::vector<Slot> slots() const;
  std::vector<Group> groups() const;
  llvm::Error checkSubmission(const manifest::submission &First, const manifest::submission &S) const;
  const manifest::kernel &kernel(const manifest::submission &S) const;
  std::optional<PromotedArgument> sizePromotion(const Slot &S, const std::optional<NDRange> &Range,
                                                std::string &Why) const;
  void planPromotions(llvm::ArrayRef<Group> Groups, const std::optional<NDRange> &Range, PlannedFusion &Plan) const;
  void remarkIndirect(PlannedFusion &Plan) const;

  const manifest::document &Document;
  const manifest::region &Region;
  const KernelLibrary &Library;
};

} // namespace syclfuse::fuser
