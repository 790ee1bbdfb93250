// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpirvLowering.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// Numbers of the SPIR-V specification (3.27 Scope, 3.25 Memory Semantics).
enum Scope : uint32_t { CrossDevice = 0, Device = 1, Workgroup = 2, Subgroup = 3, Invocation = 4 };
enum Semantics : uint32_t { Acquire = 2, Release = 4, AcquireRelease = 8, SequentiallyConsistent = 16 };
constexpr uint32_t WorkgroupMemory = 0x100, CrossWorkgroupMemory = 0x200;

uint32_t scopeOf(const Instruction &I) {
  SmallVector<StringRef, 8> Names;
  I.getContext().getSyncScopeNames(Names);
  return StringSwitch<uint32_t>(Names[*getAtomicSyncScopeID(&I)])
      .Case("device", Device)
      .Case("workgroup", Workgroup)
      .Case("subgroup", Subgroup)
      .Case("singlethread", Invocation)
      .Default(CrossDevice);
}

// An order of LLVM orders accesses to all memory.
uint32_t semanticsOf(AtomicOrdering Order) {
  constexpr uint32_t All = WorkgroupMemory | CrossWorkgroupMemory;
  switch (Order) {
  case AtomicOrdering::Acquire:
    return Acquire | All;
  case AtomicOrdering::Release:
    return Release | All;
  case AtomicOrdering::AcquireRelease:
    return AcquireRelease | All;
  case AtomicOrdering::SequentiallyConsistent:
    return SequentiallyConsistent | All;
  default:
    return 0;
  }
}

bool isAtomicType(const Type *T) {
  return T->isIntegerTy(32) || T->isIntegerTy(64) || T->isFloatTy() || T->isDoubleTy();
}

StringRef letter(const Type *T) {
  return T->isIntegerTy(32) ? "i" : T->isIntegerTy(64) ? "l" : T->isFloatTy() ? "f" : "d";
}

// Pointer, scope, semantics (Count of them), then Values of type T.
Value *emitAtomic(IRBuilder<> &B, StringRef Op, Type *Result, Type *T, Value *Pointer, uint32_t Where,
                  ArrayRef<uint32_t> Orders, ArrayRef<Value *> Values) {
  std::string Name = ("__spirv_Atomic" + Op).str();
  Name = "_Z" + std::to_string(Name.size()) + Name + "PU3AS" +
         std::to_string(Pointer->getType()->getPointerAddressSpace()) + letter(T).str() + "i" +
         std::string(Orders.size(), 'i');
  SmallVector<Value *, 6> Arguments{Pointer, B.getInt32(Where)};
  for (uint32_t Order : Orders)
    Arguments.push_back(B.getInt32(Order));
  Arguments.append(Values.begin(), Values.end());
  SmallVector<Type *, 6> Types;
  for (Value *V : Arguments)
    Types.push_back(V->getType());
  for (Value *V : Values)
    Name += letter(V->getType());
  Module &M = *B.GetInsertBlock()->getModule();
  return B.CreateCall(M.getOrInsertFunction(Name, FunctionType::get(Result, Types, false)), Arguments);
}

// SPIR-V's instruction for an operation on T; "" if there is none without an extension.
StringRef instructionFor(AtomicRMWInst::BinOp Op, const Type *T) {
  if (Op == AtomicRMWInst::Xchg)
    return "Exchange";
  if (!T->isIntegerTy())
    return "";
  switch (Op) {
  case AtomicRMWInst::Add:
    return "IAdd";
  case AtomicRMWInst::Sub:
    return "ISub";
  case AtomicRMWInst::And:
    return "And";
  case AtomicRMWInst::Or:
    return "Or";
  case AtomicRMWInst::Xor:
    return "Xor";
  case AtomicRMWInst::Max:
    return "SMax";
  case AtomicRMWInst::Min:
    return "SMin";
  case AtomicRMWInst::UMax:
    return "UMax";
  case AtomicRMWInst::UMin:
    return "UMin";
  default:
    return "";
  }
}

// old = load; do { seen = old; old = compare-exchange(seen, op(seen)) } while (old != seen), on integers.
void emitLoop(AtomicRMWInst &I) {
  Type *T = I.getType();
  LLVMContext &C = I.getContext();
  Type *Int = T->isIntegerTy() ? T : IntegerType::get(C, T->getScalarSizeInBits());
  uint32_t Where = scopeOf(I), Order = semanticsOf(I.getOrdering());
  // What a failed exchange reads is used by the next attempt only, so that it need not be ordered.
  BasicBlock *Before = I.getParent(), *After = Before->splitBasicBlock(I.getIterator());
  BasicBlock *Loop = BasicBlock::Create(C, "", Before->getParent(), After);
  Before->getTerminator()->eraseFromParent();
  IRBuilder<> B(Before);
  Value *First = emitAtomic(B, "Load", Int, Int, I.getPointerOperand(), Where, {0u}, {});
  B.CreateBr(Loop);
  B.SetInsertPoint(Loop);
  PHINode *Seen = B.CreatePHI(Int, 2);
  Value *Old = B.CreateBitCast(Seen, T);
  Value *New = B.CreateBitCast(buildAtomicRMWValue(I.getOperation(), B, Old, I.getValOperand()), Int);
  Value *Found = emitAtomic(B, "CompareExchange", Int, Int, I.getPointerOperand(), Where, {Order, 0u}, {New, Seen});
  Seen->addIncoming(First, Before);
  Seen->addIncoming(Found, B.GetInsertBlock());
  B.CreateCondBr(B.CreateICmpEQ(Found, Seen), After, Loop);
  I.replaceAllUsesWith(Old);
}

void emitCompareExchange(AtomicCmpXchgInst &I) {
  IRBuilder<> B(&I);
  Type *T = I.getCompareOperand()->getType();
  // SPIR-V: what is compared comes last. A failed exchange may not release.
  Value *Found = emitAtomic(B, "CompareExchange", T, T, I.getPointerOperand(), scopeOf(I),
                            {semanticsOf(I.getMergedOrdering()), semanticsOf(I.getFailureOrdering())},
                            {I.getNewValOperand(), I.getCompareOperand()});
  Value *Same = B.CreateICmpEQ(Found, I.getCompareOperand());
  for (User *U : make_early_inc_range(I.users()))
    if (auto *Part = dyn_cast<ExtractValueInst>(U)) {
      Part->replaceAllUsesWith(Part->getIndices()[0] == 0 ? Found : Same);
      Part->eraseFromParent();
    }
  if (!I.use_empty())
    I.replaceAllUsesWith(B.CreateInsertValue(B.CreateInsertValue(PoisonValue::get(I.getType()), Found, 0), Same, 1));
}

} // namespace

bool lowerSpirvAtomic(Instruction &I) {
  IRBuilder<> B(&I);
  if (auto *Fence = dyn_cast<FenceInst>(&I)) {
    FunctionCallee Barrier = I.getModule()->getOrInsertFunction("_Z21__spirv_MemoryBarrierii", B.getVoidTy(),
                                                                B.getInt32Ty(), B.getInt32Ty());
    B.CreateCall(Barrier, {B.getInt32(scopeOf(I)), B.getInt32(semanticsOf(Fence->getOrdering()))});
  } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
    Type *T = I.getType();
    if (!Load->isAtomic() || !isAtomicType(T))
      return false;
    I.replaceAllUsesWith(
        emitAtomic(B, "Load", T, T, Load->getPointerOperand(), scopeOf(I), {semanticsOf(Load->getOrdering())}, {}));
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Value *V = Store->getValueOperand();
    if (!Store->isAtomic() || !isAtomicType(V->getType()))
      return false;
    emitAtomic(B, "Store", B.getVoidTy(), V->getType(), Store->getPointerOperand(), scopeOf(I),
               {semanticsOf(Store->getOrdering())}, {V});
  } else if (auto *Rmw = dyn_cast<AtomicRMWInst>(&I)) {
    Type *T = I.getType();
    if (!isAtomicType(T))
      return false;
    if (StringRef Op = instructionFor(Rmw->getOperation(), T); !Op.empty())
      I.replaceAllUsesWith(emitAtomic(B, Op, T, T, Rmw->getPointerOperand(), scopeOf(I),
                                      {semanticsOf(Rmw->getOrdering())}, {Rmw->getValOperand()}));
    else
      emitLoop(*Rmw);
  } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    if (!isAtomicType(Exchange->getCompareOperand()->getType()))
      return false;
    emitCompareExchange(*Exchange);
  } else {
    return false;
  }
  I.eraseFromParent();
  return true;
}

} // namespace syclfuse::fuser
