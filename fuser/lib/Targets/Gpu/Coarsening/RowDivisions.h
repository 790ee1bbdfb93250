// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quotients and remainders that tell rows of work-items apart, as in `a[i / width]` and `bias[i % width]`: work-items
// with the same quotient lie in one row, in which the remainder steps as the dividend does.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/InstrTypes.h"

#include <memory>
#include <vector>

namespace llvm {
class IRBuilderBase;
}

namespace syclfuse::fuser {

struct RowDivision {
  llvm::BinaryOperator *Division = nullptr; // also a shift or a mask
  llvm::Value *Dividend = nullptr, *Divisor = nullptr;
  bool IsSigned = false, IsRemainder = false;

  // Rows are told apart for dividends below this number, so that nothing wraps from one work-item to the next.
  llvm::APInt limit() const;
};

// Has no effects and can be computed at the begin of the function, from its parameters.
bool isPure(llvm::Value &V);

// A division in code that runs only where the work-items lie in one row, or decides whether they do: the same
// instructions in both, so that one division is left of them. The divisor is 1 in place of 0.
struct DividedRow {
  DividedRow(llvm::IRBuilderBase &B, llvm::Value *Dividend, llvm::Value *Divisor);

  llvm::Value *Divisor, *Quotient, *Remainder;
};

// Replaces divisions in a function by arguments that stand for them, for as long as it lives: scalar evolution takes
// them for values like any other, where it would see a product and a difference.
class RowDivisions {
public:
  RowDivisions() = default;
  RowDivisions(const RowDivisions &) = delete;
  ~RowDivisions();

  // Those of what varies from one work-item to the next by what does not.
  void replaceIn(llvm::Function &F, llvm::function_ref<bool(const llvm::Value &)> IsVarying);

  bool empty() const { return Rows.empty(); }
  // Null if there is none.
  const RowDivision *find(const llvm::Value &StandIn) const { return Rows.lookup(&StandIn); }
  llvm::Argument *standIn(const llvm::Instruction &Division) const { return StandIns.lookup(&Division); }

private:
  llvm::DenseMap<const llvm::Value *, const RowDivision *> Rows;
  llvm::DenseMap<const llvm::Instruction *, llvm::Argument *> StandIns;
  std::vector<std::unique_ptr<llvm::Function>> Owners; // in no module
  std::vector<std::unique_ptr<RowDivision>> Divisions;
};

} // namespace syclfuse::fuser
