// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NativeObject.h"

#include "CarriesOfLargeBlocks.h"
#include "JoinObjects.h"
#include "NativeMachine.h"
#include "Support/FuseError.h"
#include "Support/ModuleText.h"
#include "Targets/Common/LLVMOption.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// Every module brings its own constants: they are private to it.
void internalizeAllButEntries(Module &M) {
  for (GlobalVariable &G : M.globals())
    if (!G.isDeclaration() && !G.hasAppendingLinkage()) {
      G.setComdat(nullptr);
      G.setLinkage(GlobalValue::PrivateLinkage);
      G.setVisibility(GlobalValue::DefaultVisibility);
    }
}

// What Effort::Least has marked.
bool wantsLeastCare(const Module &M) {
  return any_of(M, [](const Function &F) { return F.hasOptNone(); });
}

// The joined modules of an object: those that code generation takes its time for, and the others.
struct JoinedModules {
  explicit JoinedModules(TargetMachine &TM) : TM(TM) {}

  Module &operator[](bool LeastCare) {
    std::unique_ptr<Module> &M = Modules[LeastCare];
    if (!M) {
      M = std::make_unique<Module>("sycl-fuse", Context);
      M->setTargetTriple(TM.getTargetTriple());
      M->setDataLayout(TM.createDataLayout());
      M->setPICLevel(PICLevel::BigPIC);
    }
    return *M;
  }

  Error link(ArrayRef<std::string> Bitcodes) {
    for (const std::string &Bitcode : Bitcodes) {
      auto M = parseBitcodeFile(MemoryBufferRef(Bitcode, "kernel"), Context);
      if (!M)
        return fuseError(diag::internal_error, {"native bitcode: " + toString(M.takeError())});
      internalizeAllButEntries(**M);
      Module &Joined = (*this)[wantsLeastCare(**M)];
      if (Linker::linkModules(Joined, std::move(*M)))
        return fuseError(diag::internal_error, {"native kernels cannot be joined"});
    }
    return Error::success();
  }

  LLVMContext Context;
  TargetMachine &TM;
  std::unique_ptr<Module> Modules[2];
};

bool usesBfloat(const Module &M) {
  auto IsBfloat = [](const Type *T) { return T->getScalarType()->isBFloatTy(); };
  return any_of(M, [&](const Function &F) {
    return any_of(instructions(F), [&](const Instruction &I) {
      return IsBfloat(I.getType()) || any_of(I.operands(), [&](const Use &U) { return IsBfloat(U->getType()); });
    });
  });
}

// LLVM calls it to round to bfloat; libgcc has it from version 13 on, so the object brings it along.
void defineBfloatRounding(Module &M) {
  LLVMContext &C = M.getContext();
  Function *F = Function::Create(FunctionType::get(Type::getBFloatTy(C), {Type::getFloatTy(C)}, false),
                                 GlobalValue::WeakAnyLinkage, "__truncsfbf2", M);
  F->setVisibility(GlobalValue::HiddenVisibility);
  F->setDoesNotThrow();
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  Value *X = F->getArg(0), *Bits = B.CreateBitCast(X, B.getInt32Ty()), *Upper = B.CreateLShr(Bits, 16);
  // To nearest, ties to even; what is not a number stays so, and becomes quiet.
  Value *Half = B.CreateAdd(B.CreateAnd(Upper, B.getInt32(1)), B.getInt32(0x7fff));
  Value *Rounded = B.CreateLShr(B.CreateAdd(Bits, Half), 16);
  Value *Result = B.CreateSelect(B.CreateFCmpUNO(X, X), B.CreateOr(Upper, B.getInt32(0x40)), Rounded);
  B.CreateRet(B.CreateBitCast(B.CreateTrunc(Result, B.getInt16Ty()), B.getBFloatTy()));
}

} // namespace

bool generateNativeCode(Module &M, TargetMachine &TM, raw_pwrite_stream &OS, CodeGenFileType Type) {
  const CodeGenOptLevel Usual = TM.getOptLevel();
  const scope_exit Restored([&] { TM.setOptLevel(Usual); });
  if (wantsLeastCare(M))
    TM.setOptLevel(CodeGenOptLevel::None);
  formCarries(M);
  // LoopAddresses.h has done by now what is worth it.
  LLVMOption NoStrengthReduction("disable-lsr", "true", "false");
  legacy::PassManager Passes;
  if (TM.addPassesToEmitFile(Passes, OS, nullptr, Type, /*DisableVerify=*/true))
    return false;
  Passes.run(M);
  return true;
}

Expected<SmallVector<char, 0>> emitNativeObject(ArrayRef<std::string> Bitcodes,
                                                function_ref<Error(Module &)> AddGlobals) {
  TargetMachine *TM = nativeMachine();
  if (!TM)
    return fuseError(diag::internal_error, {"this LLVM has no x86 back end"});
  JoinedModules Joined(*TM);
  if (Error E = Joined.link(Bitcodes))
    return std::move(E);
  if (AddGlobals)
    if (Error E = AddGlobals(Joined[false]))
      return std::move(E);
  SmallVector<SmallVector<char, 0>, 2> Objects;
  for (std::unique_ptr<Module> &M : Joined.Modules) {
    if (!M)
      continue;
    if (usesBfloat(*M))
      defineBfloatRounding(*M);
    if (Error E = verify(*M, "invalid native module"))
      return std::move(E);
    raw_svector_ostream Stream(Objects.emplace_back());
    if (!generateNativeCode(*M, *TM, Stream, CodeGenFileType::ObjectFile))
      return fuseError(diag::internal_error, {"this LLVM cannot write objects"});
  }
  if (Objects.size() == 1)
    return std::move(Objects.front());
  return joinNativeObjects({toStringRef(Objects[0]), toStringRef(Objects[1])}, {});
}

} // namespace syclfuse::fuser
