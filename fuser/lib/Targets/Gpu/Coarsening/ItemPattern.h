// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The differences of a work-item function from one work-item to the next. They decide if several can run in lockstep,
// and with which wide accesses (Coarsening.h).
#pragma once

#include "RowDivisions.h"
#include "Targets/Common/WorkItem.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"

#include <memory>

namespace llvm {
class SCEV;
class ScalarEvolution;
} // namespace llvm

namespace syclfuse::fuser {

struct FunctionAnalyses;

class ItemPattern {
public:
  // F is a copy of Item.F that only this analysis uses. Groups: the ids are those of an nd_range. InRows: the
  // work-items of a thread lie in one row of each division.
  ItemPattern(llvm::Function &F, const WorkItemFunction &Item, bool Groups, bool InRows);
  ~ItemPattern();

  // How many work-items to run in lockstep; 1: do not, or, with InRows, nothing depends on rows.
  unsigned analyze();

  llvm::Function &function() { return F; }
  llvm::ScalarEvolution &evolution() { return *SE; }
  // Ids that grow by one from one work-item to the next.
  llvm::ArrayRef<llvm::Argument *> steppingIds() const { return Stepping; }
  bool isStepping(const llvm::Argument &A) const { return llvm::is_contained(Stepping, &A); }
  bool usesLocalIds() const { return LocalIds; }
  // Stepping ids of the first work-item must be below this number; 0: any.
  uint64_t idLimit(unsigned Items) const;
  // Conditions of branches, which must have one value for all of the work-items: pure expressions over the parameters.
  llvm::ArrayRef<llvm::Value *> boundConditions() const { return Bounds.getArrayRef(); }
  // Divisions for which the work-items must lie in one row, with the steps of their dividends.
  const llvm::MapVector<const RowDivision *, uint64_t> &rows() const { return Rows; }
  const RowDivisions &divisions() const { return Divisions; }
  // Has a value of its own in each work-item. Everything else has one for all.
  bool isVarying(const llvm::Value &V) const { return Varying.contains(&V); }
  // Loads and stores of neighbouring elements.
  bool isWide(const llvm::Instruction &I) const { return Wide.contains(&I); }
  // The alignment of a wide access by this number of work-items.
  uint64_t alignment(const llvm::Instruction &I, unsigned Items) const;
  // Integers that must be multiples of the power of two that goes with them, computable at the begin of the function.
  llvm::SmallVector<std::pair<const llvm::SCEV *, uint64_t>, 8> alignedAddresses(unsigned Items);

private:
  enum class Reach { Same, Contiguous, Scattered };

  bool classifyIds(const WorkItemFunction &Item, bool Groups);
  bool canRunInLockstep();
  void findVarying();
  bool checkBranches();
  bool isBound(llvm::Value *V, unsigned Depth);
  std::optional<llvm::APInt> step(const llvm::SCEV *S);
  void relyOnRows();
  Reach reach(llvm::Instruction &I);
  bool collectAligned(const llvm::SCEV *S, llvm::SmallVectorImpl<const llvm::SCEV *> &Out);

  llvm::Function &F;
  std::unique_ptr<FunctionAnalyses> Own;
  llvm::ScalarEvolution *SE = nullptr;
  RowDivisions Divisions;
  bool InRows, Usable, LocalIds = false, Narrows = false;
  llvm::SmallVector<llvm::Argument *, 4> Stepping;
  llvm::SmallPtrSet<const llvm::Value *, 32> Varying;
  llvm::SmallSetVector<llvm::Value *, 4> Bounds;
  llvm::MapVector<const RowDivision *, uint64_t> Rows, Passed; // Passed: by step() since the last relyOnRows()
  llvm::DenseMap<const llvm::Instruction *, llvm::SmallVector<const llvm::SCEV *, 2>> Wide;
  llvm::SmallVector<const llvm::Instruction *, 8> WideInOrder;
};

} // namespace syclfuse::fuser
