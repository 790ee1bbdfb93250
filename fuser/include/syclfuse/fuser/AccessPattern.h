// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who accesses what: for each pointer argument of a kernel, every access with its address as an affine form over the
// ids of the work-item, and what follows from them. `print<sycl-access-pattern>` prints all of it.
//
// The analysis proves, refutes, or does not know; it never guesses. "Refuted" means that two work-items exist, for a launch
// of at least two work-groups of at least two work-items (or for the launch at hand where its sizes are known), that
// access one element as said.
#pragma once

#include "syclfuse/fuser/Metadata.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>

namespace llvm {
class Argument;
class Function;
class Instruction;
class raw_ostream;
} // namespace llvm

namespace syclfuse::fuser {

// Which work-items access a common element, at least one of them writing it.
enum class Sharing : unsigned char {
  WorkItem,  // proven: none but the same one
  WorkGroup, // proven: only those of one work-group; and some do
  Launch,    // proven: work-items of different work-groups do
  Unknown,
};

// First and Second: two accesses that show it (WorkGroup, Launch), or the one that could not be analyzed (Unknown; Second null).
struct SharingResult {
  Sharing Kind = Sharing::WorkItem;
  const llvm::Instruction *First = nullptr, *Second = nullptr;
};

// How a launch is cut into work-groups. Groups false: plain ranges, work-items have none but themselves.
struct AccessLaunch {
  bool Groups = false;
  std::optional<NDRange> Range; // where it is known
};

class AccessPattern {
public:
  // F must stay as it is while the object lives; it may have loops and calls (what is not inlined is Unknown).
  AccessPattern(llvm::Function &F, const AccessLaunch &Launch);
  ~AccessPattern();

  // Of all accesses through Arg (by all kernels of a fused function).
  SharingResult sharing(const llvm::Argument &Arg) const;
  // Between the accesses of two submissions of a fused function (MDSubmission) through any one argument, or through local
  // memory: what decides whether First's work must be finished before Second's begins, and for whom.
  SharingResult dependence(unsigned First, unsigned Second) const;
  // Work-items that access an element of Arg access no other one, the same at each access, so that one element is enough per
  // work-item: then private promotion needs no index at all.
  bool isOneElementPerItem(const llvm::Argument &Arg) const;

  void print(llvm::raw_ostream &OS) const;

private:
  class Implementation;
  std::unique_ptr<Implementation> Impl;
};

} // namespace syclfuse::fuser
