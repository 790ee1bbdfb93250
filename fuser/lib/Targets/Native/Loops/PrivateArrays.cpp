// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PrivateArrays.h"
#include "Support/AnalysisManagers.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

class Finder {
public:
  Finder(const DataLayout &DL, Value &Base) : DL(DL) { Array.Base = &Base; }

  // Bytes: of the whole array.
  std::optional<PrivateArray> run(uint64_t Bytes) {
    if (!visitUsers(*Array.Base) || !Array.Element)
      return std::nullopt;
    const uint64_t Size = DL.getTypeAllocSize(Array.Element);
    if (Bytes % Size || any_of(Distances, [&](uint64_t Distance) { return Distance % Size; }))
      return std::nullopt;
    Array.Count = Bytes / Size;
    return std::move(Array);
  }

private:
  bool visitUsers(Value &Address) {
    return all_of(Address.uses(), [&](const Use &U) { return visit(U); });
  }

  bool visit(const Use &U) {
    auto *I = cast<Instruction>(U.getUser());
    if (I->isLifetimeStartOrEnd()) {
      Array.Others.push_back(I);
      return true;
    }
    if (auto *Gep = dyn_cast<GetElementPtrInst>(I))
      return visitAddress(*Gep);
    if (auto *Fill = dyn_cast<MemSetInst>(I))
      return visitFill(*Fill);
    if (auto *Store = dyn_cast<StoreInst>(I); Store && Store->getValueOperand() == U.get())
      return false;
    return U.get() == getLoadStorePointerOperand(I) && visitAccess(*I);
  }

  bool visitAddress(GetElementPtrInst &Gep) {
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Constant(DL.getIndexTypeSizeInBits(Gep.getType()), 0);
    if (Gep.getType()->isVectorTy() ||
        !cast<GEPOperator>(Gep).collectOffset(DL, Constant.getBitWidth(), Variable, Constant))
      return false;
    Distances.push_back(Constant.getSExtValue());
    for (auto &[V, Scale] : Variable)
      Distances.push_back(Scale.getSExtValue());
    Array.Others.push_back(&Gep);
    return visitUsers(Gep);
  }

  bool visitFill(MemSetInst &Fill) {
    auto *Length = dyn_cast<ConstantInt>(Fill.getLength());
    if (!Length || Length->isZero() || !isa<ConstantInt>(Fill.getValue()) || Fill.isVolatile())
      return false;
    Distances.push_back(Length->getZExtValue());
    Array.Fills.push_back(&Fill);
    return true;
  }

  bool visitAccess(Instruction &I) {
    Type *T = getLoadStoreType(&I);
    const uint64_t Size = DL.getTypeStoreSize(T);
    if (I.isAtomic() || I.isVolatile() || !(T->isIntegerTy() || T->isFloatingPointTy() || T->isPointerTy()) ||
        Size != DL.getTypeAllocSize(T))
      return false;
    if (Array.Element && DL.getTypeStoreSize(Array.Element) != Size)
      return false;
    Array.Element = T;
    Array.Accesses.push_back(&I);
    return true;
  }

  const DataLayout &DL;
  PrivateArray Array;
  SmallVector<uint64_t, 16> Distances; // in bytes
};

// The innermost loop that I is in; null if others are in that.
const Loop *innermostLoop(const FunctionAnalyses &Analyses, const Instruction &I) {
  const Loop *L = Analyses.Loops.getLoopFor(I.getParent());
  return L && L->isInnermost() ? L : nullptr;
}

// Whether the turns of the loop around I, an access, are as good as work-items: each has the next element.
bool goesAlong(FunctionAnalyses &Analyses, Instruction &I) {
  constexpr unsigned FewestTurns = 8;
  ScalarEvolution &SE = Analyses.SE;
  const Loop *L = innermostLoop(Analyses, I);
  const auto *Address = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(getLoadStorePointerOperand(&I)));
  const auto *Step =
      Address && Address->getLoop() == L ? dyn_cast<SCEVConstant>(Address->getStepRecurrence(SE)) : nullptr;
  return Step && Step->getAPInt() == SE.getDataLayout().getTypeStoreSize(getLoadStoreType(&I)).getFixedValue() &&
         SE.getSmallConstantTripCount(L) >= FewestTurns;
}

// In bytes from the array's beginning, of an address, computed before B.
Value *offsetOf(IRBuilder<> &B, const DataLayout &DL, const PrivateArray &Array, Value *Address) {
  Value *Offset = B.getInt64(0);
  for (; Address != Array.Base; Address = cast<GetElementPtrInst>(Address)->getPointerOperand())
    Offset = B.CreateAdd(Offset, emitGEPOffset(&B, DL, cast<User>(Address)), "", false, true);
  return Offset;
}

} // namespace

void unrollArrays(Function &F) {
  if (none_of(instructions(F), IsaPred<AllocaInst>))
    return;
  PassBuilder PB;
  AnalysisManagers Managers;
  Managers.add(PB);
  PB.buildFunctionSimplificationPipeline(OptimizationLevel::O3, ThinOrFullLTOPhase::None).run(F, Managers.Functions);
}

std::optional<SmallVector<PrivateArray, 4>> findPrivateArrays(Function &F, ArrayRef<RegionSlot> Slots) {
  const DataLayout &DL = F.getDataLayout();
  SmallVector<PrivateArray, 4> Arrays;
  for (Instruction &I : instructions(F))
    if (auto *Alloca = dyn_cast<AllocaInst>(&I)) {
      std::optional<TypeSize> Bytes = Alloca->getAllocationSize(DL);
      std::optional<PrivateArray> Array =
          Bytes && Alloca->isStaticAlloca() ? Finder(DL, I).run(Bytes->getFixedValue()) : std::nullopt;
      if (!Array)
        return std::nullopt;
      Arrays.push_back(std::move(*Array));
    }
  FunctionAnalyses Analyses(F);
  auto IsInInnermost = [&](const Instruction *I) { return innermostLoop(Analyses, *I) != nullptr; };
  for (auto [N, Slot] : enumerate(Slots)) {
    if (Slot.Of != RegionSlot::Scope::WorkItem || Slot.IsCaptured)
      continue;
    std::optional<PrivateArray> Array =
        Finder(DL, *F.getArg(F.arg_size() - Slots.size() + N)).run(DL.getTypeAllocSize(Slot.T));
    if (!Array || Array->Count == 1 || none_of(Array->Accesses, IsInInnermost))
      continue;
    Array->Slot = N;
    Arrays.push_back(std::move(*Array));
  }
  auto NeedsOthers = [&](const PrivateArray &A) {
    return any_of(A.Accesses, [&](Instruction *I) { return IsInInnermost(I) && !goesAlong(Analyses, *I); });
  };
  if (none_of(Arrays, NeedsOthers))
    return any_of(Arrays, [](const PrivateArray &A) { return !A.Slot; }) ? std::nullopt
                                                                         : std::optional(decltype(Arrays)());
  return Arrays;
}

AllocaInst *interleave(const PrivateArray &Array, unsigned Size) {
  Function &F = *(Array.Slot ? cast<Argument>(Array.Base)->getParent() : cast<Instruction>(Array.Base)->getFunction());
  const DataLayout &DL = F.getDataLayout();
  const uint64_t Bytes = DL.getTypeAllocSize(Array.Element);
  IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
  AllocaInst *Out = B.CreateAlloca(Array.Element);
  auto AddressAt = [&](Value *Offset) {
    return B.CreateInBoundsGEP(B.getInt8Ty(), Out, B.CreateMul(Offset, B.getInt64(Size), "", false, true));
  };
  for (Instruction *I : Array.Accesses) {
    B.SetInsertPoint(I);
    Value *Address = AddressAt(offsetOf(B, DL, Array, getLoadStorePointerOperand(I)));
    I->setOperand(isa<LoadInst>(I) ? LoadInst::getPointerOperandIndex() : StoreInst::getPointerOperandIndex(), Address);
    const Align Aligned = std::min(getLoadStoreAlignment(I), commonAlignment(Align(64), Bytes));
    if (auto *Load = dyn_cast<LoadInst>(I))
      Load->setAlignment(Aligned);
    else
      cast<StoreInst>(I)->setAlignment(Aligned);
  }
  for (Instruction *I : Array.Fills) {
    auto *Fill = cast<MemSetInst>(I);
    B.SetInsertPoint(Fill);
    Value *Start = offsetOf(B, DL, Array, Fill->getDest());
    Value *With = B.getInt(APInt::getSplat(8 * Bytes, cast<ConstantInt>(Fill->getValue())->getValue()));
    const uint64_t Count = cast<ConstantInt>(Fill->getLength())->getZExtValue() / Bytes;
    auto [Body, N] = SplitBlockAndInsertSimpleForLoop(B.getInt64(Count), Fill->getIterator());
    B.SetInsertPoint(Body);
    Value *Address = AddressAt(B.CreateAdd(Start, B.CreateMul(N, B.getInt64(Bytes), "", false, true)));
    B.CreateAlignedStore(With, Address, commonAlignment(Align(64), Bytes));
    Fill->eraseFromParent();
  }
  for (Instruction *I : reverse(Array.Others))
    I->eraseFromParent();
  if (auto *Alloca = dyn_cast<AllocaInst>(Array.Base))
    Alloca->eraseFromParent();
  return Out;
}

} // namespace syclfuse::fuser
