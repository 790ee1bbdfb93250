// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "InternalizedMemory.h"

#include "Support/KernelSignature.h"

#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

Align accessAlign(const Instruction &I, unsigned Operand) {
  if (auto *Mem = dyn_cast<MemIntrinsic>(&I))
    return (Operand == 0 ? Mem->getDestAlign() : cast<MemTransferInst>(Mem)->getSourceAlign()).valueOrOne();
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return Update->getAlign();
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return Exchange->getAlign();
  return getLoadStoreAlignment(&I);
}

void setAccessAlign(Instruction &I, Align A) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return Load->setAlignment(A);
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Store->setAlignment(A);
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return Update->setAlignment(A);
  cast<AtomicCmpXchgInst>(I).setAlignment(A);
}

class Mover {
public:
  Mover(PromotableUses &Uses, const PromotedLayout &Layout, const ReplacementMemory &Memory, Argument &Pointer,
        Value &Base, Align BaseAlignment)
      : Uses(Uses), Layout(Layout), Memory(Memory), Pointer(Pointer), BaseAlignment(BaseAlignment),
        TheDialect(Dialect::of(*Pointer.getParent()->getParent())), DL(Pointer.getParent()->getDataLayout()),
        IndexType(cast<IntegerType>(DL.getIndexType(Pointer.getType()))) {
    Bases[Pointer.getParent()] = &Base;
    Offsets[&Pointer] = ConstantInt::get(IndexType, 0);
  }

  void move() {
    for (auto &[Call, Callee] : Uses.Calls)
      changeSignature(Callee);
    for (auto &[I, Operands] : Uses.Accesses)
      moveAccess(*I, Operands);
    for (ICmpInst *Compare : Uses.Comparisons)
      compareOffsets(*Compare);
    for (auto &[Call, Callee] : Uses.Calls)
      redirect(*Call, Callee);
    for (Instruction *I : Uses.Droppable)
      I->eraseFromParent();
    for (auto &[V, Offset] : Uses.Pointers)
      if (auto *I = dyn_cast<Instruction>(V)) {
        I->replaceAllUsesWith(PoisonValue::get(I->getType()));
        I->eraseFromParent();
      }
    for (Function *Old : Replaced)
      finishMove(*Old);
  }

private:
  // The copy takes the base, and an offset for each pointer.
  void changeSignature(CalleeCopy &Callee) {
    Function &Old = *Callee.Copy;
    SmallVector<KernelParameter, 8> Parameters = {{Bases.begin()->second->getType(), AttributeSet(), "base"}};
    for (Argument &Arg : Old.args()) {
      const bool Offset = Callee.Pointers[Arg.getArgNo()];
      Parameters.push_back({Offset ? IndexType : Arg.getType(),
                            Offset ? AttributeSet() : Old.getAttributes().getParamAttrs(Arg.getArgNo()),
                            Arg.getName().str()});
    }
    Function *New = moveBody(Old, Parameters);
    for (Argument &Arg : Old.args())
      if (Argument *Moved = New->getArg(Arg.getArgNo() + 1); Callee.Pointers[Arg.getArgNo()])
        Offsets[&Arg] = Moved;
      else
        Arg.replaceAllUsesWith(Moved);
    Bases[New] = New->getArg(0);
    Callee.Copy = New;
    Replaced.push_back(&Old);
  }

  void redirect(CallInst &Call, const CalleeCopy &Callee) {
    IRBuilder<> B(&Call);
    SmallVector<Value *, 8> Arguments = {Bases.lookup(Call.getFunction())};
    SmallVector<AttributeSet, 8> Attributes = {AttributeSet()};
    for (unsigned A = 0; A < Call.arg_size(); ++A) {
      const bool Offset = Callee.Pointers[A];
      Arguments.push_back(Offset ? offsetOf(Call.getArgOperand(A)) : Call.getArgOperand(A));
      Attributes.push_back(Offset ? AttributeSet() : Call.getAttributes().getParamAttrs(A));
    }
    CallInst *New = B.CreateCall(Callee.Copy, Arguments);
    New->setCallingConv(Call.getCallingConv());
    New->setTailCallKind(Call.isTailCall() ? CallInst::TCK_None : Call.getTailCallKind()); // Base may be this frame's
    New->setAttributes(AttributeList::get(B.getContext(), Call.getAttributes().getFnAttrs(),
                                          Call.getAttributes().getRetAttrs(), Attributes));
    New->copyMetadata(Call);
    New->takeName(&Call);
    Call.replaceAllUsesWith(New);
    Call.eraseFromParent();
  }

  // The offset of a pointer from the argument in bytes, computed where the pointer is.
  Value *offsetOf(Value *V) {
    auto [It, New] = Offsets.try_emplace(V, nullptr);
    if (!New)
      return It->second;
    auto &I = *cast<Instruction>(V);
    if (auto *Phi = dyn_cast<PHINode>(&I)) {
      PHINode *Offset = IRBuilder<>(Phi).CreatePHI(IndexType, Phi->getNumIncomingValues());
      Offsets[V] = Offset; // before the incoming values: they may come back to it
      for (auto [Incoming, Block] : zip(Phi->incoming_values(), Phi->blocks()))
        Offset->addIncoming(offsetOf(Incoming), Block);
      return Offset;
    }
    Value *Offset = offsetOfInstruction(I);
    Offsets[V] = Offset;
    return Offset;
  }

  Value *offsetOfInstruction(Instruction &I) {
    if (auto *Select = dyn_cast<SelectInst>(&I)) {
      Value *True = offsetOf(Select->getTrueValue()), *False = offsetOf(Select->getFalseValue());
      return IRBuilder<>(&I).CreateSelect(Select->getCondition(), True, False);
    }
    Value *From = offsetOf(I.getOperand(0));
    IRBuilder<> B(&I);
    if (auto *GEP = dyn_cast<GetElementPtrInst>(&I))
      return B.CreateAdd(From, B.CreateSExtOrTrunc(emitGEPOffset(&B, DL, GEP), IndexType));
    return isa<FreezeInst>(I) ? B.CreateFreeze(From) : From;
  }

  // A query at the start of F, once.
  Value *query(Function &F, ValueClasses::Query Q) {
    Value *&V = Queries[{&F, {static_cast<unsigned>(Q.first), Q.second}}];
    if (!V) {
      IRBuilder<> B(&F.getEntryBlock(), startOf(F));
      V = B.CreateZExtOrTrunc(TheDialect.emitQuery(B, Q.first, Q.second), IndexType);
      LastAtStart[&F] = dyn_cast<Instruction>(V);
    }
    return V;
  }

  // After what was put there before.
  BasicBlock::iterator startOf(Function &F) {
    Instruction *Last = LastAtStart.lookup(&F);
    return Last ? std::next(Last->getIterator()) : F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  }

  // The number of bytes of memory.
  Value *size(Function &F) {
    if (!Memory.PerWorkItem)
      return ConstantInt::get(IndexType, Memory.Bytes);
    Value *&V = Sizes[&F];
    if (!V) {
      Value *Local[3];
      for (unsigned D = 0; D < 3; ++D)
        Local[D] = query(F, {Builtin::LocalSize, D});
      IRBuilder<> B(&F.getEntryBlock(), startOf(F));
      V = B.CreateMul(B.CreateMul(Local[0], Local[1]),
                      B.CreateMul(Local[2], ConstantInt::get(IndexType, Memory.Bytes)));
      LastAtStart[&F] = dyn_cast<Instruction>(V);
    }
    return V;
  }

  Value *termValue(const OffsetTerm &T, Function &F, IRBuilder<> &B) {
    switch (T.Symbol.Kind) {
    case OffsetSymbol::Query:
      return query(F, T.Symbol.Of);
    case OffsetSymbol::GroupBase:
      return B.CreateMul(query(F, T.Symbol.Of), query(F, {Builtin::LocalSize, T.Symbol.Of.second}));
    case OffsetSymbol::ZeroExtended:
      return B.CreateZExtOrTrunc(T.V, IndexType);
    default:
      return B.CreateSExtOrTrunc(T.V, IndexType);
    }
  }

  Value *sum(const LinearOffset &Offset, Function &F, IRBuilder<> &B) {
    Value *Sum = nullptr;
    for (const OffsetTerm &T : Offset.Terms) {
      Value *V = termValue(T, F, B);
      if (T.Factor != 1)
        V = B.CreateMul(V, ConstantInt::getSigned(IndexType, T.Factor));
      Sum = Sum ? B.CreateAdd(Sum, V) : V;
    }
    auto *Constant = ConstantInt::getSigned(IndexType, Offset.Constant);
    return !Sum ? Constant : Offset.Constant ? B.CreateAdd(Sum, Constant) : Sum;
  }

  // The address in memory that takes the place of V, for an access right after B.
  std::pair<Value *, Align> place(Value *V, IRBuilder<> &B) {
    const PromotedPlace &P = Layout.Places.find(V)->second;
    Function &F = *B.GetInsertBlock()->getParent();
    Value *Base = Bases.lookup(&F);
    const Align Alignment = commonAlignment(BaseAlignment, P.Alignment);
    if (P.isConstant() && P.Offset.Constant == 0)
      return {Base, BaseAlignment};
    if (P.isConstant())
      return {B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Base, P.Offset.Constant),
              commonAlignment(BaseAlignment, P.Offset.Constant)};
    Value *Offset = P.From == PromotedPlace::Sum ? sum(P.Offset, F, B) : offsetOf(V);
    if (P.Modulo)
      Offset = B.CreateURem(Offset, size(F));
    return {B.CreateInBoundsGEP(B.getInt8Ty(), Base, Offset), Alignment};
  }

  void moveAccess(Instruction &I, ArrayRef<unsigned> Operands) {
    IRBuilder<> B(&I);
    if (auto *Mem = dyn_cast<MemIntrinsic>(&I))
      return moveIntrinsic(*Mem, Operands, B);
    auto [Place, Alignment] = place(I.getOperand(Operands.front()), B);
    I.setOperand(Operands.front(), Place);
    setAccessAlign(I, std::min(Alignment, accessAlign(I, Operands.front())));
    I.setMetadata(LLVMContext::MD_invariant_load, nullptr);
    if (I.isAtomic())
      moveAtomic(I);
  }

  // Nobody else sees private memory. Local memory is the work-group's: where an access orders nothing else, its scope
  // is too.
  void moveAtomic(Instruction &I) {
    if (!Memory.Local) {
      if (auto *Load = dyn_cast<LoadInst>(&I))
        Load->setAtomic(AtomicOrdering::NotAtomic);
      else if (auto *Store = dyn_cast<StoreInst>(&I))
        Store->setAtomic(AtomicOrdering::NotAtomic);
      else if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
        lowerAtomicRMWInst(Update);
      else
        lowerAtomicCmpXchgInst(cast<AtomicCmpXchgInst>(&I));
      return;
    }
    const SyncScope::ID Group = I.getContext().getOrInsertSyncScopeID(TheDialect.groupScope());
    if (auto *Update = dyn_cast<AtomicRMWInst>(&I); Update && isWide(Update->getSyncScopeID(), Update->getOrdering()))
      Update->setSyncScopeID(Group);
    else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
             Exchange && isWide(Exchange->getSyncScopeID(), Exchange->getMergedOrdering()))
      Exchange->setSyncScopeID(Group);
  }

  bool isWide(SyncScope::ID Scope, AtomicOrdering Ordering) const {
    LLVMContext &C = Pointer.getContext();
    return !isStrongerThanMonotonic(Ordering) &&
           (Scope == SyncScope::System || Scope == C.getOrInsertSyncScopeID("device") ||
            Scope == C.getOrInsertSyncScopeID("agent"));
  }

  // The types of the pointers are part of an intrinsic's name, so it is made anew.
  void moveIntrinsic(MemIntrinsic &Mem, ArrayRef<unsigned> Operands, IRBuilder<> &B) {
    auto Moved = [&](unsigned Op) -> std::pair<Value *, Align> {
      const Align Was = accessAlign(Mem, Op);
      if (!is_contained(Operands, Op))
        return {Mem.getOperand(Op), Was};
      auto [Place, Alignment] = place(Mem.getOperand(Op), B);
      return {Place, std::min(Alignment, Was)};
    };
    auto [Dest, DestAlign] = Moved(0);
    CallInst *New = nullptr;
    if (auto *Set = dyn_cast<MemSetInst>(&Mem)) {
      New = B.CreateMemSet(Dest, Set->getValue(), Set->getLength(), DestAlign);
    } else {
      auto [Source, SourceAlign] = Moved(1);
      // Elements that were apart may have the same place now.
      const bool MayOverlap = isa<MemMoveInst>(Mem) || Operands.size() == 2;
      New = MayOverlap ? B.CreateMemMove(Dest, DestAlign, Source, SourceAlign, Mem.getLength())
                       : B.CreateMemCpy(Dest, DestAlign, Source, SourceAlign, Mem.getLength());
    }
    New->setAAMetadata(Mem.getAAMetadata());
    Mem.eraseFromParent();
  }

  void compareOffsets(ICmpInst &Compare) {
    if (!Uses.Pointers.count(Compare.getOperand(0)) || !Uses.Pointers.count(Compare.getOperand(1))) { // with null
      Compare.replaceAllUsesWith(ConstantInt::getBool(Compare.getType(), Compare.getPredicate() == CmpInst::ICMP_NE));
      Compare.eraseFromParent();
      return;
    }
    Value *L = offsetOf(Compare.getOperand(0)), *R = offsetOf(Compare.getOperand(1));
    IRBuilder<> B(&Compare);
    Compare.replaceAllUsesWith(B.CreateICmp(Compare.getPredicate(), L, R));
    Compare.eraseFromParent();
  }

  PromotableUses &Uses;
  const PromotedLayout &Layout;
  const ReplacementMemory &Memory;
  Argument &Pointer;
  const Align BaseAlignment;
  const Dialect &TheDialect;
  const DataLayout &DL;
  IntegerType *const IndexType;
  MapVector<const Function *, Value *> Bases; // the kernel's first
  DenseMap<Value *, Value *> Offsets;
  DenseMap<Function *, Value *> Sizes;
  DenseMap<Function *, Instruction *> LastAtStart;
  std::map<std::pair<Function *, std::pair<unsigned, unsigned>>, Value *> Queries; // looked up only
  SmallVector<Function *, 4> Replaced;
};

} // namespace

Align neededAlignment(const PromotableUses &Uses) {
  Align Alignment;
  for (auto &[I, Operands] : Uses.Accesses)
    for (unsigned Op : Operands)
      Alignment = std::max(Alignment, accessAlign(*I, Op));
  return Alignment;
}

void moveToMemory(PromotableUses &Uses, const PromotedLayout &Layout, const ReplacementMemory &Memory,
                  Argument &Pointer, Value &Base, Align BaseAlignment) {
  Mover(Uses, Layout, Memory, Pointer, Base, BaseAlignment).move();
}

} // namespace syclfuse::fuser
