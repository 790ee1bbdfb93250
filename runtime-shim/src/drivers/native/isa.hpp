// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The instruction sets and caches of the processor.
#pragma once

#include <cstddef>
#include <string>

namespace sycl::detail::native {

// Highest x86-64 level (1 to 4) that processor and operating system support, limited by SYCL_FUSE_NATIVE_ISA.
unsigned isa_level();
std::string processor_name();
std::string processor_vendor();
std::size_t last_level_cache();

} // namespace sycl::detail::native
