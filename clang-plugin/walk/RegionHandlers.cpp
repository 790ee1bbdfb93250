// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// try and catch in regions.
#include "RegionWalker.h"

using namespace clang;

namespace syclfuse::plugin {

// Whether what follows Block, a handler, in the region is not reached from there: it is left by throwing, or the
// function is.
static bool alwaysLeaves(const Stmt *Block, bool IsInner) {
  const auto *Body = cast<CompoundStmt>(Block);
  const Stmt *Last = Body->body_empty() ? nullptr : Body->body_back();
  if (const auto *E = dyn_cast_or_null<Expr>(Last))
    Last = E->IgnoreImplicit();
  const auto *Call = dyn_cast_or_null<CallExpr>(Last);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return isa_and_present<CXXThrowExpr>(Last) || (!IsInner && isa_and_present<ReturnStmt>(Last)) ||
         (Callee && Callee->isNoReturn());
}

// Where a handler goes on, what it and the try block have submitted by then is in the region.
void RegionWalker::tryStatement(const CXXTryStmt *S, const Env *In) {
  const size_t Before = Open.size();
  auto GoesOn = [&](unsigned I) { return !alwaysLeaves(S->getHandler(I)->getHandlerBlock(), Stack.size() > 1); };
  const bool MayGoOn = Before != 0 && llvm::any_of(llvm::seq(S->getNumHandlers()), GoesOn);
  if (MayGoOn && mayChoose(S, nullptr) && !Paths.gaveUp() && choose(nullptr, In, 2, S->getTryLoc(), "try") == 1)
    for (auto &R : Open)
      leaveOpen(*R, open_kind::branch, S->getTryLoc(), {}, {});
  statement(S->getTryBlock(), In);
  if (MayGoOn && Leaving == Exit::Throw) {
    for (auto &R : Open)
      leaveOpen(*R, open_kind::branch, S->getTryLoc(), {}, {});
    Leaving = Exit::None;
  }
}

} // namespace syclfuse::plugin
