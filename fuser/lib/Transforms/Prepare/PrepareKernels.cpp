// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PrepareKernels.h"

#include "Support/KernelSignature.h"

#include "Analysis/Dialects/Dialect.h"
#include "DeviceGlobals.h"
#include "FlattenArguments.h"
#include "Support/FuseError.h"
#include "Support/Metadata.h"
#include "Support/UserNames.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// Walks one kernel and the functions it calls, depth first.
class BodyChecker {
public:
  explicit BodyChecker(Function &Kernel) : Kernel(Kernel) {}

  Error check() { return visit(Kernel); }

private:
  Error visit(Function &F) {
    State[&F] = OnPath;
    for (Instruction &I : instructions(F)) {
      if (Error E = checkGlobals(I))
        return E;
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Error E = visitCall(*Call))
          return E;
    }
    State[&F] = Done;
    return Error::success();
  }

  Error visitCall(CallBase &Call) {
    if (Call.isInlineAsm())
      return Error::success();
    auto *Callee = dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
    if (!Callee)
      return refuse("it calls a function through a pointer", Call);
    if (Callee->isDeclaration()) {
      if (Callee->isIntrinsic() || isKnownBuiltin(*Callee) || isLibmFunction(Callee->getName()) ||
          isHostService(*Callee))
        return Error::success();
      return fuseError(diag::undefined_function, {userName(Kernel), demangle(Callee->getName().str())}, Call);
    }
    auto It = State.find(Callee);
    if (It == State.end())
      return visit(*Callee);
    return It->second == OnPath ? refuse("'" + demangle(Callee->getName().str()) + "' calls itself", Call)
                                : Error::success();
  }

  // Memory that outlives the kernel, or is shared by all work-items: SYCL has none. Local memory and builtins are fine.
  Error checkGlobals(Instruction &I) {
    for (Value *Op : I.operands())
      if (auto *C = dyn_cast<Constant>(Op))
        if (Error E = checkConstant(*C, /*Named=*/true, I))
          return E;
    return Error::success();
  }

  // Named: by the instruction, not by what a variable is initialized with.
  Error checkConstant(Constant &C, bool Named, Instruction &I) {
    if (isa<ConstantData, Function>(C))
      return Error::success();
    if (auto *Global = dyn_cast<GlobalVariable>(&C)) {
      // Tables of virtual functions lead to type information of the C++ library, which nobody reads here.
      if (Named || !Global->isDeclaration())
        if (Error E = checkGlobal(*Global, I))
          return E;
      if (!Checked.insert(Global).second)
        return Error::success();
      Named = false;
    }
    for (Value *Op : C.operands())
      if (auto *Part = dyn_cast<Constant>(Op))
        if (Error E = checkConstant(*Part, Named, I))
          return E;
    return Error::success();
  }

  Error checkGlobal(const GlobalVariable &Global, Instruction &I) {
    if (Global.getAddressSpace() == Dialect::of(*Kernel.getParent()).Local || classifyBuiltin(Global) ||
        isDeviceGlobal(Global))
      return Error::success();
    std::string Uses = "it uses the variable '" + demangle(Global.getName().str()) + "', which is not ";
    if (!Global.isConstant())
      return refuse(Uses + "constant", I);
    return Global.isDeclaration() ? refuse(Uses + "defined in device code", I) : Error::success();
  }

  Error refuse(const std::string &Why, Instruction &At) {
    return fuseError(diag::kernel_unsupported, {userName(Kernel), Why}, At);
  }

  enum VisitState { OnPath, Done };
  Function &Kernel;
  DenseMap<Function *, VisitState> State;
  SmallPtrSet<GlobalVariable *, 16> Checked;
};

void removeKernel(Function &Kernel) {
  Kernel.deleteBody();
  Kernel.setComdat(nullptr);
  if (Kernel.use_empty())
    Kernel.eraseFromParent();
}

// Check may replace the kernel by another function.
template <class CheckFn> Error removeFailing(Module &M, CheckFn Check) {
  Error All = Error::success();
  for (Function &F : make_early_inc_range(M)) {
    if (!isKernel(F) || F.isDeclaration())
      continue;
    if (Error E = Check(F)) {
      All = joinErrors(std::move(All), std::move(E));
      removeKernel(F);
    }
  }
  return All;
}

} // namespace

void resolveAliases(Module &M) {
  for (GlobalAlias &Alias : make_early_inc_range(M.aliases())) {
    Alias.replaceAllUsesWith(Alias.getAliasee());
    Alias.eraseFromParent();
  }
}

static Type *passedType(const Argument &A) { return A.hasByValAttr() ? A.getParamByValType() : A.getType(); }

void describeArguments(Module &M) {
  const DataLayout &DL = M.getDataLayout();
  for (Function &F : M) {
    if (F.isDeclaration() || !isKernel(F) || F.arg_empty() || F.hasMetadata(MDArguments) || takesClosure(F))
      continue;
    // Types without a size are for the targets to refuse.
    if (any_of(F.args(), [](const Argument &A) { return !passedType(A)->isSized() || passedType(A)->isScalableTy(); }))
      continue;
    SmallVector<ArgumentSource, 8> Sources;
    uint64_t Next = 0;
    for (const Argument &A : F.args()) {
      ArgumentSource S;
      S.Offset = alignTo(Next, DL.getABITypeAlign(passedType(A)));
      S.Size = DL.getTypeStoreSize(passedType(A));
      Next = S.Offset + S.Size;
      Sources.push_back(S);
    }
    writeArgumentSources(F, Sources);
  }
}

Error removeUnsoundKernels(Module &M) {
  return removeFailing(M, [](Function &F) { return BodyChecker(F).check(); });
}

void internalizeAllButKernels(Module &M) {
  for (StringRef Name : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
    if (GlobalVariable *List = M.getNamedGlobal(Name); List && List->use_empty())
      List->eraseFromParent();
  for (GlobalValue &G : M.global_values()) {
    auto *F = dyn_cast<Function>(&G);
    if (G.isDeclaration() || (F && isKernel(*F)))
      continue;
    if (auto *Object = dyn_cast<GlobalObject>(&G))
      Object->setComdat(nullptr);
    G.setLinkage(GlobalValue::InternalLinkage);
    G.setVisibility(GlobalValue::DefaultVisibility);
    G.setDLLStorageClass(GlobalValue::DefaultStorageClass);
  }
}

void makeInlinable(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    F.removeFnAttr(Attribute::OptimizeNone);
    F.removeFnAttr(Attribute::NoInline);
    if (!isKernel(F))
      F.addFnAttr(Attribute::AlwaysInline);
  }
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        Call->removeFnAttr(Attribute::NoInline);
}

void allowUnrolling(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (MDNode *Loop = I.getMetadata(LLVMContext::MD_loop))
        I.setMetadata(LLVMContext::MD_loop,
                      makePostTransformationMetadata(M.getContext(), Loop, {"llvm.loop.unroll.disable"}, {}));
}

// Nobody waits for other work-items in it.
static void dropConvergent(Function &F) {
  F.removeFnAttr(Attribute::Convergent);
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U))
      Call->removeFnAttr(Attribute::Convergent);
}

// Nothing but a value.
static void markPure(Function &F) {
  F.setDoesNotAccessMemory();
  F.setDoesNotThrow();
  F.setWillReturn();
  dropConvergent(F);
}

// Of the values that a work-item puts for its element and nobody else sees.
static void markValue(Function &F, Builtin Kind) {
  F.setMemoryEffects(MemoryEffects::inaccessibleMemOnly(Kind == Builtin::PutValue ? ModRefInfo::Mod : ModRefInfo::Ref));
  F.setDoesNotThrow();
  F.setWillReturn();
  dropConvergent(F);
}

void markQueries(Module &M) {
  for (Function &F : M) {
    const std::optional<Builtin> Kind = F.isDeclaration() ? classifyBuiltin(F) : std::nullopt;
    if (Kind && (isQuery(*Kind) || Kind == Builtin::PerElement))
      markPure(F);
    else if (Kind == Builtin::PutValue || Kind == Builtin::TakeValue)
      markValue(F, *Kind);
    else if (Kind == Builtin::DoElement)
      dropConvergent(F);
  }
}

void markMathematics(Module &M) {
  for (Function &F : M)
    if (F.isDeclaration() && isLibmFunction(F.getName()))
      markPure(F);
}

void markHostServices(Module &M) {
  for (Function &F : M) {
    if (!isHostService(F))
      continue;
    F.setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
    if (isAssertion(F))
      F.setDoesNotReturn();
    F.setDoesNotThrow();
    dropConvergent(F);
  }
}

Error flattenKernels(Module &M) {
  return removeFailing(M, [](Function &F) { return flattenArguments(F).takeError(); });
}

} // namespace syclfuse::fuser
