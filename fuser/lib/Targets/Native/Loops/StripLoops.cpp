// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StripLoops.h"
#include "NeighbourItems.h"
#include "StreamingStores.h"
#include "Support/AnalysisManagers.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// Slots of a strip must stay in the first-level cache.
constexpr uint64_t SlotBytesPerItem = 256;
// The code is there twice.
constexpr unsigned MaxSize = 2000;
constexpr unsigned SmallestStrip = 8;
// Where groups are known to have so many work-items, a strip takes all of them: memory that it reads only every second
// piece of comes at less than half of the speed. What each carries from turn to turn must fit into registers.
constexpr unsigned LargestStrip = 64, CarriedBytes = 8;

// Which instructions have one value for all work-items.
class Uniformity {
public:
  Uniformity(Function &F, const SmallPtrSet<const Value *, 8> &VaryingArguments)
      : Varying(VaryingArguments.begin(), VaryingArguments.end()) {
    for (Instruction &I : instructions(F))
      if (I.mayWriteToMemory())
        noteWrite(I);
    // Optimistic: what nothing makes vary is uniform.
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (Instruction &I : instructions(F))
        if (!Varying.contains(&I) && isVarying(I))
          Changed |= Varying.insert(&I).second;
    }
  }

  bool isUniform(const Value &V) const { return !Varying.contains(&V); }

private:
  void noteWrite(Instruction &I) {
    Value *Pointer = getLoadStorePointerOperand(&I);
    if (Pointer)
      Written.insert(getUnderlyingObject(Pointer, 0));
    else
      WritesElsewhere = true;
  }

  bool isVarying(Instruction &I) const {
    if (I.isTerminator())
      return I.getNumOperands() && Varying.contains(I.getOperand(0));
    if (any_of(I.operands(), [&](const Use &U) { return Varying.contains(U.get()); }))
      return true;
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
      // All work-items read it, so none may write it; those that write it all the same way are left alone.
      const Value *Object = getUnderlyingObject(Load->getPointerOperand(), 0);
      return !Load->isSimple() || WritesElsewhere || Written.contains(Object) || !isa<Argument, GlobalVariable>(Object);
    }
    if (auto *Call = dyn_cast<IntrinsicInst>(&I))
      return !isTriviallyVectorizable(Call->getIntrinsicID());
    return isa<AllocaInst, CallBase>(I) || I.mayReadOrWriteMemory();
  }

  SmallPtrSet<const Value *, 32> Varying;
  SmallPtrSet<const Value *, 8> Written;
  bool WritesElsewhere = false;
};

// Whether the innermost loops of F gain from a loop over work-items within them.
class Profit {
public:
  Profit(Function &F, const NeighbourItems &Neighbours, const Uniformity &U)
      : Analyses(F), Neighbours(Neighbours), U(U) {}

  // Bytes of a work-item that go from one turn of an innermost loop to the next, at most.
  uint64_t carriedBytes() const {
    uint64_t Most = 0;
    for (const Loop *L : Analyses.Loops.getLoopsInPreorder()) {
      uint64_t Bytes = 0;
      for (const PHINode &Phi : L->getHeader()->phis())
        if (L->isInnermost() && !U.isUniform(Phi))
          Bytes += Phi.getDataLayout().getTypeAllocSize(Phi.getType());
      Most = std::max(Most, Bytes);
    }
    return Most;
  }

  // Stores of loops that are in no other one, if each turn has another row of Width elements.
  SmallPtrSet<const StoreInst *, 4> storesOfRows(unsigned Width) {
    SmallPtrSet<const StoreInst *, 4> Found;
    for (Loop *L : Analyses.Loops.getTopLevelLoops())
      for (BasicBlock *BB : L->blocks())
        for (Instruction &I : *BB)
          if (auto *Store = dyn_cast<StoreInst>(&I); Store && L->isInnermost() && stepsOverRows(*Store, *L, Width))
            Found.insert(Store);
    return Found;
  }

  bool exists() {
    bool Any = false;
    for (Loop *L : Analyses.Loops.getLoopsInPreorder()) {
      if (!L->isInnermost())
        continue;
      for (BasicBlock *BB : L->blocks())
        for (Instruction &I : *BB) {
          if (U.isUniform(I) || isa<PHINode>(I))
            continue;
          if (!isGood(I))
            return false;
          Any = true;
        }
    }
    return Any;
  }

private:
  bool stepsOverRows(StoreInst &Store, const Loop &L, unsigned Width) {
    const auto *Address = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Store.getPointerOperand()));
    const auto *Step =
        Address && Address->getLoop() == &L ? dyn_cast<SCEVConstant>(Address->getStepRecurrence(SE)) : nullptr;
    const uint64_t Row = Width * SE.getDataLayout().getTypeStoreSize(Store.getValueOperand()->getType());
    return Step && Row % StreamAlignment == 0 && Step->getAPInt().abs().uge(Row);
  }

  bool isGood(Instruction &I) {
    if (Value *Pointer = getLoadStorePointerOperand(&I)) {
      if (I.isAtomic() || I.isVolatile() || getLoadStoreType(&I)->isVectorTy())
        return false;
      std::optional<APInt> Step = Neighbours.step(SE, Pointer);
      uint64_t Size = SE.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
      return Step && (Step->isZero() ? isa<LoadInst>(I) : *Step == Size);
    }
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
      return Intrinsic && isTriviallyVectorizable(Intrinsic->getIntrinsicID());
    }
    return !I.mayReadOrWriteMemory() && !I.getType()->isVectorTy() && !I.getType()->isAggregateType();
  }

  FunctionAnalyses Analyses;
  ScalarEvolution &SE = Analyses.SE;
  const NeighbourItems &Neighbours;
  const Uniformity &U;
};

class Planner {
public:
  Planner(const WorkItemFunction &Item, Function &Given, const LaunchShape &Shape, ArrayRef<RegionSlot> Kept)
      : Item(Item), Given(Given), Shape(Shape), Kept(Kept) {}

  std::optional<StripPlan> run() {
    Plan.Size = std::min(Plan.Size, shortestRow());
    if (Plan.Size < SmallestStrip || !isCandidate())
      return std::nullopt;
    ValueToValueMapTy Map;
    Plan.Skeleton = CloneFunction(&Given, Map);
    Function &F = *Plan.Skeleton;
    F.setName(Given.getName() + ".strip");
    NeighbourItems Neighbours(Item, F, Shape, Kept);
    Uniformity U(F, Neighbours.varying());
    bool Branches = any_of(F, [&](BasicBlock &BB) { return !U.isUniform(*BB.getTerminator()); });
    Profit Loops(F, Neighbours, U);
    if (Branches || !Loops.exists()) {
      F.eraseFromParent();
      return std::nullopt;
    }
    if (groupSize() % LargestStrip == 0 && groupSize() && Loops.carriedBytes() <= CarriedBytes) {
      Plan.Size = LargestStrip;
      Plan.Rest = SmallestStrip;
    }
    Rows = Loops.storesOfRows(Plan.Size);
    for (Instruction &I : instructions(F))
      if (U.isUniform(I))
        Plan.Uniform.insert(&I);
    keepInSlots();
    uint64_t Bytes = 0;
    for (Type *T : Plan.Slots)
      Bytes += F.getDataLayout().getTypeAllocSize(T);
    if (Bytes > SlotBytesPerItem) {
      erase(Plan);
      return std::nullopt;
    }
    findPassed();
    for (BasicBlock &BB : F)
      if (any_of(BB, [&](Instruction &I) { return !Plan.Uniform.contains(&I) && !isa<AllocaInst>(I); }))
        Plan.Segments[&BB] = nullptr;
    for (auto &[BB, Segment] : Plan.Segments) {
      Segment = makeSegment(*BB);
      findOutputs(*BB, *Segment);
    }
    return std::move(Plan);
  }

private:
  // Work-items in a row of a group; 0: not known.
  uint64_t groupSize() const {
    if (Shape.Kind != range_kind::nd_range)
      return 0;
    std::optional<LaunchConstants> Constants = launchConstants(Shape);
    return Constants ? Constants->Local[0] : Shape.GroupSize;
  }

  // Of work-groups of unknown size and more than one dimension, a usual one.
  unsigned shortestRow() const {
    if (const uint64_t Size = groupSize())
      return llvm::bit_floor(std::min<uint64_t>(Size, Plan.Size));
    return Shape.Kind != range_kind::nd_range || Shape.Dims == 1 ? Plan.Size : 16;
  }

  // Cheap to find out: a loop, no aggregates by value, nothing that allocates while it runs.
  bool isCandidate() const {
    Function &F = Given;
    if (F.size() < 2 || Item.Aggregates.any() || F.getInstructionCount() > MaxSize)
      return false;
    for (Instruction &I : instructions(F)) {
      if (isa<AllocaInst>(I) || I.isAtomic() || I.isVolatile() || isa<FenceInst>(I))
        return false;
      if (I.isTerminator() && !isa<BranchInst, SwitchInst, ReturnInst>(I))
        return false;
    }
    DominatorTree DT(F);
    return !LoopInfo(DT).empty();
  }

  bool isLeaf(Value *V) const {
    return isa<Constant, Argument>(V) || (isa<Instruction>(V) && Plan.Uniform.contains(cast<Instruction>(V)));
  }

  // Addresses and the like are computed anew.
  bool isCheap(Value *V, unsigned &Left) const {
    if (isLeaf(V))
      return true;
    if (!isa<BinaryOperator, CastInst, GetElementPtrInst>(V) || V->getType()->isFPOrFPVectorTy() || Left-- == 0)
      return false;
    return all_of(cast<Instruction>(V)->operands(), [&](Value *O) { return isCheap(O, Left); });
  }

  Value *cloneTree(Value *V, Instruction *Before) const {
    if (isLeaf(V))
      return V;
    Instruction *Copy = cast<Instruction>(V)->clone();
    for (Use &Operand : Copy->operands())
      Operand = cloneTree(Operand, Before);
    Copy->insertBefore(Before->getIterator());
    return Copy;
  }

  // Values of a work-item that leave their block: phis always, so that each block begins with loads of its slots.
  void keepInSlots() {
    SmallVector<PHINode *, 8> Phis;
    for (Instruction &I : instructions(*Plan.Skeleton))
      if (auto *Phi = dyn_cast<PHINode>(&I); Phi && !Plan.Uniform.contains(Phi))
        Phis.push_back(Phi);
    for (PHINode *Phi : Phis)
      DemotePHIToStack(Phi);
    SmallVector<Instruction *, 16> Crossing;
    for (Instruction &I : instructions(*Plan.Skeleton))
      if (!Plan.Uniform.contains(&I) && !isa<AllocaInst>(I) &&
          any_of(I.users(), [&](User *U) { return cast<Instruction>(U)->getParent() != I.getParent(); }))
        Crossing.push_back(&I);
    for (Instruction *I : reverse(Crossing)) {
      unsigned Left = 6;
      if (!isCheap(I, Left)) {
        DemoteRegToStack(*I, false);
        continue;
      }
      for (Use &U : make_early_inc_range(I->uses()))
        if (auto *User = cast<Instruction>(U.getUser()); User->getParent() != I->getParent())
          U.set(cloneTree(I, User));
    }
    for (Instruction &I : instructions(*Plan.Skeleton))
      if (auto *Alloca = dyn_cast<AllocaInst>(&I))
        Plan.Slots.push_back(Alloca->getAllocatedType());
  }

  void findPassed() {
    for (Instruction &I : instructions(*Plan.Skeleton))
      if (!Plan.Uniform.contains(&I))
        for (Value *Operand : I.operands())
          if (auto *From = dyn_cast<Instruction>(Operand); From && Plan.Uniform.contains(From))
            Plan.Passed.insert(From);
  }

  // What block BB does for one work-item.
  Function *makeSegment(BasicBlock &BB) {
    Function &F = *Plan.Skeleton;
    LLVMContext &C = F.getContext();
    SmallVector<Type *, 16> Parameters(F.getFunctionType()->params());
    for (Instruction *I : Plan.Passed)
      Parameters.push_back(I->getType());
    Parameters.append(Plan.Slots.size(), PointerType::getUnqual(C));
    Function *Out = Function::Create(FunctionType::get(Type::getVoidTy(C), Parameters, false),
                                     GlobalValue::InternalLinkage, F.getName() + "." + BB.getName(), *F.getParent());
    ValueToValueMapTy Map;
    unsigned Next = 0;
    for (Argument &A : F.args())
      Map[&A] = Out->getArg(Next++);
    for (Instruction *I : Plan.Passed)
      Map[I] = Out->getArg(Next++);
    for (Instruction &I : instructions(F))
      if (isa<AllocaInst>(I))
        Map[&I] = Out->getArg(Next++);
    IRBuilder<> B(BasicBlock::Create(C, "", Out));
    for (Instruction &I : BB) {
      if (Plan.Uniform.contains(&I) || isa<AllocaInst>(I))
        continue;
      Instruction *Copy = I.clone();
      B.Insert(Copy);
      RemapInstruction(Copy, Map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      Map[&I] = Copy;
    }
    B.CreateRetVoid();
    return Out;
  }

  void findOutputs(const BasicBlock &BB, Function &Segment) {
    SmallPtrSet<const Value *, 4> Stored;
    for (const Instruction &I : BB)
      if (auto *Store = dyn_cast<StoreInst>(&I); Store && Rows.contains(Store))
        Stored.insert(getUnderlyingObject(Store->getPointerOperand()));
    if (Stored.empty())
      return;
    SmallVector<WriteOnlyArgument, 2> Outputs;
    for (const WriteOnlyArgument &A : findWriteOnlyArguments(Item, Segment, Shape))
      if (Stored.contains(Plan.Skeleton->getArg(A.Number)))
        Outputs.push_back(A);
    if (!Outputs.empty())
      Plan.Outputs[&Segment] = std::move(Outputs);
  }

  const WorkItemFunction &Item;
  Function &Given;
  const LaunchShape &Shape;
  ArrayRef<RegionSlot> Kept;
  StripPlan Plan;
  SmallPtrSet<const StoreInst *, 4> Rows;
};

} // namespace

std::optional<StripPlan> planStrips(const WorkItemFunction &Item, Function &F, const LaunchShape &Shape,
                                    ArrayRef<RegionSlot> Slots) {
  return Planner(Item, F, Shape, Slots).run();
}

void erase(StripPlan &Plan) {
  for (auto &[BB, Segment] : Plan.Segments)
    Segment->eraseFromParent();
  Plan.Skeleton->eraseFromParent();
  Plan = StripPlan();
}

} // namespace syclfuse::fuser
