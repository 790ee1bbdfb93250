// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Promotion.h"

#include "Support/Metadata.h"
#include "Transforms/Internalization/Internalization.h"

#include "llvm/Transforms/Utils/Cloning.h"

#include <algorithm>
#include <set>

using namespace llvm;

namespace syclfuse::fuser::oracle {

// Of each work-item, where nothing says how many: those that have fewer need no more.
static constexpr uint64_t MostElements = 4;
static constexpr StringLiteral Prefix = "oracle.";

// What the stub asks for, and what else may be tried, all of it to be proven.
static std::vector<PromotedArgument> promotionsOf(const Function &F, ArrayRef<unsigned> ElementSizes) {
  Expected<std::vector<PromotedArgument>> Asked = readPromotions(F);
  std::vector<PromotedArgument> Result;
  for (unsigned Size : ElementSizes)
    Result.push_back({Size ? promotion::automatic : promotion::none, MostElements, Size});
  if (!Asked)
    consumeError(Asked.takeError());
  else if (Asked->size() == Result.size())
    for (auto [Of, To] : zip(*Asked, Result))
      if (Of.Kind != promotion::none)
        To = {promotion::automatic, Of.Elements, Of.ElementSize};
  return Result;
}

PromotionCheck::PromotionCheck(const Function &F, ArrayRef<unsigned> ElementSizes, HostCode &Code, Injected Wrong)
    : Wrong(Wrong) {
  ValueToValueMapTy Map;
  M = CloneModule(*F.getParent(), Map);
  Function &Copy = *cast<Function>(Map[&F]);
  for (Argument &A : Copy.args())
    A.setName(Prefix + Twine(A.getArgNo()));
  writePromotions(Copy, promotionsOf(F, ElementSizes));
  diagnostics Remarks;
  Expected<Function *> New = internalize(Copy, Remarks);
  if (!New) {
    consumeError(New.takeError()); // metadata that is malformed
    return;
  }
  Promoted.resize(F.arg_size());
  for (const Argument &A : F.args())
    Promoted[A.getArgNo()] = isArena(A);
  for (const Argument &A : (*New)->args()) {
    unsigned Of = 0;
    A.getName().drop_front(Prefix.size()).getAsInteger(10, Of);
    Arguments.push_back(Of);
    if (isArena(A))
      Promoted[Of] = false;
  }
  if (none_of(Promoted, [](bool P) { return P; }))
    return;
  Expected<InstrumentedKernel> Kernel = instrument(**New);
  Expected<KernelEntry> Loaded = Kernel ? Code.load(*Kernel) : Kernel.takeError();
  if (!Loaded) {
    consumeError(Loaded.takeError());
    return;
  }
  Entry = *Loaded;
  LocalBytes = Kernel->LocalBytes;
}

PromotionCheck::Bytes PromotionCheck::written(const RunResult &Run, const Arenas &Memory) const {
  Bytes Result;
  for (const RecordedAccess &A : Run.Accesses)
    if (A.Writes && (!Promoted[A.Arena] || Wrong == Injected::PromotedIsKept))
      for (int64_t At = A.Offset; At != A.Offset + A.Size; ++At)
        Result.push_back({{A.Arena, At}, Memory.origin(A.Arena)[At]});
  llvm::sort(Result);
  Result.erase(llvm::unique(Result), Result.end());
  return Result;
}

// Whether Run reads of a promoted argument what it was before: that is in memory alone.
bool PromotionCheck::readsOlderValues(const RunResult &Run) const {
  std::set<std::pair<unsigned, int64_t>> Written;
  for (const RecordedAccess &A : Run.Accesses)
    for (int64_t At = A.Offset; A.Writes && At != A.Offset + A.Size; ++At)
      Written.insert({A.Arena, At});
  return any_of(Run.Accesses, [&](const RecordedAccess &A) {
    for (int64_t At = A.Offset; !A.Writes && Promoted[A.Arena] && At != A.Offset + A.Size; ++At)
      if (Written.count({A.Arena, At}) == 0)
        return true;
    return false;
  });
}

std::string PromotionCheck::names() const {
  std::string Text;
  for (size_t A = 0; A != Promoted.size(); ++A)
    if (Promoted[A])
      Text += (Text.empty() ? "" : ", ") + std::to_string(A);
  return Text;
}

std::optional<std::string> PromotionCheck::compare(const KernelRun &Run, const RunResult &Before, const Arenas &Memory,
                                                   function_ref<void()> Refill) const {
  if (readsOlderValues(Before))
    return std::nullopt;
  const Bytes Wanted = written(Before, Memory);
  Refill();
  std::vector<void *> Given;
  for (unsigned Of : Arguments)
    Given.push_back(Run.Arguments[Of]);
  KernelRun Own = Run;
  Own.Entry = Entry;
  Own.Arguments = Given.data();
  Own.LocalBytes = LocalBytes;
  const RunResult After = runWorkItems(Own, Memory);
  if (After.How != RunOutcome::Done || Before.Strays || After.Strays || Wanted.empty())
    return std::nullopt;
  const Bytes Found = written(After, Memory);
  const auto [A, B] = std::mismatch(Wanted.begin(), Wanted.end(), Found.begin(), Found.end());
  if (A == Wanted.end() && B == Found.end())
    return "";
  const auto &[Arena, Offset] = B == Found.end() || (A != Wanted.end() && *A < *B) ? A->first : B->first;
  return "arguments " + names() + " may be private or local memory, but byte " + std::to_string(Offset) +
         " of argument " + std::to_string(Arena) + " differs then";
}

} // namespace syclfuse::fuser::oracle
