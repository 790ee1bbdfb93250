// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A retargeted kernel as a kernel of a GPU: queries read registers and arguments, plain ranges become a one-dimensional
// grid with a guard, barriers and group functions become the device's.
#pragma once

#include "GpuDevice.h"
#include "Targets/Target.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Replaces Kernel by a kernel EntryName and completes V: the arguments added to it, group size, items per thread.
// UsesGroups: the work-items of an nd_range must stay in their work-groups (Dialect.h). SF4004 for a
// group function that cannot be lowered (GpuGroups.h), SF4008 for groups that the device cannot launch.
llvm::Error buildGpuKernel(llvm::Function &Kernel, llvm::StringRef EntryName, llvm::StringRef TargetName,
                           const GpuDevice &Device, const LaunchShape &Shape, bool UsesGroups,
                           bundle::builder::variant &V);

// The local memory whose size the launch says, for `__sycl_fuse_local_memory` in functions of M.
void lowerLocalMemory(llvm::Module &M);

} // namespace syclfuse::fuser
