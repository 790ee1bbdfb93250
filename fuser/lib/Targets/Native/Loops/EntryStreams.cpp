// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that run instead of the entry: for large outputs (StreamingStores.h), and for ids that do not fit in 32
// bits (WideIndices.h).
#include "EntryBuilder.h"
#include "StreamingStores.h"
#include "syclfuse/native_abi.h"

#include "llvm/ADT/STLExtras.h"

#include <cstddef>

using namespace llvm;

namespace syclfuse::fuser {

// Fewer work-items than this in a row are not worth the alignment.
constexpr uint64_t ShortestStream = 64;

// What the region at hand streams, if outputs are large.
ArrayRef<WriteOnlyArgument> EntryBuilder::outputsOfRegion() const {
  if (!K.Outputs)
    return {};
  auto It = K.Outputs->find(Current);
  return It == K.Outputs->end() ? ArrayRef<WriteOnlyArgument>() : It->second;
}

// Whether the launch is large, and runs in whole rows.
Value *EntryBuilder::isStreamWanted() {
  Value *Flag = B.CreateAnd(state(offsetof(sycl_fuse_native_state, flags)), SYCL_FUSE_NATIVE_STREAM);
  Value *Wanted = B.CreateICmpNE(Flag, B.getInt64(0));
  if (!K.Turned.empty()) // blocks store parts of lines
    Wanted = B.CreateAnd(Wanted, B.CreateNot(runsInBlocks()));
  return Wanted;
}

void EntryBuilder::branchToStream(Function *Stream) {
  emitEither(isStreamWanted(), "large", [&] { branchTo(Stream, doRowsStream()); }, [] {});
}

// Whether the work-items of F before a stream's start may run one by one, for less code. Not where these are many, as
// rows are as long as arguments say, or do much, as loops of strips do.
bool EntryBuilder::startsOneByOne(Function *F) const { return !K.Divided && !(K.Strips && K.Strips->contains(F)); }

// Whether all rows begin such that the copy streams them. Addresses change by the same amount from row to row, so that
// the first row tells, with its neighbour in each direction.
Value *EntryBuilder::doRowsStream() {
  Value *Do = B.getTrue();
  for (const auto &Output : *K.Outputs) {
    Current = Output.first;
    if (!streamsFromOnePlace() && !startsOneByOne(Current))
      continue;
    forFirstRows([&](Value *First, Value *Last, function_ref<WorkItemIds(Value *)> IdsOf) {
      const StreamStart S = startOfStreams(Output.second, First, Last, IdsOf);
      Do = B.CreateAnd(Do, S.Take);
      // Parts of a row that are short run one by one as a whole.
      if (!runsLinearly() && K.Guarded && K.Guarded->contains(Current))
        Do = B.CreateAnd(Do, B.CreateICmpUGE(B.CreateSub(Last, First), B.getInt64(2 * ShortestStream)));
    });
  }
  Current = Regions.Regions.front();
  return Do;
}

// Calls Run with the first row and its neighbours, as the loops of emitLoops run them.
void EntryBuilder::forFirstRows(function_ref<void(Value *, Value *, function_ref<WorkItemIds(Value *)>)> Run) {
  Value *Zero = B.getInt64(0), *One = B.getInt64(1);
  if (runsLinearly())
    return Run(Begin, End, [&](Value *I) { return linearIds(I); });
  if (Shape.Kind != range_kind::nd_range) {
    auto RunRow = [&](Value *Row) {
      Run(Zero, size(Builtin::GlobalSize, 0), [&](Value *X) { return rowIds(Row, X); });
    };
    RunRow(Zero);
    RunRow(One);
    if (Shape.Dims > 2)
      RunRow(size(Builtin::GlobalSize, 1));
    return;
  }
  Value *Length = Item.RowLength ? B.getInt64(Item.RowLength) : size(Builtin::LocalSize, 0);
  auto RunRow = [&](const Triplet &Group, Value *Y, Value *Z) {
    Run(Zero, Length, [&](Value *X) {
      Value *Row = B.CreateAdd(B.CreateMul(Z, size(Builtin::LocalSize, 1)), Y);
      Value *Linear = B.CreateAdd(B.CreateMul(Row, Length), X);
      WorkItemIds Ids = idsInGroup(Group, {Item.RowLength ? Linear : X, Y, Z}, Linear);
      Ids.Local = {X, Y, Z};
      return Ids;
    });
  };
  RunRow({Zero, Zero, Zero}, Zero, Zero);
  for (unsigned D = 0; D != Shape.Dims; ++D) {
    Triplet Group{Zero, Zero, Zero};
    Group[D] = One;
    RunRow(Group, Zero, Zero);
  }
  if (Shape.Dims > 1 || Item.RowLength)
    RunRow({Zero, Zero, Zero}, One, Zero);
  if (Shape.Dims > 2)
    RunRow({Zero, Zero, Zero}, Zero, One);
}

// The number that the id is below.
Value *EntryBuilder::boundOf(IdQuery Id) {
  auto [Kind, D] = Id;
  switch (Kind) {
  case Builtin::GlobalId:
    return B.CreateAdd(size(Builtin::GlobalSize, D), size(Builtin::GlobalOffset, D));
  case Builtin::GlobalLinearId:
    return B.CreateMul(B.CreateMul(size(Builtin::GlobalSize, 0), size(Builtin::GlobalSize, 1)),
                       size(Builtin::GlobalSize, 2));
  case Builtin::LocalLinearId:
    return groupSize();
  case Builtin::LocalId:
    return Item.RowLength ? groupSize() : size(Builtin::LocalSize, D);
  default:
    return size(Builtin::NumGroups, D);
  }
}

// From 2^32 on it is too large in any case; but products and sums do not wrap.
Value *EntryBuilder::boundOf(const IndexBound &Bound) {
  auto Limited = [&](Value *V) { return B.CreateBinaryIntrinsic(Intrinsic::umin, V, B.getInt64(uint64_t(1) << 32)); };
  Value *Sum = B.getInt64(0);
  for (const IndexTerm &T : Bound) {
    Value *Product = T.Id ? Limited(boundOf(*T.Id)) : B.getInt64(1);
    if (T.Shared) {
      Value *Shared = B.CreateIntCast(copyShared(T.Shared), I64, !T.Unsigned);
      Shared = B.CreateBinaryIntrinsic(Intrinsic::abs, Shared, B.getFalse());
      Product = Limited(B.CreateNUWMul(Product, Shared));
    }
    Sum = B.CreateNUWAdd(Sum, Limited(B.CreateNUWMul(Product, B.getInt64(T.Factor))));
  }
  return Sum;
}

// Whether ids may be 2^31 or more, or an index wrap.
Value *EntryBuilder::haveWideIds(const WideIndices &Indices) {
  auto IsLarge = [&](Value *V) { return B.CreateICmpUGT(V, B.getInt64(uint64_t(1) << 31)); };
  Value *Most = B.getInt64(0);
  for (IdQuery Id : Indices.Queries)
    Most = B.CreateBinaryIntrinsic(Intrinsic::umax, Most, boundOf(Id));
  Value *Are = IsLarge(Most);
  for (const IndexBound &Bound : Indices.Bounds)
    Are = B.CreateOr(Are, IsLarge(boundOf(Bound)));
  return Are;
}

// What another function with the same parameters does, if Condition holds.
void EntryBuilder::branchTo(Function *Other, Value *Condition) {
  BasicBlock *Leave = block("other"), *Stay = block("this");
  B.CreateCondBr(Condition, Leave, Stay);
  B.SetInsertPoint(Leave);
  SmallVector<Value *, 4> Same;
  for (Argument &A : Entry->args())
    Same.push_back(&A);
  B.CreateCall(Other, Same)->setTailCall();
  B.CreateRetVoid();
  B.SetInsertPoint(Stay);
}

// Where the elements of each output begin a cache line, at First or soon after it.
EntryBuilder::StreamStart EntryBuilder::startOfStreams(ArrayRef<WriteOnlyArgument> Outputs, Value *First, Value *Last,
                                                       function_ref<WorkItemIds(Value *)> IdsOf) {
  auto AddressOf = [&](const WriteOnlyArgument &A, Value *I) {
    return B.CreatePtrToInt(copyTree(A.Address, regionValues(*Current, IdsOf(I))), I64);
  };
  auto BySize = [](const WriteOnlyArgument &X, const WriteOnlyArgument &Y) { return X.ElementSize < Y.ElementSize; };
  const WriteOnlyArgument &Smallest = *min_element(Outputs, BySize);
  Value *Missing = B.CreateAnd(B.CreateNeg(AddressOf(Smallest, First)), StreamAlignment - 1);
  Value *Start = B.CreateAdd(First, B.CreateLShr(Missing, Log2_64(Smallest.ElementSize)));
  Value *Misaligned = B.getInt64(0);
  for (const WriteOnlyArgument &A : Outputs)
    Misaligned = B.CreateOr(Misaligned, AddressOf(A, Start));
  Misaligned = B.CreateAnd(Misaligned, StreamAlignment - 1);
  Value *Many = B.CreateICmpUGE(B.CreateBinaryIntrinsic(Intrinsic::usub_sat, Last, First), B.getInt64(ShortestStream));
  return {Start, B.CreateAnd(Many, B.CreateICmpEQ(Misaligned, B.getInt64(0)))};
}

// All in one loop: then the entry knows whether there is a place to start from, and calls the copy that streams only if
// there is.
bool EntryBuilder::streamsFromOnePlace() const {
  return runsLinearly() && (!K.Guarded || K.Guarded->empty()) && !K.Divided;
}

// Runs the work-items First <= i < Last of one innermost loop. If outputs are to be streamed: those before the first
// one whose elements begin a cache line of each output, then the rest, of which it says so. If there is no such
// work-item, or there are few work-items, all of them run as the first part does.
void EntryBuilder::emitStreamed(Function *F, Value *First, Value *Last, StringRef Name,
                                function_ref<WorkItemIds(Value *)> IdsOf, AllocaInst *Result) {
  auto Run = [&](Value *X, Value *Y, LoopKind Kind) { emitRange(F, X, Y, Name, Kind, IdsOf, Result); };
  const ArrayRef<WriteOnlyArgument> Outputs = outputsOfRegion();
  if (!Streams || Outputs.empty())
    return Run(First, Last, LoopKind::Parallel);
  StreamStart S = startOfStreams(Outputs, First, Last, IdsOf);
  auto RunAligned = [&] {
    for (const WriteOnlyArgument &A : Outputs)
      emitStreamMarker(B, copyTree(A.Address, regionValues(*Current, IdsOf(S.Start))));
    Run(S.Start, Last, LoopKind::Parallel);
  };
  if (streamsFromOnePlace()) {
    Run(First, S.Start, LoopKind::Few);
    return RunAligned();
  }
  Run(First, B.CreateSelect(S.Take, S.Start, Last), startsOneByOne(F) ? LoopKind::Few : LoopKind::Parallel);
  BasicBlock *Aligned = block("aligned"), *Done = block("streamed");
  B.CreateCondBr(S.Take, Aligned, Done);
  B.SetInsertPoint(Aligned);
  RunAligned();
  B.CreateBr(Done);
  B.SetInsertPoint(Done);
}

// What the work-items of a strip do in a turn of their loop; First has the parameters of the first one. Their elements
// fill cache lines if the first one begins a line.
void EntryBuilder::emitRow(ArrayRef<WriteOnlyArgument> Outputs, ArrayRef<Value *> First, function_ref<void()> Run) {
  SmallVector<Value *, 2> Addresses;
  Value *Misaligned = B.getInt64(0);
  for (const WriteOnlyArgument &A : Outputs) {
    Addresses.push_back(copyTree(A.Address, First));
    Misaligned = B.CreateOr(Misaligned, B.CreatePtrToInt(Addresses.back(), I64));
  }
  BasicBlock *Aligned = block("row.aligned"), *Other = block("row.other"), *Done = block("row.done");
  Misaligned = B.CreateAnd(Misaligned, StreamAlignment - 1);
  B.CreateCondBr(B.CreateICmpEQ(Misaligned, B.getInt64(0)), Aligned, Other);
  B.SetInsertPoint(Aligned);
  for (Value *Address : Addresses)
    emitStreamMarker(B, Address);
  Run();
  B.CreateBr(Done);
  B.SetInsertPoint(Other);
  Run();
  B.CreateBr(Done);
  B.SetInsertPoint(Done);
}

} // namespace syclfuse::fuser
