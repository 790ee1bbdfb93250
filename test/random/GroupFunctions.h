// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions, scans, broadcasts and shuffles of work-groups and sub-groups, by number: as IR and, for the interpreter,
// as C++.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <array>
#include <cstdint>
#include <vector>

namespace syclfuse::fuser::sequence {

// The first ones are also those of work-groups, the rest are shuffles of sub-groups.
inline constexpr unsigned GroupFunctions = 16, WorkGroupFunctions = 12, SubGroupQueries = 5;

class GroupFunctionWriter {
public:
  // Scalar: an i32 that all work-items of the launch have.
  GroupFunctionWriter(llvm::IRBuilder<> &B, llvm::Module &M, unsigned Dims, llvm::Value *Scalar);

  // Size, largest size, number of the sub-group, number of sub-groups, id in the sub-group: i32.
  llvm::Value *query(unsigned Q);
  // From: where a shuffle takes the value of, before the remainder by the sub-group's size.
  llvm::Value *call(unsigned Function, bool Sub, llvm::Value *V, llvm::Value *From);

private:
  llvm::Value *scan(llvm::StringRef Name, bool Sub, unsigned Operation, llvm::Value *X);
  llvm::Value *group(llvm::StringRef Name, llvm::ArrayRef<llvm::Value *> Operands, bool Sub, llvm::Type *T);
  llvm::Value *builtin(llvm::StringRef Name, llvm::Type *T, llvm::ArrayRef<llvm::Value *> Operands);
  llvm::Value *broadcast(bool Sub, llvm::Value *V);
  llvm::Value *shuffle(unsigned Function, llvm::Value *V, llvm::Value *From);

  llvm::IRBuilder<> &B;
  llvm::Module &M;
  const unsigned Dims;
  llvm::Value *const Scalar;
  llvm::Type *const I32, *const I64;
};

// One work-group or sub-group. LocalSize: of the work-group.
struct GroupValues {
  std::vector<uint32_t> Values, From; // by work-item
  uint32_t Scalar = 0;
  std::array<uint64_t, 3> LocalSize{1, 1, 1};
};
// What the function gives to each work-item.
std::vector<uint32_t> callGroupFunction(unsigned Function, bool Sub, GroupValues G);

} // namespace syclfuse::fuser::sequence
