// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CudaMath.h"
#include "CudaToolkit.h"
#include "TargetSupport.h"
#include "syclfuse/fuser/Builtins.h"
#include "syclfuse/fuser/FuseError.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdlib>

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// The library function that computes an intrinsic; "" if there is none.
StringRef libraryName(Intrinsic::ID ID) {
  switch (ID) {
#define SF_CUDA_MATH(Intrinsic_, Name)                                                                                 \
  case Intrinsic::Intrinsic_:                                                                                          \
    return Name;
#include "CudaMath.def"
  default:
    return "";
  }
}

bool isSelectable(Intrinsic::ID ID) {
  switch (ID) {
#define SF_CUDA_SELECTABLE(Intrinsic_) case Intrinsic::Intrinsic_:
#include "CudaMath.def"
    return true;
  default:
    return false;
  }
}

bool isFloatOrDouble(Type *T) { return T->isFloatTy() || T->isDoubleTy(); }

// Which names a library gives its functions.
enum class Dialect { Libdevice, Libclc };

std::string symbol(Dialect D, StringRef Base, const CallBase &Call, Type *T) {
  if (D == Dialect::Libdevice)
    return ("__nv_" + Base + (T->isFloatTy() ? "f" : "")).str();
  std::string Name = "_Z" + std::to_string(Base.size()) + Base.str();
  for (const Use &Operand : Call.args())
    Name += Operand->getType()->isIntegerTy() ? "i" : T->isFloatTy() ? "f" : "d";
  return Name;
}

// Calls the function for one scalar; half goes through float.
Value *emitScalar(IRBuilder<> &B, Dialect D, StringRef Base, const CallBase &Call, ArrayRef<Value *> Operands) {
  Type *T = Call.getType()->getScalarType(), *Work = isFloatOrDouble(T) ? T : B.getFloatTy();
  SmallVector<Value *, 3> Values;
  SmallVector<Type *, 3> Types;
  for (Value *V : Operands) {
    Values.push_back(V->getType()->isFloatingPointTy() ? B.CreateFPCast(V, Work) : V);
    Types.push_back(Values.back()->getType());
  }
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Callee = M.getOrInsertFunction(symbol(D, Base, Call, Work), FunctionType::get(Work, Types, false));
  return B.CreateFPCast(B.CreateCall(Callee, Values), T);
}

void replaceCall(CallBase &Call, Dialect D, StringRef Base) {
  IRBuilder<> B(&Call);
  SmallVector<Value *, 3> Operands(Call.args());
  Value *New = nullptr;
  if (auto *V = dyn_cast<FixedVectorType>(Call.getType())) {
    New = PoisonValue::get(V);
    for (unsigned N = 0; N != V->getNumElements(); ++N) {
      SmallVector<Value *, 3> Elements;
      for (Value *Operand : Operands)
        Elements.push_back(Operand->getType()->isVectorTy() ? B.CreateExtractElement(Operand, N) : Operand);
      New = B.CreateInsertElement(New, emitScalar(B, D, Base, Call, Elements), N);
    }
  } else {
    New = emitScalar(B, D, Base, Call, Operands);
  }
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
}

// The library function that I needs; "" if it needs none.
StringRef neededFunction(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  if (!F)
    return "";
  if (F->isIntrinsic())
    return libraryName(F->getIntrinsicID());
  if (!F->isDeclaration() || !isLibmFunction(F->getName()))
    return "";
  // Names of float functions end in f; erf is a double's.
  StringRef Name = F->getName();
  return Call->getType()->isFloatTy() && Name.ends_with("f") ? Name.drop_back() : Name;
}

std::string findLibrary(StringRef Given) {
  if (!Given.empty())
    return Given.str();
  std::vector<std::string> Places;
  for (const std::string &Toolkit : cudaToolkitFolders())
    for (const char *Folder : {"/nvvm/libdevice", "/libdevice"}) // the second: Debian's package
      Places.push_back(Toolkit + Folder + "/libdevice.10.bc");
  Places.push_back("/usr/lib/clc/nvptx64--nvidiacl.bc");
  for (std::string &Place : Places)
    if (sys::fs::exists(Place))
      return Place;
  return "";
}

// libclc leaves these to libdevice; they are one instruction or two.
void defineSmallFunctions(Module &M) {
  for (Function &F : M) {
    StringRef Name = F.getName();
    if (!F.isDeclaration() || F.use_empty() || !Name.consume_front("__nv_"))
      continue;
    bool IsInf = Name == "isinff" || Name == "isinfd", Sqrt = Name == "sqrtf" || Name == "sqrt";
    if (!IsInf && !Sqrt && Name != "rsqrtf" && Name != "rsqrt")
      continue;
    IRBuilder<> B(BasicBlock::Create(M.getContext(), "", &F));
    Value *X = F.getArg(0);
    Value *Inf = ConstantFP::getInfinity(X->getType());
    if (IsInf)
      B.CreateRet(B.CreateZExt(B.CreateFCmpOEQ(B.CreateUnaryIntrinsic(Intrinsic::fabs, X), Inf), F.getReturnType()));
    else if (Sqrt)
      B.CreateRet(B.CreateUnaryIntrinsic(Intrinsic::sqrt, X));
    else
      B.CreateRet(B.CreateFDiv(ConstantFP::get(X->getType(), 1), B.CreateUnaryIntrinsic(Intrinsic::sqrt, X)));
  }
}

Error linkLibrary(Module &M, StringRef Path, StringRef Kernel, StringRef TargetName) {
  auto Refuse = [&](const Twine &Why) {
    return fuseError(diag::unsupported_construct, {Kernel.str(), TargetName.str(), Why.str()});
  };
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return Refuse("cannot read the mathematics library '" + Path + "': " + Buffer.getError().message());
  auto Library = getOwningLazyBitcodeModule(std::move(*Buffer), M.getContext());
  if (!Library)
    return Refuse("the mathematics library '" + Path + "' is no bitcode: " + toString(Library.takeError()));
  (*Library)->setTargetTriple(M.getTargetTriple());
  (*Library)->setDataLayout(M.getDataLayout());
  StringSet<> Before;
  for (Function &F : M)
    if (!F.isDeclaration())
      Before.insert(F.getName());
  if (Linker::linkModules(M, std::move(*Library), Linker::LinkOnlyNeeded))
    return Refuse("the mathematics library '" + Path + "' cannot be linked");
  defineSmallFunctions(M);
  for (Function &F : M) {
    if (!F.isDeclaration() && !Before.contains(F.getName()))
      F.setLinkage(GlobalValue::InternalLinkage);
    else if (F.isDeclaration() && !F.isIntrinsic() && !F.use_empty() && F.getName() != "__nvvm_reflect")
      return Refuse("'" + F.getName() + "' is missing in the mathematics library");
  }
  return Error::success();
}

} // namespace

bool isSupportedOnCuda(const Function &F) {
  if (!F.isIntrinsic())
    return F.isDeclaration() && isLibmFunction(F.getName());
  if (!libraryName(F.getIntrinsicID()).empty()) {
    Type *T = F.getReturnType()->getScalarType();
    return isFloatOrDouble(T) || T->isHalfTy();
  }
  return isSelectable(F.getIntrinsicID());
}

bool neededFromLibrary(const Function &F) { return F.isIntrinsic() && !libraryName(F.getIntrinsicID()).empty(); }

Error lowerCudaMath(Module &M, StringRef Kernel, StringRef TargetName, StringRef GivenLibrary) {
  SmallVector<std::pair<Instruction *, std::string>, 8> Calls;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (StringRef Name = neededFunction(I); !Name.empty())
        Calls.push_back({&I, Name.str()});
      else if (I.getOpcode() == Instruction::FRem)
        Calls.push_back({&I, "fmod"});
    }
  if (Calls.empty())
    return Error::success();
  std::string Library = findLibrary(GivenLibrary);
  if (Library.empty())
    return fuseError(diag::unsupported_construct,
                     {Kernel.str(), TargetName.str(), "neither libdevice nor libclc is installed"});
  Dialect D = StringRef(Library).contains("libdevice") ? Dialect::Libdevice : Dialect::Libclc;
  for (auto &[I, Name] : Calls) {
    if (I->getOpcode() == Instruction::FRem) {
      IRBuilder<> B(I);
      auto *Call = cast<CallInst>(B.CreateCall(M.getOrInsertFunction("fmod", I->getType(), I->getType(), I->getType()),
                                               {I->getOperand(0), I->getOperand(1)}));
      I->replaceAllUsesWith(Call);
      I->eraseFromParent();
      replaceCall(*Call, D, Name);
    } else {
      replaceCall(cast<CallBase>(*I), D, Name);
    }
  }
  return linkLibrary(M, Library, Kernel, TargetName);
}

} // namespace syclfuse::fuser
