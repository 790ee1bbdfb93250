// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FunctionTables.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <optional>

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr uint64_t PointerSize = 8;

struct Table {
  SetVector<Function *> Functions;
  GlobalVariable *Numbers = nullptr; // of the functions, of 64 bits each, where the variable has their addresses
};

class TableLowering {
public:
  explicit TableLowering(Module &M) : M(M), DL(M.getDataLayout()) {}

  void run() {
    SmallVector<CallInst *, 8> Calls;
    for (Function &F : M)
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->isIndirectCall())
          Calls.push_back(Call);
    for (CallInst *Call : Calls)
      lower(*Call);
  }

private:
  void lower(CallInst &Call) {
    auto *Load = dyn_cast<LoadInst>(Call.getCalledOperand()->stripPointerCasts());
    if (!Load || !Load->isSimple())
      return;
    SmallVector<GEPOperator *, 4> Steps;
    Value *Base = Load->getPointerOperand();
    while (isa<GEPOperator, AddrSpaceCastOperator>(Base)) {
      if (auto *Step = dyn_cast<GEPOperator>(Base))
        Steps.push_back(Step);
      Base = cast<Operator>(Base)->getOperand(0);
    }
    const Table *Of = tableOf(dyn_cast<GlobalVariable>(Base));
    if (!Of || any_of(Of->Functions, [&](Function *F) { return F->getFunctionType() != Call.getFunctionType(); }))
      return;
    IRBuilder<> B(Load);
    Value *Offset = B.getInt64(0);
    for (GEPOperator *Step : Steps)
      Offset = B.CreateAdd(Offset, B.CreateSExtOrTrunc(emitGEPOffset(&B, DL, Step), B.getInt64Ty()));
    Value *Number = B.CreateLoad(B.getInt64Ty(), B.CreatePtrAdd(Of->Numbers, Offset), "function");
    choose(Call, *Number, Of->Functions.getArrayRef());
  }

  // In place of Call, one of each function.
  void choose(CallInst &Call, Value &Number, ArrayRef<Function *> Functions) {
    BasicBlock *From = Call.getParent(), *Behind = SplitBlock(From, &Call);
    BasicBlock *Never = BasicBlock::Create(M.getContext(), "no.function", From->getParent(), Behind);
    new UnreachableInst(M.getContext(), Never);
    From->getTerminator()->eraseFromParent();
    IRBuilder<> B(From);
    SwitchInst *Switch = B.CreateSwitch(&Number, Never, Functions.size());
    PHINode *Result =
        Call.getType()->isVoidTy() ? nullptr : PHINode::Create(Call.getType(), Functions.size(), "", Behind->begin());
    for (auto [N, F] : enumerate(Functions)) {
      BasicBlock *Block = BasicBlock::Create(M.getContext(), "function." + Twine(N), From->getParent(), Behind);
      auto *Direct = cast<CallInst>(Call.clone());
      Direct->setCalledOperand(F);
      Direct->insertInto(Block, Block->end());
      BranchInst::Create(Behind, Block);
      Switch->addCase(B.getInt64(N), Block);
      if (Result)
        Result->addIncoming(Direct, Block);
    }
    if (Result)
      Call.replaceAllUsesWith(Result);
    Call.eraseFromParent();
  }

  // Null: V is no table.
  const Table *tableOf(GlobalVariable *V) {
    if (!V || !V->isConstant() || !V->hasDefinitiveInitializer())
      return nullptr;
    auto [It, IsNew] = Tables.try_emplace(V);
    if (IsNew)
      It->second = makeTable(*V);
    return It->second ? &*It->second : nullptr;
  }

  std::optional<Table> makeTable(GlobalVariable &V) {
    Table New;
    SmallVector<uint64_t, 16> Numbers(DL.getTypeAllocSize(V.getValueType()) / PointerSize, ~uint64_t(0));
    if (!collect(*V.getInitializer(), 0, New.Functions, Numbers) || New.Functions.empty())
      return std::nullopt;
    Constant *Value = ConstantDataArray::get(M.getContext(), Numbers);
    New.Numbers =
        new GlobalVariable(M, Value->getType(), /*isConstant=*/true, GlobalValue::InternalLinkage, Value,
                           V.getName() + ".numbers", nullptr, GlobalValue::NotThreadLocal, V.getAddressSpace());
    New.Numbers->setAlignment(Align(PointerSize));
    return New;
  }

  // False if there is anything else than functions in what lies Offset bytes behind the variable's begin.
  bool collect(Constant &C, uint64_t Offset, SetVector<Function *> &Functions, MutableArrayRef<uint64_t> Numbers) {
    if (auto *F = dyn_cast<Function>(C.stripPointerCasts())) {
      if (Offset % PointerSize != 0 || DL.getTypeAllocSize(C.getType()) != PointerSize)
        return false;
      Functions.insert(F);
      Numbers[Offset / PointerSize] = find(Functions, F) - Functions.begin();
      return true;
    }
    if (!isa<ConstantArray, ConstantStruct>(C))
      return false;
    for (auto [N, Part] : enumerate(C.operands())) {
      const uint64_t Inner =
          isa<ConstantStruct>(C)
              ? DL.getStructLayout(cast<StructType>(C.getType()))->getElementOffset(N).getFixedValue()
              : N * DL.getTypeAllocSize(Part->getType()).getFixedValue();
      if (!collect(*cast<Constant>(Part), Offset + Inner, Functions, Numbers))
        return false;
    }
    return true;
  }

  Module &M;
  const DataLayout &DL;
  DenseMap<const GlobalVariable *, std::optional<Table>> Tables;
};

} // namespace

void lowerFunctionTables(Module &M) { TableLowering(M).run(); }

} // namespace syclfuse::fuser
