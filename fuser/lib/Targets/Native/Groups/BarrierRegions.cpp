// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BarrierRegions.h"
#include "Support/FuseError.h"
#include "Uniformity.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// A tree of at most this many instructions is cheaper to compute again than to store and load per work-item.
constexpr unsigned RematerializationLimit = 12;

// Of a variable, that are looked at.
constexpr unsigned MostUses = 10000;

struct Barrier {
  CallInst *Call;
  BasicBlock *After;
};

class Splitter {
public:
  Splitter(WorkItemFunction &Item, ArrayRef<GroupBoundary> Given, bool Diverge) : Item(Item), Given(Given) {
    Result.Diverge = Diverge;
  }

  Expected<BarrierRegions> run() {
    if (Error E = checkAllocas())
      return std::move(E);
    isolateBarriers();
    findCycles();
    findSharedResults();
    findCarried();
    keepOffsets();
    keepAcrossBarriers();
    if (Result.Diverge)
      keepPlaces();
    moveAllocasToSlots();
    for (unsigned N = 0; N <= Barriers.size(); ++N)
      Result.Regions.push_back(makeRegion(N));
    Item.F->eraseFromParent();
    Item.F = Result.Regions.front();
    return std::move(Result);
  }

private:
  // A slot is one variable: what is allocated anew in each turn of a loop would need more.
  Error checkAllocas() {
    for (Instruction &I : instructions(*Item.F))
      if (auto *Alloca = dyn_cast<AllocaInst>(&I); Alloca && !Alloca->isStaticAlloca())
        return fuseError(diag::unsupported_construct,
                         {Item.KernelName, "native",
                          "it has barriers or group functions, and stack variables of a size or "
                          "number that is known at run time only"},
                         I);
    return Error::success();
  }

  void isolateBarriers() {
    for (const GroupBoundary &B : Given) {
      CallInst *Call = B.Call;
      BasicBlock *After = Call->getParent()->splitBasicBlock(std::next(Call->getIterator()), "after.barrier");
      Barriers.push_back({Call, After});
      AfterBarrier.insert(After);
      Numbers[Call] = Barriers.size();
    }
  }

  void findCycles() {
    for (auto It = scc_begin(Item.F); !It.isAtEnd(); ++It)
      if (It.hasCycle())
        InCycles.insert_range(*It);
  }

  // Values that all work-items of a group have in common, as the counter of a loop around a barrier is, are kept once.
  void findCarried() {
    auto MayShare = [&](const GroupBoundary &B) { return !B.What.SubGroup; };
    auto IsInLoop = [&](const GroupBoundary &B) { return InCycles.contains(B.Call->getParent()); };
    if (Result.Diverge || !all_of(Given, MayShare) || none_of(Given, IsInLoop))
      return;
    SmallPtrSet<const Value *, 8> Varying;
    for (auto [N, Query] : enumerate(Item.Queries))
      if (!isUniformQuery(Query.first))
        Varying.insert(Item.F->getArg(Item.KernelArguments + N));
    const SmallPtrSet<Instruction *, 1> Same;
    const Uniformity Uniform(*Item.F, Varying, Same);
    if (!Uniform.detours())
      return;
    for (Instruction &I : instructions(*Item.F))
      if (Uniform.isUniform(I) && I.getType()->isSingleValueType())
        Carried.insert(&I);
  }

  // Results that are the same for all. One that no loop computes again stays where it is.
  void findSharedResults() {
    for (const GroupBoundary &B : Given)
      if (B.What.isSameForAll()) {
        const Value *Place = B.Call->getArgOperand(B.Call->arg_size() - 1);
        SharedResults[Place] = B.What.SubGroup ? RegionSlot::Scope::SubGroup : RegionSlot::Scope::WorkGroup;
        if (!Result.Diverge && !InCycles.contains(B.Call->getParent()))
          LastingResults.insert(Place);
      }
  }

  bool readsLastingResult(const Value &V) const {
    auto *Load = dyn_cast<LoadInst>(&V);
    return Load && LastingResults.contains(Load->getPointerOperand());
  }

  // Whether I is live where a barrier ends.
  bool crosses(Instruction &I) const {
    SmallPtrSet<BasicBlock *, 16> LiveIn;
    SmallVector<BasicBlock *, 16> Work;
    for (Use &U : I.uses()) {
      auto *User = cast<Instruction>(U.getUser());
      auto *Phi = dyn_cast<PHINode>(User);
      BasicBlock *Block = Phi ? Phi->getIncomingBlock(U) : User->getParent();
      if (Block != I.getParent() || (!Phi && User->comesBefore(&I)))
        Work.push_back(Block);
    }
    while (!Work.empty()) {
      BasicBlock *Block = Work.pop_back_val();
      if (!LiveIn.insert(Block).second)
        continue;
      if (AfterBarrier.contains(Block))
        return true;
      for (BasicBlock *Before : predecessors(Block))
        if (Before != I.getParent())
          Work.push_back(Before);
    }
    return false;
  }

  // Adds the size of V's tree to Cost. Leaves are the same in every region.
  bool isRematerializable(Value *V, unsigned &Cost) const {
    if (isa<Constant, Argument, AllocaInst>(V))
      return true;
    if (!isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst>(V) && !readsLastingResult(*V))
      return false;
    if (++Cost > RematerializationLimit)
      return false;
    return all_of(cast<Instruction>(V)->operands(), [&](Value *Operand) { return isRematerializable(Operand, Cost); });
  }

  static Value *cloneTree(Value *V, Instruction *Before) {
    if (isa<Constant, Argument, AllocaInst>(V))
      return V;
    Instruction *Copy = cast<Instruction>(V)->clone();
    for (Use &Operand : Copy->operands())
      Operand = cloneTree(Operand, Before);
    Copy->insertBefore(Before->getIterator());
    return Copy;
  }
  static Value *cloneAlone(Value *V, Instruction *Before) {
    Instruction *Copy = cast<Instruction>(V)->clone();
    Copy->insertBefore(Before->getIterator());
    return Copy;
  }

  // Clone: of I, before an instruction.
  static void rematerialize(Instruction &I, function_ref<Value *(Value *, Instruction *)> Clone) {
    // Edges of a phi from one block must agree.
    DenseMap<BasicBlock *, Value *> AtEnd;
    for (Use &U : make_early_inc_range(I.uses())) {
      auto *User = cast<Instruction>(U.getUser());
      auto *Phi = dyn_cast<PHINode>(User);
      Instruction *Before = Phi ? Phi->getIncomingBlock(U)->getTerminator() : User;
      Value *&Shared = AtEnd[Phi ? Before->getParent() : nullptr];
      if (!Phi || !Shared)
        Shared = Clone(&I, Before);
      U.set(Shared);
    }
    I.eraseFromParent();
  }

  // Addresses in what an argument points to go on as their offsets, which several of them share; and it is seen in each
  // region whose they are.
  void keepOffsets() {
    auto IsKeptAddress = [&](Instruction &I) {
      unsigned Cost = 0;
      return isa<GetElementPtrInst, AddrSpaceCastInst>(I) && I.getType()->isPointerTy() &&
             isa<Argument, AllocaInst, GlobalValue>(getUnderlyingObject(&I, 0)) && crosses(I) &&
             !isRematerializable(&I, Cost);
    };
    for (bool Again = true; Again;) {
      Again = false;
      for (Instruction &I : make_early_inc_range(instructions(*Item.F)))
        if (IsKeptAddress(I)) {
          rematerialize(I, cloneAlone);
          Again = true;
        }
    }
  }

  // A pointer that a region finds in a slot does not seem to come from an argument; it may, so that no argument is
  // known to be the only way to its memory.
  void forgetDistinctArguments() {
    for (Argument &A : Item.F->args())
      A.removeAttr(Attribute::NoAlias);
  }

  void keepAcrossBarriers() {
    SmallVector<Instruction *, 16> Cheap, Kept;
    for (Instruction &I : instructions(*Item.F)) {
      if (isa<AllocaInst>(I) || I.getType()->isVoidTy() || !crosses(I))
        continue;
      unsigned Cost = 0;
      (isRematerializable(&I, Cost) ? Cheap : Kept).push_back(&I);
    }
    // Users come after what they use, so that erasing backwards leaves no use behind.
    for (Instruction *I : reverse(Cheap))
      rematerialize(*I, cloneTree);
    for (Instruction *I : Kept) {
      const bool Once = Carried.contains(I);
      AllocaInst *Slot = DemoteRegToStack(*I, false);
      if (Once)
        CarriedSlots.emplace_back(Slot, new AllocaInst(Slot->getAllocatedType(), 0, "next", Slot->getIterator()));
    }
    for (auto [Slot, Next] : CarriedSlots)
      SharedResults[Slot] = SharedResults[Next] = RegionSlot::Scope::WorkGroup;
    if (any_of(instructions(*Item.F), mayKeepPointer))
      forgetDistinctArguments();
  }
  // In a slot: a pointer by itself, in an aggregate, or as a number.
  static bool mayKeepPointer(const Instruction &I) {
    auto *Store = dyn_cast<StoreInst>(&I);
    Type *T = Store ? Store->getValueOperand()->getType() : nullptr;
    return isa<PtrToIntInst>(I) || (T && (T->isPtrOrPtrVectorTy() || T->isAggregateType()));
  }

  // Each work-item knows at which boundary it waits, 0 at the end.
  void keepPlaces() {
    IRBuilder<> B(&*Item.F->getEntryBlock().getFirstInsertionPt());
    Place = B.CreateAlloca(B.getInt32Ty());
    for (const Barrier &Each : Barriers) {
      B.SetInsertPoint(Each.Call);
      B.CreateStore(B.getInt32(Numbers[Each.Call]), Place);
    }
    for (BasicBlock &BB : *Item.F)
      if (isa<ReturnInst>(BB.getTerminator())) {
        B.SetInsertPoint(BB.getTerminator());
        B.CreateStore(B.getInt32(0), Place);
      }
  }

  // So that each element of an array of them is aligned.
  Type *paddedTo(Align A, Type *T) const {
    uint64_t Size = Item.F->getDataLayout().getTypeAllocSize(T), Padding = alignTo(Size, A) - Size;
    if (!Padding)
      return T;
    return StructType::get(T->getContext(), {T, ArrayType::get(Type::getInt8Ty(T->getContext()), Padding)});
  }

  void moveAllocasToSlots() {
    SmallVector<AllocaInst *, 8> Allocas;
    for (Instruction &I : make_early_inc_range(instructions(*Item.F))) {
      if (I.isLifetimeStartOrEnd())
        I.eraseFromParent();
      else if (auto *Alloca = dyn_cast<AllocaInst>(&I))
        Allocas.push_back(Alloca);
    }
    SmallVector<Type *, 16> Parameters(Item.F->getFunctionType()->params());
    for (AllocaInst *Alloca : Allocas) {
      Parameters.push_back(Alloca->getType());
      auto *Count = dyn_cast<ConstantInt>(Alloca->getArraySize());
      Type *T = Alloca->getAllocatedType();
      T = paddedTo(Alloca->getAlign(), Count->isOne() ? T : ArrayType::get(T, Count->getZExtValue()));
      auto Shared = SharedResults.find(Alloca);
      Result.Slots.push_back({T, Shared == SharedResults.end() ? RegionSlot::Scope::WorkItem : Shared->second,
                              PointerMayBeCaptured(Alloca, /*ReturnCaptures=*/true, MostUses)});
    }
    LLVMContext &C = Item.F->getContext();
    Function *New = Function::Create(FunctionType::get(Type::getInt32Ty(C), Parameters, false),
                                     GlobalValue::InternalLinkage, "", *Item.F->getParent());
    New->setAttributes(Item.F->getAttributes());
    New->splice(New->begin(), Item.F);
    for (auto [From, To] : zip_first(Item.F->args(), New->args()))
      From.replaceAllUsesWith(&To);
    for (auto [Slot, Next] : CarriedSlots)
      Result.Carried.emplace_back(find(Allocas, Slot) - Allocas.begin(), find(Allocas, Next) - Allocas.begin());
    for (auto [N, Alloca] : enumerate(Allocas)) {
      Alloca->replaceAllUsesWith(New->getArg(Item.F->arg_size() + N));
      Alloca->eraseFromParent();
    }
    for (const GroupBoundary &B : Given) {
      BarrierRegions::Boundary Out{B.What, {}};
      if (B.What.Value)
        for (Value *Operand : B.Call->args())
          Out.Slots.push_back(cast<Argument>(Operand)->getArgNo() - Item.F->arg_size());
      Result.Boundaries.push_back(Out);
    }
    for (BasicBlock &BB : *New)
      if (isa<ReturnInst>(BB.getTerminator()))
        ReplaceInstWithInst(BB.getTerminator(), ReturnInst::Create(C, ConstantInt::get(Type::getInt32Ty(C), 0)));
    New->takeName(Item.F);
    Item.F->eraseFromParent();
    Item.F = New;
  }

  // What is reached from Start without going through a boundary, in the function's order.
  SmallVector<BasicBlock *, 16> blocksFrom(BasicBlock *Start) const {
    SmallPtrSet<BasicBlock *, 16> Reached{Start};
    SmallVector<BasicBlock *, 16> Work{Start}, Found;
    while (!Work.empty())
      for (BasicBlock *Next : successors(Work.pop_back_val()))
        if (!AfterBarrier.contains(Next) && Reached.insert(Next).second)
          Work.push_back(Next);
    for (BasicBlock &BB : *Item.F)
      if (Reached.contains(&BB))
        Found.push_back(&BB);
    return Found;
  }

  Function *makeRegion(unsigned Number) {
    BasicBlock *Start = Number == 0 ? &Item.F->getEntryBlock() : Barriers[Number - 1].After;
    SmallVector<BasicBlock *, 16> Blocks = blocksFrom(Start);
    LLVMContext &C = Item.F->getContext();
    Function *F = Function::Create(Item.F->getFunctionType(), GlobalValue::InternalLinkage, Item.F->getName(),
                                   Item.F->getParent());
    F->setAttributes(Item.F->getAttributes());
    ValueToValueMapTy Map;
    for (auto [From, To] : zip_first(Item.F->args(), F->args()))
      Map[&From] = &To;
    BasicBlock *Resume = Number == 0 ? nullptr : BasicBlock::Create(C, "resume", F);
    for (BasicBlock *BB : Blocks)
      Map[BB] = CloneBasicBlock(BB, Map, "", F);
    if (Resume)
      resume(*Resume, *cast<BasicBlock>(Map[Start]), Number, Map);
    for (BasicBlock *BB : Blocks)
      finishBlock(*BB, Map);
    for (BasicBlock &BB : *F)
      if (BB.getSinglePredecessor())
        FoldSingleEntryPHINodes(&BB);
    for (auto [Slot, Next] : Result.Carried)
      carry(*F, *F->getArg(F->arg_size() - Result.Slots.size() + Slot),
            *F->getArg(F->arg_size() - Result.Slots.size() + Next));
    return F;
  }

  // All work-items find in Slot what it was when the region began, and leave in Next what it is at its end.
  static void carry(Function &F, Argument &Slot, Argument &Next) {
    SmallVector<Use *, 8> Uses(make_pointer_range(Slot.uses()));
    if (Uses.empty())
      return;
    Type *T = getLoadStoreType(Uses.front()->getUser());
    Slot.addAttr(Attribute::get(F.getContext(), KeptOnceAttribute));
    IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
    AllocaInst *Here = B.CreateAlloca(T);
    B.CreateStore(B.CreateLoad(T, &Slot), Here);
    for (Use *U : Uses)
      U->set(Here);
    for (BasicBlock &BB : F)
      if (isa<ReturnInst>(BB.getTerminator())) {
        B.SetInsertPoint(BB.getTerminator());
        B.CreateStore(B.CreateLoad(T, Here), &Next);
      }
    DominatorTree DT(F);
    PromoteMemToReg({Here}, DT);
  }

  // Goes on at Start, if the work-item is there.
  void resume(BasicBlock &Begin, BasicBlock &Start, unsigned Number, ValueToValueMapTy &Map) {
    IRBuilder<> B(&Begin);
    if (!Result.Diverge) {
      B.CreateBr(&Start);
      return;
    }
    BasicBlock *Elsewhere = BasicBlock::Create(B.getContext(), "elsewhere", Begin.getParent());
    Value *Here = B.CreateLoad(B.getInt32Ty(), Map[Place]);
    B.CreateCondBr(B.CreateICmpEQ(Here, B.getInt32(Number)), &Start, Elsewhere);
    ReturnInst::Create(B.getContext(), Here, Elsewhere);
  }

  // The copy of BB ends at BB's boundary, if it has one, and forgets what comes from elsewhere.
  void finishBlock(BasicBlock &BB, ValueToValueMapTy &Map) {
    auto *New = cast<BasicBlock>(Map[&BB]);
    LLVMContext &C = BB.getContext();
    Instruction *Last = BB.getTerminator()->getPrevNode();
    if (auto It = Numbers.find(Last); Last && It != Numbers.end()) {
      New->getTerminator()->eraseFromParent();
      cast<Instruction>(Map[Last])->eraseFromParent();
      ReturnInst::Create(C, ConstantInt::get(Type::getInt32Ty(C), It->second), New);
    }
    for (Instruction &I : *New) {
      if (auto *Phi = dyn_cast<PHINode>(&I))
        Phi->removeIncomingValueIf([&](unsigned N) { return !Map.count(Phi->getIncomingBlock(N)); }, false);
      RemapInstruction(&I, Map, RF_NoModuleLevelChanges);
    }
  }

  WorkItemFunction &Item;
  ArrayRef<GroupBoundary> Given;
  BarrierRegions Result;
  SmallVector<Barrier, 4> Barriers;
  DenseMap<const Value *, RegionSlot::Scope> SharedResults;
  SmallPtrSet<const Value *, 8> LastingResults;
  SmallPtrSet<const BasicBlock *, 16> InCycles;
  SmallPtrSet<const Instruction *, 16> Carried;
  SmallVector<std::pair<AllocaInst *, AllocaInst *>, 4> CarriedSlots;
  WeakTrackingVH Place; // with Diverge: where the number of the region is kept that the work-item goes on with
  SmallPtrSet<BasicBlock *, 4> AfterBarrier;
  DenseMap<const Instruction *, unsigned> Numbers; // of the region after the boundary
};

} // namespace

SmallVector<unsigned, 4> BarrierRegions::after(unsigned Region) const {
  SmallVector<unsigned, 4> Numbers;
  for (BasicBlock &BB : *Regions[Region])
    if (auto *Return = dyn_cast<ReturnInst>(BB.getTerminator()))
      Numbers.push_back(cast<ConstantInt>(Return->getReturnValue())->getZExtValue());
  sort(Numbers);
  Numbers.erase(llvm::unique(Numbers), Numbers.end());
  return Numbers;
}

bool BarrierRegions::areInSequence() const {
  if (Diverge)
    return false;
  for (unsigned Number = 0; Number != Regions.size(); ++Number)
    if (any_of(after(Number), [&](unsigned Next) { return Next != (Number + 1) % Regions.size(); }))
      return false;
  return true;
}

Expected<BarrierRegions> splitAtBarriers(WorkItemFunction &Item, ArrayRef<GroupBoundary> Boundaries, bool Diverge) {
  return Splitter(Item, Boundaries, Diverge).run();
}

} // namespace syclfuse::fuser
