// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arguments of a launch that will run later: copies, aligned like the originals up to 64 bytes.
#pragma once

#include "core/devices/driver.hpp"

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace sycl::detail::native {

class kept_arguments {
public:
  kept_arguments() = default;
  explicit kept_arguments(const launch_request &r) : pointers_(r.args, r.args + r.arg_count) {
    if (!r.arg_sizes)
      return;
    std::size_t total = 0;
    std::vector<std::size_t> offsets;
    for (std::uint32_t i = 0; i < r.arg_count; ++i) {
      total += (reinterpret_cast<std::uintptr_t>(r.args[i]) - total) % alignment;
      offsets.push_back(total);
      total += r.arg_sizes[i];
    }
    bytes_.reset(static_cast<unsigned char *>(::operator new(total + 1, std::align_val_t(alignment))));
    for (std::uint32_t i = 0; i < r.arg_count; ++i) {
      std::memcpy(bytes_.get() + offsets[i], r.args[i], r.arg_sizes[i]);
      pointers_[i] = bytes_.get() + offsets[i];
    }
  }
  const void *const *data() const { return pointers_.data(); }

private:
  static constexpr std::size_t alignment = 64;
  struct release {
    void operator()(unsigned char *p) const { ::operator delete(p, std::align_val_t(alignment)); }
  };
  std::vector<const void *> pointers_;
  std::unique_ptr<unsigned char[], release> bytes_;
};

} // namespace sycl::detail::native
