// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ids of a kernel in a fused one whose launch has another range: quotients and remainders of the global linear id
// by the sizes of the kernel's own range, as fusion wrote them (Transforms/Fusion/NDRangeRemapping.h).
#pragma once

#include "LaunchConstants.h"

#include "llvm/IR/IRBuilder.h"

#include <array>
#include <optional>

namespace llvm {
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace syclfuse::fuser {

// The range of one of the kernels, SPIR-V order.
struct OwnRange {
  // The number of an argument of the fused kernel, or a constant.
  struct Size {
    std::optional<unsigned> Argument;
    uint64_t Constant = 1;
    bool operator==(const Size &O) const { return Argument == O.Argument && Constant == O.Constant; }
  };
  unsigned Dims = 1;
  std::array<Size, 3> Sizes;
  bool HasLocalIds = false; // of groups that are not the launch's, by further divisions

  bool isConstant() const;
  // Of constant sizes.
  uint64_t items() const;
  // True if linear ids become ids in the same way, without local ones.
  bool hasSameRows(const OwnRange &O) const;
};

// By kernel; empty if the kernels of F, which may be one that was not fused, have the range of the launch.
llvm::SmallVector<OwnRange, 8> ownRanges(const llvm::Function &F);

// An instruction that is the id of dimension Dimension, without the offset.
struct OwnId {
  llvm::Instruction *At;
  unsigned Dimension;
};

// Those of a kernel with the range R in F, whose queries are in canonical form.
llvm::SmallVector<OwnId, 8> findOwnIds(llvm::Function &F, const OwnRange &R);

} // namespace syclfuse::fuser
