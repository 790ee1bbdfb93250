// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_ext_oneapi_raw_kernel_arg: the bytes of an argument whose type the program does not name. Used as the value of a
// dynamic_parameter of a graph.
#pragma once

#include <cstddef>

namespace sycl::ext::oneapi::experimental {

class raw_kernel_arg {
public:
  // `bytes` must live until a function has taken this object: the constructor copies nothing.
  raw_kernel_arg(const void *bytes, std::size_t count) : bytes_(bytes), count_(count) {}

  // Not for users.
  const void *bytes() const { return bytes_; }
  std::size_t count() const { return count_; }

private:
  const void *bytes_;
  std::size_t count_;
};

} // namespace sycl::ext::oneapi::experimental
