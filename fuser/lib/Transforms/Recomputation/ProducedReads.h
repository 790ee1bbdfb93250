// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reads of a fused kernel whose values an earlier kernel of it computes.
#pragma once

#include "Analysis/Addresses/AccessLaunch.h"

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

#include <set>
#include <utility>
#include <vector>

namespace syclfuse::fuser {

// Stores of one kernel to one element for each work-item. The last one that is executed counts.
struct ProducedElement {
  unsigned Kernel = 0;
  const llvm::Argument *Memory = nullptr; // that is stored through
  llvm::SmallVector<llvm::StoreInst *, 2> Stores;
};

struct ProducedRead {
  llvm::LoadInst *Load = nullptr;
  unsigned Kernel = 0;                     // that reads
  unsigned Element = 0;                    // of ProducedReads::Elements
  llvm::SmallVector<llvm::Value *, 3> Ids; // of the work-item that writes it, by coordinate; in front of the load
  llvm::SmallVector<llvm::Value *, 2> AtLeastZero; // what has to be, for a launch, and only a run can tell
  llvm::SmallVector<std::pair<llvm::Argument *, llvm::Argument *>, 2> Equal; // has to be, as numbers with a sign
  bool IsOfOther = false;       // for certain, in launches of some size; else it may be its own
  llvm::SmallBitVector Clamped; // by coordinate: Ids has choices, as at the borders of an image
  bool IsOnly = false;          // no other work-item writes it
  bool IsWritten = false;       // for certain
};

// A load of what an earlier kernel writes, or may write, that is no ProducedRead.
struct UntoldRead {
  const llvm::LoadInst *Load = nullptr;
  unsigned Kernel = 0, Producer = 0;
  const llvm::Argument *Memory = nullptr;
  const char *Why = nullptr; // for people
};

struct ProducedReads {
  std::vector<ProducedElement> Elements;
  std::vector<ProducedRead> Reads;
  std::vector<UntoldRead> Untold;
  // Arguments, and the kernels that write through them; whatever writes elsewhere may be any of them.
  std::set<std::pair<const llvm::Argument *, unsigned>> Writers;
  bool WritesAnywhere = false;
  unsigned Coordinates = 0;
  bool IsLinear = false; // the one coordinate is the linear id
};

// F: a fused kernel whose instructions know their kernels. Emits the ids, and changes nothing else.
ProducedReads findProducedReads(llvm::Function &F, const AccessLaunch &Launch);

} // namespace syclfuse::fuser
