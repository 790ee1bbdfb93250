// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled kernels of which the registers and the stack are read: any bytes, and files with any bytes where it reads them.
#include "../Driver/Output/unit/SampleImage.h"
#include "Driver/Output/KernelResources.h"

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  for (image_format Format : {image_format::cubin, image_format::hsaco})
    for (const std::string &Image : {Bytes.str(), test::sampleCubin(Bytes), test::sampleCodeObject(Bytes),
                                     test::sampleImage(".note", ELF::SHT_NOTE, Bytes)})
      consumeError(resourcesOfKernel(Image, Format, "two").takeError()); // refused, or read: no crash
  return 0;
}
