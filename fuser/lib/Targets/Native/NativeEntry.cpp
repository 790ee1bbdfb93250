// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NativeEntry.h"
#include "Targets/Common/DistinctArguments.h"
#include "Targets/Native/Groups/DivergentBoundaries.h"
#include "Targets/Native/Loops/EntryBuilder.h"
#include "Targets/Native/Loops/LoopDirection.h"
#include "Targets/Native/Loops/StreamingStores.h"
#include "Targets/Native/Math/InlineMathematics.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

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

// Divisors in rows of another divisor, as planes of rows have them, are rows within rows.
MapVector<Function *, DividedIds> splitAtAllDivisions(const WorkItemFunction &Item) {
  constexpr unsigned MostDivisors = 2;
  MapVector<Function *, DividedIds> Divided;
  for (Function *F = Item.F; Divided.size() != MostDivisors;) {
    std::optional<DividedIds> D = splitAtDivisions(Item, *F);
    if (!D)
      break;
    Divided[F] = *D;
    F = D->Rows;
  }
  return Divided;
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
  Function *F = EntryBuilder({Item, Regions, K.Shape, K.SubGroupSize})
                    .build(wideName(Name), GlobalValue::InternalLinkage, {}, nullptr, nullptr);
  for (Attribute::AttrKind A : {Attribute::Cold, Attribute::MinSize, Attribute::OptimizeForSize, Attribute::NoInline})
    F->addFnAttr(A);
  return F;
}

// The entry and, if there are outputs to stream, the copy that streams them.
Expected<Function *> emitEntries(const NativeKernel &K, StringRef Name, ArrayRef<WriteOnlyArgument> Streamed) {
  EntryBuilder Main(K);
  if (Error E = Main.checkStorage())
    return std::move(E);
  Function *Stream = nullptr;
  if (!Streamed.empty()) {
    Stream = EntryBuilder(K).build(streamName(Name), GlobalValue::InternalLinkage, Streamed, nullptr, nullptr);
    Stream->addFnAttr(StreamAttribute);
    Stream->addFnAttr(Attribute::NoInline);
  }
  Function *Entry = Main.build(Name, GlobalValue::ExternalLinkage, Streamed, Stream, emitWideEntry(K, Name));
  Entry->setVisibility(GlobalValue::HiddenVisibility);
  if (Main.runsLinearly() && K.Divided->empty())
    Entry->addFnAttr(DirectionAttribute);
  if (Main.runsInShortRows())
    Entry->addFnAttr(ShortRowsAttribute);
  if (const uint64_t Kept = Main.bytesPerItem())
    Entry->addFnAttr(KeptAttribute, std::to_string(Kept));
  return Entry;
}

} // namespace

std::string streamName(StringRef EntryName) { return (EntryName + ".stream").str(); }

std::string wideName(StringRef EntryName) { return (EntryName + ".wide").str(); }

Expected<Function *> buildNativeEntry(Function &Kernel, StringRef EntryName, const LaunchShape &Shape,
                                      unsigned SubGroupSize, function_ref<void(StringRef)> Phase) {
  lowerMemoryBarriers(Kernel);
  WorkItemFunction Item = makeWorkItemFunction(Kernel, true);
  dropReadOnlyByVal(*Item.F);
  if (Shape.DistinctPointers)
    markDistinctArguments(Item);
  Phase("builtins");
  Expected<SmallVector<GroupBoundary, 4>> Boundaries =
      lowerGroupFunctions(*Item.F, Item.KernelName, Shape.Kind == range_kind::nd_range);
  if (!Boundaries)
    return Boundaries.takeError();
  Phase("group-functions");
  std::optional<WideIndices> Wide;
  if (Boundaries->empty()) {
    exploitDistinctArguments(*Item.F);
    recomposeRemainders(*Item.F);
    Wide = widenIndices(Item, Shape);
  }
  SmallVector<WriteOnlyArgument, 4> Streamed;
  if (Boundaries->empty() && Item.F->getInstructionCount() <= LargestStreamed)
    Streamed = findWriteOnlyArguments(Item, Shape);
  // Computing hides the time of stores; several streams with it take twice the time where their arrays begin at the
  // same place of a page, as large ones do.
  if (Streamed.size() > 1 && callsMathematics(*Item.F))
    Streamed.clear();
  BarrierRegions Regions;
  if (Boundaries->empty())
    Regions.Regions.push_back(Item.F);
  else if (Error E = splitAtBarriers(Item, *Boundaries, mayDiverge(Item, *Boundaries)).moveInto(Regions))
    return std::move(E);
  // Not across a boundary: what is in memory anyhow is not worth memory of each work-item.
  if (!Boundaries->empty())
    for (Function *F : Regions.Regions)
      exploitDistinctArguments(*F);
  MapVector<Function *, DividedIds> Divided;
  if (Boundaries->empty() && Shape.Kind != range_kind::nd_range)
    Divided = splitAtAllDivisions(Item);
  // A function that only rows run needs no other versions.
  SmallVector<Function *, 4> Functions(Regions.Regions);
  for (auto &[F, D] : Divided) {
    if (isa<ConstantInt>(D.Divisor))
      erase(Functions, F);
    Functions.push_back(D.Rows);
  }
  MapVector<Function *, GuardedItems> Guarded;
  MapVector<Function *, StripPlan> Strips;
  bool BySubGroups = any_of(Regions.Boundaries, [](auto &B) { return B.What.SubGroup; });
  // Loops that give the next region run whole.
  if (!BySubGroups && (Boundaries->empty() || Regions.areInSequence()))
    for (Function *F : Functions)
      if (std::optional<GuardedItems> Split = splitAtGuards(Item, *F, Shape.Kind))
        Guarded[F] = std::move(*Split);
  auto PlanStrips = [&](Function *F) {
    if (!BySubGroups && !Regions.Diverge && Strips.size() != MaxStripRegions)
      if (std::optional<StripPlan> Plan = planStrips(Item, *F, Shape, Regions.Slots))
        Strips[F] = std::move(*Plan);
  };
  for (Function *F : Functions)
    if (auto It = Guarded.find(F); It != Guarded.end())
      for_each(It->second.versions(), PlanStrips);
    else
      PlanStrips(F);
  for (auto &[F, Split] : Guarded)
    for (Function *Version : Split.versions())
      markIndependentAccesses(*Version);
  for (Function *F : Functions)
    markIndependentAccesses(*F);
  for (auto &[F, Plan] : Strips)
    for (auto &[BB, Segment] : Plan.Segments)
      markIndependentAccesses(*Segment);
  Phase("barrier-regions");
  NativeKernel K{Item, Regions, Shape, SubGroupSize, &Strips, &Guarded, Wide ? &*Wide : nullptr, &Divided};
  Expected<Function *> Entry = emitEntries(K, EntryName, Streamed);
  if (!Entry)
    return Entry.takeError();
  if (Wide && Wide->Original)
    Wide->Original->eraseFromParent();
  for (auto &[F, Plan] : Strips)
    erase(Plan);
  for (auto &[F, Split] : Guarded)
    for (Function *Version : Split.versions())
      Version->eraseFromParent();
  for (auto &[F, D] : Divided)
    D.Rows->eraseFromParent();
  for (Function *F : Regions.Regions)
    F->eraseFromParent();
  for (GlobalVariable *G : Item.Locals)
    if (G->use_empty())
      G->eraseFromParent();
  Phase("work-item-loops");
  return Entry;
}

} // namespace syclfuse::fuser
