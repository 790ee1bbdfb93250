// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NativeEntry.h"
#include "Targets/Common/DistinctArguments.h"
#include "Targets/Native/Groups/DivergentBoundaries.h"
#include "Targets/Native/Loops/EntryBuilder.h"
#include "Targets/Native/Loops/FoldedGroups.h"
#include "Targets/Native/Loops/IndexForms.h"
#include "Targets/Native/Loops/ItemBounds.h"
#include "Targets/Native/Loops/KernelParts.h"
#include "Targets/Native/Loops/LoopDirection.h"
#include "Targets/Native/Loops/SharedCounters.h"
#include "Targets/Native/Loops/StreamingStores.h"
#include "Targets/Native/Loops/SubGroupIds.h"
#include "Targets/Native/Loops/TurnedAccesses.h"
#include "Targets/Native/Loops/VectorValues.h"
#include "Targets/Native/Math/InlineMathematics.h"

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned MaxStripRegions = 8; // each has arrays on the stack

// Reads of byval aggregates need no copy.
void dropReadOnlyByVal(Function &F) {
  for (Argument &A : F.args()) {
    SmallVector<Value *, 8> Work{&A};
    bool OnlyLoads = A.hasByValAttr();
    while (OnlyLoads && !Work.empty())
      for (User *U : Work.pop_back_val()->users())
        if (isa<GetElementPtrInst>(U))
          Work.push_back(U);
        else
          OnlyLoads &= isa<LoadInst>(U);
    if (OnlyLoads) {
      A.removeAttr(Attribute::ByVal);
      A.removeAttr(Attribute::Alignment);
      F.addParamAttr(A.getArgNo(), Attribute::ReadOnly);
    }
  }
}

// A work-item with more instructions than this computes longer than it takes to write its output, however it does that.
constexpr unsigned LargestStreamed = 500;

void lowerMemoryBarriers(Function &F) {
  for (CallInst *Call : findCalls(F, Builtin::MemoryBarrier)) {
    IRBuilder<>(Call).CreateFence(AtomicOrdering::AcquireRelease);
    Call->eraseFromParent();
  }
}

// What runs if ids are 2^31 or more, which is rare: small rather than fast. Null if the item function is right for
// them.
Function *emitWideEntry(const NativeKernel &K, StringRef Name) {
  if (!K.Wide || !K.Wide->Original)
    return nullptr;
  WorkItemFunction Item = K.Item;
  Item.F = K.Wide->Original;
  BarrierRegions Regions;
  Regions.Regions.push_back(Item.F);
  Function *F =
      EntryBuilder({Item, Regions, K.Shape, K.SubGroupSize}).build(wideName(Name), GlobalValue::InternalLinkage, {});
  for (Attribute::AttrKind A : {Attribute::Cold, Attribute::MinSize, Attribute::OptimizeForSize, Attribute::NoInline})
    F->addFnAttr(A);
  return F;
}

// The entry and, if there are outputs to stream, the copy that streams them.
Expected<Function *> emitEntries(const NativeKernel &K, StringRef Name, Function *AcrossRows) {
  const bool Streams =
      !K.Outputs->empty() || any_of(*K.Strips, [](auto &Strip) { return !Strip.second.Outputs.empty(); });
  EntryBuilder Main(K);
  if (Error E = Main.checkStorage())
    return std::move(E);
  EntryBuilder::Others Instead;
  if (Streams) {
    Instead.Stream = EntryBuilder(K, true).build(streamName(Name), GlobalValue::InternalLinkage, {});
    Instead.Stream->addFnAttr(StreamAttribute);
    Instead.Stream->addFnAttr(Attribute::NoInline);
  }
  Instead.Wide = emitWideEntry(K, Name);
  Instead.AcrossRows = AcrossRows;
  Function *Entry = Main.build(Name, GlobalValue::ExternalLinkage, Instead);
  Entry->setVisibility(GlobalValue::HiddenVisibility);
  if (Main.runsLinearly() && !K.Divided)
    Entry->addFnAttr(DirectionAttribute);
  if (Main.runsInShortRows())
    Entry->addFnAttr(ShortRowsAttribute);
  if (const uint64_t Kept = Main.bytesPerItem())
    Entry->addFnAttr(KeptAttribute, std::to_string(Kept));
  return Entry;
}

bool waitInSubGroups(const BarrierRegions &Regions) {
  return any_of(Regions.Boundaries, [](auto &B) { return B.What.SubGroup; });
}

// Whether a copy for large outputs pays. Groups with memory of their own work there for most of their time.
bool mayStream(const WorkItemFunction &Item, const LaunchShape &Shape) {
  return !Item.UsesLocalMemory && Item.Locals.empty() && !Shape.Fallback;
}

// Whether one element of each work-item may be more than the caches hold.
bool mayBeLarge(const LaunchShape &Shape) {
  constexpr uint64_t FewItems = uint64_t(1) << 17;
  const std::optional<LaunchConstants> Constants = launchConstants(Shape);
  return !Constants || Constants->total() >= FewItems;
}

// The arguments through which stores may go past the caches: a region stores to them, and no other one reads that or
// stores to it again. UsedElsewhere: by other parts of the kernel.
SmallBitVector argumentsToStream(const WorkItemFunction &Item, const BarrierRegions &Regions, const LaunchShape &Shape,
                                 const SmallBitVector &UsedElsewhere) {
  SmallBitVector Found(Item.KernelArguments);
  if (!mayStream(Item, Shape))
    return Found;
  unsigned Instructions = 0;
  for (Function *F : Regions.Regions)
    Instructions += F->getInstructionCount();
  if (Instructions > LargestStreamed)
    return Found;
  for (unsigned N = 0; N != Item.KernelArguments; ++N) {
    SmallVector<Function *, 4> Users(
        make_filter_range(Regions.Regions, [&](Function *F) { return !F->getArg(N)->use_empty(); }));
    if (Users.size() == 1 && isOnlyStoredTo(*Users.front()->getArg(N)))
      Found.set(N);
  }
  Found.reset(UsedElsewhere);
  return Found;
}

// Leaves of what a loop stores what the whole kernel only stores to. Computing hides the time of stores; several
// streams with it take twice the time where their arrays begin at the same place of a page, as large ones do.
template <class Arguments> void keepStreams(Arguments &Outputs, const SmallBitVector &ToStream, bool Computes) {
  erase_if(Outputs, [&](const WriteOnlyArgument &A) { return !ToStream[A.Number]; });
  if (Outputs.size() > 1 && Computes)
    Outputs.clear();
}

// Whether other work-groups may see what a work-item stores before the kernel ends, at which there is a fence.
bool tellsOthers(const BarrierRegions &Regions) {
  return any_of(Regions.Regions,
                [](Function *F) { return any_of(instructions(*F), [](Instruction &I) { return I.isAtomic(); }); });
}

// By region: what it streams.
MapVector<Function *, WriteOnlyArguments> findOutputs(const WorkItemFunction &Item, const BarrierRegions &Regions,
                                                      const LaunchShape &Shape, const SmallBitVector &ToStream,
                                                      bool Computes) {
  MapVector<Function *, WriteOnlyArguments> Outputs;
  const bool Whole = Regions.Regions.size() == 1;
  if (!mayBeLarge(Shape))
    return Outputs;
  if (!Whole && (!Regions.areInSequence() || waitInSubGroups(Regions) || tellsOthers(Regions)))
    return Outputs;
  for (Function *F : Regions.Regions) {
    WriteOnlyArguments Here = findWriteOnlyArguments(Item, *F, Shape);
    keepStreams(Here, ToStream, Computes);
    if (!Here.empty())
      Outputs[F] = std::move(Here);
  }
  return Outputs;
}

void keepOutputs(MapVector<Function *, StripPlan> &Strips, const SmallBitVector &ToStream, bool Computes) {
  for (auto &[F, Plan] : Strips) {
    for (auto &[Segment, Outputs] : Plan.Outputs)
      keepStreams(Outputs, ToStream, Computes);
    Plan.Outputs.remove_if([](auto &Of) { return Of.second.empty(); });
  }
}

// The functions that the loops of an entry run in place of a work-item's, or of a region's.
struct LoopVersions {
  std::optional<DividedIds> Divided;
  MapVector<Function *, GuardedItems> Guarded;
  MapVector<Function *, StripPlan> Strips;
};

// All functions that get loops: those of the regions, but not where only rows run.
SmallVector<Function *, 4> functionsWithLoops(const BarrierRegions &Regions, const std::optional<DividedIds> &Divided) {
  Function *InRows = !Divided ? nullptr : Divided->Inner ? Divided->Inner : Divided->Rows;
  if (Divided && Divided->isAlwaysRight())
    return {InRows};
  SmallVector<Function *, 4> Functions(Regions.Regions);
  if (Divided)
    Functions.push_back(InRows);
  return Functions;
}

// Whole: the kernel is one region.
LoopVersions makeLoopVersions(WorkItemFunction &Item, BarrierRegions &Regions, const LaunchShape &Shape, bool Whole,
                              bool SubGroupsInRows) {
  LoopVersions V;
  if (Whole && Shape.Kind != range_kind::nd_range)
    V.Divided = splitAtDivisions(Item);
  const SmallVector<Function *, 4> Functions = functionsWithLoops(Regions, V.Divided);
  const bool BySubGroups = waitInSubGroups(Regions);
  if ((!BySubGroups || SubGroupsInRows) && !Regions.Diverge)
    for (Function *F : Functions)
      if (std::optional<GuardedItems> Split = splitAtGuards(Item, *F, Shape.Kind, V.Divided ? &*V.Divided : nullptr))
        V.Guarded[F] = std::move(*Split);
  auto PlanStrips = [&](Function *F) {
    const bool AreNeighbours = !BySubGroups || Shape.Dims == 1 || SubGroupsInRows;
    if (AreNeighbours && !Regions.Diverge && V.Strips.size() != MaxStripRegions)
      if (std::optional<StripPlan> Plan = planStrips(Item, *F, Shape, Regions.Slots))
        V.Strips[F] = std::move(*Plan);
  };
  for (Function *F : Functions)
    if (auto It = V.Guarded.find(F); It != V.Guarded.end())
      for_each(It->second.versions(), PlanStrips);
    else
      PlanStrips(F);
  for (auto &[F, Split] : V.Guarded)
    for (Function *Version : Split.versions())
      markIndependentAccesses(*Version);
  for (Function *F : Functions)
    markIndependentAccesses(*F);
  for (auto &[F, Plan] : V.Strips)
    for (Function *Part : Plan.functions())
      markIndependentAccesses(*Part);
  return V;
}

// What the entries were made of, and have inlined.
void eraseParts(WorkItemFunction &Item, BarrierRegions &Regions, LoopVersions &V, std::optional<WideIndices> &Wide) {
  if (Wide && Wide->Original)
    Wide->Original->eraseFromParent();
  for (auto &[F, Plan] : V.Strips)
    erase(Plan);
  for (auto &[F, Split] : V.Guarded)
    for (Function *Version : Split.versions())
      Version->eraseFromParent();
  if (V.Divided)
    V.Divided->Rows->eraseFromParent();
  if (V.Divided && V.Divided->Inner)
    V.Divided->Inner->eraseFromParent();
  for (Function *F : Regions.Regions)
    F->eraseFromParent();
  for (GlobalVariable *G : Item.Locals)
    if (G->use_empty())
      G->eraseFromParent();
}

// Marks the local memory of the group noalias if no address of it is kept anywhere: then every access to it shows that
// it is one, and within a region no other work-item has any.
void markLocalMemory(const WorkItemFunction &Item, const BarrierRegions &Regions) {
  const unsigned Place = Item.KernelArguments + Item.Queries.size() + Item.Locals.size();
  if (Item.UsesLocalMemory &&
      none_of(Regions.Regions, [&](Function *F) { return PointerMayBeCaptured(F->getArg(Place), true); }))
    for (Function *F : Regions.Regions)
      F->addParamAttr(Place, Attribute::NoAlias);
}

// How the sub-groups of a kernel lie in its work-groups.
struct SubGroups {
  unsigned Size;
  bool InRows = false;            // in whole rows: their work-items are neighbours
  Function *AcrossRows = nullptr; // InRows: what runs if they are not
};

// Of a kernel, or a part of one.
Expected<Function *> buildEntryOf(Function &Kernel, StringRef EntryName, const LaunchShape &Shape,
                                  const SubGroups &Subs, const SmallBitVector &UsedElsewhere,
                                  function_ref<void(StringRef)> Phase) {
  lowerMemoryBarriers(Kernel);
  splitVectors(Kernel);
  recomposeIndices(Kernel);
  if (Shape.Kind == range_kind::nd_range)
    splitGlobalIndices(Kernel);
  const unsigned RowLength = foldGroups(Kernel, Shape);
  WorkItemFunction Item = makeWorkItemFunction(Kernel, true);
  Item.RowLength = RowLength;
  dropReadOnlyByVal(*Item.F);
  if (Shape.Kind == range_kind::nd_range)
    widenLocalIndices(Item);
  Phase("builtins");
  Expected<SmallVector<GroupBoundary, 4>> Boundaries =
      lowerGroupFunctions(*Item.F, Item.KernelName, Shape.Kind == range_kind::nd_range);
  if (!Boundaries)
    return Boundaries.takeError();
  Phase("group-functions");
  if (Boundaries->empty()) // not across a boundary: what is in memory anyhow is not worth memory of each work-item
    exploitDistinctArguments(*Item.F);
  const bool Computes = callsMathematics(*Item.F);
  std::optional<WideIndices> Wide;
  BarrierRegions Regions;
  recomposeRemainders(*Item.F);
  shareCounters(Item, *Item.F, Shape);
  if (Boundaries->empty()) {
    Wide = widenIndices(Item, Shape);
    Regions.Regions.push_back(Item.F);
  } else {
    if (Error E = splitAtBarriers(Item, *Boundaries, mayDiverge(Item, *Boundaries)).moveInto(Regions))
      return std::move(E);
    markLocalMemory(Item, Regions);
    for (Function *F : Regions.Regions)
      exploitDistinctArguments(*F);
  }
  if (waitInSubGroups(Regions))
    Item.SubGroupSize = Subs.Size;
  const SmallBitVector ToStream = argumentsToStream(Item, Regions, Shape, UsedElsewhere);
  const MapVector<Function *, WriteOnlyArguments> Outputs = findOutputs(Item, Regions, Shape, ToStream, Computes);
  LoopVersions V = makeLoopVersions(Item, Regions, Shape, Boundaries->empty(), Subs.InRows);
  keepOutputs(V.Strips, ToStream, Computes);
  SmallVector<Value *, 2> Turned;
  if (Boundaries->empty())
    Turned = findTurnedAccesses(Item, *Item.F, Shape);
  Phase("barrier-regions");
  NativeKernel K{Item,
                 Regions,
                 Shape,
                 Subs.Size,
                 &V.Strips,
                 &V.Guarded,
                 Wide ? &*Wide : nullptr,
                 V.Divided ? &*V.Divided : nullptr,
                 &Outputs,
                 Turned,
                 Subs.InRows};
  Expected<Function *> Entry = emitEntries(K, EntryName, Subs.AcrossRows);
  if (!Entry)
    return Entry.takeError();
  eraseParts(Item, Regions, V, Wide);
  Phase("work-item-loops");
  return Entry;
}

// Each part has an entry as if it were a kernel.
Expected<Function *> buildEntryOfParts(ArrayRef<KernelPart> Parts, StringRef EntryName, unsigned SubGroupSize,
                                       function_ref<void(StringRef)> Phase) {
  Phase("kernel-parts");
  const bool ShareMemory = shareMemory(Parts);
  const SmallVector<SmallBitVector, 4> UsedElsewhere = argumentsUsedElsewhere(Parts);
  SmallVector<Function *, 4> Entries;
  for (auto [N, P] : enumerate(Parts)) {
    Expected<Function *> Entry = buildEntryOf(*P.F, (EntryName + ".part" + Twine(N)).str(), P.Shape, {SubGroupSize},
                                              UsedElsewhere[N], [](StringRef) {});
    if (!Entry)
      return Entry.takeError();
    (*Entry)->setVisibility(GlobalValue::DefaultVisibility);
    (*Entry)->setLinkage(GlobalValue::InternalLinkage);
    (*Entry)->addFnAttr(Attribute::NoInline);   // its loads take the launch for constant
    (*Entry)->removeFnAttr(DirectionAttribute); // that of the strips
    Entries.push_back(*Entry);
  }
  Function *Entry = emitEntryOfParts(EntryName, Parts, Entries, ShareMemory);
  Phase("work-item-loops");
  return Entry;
}

// A version of Kernel for launches whose rows are no whole sub-groups, as in tiles that are narrow, or whose ids have
// an offset.
Expected<Function *> buildEntryAcrossRows(Function &Kernel, StringRef EntryName, LaunchShape Shape,
                                          unsigned SubGroupSize) {
  ValueToValueMapTy Map;
  Shape.Fallback = true;
  Expected<Function *> Entry = buildEntryOf(*CloneFunction(&Kernel, Map), (EntryName + ".across").str(), Shape,
                                            {SubGroupSize}, SmallBitVector(Kernel.arg_size()), [](StringRef) {});
  if (!Entry)
    return Entry.takeError();
  (*Entry)->setVisibility(GlobalValue::DefaultVisibility);
  (*Entry)->setLinkage(GlobalValue::InternalLinkage);
  for (Attribute::AttrKind A : {Attribute::OptimizeForSize, Attribute::NoInline})
    (*Entry)->addFnAttr(A);
  return Entry;
}

// Of a kernel whose work-items wait for those of their sub-group. Where launches may differ in how sub-groups lie in
// rows, there are two versions: with a known number of work-items, exchanges are operations of vectors.
Expected<SubGroups> placeSubGroups(Function &Kernel, StringRef EntryName, const LaunchShape &Shape,
                                   unsigned SubGroupSize) {
  SubGroups Subs{SubGroupSize};
  if (Shape.Kind != range_kind::nd_range || !waitsInSubGroups(Kernel))
    return Subs;
  const std::optional<bool> WholeRows = haveWholeRows(Shape, SubGroupSize);
  Subs.InRows = WholeRows.value_or(true);
  if (!WholeRows)
    if (Error E = buildEntryAcrossRows(Kernel, EntryName, Shape, SubGroupSize).moveInto(Subs.AcrossRows))
      return std::move(E);
  nameSubGroups(Kernel, Shape, SubGroupSize, Subs.InRows);
  boundSubGroupIds(Kernel, SubGroupSize);
  return Subs;
}

} // namespace

std::string streamName(StringRef EntryName) { return (EntryName + ".stream").str(); }

std::string wideName(StringRef EntryName) { return (EntryName + ".wide").str(); }

Expected<Function *> buildNativeEntry(Function &Kernel, StringRef EntryName, const LaunchShape &Shape,
                                      unsigned SubGroupSize, function_ref<void(StringRef)> Phase) {
  if (Shape.DistinctPointers)
    markDistinctArguments(Kernel);
  if (Shape.Kind != range_kind::nd_range)
    exploitDistinctArguments(Kernel);
  const SmallVector<KernelPart, 4> Parts = splitKernels(Kernel, Shape);
  if (Parts.empty()) {
    Expected<SubGroups> Subs = placeSubGroups(Kernel, EntryName, Shape, SubGroupSize);
    return Subs ? buildEntryOf(Kernel, EntryName, Shape, *Subs, SmallBitVector(Kernel.arg_size()), Phase)
                : Subs.takeError();
  }
  Kernel.eraseFromParent();
  return buildEntryOfParts(Parts, EntryName, SubGroupSize, Phase);
}

} // namespace syclfuse::fuser
