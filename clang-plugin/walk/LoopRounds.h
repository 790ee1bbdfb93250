// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rounds of loops of constant length.
#pragma once

#include "values/ConstantNumbers.h"

#include <map>

namespace syclfuse::plugin {

class LoopRounds {
public:
  LoopRounds(HostValues &Values, ConstantNumbers &Sizes, Mutations &Changes)
      : Values(Values), Sizes(Sizes), Changes(Changes) {}

  // One activation per round; nothing if their number is not constant, or larger than any sequence that one wants in a
  // kernel.
  std::optional<std::vector<const Env *>> of(const clang::ForStmt *S, const Env *In);
  std::optional<std::vector<const Env *>> of(const clang::CXXForRangeStmt *S, const Env *In);
  // An activation for some round of Loop, of which nothing is known.
  const Env *any(const clang::Stmt *Loop, const Env *In) { return Values.round(In, localsOf(Loop), nullptr, {}, {}); }

private:
  const Variables &localsOf(const clang::Stmt *Loop);
  std::optional<llvm::APSInt> incremented(const clang::Expr *Increment, const clang::VarDecl *Variable,
                                          const llvm::APSInt &Now, const Env *Round);

  HostValues &Values;
  ConstantNumbers &Sizes;
  Mutations &Changes;
  std::map<const clang::Stmt *, Variables> Locals;
};

} // namespace syclfuse::plugin
