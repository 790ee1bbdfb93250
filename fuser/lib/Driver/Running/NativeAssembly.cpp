// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NativeAssembly.h"

#include "Support/FuseError.h"
#include "Targets/Native/Object/NativeObject.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace syclfuse::fuser {

Expected<std::string> nativeAssembly(StringRef Bitcode) {
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M = parseBitcodeFile(MemoryBufferRef(Bitcode, "kernel"), Context);
  if (!M)
    return M.takeError();
  // The target that wrote the bitcode has registered itself.
  std::string Problem;
  const Triple &TT = (*M)->getTargetTriple();
  const llvm::Target *T = TargetRegistry::lookupTarget(TT, Problem);
  if (!T)
    return fuseError(diag::internal_error, {Problem});
  std::unique_ptr<TargetMachine> TM(T->createTargetMachine(TT, "", "", llvm::TargetOptions(), Reloc::PIC_));
  SmallString<0> Text;
  raw_svector_ostream OS(Text);
  if (!generateNativeCode(**M, *TM, OS, CodeGenFileType::AssemblyFile))
    return fuseError(diag::internal_error, {"this LLVM cannot write assembly"});
  return Text.str().str();
}

} // namespace syclfuse::fuser
