// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes of kernels: in the host code, where the runtime checks them at each launch, and in the device code.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

// By kernel symbol: records as in syclfuse/kernel_attributes.hpp.
using AttributeRecords = llvm::StringMap<std::vector<uint64_t>>;

// Sets the last field of the sycl::detail::kernel_info of these kernels, and adds a constructor that tells the runtime
// of them.
void setKernelAttributes(llvm::Module &M, const AttributeRecords &Records);

// For the device pass, after renameKernels: the metadata `intel_reqd_sub_group_size` of these kernels.
void setSubGroupSizes(llvm::Module &M, const AttributeRecords &Records);

} // namespace syclfuse::plugin
