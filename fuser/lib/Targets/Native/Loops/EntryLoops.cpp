// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops over work-items.
#include "EntryBuilder.h"

#include "FoldedGroups.h"
#include "TurnedAccesses.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace syclfuse::fuser {

void EntryBuilder::emitLoops() {
  if (runsLinearly()) {
    emitItems(Regions.Regions[0], Begin, End, "item", [&](Value *I) { return linearIds(I); }, nullptr);
  } else if (Shape.Kind == range_kind::nd_range) {
    emitGroups();
  } else {
    emitPlainRows();
  }
}

// The innermost loop over work-items. Result, if any, gets what F returns: all work-items go to the same region, the
// last one speaks for them. If they may diverge, it gets the number before that of the first region to which one goes.
void EntryBuilder::emitItems(Function *F, Value *First, Value *Last, StringRef Name,
                             function_ref<WorkItemIds(Value *)> IdsOf, AllocaInst *Result) {
  if (K.Divided)
    return emitDivided(*K.Divided, F, First, Last, Name, IdsOf);
  emitUndivided(F, First, Last, Name, IdsOf, Result);
}

// In rows if they are long enough.
void EntryBuilder::emitDivided(const DividedIds &D, Function *F, Value *First, Value *Last, StringRef Name,
                               function_ref<WorkItemIds(Value *)> IdsOf) {
  SmallVector<Row, 4> Rows;
  Value *Fit = B.getTrue();
  for (const DividedId &Id : D.Ids) {
    Row &R = Rows.emplace_back();
    R.Length = copyShared(Id.Divisor);
    Value *Added = B.getInt64(Id.Distance);
    if (Id.Offset)
      Added = B.CreateAdd(copyShared(Id.Offset), Added);
    R.Base = B.CreateAdd(query(Id.Kind, 0, IdsOf(B.getInt64(0))), Added);
    if (Id.isConstant())
      continue;
    Fit = B.CreateAnd(Fit, B.CreateICmpUGE(R.Length, B.getInt64(ShortestRow * D.Ids.size())));
    for (Value *V : {R.Length, Added})
      Fit = B.CreateAnd(Fit, B.CreateICmpULT(V, B.getInt64(LargestDivided)));
  }
  auto InRows = [&] {
    emitRows(Rows, First, Last, [&](Value *Here, Value *Next, ArrayRef<Value *> Quotients) {
      emitRow(D, Rows, Quotients, Here, Next, Name, IdsOf);
      return Next;
    });
  };
  if (D.isAlwaysRight())
    return InRows();
  emitEither(Fit, "rows", InRows, [&] { emitUndivided(F, First, Last, Name, IdsOf, nullptr); });
}

// From where a quotient changes to where the next one does, or less.
void EntryBuilder::emitRows(MutableArrayRef<Row> Rows, Value *First, Value *Last, RunRow Run) {
  Value *One = B.getInt64(1);
  AllocaInst *At = variable(I64);
  B.CreateStore(First, At);
  for (Row &R : Rows) {
    R.Quotient = variable(I64);
    R.Next = variable(I64);
    Value *Quotient = B.CreateUDiv(B.CreateAdd(R.Base, First), R.Length);
    B.CreateStore(Quotient, R.Quotient);
    B.CreateStore(B.CreateSub(B.CreateMul(B.CreateAdd(Quotient, One), R.Length), R.Base), R.Next);
  }
  BasicBlock *Head = block("row"), *Body = block("row.body"), *Done = block("row.end");
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  Value *Here = B.CreateLoad(I64, At);
  B.CreateCondBr(B.CreateICmpULT(Here, Last), Body, Done);
  B.SetInsertPoint(Body);
  Value *Next = Last;
  SmallVector<Value *, 4> Quotients;
  for (const Row &R : Rows) {
    Next = B.CreateBinaryIntrinsic(Intrinsic::umin, Next, B.CreateLoad(I64, R.Next));
    Quotients.push_back(B.CreateLoad(I64, R.Quotient));
  }
  Next = Run(Here, Next, Quotients);
  for (auto [R, Quotient] : zip_equal(Rows, Quotients)) {
    Value *End = B.CreateLoad(I64, R.Next), *Reached = B.CreateICmpEQ(Next, End);
    B.CreateStore(B.CreateAdd(Quotient, B.CreateZExt(Reached, I64)), R.Quotient);
    B.CreateStore(B.CreateSelect(Reached, B.CreateAdd(End, R.Length), End), R.Next);
  }
  B.CreateStore(Next, At);
  B.CreateBr(Head);
  B.SetInsertPoint(Done);
}

void EntryBuilder::emitRow(const DividedIds &D, ArrayRef<Row> Rows, ArrayRef<Value *> Quotients, Value *Here,
                           Value *Next, StringRef Name, function_ref<WorkItemIds(Value *)> IdsOf) {
  auto IdsInRow = [&](Value *X) {
    WorkItemIds Ids = IdsOf(X);
    Ids.Quotients.assign(Quotients.begin(), Quotients.end());
    return Ids;
  };
  CurrentRows = Rows;
  if (D.Inner)
    emitBordered(D, Rows, Quotients, Here, Next, Name, IdsInRow);
  else
    emitUndivided(D.Rows, Here, Next, Name, IdsInRow, nullptr);
}

// Inner places, or the few of a border.
void EntryBuilder::emitBordered(const DividedIds &D, ArrayRef<Row> Rows, ArrayRef<Value *> Quotients, Value *Here,
                                Value *Next, StringRef Name, function_ref<WorkItemIds(Value *)> IdsOf) {
  Value *IsInner = B.getTrue();
  for (const DividedIds::Border &Of : D.Borders) {
    const Row &R = Rows[Of.Number];
    Value *Place = B.CreateSub(B.CreateAdd(R.Base, Here), B.CreateMul(Quotients[Of.Number], R.Length));
    Value *Inner = B.CreateSub(R.Length, B.getInt64(Of.First + Of.Last));
    IsInner = B.CreateAnd(IsInner, B.CreateICmpULT(B.CreateSub(Place, B.getInt64(Of.First)), Inner));
  }
  emitEither(
      IsInner, "row.inner", [&] { emitUndivided(D.Inner, Here, Next, Name, IdsOf, nullptr); },
      [&] { emitRange(D.Rows, Here, Next, Name, LoopKind::Few, IdsOf, nullptr); });
}

void EntryBuilder::emitEither(Value *Condition, StringRef Name, function_ref<void()> Then, function_ref<void()> Else) {
  BasicBlock *Yes = block(Name + ".then"), *No = block(Name + ".else"), *Done = block(Name + ".done");
  B.CreateCondBr(Condition, Yes, No);
  B.SetInsertPoint(Yes);
  Then();
  B.CreateBr(Done);
  B.SetInsertPoint(No);
  Else();
  B.CreateBr(Done);
  B.SetInsertPoint(Done);
}

void EntryBuilder::emitUndivided(Function *F, Value *First, Value *Last, StringRef Name,
                                 function_ref<WorkItemIds(Value *)> IdsOf, AllocaInst *Result) {
  if (K.Guarded)
    if (auto It = K.Guarded->find(F); It != K.Guarded->end())
      return emitGuardedItems(It->second, First, Last, Name, IdsOf, Result);
  emitStreamed(F, First, Last, Name, IdsOf, Result);
}

void EntryBuilder::emitRange(Function *F, Value *First, Value *Last, StringRef Name, LoopKind Kind,
                             function_ref<WorkItemIds(Value *)> IdsOf, AllocaInst *Result) {
  if (K.Strips && Kind == LoopKind::Parallel)
    if (auto It = K.Strips->find(F); It != K.Strips->end()) {
      const StripPlan &Plan = It->second;
      First = emitStrips(Plan, Plan.Size, First, Last, IdsOf, Result);
      if (Plan.Rest)
        First = emitStrips(Plan, Plan.Rest, First, Last, IdsOf, Result);
    }
  // LLVM would unroll a short row before it makes vectors of it, and then make them of rows.
  constexpr uint64_t ShortRow = 64;
  if (auto *C = dyn_cast<ConstantInt>(Last); C && Kind == LoopKind::Parallel && C->getZExtValue() <= ShortRow)
    Kind = LoopKind::Row;
  emitLoop(B, First, Last, Name, Kind, [&](Value *I) {
    Value *Next = callItem(F, IdsOf(I));
    if (Result && Regions.Diverge)
      Next = B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateLoad(Next->getType(), Result),
                                     B.CreateSub(Next, B.getInt32(1)));
    if (Result)
      B.CreateStore(Next, Result);
  });
}

// The first value of the loop's variable whose id is not below the guard's bound.
Value *EntryBuilder::guardBound(const ItemGuard &G, function_ref<WorkItemIds(Value *)> IdsOf) {
  Value *Bound = copyShared(G.Bound);
  if (G.Row) {
    Value *Quotient = IdsOf(B.getInt64(0)).Quotients[*G.Row];
    return B.CreateBinaryIntrinsic(Intrinsic::smax, B.getInt64(0),
                                   placeBound(CurrentRows[*G.Row], Quotient, Bound, G.Inclusive, G.Signed));
  }
  if (G.Signed)
    Bound = B.CreateBinaryIntrinsic(Intrinsic::smax, Bound, B.getInt64(G.Inclusive ? -1 : 0));
  // No id is as large as 2^64 - 1.
  if (G.Inclusive)
    Bound = G.Signed ? B.CreateAdd(Bound, B.getInt64(1))
                     : B.CreateBinaryIntrinsic(Intrinsic::uadd_sat, Bound, B.getInt64(1));
  return B.CreateBinaryIntrinsic(Intrinsic::usub_sat, Bound, query(G.Kind, 0, IdsOf(B.getInt64(0))));
}

// In a row all places are below its length, which is small.
Value *EntryBuilder::placeBound(const Row &R, Value *Quotient, Value *Bound, bool Inclusive, bool Signed) {
  if (Signed)
    Bound = B.CreateBinaryIntrinsic(Intrinsic::smax, Bound, B.getInt64(-1));
  Bound = B.CreateBinaryIntrinsic(Signed ? Intrinsic::smin : Intrinsic::umin, Bound, R.Length);
  if (Inclusive)
    Bound = B.CreateAdd(Bound, B.getInt64(1));
  return B.CreateAdd(B.CreateSub(B.CreateMul(Quotient, R.Length), R.Base), Bound);
}

// One loop per combination of cuts; those that no work-item has are empty.
void EntryBuilder::emitGuardedItems(const GuardedItems &Guarded, Value *First, Value *Last, StringRef Name,
                                    function_ref<WorkItemIds(Value *)> IdsOf, AllocaInst *Result) {
  SmallVector<Value *, 3> Bounds(Guarded.Cuts);
  SmallBitVector Joint(Guarded.Cuts);
  for (const ItemGuard &G : Guarded.Guards) {
    Value *Bound = guardBound(G, IdsOf), *&Smallest = Bounds[G.Cut];
    Joint[G.Cut] = Smallest != nullptr;
    Smallest = Smallest ? B.CreateBinaryIntrinsic(Intrinsic::umin, Smallest, Bound) : Bound;
  }
  // In the order of the work-items, the first of which are below the most bounds: programs that rely on lock step, as
  // `a[i] += a[i + 1]` in a sub-group, find there what they expect.
  for (size_t Mask = Guarded.Versions.size(); Mask-- > 0;) {
    Function *F = Guarded.Versions[Mask];
    if (!F)
      continue;
    Value *Low = First, *High = Last;
    bool HasConditions = false;
    for (auto [Cut, Bound] : enumerate(Bounds)) {
      bool Below = Mask >> Cut & 1;
      HasConditions |= !Below && Joint[Cut];
      Value *&End = Below ? High : Low;
      End = B.CreateBinaryIntrinsic(Below ? Intrinsic::umin : Intrinsic::umax, End, Bound);
    }
    // What only some kernels of a region have is not worth a copy for large outputs.
    if (HasConditions)
      emitRange(F, Low, High, Name, LoopKind::Parallel, IdsOf, Result);
    else
      emitStreamed(F, Low, High, Name, IdsOf, Result);
  }
}

bool EntryBuilder::runsLinearly() const { return Shape.Kind != range_kind::nd_range && Shape.Dims == 1; }

WorkItemIds EntryBuilder::linearIds(Value *I) {
  Value *Zero = ConstantInt::get(I64, 0);
  WorkItemIds Ids;
  Ids.Global = {B.CreateAdd(I, size(Builtin::GlobalOffset, 0), "", true, true), Zero, Zero};
  Ids.Local = {Zero, Zero, Zero};
  Ids.Group = {I, Zero, Zero};
  Ids.LocalLinear = Ids.Slot = Zero;
  return Ids;
}

// Of the work-item at X in a row of dimension 0.
WorkItemIds EntryBuilder::rowIds(Value *Row, Value *X) {
  Value *Zero = ConstantInt::get(I64, 0);
  Value *N1 = Shape.Dims > 2 ? size(Builtin::GlobalSize, 1) : nullptr;
  WorkItemIds Ids;
  Ids.Local = {Zero, Zero, Zero};
  Ids.LocalLinear = Ids.Slot = Zero;
  Ids.Group = {X, N1 ? B.CreateURem(Row, N1) : Row, N1 ? B.CreateUDiv(Row, N1) : Zero};
  for (unsigned D = 0; D != 3; ++D)
    Ids.Global[D] = B.CreateAdd(Ids.Group[D], size(Builtin::GlobalOffset, D), "", true, true);
  return Ids;
}

// Work-items [First, Last) of a row, as far as they are to run here.
void EntryBuilder::emitPlainRow(Value *Row, Value *First, Value *Last) {
  Value *Start = B.CreateMul(Row, size(Builtin::GlobalSize, 0), "", true, true);
  First = B.CreateBinaryIntrinsic(Intrinsic::umax, First, B.CreateBinaryIntrinsic(Intrinsic::usub_sat, Begin, Start));
  Last = B.CreateBinaryIntrinsic(Intrinsic::umin, Last, B.CreateSub(End, Start));
  if (!K.Turned.empty()) // of a block, there may be nothing to run
    Last = B.CreateBinaryIntrinsic(Intrinsic::umax, First, Last);
  const WorkItemIds OfRow = rowIds(Row, B.getInt64(0));
  auto IdsOf = [&](Value *X) {
    WorkItemIds Ids = OfRow;
    Ids.Group[0] = X;
    Ids.Global[0] = B.CreateAdd(X, size(Builtin::GlobalOffset, 0), "", true, true);
    return Ids;
  };
  emitItems(Regions.Regions[0], First, Last, "item", IdsOf, nullptr);
}

// Whether a turned access goes down columns whose lines have no place in a cache until the next row comes.
Value *EntryBuilder::runsInBlocks() {
  constexpr uint64_t FewLines = 512;
  Value *Zero = B.getInt64(0), *One = B.getInt64(1), *Any = B.getFalse();
  for (Value *Access : K.Turned) {
    auto AddressAt = [&](Value *Row, Value *X) {
      return B.CreatePtrToInt(copyTree(Access, regionValues(*Current, rowIds(Row, X))), I64);
    };
    Value *First = AddressAt(Zero, Zero);
    Value *Column = B.CreateSub(AddressAt(Zero, One), First), *Row = B.CreateSub(AddressAt(One, Zero), First);
    Value *ShareSets = B.CreateICmpEQ(B.CreateAnd(Column, B.getInt64(ColumnDistance - 1)), Zero);
    Value *IsNear =
        B.CreateICmpULE(B.CreateBinaryIntrinsic(Intrinsic::abs, Row, B.getFalse()), B.getInt64(MostBetweenRows));
    Any = B.CreateOr(Any, B.CreateAnd(B.CreateAnd(ShareSets, B.CreateICmpNE(Column, Zero)), IsNear));
  }
  return B.CreateFreeze(B.CreateAnd(Any, B.CreateICmpUGE(size(Builtin::GlobalSize, 0), B.getInt64(FewLines))));
}

// Rows of dimension 0, the first and the last one maybe in part; or the same in blocks.
void EntryBuilder::emitPlainRows() {
  Value *Zero = B.getInt64(0), *One = B.getInt64(1), *N0 = size(Builtin::GlobalSize, 0);
  Value *FirstRow = B.CreateUDiv(Begin, N0);
  Value *EndOfRows = B.CreateAdd(B.CreateUDiv(B.CreateSub(End, One), N0), One);
  auto EmitRows = [&](Value *First, Value *Last, Value *X0, Value *X1) {
    emitLoop(B, First, Last, "row", LoopKind::Plain, [&](Value *Row) { emitPlainRow(Row, X0, X1); });
  };
  if (K.Turned.empty() || Streams)
    return EmitRows(FirstRow, EndOfRows, Zero, N0);
  Value *InBlocks = runsInBlocks();
  Value *Height = B.CreateSelect(InBlocks, B.getInt64(64), One), *Width = B.CreateSelect(InBlocks, B.getInt64(8), N0);
  auto Part = [&](Value *N, Value *Size, Value *First, Value *End) {
    Value *Here = B.CreateAdd(First, B.CreateMul(N, Size));
    return std::pair(Here, B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateAdd(Here, Size), End));
  };
  auto Parts = [&](Value *Count, Value *Size) {
    return B.CreateUDiv(B.CreateAdd(Count, B.CreateSub(Size, One)), Size);
  };
  Value *Columns = Parts(N0, Width);
  emitLoop(B, Zero, Parts(B.CreateSub(EndOfRows, FirstRow), Height), "rows", LoopKind::Plain, [&](Value *N) {
    const auto [First, Last] = Part(N, Height, FirstRow, EndOfRows);
    emitLoop(B, Zero, Columns, "columns", LoopKind::Plain, [&, First = First, Last = Last](Value *Of) {
      const auto [X0, X1] = Part(Of, Width, Zero, N0);
      EmitRows(First, Last, X0, X1);
    });
  });
}

WorkItemIds EntryBuilder::idsInGroup(const Triplet &Group, const Triplet &Local, Value *LocalLinear) {
  WorkItemIds Ids;
  Ids.Group = Group;
  Ids.Local = Local;
  Ids.LocalLinear = Ids.Slot = LocalLinear;
  for (unsigned D = 0; D != 3; ++D)
    Ids.Global[D] = B.CreateAdd(B.CreateAdd(B.CreateMul(Group[D], size(Builtin::LocalSize, D), "", true, true),
                                            size(Builtin::GlobalOffset, D), "", true, true),
                                Local[D], "", true, true);
  return Ids;
}

// Whether F, a region, has to know more of a work-item than its linear id within the group.
bool EntryBuilder::asksForPosition(const Function &F) const {
  for (auto [N, Query] : enumerate(Item.Queries))
    if (is_contained({Builtin::GlobalId, Builtin::GlobalLinearId, Builtin::LocalId}, Query.first) &&
        !F.getArg(Item.KernelArguments + N)->use_empty())
      return true;
  return false;
}

// Whole rows, and what is left of one.
void EntryBuilder::emitFoldedItems(Function *Region, const Triplet &Group, AllocaInst *Result) {
  Current = Region;
  Value *Zero = B.getInt64(0), *Length = B.getInt64(Item.RowLength), *Size = groupSize();
  auto IdsIn = [&](Value *Y) {
    return [&, Y, Row = B.CreateMul(Y, Length, "", true, true)](Value *X) {
      Value *Linear = B.CreateAdd(Row, X, "", true, true);
      WorkItemIds Ids = idsInGroup(Group, {Linear, Zero, Zero}, Linear);
      Ids.Local = {X, Y, Zero};
      return Ids;
    };
  };
  Value *Rows = B.CreateUDiv(Size, Length);
  emitLoop(B, Zero, Rows, "y", LoopKind::Plain,
           [&](Value *Y) { emitItems(Region, Zero, Length, "x", IdsIn(Y), Result); });
  emitItems(Region, Zero, B.CreateURem(Size, Length), "x", IdsIn(Rows), Result);
}

// ForGroups calls what it is given with each group whose work-items run in turns, one row of each after the other, and
// the number of work-items before it.
void EntryBuilder::emitGroupItems(Function *Region, ForGroups Groups, AllocaInst *Result) {
  Current = Region;
  Value *Zero = ConstantInt::get(I64, 0);
  auto Ids = [&](const Triplet &Group, const Triplet &Local, Value *Linear, Value *Before) {
    WorkItemIds Of = idsInGroup(Group, Local, Linear);
    Of.Slot = B.CreateAdd(Before, Linear, "", true, true);
    return Of;
  };
  if (Shape.Dims > 1 && !asksForPosition(*Region))
    return Groups([&](const Triplet &Group, Value *Before) {
      auto IdsOf = [&](Value *I) { return Ids(Group, {Zero, Zero, Zero}, I, Before); };
      emitItems(Region, Zero, groupSize(), "item", IdsOf, Result);
    });
  Triplet Size;
  for (unsigned D = 0; D != 3; ++D)
    Size[D] = size(Builtin::LocalSize, D);
  emitLoop(B, Zero, Size[2], "z", LoopKind::Plain, [&](Value *Z) {
    emitLoop(B, Zero, Size[1], "y", LoopKind::Plain, [&](Value *Y) {
      Value *Row =
          B.CreateMul(B.CreateAdd(B.CreateMul(Z, Size[1], "", true, true), Y, "", true, true), Size[0], "", true, true);
      Groups([&](const Triplet &Group, Value *Before) {
        auto IdsOf = [&](Value *X) { return Ids(Group, {X, Y, Z}, B.CreateAdd(Row, X, "", true, true), Before); };
        emitItems(Region, Zero, Size[0], "x", IdsOf, Result);
      });
    });
  });
}

void EntryBuilder::emitGroupItems(Function *Region, const Triplet &Group, AllocaInst *Result) {
  if (runsInRows(Item, *Region))
    return emitFoldedItems(Region, Group, Result);
  emitGroupItems(Region, [&](auto Run) { Run(Group, B.getInt64(0)); }, Result);
}

// Whether Region only computes with what is kept for each work-item, as between two shuffles. In vectors of the whole
// sub-group, as its exchanges are, that goes from one region to the next in registers.
bool EntryBuilder::onlyCombines(const Function &Region) const {
  constexpr unsigned ShortRegion = 40;
  const unsigned FirstSlot = Region.arg_size() - Regions.Slots.size();
  auto IsSlot = [&](const Value *Address) {
    auto *A = dyn_cast<Argument>(Address);
    return A && A->getArgNo() >= FirstSlot;
  };
  return Region.getInstructionCount() <= ShortRegion && all_of(instructions(Region), [&](const Instruction &I) {
           if (I.isTerminator())
             return I.getNumSuccessors() <= 1;
           const Value *Address = getLoadStorePointerOperand(&I);
           return Address ? IsSlot(Address) && !getLoadStoreType(&I)->isAggregateType() : !I.mayReadOrWriteMemory();
         });
}

// The work-items of one sub-group, by their linear ids.
void EntryBuilder::emitSubGroupItems(Function *Region, const Triplet &Group, const ItemsOfGroup &Here,
                                     AllocaInst *Result) {
  Current = Region;
  CurrentSubGroup = Here.Number;
  Value *Zero = ConstantInt::get(I64, 0);
  auto Position = [&](Value *Linear) -> Triplet {
    if (Shape.Dims == 1)
      return {Linear, Zero, Zero};
    Value *Length = size(Builtin::LocalSize, 0), *Height = size(Builtin::LocalSize, 1);
    Value *Row = B.CreateUDiv(Linear, Length);
    return {B.CreateSub(Linear, B.CreateMul(Row, Length, "", true, true), "", true, true),
            Shape.Dims > 2 ? B.CreateURem(Row, Height) : Row, Shape.Dims > 2 ? B.CreateUDiv(Row, Height) : Zero};
  };
  const Triplet OfFirst = Position(Here.First);
  auto IdsOf = [&](Value *I) {
    Triplet Local = OfFirst;
    if (Shape.Dims == 1)
      Local[0] = I;
    else if (K.SubGroupsInRows)
      Local[0] = B.CreateAdd(OfFirst[0], B.CreateSub(I, Here.First, "", true, true), "", true, true);
    else
      Local = Position(I);
    WorkItemIds Ids = idsInGroup(Group, Local, I);
    Ids.SubGroup = Here.Number;
    return Ids;
  };
  if (!K.SubGroupsInRows)
    return emitItems(Region, Here.First, Here.Last, "lane", IdsOf, Result);
  auto IdsOfLane = [&](Value *Lane) { return IdsOf(B.CreateAdd(Here.First, Lane, "", true, true)); };
  if (onlyCombines(*Region))
    return emitRange(Region, Zero, B.getInt64(K.SubGroupSize), "lane", LoopKind::Whole, IdsOfLane, Result);
  emitItems(Region, Zero, B.getInt64(K.SubGroupSize), "lane", IdsOfLane, Result);
}

AllocaInst *EntryBuilder::variable(Type *T) {
  IRBuilder<> Top(&Entry->getEntryBlock(), Entry->getEntryBlock().begin());
  return Top.CreateAlloca(T);
}

// What Items do together before Region.
void EntryBuilder::emitBoundary(unsigned Region, const ItemsOfGroup &Items) {
  if (Region == 0)
    return;
  for (auto [Slot, Next] : Regions.Carried)
    B.CreateStore(B.CreateLoad(Regions.Slots[Slot].T, Slots[Next]), Slots[Slot]);
  const BarrierRegions::Boundary &Boundary = Regions.Boundaries[Region - 1];
  CollectiveArrays Arrays;
  for (unsigned N : Boundary.Slots) {
    const RegionSlot &Slot = Regions.Slots[N];
    Value *Address = hasOnePerSubGroup(Slot) ? B.CreateInBoundsGEP(Slot.T, Slots[N], {Items.Number}) : Slots[N];
    Arrays.Arrays.push_back({Address, Slot.T});
  }
  Triplet Size;
  for (unsigned D = 0; D != 3; ++D)
    Size[D] = size(Builtin::LocalSize, D);
  Collectives.emit(B, Boundary.What, Arrays, Items.First, Items.Last, Size);
}

void EntryBuilder::emitGroup(const Triplet &Group) {
  if (Regions.Regions.size() == 1)
    return emitGroupItems(Regions.Regions[0], Group, nullptr);
  if (K.runsBySubGroups())
    return emitBySubGroups(Group);
  if (!Regions.areInSequence())
    return emitWholeGroup(Group);
  for (auto [Number, Region] : enumerate(Regions.Regions)) {
    emitBoundary(Number, {B.getInt64(0), groupSize()});
    emitGroupItems(Region, Group, nullptr);
  }
}

// Region after region, until one returns 0.
void EntryBuilder::emitWholeGroup(const Triplet &Group) {
  BasicBlock *Before = B.GetInsertBlock(), *Dispatch = block("dispatch"), *Done = block("group.done"),
             *Bad = block("bad");
  B.CreateBr(Dispatch);
  B.SetInsertPoint(Dispatch);
  PHINode *Which = B.CreatePHI(B.getInt32Ty(), 2, "region");
  Which->addIncoming(B.getInt32(0), Before);
  SwitchInst *Switch = B.CreateSwitch(Which, Bad, Regions.Regions.size());
  for (auto [Number, Region] : enumerate(Regions.Regions)) {
    BasicBlock *Here = block("region." + Twine(Number));
    Switch->addCase(B.getInt32(Number), Here);
    B.SetInsertPoint(Here);
    emitBoundary(Number, {B.getInt64(0), groupSize()});
    AllocaInst *Result = variable(B.getInt32Ty());
    if (Regions.Diverge)
      B.CreateStore(B.getInt32(-1), Result);
    emitGroupItems(Region, Group, Result);
    Value *Next = B.CreateLoad(B.getInt32Ty(), Result);
    if (Regions.Diverge)
      Next = B.CreateAdd(Next, B.getInt32(1));
    Which->addIncoming(Next, B.GetInsertBlock());
    B.CreateCondBr(B.CreateICmpEQ(Next, B.getInt32(0)), Done, Dispatch);
  }
  B.SetInsertPoint(Bad);
  B.CreateUnreachable();
  B.SetInsertPoint(Done);
}

// Each sub-group goes on by itself as long as it waits for nobody else, so that sub-groups may take different ways.
// When all of them are at a boundary of the work-group, they go on from there.
void EntryBuilder::emitBySubGroups(const Triplet &Group) {
  Value *Size = groupSize(), *Most = B.getInt64(K.SubGroupSize);
  AllocaInst *Where = variable(B.getInt32Ty()), *Reached = variable(B.getInt32Ty());
  B.CreateStore(B.getInt32(0), Where);
  BasicBlock *Dispatch = block("dispatch"), *Run = block("run"), *Done = block("group.done");
  B.CreateBr(Dispatch);
  B.SetInsertPoint(Dispatch);
  Value *Start = B.CreateLoad(B.getInt32Ty(), Where);
  SwitchInst *Together = B.CreateSwitch(Start, Run);
  for (unsigned Number = 1; Number != Regions.Regions.size(); ++Number) {
    if (Regions.Boundaries[Number - 1].What.SubGroup)
      continue;
    BasicBlock *Here = block("together." + Twine(Number));
    Together->addCase(B.getInt32(Number), Here);
    B.SetInsertPoint(Here);
    emitBoundary(Number, {B.getInt64(0), Size});
    B.CreateBr(Run);
  }
  B.SetInsertPoint(Run);
  const bool Whole = K.SubGroupsInRows || (Constants && Constants->groupSize() % K.SubGroupSize == 0);
  emitLoop(B, B.getInt64(0), numberOfSubGroups(), "sub-group", LoopKind::Rolled, [&](Value *N) {
    Value *First = B.CreateMul(N, Most, "", true, true), *Last = B.CreateAdd(First, Most, "", true, true);
    if (!Whole)
      Last = B.CreateBinaryIntrinsic(Intrinsic::umin, Last, Size);
    B.CreateStore(emitSubGroup(Group, Start, {First, Last, N}), Reached);
  });
  Value *Next = B.CreateLoad(B.getInt32Ty(), Reached);
  B.CreateStore(Next, Where);
  B.CreateCondBr(B.CreateICmpEQ(Next, B.getInt32(0)), Done, Dispatch);
  B.SetInsertPoint(Done);
}

// Runs one sub-group from region Start to a boundary of the work-group or the end, and returns which. Regions that
// follow each other do so without a question, and LLVM keeps what goes from one to the next in registers.
Value *EntryBuilder::emitSubGroup(const Triplet &Group, Value *Start, const ItemsOfGroup &Here) {
  BasicBlock *Done = block("sub.done"), *Bad = block("bad");
  AllocaInst *Result = variable(B.getInt32Ty());
  SmallVector<BasicBlock *, 16> Begins;
  for (unsigned Number = 0; Number != Regions.Regions.size(); ++Number)
    Begins.push_back(block("region." + Twine(Number)));
  auto IsWithin = [&](unsigned Number) { return Number && Regions.Boundaries[Number - 1].What.SubGroup; };
  SwitchInst *Switch = B.CreateSwitch(Start, Bad, Begins.size());
  for (auto [Number, Region] : enumerate(Regions.Regions)) {
    if (!IsWithin(Number))
      Switch->addCase(B.getInt32(Number), Begins[Number]);
    B.SetInsertPoint(Begins[Number]);
    if (IsWithin(Number))
      emitBoundary(Number, Here);
    emitSubGroupItems(Region, Group, Here, Result);
    const SmallVector<unsigned, 4> After = Regions.after(Number);
    if (After.size() == 1 && IsWithin(After.front())) {
      B.CreateBr(Begins[After.front()]);
      continue;
    }
    SwitchInst *Where = B.CreateSwitch(B.CreateLoad(B.getInt32Ty(), Result), Done);
    for (unsigned Other : make_filter_range(After, IsWithin))
      Where->addCase(B.getInt32(Other), Begins[Other]);
  }
  B.SetInsertPoint(Bad);
  B.CreateUnreachable();
  B.SetInsertPoint(Done);
  return B.CreateLoad(B.getInt32Ty(), Result);
}

void EntryBuilder::emitGroups() {
  if (runsGroupsInRows())
    return emitGroupRows();
  Value *N0 = size(Builtin::NumGroups, 0), *N1 = size(Builtin::NumGroups, 1), *Zero = ConstantInt::get(I64, 0);
  emitLoop(B, Begin, End, "group", LoopKind::Plain, [&](Value *G) {
    Triplet Group = {G, Zero, Zero};
    if (Shape.Dims > 1) {
      Group[0] = B.CreateURem(G, N0);
      Value *Rest = B.CreateUDiv(G, N0);
      Group[1] = Shape.Dims > 2 ? B.CreateURem(Rest, N1) : Rest;
      Group[2] = Shape.Dims > 2 ? B.CreateUDiv(Rest, N1) : Zero;
    }
    emitGroup(Group);
  });
}

} // namespace syclfuse::fuser
