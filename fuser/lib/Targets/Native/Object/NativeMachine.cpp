// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NativeMachine.h"

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <mutex>

using namespace llvm;

namespace syclfuse::fuser {

static std::unique_ptr<TargetMachine> createNativeMachine() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser(); // for sections that are written in assembly
  });
  Triple TT(NativeTriple);
  std::string Unused;
  const llvm::Target *T = TargetRegistry::lookupTarget(TT, Unused);
  if (!T)
    return nullptr;
  llvm::TargetOptions Options;
  Options.FunctionSections = true;
  Options.UseInitArray = true; // else .ctors, which lld does not know
  Options.AllowFPOpFusion = FPOpFusion::Standard;
  return std::unique_ptr<TargetMachine>(
      T->createTargetMachine(TT, "x86-64-v2", "", Options, Reloc::PIC_, CodeModel::Small, CodeGenOptLevel::Default));
}

TargetMachine *nativeMachine() {
  static thread_local std::unique_ptr<TargetMachine> Kept = createNativeMachine();
  return Kept.get();
}

} // namespace syclfuse::fuser
