// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether every use of a pointer argument can be moved to replacement memory of a known size, where the access at byte offset
// x goes to x % size, and what is known about the offsets.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <string>

namespace llvm {
class Argument;
class Instruction;
class Value;
} // namespace llvm

namespace syclfuse::fuser {

// A byte offset from the argument is Residue modulo Modulus. Modulus divides the size of the replacement memory; if it equals
// it, the place in the replacement memory is the constant Residue.
struct OffsetCongruence {
  uint64_t Modulus, Residue;
  bool operator==(const OffsetCongruence &O) const { return Modulus == O.Modulus && Residue == O.Residue; }
};

struct PromotableUses {
  // The argument and the pointers computed from it, each with its offset.
  llvm::MapVector<llvm::Value *, OffsetCongruence> Pointers;
  // Loads, stores and memory intrinsics, with the operands that are such pointers.
  llvm::MapVector<llvm::Instruction *, llvm::SmallVector<unsigned, 2>> Accesses;
  // Annotations without an effect on the program.
  llvm::SmallSetVector<llvm::Instruction *, 4> Droppable;

  // If not empty: why the argument must stay, and the instruction that makes it so (null: the argument itself).
  std::string Refusal;
  llvm::Instruction *RefusedAt = nullptr;
};

// Size: bytes of the replacement memory, ElementSize: of one element.
PromotableUses findPromotableUses(llvm::Argument &Pointer, uint64_t Size, unsigned ElementSize);

} // namespace syclfuse::fuser
