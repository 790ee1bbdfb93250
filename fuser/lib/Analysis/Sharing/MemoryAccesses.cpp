// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MemoryAccesses.h"

#include "RunChecks.h"

#include "Support/Metadata.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

static int numberIn(const MDNode *N) {
  auto *K = N && N->getNumOperands() == 1 ? mdconst::dyn_extract_or_null<ConstantInt>(N->getOperand(0)) : nullptr;
  return K && K->getValue().ult(INT_MAX) ? static_cast<int>(K->getZExtValue()) : -1;
}

int submissionOf(const Instruction &I) { return numberIn(I.getMetadata(MDSubmission)); }

namespace {

// Which kernel an instruction comes from: by its metadata, or, where fusion put barriers between the kernels, by how
// many of these are before it on each way from the entry.
class Submissions {
public:
  Submissions(const Function &F, Attribution By) : F(F) {
    for (const Instruction &I : instructions(F)) {
      HasTags |= By == Attribution::Kernel && I.hasMetadata(MDSubmission);
      HasBarriers |= I.hasMetadata(MDInsertedBarrier);
    }
    if (!HasTags && HasBarriers)
      countBarriers();
  }

  int of(const Instruction &I) const {
    if (!HasTags && !HasBarriers)
      return -1;
    if (!HasTags)
      return Behind.lookup(&I);
    return submissionOf(I);
  }

private:
  void countBarriers() {
    DenseMap<const BasicBlock *, int> AtEnd;
    for (const BasicBlock *BB : ReversePostOrderTraversal<const Function *>(&F)) {
      int Count = 0;
      for (const BasicBlock *Before : predecessors(BB))
        if (auto It = AtEnd.find(Before); It != AtEnd.end())
          Count = It->second;
      for (const Instruction &I : *BB) {
        Count += I.hasMetadata(MDInsertedBarrier) && isa<CallBase>(I);
        Behind[&I] = Count;
      }
      AtEnd[BB] = Count;
    }
  }

  const Function &F;
  bool HasTags = false, HasBarriers = false;
  DenseMap<const Instruction *, int> Behind;
};

class Finder {
public:
  Finder(Function &F, const QueryMap &Queries, ScalarEvolution &SE, Attribution By)
      : F(F), Queries(Queries), SE(SE), DL(F.getDataLayout()), D(Dialect::of(*F.getParent())), Kernels(F, By) {}

  std::vector<MemoryAccess> find() {
    for (Instruction &I : instructions(F))
      if (I.mayReadOrWriteMemory() && !Queries.count(&I) && !I.hasMetadata(MDInsertedBarrier))
        visit(I);
    return std::move(Found);
  }

private:
  void visit(Instruction &I) {
    MemoryAccess A;
    A.I = &I;
    A.Submission = Kernels.of(I);
    A.Reads = I.mayReadFromMemory();
    A.Writes = I.mayWriteToMemory();
    A.Atomic = I.isAtomic();
    A.SeenByRun = I.hasMetadata(MDSeenByRun);
    A.Settled = I.hasMetadata(MDSettled);
    A.NotWrittenBy = numberIn(I.getMetadata(MDNotWrittenBy));
    if (isa<LoadInst, StoreInst>(I)) {
      // Ordered atomic loads and volatile ones "write"; that they come in an order is said by everywhere() below.
      A.Reads = isa<LoadInst>(I);
      A.Writes = isa<StoreInst>(I);
      A.Size = sizeOf(getLoadStoreType(&I));
      access(*getLoadStorePointerOperand(&I), A);
    } else if (auto *RMW = dyn_cast<AtomicRMWInst>(&I)) {
      A.Size = sizeOf(RMW->getType());
      access(*RMW->getPointerOperand(), A);
    } else if (auto *CmpXchg = dyn_cast<AtomicCmpXchgInst>(&I)) {
      A.Size = sizeOf(CmpXchg->getNewValOperand()->getType());
      access(*CmpXchg->getPointerOperand(), A);
    } else if (auto *Call = dyn_cast<CallBase>(&I)) {
      visitCall(*Call, A);
      return;
    } else {
      everywhere(A);
      return;
    }
    // What it orders may be anything.
    if (I.isAtomic() && isStrongerThanMonotonic(ordering(I)))
      everywhere(A);
  }

  static AtomicOrdering ordering(const Instruction &I) {
    if (auto *Load = dyn_cast<LoadInst>(&I))
      return Load->getOrdering();
    if (auto *Store = dyn_cast<StoreInst>(&I))
      return Store->getOrdering();
    if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
      return RMW->getOrdering();
    return cast<AtomicCmpXchgInst>(I).getSuccessOrdering();
  }

  uint64_t sizeOf(Type *T) {
    const TypeSize Size = DL.getTypeStoreSize(T);
    return Size.isScalable() ? 0 : Size.getFixedValue();
  }

  void visitCall(CallBase &Call, MemoryAccess A) {
    if (isOnlyPointerRequired(Call)) {
      A.Memory = MemoryAccess::OfArgument;
      A.Arg = dyn_cast<Argument>(Call.getArgOperand(0));
      A.Reads = A.OnlyOthers = true;
      A.Writes = false;
      if (A.Arg)
        Found.push_back(A);
      return;
    }
    if (isa<LifetimeIntrinsic>(Call) || Call.isDroppable() || D.isBarrier(Call) || D.needsGroup(Call) ||
        Call.onlyAccessesInaccessibleMemory())
      return;
    const Function *Callee = Call.getCalledFunction();
    if (Callee && (isLibmFunction(Callee->getName()) || accessesNothing(*Callee) || isAssertion(*Callee)))
      return;
    if (auto *Memory = dyn_cast<MemIntrinsic>(&Call)) {
      const auto *Length = dyn_cast<ConstantInt>(Memory->getLength());
      A.Size = Length ? Length->getValue().getLimitedValue() : 0;
      if (Length && !A.Size)
        return;
      A.Reads = false;
      A.Writes = true;
      access(*Memory->getDest(), A);
      A.Reads = true;
      A.Writes = false;
      if (auto *Transfer = dyn_cast<MemTransferInst>(Memory))
        access(*Transfer->getSource(), A);
      return;
    }
    if (!Call.onlyAccessesArgMemory()) {
      everywhere(A);
      return;
    }
    for (Use &Op : Call.args())
      if (Op->getType()->isPtrOrPtrVectorTy()) {
        if (Op->getType()->isPointerTy())
          access(*Op, A);
        else
          everywhere(A);
      }
  }

  // Of what others see.
  static bool accessesNothing(const Function &Callee) {
    const std::optional<Builtin> B = Callee.isDeclaration() ? classifyBuiltin(Callee) : std::nullopt;
    return B && (isQuery(*B) || *B == Builtin::LocalMemory || *B == Builtin::PutValue);
  }

  void everywhere(MemoryAccess A) {
    A.Memory = MemoryAccess::Anywhere;
    A.Size = 0;
    A.Offset.clear();
    A.OffsetKnown = false;
    Found.push_back(A);
  }

  void access(Value &Pointer, const MemoryAccess &A) {
    MemoryAccess New = A;
    New.Pointer = &Pointer;
    New.OffsetKnown = New.Certain = true;
    SmallPtrSet<const Value *, 8> Merges;
    Steps = 0;
    resolve(Pointer, New, Merges);
  }

  // Follows Pointer to where it comes from.
  void resolve(Value &Pointer, MemoryAccess A, SmallPtrSetImpl<const Value *> &Merges) {
    const SCEV *S = SE.getSCEV(&Pointer);
    auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(S));
    if (!Base || !Base->getValue()->getType()->isPointerTy()) {
      everywhere(A);
      return;
    }
    const SCEV *Offset = SE.removePointerBase(S);
    if (isa<SCEVCouldNotCompute>(Offset))
      A.OffsetKnown = false;
    else if (!Offset->isZero())
      A.Offset.push_back(Offset);
    Value *V = Base->getValue();
    if (isa<PHINode, SelectInst>(V)) {
      merge(cast<Instruction>(*V), A, Merges);
      return;
    }
    if (auto *Operator = dyn_cast<AddrSpaceCastOperator>(V)) {
      resolve(*Operator->getPointerOperand(), A, Merges);
      return;
    }
    if (isa<FreezeInst>(V)) {
      resolve(*cast<Instruction>(V)->getOperand(0), A, Merges);
      return;
    }
    place(*V, A);
  }

  void merge(Instruction &V, MemoryAccess A, SmallPtrSetImpl<const Value *> &Merges) {
    A.Certain = false;
    if (++Steps > 32) {
      everywhere(A);
      return;
    }
    // Around a loop: the offset is not known, and the other ways into it are looked at already.
    if (!Merges.insert(&V).second)
      return;
    if (isa<PHINode>(V))
      A.OffsetKnown &= !isInCycle(V);
    for (Use &Op : V.operands())
      if (Op->getType()->isPointerTy())
        resolve(*Op, A, Merges);
    Merges.erase(&V);
  }

  // Whether a pointer is computed from itself, in a way that scalar evolution does not see.
  static bool isInCycle(const Instruction &Phi) {
    SmallVector<const Value *, 8> Worklist{&Phi};
    SmallPtrSet<const Value *, 16> Seen;
    while (!Worklist.empty()) {
      const Value *V = Worklist.pop_back_val();
      auto *I = dyn_cast<Instruction>(V);
      if (!I || !I->getType()->isPointerTy())
        continue;
      for (const Use &Op : I->operands()) {
        if (Op.get() == &Phi || Seen.size() > 64)
          return true;
        if (Seen.insert(Op).second)
          Worklist.push_back(Op);
      }
    }
    return false;
  }

  void place(Value &V, MemoryAccess &A) {
    const unsigned Space = V.getType()->getPointerAddressSpace();
    if (isa<AllocaInst>(V))
      return;
    if (auto *Variable = dyn_cast<GlobalVariable>(&V); Variable && Variable->isConstant())
      return;
    auto *Call = dyn_cast<CallBase>(&V);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    const bool IsLocalBase = Callee && classifyBuiltin(*Callee) == Builtin::LocalMemory;
    if (Space == D.Local || IsLocalBase) {
      A.Memory = MemoryAccess::OfLocalMemory;
    } else if (auto *Arg = dyn_cast<Argument>(&V)) {
      if (Arg->hasByValAttr())
        return;
      A.Memory = MemoryAccess::OfArgument;
      A.Arg = Arg;
    } else {
      everywhere(A);
      return;
    }
    Found.push_back(A);
  }

  Function &F;
  const QueryMap &Queries;
  ScalarEvolution &SE;
  const DataLayout &DL;
  const Dialect &D;
  const Submissions Kernels;
  unsigned Steps = 0; // merges of one pointer that were looked at
  std::vector<MemoryAccess> Found;
};

} // namespace

std::vector<MemoryAccess> findAccesses(Function &F, const QueryMap &Queries, ScalarEvolution &SE, Attribution By) {
  return Finder(F, Queries, SE, By).find();
}

// Operations of one kind whose order no memory shows. Those in floating point have no order of their own within a
// kernel either.
static bool commutesWithItself(AtomicRMWInst::BinOp Operation) {
  switch (Operation) {
  case AtomicRMWInst::Xchg:
  case AtomicRMWInst::Nand:
  case AtomicRMWInst::UIncWrap:
  case AtomicRMWInst::UDecWrap:
  case AtomicRMWInst::USubCond:
    return false;
  default:
    return true;
  }
}

static bool isSum(const AtomicRMWInst &I) {
  return I.getOperation() == AtomicRMWInst::Add || I.getOperation() == AtomicRMWInst::Sub;
}

// InstCombine writes what changes nothing so.
static bool changesNothing(const AtomicRMWInst &I) {
  auto *By = dyn_cast<ConstantInt>(I.getValOperand());
  return By && By->isZero() &&
         (I.getOperation() == AtomicRMWInst::Or || I.getOperation() == AtomicRMWInst::Xor || isSum(I));
}

// InstCombine writes an operation whose result is its operand as an exchange, with which others of its kind still
// commute.
static bool isLastWordOf(const AtomicRMWInst &Exchange, const AtomicRMWInst &Other) {
  auto *Value = dyn_cast<ConstantInt>(Exchange.getValOperand());
  if (!Value || Exchange.getOperation() != AtomicRMWInst::Xchg)
    return false;
  switch (Other.getOperation()) {
  case AtomicRMWInst::Xchg:
    return Other.getValOperand() == Value;
  case AtomicRMWInst::And:
  case AtomicRMWInst::UMin:
    return Value->isZero();
  case AtomicRMWInst::Or:
  case AtomicRMWInst::UMax:
    return Value->isMinusOne();
  case AtomicRMWInst::Min:
    return Value->isMinValue(/*IsSigned=*/true);
  case AtomicRMWInst::Max:
    return Value->isMaxValue(/*IsSigned=*/true);
  default:
    return false;
  }
}

bool commute(const MemoryAccess &A, const MemoryAccess &B) {
  auto *X = dyn_cast<AtomicRMWInst>(A.I), *Y = dyn_cast<AtomicRMWInst>(B.I);
  if (!X || !Y || !X->use_empty() || !Y->use_empty() || X->getType() != Y->getType() ||
      A.Memory == MemoryAccess::Anywhere || B.Memory == MemoryAccess::Anywhere)
    return false;
  if (X->getOperation() == Y->getOperation() && commutesWithItself(X->getOperation()))
    return true;
  return changesNothing(*X) || changesNothing(*Y) || (isSum(*X) && isSum(*Y)) || isLastWordOf(*X, *Y) ||
         isLastWordOf(*Y, *X);
}

} // namespace syclfuse::fuser
