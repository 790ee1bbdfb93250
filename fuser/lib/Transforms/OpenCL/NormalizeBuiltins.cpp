// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpenCLFunction.h"

#include "Analysis/Dialects/Builtins.h"
#include "NormalizeBuiltins.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace syclfuse::fuser {

Value *OpenCLCall::intrinsic(Intrinsic::ID ID, ArrayRef<Value *> Operands) {
  return B.CreateIntrinsic(ID, {Operands.front()->getType()}, Operands);
}

Value *OpenCLCall::truth(Value *Condition) {
  Type *T = Call.getType();
  if (T == Condition->getType())
    return Condition;
  // No function of OpenCL: its result has another shape than its operands.
  if (!T->isIntOrIntVectorTy() || T->getScalarSizeInBits() == 1 ||
      CmpInst::makeCmpResultType(T) != Condition->getType())
    return nullptr;
  return T->isVectorTy() ? B.CreateSExt(Condition, T) : B.CreateZExt(Condition, T);
}

std::optional<uint32_t> OpenCLCall::constant(unsigned N) const {
  auto *C = dyn_cast<ConstantInt>(Args[N]);
  return C && C->getValue().isIntN(32) ? std::optional<uint32_t>(C->getZExtValue()) : std::nullopt;
}

namespace {

using Candidates = StringMap<SmallVector<const OpenCLFunction *, 2>>;

const Candidates &table() {
  static const Candidates Table = [] {
    Candidates T;
    for (ArrayRef<OpenCLFunction> Part :
         {openCLFloatFunctions(), openCLIntegerFunctions(), openCLMemoryFunctions(), openCLWorkItemFunctions()})
      for (const OpenCLFunction &F : Part)
        T[F.Name].push_back(&F);
    return T;
  }();
  return Table;
}

unsigned elementsOf(const Type *T) {
  auto *V = dyn_cast<FixedVectorType>(T);
  return V ? V->getNumElements() : 1;
}

bool isFloating(const Type *T) {
  const Type *E = T->getScalarType();
  return !isa<ScalableVectorType>(T) && (E->isHalfTy() || E->isFloatTy() || E->isDoubleTy());
}

bool isInteger(const Type *T) {
  return !isa<ScalableVectorType>(T) && T->isIntOrIntVectorTy() && T->getScalarSizeInBits() <= 64;
}

// Integers with arithmetic of their own.
bool isNumber(const Type *T) {
  unsigned Width = T->getScalarSizeInBits();
  return isInteger(T) && (Width == 8 || Width == 16 || Width == 32 || Width == 64);
}

bool isShapedLike(const Type *T, const Type *Main) {
  return isInteger(T) && (!Main || elementsOf(T) == elementsOf(Main));
}

// Whether a value of type T can stand for Letter; operands may be scalars beside vectors.
bool accepts(char Letter, const Type *T, const Type *Main, bool Operand) {
  switch (Letter) {
  case 'F':
  case 'I':
    return Main && (T == Main || (Operand && T == Main->getScalarType()));
  case 'E':
    return Main && T == Main->getScalarType();
  case 'J':
    return T->getScalarType()->isIntegerTy(32) && (isShapedLike(T, Main) || (Operand && T->isIntegerTy()));
  case 'B':
    return isShapedLike(T, Main);
  case 'L':
    return T->isIntegerTy() && isInteger(T);
  case 'P':
    return T->isPointerTy();
  case 'V':
    return T->isVoidTy();
  case '*':
    return isFloating(T) || isNumber(T);
  }
  return false;
}

// The type that F or I stands for, or null if there is none or it is of the other kind.
Type *mainType(const CallInst &Call, StringRef Result, StringRef Operands) {
  size_t First = Operands.find_first_of("FI");
  char Letter = First == StringRef::npos ? Result[0] : Operands[First];
  Type *T = Result == "F" || Result == "I" || First == StringRef::npos ? Call.getType()
                                                                       : Call.getArgOperand(First)->getType();
  if (Letter != 'F' && Letter != 'I')
    return nullptr;
  return (Letter == 'F' ? isFloating(T) : isNumber(T)) ? T : nullptr;
}

bool matches(OpenCLCall &C, StringRef Signature) {
  auto [Result, Operands] = Signature.split(':');
  if (C.Call.arg_size() != Operands.size())
    return false;
  C.Main = mainType(C.Call, Result, Operands);
  if (!accepts(Result[0], C.Call.getType(), C.Main, false))
    return false;
  for (unsigned N = 0; N != Operands.size(); ++N)
    if (!accepts(Operands[N], C.Call.getArgOperand(N)->getType(), C.Main, true))
      return false;
  for (unsigned N = 0; N != Operands.size(); ++N) {
    Value *V = C.Call.getArgOperand(N);
    bool Splat =
        StringRef("FIJ").contains(Operands[N]) && C.Main && C.Main->isVectorTy() && !V->getType()->isVectorTy();
    C.Args.push_back(Splat ? C.B.CreateVectorSplat(elementsOf(C.Main), V) : V);
  }
  return true;
}

// By the first parameter's letter.
bool startsUnsigned(StringRef Parameters) {
  if (Parameters.consume_front("Dv"))
    Parameters = Parameters.drop_while([](char C) { return isDigit(C) || C == '_'; });
  return !Parameters.empty() && StringRef("htjmy").contains(Parameters[0]);
}

// Name in the table of a function of OpenCL C or of SPIR-V's instruction set OpenCL.std, whose names tell integers
// apart.
StringRef tableName(StringRef Plain, bool &Unsigned) {
  StringRef Name = Plain;
  if (Name.consume_front("__spirv_ocl_")) {
    Name = Name.take_front(Name.find("_R"));
    if (Name.consume_front("u_"))
      Unsigned = true;
    else if (Name.consume_front("s_"))
      Unsigned = false;
    else if (Name == "fclamp" || Name == "fmin_common" || Name == "fmax_common")
      Name = Name == "fclamp" ? "clamp" : Name.take_front(4);
  }
  for (StringRef Precision : {"native_", "half_", "fast_"})
    if (StringRef Rest = Name; Rest.consume_front(Precision))
      return Rest;
  return Name;
}

Value *replacement(CallInst &Call, StringRef Plain, StringRef Parameters) {
  OpenCLCall C{Call, Plain, Plain, Parameters, startsUnsigned(Parameters), IRBuilder<>(&Call), {}};
  if (isa<FPMathOperator>(Call))
    C.B.setFastMathFlags(Call.getFastMathFlags());
  if (isOpenCLConversion(Plain)) {
    C.Args.assign(Call.arg_begin(), Call.arg_end());
    const bool Fits =
        Call.arg_size() == 1 && isShapedLike(C.arg(0)->getType()->getWithNewType(C.B.getInt8Ty()), nullptr);
    return Fits ? emitOpenCLConversion(C) : nullptr;
  }
  C.Name = tableName(Plain, C.Unsigned);
  auto Known = table().find(C.Name);
  if (Known == table().end())
    return nullptr;
  for (const OpenCLFunction *F : Known->second)
    if (C.Args.clear(); matches(C, F->Signature))
      return F->Emit(C);
  return nullptr;
}

// A builtin of ours with other integer types: `_Z22__spirv_ControlBarrierjjj`, or with the enumerations of C++.
Function *ownBuiltin(Function &F, StringRef Plain) {
  Module &M = *F.getParent();
  SmallVector<Type *, 4> Types;
  for (Type *T : F.getFunctionType()->params()) {
    if (!T->isIntegerTy())
      return nullptr;
    Types.push_back(Type::getInt32Ty(M.getContext()));
  }
  if (!Plain.starts_with("__spirv_") || F.isVarArg())
    return nullptr;
  std::string Letters = Types.empty() ? "v" : std::string(Types.size(), 'i');
  std::string Name = "_Z" + std::to_string(Plain.size()) + Plain.str() + Letters;
  auto *T = FunctionType::get(F.getReturnType(), Types, false);
  Function *Known = M.getFunction(Name);
  if (Known && (!Known->isDeclaration() || Known->getFunctionType() != T))
    return nullptr;
  if (!Known) {
    Known = Function::Create(T, GlobalValue::ExternalLinkage, Name, M);
    Known->setAttributes(F.getAttributes());
    Known->setCallingConv(F.getCallingConv());
  }
  if (classifyBuiltin(*Known))
    return Known;
  if (Known->use_empty())
    Known->eraseFromParent();
  return nullptr;
}

bool normalizeCall(CallInst &Call, StringRef Plain, StringRef Parameters, Function *Own) {
  IRBuilder<> B(&Call);
  Value *New = nullptr;
  if (Own) {
    SmallVector<Value *, 4> Arguments;
    for (Value *V : Call.args())
      Arguments.push_back(B.CreateZExtOrTrunc(V, B.getInt32Ty()));
    auto *Direct = B.CreateCall(Own, Arguments);
    Direct->setCallingConv(Own->getCallingConv());
    New = Direct;
  } else {
    New = replacement(Call, Plain, Parameters);
  }
  if (!New)
    return false;
  if (!Call.getType()->isVoidTy()) {
    if (auto *I = dyn_cast<Instruction>(New); I && !I->hasName())
      I->takeName(&Call);
    Call.replaceAllUsesWith(New);
  }
  Call.eraseFromParent();
  return true;
}

bool normalizeFunction(Function &F) {
  auto [Plain, Parameters] = splitMangled(F.getName());
  // Without mangling it is a function of C, unless SPIR-V gives the name.
  if (Parameters.empty() && !Plain.starts_with("__spirv_"))
    return false;
  // F may go, and its name with it.
  const std::string Name = Plain.str(), Letters = Parameters.str();
  SmallVector<CallInst *, 8> Calls;
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallInst>(U); Call && Call->getCalledFunction() == &F)
      Calls.push_back(Call);
  if (Calls.empty())
    return false;
  Function *Own = ownBuiltin(F, Name);
  bool Changed = false;
  for (CallInst *Call : Calls)
    Changed |= normalizeCall(*Call, Name, Letters, Own);
  if (F.use_empty())
    F.eraseFromParent();
  return Changed;
}

} // namespace

bool normalizeBuiltins(Module &M) {
  if (!M.getTargetTriple().isSPIROrSPIRV())
    return false;
  SmallVector<Function *, 32> Declared;
  for (Function &F : M)
    if (F.isDeclaration() && !F.isIntrinsic() && !classifyBuiltin(F) && !isLibmFunction(F.getName()))
      Declared.push_back(&F);
  bool Changed = false;
  for (Function *F : Declared)
    Changed |= normalizeFunction(*F);
  return Changed;
}

PreservedAnalyses NormalizeBuiltinsPass::run(Module &M, ModuleAnalysisManager &) {
  return normalizeBuiltins(M) ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace syclfuse::fuser
