// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether two queues are one, as far as that is known.
#include "QueueIdentities.h"

namespace syclfuse::plugin {

Alias QueueIdentities::direct(const QueueIdentity &A, const QueueIdentity &B) {
  if (!A.IsNamed || !B.IsNamed)
    return Alias::Unknown;
  if (A.At && B.At && *A.At == *B.At)
    return A.Version == B.Version ? Alias::Same : Alias::Unknown;
  if (!A.At && !B.At && A.Written == B.Written && A.In == B.In)
    return Alias::Same;
  if (A.IsMade && B.IsMade)
    return Alias::Different;
  auto IsLocal = [](const QueueIdentity &Q) { return Q.IsMade && Q.At->Owner; };
  return (IsLocal(A) && B.IsPassed) || (IsLocal(B) && A.IsPassed) ? Alias::Different : Alias::Unknown;
}

bool QueueIdentities::isUnknown(const QueueIdentity &Queue) const {
  return Queue.IsOfWrapper && allNames(Queue, true).size() == 1;
}

QueueIdentity QueueIdentities::given() {
  QueueIdentity Out;
  Out.Written.AddString("given");
  Out.IsOfWrapper = true;
  return Out;
}

// All that is known to be the queue Of.
std::vector<QueueIdentity> QueueIdentities::allNames(const QueueIdentity &Of, bool Supposing) const {
  std::vector<QueueIdentity> Names{Of};
  auto Has = [&](const QueueIdentity &Q) {
    return llvm::any_of(Names, [&](const QueueIdentity &N) { return direct(N, Q) == Alias::Same; });
  };
  for (bool Grows = true; Grows;) {
    Grows = false;
    for (const Fact &F : Facts)
      if (F.Same && (Supposing || !F.IsSupposed) && Has(F.A) != Has(F.B)) {
        Names.push_back(Has(F.A) ? F.B : F.A);
        Grows = true;
      }
  }
  return Names;
}

Alias QueueIdentities::compare(const QueueIdentity &A, const QueueIdentity &B, bool Supposing) const {
  const std::vector<QueueIdentity> NamesOfA = allNames(A, Supposing), NamesOfB = allNames(B, Supposing);
  Alias Found = Alias::Unknown;
  for (const QueueIdentity &N : NamesOfA)
    for (const QueueIdentity &M : NamesOfB)
      if (Alias Direct = direct(N, M); Direct == Alias::Same)
        return Direct;
      else if (Direct == Alias::Different)
        Found = Direct;
  auto Has = [](const std::vector<QueueIdentity> &Names, const QueueIdentity &Q) {
    return llvm::any_of(Names, [&](const QueueIdentity &N) { return direct(N, Q) == Alias::Same; });
  };
  for (const Fact &F : Facts)
    if (!F.Same && (Supposing || !F.IsSupposed) &&
        ((Has(NamesOfA, F.A) && Has(NamesOfB, F.B)) || (Has(NamesOfA, F.B) && Has(NamesOfB, F.A))))
      return Alias::Different;
  return Found;
}

} // namespace syclfuse::plugin
