// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Machine code of instrumented kernels, in this process.
#pragma once

#include "Instrument.h"
#include "WorkItems.h"

#include <memory>

namespace llvm::orc {
class JITDylib;
class LLJIT;
} // namespace llvm::orc

namespace syclfuse::fuser::oracle {

class HostCode {
public:
  static llvm::Expected<std::unique_ptr<HostCode>> create();
  ~HostCode();
  // In place of what was loaded before.
  llvm::Expected<KernelEntry> load(const InstrumentedKernel &Kernel);

private:
  explicit HostCode(std::unique_ptr<llvm::orc::LLJIT> Jit);
  std::string Reported;
  std::unique_ptr<llvm::orc::LLJIT> Jit;
  llvm::orc::JITDylib *Loaded = nullptr;
};

} // namespace syclfuse::fuser::oracle
