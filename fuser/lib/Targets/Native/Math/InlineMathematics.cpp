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

// The function of the library for I; "" if it has none.
std::string symbolOf(const Instruction &I) {
  Type *T = I.getType()->getScalarType();
  if (!isFloating(T) || isa<ScalableVectorType>(I.getType()))
    return "";
  if (I.getOpcode() == Instruction::FRem)
    return mathSymbol("fmod", workType(T));
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  if (!F || Call->arg_empty())
    return "";
  if (F->isIntrinsic()) {
    StringRef Name = Intrinsic::getBaseName(F->getIntrinsicID());
    return Name.consume_front("llvm.") ? mathSymbol(Name, workType(T)) : "";
  }
  if (!F->isDeclaration() || !isLibmFunction(F->getName()) || T->isHalfTy() || T != I.getType())
    return "";
  if (StringRef Fast = fastFunction(F->getName()); !Fast.empty())
    return mathSymbol(Fast, T);
  StringRef Name = F->getName();
  if (T->isFloatTy() && !Name.consume_back("f"))
    return "";
  return mathSymbol(Name, T);
}

class Replacement {
public:
  Replacement(Module &M, StringRef Symbol) : M(M), Symbol(Symbol) {}

  Value *of(Instruction &I) {
    IRBuilder<> B(&I);
    auto *Call = dyn_cast<CallInst>(&I);
    SmallVector<Value *, 2> Operands(Call ? Call->args() : I.operands());
    auto *V = dyn_cast<FixedVectorType>(I.getType());
    if (!V)
      return forScalar(B, I.getType(), Operands);
    Value *All = PoisonValue::get(V);
    for (unsigned N = 0; N != V->getNumElements(); ++N) {
      SmallVector<Value *, 2> Elements;
      for (Value *Operand : Operands)
        Elements.push_back(Operand->getType()->isVectorTy() ? B.CreateExtractElement(Operand, N) : Operand);
      All = B.CreateInsertElement(All, forScalar(B, V->getElementType(), Elements), N);
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
  MapVector<Instruction *, std::string> Uses;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (std::string Symbol = symbolOf(I); !Symbol.empty())
        Uses[&I] = std::move(Symbol);
  if (Uses.empty())
    return Error::success();
  for (auto &[I, Symbol] : Uses) {
    I->replaceAllUsesWith(Replacement(M, Symbol).of(*I));
    I->eraseFromParent();
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

bool isInlineMathematics(StringRef Name) {
  LLVMContext C;
  return !mathSymbol(Name, Type::getFloatTy(C)).empty();
}

bool hasMathematics(const Function &F) { return F.hasFnAttribute(Mark); }

bool isMathematics(const Instruction &I) { return !symbolOf(I).empty(); }

bool callsMathematics(const Function &F) { return any_of(instructions(F), isMathematics); }

} // namespace syclfuse::fuser
