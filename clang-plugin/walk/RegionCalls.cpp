// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the calls in a function mean to its regions. The statements around them are in RegionWalker.cpp.
#include "RegionWalker.h"

#include "kernels/KernelProperties.h"

using namespace clang;

namespace syclfuse::plugin {

void RegionWalker::call(const CallExpr *E, const Env *In) {
  const FunctionDecl *Callee = E->getDirectCallee();
  Known Kind = Values.names().of(Callee);
  if (Kind == Known::StartFusion)
    return start(E, In);
  if (Open.empty() && Kind != Known::None && Kind != Known::StdPointee)
    return;
  switch (Kind) {
  case Known::CompleteFusion:
    return complete(E, In);
  case Known::CancelFusion:
    return cancel(E, In);
  case Known::Submit:
    return submit(E, In);
  case Known::QueueKernel:
  case Known::HandlerKernel:
    return kernel(E, In);
  case Known::NotAKernel:
    return notAKernel(E, In, Callee->getName());
  case Known::ExpectNdRange:
    return expect(E, In);
  case Known::None:
  case Known::StdInvoke:
  case Known::StdApply:
  case Known::StdPointee:
    return other(E, In);
  default:
    return;
  }
}

void RegionWalker::submit(const CallExpr *E, const Env *In) {
  RegionBuilder *R = regionOf(E, In);
  if (!R || E->getNumArgs() == 0)
    return;
  Value Group = Values.origin({E->getArg(0), In});
  const FunctionDecl *Body = Group ? Values.callOperator(Group.E, Known::Handler) : nullptr;
  if (Group && (!Body || !Body->getBody() || Effects.isLibrary(Body))) { // std::function calls what it holds
    Group = held(Group);
    Body = Group ? Values.callOperator(Group.E, Known::Handler) : nullptr;
  }
  if (!Body || !Body->getBody() || Effects.isLibrary(Body))
    return leaveOpen(*R, open_kind::call, E->getArg(0)->getExprLoc(), "submit", {});
  RegionBuilder *Outer = CommandGroup;
  CommandGroup = R;
  enter(Body, Body->getBody(),
        isa<LambdaExpr>(Group.E) ? Values.call(Body, {}, {}, In, Group.In) : Values.call(Body, {}, Group, In));
  CommandGroup = Outer;
}

// Whether the kernel is launched beside an open region.
bool RegionWalker::standsApart(const CallExpr *E) {
  return hasKernelProperty(E, Values.names(), Known::NoFusion) || capturesStream(E, Values.names());
}

void RegionWalker::kernel(const CallExpr *E, const Env *In) {
  RegionBuilder *R = regionOf(E, In);
  if (!R || standsApart(E))
    return;
  if (hasKernelProperty(E, Values.names(), Known::UseRootSync))
    return refuse(*R, diag::region_not_a_kernel, E, In, {"use_root_sync"});
  if (takesReductions(E, Values.names()))
    return refuse(*R, diag::region_reductions, E, In, {});
  checkConditions(*R, E->getExprLoc());
  if (!Recorder.record(E, In, until(E), *R))
    refuse(*R, diag::region_call_not_visible, E, In, {E->getDirectCallee()->getNameAsString()});
}

// A condition around it does not help: where it runs, the region ends.
void RegionWalker::notAKernel(const CallExpr *E, const Env *In, llvm::StringRef Name) {
  if (RegionBuilder *R = regionOf(E, In))
    refuse(*R, diag::region_not_a_kernel, E, In, {Name.str()});
}

// The definitions of Record's call operator, instantiations too.
static llvm::SmallVector<const FunctionDecl *> callOperators(const CXXRecordDecl *Record, ASTContext &Context) {
  llvm::SmallVector<const FunctionDecl *> Found;
  auto Add = [&](const FunctionDecl *FD) {
    const FunctionDecl *Definition = nullptr;
    if (FD && !FD->isDependentContext() && FD->hasBody(Definition))
      Found.push_back(Definition);
  };
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record)
    return Found;
  for (const NamedDecl *D : Record->lookup(Context.DeclarationNames.getCXXOperatorName(OO_Call)))
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      llvm::for_each(Template->specializations(), Add);
    else
      Add(dyn_cast<FunctionDecl>(D));
  return Found;
}

// Whether E passes a function or function object that may submit something to a library function, which calls it who
// knows how often.
bool RegionWalker::passesSubmitter(const CallExpr *E, const Env *In) {
  return llvm::any_of(E->arguments(), [&](const Expr *A) {
    const FunctionDecl *Function = A->getType()->isFunctionPointerType() ? pointedTo(A, In) : nullptr;
    if (Function && Effects.of(Function).Submits)
      return true;
    Value Made = Values.origin({A, In});
    const CXXRecordDecl *Record = Made ? Made.E->getType().getNonReferenceType()->getAsCXXRecordDecl() : nullptr;
    return llvm::any_of(callOperators(Record, Values.context()),
                        [&](const FunctionDecl *FD) { return Effects.of(FD).Submits; });
  });
}

// The function object that a std::function was made of; nothing if it may be another one now.
Value RegionWalker::held(Value Function) {
  const auto *Construct = Function ? dyn_cast<CXXConstructExpr>(Function.E) : nullptr;
  if (!Construct || Construct->getNumArgs() == 0 || Values.names().of(Construct->getType()) != Known::StdFunction)
    return {};
  return Values.origin({Construct->getArg(0), Function.In});
}

// std::invoke of a function or member function. False if it is something else.
bool RegionWalker::invokedFunction(llvm::ArrayRef<const Expr *> Arguments, const Env *In) {
  const FunctionDecl *Function = Arguments.empty() ? nullptr : pointedTo(Arguments.front(), In), *Definition = nullptr;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Function);
  const bool HasObject = Method && Method->isInstance();
  if (!Function || (HasObject && (Method->isVirtual() || Arguments.size() < 2)) || !Function->hasBody(Definition))
    return false;
  Value This = HasObject ? Value{Arguments[1], In} : Value{};
  if (isFollowed(Function) && !llvm::is_contained(Stack, Definition))
    enter(Definition, Definition->getBody(), Values.call(Definition, Arguments.drop_front(1 + HasObject), This, In));
  return true;
}

// std::apply of a function object: its parameters are the elements of the tuple.
const Env *RegionWalker::appliedTo(const FunctionDecl *Function, Value Object, const Expr *Tuple, const Env *In) {
  static const Variables None;
  const Env *Inside = Values.call(Function, {}, Value{}, In, Values.madeIn(Object));
  for (unsigned I = 0; I != Function->getNumParams(); ++I)
    Inside = Values.round(Inside, None, Function->getParamDecl(I), std::nullopt, {{Tuple, In}, I});
  return Inside;
}

// Calls of function objects through std::invoke, std::apply and std::function. False if E is none of these.
bool RegionWalker::heldFunction(const CallExpr *E, const Env *In) {
  llvm::ArrayRef<const Expr *> Arguments(E->getArgs(), E->getNumArgs());
  bool Applies = Values.names().of(E->getDirectCallee()) == Known::StdApply && Arguments.size() == 2;
  bool Invokes = Applies || Values.names().of(E->getDirectCallee()) == Known::StdInvoke;
  bool Holds = !Arguments.empty() && isa<CXXOperatorCallExpr>(E) &&
               Values.names().of(Arguments.front()->getType().getNonReferenceType()) == Known::StdFunction;
  if (!Invokes && !Holds)
    return false;
  Value Object = Arguments.empty() ? Value{} : Values.origin({Arguments.front(), In});
  if (Holds && !isRebound(Arguments.front(), In))
    Object = held(Object);
  const CXXRecordDecl *Record = Object ? Object.E->getType().getNonReferenceType()->getAsCXXRecordDecl() : nullptr;
  llvm::SmallVector<const FunctionDecl *> Operators =
      callOperators(Record && Record->isLambda() ? Record : nullptr, Values.context());
  if (Operators.size() == 1) {
    const FunctionDecl *Definition = Operators.front();
    if (isFollowed(Definition) && !llvm::is_contained(Stack, Definition))
      enter(Definition, Definition->getBody(),
            Applies ? appliedTo(Definition, Object, Arguments[1], In)
                    : Values.call(Definition, Arguments.drop_front(), {}, In, Values.madeIn(Object)));
  } else if (Invokes && !Applies && invokedFunction(Arguments, In)) {
    return true;
  } else if (!Open.empty() && (Invokes || Effects.callsHeldFunction(E))) {
    unseen(E, In, Holds ? "a std::function" : Applies ? "std::apply" : "std::invoke");
  }
  return true;
}

// Whether the variable of a std::function may hold something else than at first.
bool RegionWalker::isRebound(const Expr *Function, const Env *In) {
  Value V = Values.strip({Function, In});
  const auto *R = V ? dyn_cast<DeclRefExpr>(V.E) : nullptr;
  const auto *D = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return D ? Recorder.isReassigned(D) : !V || !isa<CXXConstructExpr>(V.E);
}

void RegionWalker::unseen(const CallExpr *E, const Env *In, llvm::StringRef Name, const FunctionDecl *FD) {
  const Expr *Callee = E->getDirectCallee() ? nullptr : E->getCallee();
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
    Callee = Operator->getArg(0);
  Value Called = Callee ? Values.strip({Callee, In}) : Value{};
  const auto *R = Called ? dyn_cast<DeclRefExpr>(Called.E) : nullptr;
  SawCallback |= R && isa<ParmVarDecl>(R->getDecl());
  RegionBuilder *Region = regionOfArguments(E, In);
  if (Region && isDefinedElsewhere(E, FD))
    joinLater(*Region, E, FD, In);
  else if (Region)
    leaveOpen(*Region, open_kind::call, E->getExprLoc(), Name, {});
}

// Whether what FD does matters here.
bool RegionWalker::isFollowed(const FunctionDecl *FD) {
  if (Open.empty())
    return Openers.count(FD->getCanonicalDecl());
  return Effects.of(FD).matters();
}

// The function that a pointer, or what it is called by (object.*pointer), always points to.
const FunctionDecl *RegionWalker::pointedTo(const Expr *Pointer, const Env *In) {
  if (const auto *Member = dyn_cast<BinaryOperator>(Pointer->IgnoreParens()); Member && Member->isPtrMemOp())
    Pointer = Member->getRHS();
  Value Made = Values.strip({Pointer, In});
  if (const auto *R = Made ? dyn_cast<DeclRefExpr>(Made.E) : nullptr) {
    const auto *D = dyn_cast<VarDecl>(R->getDecl());
    if (D && D->getInit() && !isa<ParmVarDecl>(D) && !Recorder.isReassigned(D))
      Made = Values.strip({D->getInit(), ownerOf(D, Made.In) ? ownerOf(D, Made.In) : Made.In});
  }
  const auto *R = Made ? dyn_cast<DeclRefExpr>(Made.E) : nullptr;
  return R ? dyn_cast<FunctionDecl>(R->getDecl()) : nullptr;
}

// A function of the user's: walked as if it stood here.
void RegionWalker::other(const CallExpr *E, const Env *In) {
  const FunctionDecl *Callee = E->getDirectCallee(), *Definition = nullptr;
  if (heldFunction(E, In))
    return;
  if (!Callee)
    Callee = pointedTo(E->getCallee(), In);
  if (!Open.empty() && Effects.takesQueue(E, Callee))
    return unseen(E, In, Callee ? Callee->getNameAsString() : "the call", Callee);
  if (!Open.empty() && Callee && Effects.isLibrary(Callee) && Effects.callsHeldFunction(E))
    return unseen(E, In, "the call");
  if (!Open.empty() && Callee && Effects.isLibrary(Callee) && passesSubmitter(E, In))
    return leaveOpen(*Open.back(), open_kind::loop, E->getExprLoc(), {}, {});
  llvm::ArrayRef<const Expr *> Arguments(E->getArgs(), E->getNumArgs());
  throughLibrary(E, Callee, Arguments, In);
  if (!Callee || !isFollowed(Callee) || !Callee->hasBody(Definition))
    return;
  if (!Open.empty() && EffectFinder::isVirtual(E))
    return unseen(E, In, Callee->getNameAsString());
  if (isEndless(Definition)) {
    if (!Open.empty())
      leaveOpen(*Open.back(), open_kind::recursion, E->getExprLoc(), {}, {});
    return;
  }
  const Expr *This = objectOf(E);
  if (isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(Definition)) {
    This = Arguments.front();
    Arguments = Arguments.drop_front();
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(Definition);
  bool Lambda = Method && Method->getParent()->isLambda(); // its `this` is that of the function around it
  const Env *Inside = Lambda ? Values.call(Definition, Arguments, {}, In, Values.madeIn({This, In}))
                             : Values.call(Definition, Arguments, {This, In}, In);
  pass(Definition, Arguments, In, Inside);
  enter(Definition, Definition->getBody(), Inside);
}

// Whether calling Definition from what is being walked may go on for longer than constant conditions say: a condition
// of run time has been met since it was first called, or it is as deep as no program wants.
bool RegionWalker::isEndless(const FunctionDecl *Definition) const {
  constexpr unsigned MaxRecursion = 16;
  unsigned Times = 0;
  for (unsigned I = 0; I != Stack.size(); ++I)
    if (Stack[I] == Definition && (++Times == MaxRecursion || Conditions[I] != NextFrame + Paths.made()))
      return true;
  return false;
}

} // namespace syclfuse::plugin
