// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "InlineMathematics.h"

#include "Analysis/Dialects/Builtins.h"
#include "MathLibrary.h"
#include "Targets/Common/LoopEmitter.h"
#include "Transforms/Prepare/SealMathematics.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// Instructions that a module may gain. Vectorizing a loop takes time in more than proportion to its size.
constexpr unsigned LargestGain = 12000;
constexpr StringLiteral Mark = "syclfuse-mathematics";

bool isFloating(const Type *T) { return T->isHalfTy() || T->isFloatTy() || T->isDoubleTy(); }

// What computes for T.
Type *workType(Type *T) { return T->isHalfTy() ? Type::getFloatTy(T->getContext()) : T; }

// The function of the library for Call; "" if it has none.
std::string symbolOf(const CallInst &Call) {
  const Function *F = Call.getCalledFunction();
  Type *T = Call.getType()->getScalarType();
  if (!F || !isFloating(T) || Call.arg_empty() || isa<ScalableVectorType>(Call.getType()))
    return "";
  if (F->isIntrinsic()) {
    StringRef Name = Intrinsic::getBaseName(F->getIntrinsicID());
    return Name.consume_front("llvm.") ? mathSymbol(Name, workType(T)) : "";
  }
  if (!F->isDeclaration() || !isLibmFunction(F->getName()) || T->isHalfTy() || T != Call.getType())
    return "";
  StringRef Name = F->getName();
  if (T->isFloatTy() && !Name.consume_back("f"))
    return "";
  return mathSymbol(Name, T);
}

class Replacement {
public:
  Replacement(Module &M, StringRef Symbol) : M(M), Symbol(Symbol) {}

  Value *forCall(CallInst &Call) {
    IRBuilder<> B(&Call);
    SmallVector<Value *, 2> Operands(Call.args());
    auto *V = dyn_cast<FixedVectorType>(Call.getType());
    if (!V)
      return forScalar(B, Call.getType(), Operands);
    Value *All = PoisonValue::get(V);
    for (unsigned I = 0; I != V->getNumElements(); ++I) {
      SmallVector<Value *, 2> Elements;
      for (Value *Operand : Operands)
        Elements.push_back(Operand->getType()->isVectorTy() ? B.CreateExtractElement(Operand, I) : Operand);
      All = B.CreateInsertElement(All, forScalar(B, V->getElementType(), Elements), I);
    }
    return All;
  }

private:
  Value *forScalar(IRBuilder<> &B, Type *T, ArrayRef<Value *> Operands) {
    Type *Work = workType(T);
    SmallVector<Value *, 2> Values;
    SmallVector<Type *, 2> Types;
    for (Value *V : Operands) {
      Values.push_back(V->getType()->isFloatingPointTy() ? B.CreateFPCast(V, Work) : V);
      Types.push_back(Values.back()->getType());
    }
    FunctionCallee Callee = M.getOrInsertFunction(Symbol, FunctionType::get(Work, Types, false));
    return B.CreateFPCast(B.CreateCall(Callee, Values), T);
  }

  Module &M;
  StringRef Symbol;
};

using FunctionSet = SmallSetVector<Function *, 8>;

// The functions that were declared are defined.
Expected<FunctionSet> link(Module &M) {
  SmallPtrSet<Function *, 8> Before;
  for (Function &F : M)
    if (!F.isDeclaration())
      Before.insert(&F);
  if (Error E = linkMathLibrary(M))
    return std::move(E);
  FunctionSet New;
  for (Function &F : M) {
    if (F.isDeclaration() || Before.contains(&F))
      continue;
    F.setLinkage(GlobalValue::InternalLinkage);
    sealMathematics(F);
    markIndependentAccesses(F);
    New.insert(&F);
  }
  return New;
}

void inlineCalls(const FunctionSet &Functions) {
  unsigned Gain = 0;
  for (Function *F : Functions) {
    if (isRareFunction(F->getName()))
      continue;
    for (User *U : make_early_inc_range(F->users())) {
      auto *Call = cast<CallInst>(U);
      Gain += F->getInstructionCount();
      if (Gain > LargestGain) {
        Call->addFnAttr(Attribute::NoInline);
        continue;
      }
      InlineFunctionInfo Info;
      InlineFunction(*Call, Info);
    }
    if (F->use_empty())
      F->eraseFromParent();
  }
}

} // namespace

Error inlineMathematics(Module &M) {
  MapVector<CallInst *, std::string> Calls;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (std::string Symbol = symbolOf(*Call); !Symbol.empty())
          Calls[Call] = std::move(Symbol);
  if (Calls.empty())
    return Error::success();
  for (auto &[Call, Symbol] : Calls) {
    Call->replaceAllUsesWith(Replacement(M, Symbol).forCall(*Call));
    Call->eraseFromParent();
  }
  Expected<FunctionSet> Functions = link(M);
  if (!Functions)
    return Functions.takeError();
  inlineCalls(*Functions);
  for (Function &F : M)
    if (!F.isDeclaration())
      F.addFnAttr(Mark);
  return Error::success();
}

bool hasMathematics(const Function &F) { return F.hasFnAttribute(Mark); }

bool callsMathematics(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallInst>(&I);
    return Call && !symbolOf(*Call).empty();
  });
}

} // namespace syclfuse::fuser
