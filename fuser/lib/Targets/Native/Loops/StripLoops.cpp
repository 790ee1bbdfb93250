// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StripLoops.h"
#include "DividedIds.h"
#include "NeighbourItems.h"
#include "PrivateArrays.h"
#include "StreamingStores.h"
#include "StridedTurns.h"
#include "Support/AnalysisManagers.h"
#include "Targets/Native/Math/InlineMathematics.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {
namespace {

// Slots of a strip must stay in the first-level cache.
constexpr uint64_t SlotBytes = 1 << 13;
// So must what loops use of arrays of the work-items, but a few work-items together are faster than one even where the
// arrays are in the second-level cache.
constexpr uint64_t ArrayBytes = 1 << 14, MostArrayBytes = 1 << 17;
// The code is there twice. Work-items one by one take 16 times as long (a hash of 300 rounds).
constexpr unsigned MaxSize = 6000;
constexpr unsigned SmallestStrip = 8, UsualStrip = 32;
constexpr unsigned ScalarStrip = 8;    // additions under way
constexpr unsigned UnrolledTurns = 64; // LLVM may unroll so many
// Where groups are known to have so many work-items, a strip takes all of them: memory that it reads only every second
// piece of comes at less than half of the speed. What each carries from turn to turn must fit into registers.
constexpr unsigned LargestStrip = 64, CarriedBytes = 8;
// Instructions that compute an address or the like once more; in rows divisions are done once for many work-items.
constexpr unsigned CheapTree = 6, CheapTreeInRows = 16;
// Elements from one work-item to the next one: vectors of loads that skip some. More take longer than work-item by
// work-item.
constexpr unsigned MostElements = 4;

// Whether the innermost loops of F gain from a loop over work-items within them.
class Profit {
public:
  // Rests: headers of loops that mostly few work-items get to. ByRows: rows (StripRows.h) may be counted on.
  Profit(Function &F, const NeighbourItems &Neighbours, const Uniformity &U,
         const SmallPtrSetImpl<const BasicBlock *> &Rests, bool ByRows)
      : Analyses(F), Neighbours(Neighbours), U(U), Rests(Rests), ByRows(ByRows) {}

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
      if (isOfItem(*L)) {
        if (Loop *Outer = L->getParentLoop(); Outer && !isOfItem(*Outer) && !Rests.contains(L->getHeader()))
          return false; // scalar in each turn of the strip
        continue;
      }
      for (BasicBlock *BB : L->blocks())
        for (Instruction &I : *BB) {
          if (U.isUniform(I) || isa<PHINode>(I))
            continue;
          if (ByRows && I.isTerminator() && countsElements(*L)) {
            NeedsRows = true;
            continue;
          }
          if (I.isTerminator() || !(isGood(I) || (addsUp(*L) && isPlainLoad(I))))
            return false;
          IsScalar |= !isGood(I);
          Any = true;
        }
    }
    return Any;
  }

  // Whether a sum waits for itself in each turn, of elements that are not side by side: a few work-items together have
  // as many sums that do not wait for each other.
  bool isScalar() const { return IsScalar; }
  // Whether only rows (StripRows.h) give work-items one way in a loop, or elements that lie side by side.
  bool needsRows() const { return NeedsRows; }

private:
  // Whether neighbours divide or compare neighbouring numbers in L.
  bool countsElements(const Loop &L) {
    auto CountsUp = [&](Value *V) {
      std::optional<APInt> Step = Neighbours.step(SE, V);
      return Step && Step->isOne();
    };
    return any_of(L.blocks(), [&](BasicBlock *BB) {
      return any_of(*BB, [&](Instruction &I) {
        if (auto *Compare = dyn_cast<ICmpInst>(&I); Compare && Compare->getOperand(0)->getType()->isIntegerTy())
          return any_of(Compare->operands(), [&](Use &U) { return CountsUp(U.get()); });
        std::optional<Division> D = I.getType()->isIntegerTy() ? divisionOf(I) : std::nullopt;
        return D && U.isUniform(*D->Divisor) && CountsUp(D->Dividend);
      });
    });
  }

  // Not where the loop will be gone, and the sum with it.
  bool addsUp(const Loop &L) {
    const unsigned Turns = SE.getSmallConstantTripCount(&L);
    return !(Turns && Turns <= UnrolledTurns) && any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
      const Value *Next = Phi.getType()->isFloatingPointTy() && !U.isUniform(Phi) && L.getLoopLatch()
                              ? Phi.getIncomingValueForBlock(L.getLoopLatch())
                              : nullptr;
      return Next && (match(Next, m_c_FAdd(m_Specific(&Phi), m_Value())) ||
                      match(Next, m_Intrinsic<Intrinsic::fma>(m_Value(), m_Value(), m_Specific(&Phi))));
    });
  }

  static bool isPlainLoad(const Instruction &I) {
    auto *Load = dyn_cast<LoadInst>(&I);
    return Load && Load->isSimple() && !Load->getType()->isVectorTy();
  }

  bool stepsOverRows(StoreInst &Store, const Loop &L, unsigned Width) {
    const auto *Address = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Store.getPointerOperand()));
    const auto *Step =
        Address && Address->getLoop() == &L ? dyn_cast<SCEVConstant>(Address->getStepRecurrence(SE)) : nullptr;
    const uint64_t Row = Width * SE.getDataLayout().getTypeStoreSize(Store.getValueOperand()->getType());
    return Step && Row % StreamAlignment == 0 && Step->getAPInt().abs().uge(Row);
  }

  // Whether each work-item runs L by itself.
  bool isOfItem(const Loop &L) const {
    const Detour *Around = U.detourOf(L.getHeader());
    return Around && all_of(L.blocks(), [&](BasicBlock *BB) { return Around->Blocks.contains(BB); });
  }

  // Whether vectors access what neighbours do that are Step bytes apart.
  bool isSideBySide(const Instruction &I, std::optional<APInt> Step) const {
    const uint64_t Size = SE.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
    const bool Skips = isa<LoadInst>(I) && Step && Step->ule(MostElements * Size);
    return Step && (Step->isZero() ? isa<LoadInst>(I) : *Step == Size || Skips);
  }

  bool isGood(Instruction &I) {
    if (Value *Pointer = getLoadStorePointerOperand(&I)) {
      if (I.isAtomic() || I.isVolatile() || getLoadStoreType(&I)->isVectorTy())
        return false;
      if (isSideBySide(I, Neighbours.likelyStep(SE, Pointer)))
        return true;
      const bool InRows = ByRows && isSideBySide(I, Neighbours.stepInRow(SE, Pointer));
      NeedsRows |= InRows;
      return InRows;
    }
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
      return isMathematics(I) || (Intrinsic && isTriviallyVectorizable(Intrinsic->getIntrinsicID()));
    }
    return !I.mayReadOrWriteMemory() && !I.getType()->isVectorTy() && !I.getType()->isAggregateType();
  }

  FunctionAnalyses Analyses;
  ScalarEvolution &SE = Analyses.SE;
  const NeighbourItems &Neighbours;
  const Uniformity &U;
  const SmallPtrSetImpl<const BasicBlock *> &Rests;
  const bool ByRows;
  bool IsScalar = false, NeedsRows = false;
};

class Planner {
public:
  Planner(const WorkItemFunction &Item, Function &Given, const LaunchShape &Shape, ArrayRef<RegionSlot> Kept,
          unsigned Size, bool ByRows)
      : Item(Item), Given(Given), Shape(Shape), Kept(Kept), ByRows(ByRows) {
    Plan.Size = Size;
  }

  // Whether what kept a plan from being made was the size of all slots, or rows that are not there.
  bool isTooLarge() const { return TooLarge; }
  bool lacksRows() const { return LacksRows; }

  std::optional<StripPlan> run() {
    Plan.Size = std::min(Plan.Size, shortestRow());
    if (Plan.Size < SmallestStrip || !isCandidate())
      return std::nullopt;
    ValueToValueMapTy Map;
    Plan.Skeleton = CloneFunction(&Given, Map);
    Function &F = *Plan.Skeleton;
    F.setName(Given.getName() + ".strip");
    removeUnreachableBlocks(F); // dominator trees do not have them
    unrollArrays(F);
    NeighbourItems Neighbours(Item, F, Shape, Kept);
    if (F.getInstructionCount() > MaxSize || !placeArrays(F, Neighbours)) {
      erase(Plan);
      return std::nullopt;
    }
    const auto [OfFirst, Rests] = splitStridedLoops(Item, F, Neighbours, Shape, Plan.Size);
    Uniformity U(F, Neighbours.varying(), OfFirst);
    Profit Loops(F, Neighbours, U, Rests, ByRows);
    if (!U.detours() || !Loops.exists() || (Loops.isScalar() && (!OfFirst.empty() || !Arrays.empty()))) {
      erase(Plan);
      return std::nullopt;
    }
    if (groupSize() % LargestStrip == 0 && groupSize() && Loops.carriedBytes() <= CarriedBytes && OfFirst.empty() &&
        Arrays.empty() && (U.detours()->empty() || Loops.needsRows())) {
      Plan.Size = LargestStrip;
      Plan.Rest = SmallestStrip;
    }
    if (Loops.isScalar()) {
      Plan.IsScalar = true;
      Plan.Size = ScalarStrip;
      Plan.Rest = 0;
    }
    Rows = Loops.storesOfRows(Plan.Size);
    for (Instruction &I : instructions(F))
      if (U.isUniform(I))
        Plan.Uniform.insert(&I);
    Plan.Detours = *U.detours();
    keepInSlots(Loops.needsRows() ? CheapTreeInRows : CheapTree);
    uint64_t Bytes = 0;
    for (const StripSlot &Slot : Plan.Slots)
      if (Slot.Count == 1)
        Bytes += F.getDataLayout().getTypeAllocSize(Slot.T);
    if (Bytes * std::min(Plan.Size, UsualStrip) > SlotBytes) {
      TooLarge = true;
      erase(Plan);
      return std::nullopt;
    }
    findPassed();
    for (BasicBlock &BB : F)
      if (any_of(BB, [&](Instruction &I) { return !Plan.Uniform.contains(&I) && !isa<AllocaInst>(I); }))
        if (const Detour *D = Plan.detourOf(&BB); !D || D->Head == &BB)
          Plan.Segments[&BB] = nullptr;
    for (auto &[BB, Segment] : Plan.Segments) {
      Segment = makeSegment(*BB);
      findOutputs(*BB, *Segment);
      auto IsVarying = [&](const Argument &A) {
        return A.getArgNo() < F.arg_size() && Neighbours.varying().contains(F.getArg(A.getArgNo()));
      };
      if (std::optional<StripRows> Divided = findStripRows(Item, *Segment, Shape.Kind, IsVarying, Loops.needsRows()))
        Plan.Divided[Segment] = std::move(*Divided);
    }
    if (Loops.needsRows() && all_of(Plan.Divided, [](const auto &D) { return D.second.Rows.empty(); })) {
      LacksRows = true;
      erase(Plan);
      return std::nullopt;
    }
    return std::move(Plan);
  }

private:
  // Work-items in a row of a group, or in a sub-group of it, of which the last may have fewer; 0: not known.
  uint64_t groupSize() const {
    if (Shape.Kind != range_kind::nd_range)
      return 0;
    if (Item.RowLength)
      return Item.RowLength;
    const std::optional<LaunchConstants> Constants = launchConstants(Shape);
    const uint64_t Row = Constants ? Constants->Local[0] : Shape.GroupSize;
    return Row && Item.SubGroupSize ? std::min<uint64_t>(Row, Item.SubGroupSize) : Row + Item.SubGroupSize;
  }

  // Of work-groups of unknown size and more than one dimension, a usual one.
  unsigned shortestRow() const {
    if (const uint64_t Size = groupSize())
      return llvm::bit_floor(std::min<uint64_t>(Size, Plan.Size));
    return Shape.Kind != range_kind::nd_range || Shape.Dims == 1 ? Plan.Size : 16;
  }

  // Cheap to find out: a loop, no aggregates by value, nothing that allocates while it runs. An atomic access in a loop
  // may wait for a work-item that has gone on alone so far.
  bool isCandidate() const {
    Function &F = Given;
    if (F.size() < 2 || Item.Aggregates.any() || F.getInstructionCount() > MaxSize)
      return false;
    DominatorTree DT(F);
    LoopInfo LI(DT);
    for (Instruction &I : instructions(F)) {
      if (isa<FenceInst>(I) || I.isVolatile() || (I.isAtomic() && LI.getLoopFor(I.getParent())))
        return false;
      if (auto *Return = dyn_cast<ReturnInst>(&I);
          Return && !isa_and_present<Constant>(Return->getReturnValue()) && !F.getReturnType()->isVoidTy())
        return false;
      if (I.isTerminator() && !isa<BranchInst, SwitchInst, ReturnInst>(I))
        return false;
    }
    return !LI.empty();
  }

  // Work-items whose arrays are in a cache together run together.
  bool placeArrays(Function &F, NeighbourItems &Neighbours) {
    std::optional<SmallVector<PrivateArray, 4>> Found = findPrivateArrays(F, Kept);
    if (!Found)
      return false;
    auto BytesOfItem = [&] {
      uint64_t Bytes = 0;
      for (const PrivateArray &A : *Found)
        Bytes += A.Count * F.getDataLayout().getTypeAllocSize(A.Element);
      return Bytes;
    };
    if (BytesOfItem() * SmallestStrip > MostArrayBytes)
      erase_if(*Found, [](const PrivateArray &A) { return A.Slot.has_value(); });
    const uint64_t Bytes = BytesOfItem();
    while (Plan.Size > SmallestStrip && Bytes * Plan.Size > ArrayBytes)
      Plan.Size /= 2;
    if (Bytes * Plan.Size > MostArrayBytes)
      return false;
    for (const PrivateArray &A : *Found) {
      AllocaInst *Array = interleave(A, Plan.Size);
      Neighbours.addStep(Array, F.getDataLayout().getTypeAllocSize(A.Element));
      Arrays[Array] = {A.Element, A.Count, A.Slot};
    }
    return true;
  }

  bool isLeaf(Value *V) const {
    return isa<Constant, Argument, AllocaInst>(V) ||
           (isa<Instruction>(V) && Plan.Uniform.contains(cast<Instruction>(V)));
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

  // What is one segment: a block, or a detour by its head.
  const BasicBlock *segmentOf(const BasicBlock *BB) const {
    const Detour *D = Plan.detourOf(BB);
    return D ? D->Head : BB;
  }

  static BasicBlock *usedIn(const Use &U) {
    auto *User = cast<Instruction>(U.getUser());
    auto *Phi = dyn_cast<PHINode>(User);
    return Phi ? Phi->getIncomingBlock(U) : User->getParent();
  }

  // Values of a work-item that leave their segment: phis always, so that each segment begins with loads of its slots.
  void keepInSlots(unsigned LargestTree) {
    SmallVector<PHINode *, 8> Phis;
    for (Instruction &I : instructions(*Plan.Skeleton))
      if (auto *Phi = dyn_cast<PHINode>(&I); Phi && !Plan.Uniform.contains(Phi))
        if (segmentOf(Phi->getParent()) == Phi->getParent())
          Phis.push_back(Phi);
    for (PHINode *Phi : Phis)
      DemotePHIToStack(Phi);
    auto Leaves = [&](const Instruction &I, const Use &U) { return segmentOf(usedIn(U)) != segmentOf(I.getParent()); };
    SmallVector<Instruction *, 16> Crossing;
    for (Instruction &I : instructions(*Plan.Skeleton))
      if (!Plan.Uniform.contains(&I) && !isa<AllocaInst>(I) && any_of(I.uses(), [&](Use &U) { return Leaves(I, U); }))
        Crossing.push_back(&I);
    for (Instruction *I : reverse(Crossing)) {
      unsigned Left = LargestTree;
      if (!isCheap(I, Left)) {
        DemoteRegToStack(*I, false);
        continue;
      }
      for (Use &U : make_early_inc_range(I->uses()))
        if (Leaves(*I, U))
          U.set(cloneTree(I, isa<PHINode>(U.getUser()) ? usedIn(U)->getTerminator() : cast<Instruction>(U.getUser())));
    }
    for (Instruction &I : instructions(*Plan.Skeleton))
      if (auto *Alloca = dyn_cast<AllocaInst>(&I))
        Plan.Slots.push_back(Arrays.contains(Alloca) ? Arrays.lookup(Alloca) : StripSlot{Alloca->getAllocatedType()});
  }

  void findPassed() {
    for (Instruction &I : instructions(*Plan.Skeleton))
      if (!Plan.Uniform.contains(&I))
        for (Value *Operand : I.operands())
          if (auto *From = dyn_cast<Instruction>(Operand); From && Plan.Uniform.contains(From))
            Plan.Passed.insert(From);
  }

  // What block BB, or the detour that begins there, does for one work-item.
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
    if (const Detour *D = Plan.detourOf(&BB)) {
      copyDetour(*D, B, Map);
      return Out;
    }
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

  // Its blocks, behind B, which return where they leave it.
  void copyDetour(const Detour &D, IRBuilder<> &B, ValueToValueMapTy &Map) const {
    Function *Out = B.GetInsertBlock()->getParent();
    SmallVector<BasicBlock *, 8> Copies;
    for (BasicBlock *Block : D.Blocks) {
      BasicBlock *Copy = BasicBlock::Create(Out->getContext(), Block->getName(), Out);
      Copies.push_back(Copy);
      Map[Block] = Copy;
      for (Instruction &I : *Block)
        if (!isa<AllocaInst>(I) && !Plan.Uniform.contains(&I)) { // those are parameters
          Map[&I] = I.clone();
          cast<Instruction>(Map[&I])->insertInto(Copy, Copy->end());
        }
    }
    B.CreateBr(cast<BasicBlock>(Map[D.Head]));
    Map[D.Exit] = BasicBlock::Create(Out->getContext(), "", Out);
    B.SetInsertPoint(cast<BasicBlock>(Map[D.Exit]));
    B.CreateRetVoid();
    remapInstructionsInBlocks(Copies, Map);
  }

  const WorkItemFunction &Item;
  Function &Given;
  const LaunchShape &Shape;
  ArrayRef<RegionSlot> Kept;
  StripPlan Plan;
  SmallPtrSet<const StoreInst *, 4> Rows;
  DenseMap<const AllocaInst *, StripSlot> Arrays;
  const bool ByRows;
  bool TooLarge = false, LacksRows = false;
};

} // namespace

std::optional<StripPlan> planStrips(const WorkItemFunction &Item, Function &F, const LaunchShape &Shape,
                                    ArrayRef<RegionSlot> Slots) {
  bool ByRows = true;
  for (unsigned Size = UsualStrip; Size >= SmallestStrip;) {
    Planner P(Item, F, Shape, Slots, Size, ByRows);
    std::optional<StripPlan> Plan = P.run();
    if (P.isTooLarge())
      Size /= 2;
    else if (P.lacksRows())
      ByRows = false;
    else
      return Plan;
  }
  return std::nullopt;
}

const Detour *StripPlan::detourOf(const BasicBlock *Block) const {
  for (const Detour &D : Detours)
    if (D.Blocks.contains(const_cast<BasicBlock *>(Block)))
      return &D;
  return nullptr;
}

SmallVector<Function *, 8> StripPlan::functions() const {
  SmallVector<Function *, 8> All;
  for (auto &[BB, Segment] : Segments)
    All.push_back(Segment);
  for (auto &[Segment, Rows] : Divided)
    All.append({Rows.InRows, Rows.Inner});
  return All;
}

void erase(StripPlan &Plan) {
  for (Function *F : Plan.functions())
    F->eraseFromParent();
  Plan.Skeleton->eraseFromParent();
  Plan = StripPlan();
}

} // namespace syclfuse::fuser
