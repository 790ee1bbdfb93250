// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strips of work-items that run the loops of the kernel together (StripLoops.h).
#include "EntryBuilder.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace syclfuse::fuser {

// Strips as long as there are enough work-items; returns where the rest begins.
Value *EntryBuilder::emitStrips(const StripPlan &Plan, unsigned Size, Value *First, Value *Last,
                                function_ref<WorkItemIds(Value *)> IdsOf, AllocaInst *Result) {
  Value *Count = B.CreateSelect(B.CreateICmpULT(First, Last), B.CreateSub(Last, First), B.getInt64(0));
  Value *Strips = B.CreateUDiv(Count, B.getInt64(Size));
  emitLoop(B, B.getInt64(0), Strips, "strip", LoopKind::Plain, [&](Value *N) {
    emitStrip(Plan, Size, B.CreateAdd(First, B.CreateMul(N, B.getInt64(Size), "", true, true), "", true, true), IdsOf,
              Result);
  });
  return B.CreateAdd(First, B.CreateMul(Strips, B.getInt64(Size), "", true, true), "", true, true);
}

// Copies the uniform instructions of BB, a block of the skeleton, but not its terminator.
static void copyUniform(IRBuilderBase &B, BasicBlock &BB, const StripPlan &Plan, ValueToValueMapTy &Map) {
  for (Instruction &I : BB) {
    if (!Plan.Uniform.contains(&I) || I.isTerminator())
      continue;
    if (auto *Frozen = dyn_cast<FreezeInst>(&I); Frozen && isa<Argument>(Frozen->getOperand(0))) {
      Map[&I] = Map[Frozen->getOperand(0)]; // no id and no argument is poison
      continue;
    }
    Instruction *Copy = I.clone();
    Map[&I] = B.Insert(Copy);
    if (!isa<PHINode>(I))
      RemapInstruction(Copy, Map, RF_NoModuleLevelChanges);
  }
}

using BlockMap = DenseMap<const BasicBlock *, BasicBlock *>;

static void copyTerminator(IRBuilderBase &B, const Instruction &Terminator, const ValueToValueMapTy &Map,
                           const BlockMap &StartOf) {
  Instruction *Copy = Terminator.clone();
  Copy->setMetadata(LLVMContext::MD_loop, nullptr);
  for (Use &Operand : Copy->operands()) {
    if (auto *Successor = dyn_cast<BasicBlock>(Operand))
      Operand = StartOf.lookup(Successor);
    else if (Value *V = Map.lookup(Operand))
      Operand = V;
  }
  B.Insert(Copy);
}

// Gives the copies of the phis in BB what comes in, from the ends of the copied blocks.
static void completePhis(const BasicBlock &BB, ValueToValueMapTy &Map, const BlockMap &EndOf) {
  for (const PHINode &Phi : BB.phis()) {
    auto *Copy = cast<PHINode>(&*Map[&Phi]);
    for (unsigned N = 0; N != Phi.getNumIncomingValues(); ++N) {
      Value *In = Phi.getIncomingValue(N);
      Copy->setIncomingValue(N, Map.count(In) ? &*Map[In] : In);
      Copy->setIncomingBlock(N, EndOf.lookup(Phi.getIncomingBlock(N)));
    }
  }
}

void EntryBuilder::emitStrip(const StripPlan &Plan, unsigned Size, Value *Base,
                             function_ref<WorkItemIds(Value *)> IdsOf, AllocaInst *Result) {
  ValueToValueMapTy Map;
  for (auto [Parameter, V] : zip_first(Plan.Skeleton->args(), regionValues(*Plan.Skeleton, IdsOf(Base))))
    Map[&Parameter] = V;
  SmallVector<Value *, 8> Arrays;
  for (const StripSlot &Slot : Plan.Slots) {
    BasicBlock &Top = Entry->getEntryBlock();
    Arrays.push_back(IRBuilder<>(&Top, Top.begin()).CreateAlloca(ArrayType::get(Slot.T, Size * Slot.Count)));
    cast<AllocaInst>(Arrays.back())->setAlignment(Align(64));
  }
  copyKept(Plan, Size, Base, IdsOf, Arrays, Direction::IntoStrip);
  BasicBlock *Done = block("strip.done");
  BlockMap StartOf, EndOf;
  ReversePostOrderTraversal<Function *> Order(Plan.Skeleton);
  SmallVector<BasicBlock *, 16> Blocks; // of the strip's own control flow
  for (BasicBlock *BB : Order)
    if (const Detour *D = Plan.detourOf(BB); !D || D->Head == BB)
      Blocks.push_back(BB);
  for (BasicBlock *BB : Blocks)
    StartOf[BB] = block("strip." + BB->getName());
  B.CreateBr(StartOf[&Plan.Skeleton->getEntryBlock()]);
  for (BasicBlock *BB : Blocks) {
    B.SetInsertPoint(StartOf[BB]);
    copyUniform(B, *BB, Plan, Map);
    if (Function *Segment = Plan.Segments.lookup(BB))
      emitSegment(Plan, Size, Segment, Base, IdsOf, Arrays, Map);
    EndOf[BB] = B.GetInsertBlock();
    if (const Detour *D = Plan.detourOf(BB)) {
      B.CreateBr(StartOf[D->Exit]);
    } else if (auto *Return = dyn_cast<ReturnInst>(BB->getTerminator())) {
      if (Result)
        B.CreateStore(Return->getReturnValue(), Result); // a region's: a constant
      B.CreateBr(Done);
    } else {
      copyTerminator(B, *BB->getTerminator(), Map, StartOf);
    }
  }
  for (const BasicBlock *BB : Blocks)
    completePhis(*BB, Map, EndOf);
  B.SetInsertPoint(Done);
  copyKept(Plan, Size, Base, IdsOf, Arrays, Direction::Back);
}

// Arrays that work-items keep across barriers, each for itself.
void EntryBuilder::copyKept(const StripPlan &Plan, unsigned Size, Value *Base, function_ref<WorkItemIds(Value *)> IdsOf,
                            ArrayRef<Value *> Arrays, Direction Where) {
  for (auto [Slot, Array] : zip(Plan.Slots, Arrays)) {
    if (!Slot.Kept)
      continue;
    emitLoop(B, B.getInt64(0), B.getInt64(Slot.Count), "element", LoopKind::Plain,
             [&, &Slot = Slot, Array = Array](Value *K) {
               emitLoop(B, B.getInt64(0), B.getInt64(Size), "member", LoopKind::Strip, [&](Value *N) {
                 const WorkItemIds Ids = IdsOf(B.CreateAdd(Base, N, "", true, true));
                 Value *Own = B.CreateInBoundsGEP(Regions.Slots[*Slot.Kept].T, Slots[*Slot.Kept], {Ids.Slot});
                 Own = B.CreateInBoundsGEP(Slot.T, Own, K);
                 Value *Here = B.CreateInBoundsGEP(
                     Slot.T, Array, B.CreateAdd(B.CreateMul(K, B.getInt64(Size), "", true, true), N, "", true, true));
                 if (Where == Direction::IntoStrip)
                   B.CreateStore(B.CreateLoad(Slot.T, Own), Here);
                 else
                   B.CreateStore(B.CreateLoad(Slot.T, Here), Own);
               });
             });
  }
}

constexpr unsigned LargestCopiedSegment = 64; // instructions

// A block for each work-item of the strip.
void EntryBuilder::emitSegment(const StripPlan &Plan, unsigned Size, Function *Segment, Value *Base,
                               function_ref<WorkItemIds(Value *)> IdsOf, ArrayRef<Value *> Arrays,
                               ValueToValueMapTy &Map) {
  auto ValuesOf = [&](Value *N) {
    SmallVector<Value *, 16> Values = regionValues(*Segment, IdsOf(B.CreateAdd(Base, N, "", true, true)));
    for (Instruction *I : Plan.Passed)
      // Not computed yet: then this block does not use it.
      Values.push_back(Map.count(I) ? &*Map[I] : PoisonValue::get(I->getType()));
    for (auto [Array, Slot] : zip(Arrays, Plan.Slots))
      Values.push_back(B.CreateInBoundsGEP(Slot.T, Array, N));
    return Values;
  };
  auto RunItem = [&](Value *N) { Calls.push_back(B.CreateCall(Segment, ValuesOf(N))); };
  auto Run = [&] {
    if (!Plan.IsScalar || Segment->getInstructionCount() > LargestCopiedSegment)
      return emitLoop(B, B.getInt64(0), B.getInt64(Size), "member", LoopKind::Strip, RunItem);
    for (unsigned N = 0; N != Size; ++N)
      RunItem(B.getInt64(N));
  };
  if (const auto Divided = Plan.Divided.find(Segment); Divided != Plan.Divided.end())
    return emitSegmentRows(Divided->second, Size, ValuesOf, Run);
  const auto Outputs = Plan.Outputs.find(Segment);
  if (!Streams || Size != Plan.Size || Outputs == Plan.Outputs.end())
    return Run();
  emitRow(Outputs->second, ValuesOf(B.getInt64(0)), Run);
}

// In parts whose work-items have the same quotients and answers.
void EntryBuilder::emitSegmentRows(const StripRows &Divided, unsigned Size, SegmentValues ValuesOf,
                                   function_ref<void()> RunUndivided) {
  const SmallVector<Value *, 16> OfFirst = ValuesOf(B.getInt64(0));
  SmallVector<Row, 2> Rows;
  Value *Fit = B.getTrue();
  for (const StripRows::Row &Of : Divided.Rows) {
    Row &R = Rows.emplace_back();
    R.Base = B.CreateZExt(copyTree(Of.Dividend, OfFirst), I64);
    const uint64_t Largest = Of.Dividend->getType()->isIntegerTy(64) ? LargestDivided : LargestNarrow;
    R.Length = Of.Divisor ? B.CreateZExt(copyTree(Of.Divisor, OfFirst), I64) : B.getInt64(Largest - 1);
    Fit = B.CreateAnd(Fit, B.CreateICmpUGE(R.Length, B.getInt64(ShortestRow)));
    Fit = B.CreateAnd(Fit, B.CreateICmpULT(R.Length, B.getInt64(Largest)));
    Fit = B.CreateAnd(Fit, B.CreateICmpULT(R.Base, B.getInt64(Of.Divisor ? Largest : Largest / 2)));
  }
  // None of the strip's narrow numbers is above the largest one.
  SmallVector<Value *, 8> FirstIndices;
  for (const StripRows::Index &I : Divided.Indices) {
    Value *Narrow = copyTree(I.Narrow, OfFirst);
    const APInt Largest = I.Signed ? APInt::getSignedMaxValue(32) : APInt::getMaxValue(32);
    Value *Most = B.getInt(Largest - I.Step * (Size - 1));
    Fit = B.CreateAnd(Fit, I.Signed ? B.CreateICmpSLE(Narrow, Most) : B.CreateICmpULE(Narrow, Most));
    FirstIndices.push_back(copyTree(I.Whole, OfFirst));
  }
  auto RunItem = [&](Function *F, Value *N, ArrayRef<Value *> Quotients, ArrayRef<Value *> Answers) {
    SmallVector<Value *, 16> Values = ValuesOf(N);
    Values.append(Quotients.begin(), Quotients.end());
    for (auto [I, First] : zip_equal(Divided.Indices, FirstIndices))
      Values.push_back(B.CreateAdd(First, B.CreateMul(N, B.getInt64(I.Step), "", true, true), "", false, true));
    Values.append(Answers.begin(), Answers.end());
    Calls.push_back(B.CreateCall(F, Values));
  };
  if (Rows.empty())
    return emitEither(
        Fit, "narrow",
        [&] {
          emitLoop(B, B.getInt64(0), B.getInt64(Size), "member", LoopKind::Strip,
                   [&](Value *N) { RunItem(Divided.Inner, N, {}, {}); });
        },
        RunUndivided);
  auto RunPart = [&](Value *Here, Value *Next, ArrayRef<Value *> Quotients) {
    SmallVector<Value *, 8> Answers;
    Value *AsUsual = B.getTrue();
    for (const StripRows::Question &Q : Divided.Questions) {
      Value *Quotient = Quotients[Q.Row], *Answer = nullptr;
      Value *Bound = B.CreateIntCast(copyTree(Q.Bound, OfFirst), I64, CmpInst::isSigned(Q.P));
      if (Q.Distance)
        Bound = B.CreateBinaryIntrinsic(CmpInst::isSigned(Q.P) ? Intrinsic::ssub_sat : Intrinsic::usub_sat, Bound,
                                        B.getInt64(Q.Distance));
      if (Q.OfPlace) {
        const bool Below = ICmpInst::isLT(Q.P) || ICmpInst::isLE(Q.P);
        Value *Cut = placeBound(Rows[Q.Row], Quotient, Bound, ICmpInst::isLE(Q.P) || ICmpInst::isGT(Q.P),
                                CmpInst::isSigned(Q.P));
        Value *IsBelow = B.CreateICmpSLT(Here, Cut);
        Next = B.CreateSelect(IsBelow, B.CreateBinaryIntrinsic(Intrinsic::smin, Next, Cut), Next);
        Answer = Below ? IsBelow : B.CreateNot(IsBelow);
      } else {
        Answer = B.CreateICmp(Q.P, Quotient, Bound);
      }
      Answers.push_back(Answer);
      AsUsual = B.CreateAnd(AsUsual, Q.Usual ? Answer : B.CreateNot(Answer));
    }
    auto Emit = [&](Function *F, LoopKind Kind) {
      emitLoop(B, Here, Next, "member", Kind, [&](Value *N) { RunItem(F, N, Quotients, Answers); });
    };
    emitEither(
        AsUsual, "part", [&] { Emit(Divided.Inner, LoopKind::Parallel); },
        [&] { Emit(Divided.InRows, LoopKind::Few); });
    return Next;
  };
  emitEither(Fit, "divided", [&] { emitRows(Rows, B.getInt64(0), B.getInt64(Size), RunPart); }, RunUndivided);
}

} // namespace syclfuse::fuser
