// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpirvCheck.h"
#include "Analysis/Dialects/Builtins.h"
#include "Support/FuseError.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned Generic = 4;

enum class Handling { None, Math, Lowered, Selectable };

Handling handlingOf(Intrinsic::ID ID) {
  switch (ID) {
#define SF_SPIRV_MATH(Intrinsic_, Name)                                                                                \
  case Intrinsic::Intrinsic_:                                                                                          \
    return Handling::Math;
#define SF_SPIRV_LOWERED(Intrinsic_)                                                                                   \
  case Intrinsic::Intrinsic_:                                                                                          \
    return Handling::Lowered;
#define SF_SPIRV_SELECTABLE(Intrinsic_)                                                                                \
  case Intrinsic::Intrinsic_:                                                                                          \
    return Handling::Selectable;
#include "SpirvIntrinsics.def"
  default:
    return Handling::None;
  }
}

bool isScalar(const Type *T) {
  if (auto *Int = dyn_cast<IntegerType>(T))
    return is_contained({1u, 8u, 16u, 32u, 64u}, Int->getBitWidth());
  return T->isHalfTy() || T->isFloatTy() || T->isDoubleTy();
}

std::string text(const Type *T) {
  std::string Text;
  raw_string_ostream(Text) << *T;
  return Text;
}

bool holdsBool(const Type *T) {
  return T->isIntOrIntVectorTy(1) || any_of(T->subtypes(), [](const Type *Part) { return holdsBool(Part); });
}

class Checker {
public:
  Checker(const Function &F, StringRef Name) : F(F), Name(Name) {}

  Error run() {
    for (const Argument &A : F.args())
      if (Error E = checkArgument(A))
        return E;
    for (const Instruction &I : instructions(F))
      if (std::string Why = problem(I); !Why.empty())
        return fuseError(diag::unsupported_construct, {Name.str(), "spirv", Why}, I);
    for (const GlobalVariable &G : F.getParent()->globals())
      if (Error E = checkGlobal(G))
        return E;
    return Error::success();
  }

private:
  Error refuse(const Twine &Why) { return fuseError(diag::unsupported_construct, {Name.str(), "spirv", Why.str()}, F); }

  Error checkArgument(const Argument &A) {
    for (const Type *T : {static_cast<const Type *>(A.getType()), static_cast<const Type *>(A.getParamByValType())})
      if (T && (!isSpirvType(T) || holdsBool(T)))
        return refuse("it has an argument of type '" + text(T) + "'");
    return Error::success();
  }

  Error checkGlobal(const GlobalVariable &G) {
    if (G.use_empty())
      return Error::success();
    if (!isSpirvType(G.getValueType()) || holdsBool(G.getValueType()))
      return refuse("it uses a variable of type '" + text(G.getValueType()) + "'");
    if (!G.hasInitializer())
      return refuse("it uses the variable '" + G.getName() + "', which is not defined in device code");
    return holdsAddress(G.getInitializer()) ? refuse("its constant '" + G.getName() + "' holds addresses")
                                            : Error::success();
  }

  static bool holdsAddress(const Constant *C) {
    return isa<GlobalValue, ConstantExpr, BlockAddress>(C) ||
           any_of(C->operands(), [](const Use &U) { return holdsAddress(cast<Constant>(U)); });
  }

  std::string problem(const Instruction &I) {
    if (!isSpirvType(I.getType()))
      return "it uses the type '" + text(I.getType()) + "'";
    for (const Value *Operand : I.operands()) {
      if (isa<BlockAddress>(Operand))
        return "it uses the address of a label";
      const Type *T = Operand->getType();
      if (!T->isLabelTy() && !T->isMetadataTy() && !isa<Function>(Operand) && !isSpirvType(T))
        return "it uses the type '" + text(T) + "'";
    }
    if (const Type *T = memoryType(I); T && (!isSpirvType(T) || (holdsBool(T) && !isa<AllocaInst>(I))))
      return "it accesses memory as '" + text(T) + "'";
    return opcodeProblem(I);
  }

  static const Type *memoryType(const Instruction &I) {
    if (auto *GEP = dyn_cast<GetElementPtrInst>(&I))
      return GEP->getSourceElementType();
    if (auto *Alloca = dyn_cast<AllocaInst>(&I))
      return Alloca->getAllocatedType();
    return isa<LoadInst, StoreInst>(I) ? getLoadStoreType(&I) : nullptr;
  }

  std::string opcodeProblem(const Instruction &I) {
    switch (I.getOpcode()) {
    case Instruction::Alloca:
      return cast<AllocaInst>(I).isStaticAlloca() ? "" : "it allocates memory of a size known at run time only";
    case Instruction::AddrSpaceCast:
      return castProblem(cast<AddrSpaceCastInst>(I));
    case Instruction::BitCast:
      return I.getType()->isIntOrIntVectorTy(1) || I.getOperand(0)->getType()->isIntOrIntVectorTy(1)
                 ? "it reinterprets bools"
                 : "";
    case Instruction::ICmp:
      return I.getOperand(0)->getType()->isIntOrIntVectorTy(1) && !cast<ICmpInst>(I).isEquality() ? "it orders bools"
                                                                                                  : "";
    case Instruction::Select:
    case Instruction::Freeze:
    case Instruction::PHI:
      return I.getType()->isAggregateType() ? "it chooses between aggregates" : "";
    case Instruction::Call:
      return callProblem(cast<CallInst>(I));
    default:
      return isSelectable(I.getOpcode()) ? "" : std::string("it uses '") + I.getOpcodeName() + "'";
    }
  }

  static bool isSelectable(unsigned Opcode) {
    switch (Opcode) {
    case Instruction::Ret:
    case Instruction::Br:
    case Instruction::Switch:
    case Instruction::Unreachable:
    case Instruction::Load:
    case Instruction::Store:
    case Instruction::GetElementPtr:
    case Instruction::FNeg:
    case Instruction::FCmp:
    case Instruction::ExtractElement:
    case Instruction::InsertElement:
    case Instruction::ShuffleVector:
    case Instruction::ExtractValue:
    case Instruction::InsertValue:
      return true;
    default:
      return Instruction::isBinaryOp(Opcode) || Instruction::isCast(Opcode);
    }
  }

  // SPIR-V casts to and from Generic only, which Constant memory is no part of.
  static std::string castProblem(const AddrSpaceCastInst &Cast) {
    unsigned From = Cast.getSrcAddressSpace(), To = Cast.getDestAddressSpace();
    auto Named = [](unsigned Space) { return Space == 0 || Space == 1 || Space == 3; };
    if ((From == Generic && Named(To)) || (To == Generic && Named(From)))
      return "";
    return "it casts from address space " + std::to_string(From) + " to " + std::to_string(To);
  }

  std::string callProblem(const CallInst &Call) {
    const Function *Callee = Call.getCalledFunction();
    if (!Callee)
      return "it calls through a function pointer";
    if (Callee->isIntrinsic())
      return handlingOf(Callee->getIntrinsicID()) == Handling::Selectable || isLoweredMemcpy(Call)
                 ? ""
                 : "it uses '" + Callee->getName().str() + "'";
    std::optional<Builtin> Kind = classifyBuiltin(*Callee);
    if (!Kind || isQuery(*Kind))
      return "";
    // Scope and semantics, or scope and operation.
    unsigned Constants = isGroupFunction(*Kind) ? 1 : Call.arg_size();
    for (unsigned N = 0; N != Constants; ++N)
      if (!isa<ConstantInt>(Call.getArgOperand(N)))
        return "it calls '" + Callee->getName().str() + "' with a scope that is no constant";
    return "";
  }

  // OpCopyMemorySized takes them as they are.
  static bool isLoweredMemcpy(const CallInst &Call) {
    auto *Copy = dyn_cast<MemCpyInst>(&Call);
    return Copy && isa<ConstantInt>(Copy->getLength());
  }

  const Function &F;
  StringRef Name;
};

} // namespace

bool isSupportedOnSpirv(const Function &Callee) {
  if (Callee.isIntrinsic())
    return handlingOf(Callee.getIntrinsicID()) != Handling::None;
  return Callee.isDeclaration() && isLibmFunction(Callee.getName());
}

bool isSpirvType(const Type *T) {
  if (T->isVoidTy() || isScalar(T))
    return true;
  if (auto *P = dyn_cast<PointerType>(T))
    return P->getAddressSpace() <= Generic;
  if (auto *V = dyn_cast<FixedVectorType>(T))
    return isScalar(V->getElementType()) && is_contained({2u, 3u, 4u, 8u, 16u}, V->getNumElements());
  if (auto *A = dyn_cast<ArrayType>(T))
    return A->getNumElements() != 0 && A->getNumElements() <= UINT32_MAX && isSpirvType(A->getElementType());
  if (auto *S = dyn_cast<StructType>(T))
    return S->getNumElements() != 0 && all_of(S->elements(), isSpirvType);
  return false;
}

Error checkSpirv(const Function &Kernel, StringRef KernelName) { return Checker(Kernel, KernelName).run(); }

} // namespace syclfuse::fuser
