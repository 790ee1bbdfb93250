// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that pointers, std::function and function objects lead to.
#pragma once

#include "effects/EffectFinder.h"

namespace syclfuse::plugin {

class CalledFunctions {
public:
  CalledFunctions(HostValues &Values, EffectFinder &Effects, Mutations &Changes)
      : Values(Values), Effects(Effects), Changes(Changes) {}

  // The function that a pointer, or what it is called by (object.*pointer), always points to.
  const clang::FunctionDecl *pointedTo(const clang::Expr *Pointer, const Env *In);
  // The function object that a std::function was made of; nothing if it may be another one now.
  Value held(Value Function);
  // The function object that E, a call of a std::function or of std::invoke, always calls; nothing if it is not known.
  Value calledObject(const clang::CallExpr *E, const Env *In);
  // The only call operator of Object, a lambda; null if it is something else.
  const clang::FunctionDecl *lambdaBody(Value Object);
  // The command group that E, an argument of submit, is. Object: its function object.
  const clang::FunctionDecl *commandGroup(const clang::Expr *E, const Env *In, Value &Object);
  // True if E calls a std::function, or is a call of std::invoke or std::apply.
  bool isIndirect(const clang::CallExpr *E);
  // True if E passes a function or function object that may submit something to a library function. Nothing tells how
  // often that calls it.
  bool passesSubmitter(const clang::CallExpr *E, const Env *In);

private:
  llvm::SmallVector<const clang::FunctionDecl *> callOperators(Value Object);
  bool isRebound(const clang::Expr *Function, const Env *In);

  HostValues &Values;
  EffectFinder &Effects;
  Mutations &Changes;
};

} // namespace syclfuse::plugin
