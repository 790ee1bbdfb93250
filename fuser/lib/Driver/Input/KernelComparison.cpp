// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelComparison.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {
bool sameType(const Type *A, const Type *B) {
  if (A == B)
    return true;
  if (A->getTypeID() != B->getTypeID() || A->getNumContainedTypes() != B->getNumContainedTypes())
    return false;
  if (const auto *StructA = dyn_cast<StructType>(A)) {
    const auto *StructB = cast<StructType>(B);
    if (StructA->isOpaque() != StructB->isOpaque() || StructA->isPacked() != StructB->isPacked())
      return false;
  } else if (const auto *ArrayA = dyn_cast<ArrayType>(A)) {
    if (ArrayA->getNumElements() != cast<ArrayType>(B)->getNumElements())
      return false;
  } else if (const auto *FunctionA = dyn_cast<FunctionType>(A)) {
    if (FunctionA->isVarArg() != cast<FunctionType>(B)->isVarArg())
      return false;
  } else {
    return false; // scalars, vectors and pointers have no names: there is one of a kind
  }
  return all_of_zip(A->subtypes(), B->subtypes(), [](const Type *X, const Type *Y) { return sameType(X, Y); });
}

// Attributes that say what a call or parameter does, and not what is known of it.
bool isMeaning(const Attribute &A) {
  return A.isTypeAttribute() || A.hasAttribute(Attribute::ZExt) || A.hasAttribute(Attribute::SExt) ||
         A.hasAttribute(Attribute::Convergent) || A.hasAttribute(Attribute::StrictFP);
}

bool sameAttributes(AttributeSet A, AttributeSet B) {
  SmallVector<Attribute, 4> First, Second;
  copy_if(A, std::back_inserter(First), isMeaning);
  copy_if(B, std::back_inserter(Second), isMeaning);
  return First.size() == Second.size() && all_of_zip(First, Second, [](const Attribute &X, const Attribute &Y) {
           return X == Y || (X.isTypeAttribute() && Y.isTypeAttribute() && X.getKindAsEnum() == Y.getKindAsEnum() &&
                             sameType(X.getValueAsType(), Y.getValueAsType()));
         });
}

bool sameAttributes(AttributeList A, AttributeList B, unsigned Parameters) {
  if (!sameAttributes(A.getFnAttrs(), B.getFnAttrs()) || !sameAttributes(A.getRetAttrs(), B.getRetAttrs()))
    return false;
  for (unsigned I = 0; I < Parameters; ++I)
    if (!sameAttributes(A.getParamAttrs(I), B.getParamAttrs(I)))
      return false;
  return true;
}

class Comparison {
public:
  std::optional<BodyDifference> run(const Function &A, const Function &B) {
    if (!sameGlobal(A, B))
      differ(*A.begin()->begin(), *B.begin()->begin());
    while (!Functions.empty() && !Found) {
      const auto [First, Second] = Functions.pop_back_val();
      compare(*First, *Second);
    }
    return std::move(Found);
  }

private:
  // What values of the second module are those of the first.
  bool pair(const Value *A, const Value *B, bool &IsNew) {
    IsNew = Partners.try_emplace(A, B).second;
    IsNew &= Partners.try_emplace(B, A).second;
    return Partners.lookup(A) == B && Partners.lookup(B) == A;
  }

  bool sameGlobal(const GlobalValue &A, const GlobalValue &B) {
    if (A.getValueID() != B.getValueID() || A.isDeclaration() != B.isDeclaration() || A.getType() != B.getType() ||
        !sameType(A.getValueType(), B.getValueType()))
      return false;
    if (A.isDeclaration())
      return A.getName() == B.getName();
    bool IsNew = false;
    if (!pair(&A, &B, IsNew) || !IsNew)
      return Partners.lookup(&A) == &B;
    if (const auto *F = dyn_cast<Function>(&A)) {
      Functions.push_back({F, cast<Function>(&B)});
      return true;
    }
    const auto *First = dyn_cast<GlobalVariable>(&A), *Second = dyn_cast<GlobalVariable>(&B);
    return First && First->isConstant() == Second->isConstant() && First->isThreadLocal() == Second->isThreadLocal() &&
           First->getAlign() == Second->getAlign() && sameConstant(*First->getInitializer(), *Second->getInitializer());
  }

  bool sameConstant(const Constant &A, const Constant &B) {
    if (&A == &B && !isa<GlobalValue>(A) && A.getNumOperands() == 0)
      return true; // literals
    if (A.getValueID() != B.getValueID() || !sameType(A.getType(), B.getType()) ||
        A.getNumOperands() != B.getNumOperands())
      return false;
    if (const auto *GV = dyn_cast<GlobalValue>(&A))
      return sameGlobal(*GV, cast<GlobalValue>(B));
    if (const auto *E = dyn_cast<ConstantExpr>(&A)) {
      const auto &F = cast<ConstantExpr>(B);
      if (E->getOpcode() != F.getOpcode() || E->getRawSubclassOptionalData() != F.getRawSubclassOptionalData())
        return false;
      if (const auto *Gep = dyn_cast<GEPOperator>(E))
        if (!sameType(Gep->getSourceElementType(), cast<GEPOperator>(F).getSourceElementType()))
          return false;
    } else if (A.getNumOperands() == 0) {
      // Zeros and undefined values of types of other names; numbers are one object each.
      return isa<ConstantAggregateZero, UndefValue>(A);
    }
    return all_of_zip(A.operand_values(), B.operand_values(),
                      [&](const Value *X, const Value *Y) { return sameValue(X, Y); });
  }

  bool sameMetadata(const Metadata *A, const Metadata *B) {
    const auto *First = dyn_cast<ValueAsMetadata>(A), *Second = dyn_cast<ValueAsMetadata>(B);
    return A == B || (First && Second && sameValue(First->getValue(), Second->getValue()));
  }

  bool sameValue(const Value *A, const Value *B) {
    if (const auto *C = dyn_cast<Constant>(A))
      return isa<Constant>(B) && sameConstant(*C, *cast<Constant>(B));
    if (isa<InlineAsm>(A))
      return A == B;
    if (const auto *M = dyn_cast<MetadataAsValue>(A))
      return isa<MetadataAsValue>(B) && sameMetadata(M->getMetadata(), cast<MetadataAsValue>(B)->getMetadata());
    // Arguments, blocks and instructions; one that comes later is compared when its turn comes.
    bool IsNew = false;
    return !isa<Constant>(B) && A->getValueID() == B->getValueID() && sameType(A->getType(), B->getType()) &&
           pair(A, B, IsNew);
  }

  static bool sameCall(const CallBase &A, const CallBase &B) {
    return A.getCallingConv() == B.getCallingConv() && sameType(A.getFunctionType(), B.getFunctionType()) &&
           A.hasIdenticalOperandBundleSchema(B) && sameAttributes(A.getAttributes(), B.getAttributes(), A.arg_size());
  }

  // What the instruction has besides operands and type.
  bool sameState(const Instruction &A, const Instruction &B) {
    if (const auto *Alloca = dyn_cast<AllocaInst>(&A))
      return sameType(Alloca->getAllocatedType(), cast<AllocaInst>(B).getAllocatedType()) &&
             Alloca->getAlign() == cast<AllocaInst>(B).getAlign();
    if (const auto *Gep = dyn_cast<GetElementPtrInst>(&A))
      return sameType(Gep->getSourceElementType(), cast<GetElementPtrInst>(B).getSourceElementType());
    if (const auto *Call = dyn_cast<CallBase>(&A))
      return sameCall(*Call, cast<CallBase>(B));
    if (const auto *Phi = dyn_cast<PHINode>(&A))
      return all_of_zip(Phi->blocks(), cast<PHINode>(B).blocks(),
                        [&](const BasicBlock *X, const BasicBlock *Y) { return sameValue(X, Y); });
    return A.hasSameSpecialState(&B);
  }

  bool same(const Instruction &A, const Instruction &B) {
    if (isa<NoAliasScopeDeclInst>(A) && isa<NoAliasScopeDeclInst>(B))
      return true; // a promise
    return A.getOpcode() == B.getOpcode() && A.getNumOperands() == B.getNumOperands() &&
           A.getRawSubclassOptionalData() == B.getRawSubclassOptionalData() && sameValue(&A, &B) && sameState(A, B) &&
           all_of_zip(A.operand_values(), B.operand_values(),
                      [&](const Value *X, const Value *Y) { return sameValue(X, Y); });
  }

  // Metadata of kernels says how they are launched.
  bool sameKernelMetadata(const Function &A, const Function &B) {
    SmallVector<std::pair<unsigned, MDNode *>, 4> First, Second;
    A.getAllMetadata(First);
    B.getAllMetadata(Second);
    const auto IsDebug = [](const auto &M) { return M.first == LLVMContext::MD_dbg; };
    erase_if(First, IsDebug);
    erase_if(Second, IsDebug);
    return First == Second;
  }

  void compare(const Function &A, const Function &B) {
    if (A.getCallingConv() != B.getCallingConv() || A.size() != B.size() ||
        !sameAttributes(A.getAttributes(), B.getAttributes(), A.arg_size()) || !sameKernelMetadata(A, B) ||
        !all_of_zip(A.args(), B.args(), [&](const Argument &X, const Argument &Y) { return sameValue(&X, &Y); }))
      Whole = true;
    for (auto [BlockA, BlockB] : zip(A, B)) {
      if (!sameValue(&BlockA, &BlockB))
        return differ(*BlockA.begin(), *BlockB.begin());
      for (auto [X, Y] : zip(BlockA, BlockB))
        if (!same(X, Y))
          return differ(X, Y);
      if (BlockA.size() != BlockB.size())
        return differ(*BlockA.getTerminator(), *BlockB.getTerminator());
    }
    if (Whole)
      differ(*A.begin()->begin(), *B.begin()->begin());
  }

  static BodyDifference::Side sideOf(const Instruction &I) {
    BodyDifference::Side Side;
    raw_string_ostream OS(Side.Text);
    I.print(OS);
    Side.Text = StringRef(Side.Text).trim().split(", !").first.str();
    if (const DILocation *Place = I.getDebugLoc()) {
      Side.File = Place->getFilename().str();
      Side.Line = Place->getLine();
      Side.Column = Place->getColumn();
    }
    return Side;
  }

  void differ(const Instruction &A, const Instruction &B) {
    Found = BodyDifference{"", sideOf(A), sideOf(B)};
    StringRef Name = A.getFunction()->getName();
    for (const Instruction *I : {&A, &B})
      if (const DILocation *Place = I->getDebugLoc())
        if (const DISubprogram *Program = Place->getScope()->getSubprogram())
          Name = Program->getLinkageName().empty() ? Program->getName() : Program->getLinkageName();
    Found->Function = demangle(Name);
  }

  DenseMap<const Value *, const Value *> Partners; // both ways
  SmallVector<std::pair<const Function *, const Function *>, 4> Functions;
  std::optional<BodyDifference> Found;
  bool Whole = false; // two functions differ, whatever their instructions are
};
} // namespace

std::optional<BodyDifference> compareKernels(const Module &First, const Module &Second, StringRef Symbol) {
  return Comparison().run(*First.getFunction(Symbol), *Second.getFunction(Symbol));
}

} // namespace syclfuse::fuser
