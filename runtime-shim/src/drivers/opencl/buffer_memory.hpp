// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of devices that share no pointers with the host: buffers of OpenCL.
#pragma once

#include "memory.hpp"

#include <map>

namespace sycl::detail::opencl {

// An allocation is a range of addresses that is reserved and never accessed, and a buffer. Commands that are given an
// address get the buffer, or the part of it that begins there. So pointers have a meaning as arguments of kernels and
// in copies and fills, nowhere else.
class buffer_memory final : public memory {
public:
  buffer_memory(std::shared_ptr<const api>, device_handle);
  ~buffer_memory() override;

  void set_argument(kernel_handle, number index, const void *pointer) override;
  void check_structure(const void *bytes, std::size_t size) override;
  bool reaches(const void *to, const void *from) override { return knows(to) || knows(from); }
  void copy(const command_slot &, void *to, const void *from, std::size_t bytes) override;
  void fill(const command_slot &, void *to, const void *pattern, std::size_t size, std::size_t bytes) override;
  void allow_indirect(context_handle, kernel_handle, std::uint64_t &) override {}

private:
  struct buffer {
    buffer_handle handle = nullptr;
    std::size_t bytes = 0;
    std::map<std::size_t, buffer_handle> parts; // from an offset to the end, for arguments
  };
  // A buffer, or null, and the offset of an address in it.
  struct position {
    buffer *in = nullptr;
    std::size_t offset = 0;
    buffer_handle handle() const { return in ? in->handle : nullptr; }
  };
  void *take(context_handle, std::size_t bytes, std::size_t alignment, usm_kind) override;
  void give(context_handle, void *pointer) override;
  // Their end counts, since nothing lies behind it.
  position find(const void *pointer);
  position locked_find(const void *pointer);
  buffer_handle part(const position &);
  void release(std::uintptr_t begin, const buffer &) const noexcept;

  const std::size_t alignment_;              // of parts
  std::map<std::uintptr_t, buffer> buffers_; // under mutex_; by the first address
};

} // namespace sycl::detail::opencl
