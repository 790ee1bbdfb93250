// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of type device_global (sycl_ext_oneapi_device_global): one object of the host, and memory on each device
// that kernels are given the address of. What ties them together is a key (syclfuse/device_globals.hpp).
#pragma once

#include "names/KernelSymbols.h"

namespace syclfuse::plugin {

bool isDeviceGlobal(clang::QualType T, const clang::ASTContext &Context);

// From symbols of variables to their keys.
using DeviceGlobals = llvm::StringMap<uint64_t>;

// Returns the variables of the translation unit. The host pass and the device pass get the same result.
DeviceGlobals deviceGlobals(const clang::CompilerInstance &CI, const LocationWriter &Locations);

// Turns the variables into declarations in the device module, which keep only the key, as an attribute.
void declareDeviceGlobals(llvm::Module &M, const DeviceGlobals &Variables);
// Adds a constructor to the host module that registers the variables it defines with the runtime, and a destructor that
// takes them back, since a library may be closed.
void noteDeviceGlobals(llvm::Module &M, const DeviceGlobals &Variables);

} // namespace syclfuse::plugin
