// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CudaFamily.h"

#include "CudaFastMath.h"

#include "llvm/Support/TargetSelect.h"

#include <mutex>

using namespace llvm;

namespace syclfuse::fuser {

const GpuFamily &cudaFamily() {
  static const StringRef DriverFunctions[] = {"__assertfail", "__nvvm_reflect", "vprintf"};
  static const GpuFamily Family = [] {
    GpuFamily F;
    F.Kind = target_kind::cuda;
    F.Triple = "nvptx64-nvidia-cuda";
    F.InitializeBackEnd = [] {
      static std::once_flag Once;
      std::call_once(Once, [] {
        LLVMInitializeNVPTXTargetInfo();
        LLVMInitializeNVPTXTarget();
        LLVMInitializeNVPTXTargetMC();
        LLVMInitializeNVPTXAsmPrinter();
      });
    };
    F.KernelConvention = CallingConv::PTX_Kernel;
    // Private memory is generic, and the back end finds what is local. Constant data is global.
    F.AddressSpaces = {0, 1, 1, 3, 0};
    F.GroupScope = F.SubGroupScope = "block";
    F.DeviceScope = "device";
    F.LineDirectives = true;
    // CUDA C++ Programming Guide, "Technical Specifications"; PTX ISA, "Kernel Function Parameters" (sm_70, PTX 8.1).
    F.LocalMemory = 48 << 10;
    F.Arguments = 32764;
    F.PrivateMemory = 512 << 10;
    F.Groups = {1024, {1024, 1024, 64}, {INT32_MAX, UINT16_MAX, UINT16_MAX}};
    F.IntrinsicPrefix = "llvm.nvvm.";
    F.WidestConversion = 64;
    F.DriverFunctions = DriverFunctions;
    F.Assertion = "__assertfail"; // a message, and an end of everything in the context
    F.Print = "vprintf";          // CUDA C++ Programming Guide, "Formatted Output"
    F.Fast = cudaFastFunction;
    F.Folder = ConstantFolder::PtxAssembler;
    return F;
  }();
  return Family;
}

} // namespace syclfuse::fuser
