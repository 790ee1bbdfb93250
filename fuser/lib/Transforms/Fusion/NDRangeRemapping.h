// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-item queries of a kernel that does not run over its own ND-range but over that of a fused launch
// (docs/design.md, "Remapping of work-items"). All ids come from the global linear id, which fusion does not change.
#pragma once

#include "FusedLaunch.h"

#include "Analysis/Dialects/Builtins.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

#include <functional>
#include <memory>

namespace syclfuse::fuser {

class Dialect;

// Ids and sizes of the launch, in a function that runs in it. Emitted once, before the terminator of the entry block.
class LaunchValues {
public:
  LaunchValues(llvm::Function &F, const Dialect &D);
  llvm::Value *get(Builtin Kind, unsigned Dimension);
  // From now on get() returns V.
  void set(Builtin Kind, unsigned Dimension, llvm::Value *V);
  // The global id less the offset, which is Offset if that is known.
  llvm::Value *item(unsigned Dimension, std::optional<uint64_t> Offset);
  // Of a launch with groups, or of a plain range, all of whose work-items are units: the number of the unit, that of
  // the work-item in it, and how many there are of both.
  llvm::Value *unit(const submitted_range &Launch);
  llvm::Value *placeInUnit(const submitted_range &Launch);
  llvm::Value *units(const submitted_range &Launch);
  llvm::Value *unitSize(const submitted_range &Launch);
  const Dialect &dialect() const { return D; }

private:
  llvm::Value *linear(Builtin Kind, Builtin Size, const submitted_range &Launch);
  llvm::Value *product(Builtin Size, const submitted_range &Launch);
  llvm::Value *size(Builtin Size, unsigned Dimension, const submitted_range &Launch);

  const Dialect &D;
  llvm::IRBuilder<> B;
  llvm::DenseMap<std::pair<unsigned, unsigned>, llvm::Value *> Known, Items;
};

// Code before which nothing of F runs, and after which nothing of what F had does. Gives the place for more.
llvm::Instruction &makePrologue(llvm::Function &F);

// The values of one kernel in one function. Each is emitted once, where the object was told to, and so dominates what
// it is used for if that place does.
class RemappedIds {
public:
  virtual ~RemappedIds();
  // A 64-bit integer, or null: the query of the launch is right.
  llvm::Value *get(Builtin Kind, unsigned Dimension);
  // At B, whether a work-item of the launch is one of the kernel: null if all are. Uniform in each work-group of a
  // kernel that uses its groups.
  virtual llvm::Value *guard(llvm::IRBuilder<> &B) = 0;

protected:
  RemappedIds(LaunchValues &Launch, llvm::Instruction &Place) : Launch(Launch), B(&Place) {}
  // For queries with a dimension, below 3.
  virtual llvm::Value *compute(Builtin Kind, unsigned D) = 0;
  virtual bool hasOwnLocalIds() const = 0;
  // Null: that of the launch.
  virtual llvm::Value *linearId() { return nullptr; }

  LaunchValues &Launch;
  llvm::IRBuilder<> B;

private:
  llvm::Value *computeScalar(Builtin Kind);
  llvm::Value *computeSubGroup(Builtin Kind);
  llvm::DenseMap<std::pair<unsigned, unsigned>, llvm::Value *> Known;
};

std::unique_ptr<RemappedIds> constantIds(const submitted_range &Kernel, const submitted_range &TheLaunch,
                                         LaunchValues &Launch, llvm::Instruction &Place);

// An i64 that holds a size of the kernel at run time: GlobalSize, LocalSize or NumGroups of a dimension.
using SizeFn = std::function<llvm::Value *(Builtin Kind, unsigned Dimension)>;
std::unique_ptr<RemappedIds> runTimeIds(const submitted_range &Kernel, SizeFn Size, LaunchValues &Launch,
                                        llvm::Instruction &Place);

// For a kernel in blocks of a launch by rows: its work-item is number InBlock of the block of Size that is Unit's. The
// first InnerDims dimensions make up a block; 0: no number of them is known to.
struct RowItem {
  llvm::Value *Unit, *InBlock, *Size;
  unsigned InnerDims;
};
std::unique_ptr<RemappedIds> rowIds(const submitted_range &Kernel, const RowItem &Item, SizeFn Size,
                                    LaunchValues &Launch, llvm::Instruction &Place);

} // namespace syclfuse::fuser
