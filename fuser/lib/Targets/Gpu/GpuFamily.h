// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The GPUs of one vendor, as data. Each folder below this one has a GpuFamily, a GpuDevice and a GpuTarget.
#pragma once

#include "syclfuse/kinds.hpp"

#include "Targets/Common/FastMath.h"
#include "Transforms/Prepare/SealMathematics.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/CodeGen.h"

#include <array>
#include <optional>

namespace syclfuse::fuser {

// Limits of launches in groups, dimension 0 first.
struct GroupLimits {
  uint64_t Items = 0; // in a group
  std::array<uint64_t, 3> Size{}, Groups{};
};

struct GpuFamily {
  target_kind Kind{};

  // LLVM's back end.
  llvm::StringRef Triple;
  void (*InitializeBackEnd)() = nullptr;
  std::optional<llvm::Reloc::Model> Relocation;
  llvm::CallingConv::ID KernelConvention = llvm::CallingConv::C;
  // Numbers of private, global, constant, local and generic memory.
  std::array<unsigned, 5> AddressSpaces{};
  // Names of the synchronization scopes.
  llvm::StringRef GroupScope, SubGroupScope, DeviceScope;
  // Line tables are .loc in assembly (PTX), else DWARF.
  bool LineDirectives = false;

  // Limits, in bytes.
  uint64_t LocalMemory = 0;   // static
  uint64_t Arguments = 0;     // 0: any
  uint64_t PrivateMemory = 0; // of a work-item; 0: LLVM knows
  GroupLimits Groups;

  // Intrinsics of the back end begin with this, as in "llvm.nvvm.".
  llvm::StringRef IntrinsicPrefix;
  // Intrinsics that it selects besides GpuMath.def's.
  llvm::ArrayRef<llvm::Intrinsic::ID> Selectable;
  // Bits of the largest integers that it converts to and from floating point.
  unsigned WidestConversion = 0;
  // Functions that nobody has to define.
  llvm::ArrayRef<llvm::StringRef> DriverFunctions;
  // The one of them that a failing assertion calls; empty: a trap.
  llvm::StringRef Assertion;
  // The one that prints, as C's vprintf with an array of arguments; empty: kernels that print are refused.
  llvm::StringRef Print;
  // Null: precise (FastMath.h).
  FastFunction Fast = nullptr;
  // The optimizer or assembler that must not see constants of sealed calls.
  ConstantFolder Folder{};
};

} // namespace syclfuse::fuser
