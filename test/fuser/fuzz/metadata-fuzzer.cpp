// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A module of kernels with a stub and metadata, all decided by the bytes, through passes that they choose.
#include "RandomModule.h"
#include "RunPasses.h"

#include "llvm/IR/LLVMContext.h"

using namespace llvm;
using namespace syclfuse::fuser;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  LLVMContext C;
  // What the passes are to do first, so that it does not change with every byte of the module.
  ByteReader In(Data, Size);
  StringRef Passes = In.take(5);
  std::unique_ptr<Module> M = makeModule(C, In);
  ByteReader Choice(Passes.bytes_begin(), Passes.size());
  runChosenPasses(*M, Choice);
  return 0;
}
