// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accesses through each pointer argument of a kernel, with their addresses as affine forms over the ids of the
// work-item, and what follows from them about sharing and dependences. `print<sycl-access-pattern>` prints all of it.
//
// The analysis proves, refutes, or does not know; it never guesses. "Refuted" means that two work-items exist that
// access one element as said: in the launch at hand where its sizes are known, else in every launch without an offset
// that has at least two work-groups of at least two work-items in each dimension the kernel asks for (plain ranges: two
// work-items).
//
// It takes for granted: kernels have no races of their own, so that a dimension no kernel asks for has one
// work-item; launches whose sizes are not known have fewer than 2^31 work-items, and ids below that, and of several
// kernels no offset (the runtime takes no generic variant of several kernels for others).
#pragma once

#include "Attribution.h"
#include "KernelTraffic.h"

#include "Analysis/Addresses/AccessLaunch.h"
#include "Support/Metadata.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <memory>
#include <vector>

namespace llvm {
class Argument;
class Function;
class Instruction;
class raw_ostream;
} // namespace llvm

namespace syclfuse::footprints {
struct table;
} // namespace syclfuse::footprints

namespace syclfuse::fuser {

// The work-items that access a common element, at least one of them writing it.
enum class Sharing : unsigned char {
  WorkItem,  // proven: none but the same one
  WorkGroup, // proven: only those of one work-group
  Launch,    // proven: work-items of different work-groups do; for plain ranges: different work-items
  Unknown,
};

// The sharing, and accesses that show it. WorkGroup: both if it is proven that work-items of one group share an
// element, else only First or none. Launch: both. Unknown: those that may share one, or one that could not be analyzed
// and null.
struct SharingResult {
  Sharing Kind = Sharing::WorkItem;
  const llvm::Instruction *First = nullptr, *Second = nullptr;

  bool isProven() const { return Kind == Sharing::WorkItem || (Kind != Sharing::Unknown && First && Second); }
};

// The memory through which two submissions depend on each other. Pointers that are different arguments may still be the
// same memory.
enum class DependenceThrough : unsigned char { SameArgument, AnyMemory };

// Two submissions, one of which may access what the other one writes through the argument.
struct UntoldDependence {
  static constexpr unsigned NoArgument = ~0u; // through a pointer that was loaded
  int First = 0, Second = 0;                  // -1: of any submission
  unsigned Argument = 0;
  const llvm::Instruction *Before = nullptr, *After = nullptr;
};

// Accesses of which a table of footprints tells all: where it finds no dependence, no other work-item gets there in
// another kernel through another pointer (Others), or through the same (Same), of which part may be proven.
struct CheckedByRun {
  llvm::SmallPtrSet<const llvm::Instruction *, 32> Others, Same;
};

class AccessPattern {
public:
  // Brings the queries of F into the form of Dialect::findQueries. From then on F must stay as it is while the object
  // lives; it may have loops and calls (what is not inlined is Unknown).
  AccessPattern(llvm::Function &F, const AccessLaunch &Launch, Attribution By = Attribution::Kernel);
  ~AccessPattern();

  // The sharing of all accesses through Arg (by all kernels of a fused function), atomic ones among them.
  SharingResult sharing(const llvm::Argument &Arg) const;
  // Between the accesses of two submissions of a fused function. SameArgument: through any one pointer argument.
  // AnyMemory: also through arguments that may be the same memory, unless a run sees both accesses, and local memory:
  // what decides whether First's work must be finished before Second's begins, and for whom. Atomic operations that
  // commute and whose results nobody uses do not depend on each other.
  SharingResult dependence(unsigned First, unsigned Second, DependenceThrough Through) const {
    return dependence(First, First, Second, Through);
  }
  // The same between all submissions from First to Last on one side and Second on the other.
  SharingResult dependence(unsigned First, unsigned Last, unsigned Second, DependenceThrough Through) const;
  // Whether that is more than Sharing::WorkItem, through any memory: without a search for work-items that prove it.
  bool mayDepend(unsigned First, unsigned Last, unsigned Second) const;
  // Work-items that access an element of Arg access no other one, the same at each access, so that one element is
  // enough per work-item: then private promotion needs no index at all.
  bool isOneElementPerItem(const llvm::Argument &Arg) const;

  // Submissions that access shared memory and are known are below this.
  unsigned submissions() const;

  // The accesses of a fused function whose arguments come from Sources, as a table for a run to find dependences
  // that are neither excluded nor proven here: between pointers that are different arguments, and of sizes that are not
  // known. Barriers: the kernels have barriers of the work-group in between. Untold gets the pairs of accesses of which
  // no run can tell either. An access whose place is not known counts as one of what its pointer points to, so that a
  // run finds other pointers to that.
  footprints::table footprints(llvm::ArrayRef<ArgumentSource> Sources, bool Barriers,
                               std::vector<UntoldDependence> &Untold, CheckedByRun &Checked) const;

  // By submission; what belongs to none is the first one's. Loops count as one round.
  std::vector<KernelTraffic> traffic() const;
  // For all submissions together: what a later one touches again is there still, and an array is gathered from once.
  KernelTraffic totalTraffic() const;

  void print(llvm::raw_ostream &OS) const;

private:
  class Implementation;
  std::unique_ptr<Implementation> Impl;
};

} // namespace syclfuse::fuser
