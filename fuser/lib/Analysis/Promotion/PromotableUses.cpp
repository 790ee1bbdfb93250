// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PromotableUses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <numeric>

using namespace llvm;

namespace syclfuse::fuser {

bool PromotableUses::refuse(Instruction *At, std::string Why) {
  Refusal = std::move(Why);
  RefusedAt = At;
  return false;
}

CallInst *PromotableUses::callOf(const Function &F) const {
  for (auto &[Call, Callee] : Calls)
    if (Callee.Copy == &F)
      return Call;
  return nullptr;
}

SmallVector<Value *, 4> PromotableUses::sources(const Value &Pointer) const {
  if (auto *Phi = dyn_cast<PHINode>(&Pointer))
    return SmallVector<Value *, 4>(Phi->incoming_values());
  if (auto *Select = dyn_cast<SelectInst>(&Pointer))
    return {const_cast<Value *>(Select->getTrueValue()), const_cast<Value *>(Select->getFalseValue())};
  if (auto *I = dyn_cast<Instruction>(&Pointer))
    return {I->getOperand(0)};
  const auto &Arg = cast<Argument>(Pointer);
  if (CallInst *Call = callOf(*Arg.getParent()))
    return {Call->getArgOperand(Arg.getArgNo())};
  return {};
}

uint64_t PromotableUses::accessSize(const Instruction &I) {
  const DataLayout &DL = I.getDataLayout();
  if (auto *Mem = dyn_cast<MemIntrinsic>(&I))
    return computeConstantRange(Mem->getLength(), /*ForSigned=*/false).getUnsignedMax().getLimitedValue();
  Type *T = I.getType();
  if (auto *Store = dyn_cast<StoreInst>(&I))
    T = Store->getValueOperand()->getType();
  else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    T = Exchange->getCompareOperand()->getType();
  return DL.getTypeStoreSize(T).getKnownMinValue();
}

bool PromotableUses::isRead(const Instruction &I, ArrayRef<unsigned> Operands) {
  return isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(I) || (isa<MemTransferInst>(I) && is_contained(Operands, 1u));
}

bool PromotableUses::isWrite(const Instruction &I, ArrayRef<unsigned> Operands) {
  return isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(I) || (isa<MemIntrinsic>(I) && is_contained(Operands, 0u));
}

void PromotableUses::eraseCopies() {
  // Copies are called by nobody yet, but copies of calls in them may be.
  for (auto &[Call, Callee] : Calls)
    Callee.Copy->deleteBody();
  for (auto &[Call, Callee] : Calls)
    Callee.Copy->eraseFromParent();
  Calls.clear();
}

namespace {

constexpr unsigned MaxCopies = 256;

class Finder {
public:
  Finder(Argument &Pointer, const ReplacementMemory &Memory)
      : Pointer(Pointer), Memory(Memory), DL(Pointer.getParent()->getDataLayout()),
        IndexBits(DL.getIndexTypeSizeInBits(Pointer.getType())) {}

  PromotableUses find() {
    if (collect() && checkMerges())
      computeOffsets();
    return std::move(Found);
  }

private:
  // Step 1: the pointers computed from the argument, and what is done with them.
  bool collect() {
    Found.Pointers.insert({&Pointer, {Memory.Bytes, 0}});
    for (size_t Next = 0; Next < Found.Pointers.size(); ++Next)
      for (Use &U : (Found.Pointers.begin() + Next)->first->uses())
        if (!visit(U))
          return false;
    return true;
  }

  bool refuse(Instruction *At, const Twine &Why) { return Found.refuse(At, Why.str()); }

  bool visit(Use &U) {
    auto *I = dyn_cast<Instruction>(U.getUser());
    if (!I)
      return refuse(nullptr, "it is used by a constant expression");
    if (isDerivation(*I)) {
      if (I->getType()->isVectorTy())
        return refuse(I, Twine("a vector of pointers into it is made by '") + I->getOpcodeName() + "'");
      if (DL.getIndexTypeSizeInBits(I->getType()) != IndexBits)
        return refuse(I, "its address is cast to pointers of another size");
      Found.Pointers.insert({I, {0, 0}}); // nothing is known yet
      return true;
    }
    if (isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst, MemIntrinsic>(I))
      return visitAccess(U, *I);
    if (auto *Call = dyn_cast<CallBase>(I))
      return visitCall(U, *Call);
    if (auto *Compare = dyn_cast<ICmpInst>(I)) {
      Found.Comparisons.insert(Compare); // of what with what is looked at when all pointers are known
      return true;
    }
    if (isa<PtrToIntInst>(I) || I->getType()->isIntegerTy(IndexBits))
      return refuse(I, "its address is converted to an integer");
    if (isa<InsertElementInst>(I))
      return refuse(I, "a vector of pointers into it is made by 'insertelement'");
    if (isa<ReturnInst>(I))
      return refuse(I, "its address is returned by '" + I->getFunction()->getName() + "'");
    return refuse(I, Twine("its address is used by '") + I->getOpcodeName() + "'");
  }

  static bool isDerivation(const Instruction &I) {
    return isa<GetElementPtrInst>(I) || isa<AddrSpaceCastInst>(I) || isa<BitCastInst>(I) || isa<PHINode>(I) ||
           isa<SelectInst>(I) || isa<FreezeInst>(I);
  }

  bool visitAccess(Use &U, Instruction &I) {
    if (I.isVolatile() || (isa<MemIntrinsic>(I) && cast<MemIntrinsic>(I).isVolatile()))
      return refuse(&I, "an access is volatile");
    if ((isa<StoreInst>(I) && U.getOperandNo() == 0) ||
        (isa<AtomicRMWInst, AtomicCmpXchgInst>(I) && U.getOperandNo() != 0))
      // In the words of the removed implementation, which users know.
      return refuse(&I, "it is not safe to promote values being stored to another pointer");
    if (isa<AnyMemIntrinsic>(I) && I.isAtomic())
      return refuse(&I, "it is copied atomically");
    // Of memory that nobody else sees no access needs to be atomic; but it may order accesses of other memory.
    if (I.isAtomic() && !Memory.Local && ordersOthers(I))
      return refuse(&I, "an atomic access of it orders accesses of other memory");
    Found.Accesses[&I].push_back(U.getOperandNo());
    return true;
  }

  static bool ordersOthers(const Instruction &I) {
    if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      return isStrongerThanMonotonic(Exchange->getSuccessOrdering()) ||
             isStrongerThanMonotonic(Exchange->getFailureOrdering());
    if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
      return isStrongerThanMonotonic(Update->getOrdering());
    return isStrongerThanMonotonic(isa<LoadInst>(I) ? cast<LoadInst>(I).getOrdering()
                                                    : cast<StoreInst>(I).getOrdering());
  }

  bool visitCall(Use &U, CallBase &Call) {
    if (Call.isDroppable() || isa<LifetimeIntrinsic>(Call) || Call.getIntrinsicID() == Intrinsic::prefetch) {
      Found.Droppable.insert(&Call);
      return true;
    }
    auto *Callee = Call.getCalledFunction();
    auto PassedTo = "it is passed to " + (Callee ? "'" + Callee->getName().str() + "'" : "a function pointer");
    auto *Plain = dyn_cast<CallInst>(&Call);
    if (!Callee || Callee->isDeclaration() || Callee->isInterposable() || Callee->isVarArg() || !Plain ||
        !Call.isArgOperand(&U) || Call.getFunctionType() != Callee->getFunctionType())
      return refuse(&Call, PassedTo);
    const unsigned Index = Call.getArgOperandNo(&U);
    if (Call.isByValArgument(Index))
      return refuse(&Call, "it is copied to '" + Callee->getName() + "'");
    auto It = Found.Calls.find(Plain);
    if (It == Found.Calls.end()) {
      if (isRecursive(*Plain, *Callee))
        return refuse(&Call, PassedTo + ", which is recursive");
      if (Found.Calls.size() == MaxCopies)
        return refuse(&Call, "more than " + Twine(MaxCopies) + " calls get it");
      It = Found.Calls.insert({Plain, copyOf(*Callee)}).first;
    }
    It->second.Pointers.set(Index);
    Found.Pointers.insert({It->second.Copy->getArg(Index), {0, 0}});
    return true;
  }

  CalleeCopy copyOf(Function &Callee) {
    ValueToValueMapTy Map;
    Function *Copy = CloneFunction(&Callee, Map);
    Copy->setLinkage(GlobalValue::InternalLinkage);
    Copy->setVisibility(GlobalValue::DefaultVisibility);
    Copy->setComdat(nullptr);
    Copy->setName(Callee.getName() + "." + Pointer.getName());
    Originals[Copy] = &Callee;
    return {Copy, BitVector(Callee.arg_size())};
  }

  // Whether a call in a copy calls the function that the copy is of, or one that it is called by.
  bool isRecursive(CallInst &Call, Function &Callee) const {
    for (const Function *F = Call.getFunction(); F != Pointer.getParent();) {
      if (Originals.lookup(F) == &Callee)
        return true;
      F = Found.callOf(*F)->getFunction();
    }
    return &Callee == Pointer.getParent();
  }

  // Step 2: where pointers are merged or compared, all of them must be this argument's.
  bool checkMerges() {
    for (auto &[V, Offset] : Found.Pointers)
      if (auto *I = dyn_cast<Instruction>(V); I && isa<PHINode, SelectInst>(I))
        for (Value *Source : Found.sources(*I))
          if (!Found.Pointers.count(Source))
            return refuse(I, "its address is merged with that of other memory");
    for (ICmpInst *Compare : Found.Comparisons)
      if (!isWithNull(*Compare) &&
          (!Found.Pointers.count(Compare->getOperand(0)) || !Found.Pointers.count(Compare->getOperand(1))))
        return refuse(Compare, "its address is compared with another one");
    return true;
  }

  // A promoted argument has elements, and so is not null.
  static bool isWithNull(const ICmpInst &Compare) {
    return Compare.isEquality() &&
           (isa<ConstantPointerNull>(Compare.getOperand(0)) || isa<ConstantPointerNull>(Compare.getOperand(1)));
  }

  // Step 3: offsets, from the argument down, until nothing changes. A modulus only ever gets smaller.
  void computeOffsets() {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (auto &[V, Offset] : Found.Pointers) {
        OffsetCongruence New = Offset;
        for (Value *Source : Found.sources(*V))
          New = meet(New, through(*V, Found.Pointers.find(Source)->second));
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

  // The offset of V, which is computed from a pointer with the offset From.
  OffsetCongruence through(const Value &V, OffsetCongruence From) {
    auto *GEP = dyn_cast<GEPOperator>(&V);
    if (!GEP || From.Modulus == 0)
      return From;
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Constant(IndexBits, 0);
    if (!GEP->collectOffset(DL, IndexBits, Variable, Constant))
      return {1, 0};
    uint64_t Modulus = From.Modulus;
    for (auto &[Index, Scale] : Variable)
      Modulus = std::gcd(Modulus, Scale.abs().getZExtValue() << trailingZeros(Index, Scale));
    const int64_t Signed = Constant.getSExtValue() % static_cast<int64_t>(Modulus);
    return {Modulus, (From.Residue % Modulus + Modulus + Signed) % Modulus};
  }

  // Of the factor V beside Scale, as far as the product fits.
  unsigned trailingZeros(const Value *V, const APInt &Scale) {
    return std::min(computeKnownBits(V, DL).countMinTrailingZeros(), Scale.abs().countl_zero());
  }

  Argument &Pointer;
  const ReplacementMemory &Memory;
  const DataLayout &DL;
  const unsigned IndexBits;
  DenseMap<const Function *, const Function *> Originals;
  PromotableUses Found;
};

} // namespace

PromotableUses findPromotableUses(Argument &Pointer, const ReplacementMemory &Memory) {
  return Finder(Pointer, Memory).find();
}

} // namespace syclfuse::fuser
