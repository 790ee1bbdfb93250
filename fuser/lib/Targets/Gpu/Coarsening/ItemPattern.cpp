// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ItemPattern.h"

#include "Support/AnalysisManagers.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace syclfuse::fuser {

constexpr unsigned WideBytes = 16, LargestAccess = 32, MostItems = 16;
// Of all work-items of a thread together. Coarsening pays where memory is what a kernel waits for; code generation
// takes time that grows with the square of the accesses in a block.
constexpr unsigned MostInstructions = 1024;
constexpr unsigned LargestRowStep = 1 << 16; // with that of MostItems nothing comes near RowDivision::limit()

ItemPattern::ItemPattern(Function &F, const WorkItemFunction &Item, bool Groups, bool InRows) : F(F), InRows(InRows) {
  Usable = !Item.UsesLocalMemory && classifyIds(Item, Groups) && canRunInLockstep();
}

ItemPattern::~ItemPattern() = default;

bool ItemPattern::classifyIds(const WorkItemFunction &Item, bool Groups) {
  for (auto [N, Query] : enumerate(Item.Queries)) {
    auto [Kind, D] = Query;
    bool Steps = false;
    switch (Kind) {
    case Builtin::GlobalId:
      Steps = D == 0;
      break;
    case Builtin::GlobalLinearId:
      Steps = true;
      break;
    case Builtin::GroupId: // plain ranges have groups of one work-item
      Steps = D == 0 && !Groups;
      LocalIds |= Groups;
      break;
    case Builtin::LocalId:
      Steps = D == 0 && Groups;
      LocalIds |= Groups;
      break;
    case Builtin::LocalLinearId:
      Steps = Groups;
      LocalIds |= Groups;
      break;
    case Builtin::GlobalSize:
    case Builtin::GlobalOffset:
    case Builtin::LocalSize:
    case Builtin::NumGroups:
      break;
    default: // sub-groups
      return false;
    }
    if (Steps)
      Stepping.push_back(F.getArg(Item.KernelArguments + N));
  }
  return !Stepping.empty();
}

// Aggregates that are written to and anything that acts beyond its own work-item need one work-item per thread.
bool ItemPattern::canRunInLockstep() {
  for (Instruction &I : instructions(F)) {
    if (isa<TruncInst>(I) && I.getOperand(0)->getType()->isIntegerTy(64))
      Narrows = true;
    if (isa<IndirectBrInst, InvokeInst, CallBrInst, ResumeInst>(I) || I.isVolatile())
      return false;
    if (auto *Alloca = dyn_cast<AllocaInst>(&I); Alloca && !Alloca->isStaticAlloca())
      return false;
    auto *Call = dyn_cast<CallBase>(&I);
    if (Call && (Call->isConvergent() || (Call->mayHaveSideEffects() && !isa<IntrinsicInst>(Call))))
      return false;
    if (auto *Store = dyn_cast<StoreInst>(&I)) {
      auto *To = dyn_cast<Argument>(getUnderlyingObject(Store->getPointerOperand()));
      if (To && To->hasByValAttr())
        return false;
    } else if (I.mayWriteToMemory() && any_of(F.args(), [](Argument &A) { return A.hasByValAttr(); })) {
      if (!isa<AtomicRMWInst, AtomicCmpXchgInst, FenceInst>(I))
        return false;
    }
  }
  return true;
}

uint64_t ItemPattern::idLimit(unsigned Items) const { return Narrows ? (uint64_t(1) << 31) - Items : 0; }

// From the stepping ids on, along uses: in lockstep all work-items take the same way, so that only values carry
// differences. Atomics and what has a place of its own differ in any case.
void ItemPattern::findVarying() {
  SmallVector<const Value *, 32> Work(Stepping.begin(), Stepping.end());
  for (Instruction &I : instructions(F))
    if (isa<AllocaInst>(I) || (I.isAtomic() && !isa<FenceInst>(I)))
      Work.push_back(&I);
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (!Varying.insert(V).second)
      continue;
    for (const User *U : V->users())
      Work.push_back(U);
  }
}

// A comparison of something that steps evenly with bounds, and combinations of them, so that it changes once or twice
// in a launch and not from one work-item to the next.
bool ItemPattern::isBound(Value *V, unsigned Depth) {
  if (!isVarying(*V) || Depth > 4)
    return false;
  auto *I = dyn_cast<Instruction>(V);
  if (auto *Compare = dyn_cast_or_null<ICmpInst>(I)) {
    return isPure(*Compare) &&
           all_of(Compare->operands(), [&](Use &U) { return SE->isSCEVable(U->getType()) && step(SE->getSCEV(U)); });
  }
  if (!I || !I->getType()->isIntegerTy(1) || !(I->isBitwiseLogicOp() || isa<SelectInst, FreezeInst>(I)))
    return false;
  return isPure(*I) && all_of(I->operands(), [&](Use &U) { return !isVarying(*U) || isBound(U, Depth + 1); });
}

bool ItemPattern::checkBranches() {
  for (BasicBlock &Block : F) {
    Instruction *Terminator = Block.getTerminator();
    Value *Condition = nullptr;
    if (auto *Branch = dyn_cast<BranchInst>(Terminator))
      Condition = Branch->isConditional() ? Branch->getCondition() : nullptr;
    else if (auto *Switch = dyn_cast<SwitchInst>(Terminator))
      Condition = Switch->getCondition();
    if (!Condition || !isVarying(*Condition))
      continue;
    Passed.clear();
    if (!isBound(Condition, 0))
      return false;
    relyOnRows();
    Bounds.insert(Condition);
  }
  return true;
}

namespace {

// Puts the ids of the next work-item in place of those of this one.
class NextItem : public SCEVRewriteVisitor<NextItem> {
public:
  NextItem(ScalarEvolution &SE, function_ref<const SCEV *(const SCEVUnknown &)> Next)
      : SCEVRewriteVisitor(SE), Next(Next) {}

  const SCEV *visitUnknown(const SCEVUnknown *U) { return Next(*U); }

private:
  function_ref<const SCEV *(const SCEVUnknown &)> Next;
};

} // namespace

// What S grows by from one work-item to the next, if that is a number.
std::optional<APInt> ItemPattern::step(const SCEV *S) {
  bool Unknown = false;
  auto NextValue = [&](const SCEVUnknown &U) {
    const SCEV *Same = &U;
    if (auto *A = dyn_cast<Argument>(U.getValue()); A && is_contained(Stepping, A))
      return SE->getAddExpr(Same, SE->getOne(U.getType()));
    const RowDivision *Row = Divisions.find(*U.getValue());
    std::optional<APInt> Step = Row ? step(SE->getSCEV(Row->Dividend)) : std::nullopt;
    if (!Step || Step->ugt(LargestRowStep)) {
      Unknown |= isVarying(*U.getValue());
      return Same;
    }
    Passed[Row] = Step->getZExtValue();
    return Row->IsRemainder ? SE->getAddExpr(Same, SE->getConstant(*Step)) : Same;
  };
  NextItem Next(*SE, NextValue);
  const SCEV *After = Next.visit(S);
  auto *Step = Unknown ? nullptr : dyn_cast<SCEVConstant>(SE->getMinusSCEV(After, S));
  return Step ? std::optional(Step->getAPInt()) : std::nullopt;
}

void ItemPattern::relyOnRows() {
  for (auto &[Row, Step] : Passed)
    Rows[Row] = Step;
}

// The start and the steps of an address in loops, as integers, each of which has to be aligned.
bool ItemPattern::collectAligned(const SCEV *S, SmallVectorImpl<const SCEV *> &Out) {
  SCEVExpander Expander(*SE, "");
  while (auto *Loop = dyn_cast<SCEVAddRecExpr>(S)) {
    if (!Loop->isAffine())
      return false;
    Out.push_back(Loop->getStepRecurrence(*SE));
    S = Loop->getStart();
  }
  const SCEV *Start = S->getType()->isPointerTy() ? SE->getPtrToIntExpr(S, Type::getInt64Ty(F.getContext())) : S;
  if (isa<SCEVCouldNotCompute>(Start))
    return false;
  Out.push_back(Start);
  const Instruction *Begin = &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  return all_of(Out, [&](const SCEV *Part) {
    bool OnlyParameters = !SCEVExprContains(
        Part, [](const SCEV *X) { return isa<SCEVUnknown>(X) && !isa<Argument>(cast<SCEVUnknown>(X)->getValue()); });
    return OnlyParameters && !SCEVExprContains(Part, [](const SCEV *X) { return isa<SCEVAddRecExpr>(X); }) &&
           Expander.isSafeToExpandAt(Part, Begin);
  });
}

ItemPattern::Reach ItemPattern::reach(Instruction &I) {
  Value *Pointer = getLoadStorePointerOperand(&I);
  if (!isVarying(*Pointer))
    return Reach::Same;
  const SCEV *Address = SE->getSCEV(Pointer);
  Type *T = getLoadStoreType(&I);
  const DataLayout &DL = F.getDataLayout();
  uint64_t Size = DL.getTypeStoreSize(T);
  Passed.clear();
  std::optional<APInt> Step = step(Address);
  if (Step && Step->isZero()) {
    relyOnRows();
    return Reach::Same;
  }
  if (!Step || *Step != Size)
    return Reach::Scattered;
  Type *Element = T->getScalarType();
  bool Simple = isa<LoadInst>(I) ? cast<LoadInst>(I).isSimple() : cast<StoreInst>(I).isSimple();
  if (!Simple || !(Element->isIntegerTy() || Element->isFloatingPointTy()) || isa<ScalableVectorType>(T) ||
      DL.getTypeSizeInBits(T) != Size * 8 || DL.getTypeSizeInBits(Element) % 8 || Size > LargestAccess / 2 ||
      !isPowerOf2_64(Size))
    return Reach::Contiguous;
  SmallVector<const SCEV *, 2> Parts;
  // An offset that is no multiple of the width would spoil the alignment of what has none.
  const SCEV *Start = Address;
  while (auto *Loop = dyn_cast<SCEVAddRecExpr>(Start))
    Start = Loop->getStart();
  auto *Sum = dyn_cast<SCEVAddExpr>(Start);
  auto *Offset = Sum ? dyn_cast<SCEVConstant>(Sum->getOperand(0)) : nullptr;
  if (Offset && Offset->getAPInt().countr_zero() < Log2_64(WideBytes))
    return Reach::Contiguous;
  if (collectAligned(Address, Parts)) {
    relyOnRows();
    Wide[&I] = Parts;
    WideInOrder.push_back(&I);
  }
  return Reach::Contiguous;
}

unsigned ItemPattern::analyze() {
  if (!Usable)
    return 1;
  if (Narrows)
    for (Argument *Id : Stepping) {
      ConstantRange Low(APInt(64, 0), APInt(64, idLimit(1)));
      ConstantRange Known = Id->getRange().value_or(ConstantRange::getFull(64));
      Id->removeAttr(Attribute::Range);
      Id->addAttr(Attribute::get(F.getContext(), Attribute::Range, Known.intersectWith(Low)));
    }
  findVarying();
  if (InRows) {
    Divisions.replaceIn(F, [&](const Value &V) { return isVarying(V); });
    if (Divisions.empty())
      return 1;
    for (Instruction &I : instructions(F))
      if (Argument *StandIn = Divisions.standIn(I))
        Varying.insert(StandIn);
  }
  Own = std::make_unique<FunctionAnalyses>(F);
  SE = &Own->SE;
  if (!checkBranches())
    return 1;
  unsigned Scattered = 0, Least = ~0u, Most = 0;
  for (Instruction &I : instructions(F))
    if (isa<LoadInst, StoreInst>(I)) {
      auto *Own = dyn_cast<AllocaInst>(getUnderlyingObject(getLoadStorePointerOperand(&I)));
      Scattered += reach(I) == Reach::Scattered && !Own;
    }
  for (const Instruction *I : WideInOrder) {
    unsigned Size = F.getDataLayout().getTypeStoreSize(getLoadStoreType(I));
    Least = std::min(Least, Size);
    Most = std::max(Most, Size);
  }
  if (WideInOrder.empty() || Scattered > WideInOrder.size() || (InRows && Rows.empty()))
    return 1;
  unsigned Items = std::min({WideBytes / std::min(Least, WideBytes), LargestAccess / Most, MostItems});
  return uint64_t(Items) * F.getInstructionCount() > MostInstructions ? 1 : Items;
}

uint64_t ItemPattern::alignment(const Instruction &I, unsigned Items) const {
  uint64_t Size = F.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
  return std::min<uint64_t>(WideBytes, Size * Items);
}

SmallVector<std::pair<const SCEV *, uint64_t>, 8> ItemPattern::alignedAddresses(unsigned Items) {
  MapVector<const SCEV *, uint64_t> Needed;
  for (const Instruction *I : WideInOrder)
    for (const SCEV *S : Wide[I]) {
      uint64_t &Alignment = Needed[S];
      Alignment = std::max(Alignment, alignment(*I, Items));
    }
  SmallVector<std::pair<const SCEV *, uint64_t>, 8> Out;
  for (auto &[S, Alignment] : Needed)
    if (SE->getMinTrailingZeros(S) < Log2_64(Alignment))
      Out.push_back({S, Alignment});
  return Out;
}

} // namespace syclfuse::fuser
