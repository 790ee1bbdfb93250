// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Facts of kernels that go into the host code: their attributes, which the runtime checks at each launch.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

// By kernel symbol: records as in syclfuse/kernel_attributes.hpp.
using AttributeRecords = llvm::StringMap<std::vector<uint64_t>>;

// Sets the last field of the sycl::detail::kernel_info of these kernels, and adds a constructor that tells the runtime
// of them.
void setKernelAttributes(llvm::Module &M, const AttributeRecords &Records);

} // namespace syclfuse::plugin
