// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ExternalFunctions.h"

#include "RelativePaths.h"

#include "Analysis/Dialects/Dialect.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <tuple>

using namespace llvm;

namespace syclfuse::fuser {

static bool isMissing(const Function &F) {
  return F.isDeclaration() && !F.use_empty() && !F.isIntrinsic() && !isKnownBuiltin(F) &&
         !isLibmFunction(F.getName()) && !isHostService(F);
}

static StringSet<> missingFunctions(const Module &M) {
  StringSet<> Names;
  for (const Function &F : M)
    if (isMissing(F))
      Names.insert(F.getName());
  return Names;
}

// True if a linker would find a definition of it here.
static bool defines(const Module &M, StringRef Name) {
  const Function *F = M.getFunction(Name);
  return F && !F->isDeclaration() && !F->hasLocalLinkage() && !F->hasAvailableExternallyLinkage();
}

// Those of the names that the image defines. Most images define none: their functions are not read.
static StringSet<> definedBy(const DeviceImage &Image, const Module &Needing, const StringSet<> &Names) {
  LLVMContext Context;
  Context.setDiagnosticHandlerCallBack([](const DiagnosticInfo *, void *) {});
  SMDiagnostic Ignored;
  std::unique_ptr<MemoryBuffer> Bytes = MemoryBuffer::getMemBuffer(*Image.Bytes, /*RequiresNullTerminator=*/false);
  std::unique_ptr<Module> M = getLazyIRModule(std::move(Bytes), Ignored, Context);
  StringSet<> Found;
  if (M && M->getTargetTriple() == Needing.getTargetTriple() && M->getDataLayout() == Needing.getDataLayout())
    for (const auto &Name : Names)
      if (defines(*M, Name.getKey()))
        Found.insert(Name.getKey());
  return Found;
}

namespace {
struct Provider {
  const DeviceImage *Image;
  StringSet<> Names; // that are taken from it
};
} // namespace

// The first image that defines a name provides it. In an order that is not that of the inputs, which must not show in
// what is built.
static std::vector<Provider> providersOf(StringSet<> Missing, const Module &M, ArrayRef<DeviceImage> Images) {
  std::vector<Provider> Providers;
  for (const DeviceImage &Image : Images) {
    if (Missing.empty())
      break;
    StringSet<> Found = definedBy(Image, M, Missing);
    for (const auto &Name : Found)
      Missing.erase(Name.getKey());
    if (!Found.empty())
      Providers.push_back({&Image, std::move(Found)});
  }
  auto Key = [](const Provider &P) {
    return std::make_tuple(relativeName(P.Image->Input), StringRef(P.Image->Member), P.Image->Bytes->getBuffer());
  };
  llvm::sort(Providers, [&](const Provider &A, const Provider &B) { return Key(A) < Key(B); });
  return Providers;
}

// Lists that would bring everything they name with them.
static void dropLists(Module &M) {
  for (StringRef Name : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
    if (GlobalVariable *List = M.getNamedGlobal(Name); List && List->use_empty())
      List->eraseFromParent();
}

static bool linkFrom(const Provider &From, const StringSet<> &Missing, Module &M) {
  diagnostics Ignored;
  std::unique_ptr<Module> Source = parseDeviceImage(*From.Image, M.getContext(), Ignored);
  if (!Source)
    return false;
  dropLists(*Source);
  for (const auto &Name : Missing)
    if (Function *F = Source->getFunction(Name.getKey());
        F && !F->isDeclaration() && !From.Names.contains(Name.getKey()))
      F->deleteBody();
  return !Linker::linkModules(M, std::move(Source), Linker::Flags::LinkOnlyNeeded);
}

void linkExternalFunctions(Module &M, ArrayRef<DeviceImage> Images) {
  // A function that is found may need others, also of images that were asked before.
  for (bool Changed = true; Changed;) {
    Changed = false;
    const StringSet<> Missing = missingFunctions(M);
    if (Missing.empty())
      return;
    for (const Provider &From : providersOf(Missing, M, Images))
      Changed |= linkFrom(From, Missing, M);
  }
}

} // namespace syclfuse::fuser
