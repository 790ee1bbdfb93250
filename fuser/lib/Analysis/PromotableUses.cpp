// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PromotableUses.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

#include <numeric>

using namespace llvm;

namespace syclfuse::fuser {

namespace {

class Finder {
public:
  Finder(Argument &Pointer, uint64_t Size, unsigned ElementSize)
      : Pointer(Pointer), Size(Size), ElementSize(ElementSize), DL(Pointer.getParent()->getDataLayout()),
        IndexBits(DL.getIndexTypeSizeInBits(Pointer.getType())) {}

  PromotableUses find() {
    if (collect() && checkMerges()) {
      computeOffsets();
      if (checkAccesses())
        checkOrder();
    }
    return std::move(Found);
  }

private:
  bool refuse(Instruction *At, const Twine &Why) {
    Found.Refusal = Why.str();
    Found.RefusedAt = At;
    return false;
  }

  // Step 1: the pointers computed from the argument, and what is done with them.
  bool collect() {
    Found.Pointers.insert({&Pointer, {Size, 0}});
    for (size_t Next = 0; Next < Found.Pointers.size(); ++Next)
      for (Use &U : (Found.Pointers.begin() + Next)->first->uses())
        if (!visit(U))
          return false;
    return true;
  }

  bool visit(Use &U) {
    auto *I = dyn_cast<Instruction>(U.getUser());
    if (!I)
      return refuse(nullptr, "it is used by a constant expression");
    if (isDerivation(*I)) {
      // Nothing is known yet: a modulus of 0.
      Found.Pointers.insert({I, {0, 0}});
      return !I->getType()->isVectorTy() && DL.getIndexTypeSizeInBits(I->getType()) == IndexBits
                 ? true
                 : refuse(I, "a vector of pointers into it is used");
    }
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
      return refuse(I, "it is accessed atomically");
    if (isa<LoadInst, StoreInst, MemIntrinsic>(I))
      return visitAccess(U, *I);
    if (auto *Call = dyn_cast<CallBase>(I))
      return visitCall(*Call);
    if (isa<ICmpInst>(I))
      return refuse(I, "its address is compared");
    if (isa<PtrToIntInst>(I) || I->getType()->isIntegerTy(IndexBits))
      return refuse(I, "its address is converted to an integer");
    return refuse(I, Twine("its address is used by '") + I->getOpcodeName() + "'");
  }

  static bool isDerivation(const Instruction &I) {
    return isa<GetElementPtrInst>(I) || isa<AddrSpaceCastInst>(I) || isa<BitCastInst>(I) || isa<PHINode>(I) ||
           isa<SelectInst>(I) || isa<FreezeInst>(I);
  }

  bool visitAccess(Use &U, Instruction &I) {
    if (I.isAtomic())
      return refuse(&I, "it is accessed atomically");
    if (I.isVolatile() || (isa<MemIntrinsic>(I) && cast<MemIntrinsic>(I).isVolatile()))
      return refuse(&I, "an access is volatile");
    if (isa<StoreInst>(I) && U.getOperandNo() == 0)
      return refuse(&I, "its address is stored");
    if (auto *Mem = dyn_cast<MemIntrinsic>(&I); Mem && !isa<ConstantInt>(Mem->getLength()))
      return refuse(&I, "a copy has a length known at run time only");
    Found.Accesses[&I].push_back(U.getOperandNo());
    return true;
  }

  bool visitCall(CallBase &Call) {
    if (Call.isDroppable() || isa<LifetimeIntrinsic>(Call)) {
      Found.Droppable.insert(&Call);
      return true;
    }
    const Function *Callee = Call.getCalledFunction();
    return refuse(&Call, "it is passed to " + (Callee ? "'" + Callee->getName().str() + "'" : "a function pointer"));
  }

  // Step 2: where pointers are merged, all of them must be this argument's.
  bool checkMerges() {
    for (auto &[V, Offset] : Found.Pointers) {
      auto *I = dyn_cast<Instruction>(V);
      if (!I || !(isa<PHINode>(I) || isa<SelectInst>(I)))
        continue;
      for (Value *Op : pointerOperands(*I))
        if (!Found.Pointers.count(Op))
          return refuse(I, "its address is merged with that of other memory");
    }
    return true;
  }

  static SmallVector<Value *, 4> pointerOperands(Instruction &I) {
    if (auto *Phi = dyn_cast<PHINode>(&I))
      return SmallVector<Value *, 4>(Phi->incoming_values());
    if (auto *Select = dyn_cast<SelectInst>(&I))
      return {Select->getTrueValue(), Select->getFalseValue()};
    return {I.getOperand(0)};
  }

  // Step 3: offsets, from the argument down, until nothing changes. A modulus only ever gets smaller.
  void computeOffsets() {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (auto &[V, Offset] : Found.Pointers) {
        auto *I = dyn_cast<Instruction>(V);
        if (!I)
          continue;
        OffsetCongruence New = Offset;
        for (Value *Op : pointerOperands(*I))
          New = meet(New, through(*I, Found.Pointers.find(Op)->second));
        Changed |= !(New == Offset);
        Offset = New;
      }
    }
  }

  static OffsetCongruence meet(OffsetCongruence A, OffsetCongruence B) {
    if (A.Modulus == 0 || B.Modulus == 0)
      return A.Modulus ? A : B;
    const uint64_t Difference = A.Residue > B.Residue ? A.Residue - B.Residue : B.Residue - A.Residue;
    const uint64_t Modulus = std::gcd(std::gcd(A.Modulus, B.Modulus), Difference);
    return {Modulus, A.Residue % Modulus};
  }

  // The offset of the result of I whose pointer operand has the offset From.
  OffsetCongruence through(Instruction &I, OffsetCongruence From) {
    auto *GEP = dyn_cast<GEPOperator>(&I);
    if (!GEP || From.Modulus == 0)
      return From;
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Constant(IndexBits, 0);
    if (!GEP->collectOffset(DL, IndexBits, Variable, Constant))
      return {1, 0};
    uint64_t Modulus = From.Modulus;
    for (auto &[V, Scale] : Variable)
      Modulus = std::gcd(Modulus, Scale.abs().getZExtValue() << trailingZeros(V, Scale));
    const int64_t Signed = Constant.getSExtValue() % static_cast<int64_t>(Modulus);
    return {Modulus, (From.Residue + Modulus + Signed) % Modulus};
  }

  // Of the factor V beside Scale, as far as the product fits.
  unsigned trailingZeros(const Value *V, const APInt &Scale) {
    return std::min(computeKnownBits(V, DL).countMinTrailingZeros(), Scale.abs().countl_zero());
  }

  // Step 4: no access reaches over the end of the replacement memory or of the part of it where it is known to begin.
  bool checkAccesses() {
    for (auto &[I, Operands] : Found.Accesses)
      for (unsigned Op : Operands) {
        const OffsetCongruence Offset = Found.Pointers.find(I->getOperand(Op))->second;
        const uint64_t Bytes = accessSize(*I);
        if (Bytes > Offset.Modulus || Offset.Residue > Offset.Modulus - Bytes)
          return refuse(I, "an access of " + Twine(Bytes) + " bytes does not stay within an element of " +
                               Twine(ElementSize) + " bytes");
      }
    return true;
  }

  uint64_t accessSize(const Instruction &I) {
    if (auto *Mem = dyn_cast<MemIntrinsic>(&I))
      return cast<ConstantInt>(Mem->getLength())->getValue().getLimitedValue();
    return DL.getTypeStoreSize(getLoadStoreType(&I)).getFixedValue();
  }

  // Step 5: what is read must have been written by the kernel, or it comes from outside.
  bool checkOrder() {
    SmallVector<Instruction *, 4> Writes;
    for (auto &[I, Operands] : Found.Accesses)
      if (I->mayWriteToMemory() && (isa<StoreInst>(I) || is_contained(Operands, 0u)))
        Writes.push_back(I);
    for (auto &[I, Operands] : Found.Accesses) {
      const bool Reads = isa<LoadInst>(I) || (isa<MemTransferInst>(I) && is_contained(Operands, 1u));
      Instruction *Read = I;
      if (Reads && none_of(Writes, [&](Instruction *W) { return isPotentiallyReachable(W, Read); }))
        return refuse(Read, "it is read before it is written");
    }
    return true;
  }

  Argument &Pointer;
  const uint64_t Size;
  const unsigned ElementSize;
  const DataLayout &DL;
  const unsigned IndexBits;
  PromotableUses Found;
};

} // namespace

PromotableUses findPromotableUses(Argument &Pointer, uint64_t Size, unsigned ElementSize) {
  return Finder(Pointer, Size, ElementSize).find();
}

} // namespace syclfuse::fuser
