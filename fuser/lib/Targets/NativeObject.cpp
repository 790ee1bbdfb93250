// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Machine code for what the native target returned.
#include "TargetSupport.h"
#include "syclfuse/fuser/FuseError.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/CommandLine.h"
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

// LLVM's option for what LoopAddresses.h has done by now; it has no other way to say so.
class NoStrengthReduction {
public:
  NoStrengthReduction() { set(true); }
  ~NoStrengthReduction() { set(false); }
  NoStrengthReduction(const NoStrengthReduction &) = delete;
  NoStrengthReduction &operator=(const NoStrengthReduction &) = delete;

private:
  static void set(bool Disabled) {
    if (cl::Option *Option = cl::getRegisteredOptions().lookup("disable-lsr"))
      Option->addOccurrence(0, Option->ArgStr, Disabled ? "true" : "false");
  }
};

} // namespace

bool generateNativeCode(Module &M, TargetMachine &TM, raw_pwrite_stream &OS, CodeGenFileType Type) {
  NoStrengthReduction Done;
  legacy::PassManager Passes;
  if (TM.addPassesToEmitFile(Passes, OS, nullptr, Type, /*DisableVerify=*/true))
    return false;
  Passes.run(M);
  return true;
}

Expected<SmallVector<char, 0>> emitNativeObject(ArrayRef<std::string> Bitcodes,
                                                function_ref<Error(Module &)> AddGlobals) {
  std::unique_ptr<TargetMachine> TM = createNativeMachine(2);
  if (!TM)
    return fuseError(diag::internal_error, {"this LLVM has no x86 back end"});
  LLVMContext Context;
  Module Joined("sycl-fuse", Context);
  Joined.setTargetTriple(TM->getTargetTriple());
  Joined.setDataLayout(TM->createDataLayout());
  Joined.setPICLevel(PICLevel::BigPIC);
  if (Error E = linkModules(Joined, Bitcodes))
    return std::move(E);
  if (AddGlobals)
    if (Error E = AddGlobals(Joined))
      return std::move(E);
  std::string Problem;
  raw_string_ostream OS(Problem);
  if (verifyModule(Joined, &OS))
    return fuseError(diag::internal_error, {"invalid native module: " + Problem});
  SmallVector<char, 0> Object;
  raw_svector_ostream Stream(Object);
  if (!generateNativeCode(Joined, *TM, Stream, CodeGenFileType::ObjectFile))
    return fuseError(diag::internal_error, {"this LLVM cannot write objects"});
  return Object;
}

} // namespace syclfuse::fuser
