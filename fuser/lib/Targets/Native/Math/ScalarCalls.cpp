// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ScalarCalls.h"

#include "Analysis/Dialects/Builtins.h"
#include "MathLibrary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/VFABIDemangler.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned Widths[] = {2, 4, 8, 16};

bool isLane(const Type *T) { return T->isFloatTy() || T->isDoubleTy() || T->isIntegerTy(32); }

// Functions for rare arguments, those of the library whose code is too large to stand in place of the call, and what
// only the C library has.
bool isScalarFunction(const Function &F) {
  return (F.isDeclaration() ? isLibmFunction(F.getName()) : isMathSymbol(F.getName())) && isLane(F.getReturnType()) &&
         all_of(F.getFunctionType()->params(), isLane);
}

SmallVector<Function *, 2> scalarFunctions(Module &M) {
  SmallVector<Function *, 2> All;
  for (Function &F : M)
    if (isScalarFunction(F))
      All.push_back(&F);
  return All;
}

SmallVector<CallInst *, 4> callsOf(Function &F) {
  SmallVector<CallInst *, 4> Calls;
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallInst>(U); Call && Call->getCalledFunction() == &F)
      Calls.push_back(Call);
  return Calls;
}

std::string vectorName(const Function &F, unsigned Width) { return (F.getName() + "." + Twine(Width)).str(); }

// Like is a function that calls it: both have to pass vectors in the same registers.
Function *declareVector(Function &F, unsigned Width, const Function &Like) {
  SmallVector<Type *, 3> Types;
  for (Type *T : F.getFunctionType()->params())
    Types.push_back(FixedVectorType::get(T, Width));
  Types.push_back(FixedVectorType::get(Type::getInt1Ty(F.getContext()), Width));
  auto *Vector = Function::Create(FunctionType::get(FixedVectorType::get(F.getReturnType(), Width), Types, false),
                                  GlobalValue::ExternalLinkage, vectorName(F, Width), F.getParent());
  for (StringRef Attribute :
       {"target-cpu", "tune-cpu", "prefer-vector-width", "min-legal-vector-width", "no-trapping-math"})
    Vector->addFnAttr(Like.getFnAttribute(Attribute));
  for (Attribute::AttrKind Attribute : {Attribute::NoInline, Attribute::NoUnwind, Attribute::WillReturn})
    Vector->addFnAttr(Attribute);
  Vector->setDoesNotAccessMemory();
  return Vector;
}

// One element after the other, of those in the mask.
void defineElements(Function &Vector, Function &Scalar) {
  Vector.setLinkage(GlobalValue::InternalLinkage);
  LLVMContext &C = Vector.getContext();
  auto *T = cast<FixedVectorType>(Vector.getReturnType());
  auto Block = [&](StringRef Name) { return BasicBlock::Create(C, Name, &Vector); };
  BasicBlock *Entry = Block("entry"), *Head = Block("element"), *Wanted = Block("wanted"), *Next = Block("next"),
             *Done = Block("done");
  IRBuilder<>(Entry).CreateBr(Head);
  IRBuilder<> B(Head);
  PHINode *I = B.CreatePHI(B.getInt64Ty(), 2), *Result = B.CreatePHI(T, 2);
  I->addIncoming(B.getInt64(0), Entry);
  Result->addIncoming(Constant::getNullValue(T), Entry);
  B.CreateCondBr(B.CreateExtractElement(Vector.getArg(Vector.arg_size() - 1), I), Wanted, Next);
  B.SetInsertPoint(Wanted);
  SmallVector<Value *, 2> Operands;
  for (Argument &A : drop_end(Vector.args()))
    Operands.push_back(B.CreateExtractElement(&A, I));
  CallInst *Call = B.CreateCall(&Scalar, Operands);
  Call->setCallingConv(Scalar.getCallingConv());
  Value *With = B.CreateInsertElement(Result, Call, I);
  B.CreateBr(Next);
  B.SetInsertPoint(Next);
  PHINode *Now = B.CreatePHI(T, 2);
  Now->addIncoming(Result, Head);
  Now->addIncoming(With, Wanted);
  Value *Following = B.CreateAdd(I, B.getInt64(1));
  I->addIncoming(Following, Next);
  Result->addIncoming(Now, Next);
  B.CreateCondBr(B.CreateICmpEQ(Following, B.getInt64(T->getNumElements())), Done, Head);
  B.SetInsertPoint(Done);
  B.CreateRet(Now);
}

// The call only where its mask has an element.
void guard(CallInst &Call) {
  Value *Mask = Call.getArgOperand(Call.arg_size() - 1);
  if (isa<Constant>(Mask))
    return;
  IRBuilder<> B(&Call);
  Value *Bits = B.CreateBitCast(Mask, B.getIntNTy(cast<FixedVectorType>(Mask->getType())->getNumElements()));
  Value *Any = B.CreateICmpNE(Bits, ConstantInt::get(Bits->getType(), 0));
  BasicBlock *Before = Call.getParent();
  Instruction *Then = SplitBlockAndInsertIfThen(Any, Call.getIterator(), false,
                                                MDBuilder(Call.getContext()).createUnlikelyBranchWeights());
  B.SetInsertPoint(&Call);
  PHINode *Result = B.CreatePHI(Call.getType(), 2);
  Call.replaceAllUsesWith(Result);
  Call.moveBefore(Then->getIterator());
  Result->addIncoming(Constant::getNullValue(Call.getType()), Before);
  Result->addIncoming(&Call, Then->getParent());
}

} // namespace

void declareVectorForms(Module &M, bool Optimize) {
  if (!Optimize)
    return;
  for (Function *F : scalarFunctions(M)) {
    const SmallVector<CallInst *, 4> Calls = callsOf(*F);
    if (Calls.empty())
      continue;
    appendToCompilerUsed(M, {F}); // their vector forms need them, also where no scalar call is left
    SmallVector<std::string, 4> Variants;
    const std::string Parameters(F->arg_size(), 'v');
    for (unsigned Width : Widths) {
      Function *Vector = declareVector(*F, Width, *Calls.front()->getFunction());
      appendToCompilerUsed(M, {Vector});
      Variants.push_back(
          ("_ZGV_LLVM_M" + Twine(Width) + Parameters + "_" + F->getName() + "(" + Vector->getName() + ")").str());
    }
    for (CallInst *Call : Calls) {
      Call->setDoesNotAccessMemory(); // nobody asks for errno
      VFABI::setVectorVariantNames(Call, Variants);
    }
  }
}

void defineVectorForms(Module &M) {
  for (Function *F : scalarFunctions(M)) {
    for (unsigned Width : Widths) {
      Function *Vector = M.getFunction(vectorName(*F, Width));
      if (!Vector)
        continue;
      const SmallVector<CallInst *, 4> Calls = callsOf(*Vector);
      if (Calls.empty()) {
        Vector->eraseFromParent();
        continue;
      }
      for_each(Calls, [](CallInst *Call) { guard(*Call); });
      defineElements(*Vector, *F);
    }
    if (F->use_empty())
      F->eraseFromParent();
  }
}

unsigned rareBranches(const Module &M) {
  unsigned Branches = 0;
  for (const Function &F : M)
    if (isRareFunction(F.getName()))
      Branches += F.getNumUses();
  return Branches;
}

} // namespace syclfuse::fuser
