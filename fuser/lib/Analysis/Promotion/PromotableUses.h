// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells if all uses of a pointer argument can be moved to replacement memory, and to which offsets. Functions that the
// pointer is passed to are copied, one copy for each call, so that what is found about a copy holds for that call.
#pragma once

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <string>

namespace llvm {
class Argument;
class CallInst;
class Function;
class ICmpInst;
class Instruction;
class Value;
} // namespace llvm

namespace syclfuse::fuser {

// The memory that takes the argument's place.
struct ReplacementMemory {
  bool Local = false;       // of a work-group, else of a work-item
  bool PerWorkItem = false; // Bytes are those for each work-item of a work-group, whose size is known at run time only
  uint64_t Bytes = 0;
  unsigned ElementSize = 0;
};

// A byte offset from the argument is Residue modulo Modulus. Modulus divides the size of the replacement memory; if it
// equals it, the place in the replacement memory is the constant Residue.
struct OffsetCongruence {
  uint64_t Modulus, Residue;
  bool operator==(const OffsetCongruence &O) const { return Modulus == O.Modulus && Residue == O.Residue; }
};

// The function that a call is to call instead, and which of its arguments are such pointers.
struct CalleeCopy {
  llvm::Function *Copy;
  llvm::BitVector Pointers;
};

struct PromotableUses {
  // The argument and the pointers computed from it, each with its offset.
  llvm::MapVector<llvm::Value *, OffsetCongruence> Pointers;
  // Loads, stores, atomic operations and memory intrinsics, with the operands that are such pointers.
  llvm::MapVector<llvm::Instruction *, llvm::SmallVector<unsigned, 2>> Accesses;
  // Comparisons of two such pointers.
  llvm::SmallSetVector<llvm::ICmpInst *, 4> Comparisons;
  // Annotations without an effect on the program.
  llvm::SmallSetVector<llvm::Instruction *, 4> Droppable;
  // Callers before callees. The copies are in the module and have no uses.
  llvm::MapVector<llvm::CallInst *, CalleeCopy> Calls;

  // If not empty: why the argument must stay, and the instruction that makes it so (null: the argument itself).
  std::string Refusal;
  llvm::Instruction *RefusedAt = nullptr;

  bool refuse(llvm::Instruction *At, std::string Why);
  // The call that the function of I is a copy for; null in the kernel.
  llvm::CallInst *callOf(const llvm::Function &F) const;
  // The values that a pointer is computed from: all that a phi or select chooses from, the operand of the call for an
  // argument of a copy; empty for the promoted argument.
  llvm::SmallVector<llvm::Value *, 4> sources(const llvm::Value &Pointer) const;
  // The most bytes that I accesses through one pointer; UINT64_MAX if that is not known.
  static uint64_t accessSize(const llvm::Instruction &I);
  static bool isRead(const llvm::Instruction &I, llvm::ArrayRef<unsigned> Operands);
  static bool isWrite(const llvm::Instruction &I, llvm::ArrayRef<unsigned> Operands);
  // Removes the copies again, when the argument stays.
  void eraseCopies();
};

PromotableUses findPromotableUses(llvm::Argument &Pointer, const ReplacementMemory &Memory);

} // namespace syclfuse::fuser
