// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-groups side by side: their work-items run in rows that are as long as all of them together. A tile has short
// rows, a page or more apart, which memory is slow to read and which share few sets of the caches.
#include "EntryBuilder.h"

#include "llvm/ADT/SCCIterator.h"

using namespace llvm;

namespace syclfuse::fuser {

// Work-items that go through a region before the next one begins: what they have touched is to be in the second level
// cache still. And bytes that each of them keeps for the next one, at most.
constexpr uint64_t ItemsOfRun = 8192, KeptByItem = 32;
// Work-items of a row that is read as fast as any.
constexpr uint64_t LongRow = 512;

static bool hasLoops(const Function &F) {
  for (auto It = scc_begin(&F); !It.isAtEnd(); ++It)
    if (It.hasCycle())
      return true;
  return false;
}

// Not where a group has memory of its own, which there is once. A work-item with loops reads so much that its group may
// be what keeps it in the caches.
bool EntryBuilder::runsGroupsInRows() const {
  if (Shape.Kind != range_kind::nd_range || Shape.Dims < 2 || !Item.Locals.empty() || Item.UsesLocalMemory)
    return false;
  if (Regions.Regions.size() > 1 && (K.runsBySubGroups() || !Regions.areInSequence()))
    return false;
  return bytesPerItem() <= KeptByItem && !storesOnHeap() &&
         all_of(Regions.Slots, [](const RegionSlot &Slot) { return Slot.Of == RegionSlot::Scope::WorkItem; }) &&
         all_of(Regions.Boundaries, [](const BarrierRegions::Boundary &B) { return !B.What.Value; }) &&
         none_of(Regions.Regions, [](const Function *F) { return hasLoops(*F); });
}

bool EntryBuilder::runsInShortRows() const {
  if (Item.RowLength)
    return true;
  return Shape.Kind == range_kind::nd_range && Shape.Dims > 1 && !runsGroupsInRows() &&
         !(Constants && Constants->Local[0] >= LongRow);
}

Value *EntryBuilder::groupsOfRun() {
  return B.CreateBinaryIntrinsic(Intrinsic::umax, B.CreateUDiv(B.getInt64(ItemsOfRun), groupSize()), B.getInt64(1));
}

// Groups First to Last, less one, of a row.
void EntryBuilder::emitRun(Value *First, Value *Last, Value *Group1, Value *Group2) {
  auto Groups = [&](function_ref<void(const Triplet &, Value *)> Run) {
    emitLoop(B, First, Last, "group", LoopKind::Plain, [&](Value *G) {
      Run({G, Group1, Group2}, B.CreateMul(B.CreateSub(G, First), groupSize(), "", true, true));
    });
  };
  for (auto [Number, Region] : enumerate(Regions.Regions)) {
    emitBoundary(Number, {B.getInt64(0), groupSize()});
    emitGroupItems(Region, Groups, nullptr);
  }
}

// Rows of groups in dimension 0, the first and the last one maybe in part; each in runs.
void EntryBuilder::emitGroupRows() {
  Value *Zero = B.getInt64(0), *One = B.getInt64(1);
  Value *N0 = size(Builtin::NumGroups, 0), *N1 = size(Builtin::NumGroups, 1);
  Value *Most = groupsOfRun();
  Value *FirstRow = B.CreateUDiv(Begin, N0), *LastRow = B.CreateUDiv(B.CreateSub(End, One), N0);
  emitLoop(B, FirstRow, B.CreateAdd(LastRow, One), "group.row", LoopKind::Plain, [&](Value *Row) {
    Value *Start = B.CreateMul(Row, N0, "", true, true);
    Value *First = B.CreateBinaryIntrinsic(Intrinsic::usub_sat, Begin, Start);
    Value *Last = B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateSub(End, Start), N0);
    Value *Group1 = Shape.Dims > 2 ? B.CreateURem(Row, N1) : Row,
          *Group2 = Shape.Dims > 2 ? B.CreateUDiv(Row, N1) : Zero;
    Value *Runs = B.CreateUDiv(B.CreateAdd(B.CreateSub(Last, First), B.CreateSub(Most, One)), Most);
    emitLoop(B, Zero, Runs, "group.run", LoopKind::Plain, [&](Value *Run) {
      Value *Here = B.CreateAdd(First, B.CreateMul(Run, Most, "", true, true), "", true, true);
      emitRun(Here, B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateAdd(Here, Most), Last), Group1, Group2);
    });
  });
}

} // namespace syclfuse::fuser
