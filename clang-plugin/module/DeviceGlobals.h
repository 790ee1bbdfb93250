// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of type device_global (sycl_ext_oneapi_device_global): one object of the host, and memory on each device
// that kernels are given the address of. What ties them together is a key (syclfuse/device_globals.hpp).
#pragma once

#include "names/KernelSymbols.h"

namespace llvm {
class Module;
}

namespace syclfuse::plugin {

bool isDeviceGlobal(clang::QualType T, const clang::ASTContext &Context);

// From symbols of variables to their keys.
using DeviceGlobals = llvm::StringMap<uint64_t>;

// Returns the variables of the translation unit. The host pass and the device pass get the same result.
DeviceGlobals deviceGlobals(const clang::CompilerInstance &CI, const LocationWriter &Locations);

// Makes them declarations in the device module, with nothing but the key.
void declareDeviceGlobals(llvm::Module &M, const DeviceGlobals &Variables);
// In the host module: adds a constructor that tells the runtime of those that it defines, and a destructor that ends
// it, since libraries are closed.
void noteDeviceGlobals(llvm::Module &M, const DeviceGlobals &Variables);

} // namespace syclfuse::plugin
