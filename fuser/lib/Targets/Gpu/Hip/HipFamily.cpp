// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HipFamily.h"

#include "llvm/Support/TargetSelect.h"

#include <mutex>

using namespace llvm;

namespace syclfuse::fuser {

const GpuFamily &hipFamily() {
  static const Intrinsic::ID Selectable[] = {Intrinsic::ldexp, Intrinsic::frexp, Intrinsic::exp2, Intrinsic::log2};
  static const GpuFamily Family = [] {
    GpuFamily F;
    F.Kind = target_kind::hip;
    F.Triple = "amdgcn-amd-amdhsa";
    F.InitializeBackEnd = [] {
      static std::once_flag Once;
      std::call_once(Once, [] {
        LLVMInitializeAMDGPUTargetInfo();
        LLVMInitializeAMDGPUTarget();
        LLVMInitializeAMDGPUTargetMC();
        LLVMInitializeAMDGPUAsmPrinter();
        LLVMInitializeAMDGPUAsmParser();
      });
    };
    F.Relocation = Reloc::PIC_;
    F.KernelConvention = CallingConv::AMDGPU_KERNEL;
    F.AddressSpaces = {5, 1, 4, 3, 0};
    F.GroupScope = "workgroup";
    F.SubGroupScope = "wavefront";
    F.DeviceScope = "agent";
    F.LocalMemory = 64 << 10; // User Guide for AMDGPU Backend, "Memory Spaces": of one work-group
    // HSA: grids of 32 bits in each dimension.
    F.Groups = {1024, {1024, 1024, 1024}, {UINT32_MAX, UINT32_MAX, UINT32_MAX}};
    F.IntrinsicPrefix = "llvm.amdgcn.";
    F.Selectable = Selectable; // which ocml uses
    F.WidestConversion = ~0u;  // expanded
    F.Folder = ConstantFolder::AmdgpuOptimizer;
    return F;
  }();
  return Family;
}

} // namespace syclfuse::fuser
