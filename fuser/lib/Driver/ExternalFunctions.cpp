// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ExternalFunctions.h"

#include "syclfuse/fuser/Dialect.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace syclfuse::fuser {

static bool isMissing(const Function &F) {
  return F.isDeclaration() && !F.use_empty() && !F.isIntrinsic() && !isKnownBuiltin(F) && !isLibmFunction(F.getName());
}

static StringSet<> missingFunctions(const Module &M) {
  StringSet<> Names;
  for (const Function &F : M)
    if (isMissing(F))
      Names.insert(F.getName());
  return Names;
}

// Whether a linker would find the definition of one of the names here.
static bool defines(const Module &M, const StringSet<> &Names) {
  return any_of(Names, [&](const auto &Name) {
    const Function *F = M.getFunction(Name.getKey());
    return F && !F->isDeclaration() && !F->hasLocalLinkage() && !F->hasAvailableExternallyLinkage();
  });
}

// Most images define nothing of it: their functions are not read.
static bool mayDefine(const DeviceImage &Image, const Module &Needing, const StringSet<> &Names) {
  LLVMContext Context;
  Context.setDiagnosticHandlerCallBack([](const DiagnosticInfo *, void *) {});
  SMDiagnostic Ignored;
  std::unique_ptr<MemoryBuffer> Bytes = MemoryBuffer::getMemBuffer(*Image.Bytes, /*RequiresNullTerminator=*/false);
  std::unique_ptr<Module> M = getLazyIRModule(std::move(Bytes), Ignored, Context);
  return M && M->getTargetTriple() == Needing.getTargetTriple() && M->getDataLayout() == Needing.getDataLayout() &&
         defines(*M, Names);
}

// Lists that would bring everything they name with them.
static void dropLists(Module &M) {
  for (StringRef Name : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
    if (GlobalVariable *List = M.getNamedGlobal(Name); List && List->use_empty())
      List->eraseFromParent();
}

static bool linkFrom(const DeviceImage &Image, Module &M) {
  diagnostics Ignored;
  std::unique_ptr<Module> Source = parseDeviceImage(Image, M.getContext(), Ignored);
  if (!Source)
    return false;
  dropLists(*Source);
  return !Linker::linkModules(M, std::move(Source), Linker::Flags::LinkOnlyNeeded);
}

void linkExternalFunctions(Module &M, ArrayRef<DeviceImage> Images) {
  // What is found may need more, also of images that were asked before.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const DeviceImage &Image : Images) {
      StringSet<> Missing = missingFunctions(M);
      if (Missing.empty())
        return;
      if (mayDefine(Image, M, Missing))
        Changed |= linkFrom(Image, M) && missingFunctions(M).size() != Missing.size();
    }
  }
}

} // namespace syclfuse::fuser
