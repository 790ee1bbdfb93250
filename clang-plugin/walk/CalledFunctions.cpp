// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CalledFunctions.h"

using namespace clang;

namespace syclfuse::plugin {

const FunctionDecl *CalledFunctions::pointedTo(const Expr *Pointer, const Env *In) {
  if (const auto *Member = dyn_cast<BinaryOperator>(Pointer->IgnoreParens()); Member && Member->isPtrMemOp())
    Pointer = Member->getRHS();
  Value Made = Values.strip({Pointer, In});
  const VarDecl *D = variableNamed(Made.E);
  if (const Value Init = HostValues::initializerOf(D, Made.In); Init && !Changes.isRedirected(D))
    Made = Values.strip(Init);
  const auto *R = Made ? dyn_cast<DeclRefExpr>(Made.E) : nullptr;
  return R ? dyn_cast<FunctionDecl>(R->getDecl()) : nullptr;
}

// The definitions of the call operator of Object's class, instantiations too.
llvm::SmallVector<const FunctionDecl *> CalledFunctions::callOperators(Value Object) {
  llvm::SmallVector<const FunctionDecl *> Found;
  auto Add = [&](const FunctionDecl *FD) {
    const FunctionDecl *Definition = nullptr;
    if (FD && !FD->isDependentContext() && FD->hasBody(Definition))
      Found.push_back(Definition);
  };
  const CXXRecordDecl *Record = Object ? Object.E->getType().getNonReferenceType()->getAsCXXRecordDecl() : nullptr;
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record)
    return Found;
  for (const NamedDecl *D : Record->lookup(Values.context().DeclarationNames.getCXXOperatorName(OO_Call)))
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      llvm::for_each(Template->specializations(), Add);
    else
      Add(dyn_cast<FunctionDecl>(D));
  return Found;
}

const FunctionDecl *CalledFunctions::lambdaBody(Value Object) {
  const CXXRecordDecl *Record = Object ? Object.E->getType().getNonReferenceType()->getAsCXXRecordDecl() : nullptr;
  llvm::SmallVector<const FunctionDecl *> Operators = callOperators(Record && Record->isLambda() ? Object : Value{});
  return Operators.size() == 1 ? Operators.front() : nullptr;
}

bool CalledFunctions::passesSubmitter(const CallExpr *E, const Env *In) {
  return llvm::any_of(E->arguments(), [&](const Expr *A) {
    const FunctionDecl *Function = A->getType()->isFunctionPointerType() ? pointedTo(A, In) : nullptr;
    if (Function && Effects.of(Function).Submits)
      return true;
    return llvm::any_of(callOperators(Values.origin({A, In})),
                        [&](const FunctionDecl *FD) { return Effects.of(FD).Submits; });
  });
}

Value CalledFunctions::held(Value Function) {
  const auto *Construct = Function ? dyn_cast<CXXConstructExpr>(Function.E) : nullptr;
  if (!Construct || Construct->getNumArgs() == 0 || Values.names().of(Construct->getType()) != Known::StdFunction)
    return {};
  return Values.origin({Construct->getArg(0), Function.In});
}

// Whether the variable of a std::function may hold something else than at first.
bool CalledFunctions::isRebound(const Expr *Function, const Env *In) {
  Value V = Values.strip({Function, In});
  const VarDecl *D = variableNamed(V.E);
  return D ? Changes.isRedirected(D) : !V || !isa<CXXConstructExpr>(V.E);
}

static bool callsStdFunction(const CallExpr *E, KnownDeclarations &Names) {
  return E->getNumArgs() && isa<CXXOperatorCallExpr>(E) &&
         Names.of(E->getArg(0)->getType().getNonReferenceType()) == Known::StdFunction;
}

bool CalledFunctions::isIndirect(const CallExpr *E) {
  return callsStdFunction(E, Values.names()) || Values.names().of(E->getDirectCallee()) == Known::StdInvoke;
}

Value CalledFunctions::calledObject(const CallExpr *E, const Env *In) {
  Value Object = E->getNumArgs() ? Values.origin({E->getArg(0), In}) : Value{};
  return callsStdFunction(E, Values.names()) && !isRebound(E->getArg(0), In) ? held(Object) : Object;
}

const FunctionDecl *CalledFunctions::commandGroup(const Expr *E, const Env *In, Value &Object) {
  auto Body = [&]() -> const FunctionDecl * {
    const FunctionDecl *FD = Object ? Values.callOperator(Object.E, Known::Handler) : nullptr;
    return FD && FD->getBody() && !Effects.isLibrary(FD) ? FD : nullptr;
  };
  Object = Values.origin({E, In});
  if (const FunctionDecl *FD = Body())
    return FD;
  Object = held(Object); // std::function calls what it holds
  return Body();
}

} // namespace syclfuse::plugin
