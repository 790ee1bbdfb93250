// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Recomputed.h"

#include "Analysis/Sharing/RunChecks.h"
#include "Transforms/Fusion/DependenceCheck.h"
#include "Transforms/Recomputation/Recomputation.h"

#include "llvm/Transforms/Utils/Cloning.h"

#include <algorithm>
#include <map>
#include <tuple>

using namespace llvm;

namespace syclfuse::fuser::oracle {

KernelRun RecomputedKernel::load(Function &F, HostCode &Code) {
  KernelRun Run;
  Expected<InstrumentedKernel> Kernel = instrument(F);
  Expected<KernelEntry> Loaded = Kernel ? Code.load(*Kernel) : Kernel.takeError();
  if (!Loaded) {
    consumeError(Loaded.takeError());
    return Run;
  }
  Run.Entry = *Loaded;
  Run.Waits = Kernel->Waits;
  Run.LocalBytes = Kernel->LocalBytes;
  return Run;
}

RecomputedKernel::RecomputedKernel(const Case &C, HostCode &Code, HostCode &CodeInOrder) : Copy(C) {
  const unsigned Submissions = AccessPattern(*C.F, C.Launch).submissions();
  if (Submissions < 2 || !C.InOrder || C.InOrder->arg_size() != C.F->arg_size() || C.Sources.size() != C.F->arg_size())
    return;
  ValueToValueMapTy Map;
  M = CloneModule(*C.F->getParent(), Map);
  Copy.F = cast<Function>(Map[C.F]);
  Copy.Name += ", recomputed";
  if (!recomputeProducers(*Copy.F, C.Launch, C.Barriers, {100, true}).Done)
    return;
  FusionRequest Request;
  for (unsigned K = 0; K != Submissions; ++K)
    Request.Kernels.push_back("kernel " + std::to_string(K));
  Request.Barriers = C.Barriers;
  Request.ProvenOnly = true;
  diagnostics Warnings;
  footprints::table Found;
  if (Error E = checkDependences(*Copy.F, C.Launch, Request, Warnings, &Found)) {
    consumeError(std::move(E));
    return;
  }
  Table = footprints::encode(Found);
  dropRunChecks(*Copy.F);
  OfCopy = load(*Copy.F, Code);
  InOrder = load(*C.InOrder, CodeInOrder);
}

bool RecomputedKernel::isTaken(const Draw &D) const {
  footprints::view View;
  return footprints::view::open(Table.data(), Table.size(), View) &&
         footprints::are_independent(View, DrawnLaunch(Copy, D));
}

std::string RecomputedKernel::tableText() const {
  footprints::view View;
  return footprints::view::open(Table.data(), Table.size(), View) ? View.str() : "";
}

RecomputedKernel::Bytes RecomputedKernel::written(const RunResult &Run, const Arenas &Memory) {
  Bytes Result;
  for (const RecordedAccess &A : Run.Accesses)
    for (int64_t At = A.Offset; A.Writes && At != A.Offset + A.Size; ++At)
      Result.push_back({{A.Arena, At}, Memory.origin(A.Arena)[At]});
  llvm::sort(Result);
  Result.erase(llvm::unique(Result), Result.end());
  return Result;
}

// Whether work-items of one kernel touch a byte, one of them writing: any order is right then.
static bool hasRace(const RunResult &Run) {
  struct Touched {
    uint32_t Item;
    bool Several, Written;
  };
  std::map<std::tuple<unsigned, int64_t, unsigned>, Touched> Bytes; // arena, place, kernel
  for (const RecordedAccess &A : Run.Accesses)
    for (int64_t At = A.Offset; At != A.Offset + A.Size; ++At) {
      Touched &T = Bytes.try_emplace({A.Arena, At, A.Barriers}, Touched{A.Item, false, false}).first->second;
      T.Several |= T.Item != A.Item;
      T.Written |= A.Writes;
      if (T.Several && T.Written)
        return true;
    }
  return false;
}

std::optional<std::string> RecomputedKernel::compare(const Draw &D, const KernelRun &Run, const Arenas &Memory,
                                                     function_ref<void()> Refill) const {
  // Of a launch of which only some groups are run, not all is there that others read.
  if (!D.Whole || !isTaken(D))
    return std::nullopt;
  Bytes Written[2];
  for (auto [Bytes, Own] : {std::pair(&Written[0], InOrder), {&Written[1], OfCopy}}) {
    Refill();
    Own.Arguments = Run.Arguments;
    Own.Launch = Run.Launch;
    Own.Groups = Run.Groups;
    const RunResult Result = runWorkItems(Own, Memory);
    if (Result.How != RunOutcome::Done || Result.Strays || (Bytes == &Written[0] && hasRace(Result)))
      return std::nullopt;
    *Bytes = written(Result, Memory);
  }
  const auto &[Wanted, Found] = Written;
  const auto [A, B] = std::mismatch(Wanted.begin(), Wanted.end(), Found.begin(), Found.end());
  if (A == Wanted.end() && B == Found.end())
    return "";
  const auto &[Arena, Offset] = B == Found.end() || (A != Wanted.end() && *A < *B) ? A->first : B->first;
  return "what others write is computed again, but byte " + std::to_string(Offset) + " of argument " +
         std::to_string(Arena) + " differs then";
}

} // namespace syclfuse::fuser::oracle
