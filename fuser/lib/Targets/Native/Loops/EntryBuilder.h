// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a function of native_abi.h around a work-item function: arguments, sizes and storage (EntryBuilder.cpp), the
// loops over work-items (EntryLoops.cpp), the copy of them for large outputs (EntryStreams.cpp).
#pragma once

#include "DividedIds.h"
#include "GuardedItems.h"
#include "StripLoops.h"
#include "Targets/Common/LoopEmitter.h"
#include "Targets/Native/Groups/BarrierRegions.h"
#include "Targets/Native/Groups/CollectiveLoops.h"
#include "WideIndices.h"
#include "WriteOnlyArguments.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ValueMap.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace syclfuse::fuser {

// Attributes of entries, for CodeFacts.
inline constexpr llvm::StringLiteral ShortRowsAttribute = "syclfuse-short-rows", KeptAttribute = "syclfuse-kept";

using Triplet = std::array<llvm::Value *, 3>;

// Ids of one work-item, SPIR-V order.
struct WorkItemIds {
  Triplet Global{}, Local{}, Group{};
  llvm::Value *LocalLinear = nullptr;
  llvm::Value *SubGroup = nullptr;               // where sub-groups run one by one
  llvm::Value *Slot = nullptr;                   // its place in what work-items keep
  llvm::SmallVector<llvm::Value *, 2> Quotients; // where ids are divided
};

// Work-items that run together, by their linear ids; Number: of a sub-group, null for a whole work-group.
struct ItemsOfGroup {
  llvm::Value *First, *Last, *Number = nullptr;
};

// The functions that the loops run.
struct NativeKernel {
  WorkItemFunction &Item;
  BarrierRegions &Regions;
  const LaunchShape &Shape;
  unsigned SubGroupSize = DefaultSubGroupSize;
  // By function of the work-item; where there is none, each work-item runs its loops alone.
  const llvm::MapVector<llvm::Function *, StripPlan> *Strips = nullptr;
  // By function of the work-item, as Strips.
  const llvm::MapVector<llvm::Function *, GuardedItems> *Guarded = nullptr;
  const WideIndices *Wide = nullptr;   // null: right for all ids
  const DividedIds *Divided = nullptr; // of a kernel of one region
  // By region: what the copy for large outputs streams.
  const llvm::MapVector<llvm::Function *, WriteOnlyArguments> *Outputs = nullptr;
  llvm::ArrayRef<llvm::Value *> Turned = {}; // TurnedAccesses.h
  bool SubGroupsInRows = false;              // rows of a work-group are whole sub-groups

  // True if some work-items wait for those of their sub-group only. Then the regions run sub-group by sub-group.
  bool runsBySubGroups() const {
    return llvm::any_of(Regions.Boundaries, [](const BarrierRegions::Boundary &B) { return B.What.SubGroup; });
  }
  // True if they wait for nobody else.
  bool waitsInSubGroupsOnly() const {
    return llvm::all_of(Regions.Boundaries, [](const BarrierRegions::Boundary &B) { return B.What.SubGroup; });
  }
};

class EntryBuilder {
public:
  // Streams: of the copy for large outputs.
  explicit EntryBuilder(const NativeKernel &K, bool Streams = false);

  // What runs in place of the function, if any: Stream for large outputs, Wide for launches with large ids, AcrossRows
  // for work-groups whose rows are no whole sub-groups.
  struct Others {
    llvm::Function *Stream = nullptr, *Wide = nullptr, *AcrossRows = nullptr;
  };
  llvm::Function *build(llvm::StringRef Name, llvm::GlobalValue::LinkageTypes Linkage, const Others &Instead);
  // SF4004 if a work-group needs too much stack.
  llvm::Error checkStorage() const;
  // True if the outermost loop is the one over work-items.
  bool runsLinearly() const;
  // True if work-groups run one after the other, each in rows that are short.
  bool runsInShortRows() const;
  uint64_t bytesPerItem() const;

private:
  // EntryBuilder.cpp: values.
  void loadArguments();
  void allocateStorage();
  llvm::Value *allocate(const RegionSlot &Slot, llvm::Value *Items);
  bool hasOnePerSubGroup(const RegionSlot &Slot) const;
  llvm::Value *numberOfSubGroups();
  llvm::Value *allocateOnHeap(llvm::Type *T, llvm::Value *Items, llvm::Align A);
  void freeStorage();
  bool storesOnHeap() const;
  // The arguments of a call of the work-item function.
  llvm::SmallVector<llvm::Value *, 16> itemValues(const WorkItemIds &I);
  llvm::SmallVector<llvm::Value *, 16> regionValues(const llvm::Function &F, const WorkItemIds &I);
  llvm::Value *callItem(llvm::Function *F, const WorkItemIds &I);
  llvm::Value *query(Builtin Kind, unsigned D, const WorkItemIds &I);
  llvm::Value *subGroupQuery(Builtin Kind, llvm::Value *LocalLinear);
  llvm::Value *size(Builtin Kind, unsigned D);
  llvm::Value *groupSize();
  llvm::Value *copyTree(llvm::Value *V, llvm::ArrayRef<llvm::Value *> Parameters);
  llvm::Value *copyShared(llvm::Value *V);
  llvm::Value *state(size_t Offset);
  uint64_t bytesOfLocals() const;
  void inlineCalls();

  // EntryLoops.cpp
  void emitLoops();
  void emitItems(llvm::Function *F, llvm::Value *First, llvm::Value *Last, llvm::StringRef Name,
                 llvm::function_ref<WorkItemIds(llvm::Value *)> IdsOf, llvm::AllocaInst *Result);
  void emitUndivided(llvm::Function *F, llvm::Value *First, llvm::Value *Last, llvm::StringRef Name,
                     llvm::function_ref<WorkItemIds(llvm::Value *)> IdsOf, llvm::AllocaInst *Result);
  void emitDivided(const DividedIds &D, llvm::Function *F, llvm::Value *First, llvm::Value *Last, llvm::StringRef Name,
                   llvm::function_ref<WorkItemIds(llvm::Value *)> IdsOf);
  // Of one DividedId: Base is what is divided where the loop's variable is 0. In memory: the quotient, and the first
  // value of the loop's variable that has another one.
  struct Row {
    llvm::Value *Base = nullptr, *Length = nullptr;
    llvm::AllocaInst *Quotient = nullptr, *Next = nullptr;
  };
  // The first value of the loop's variable whose place is not below a bound; that may be below 0.
  llvm::Value *placeBound(const Row &R, llvm::Value *Quotient, llvm::Value *Bound, bool Inclusive, bool Signed);
  // Run gets where a part begins, where it ends at the latest, and its quotients. It returns where it has ended.
  using RunRow = llvm::function_ref<llvm::Value *(llvm::Value *, llvm::Value *, llvm::ArrayRef<llvm::Value *>)>;
  void emitRows(llvm::MutableArrayRef<Row> Rows, llvm::Value *First, llvm::Value *Last, RunRow Run);
  void emitRow(const DividedIds &D, llvm::ArrayRef<Row> Rows, llvm::ArrayRef<llvm::Value *> Quotients,
               llvm::Value *Here, llvm::Value *Next, llvm::StringRef Name,
               llvm::function_ref<WorkItemIds(llvm::Value *)> IdsOf);
  void emitBordered(const DividedIds &D, llvm::ArrayRef<Row> Rows, llvm::ArrayRef<llvm::Value *> Quotients,
                    llvm::Value *Here, llvm::Value *Next, llvm::StringRef Name,
                    llvm::function_ref<WorkItemIds(llvm::Value *)> IdsOf);
  void emitGuardedItems(const GuardedItems &Guarded, llvm::Value *First, llvm::Value *Last, llvm::StringRef Name,
                        llvm::function_ref<WorkItemIds(llvm::Value *)> IdsOf, llvm::AllocaInst *Result);
  llvm::Value *guardBound(const ItemGuard &G, llvm::function_ref<WorkItemIds(llvm::Value *)> IdsOf);
  void emitRange(llvm::Function *F, llvm::Value *First, llvm::Value *Last, llvm::StringRef Name, LoopKind Kind,
                 llvm::function_ref<WorkItemIds(llvm::Value *)> IdsOf, llvm::AllocaInst *Result);
  WorkItemIds linearIds(llvm::Value *I);
  WorkItemIds rowIds(llvm::Value *Row, llvm::Value *X);
  llvm::Value *runsInBlocks();
  void emitPlainRows();
  void emitPlainRow(llvm::Value *Row, llvm::Value *First, llvm::Value *Last);
  void emitGroups();
  void emitGroup(const Triplet &Group);
  void emitWholeGroup(const Triplet &Group);
  void emitBySubGroups(const Triplet &Group);
  llvm::Value *emitSubGroup(const Triplet &Group, llvm::Value *Start, const ItemsOfGroup &Here);
  void emitBoundary(unsigned Region, const ItemsOfGroup &Of);
  bool asksForPosition(const llvm::Function &F) const;
  void emitFoldedItems(llvm::Function *Region, const Triplet &Group, llvm::AllocaInst *Result);
  void emitGroupItems(llvm::Function *Region, const Triplet &Group, llvm::AllocaInst *Result);
  using ForGroups = llvm::function_ref<void(llvm::function_ref<void(const Triplet &, llvm::Value *Before)>)>;
  void emitGroupItems(llvm::Function *Region, ForGroups Groups, llvm::AllocaInst *Result);
  bool onlyCombines(const llvm::Function &Region) const;
  void emitSubGroupItems(llvm::Function *Region, const Triplet &Group, const ItemsOfGroup &Here,
                         llvm::AllocaInst *Result);
  WorkItemIds idsInGroup(const Triplet &Group, const Triplet &Local, llvm::Value *LocalLinear);
  llvm::AllocaInst *variable(llvm::Type *T);
  void emitEither(llvm::Value *Condition, llvm::StringRef Name, llvm::function_ref<void()> Then,
                  llvm::function_ref<void()> Else);
  llvm::BasicBlock *block(const llvm::Twine &Name) { return llvm::BasicBlock::Create(C, Name, Entry); }

  // EntryGroupRows.cpp
  bool runsGroupsInRows() const;
  llvm::Value *groupsOfRun();
  void emitGroupRows();
  void emitRun(llvm::Value *First, llvm::Value *Last, llvm::Value *Group1, llvm::Value *Group2);

  // EntryStrips.cpp
  llvm::Value *emitStrips(const StripPlan &Plan, unsigned Size, llvm::Value *First, llvm::Value *Last,
                          llvm::function_ref<WorkItemIds(llvm::Value *)> IdsOf, llvm::AllocaInst *Result);
  void emitStrip(const StripPlan &Plan, unsigned Size, llvm::Value *Base,
                 llvm::function_ref<WorkItemIds(llvm::Value *)> IdsOf, llvm::AllocaInst *Result);
  enum class Direction { IntoStrip, Back };
  void copyKept(const StripPlan &Plan, unsigned Size, llvm::Value *Base,
                llvm::function_ref<WorkItemIds(llvm::Value *)> IdsOf, llvm::ArrayRef<llvm::Value *> Arrays,
                Direction Where);
  void emitSegment(const StripPlan &Plan, unsigned Size, llvm::Function *Segment, llvm::Value *Base,
                   llvm::function_ref<WorkItemIds(llvm::Value *)> IdsOf, llvm::ArrayRef<llvm::Value *> Arrays,
                   llvm::ValueToValueMapTy &Map);
  using SegmentValues = llvm::function_ref<llvm::SmallVector<llvm::Value *, 16>(llvm::Value *)>;
  void emitSegmentRows(const StripRows &Divided, unsigned Size, SegmentValues ValuesOf,
                       llvm::function_ref<void()> RunUndivided);

  // EntryStreams.cpp
  void emitRow(llvm::ArrayRef<WriteOnlyArgument> Outputs, llvm::ArrayRef<llvm::Value *> First,
               llvm::function_ref<void()> Run);
  struct StreamStart {
    llvm::Value *Start, *Take; // the first work-item; whether there is one
  };
  bool streamsFromOnePlace() const;
  llvm::ArrayRef<WriteOnlyArgument> outputsOfRegion() const;
  StreamStart startOfStreams(llvm::ArrayRef<WriteOnlyArgument> Outputs, llvm::Value *First, llvm::Value *Last,
                             llvm::function_ref<WorkItemIds(llvm::Value *)> IdsOf);
  llvm::Value *isStreamWanted();
  bool startsOneByOne(llvm::Function *F) const;
  llvm::Value *doRowsStream();
  void forFirstRows(
      llvm::function_ref<void(llvm::Value *, llvm::Value *, llvm::function_ref<WorkItemIds(llvm::Value *)>)> Run);
  void branchToStream(llvm::Function *Stream);
  llvm::Value *boundOf(IdQuery Id);
  llvm::Value *boundOf(const IndexBound &Bound);
  llvm::Value *haveWideIds(const WideIndices &Indices);
  void branchTo(llvm::Function *Other, llvm::Value *Condition);
  void emitStreamed(llvm::Function *F, llvm::Value *First, llvm::Value *Last, llvm::StringRef Name,
                    llvm::function_ref<WorkItemIds(llvm::Value *)> IdsOf, llvm::AllocaInst *Result);

  const NativeKernel &K;
  const bool Streams;
  WorkItemFunction &Item;
  BarrierRegions &Regions;
  const LaunchShape &Shape;
  std::optional<LaunchConstants> Constants;
  llvm::Module &M;
  llvm::LLVMContext &C;
  llvm::IRBuilder<> B;
  llvm::Type *I64;
  llvm::PointerType *Ptr;
  llvm::Function *Entry = nullptr;
  llvm::Value *Begin = nullptr, *End = nullptr, *StateArgument = nullptr;
  llvm::SmallVector<llvm::Value *, 16> Arguments, Locals, Slots;
  llvm::Value *LocalMemory = nullptr;
  CollectiveLoops Collectives;
  llvm::Function *Current = nullptr;      // the region whose loops are written
  llvm::ArrayRef<Row> CurrentRows;        // those whose loops are written
  llvm::Value *CurrentSubGroup = nullptr; // the number of the one whose loops are written
  llvm::DenseMap<size_t, llvm::Value *> StateValues;
  llvm::SmallVector<llvm::CallInst *, 4> Calls;
};

} // namespace syclfuse::fuser
