// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The place of each access of a promoted argument in its replacement memory.
//
// The rule of the former extension is offset % size (docs/design.md, "Internalization"). It is a last resort here. If
// all offsets have a part in common that stays the same all through a work-item (private memory) or a work-group (local
// memory), and the rest of each is provably within memory, the common part is left out: no two elements meet then, and
// there is no modulo. The rest may have gaps, as the rows of a tile have; DenseLayout.h closes them. Without a common
// part, multiples of the size are left out, and so is the modulo if the rest is in range.
#pragma once

#include "LinearOffset.h"
#include "PromotableUses.h"

#include "llvm/ADT/MapVector.h"

namespace syclfuse::fuser {

struct PromotedPlace {
  // Sum: constant and terms. Whole: the offset from the argument, to be computed along the way of the pointer.
  enum { Sum, Whole } From = Whole;
  LinearOffset Offset; // of Sum
  bool Modulo = true;
  uint64_t Alignment = 1; // a divisor of the place, at most 2^32

  bool isConstant() const { return From == Sum && !Modulo && Offset.Terms.empty(); }
};

struct PromotedLayout {
  llvm::MapVector<llvm::Value *, PromotedPlace> Places; // for each pointer that is accessed
  // No two elements that one work-item (work-group) accesses share a place.
  bool Injective = false;
  uint64_t Bytes = 0; // if it is: of memory that are used
};

// Sets Uses.Refusal if an access does not stay within an element or within memory.
PromotedLayout layOut(PromotableUses &Uses, llvm::Argument &Pointer, const ReplacementMemory &Memory,
                      const LaunchSizes &Launch, ValueClasses &Classes, llvm::ScalarEvolution &SE);

} // namespace syclfuse::fuser
