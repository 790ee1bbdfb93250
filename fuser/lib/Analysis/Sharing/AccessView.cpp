// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AccessView.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace llvm;

namespace syclfuse::fuser {

void AccessView::add(ArrayRef<MemoryAccess> List, const BlockConditions &Blocks, ScalarEvolution &SE) {
  std::map<const BasicBlock *, std::pair<std::vector<Guard>, bool>> Known;
  for (const MemoryAccess &A : List) {
    const BasicBlock *BB = A.I->getParent();
    auto It = Known.find(BB);
    if (It == Known.end()) {
      bool Complete = true;
      std::vector<Guard> Guards = Blocks.guards(*BB, Forms, SE, Complete);
      It = Known.insert({BB, {std::move(Guards), Complete}}).first;
    }
    AccessForm F;
    F.Size = A.Size;
    F.Complete = It->second.second && A.Certain;
    const Assumptions Relies = Forms.assumptionsOf([&] {
      if (!A.OffsetKnown)
        return;
      Form Sum;
      for (const SCEV *S : A.Offset)
        Sum = Sum + Forms.modular(S);
      Sum = Forms.withRemainders(Sum);
      if (!Sum.isBad())
        F.Offset = Sum;
    });
    // A guard that needs an assumption is none, since without it more work-items pass, unless these access something
    // else, of which nothing is known anyhow, or a run checks that there are none.
    for (const Guard &G : It->second.first) {
      if (G.Relies.empty())
        F.Certain.push_back(G.Known);
      if (includes(Relies, G.Relies))
        F.Guards.push_back(G.Known);
      else if (Forms.assumes())
        F.Checked.insert(F.Checked.begin(), {G.Known, Forms.values(G.Relies), G.EndsLoop});
    }
    F.Relies = Forms.values(Relies);
    Accesses.push_back(std::move(F));
  }
}

bool AccessView::isLinear(unsigned Access) const {
  const AccessForm &A = Accesses[Access];
  auto Is = [&](const Form &F) {
    return all_of(F.Terms, [&](const auto &T) {
      const FormVariable &X = Coordinates.variable(T.first);
      return X.Kind != FormVariable::Private || X.Exact;
    });
  };
  return A.Offset && Is(*A.Offset) && all_of(A.Guards, [&](const Constraint &G) { return Is(G.F); });
}

void AccessView::print(raw_ostream &OS, const MemoryAccess &A, unsigned Access) const {
  const AccessForm &P = Accesses[Access];
  OS << "  " << (A.Atomic ? "atomic " : "") << (A.Reads && A.Writes ? "update" : A.Writes ? "write" : "read") << ' ';
  A.Size ? OS << A.Size << " bytes" : OS << "bytes";
  OS << " at " << (P.Offset ? Coordinates.str(*P.Offset) : "?");
  for (auto [N, G] : enumerate(P.Guards))
    OS << (N ? " and " : " if ") << Coordinates.str(G.F)
       << (G.Kind == Constraint::Zero      ? " == 0"
           : G.Kind == Constraint::NotZero ? " != 0"
                                           : " >= 0");
  if (!P.Complete)
    OS << (P.Guards.empty() ? " if" : " and") << " ...";
  if (A.Submission >= 0)
    OS << " [kernel " << A.Submission << "]";
  OS << '\n';
}

} // namespace syclfuse::fuser
