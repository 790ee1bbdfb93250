// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the device code, and the manifests that lie with it, in the files that the user names.
#pragma once

#include "DeviceImage.h"
#include "FileKind.h"
#include "SpirvInput.h"

#include "syclfuse/diagnostic.hpp"

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class MemoryBuffer;
class MemoryBufferRef;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Reads the file `Path`. Null, with SF3001, if that fails.
std::unique_ptr<llvm::MemoryBuffer> readInput(const std::string &Path, diagnostics &Diags);

// Appends the images of the input to Images: those of the .llvm.offloading sections of an ELF file, or of an object of
// -flto, which is bitcode, with its manifests; of every member of an archive; or the file itself. A host-only object
// has none. False and SF3001 if it cannot be read. Images of other kinds than bitcode are SF3001.
bool readDeviceImages(const std::string &Path, const SpirvReader &Reader, std::vector<DeviceImage> &Images,
                      diagnostics &Diags);

// As readDeviceImages, from memory.
bool collectDeviceImages(llvm::MemoryBufferRef Buffer, const std::string &Input, const std::string &Member,
                         const SpirvReader &Reader, std::vector<DeviceImage> &Images, diagnostics &Diags);

// Parses an image. Null, with SF3001 (and the place in textual IR), if that fails.
std::unique_ptr<llvm::Module> parseDeviceImage(const DeviceImage &Image, llvm::LLVMContext &Context,
                                               diagnostics &Diags);

} // namespace syclfuse::fuser
