// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GpuMath.h"
#include "Analysis/Dialects/Builtins.h"
#include "Support/FuseError.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// The library function that computes an intrinsic; "" if there is none.
StringRef libraryName(Intrinsic::ID ID) {
  switch (ID) {
#define SF_GPU_MATH(Intrinsic_, Name)                                                                                  \
  case Intrinsic::Intrinsic_:                                                                                          \
    return Name;
#include "GpuMath.def"
  default:
    return "";
  }
}

bool isSelectable(Intrinsic::ID ID) {
  switch (ID) {
#define SF_GPU_SELECTABLE(Intrinsic_) case Intrinsic::Intrinsic_:
#include "GpuMath.def"
    return true;
  default:
    return false;
  }
}

bool isFloatOrDouble(Type *T) { return T->isFloatTy() || T->isDoubleTy(); }

// Calls the function for one scalar; half goes through float.
Value *emitScalar(IRBuilder<> &B, const MathLibrary &Library, StringRef Base, const CallBase &Call,
                  ArrayRef<Value *> Operands) {
  Type *T = Call.getType()->getScalarType(), *Work = isFloatOrDouble(T) ? T : B.getFloatTy();
  SmallVector<Value *, 3> Values;
  SmallVector<Type *, 3> Types;
  for (Value *V : Operands) {
    Values.push_back(V->getType()->isFloatingPointTy() ? B.CreateFPCast(V, Work) : V);
    Types.push_back(Values.back()->getType());
  }
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Callee =
      M.getOrInsertFunction(Library.Symbol(Base, Call, Work), FunctionType::get(Work, Types, false));
  return B.CreateFPCast(B.CreateCall(Callee, Values), T);
}

void replaceCall(CallBase &Call, const MathLibrary &Library, StringRef Base) {
  IRBuilder<> B(&Call);
  SmallVector<Value *, 3> Operands(Call.args());
  Value *New = nullptr;
  if (auto *V = dyn_cast<FixedVectorType>(Call.getType())) {
    New = PoisonValue::get(V);
    for (unsigned N = 0; N != V->getNumElements(); ++N) {
      SmallVector<Value *, 3> Elements;
      for (Value *Operand : Operands)
        Elements.push_back(Operand->getType()->isVectorTy() ? B.CreateExtractElement(Operand, N) : Operand);
      New = B.CreateInsertElement(New, emitScalar(B, Library, Base, Call, Elements), N);
    }
  } else {
    New = emitScalar(B, Library, Base, Call, Operands);
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

Error linkLibrary(Module &M, StringRef Kernel, StringRef TargetName, const GpuFamily &Family, const MathLibrary &From) {
  const StringRef Path = From.Path;
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
  From.Complete(M);
  for (Function &F : M) {
    if (F.isDeclaration()) {
      if (!F.isIntrinsic() && !F.use_empty() && !is_contained(Family.DriverFunctions, F.getName()))
        return Refuse("'" + F.getName() + "' is missing in the mathematics library");
    } else if (!Before.contains(F.getName())) {
      F.setLinkage(GlobalValue::InternalLinkage);
      F.setVisibility(GlobalValue::DefaultVisibility);
      // Of the processor that the library was compiled for, which forbid to inline it.
      for (StringRef Kind : {"target-cpu", "target-features", "uniform-work-group-size"})
        F.removeFnAttr(Kind);
    }
  }
  for (GlobalVariable &G : M.globals())
    if (G.hasInitializer() && !G.hasLocalLinkage() && G.isConstant())
      G.setLinkage(GlobalValue::InternalLinkage);
  return Error::success();
}

} // namespace

std::string libclcSymbol(StringRef Base, const CallBase &Call, const Type *T) {
  // Its pown is OpenCL's name of powi.
  StringRef Name = Base == "powi" ? "pown" : Base;
  std::string Mangled = "_Z" + std::to_string(Name.size()) + Name.str();
  for (const Use &Operand : Call.args())
    Mangled += Operand->getType()->isIntegerTy() ? "i" : T->isFloatTy() ? "f" : "d";
  return Mangled;
}

bool isSupportedOnGpu(const Function &F) {
  if (!F.isIntrinsic())
    return F.isDeclaration() && (isLibmFunction(F.getName()) || isGpuLibraryFunction(F.getName()) || isHostService(F));
  if (!libraryName(F.getIntrinsicID()).empty()) {
    Type *T = F.getReturnType()->getScalarType();
    return isFloatOrDouble(T) || T->isHalfTy();
  }
  return isSelectable(F.getIntrinsicID());
}

bool isSelectableOnGpu(const Function &F, const GpuFamily &Family) {
  return isSelectable(F.getIntrinsicID()) || is_contained(Family.Selectable, F.getIntrinsicID());
}

Error lowerGpuMath(Module &M, StringRef Kernel, StringRef TargetName, const GpuFamily &Family,
                   const MathLibrary &Library) {
  SmallVector<std::pair<Instruction *, std::string>, 8> Calls;
  bool Needed = any_of(M, [](Function &F) { return F.isDeclaration() && isGpuLibraryFunction(F.getName()); });
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (StringRef Name = neededFunction(I); !Name.empty())
        Calls.push_back({&I, Name.str()});
      else if (I.getOpcode() == Instruction::FRem)
        Calls.push_back({&I, "fmod"});
    }
  if (Calls.empty() && !Needed)
    return Error::success();
  if (Library.Path.empty())
    return fuseError(diag::unsupported_construct,
                     {Kernel.str(), TargetName.str(), "it needs a mathematics library, and none is installed"});
  for (auto &[I, Name] : Calls) {
    if (I->getOpcode() == Instruction::FRem) {
      IRBuilder<> B(I);
      auto *Call = cast<CallInst>(B.CreateCall(M.getOrInsertFunction("fmod", I->getType(), I->getType(), I->getType()),
                                               {I->getOperand(0), I->getOperand(1)}));
      I->replaceAllUsesWith(Call);
      I->eraseFromParent();
      replaceCall(*Call, Library, Name);
    } else {
      replaceCall(cast<CallBase>(*I), Library, Name);
    }
  }
  return linkLibrary(M, Kernel, TargetName, Family, Library);
}

} // namespace syclfuse::fuser
