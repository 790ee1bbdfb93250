// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IntrinsicDialect.h"

#include "Support/FuseError.h"
#include "Support/UserNames.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace syclfuse::fuser {

IntrinsicDialect::IntrinsicDialect() {
  Generic = 0;
  Global = 1;
  Local = 3;
  Constant = 4;
  Private = 5;
}

namespace {

Error refuse(const Instruction &I, const CallBase &Pointer, StringRef Why) {
  const Function *Callee = Pointer.getCalledFunction();
  return fuseError(diag::unsupported_construct,
                   {userName(*I.getFunction()), "any target", ("'" + Callee->getName() + "' " + Why).str()}, I);
}

// Replaces a load at a variable element of three by a choice of three loads.
void expandVariableLoad(LoadInst &Load, Value *Base, Value *Index, uint64_t Size) {
  IRBuilder<> B(&Load);
  Value *V[3];
  for (unsigned D = 0; D != 3; ++D)
    V[D] = B.CreateAlignedLoad(Load.getType(), B.CreateConstGEP1_64(B.getInt8Ty(), Base, D * Size), Load.getAlign());
  auto Is = [&](unsigned D) { return B.CreateICmpEQ(Index, ConstantInt::get(Index->getType(), D)); };
  Load.replaceAllUsesWith(B.CreateSelect(Is(0), V[0], B.CreateSelect(Is(1), V[1], V[2])));
  Load.eraseFromParent();
}

struct FieldLoad {
  const CallBase *Pointer;
  uint64_t Offset, Size;
};

// The call that Load's address is a constant offset from.
std::optional<FieldLoad> fieldLoad(const LoadInst &Load) {
  const DataLayout &DL = Load.getDataLayout();
  const Value *P = Load.getPointerOperand();
  APInt Offset(DL.getIndexTypeSizeInBits(P->getType()), 0);
  auto *Call = dyn_cast<CallBase>(P->stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/true));
  if (!Call || Offset.isNegative() || !Load.getType()->isIntegerTy())
    return std::nullopt;
  return FieldLoad{Call, Offset.getZExtValue(), DL.getTypeStoreSize(Load.getType())};
}

// The start of the elements, if Load reads one that is known at run time only.
void expandIfVariable(LoadInst &Load) {
  const DataLayout &DL = Load.getDataLayout();
  auto *GEP = dyn_cast<GEPOperator>(Load.getPointerOperand());
  if (!GEP || !Load.getType()->isIntegerTy() || Load.isVolatile())
    return;
  const uint64_t Size = DL.getTypeStoreSize(Load.getType());
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant(DL.getIndexTypeSizeInBits(GEP->getType()), 0);
  if (!GEP->collectOffset(DL, Constant.getBitWidth(), Variable, Constant) || Variable.size() != 1 ||
      !Constant.isZero() || Variable.front().second != Size)
    return;
  expandVariableLoad(Load, GEP->getPointerOperand(), Variable.front().first, Size);
}

} // namespace

Value *IntrinsicDialect::emitField(IRBuilderBase &B, Value *Pointer, uint64_t Offset, unsigned Bits) {
  Value *At = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Pointer, Offset);
  LoadInst *Load = B.CreateAlignedLoad(B.getIntNTy(Bits), At, Align(Bits / 8));
  Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(B.getContext(), {}));
  return Load;
}

// LLVM does not know the functions of other compilers: without attributes calls nobody needs would stay.
void IntrinsicDialect::markFieldPointers(Function &F) const {
  bool Whole = false;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (Function *Callee = Call->getCalledFunction();
          Callee && Callee->isDeclaration() && isFieldPointer(*Call, Whole)) {
        Callee->setDoesNotAccessMemory();
        Callee->setDoesNotThrow();
        Callee->setWillReturn();
      }
}

const CallBase *IntrinsicDialect::fieldPointer(const Value *V, bool &Whole) const {
  const auto *Call = dyn_cast<CallBase>(getUnderlyingObject(V));
  return Call && Call->getCalledFunction() && isFieldPointer(*Call, Whole) ? Call : nullptr;
}

Expected<std::optional<IntrinsicDialect::Query>> IntrinsicDialect::queryAt(const Instruction &I) const {
  if (const auto *Call = dyn_cast<CallBase>(&I); Call && Call->getCalledFunction())
    if (const std::optional<Query> Q = queryOf(*Call))
      return Q;
  bool Whole = false;
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    const CallBase *Pointer = fieldPointer(Load->getPointerOperand(), Whole);
    const std::optional<FieldLoad> Field = Pointer ? fieldLoad(*Load) : std::nullopt;
    if (Field && Field->Pointer == Pointer)
      if (const std::optional<Query> Q = fieldOf(*Pointer, Field->Offset, Field->Size))
        return Q;
    if (Pointer && (Whole || !Field))
      return refuse(I, *Pointer, "is read in an unknown way");
    return std::nullopt;
  }
  // Instructions that compute addresses lead to other uses.
  if (!isa<GetElementPtrInst, AddrSpaceCastInst>(I))
    for (const Value *Op : I.operands())
      if (Op->getType()->isPointerTy())
        if (const CallBase *Pointer = fieldPointer(Op, Whole); Pointer && Whole)
          return refuse(I, *Pointer, "is used by more than loads");
  return std::nullopt;
}

Expected<SmallVector<DialectQuery, 16>> IntrinsicDialect::findQueries(Function &F) const {
  if (Error E = canonicalizeQueries(F))
    return std::move(E);
  markFieldPointers(F);
  bool Whole = false;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Load = dyn_cast<LoadInst>(&I); Load && fieldPointer(Load->getPointerOperand(), Whole))
      expandIfVariable(*Load);
  DenseMap<const Instruction *, QueryUse> Generic;
  for (const QueryUse &Use : fuser::findQueries(F))
    if (Use.Call->getType()->isIntegerTy())
      Generic.try_emplace(Use.Call, Use);
  SmallVector<DialectQuery, 16> Found;
  for (Instruction &I : instructions(F)) {
    if (auto It = Generic.find(&I); It != Generic.end()) {
      Found.push_back({&I, It->second.Kind, It->second.Dimension});
      continue;
    }
    Expected<std::optional<Query>> Q = queryAt(I);
    if (!Q)
      return Q.takeError();
    if (*Q)
      Found.push_back({&I, (*Q)->first, (*Q)->second});
  }
  return Found;
}

bool IntrinsicDialect::isBarrier(const CallBase &Call) const {
  return isBarrierIntrinsic(Call.getIntrinsicID()) || isGenericBarrier(Call);
}

bool IntrinsicDialect::needsGroup(const CallBase &Call) const { return needsGroupGenerically(Call); }

Value *IntrinsicDialect::emitQuery(IRBuilderBase &B, Builtin Kind, unsigned Dimension) const {
  auto Get = [&](Builtin K, unsigned D) { return emitQuery(B, K, D); };
  // The number of the element with these ids, dimension 0 the fastest.
  auto Linear = [&](auto Id, Builtin Size) {
    Value *V = Id(2);
    for (unsigned D : {1u, 0u})
      V = B.CreateAdd(B.CreateMul(V, Get(Size, D)), Id(D));
    return V;
  };
  auto GroupSize = [&] {
    return B.CreateMul(B.CreateMul(Get(Builtin::LocalSize, 0), Get(Builtin::LocalSize, 1)), Get(Builtin::LocalSize, 2));
  };
  auto WithoutOffset = [&](unsigned D) {
    return B.CreateAdd(B.CreateMul(Get(Builtin::GroupId, D), Get(Builtin::LocalSize, D)), Get(Builtin::LocalId, D));
  };
  switch (Kind) {
  case Builtin::GlobalId:
    return B.CreateAdd(WithoutOffset(Dimension), Get(Builtin::GlobalOffset, Dimension));
  case Builtin::GlobalSize:
    return B.CreateMul(Get(Builtin::NumGroups, Dimension), Get(Builtin::LocalSize, Dimension));
  case Builtin::GlobalLinearId:
    return Linear(WithoutOffset, Builtin::GlobalSize);
  case Builtin::LocalLinearId:
    return Linear([&](unsigned D) { return Get(Builtin::LocalId, D); }, Builtin::LocalSize);
  case Builtin::SubGroupId:
    return B.CreateUDiv(Get(Builtin::LocalLinearId, 0), Get(Builtin::SubGroupMaxSize, 0));
  case Builtin::NumSubGroups: {
    Value *Max = Get(Builtin::SubGroupMaxSize, 0);
    return B.CreateUDiv(B.CreateAdd(GroupSize(), B.CreateSub(Max, B.getInt64(1))), Max);
  }
  case Builtin::SubGroupSize: {
    Value *Max = Get(Builtin::SubGroupMaxSize, 0), *First = B.CreateMul(Get(Builtin::SubGroupId, 0), Max);
    return B.CreateBinaryIntrinsic(Intrinsic::umin, Max, B.CreateSub(GroupSize(), First));
  }
  default:
    return B.CreateZExtOrTrunc(emitBasic(B, Kind, Dimension), B.getInt64Ty());
  }
}

} // namespace syclfuse::fuser
