// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lockstep.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

class LockstepEmitter {
public:
  LockstepEmitter(ItemPattern &Pattern, const Function &Original, unsigned Items)
      : P(Pattern), F(P.function()), Original(Original), Items(Items), B(F.getContext()) {}

  Function *emit() {
    New = Function::Create(Original.getFunctionType(), GlobalValue::InternalLinkage, Original.getName() + ".wide",
                           F.getParent());
    New->setAttributes(Original.getAttributes());
    for (BasicBlock &Block : F)
      Blocks[&Block] = BasicBlock::Create(F.getContext(), Block.getName(), New);
    B.SetInsertPoint(Blocks[&F.getEntryBlock()]);
    for (auto [From, To] : zip(F.args(), New->args())) {
      To.setName(From.getName());
      Copies[&From].assign(Items, &To);
      for (unsigned N = 1; N != Items && P.isStepping(From); ++N)
        Copies[&From][N] = B.CreateAdd(&To, ConstantInt::get(To.getType(), N), "", true, true);
    }
    for (BasicBlock &Block : F) {
      B.SetInsertPoint(Blocks[&Block]);
      for (Instruction &I : Block)
        emitPlaceholder(I);
    }
    // Values may be used before the place where they stand: operands are filled in once all of them are there.
    for (auto &[I, N, Clone] : Clones)
      fillOperands(*I, N, *Clone);
    for (auto [I, Access] : WideAccesses)
      fillWide(*I, *Access);
    for (auto [Row, Clone] : InRow)
      divideOnce(*Row, *Clone);
    return New;
  }

private:
  Value *copy(Value *V, unsigned N) {
    if (auto *Block = dyn_cast<BasicBlock>(V))
      return Blocks[Block];
    auto It = Copies.find(V);
    return It == Copies.end() ? V : It->second[N];
  }

  Instruction *clone(Instruction &I, unsigned N) {
    Instruction *Clone = I.clone();
    B.Insert(Clone);
    Clones.push_back({&I, N, Clone});
    return Clone;
  }

  // One for all, or one per work-item.
  void emitPlaceholder(Instruction &I) {
    if (isa<ReturnInst>(I)) {
      B.CreateRetVoid();
      return;
    }
    if (P.isWide(I))
      return emitWide(I);
    if (Argument *StandIn = P.divisions().standIn(I))
      return emitDivision(I, *StandIn);
    // All take the way of the first.
    emitCopies(I, P.isVarying(I) && !I.isTerminator());
  }

  void emitCopies(Instruction &I, bool Each) {
    SmallVector<Value *, 16> New;
    for (unsigned N = 0; N != (Each ? Items : 1); ++N)
      New.push_back(clone(I, N));
    if (!Each)
      New.resize(Items, New[0]);
    Copies[&I].assign(New.begin(), New.end());
  }

  // In a row only the remainder steps, and it is computed once.
  void emitDivision(Instruction &I, Argument &StandIn) {
    const RowDivision *Row = P.divisions().find(StandIn);
    auto Relied = P.rows().find(Row);
    emitCopies(I, Relied == P.rows().end());
    if (Relied != P.rows().end() && Row->IsRemainder)
      for (unsigned N = 1; N != Items; ++N)
        Copies[&I][N] = B.CreateAdd(Copies[&I][0], ConstantInt::get(I.getType(), Relied->second * N), "", true);
    if (Relied != P.rows().end())
      InRow.push_back({Row, cast<Instruction>(Copies[&I][0])});
    Copies[&StandIn] = SmallVector<Value *, 4>(Copies[&I]);
  }

  void divideOnce(const RowDivision &Row, Instruction &Clone) {
    B.SetInsertPoint(&Clone);
    Value *Divisor = isa<Constant>(Row.Divisor) ? Row.Divisor : Clone.getOperand(1);
    DividedRow Divided(B, Clone.getOperand(0), Divisor);
    Clone.replaceAllUsesWith(Row.IsRemainder ? Divided.Remainder : Divided.Quotient);
    Clone.eraseFromParent();
  }

  FixedVectorType *wideType(Type *T) {
    auto *Vector = dyn_cast<FixedVectorType>(T);
    return FixedVectorType::get(T->getScalarType(), Items * (Vector ? Vector->getNumElements() : 1));
  }

  void emitWide(Instruction &I) {
    auto *T = getLoadStoreType(&I);
    auto *Vector = dyn_cast<FixedVectorType>(T);
    unsigned Elements = Vector ? Vector->getNumElements() : 1;
    auto *PointerType = getLoadStorePointerOperand(&I)->getType();
    Align Alignment(P.alignment(I, Items));
    B.SetCurrentDebugLocation(I.getDebugLoc());
    if (isa<LoadInst>(I)) {
      LoadInst *Load = B.CreateAlignedLoad(wideType(T), PoisonValue::get(PointerType), Alignment);
      SmallVector<Value *, 16> New;
      for (unsigned N = 0; N != Items; ++N)
        New.push_back(Vector ? B.CreateShuffleVector(Load, elements(N * Elements, Elements))
                             : B.CreateExtractElement(Load, N));
      Copies[&I].assign(New.begin(), New.end());
      WideAccesses.push_back({&I, Load});
      return;
    }
    // Filled in later, at the store.
    StoreInst *Store = B.CreateAlignedStore(PoisonValue::get(wideType(T)), PoisonValue::get(PointerType), Alignment);
    WideAccesses.push_back({&I, Store});
  }

  static SmallVector<int, 16> elements(unsigned Start, unsigned Count) {
    SmallVector<int, 16> Mask;
    for (unsigned N = 0; N != Count; ++N)
      Mask.push_back(Start + N);
    return Mask;
  }

  void fillOperands(Instruction &I, unsigned N, Instruction &Clone) {
    for (Use &U : Clone.operands())
      U = copy(U, N);
    if (auto *Phi = dyn_cast<PHINode>(&Clone))
      for (unsigned Incoming = 0; Incoming != Phi->getNumIncomingValues(); ++Incoming)
        Phi->setIncomingBlock(Incoming, Blocks[cast<PHINode>(I).getIncomingBlock(Incoming)]);
  }

  void fillWide(Instruction &I, Instruction &Access) {
    Value *Address = copy(getLoadStorePointerOperand(&I), 0);
    if (auto *Load = dyn_cast<LoadInst>(&Access)) {
      Load->setOperand(LoadInst::getPointerOperandIndex(), Address);
      return;
    }
    auto *Store = cast<StoreInst>(&Access);
    Store->setOperand(StoreInst::getPointerOperandIndex(), Address);
    B.SetInsertPoint(Store);
    Value *From = cast<StoreInst>(I).getValueOperand(), *Whole = PoisonValue::get(wideType(From->getType()));
    auto *Vector = dyn_cast<FixedVectorType>(From->getType());
    unsigned Elements = Vector ? Vector->getNumElements() : 1;
    for (unsigned N = 0; N != Items; ++N)
      for (unsigned E = 0; E != Elements; ++E) {
        Value *V = copy(From, N);
        Whole = B.CreateInsertElement(Whole, Vector ? B.CreateExtractElement(V, E) : V, N * Elements + E);
      }
    Store->setOperand(0, Whole);
  }

  ItemPattern &P;
  Function &F;
  const Function &Original;
  unsigned Items;
  IRBuilder<> B;
  Function *New = nullptr;
  DenseMap<BasicBlock *, BasicBlock *> Blocks;
  DenseMap<Value *, SmallVector<Value *, 4>> Copies;
  SmallVector<std::tuple<Instruction *, unsigned, Instruction *>, 64> Clones;
  SmallVector<std::pair<Instruction *, Instruction *>, 8> WideAccesses;
  SmallVector<std::pair<const RowDivision *, Instruction *>, 4> InRow;
};

} // namespace

Function *emitLockstep(ItemPattern &Pattern, const Function &Original, unsigned Items) {
  return LockstepEmitter(Pattern, Original, Items).emit();
}

} // namespace syclfuse::fuser
