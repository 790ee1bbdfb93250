// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NativeObject.h"

#include "CarriesOfLargeBlocks.h"
#include "NativeMachine.h"
#include "Support/FuseError.h"
#include "Support/ModuleText.h"
#include "Targets/Common/LLVMOption.h"

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

Error linkModules(Module &Joined, ArrayRef<std::string> Bitcodes) {
  Linker L(Joined);
  for (const std::string &Bitcode : Bitcodes) {
    auto M = parseBitcodeFile(MemoryBufferRef(Bitcode, "kernel"), Joined.getContext());
    if (!M)
      return fuseError(diag::internal_error, {"native bitcode: " + toString(M.takeError())});
    internalizeAllButEntries(**M);
    if (L.linkInModule(std::move(*M)))
      return fuseError(diag::internal_error, {"native kernels cannot be joined"});
  }
  return Error::success();
}

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
  LLVMContext Context;
  Module Joined("sycl-fuse", Context);
  Joined.setTargetTriple(TM->getTargetTriple());
  Joined.setDataLayout(TM->createDataLayout());
  Joined.setPICLevel(PICLevel::BigPIC);
  if (Error E = linkModules(Joined, Bitcodes))
    return std::move(E);
  if (usesBfloat(Joined))
    defineBfloatRounding(Joined);
  if (AddGlobals)
    if (Error E = AddGlobals(Joined))
      return std::move(E);
  if (Error E = verify(Joined, "invalid native module"))
    return std::move(E);
  SmallVector<char, 0> Object;
  raw_svector_ostream Stream(Object);
  if (!generateNativeCode(Joined, *TM, Stream, CodeGenFileType::ObjectFile))
    return fuseError(diag::internal_error, {"this LLVM cannot write objects"});
  return Object;
}

} // namespace syclfuse::fuser
