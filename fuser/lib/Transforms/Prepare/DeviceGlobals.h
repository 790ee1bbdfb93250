// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of type device_global (sycl_ext_oneapi_device_global). Each device has memory of its own for one, which the
// runtime allocates, so that a kernel gets its address as an argument (argument_source::device_global).
#pragma once

#include "llvm/Support/Error.h"

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// The plugin says so, with the variable's key (syclfuse/device_globals.hpp).
bool isDeviceGlobal(const llvm::GlobalVariable &Variable);

// Needs kernels that call nothing which uses one, and have sycl.kernel.arguments. Afterwards nothing uses them. SF3011
// if the metadata of a kernel is malformed.
llvm::Error passDeviceGlobals(llvm::Module &M);

} // namespace syclfuse::fuser
