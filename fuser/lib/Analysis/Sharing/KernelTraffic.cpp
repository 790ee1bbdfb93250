// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelTraffic.h"

#include "AccessView.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

#include <map>
#include <set>

using namespace llvm;

namespace syclfuse::fuser {

// What a work-item reads or writes through one argument. Work-items side by side read what their neighbours do, as a
// stencil does: then it is the distance between two of them.
static uint64_t bytesPerItem(ArrayRef<MemoryAccess> Accesses, const AccessView &View, ArrayRef<unsigned> List,
                             bool Writes) {
  std::set<std::pair<Form, uint64_t>> Counted;
  uint64_t Sum = 0, Step = UINT64_MAX;
  for (unsigned I : List) {
    const MemoryAccess &A = Accesses[I];
    const std::optional<Form> &Offset = View.Accesses[I].Offset;
    if (!(Writes ? A.Writes : A.Reads) || (Offset && Offset->Terms.empty()))
      continue;
    const uint64_t Size = std::max<uint64_t>(A.Size, 1);
    if (!Offset)
      Step = std::min(Step, Size);
    else if (!Counted.emplace(*Offset, Size).second)
      continue;
    else
      for (const auto &T : Offset->Terms)
        if (std::optional<int64_t> K = T.second.constant())
          Step = std::min<uint64_t>(Step, std::max<uint64_t>(std::abs(*K), Size));
    Sum += Size;
  }
  return std::min(Sum, Step);
}

// An index that was loaded, not an id that was clamped. Kernels read their arguments by value from memory, too.
static bool dependsOnMemory(const Value *Address) {
  SmallVector<const Value *, 16> Pending{Address};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Pending.empty()) {
    const auto *I = dyn_cast<Instruction>(Pending.pop_back_val());
    if (!I || !Seen.insert(I).second)
      continue;
    if (auto *Load = dyn_cast<LoadInst>(I)) {
      const auto *From = dyn_cast<Argument>(getUnderlyingObject(Load->getPointerOperand()));
      if (From && !From->hasByValAttr())
        return true;
    }
    append_range(Pending, I->operands());
  }
  return false;
}

static void addGathered(KernelTraffic &To, ArrayRef<MemoryAccess> Accesses, const AccessView &View,
                        ArrayRef<unsigned> List) {
  uint64_t Element = 0;
  for (unsigned I : List)
    if (const std::optional<Form> &Offset = View.Accesses[I].Offset;
        Accesses[I].Reads && (!Offset || View.Coordinates.mentionsUnknown(*Offset)) &&
        dependsOnMemory(Accesses[I].Pointer))
      Element = std::max<uint64_t>(Element, std::max<uint64_t>(Accesses[I].Size, 1));
  To.Arrays += Element != 0;
  To.Gathered += Element;
}

using ByArgument = MapVector<const Argument *, SmallVector<unsigned, 8>>;

static ByArgument byArgument(ArrayRef<MemoryAccess> Accesses) {
  ByArgument Result;
  for (auto [I, A] : enumerate(Accesses))
    if (A.Memory == MemoryAccess::OfArgument && !A.OnlyOthers)
      Result[A.Arg].push_back(I);
  return Result;
}

std::vector<KernelTraffic> trafficOf(ArrayRef<MemoryAccess> Accesses, const AccessView &View, unsigned Submissions) {
  std::vector<KernelTraffic> Result(std::max(1u, Submissions));
  for (const auto &[Arg, List] : byArgument(Accesses)) {
    std::map<int, SmallVector<unsigned, 8>> Of;
    for (unsigned I : List)
      Of[std::max(Accesses[I].Submission, 0)].push_back(I);
    uint64_t Earlier = 0;
    for (const auto &[Submission, Own] : Of) {
      const uint64_t Read = bytesPerItem(Accesses, View, Own, false), Written = bytesPerItem(Accesses, View, Own, true);
      const uint64_t Touched = std::max(Read, Written), Again = std::min(Touched, Earlier);
      KernelTraffic &T = Result[Submission];
      T.Again += Again;
      T.Read += Read - std::min(Read, Again);
      T.Written += Written - std::min(Written, Again);
      addGathered(T, Accesses, View, Own);
      Earlier = std::max(Earlier, Touched);
    }
  }
  return Result;
}

KernelTraffic totalTrafficOf(ArrayRef<MemoryAccess> Accesses, const AccessView &View, unsigned Submissions) {
  KernelTraffic Sum;
  for (const KernelTraffic &T : trafficOf(Accesses, View, Submissions)) {
    Sum.Read += T.Read;
    Sum.Written += T.Written;
    Sum.Again += T.Again;
  }
  for (const auto &[Arg, List] : byArgument(Accesses))
    addGathered(Sum, Accesses, View, List);
  return Sum;
}

} // namespace syclfuse::fuser
