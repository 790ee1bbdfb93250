// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches and loops where runs of kernels are recorded that nobody asked to fuse: each way of a branch goes on with
// what was submitted before it, and a loop is taken for one round, and the border of two.
#include "StatementWalker.h"

using namespace clang;

namespace syclfuse::plugin {

bool StatementWalker::changesRuns(const Stmt *S) { return Runs.isActive() && Effects.of(S).changesRuns(); }

// One of the ways of a branch. What follows the branch does not run if it is left, so that a run ends there.
void StatementWalker::way(llvm::function_ref<void()> Walk, SourceLocation Location, const char *What) {
  Regions.enter({0, Location, open_kind::branch, What});
  Walk();
  Regions.leave();
  if (Leaving != Exit::None)
    Runs.endAll();
  Leaving = Exit::None;
}

void StatementWalker::eachBranch(const Stmt *Then, const Stmt *Else, SourceLocation Location, const char *What,
                                 const Env *In) {
  auto Walk = [&](const Stmt *S) { way([&] { statement(S, In); }, Location, What); };
  Runs.branch({[&] { Walk(Then); }, [&] { Walk(Else); }});
}

void StatementWalker::eachCase(const SwitchStmt *S, unsigned Labels, bool HasDefault, const Env *In) {
  std::vector<std::function<void()>> Ways;
  for (unsigned I = 0; I != Labels + !HasDefault; ++I)
    Ways.push_back(
        [=] { way([&] { takeCase(cast<CompoundStmt>(S->getBody()), I, In); }, S->getBeginLoc(), "switch"); });
  Runs.branch(Ways);
}

// The second round shows what follows the end of the first one, up to the next point that ends a run. The variables of
// the loop are others in each.
void StatementWalker::eachRound(const Stmt *Loop, llvm::ArrayRef<const Stmt *> Parts, const Env *In) {
  const SourceLocation Begin = Loop->getBeginLoc(), Outer = Horizon;
  const bool IsOwn = Stack.size() == 1;
  if (IsOwn && Horizon.isInvalid())
    Horizon = Loop->getEndLoc();
  Regions.enter({0, Begin, open_kind::loop, "loop"});
  for (const bool IsFirst : {true, false}) {
    Runs.beginRound();
    const Env *Round = Rounds.any(Loop, In);
    for (const Stmt *Part : Parts) {
      statement(Part, Round);
      if (Leaving == Exit::Continue)
        Leaving = Exit::None;
    }
    if (Leaving != Exit::None) { // always, or in a way that is not followed: there is no other round
      Leaving = Exit::None;
      Runs.leaveRound();
      break;
    }
    if (!Runs.endRound(IsFirst, IsOwn ? Begin : Regions.Position))
      break;
    if (IsOwn)
      Runs.mayChangeFrom(Begin);
  }
  Regions.leave();
  Horizon = Outer;
}

} // namespace syclfuse::plugin
