// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HostCode.h"

#include "Hooks.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"

using namespace llvm;

namespace syclfuse::fuser::oracle {

HostCode::HostCode(std::unique_ptr<orc::LLJIT> Jit) : Jit(std::move(Jit)) {}
HostCode::~HostCode() = default;

Expected<std::unique_ptr<HostCode>> HostCode::create() {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto Machine = orc::JITTargetMachineBuilder::detectHost();
  if (!Machine)
    return Machine.takeError();
  Machine->setCodeGenOptLevel(CodeGenOptLevel::None);
  auto Jit = orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(*Machine)).create();
  if (!Jit)
    return Jit.takeError();
  std::unique_ptr<HostCode> Result(new HostCode(std::move(*Jit)));
  // What a kernel lacks; the error of its look-up does not say that.
  Result->Jit->getExecutionSession().setErrorReporter(
      [&Reported = Result->Reported](Error E) { Reported = toString(std::move(E)); });
  return Result;
}

Expected<KernelEntry> HostCode::load(const InstrumentedKernel &Kernel) {
  orc::ExecutionSession &Session = Jit->getExecutionSession();
  if (Loaded)
    if (Error E = Session.removeJITDylib(*Loaded))
      return std::move(E);
  Loaded = nullptr;
  auto Library = Jit->createJITDylib("kernel");
  if (!Library)
    return Library.takeError();
  Loaded = &*Library;
  orc::SymbolMap Symbols;
  auto Add = [&](StringRef Name, auto *F) {
    Symbols[Jit->mangleAndIntern(Name)] = {orc::ExecutorAddr::fromPtr(F), JITSymbolFlags::Exported};
  };
  Add("oracleAccess", &oracleAccess);
  Add("oracleCopy", &oracleCopy);
  Add("oracleFill", &oracleFill);
  Add("oracleQuery", &oracleQuery);
  Add("oracleBarrier", &oracleBarrier);
  Add("oracleGroup", &oracleGroup);
  Add("oracleLocal", &oracleLocal);
  Add("oracleStep", &oracleStep);
  Add("oracleAssume", &oracleAssume);
  if (Error E = Loaded->define(orc::absoluteSymbols(std::move(Symbols))))
    return std::move(E);
  auto Context = std::make_unique<LLVMContext>();
  auto M = parseBitcodeFile(MemoryBufferRef(Kernel.Bitcode, "kernel"), *Context);
  if (!M)
    return M.takeError();
  if (Error E = Jit->addIRModule(*Loaded, orc::ThreadSafeModule(std::move(*M), std::move(Context))))
    return std::move(E);
  auto Address = Jit->lookup(*Loaded, EntryName);
  if (!Address) {
    consumeError(Address.takeError());
    return createStringError(Reported);
  }
  return Address->toPtr<KernelEntry>();
}

} // namespace syclfuse::fuser::oracle
