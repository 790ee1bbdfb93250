// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bytes that a kernel reads and writes of a closure that is passed by value.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace llvm {
class Argument;
class Instruction;
class Type;
} // namespace llvm

namespace syclfuse::fuser {

// One instruction that reads or writes bytes [Begin, End) of the closure through its operand Operand.
struct ClosureAccess {
  llvm::Instruction *I;
  unsigned Operand;
  uint64_t Begin, End;
  bool Writes;
  llvm::Type *Loaded; // by a plain load, else null

  uint64_t size() const { return End - Begin; }
};

struct ClosureAccesses {
  llvm::SmallVector<ClosureAccess, 16> Constant; // at an offset known now
  // Uses of bytes that are not known: run-time indices, pointers that are merged, compared or stored. For plain loads
  // among them see DynamicLoads.
  bool Unknown = false;
  llvm::SmallVector<llvm::Instruction *, 4> DynamicLoads;
  bool UnknownWrites = false; // they may write to the closure
  // Annotations without an effect on the program (lifetime, assume), to be removed.
  llvm::SmallVector<llvm::Instruction *, 4> Droppable;
};

// SF3016 if the closure is passed to a function.
llvm::Expected<ClosureAccesses> findClosureAccesses(llvm::Argument &Closure);

} // namespace syclfuse::fuser
