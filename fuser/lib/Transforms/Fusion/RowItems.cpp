// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RowItems.h"

#include "Analysis/Sharing/RunChecks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <set>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {

static constexpr StringLiteral Marker = "__sycl_fuse_row_item", GroupMarker = "__sycl_fuse_group_item";

Value *markRowItem(IRBuilder<> &B, Value *V, uint64_t Below, bool OfGroup) {
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Callee = M.getOrInsertFunction(OfGroup ? GroupMarker : Marker, B.getInt64Ty(), B.getInt64Ty());
  auto *Declaration = cast<Function>(Callee.getCallee());
  Declaration->setDoesNotAccessMemory();
  Declaration->setDoesNotThrow();
  Declaration->setWillReturn();
  CallInst *Call = B.CreateCall(Callee, V);
  if (Below != 0)
    Call->addRangeRetAttr(ConstantRange(APInt(64, 0), APInt(64, Below)));
  return Call;
}

static bool isMarker(const Value *V) {
  const auto *Call = dyn_cast<CallInst>(V);
  return Call && Call->getCalledFunction() && Call->getCalledFunction()->getName() == Marker;
}

namespace {

// A linear id: row · block + place.
struct LinearId {
  Value *Row = nullptr, *Block = nullptr, *Place = nullptr;

  // Launches by rows have fewer than 2^31 linear ids (row_block), which 32 bits hold with a sign and without.
  static LinearId of(Value *V) {
    while (isa<TruncInst, ZExtInst, SExtInst, FreezeInst>(V) && V->getType()->getScalarSizeInBits() >= 32)
      V = cast<Instruction>(V)->getOperand(0);
    LinearId Id;
    if (!match(V, m_c_Add(m_c_Mul(m_Value(Id.Row), m_Value(Id.Block)), m_Value(Id.Place))))
      return {};
    if (!isMarker(Id.Row))
      std::swap(Id.Row, Id.Block);
    return isMarker(Id.Row) && isMarker(Id.Place) ? Id : LinearId();
  }
};

// Divides by arguments as if they were the length of a row.
class Assumer {
public:
  explicit Assumer(Function &F) : F(F) {}

  void fold(BinaryOperator &I) {
    Value *Divisor = I.getOperand(1);
    const LinearId Id = LinearId::of(I.getOperand(0));
    if (!Id.Row || I.getType()->getIntegerBitWidth() > 64 || !isPassed(Divisor) || !isAtEntry(Id.Block) ||
        (isa<ConstantInt>(Id.Block) && isa<ConstantInt>(Divisor)))
      return;
    const bool Signed = I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::SRem;
    const bool IsQuotient = I.getOpcode() == Instruction::UDiv || I.getOpcode() == Instruction::SDiv;
    if (Checked.insert({Divisor, Id.Block, Signed}).second)
      check(Divisor, Id.Block, Signed);
    IRBuilder<> B(&I);
    I.replaceAllUsesWith(B.CreateZExtOrTrunc(IsQuotient ? Id.Row : Id.Place, I.getType()));
  }

private:
  // An argument, also cast or frozen; or a number, where the length of a row is none.
  static bool isPassed(Value *V) {
    while (isa<CastInst, FreezeInst>(V))
      V = cast<Instruction>(V)->getOperand(0);
    return isa<Argument>(V) || isa<ConstantInt>(V);
  }

  // The same value where the kernel begins.
  static Value *atEntry(IRBuilder<> &B, Value *V) {
    if (auto *Freeze = dyn_cast<FreezeInst>(V))
      return atEntry(B, Freeze->getOperand(0));
    auto *Cast = dyn_cast<CastInst>(V);
    return Cast ? B.CreateCast(Cast->getOpcode(), atEntry(B, Cast->getOperand(0)), Cast->getType()) : V;
  }

  bool isAtEntry(Value *V) const {
    const auto *I = dyn_cast<Instruction>(V);
    return !I || I->getParent() == &F.getEntryBlock();
  }

  void check(Value *Divisor, Value *Block, bool Signed) {
    IRBuilder<> B(F.getEntryBlock().getTerminator());
    Value *Length = atEntry(B, Divisor);
    Length = Signed ? B.CreateSExt(Length, B.getInt64Ty()) : B.CreateZExt(Length, B.getInt64Ty());
    requireAtLeastZero(B, B.CreateSub(Length, Block));
    requireAtLeastZero(B, B.CreateSub(Block, Length));
  }

  Function &F;
  std::set<std::tuple<Value *, Value *, bool>> Checked;
};

class Folder {
public:
  explicit Folder(Function &F)
      : Info(Triple(F.getParent()->getTargetTriple())), Library(Info), Assumptions(F), Dominators(F), Loops(Dominators),
        SE(F, Library, Assumptions, Dominators, Loops), Expander(SE, "row") {}

  void fold(BinaryOperator &I) {
    const std::optional<APInt> By = divisorOf(I);
    if (!By)
      return;
    const SCEV *S = SE.getSCEV(I.getOperand(0));
    SmallVector<const SCEV *, 4> Rows, Places;
    APInt Most(128, 0);
    for (const SCEV *Term : isa<SCEVAddExpr>(S) ? S->operands() : ArrayRef(S)) {
      const std::optional<APInt> Bound = highest(Term);
      if (!Bound)
        return;
      Most = Most.uadd_sat(*Bound);
      const auto *Product = dyn_cast<SCEVMulExpr>(Term);
      const auto *Factor = Product ? dyn_cast<SCEVConstant>(Product->getOperand(0)) : nullptr;
      if (Factor && Factor->getAPInt().urem(*By) == 0)
        Rows.push_back(SE.getUDivExactExpr(Term, SE.getConstant(*By)));
      else
        Places.push_back(Term);
    }
    // Without a sign, and without overflow.
    if (Rows.empty() || Most.getActiveBits() >= By->getBitWidth())
      return;
    const SCEV *Place = Places.empty() ? SE.getZero(I.getType()) : SE.getAddExpr(Places);
    const SCEV *Number = SE.getConstant(*By);
    const APInt LastRow = SE.getUnsignedRangeMax(Place).udiv(*By);
    const bool IsQuotient = is_contained({Instruction::UDiv, Instruction::SDiv, Instruction::LShr}, I.getOpcode());
    Value *Result = expand(IsQuotient ? SE.getAddExpr(Rows) : Place, I);
    if (!LastRow.isZero()) {
      // What is known of places is so only here: of a block of several rows their number stays in sight.
      IRBuilder<> B(&I);
      Value *Row = B.CreateBinaryIntrinsic(Intrinsic::umin, expand(SE.getUDivExpr(Place, Number), I),
                                           ConstantInt::get(I.getType(), LastRow));
      Result = IsQuotient ? B.CreateAdd(Result, Row)
                          : B.CreateSub(Result, B.CreateMul(Row, ConstantInt::get(I.getType(), *By)));
    }
    I.replaceAllUsesWith(Result);
  }

private:
  // The number that I takes a quotient or remainder by. By a power of two the optimizer has made them shifts and masks.
  static std::optional<APInt> divisorOf(const BinaryOperator &I) {
    const APInt *C = nullptr;
    const unsigned Width = I.getType()->getScalarSizeInBits();
    if (!I.getType()->isIntegerTy() || !match(I.getOperand(1), m_APInt(C)))
      return std::nullopt;
    if (I.isIntDivRem() && C->isStrictlyPositive())
      return *C;
    if (I.getOpcode() == Instruction::LShr && C->ult(Width - 1))
      return APInt::getOneBitSet(Width, static_cast<unsigned>(C->getZExtValue()));
    if (I.getOpcode() == Instruction::And && C->isMask() && C->countr_one() < Width - 1)
      return *C + 1;
    return std::nullopt;
  }

  Value *expand(const SCEV *S, Instruction &At) { return Expander.expandCodeFor(S, At.getType(), At.getIterator()); }

  // Of a product of a number and something, or of something: the greatest value, if it does not overflow.
  std::optional<APInt> highest(const SCEV *Term) {
    const auto *Product = dyn_cast<SCEVMulExpr>(Term);
    const auto *Factor =
        Product && Product->getNumOperands() == 2 ? dyn_cast<SCEVConstant>(Product->getOperand(0)) : nullptr;
    if (Product && !Factor)
      return std::nullopt;
    const SCEV *Of = Factor ? Product->getOperand(1) : Term;
    if (SE.getTypeSizeInBits(Term->getType()) > 64)
      return std::nullopt;
    const APInt Times = Factor ? Factor->getAPInt().zext(128) : APInt(128, 1);
    return SE.getUnsignedRangeMax(Of).zext(128) * Times;
  }

  TargetLibraryInfoImpl Info;
  TargetLibraryInfo Library;
  AssumptionCache Assumptions;
  DominatorTree Dominators;
  LoopInfo Loops;
  ScalarEvolution SE;
  SCEVExpander Expander;
};

} // namespace

void foldRowItems(Function &F, bool MayCheck) {
  Function *const Declarations[] = {F.getParent()->getFunction(Marker), F.getParent()->getFunction(GroupMarker)};
  if (!Declarations[0])
    return;
  SmallVector<BinaryOperator *, 8> Divisions;
  for (Instruction &I : instructions(F))
    if (I.isIntDivRem() || I.getOpcode() == Instruction::LShr || I.getOpcode() == Instruction::And)
      Divisions.push_back(cast<BinaryOperator>(&I));
  if (MayCheck) {
    Assumer Assume(F);
    for (BinaryOperator *I : Divisions)
      if (I->isIntDivRem())
        Assume.fold(*I);
  }
  {
    Folder Fold(F);
    for (BinaryOperator *I : Divisions)
      Fold.fold(*I);
  }
  for (BinaryOperator *I : Divisions)
    RecursivelyDeleteTriviallyDeadInstructions(I);
  for (Function *Declaration : Declarations) {
    if (!Declaration)
      continue;
    for (User *U : make_early_inc_range(Declaration->users())) {
      auto *Call = cast<CallInst>(U);
      // What the launch says of its ids stays known.
      if (auto *Query = dyn_cast<CallInst>(Call->getOperand(0)))
        if (const std::optional<ConstantRange> Range = Call->getRange())
          Query->addRangeRetAttr(*Range);
      Call->replaceAllUsesWith(Call->getOperand(0));
      Call->eraseFromParent();
    }
    Declaration->eraseFromParent();
  }
}

} // namespace syclfuse::fuser
