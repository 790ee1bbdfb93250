// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Named ranges in NVIDIA's profilers (NVTX 3): the library that a profiler names in NVTX_INJECTION64_PATH, else
// libnvToolsExt.so.1. Without either, one look for them per process.
#pragma once

#include <string>

namespace sycl::detail::nvtx {

// True if a profiler wants to see ranges. Looks for a library at the first call. Thread-safe.
bool present();

// A range of the calling thread, while it lives. Only where present().
class range {
public:
  explicit range(const std::string &name);
  ~range();
  range(const range &) = delete;
};

} // namespace sycl::detail::nvtx
