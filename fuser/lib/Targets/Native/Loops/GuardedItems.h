// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Index-set splitting: `if (id < n)` around parts of a kernel, as in fused kernels of different sizes, and `max(id, n)`
// or `id + 1 == n ? 0 : id + 1` at the borders of a stencil are questions to the interval that a loop over work-items
// runs, not to each of them. The loop is cut at n, so that no part has a condition, masks, or neighbours that are not
// next to each other. In rows (DividedIds.h) `id % h >= halo && id % h < h - halo` is such a question, too.
#pragma once

#include "DividedIds.h"

namespace syclfuse::fuser {

struct ItemGuard {
  Builtin Kind = Builtin::GlobalId; // a countingId
  llvm::Value *Bound = nullptr;     // of the kernel's arguments: the id is below Bound (+ 1 if Inclusive)
  bool Inclusive = false;
  bool Signed = false; // Bound may be below 0
  unsigned Cut = 0;
  // In DividedIds::Ids: the place in that row is below Bound, not the id.
  std::optional<unsigned> Row = std::nullopt;
};

struct GuardedItems {
  // Those with the same Cut are one question: whether the id is below all their bounds.
  llvm::SmallVector<ItemGuard, 3> Guards;
  unsigned Cuts = 0;
  // The work-item function for those whose ids are below the bounds of the cuts in the mask; null for a combination
  // that cannot be. Where a cut of several guards is not in the mask, they are conditions in the function.
  llvm::SmallVector<llvm::Function *, 8> Versions;

  auto versions() const {
    return llvm::make_filter_range(Versions, [](llvm::Function *F) { return F != nullptr; });
  }
};

// Splits F, which is Item.F or a barrier region of it, in a kernel for that kind of range. Nothing if it has no such
// guard.
// The sizes of fused kernels, which are as good as always equal, are one cut. Cuts beyond three, and in large kernels
// those beyond one or all, stay conditions.
// Divided: null, or what F is of.
std::optional<GuardedItems> splitAtGuards(const WorkItemFunction &Item, llvm::Function &F, range_kind Kind,
                                          const DividedIds *Divided);

} // namespace syclfuse::fuser
