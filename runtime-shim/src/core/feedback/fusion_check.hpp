// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SYCL_FUSE_CHECK: a region that is fused runs twice, fused and kernel by kernel, on the same memory contents, and what
// both leave is compared byte by byte. The program goes on with what the kernels one by one computed.
#pragma once

#include "core/devices/driver.hpp"
#include "core/regions/region_segment.hpp"

#include <functional>
#include <vector>

namespace sycl::detail {

struct region_node;

// The memory that the kernels of a region can reach: their buffers, the USM allocations that their closures point to,
// and those that these point to. Used by one thread, with the lock of the stream held; everything waits for the device.
class fusion_check {
public:
  // Copies that memory. Throws std::bad_alloc.
  fusion_check(const region_segment &, device_impl &, driver_stream &);
  // True if all of it is known. If not, running the kernels twice could change results: SF6173 has been said, once for
  // each region.
  bool possible(const region_node &) const;
  // After the fused kernel: keeps what it wrote, and puts everything back.
  void keep_and_restore();
  // After the kernels one by one: reports the first difference, once for each region (SF6172). Promoted buffers are not
  // compared. Where there is a difference, the kernels run once more, by `launch`, to find the one that wrote there.
  void compare(const region_node &, const std::function<void(command &)> &launch);

private:
  struct block {
    char *memory;
    std::size_t bytes;
    const buffer_impl *buffer; // null: USM
    bool compared;
    std::vector<unsigned char> before, fused;
  };
  struct argument;
  void add_buffers();
  void add_internal(const command &c);
  void add_pointers(const unsigned char *bytes, std::size_t size);
  void save(block &);
  void find_unknown();
  void restore();
  void report(const region_node &, const block &, std::size_t at, const command *writer);
  const command *writer_of(const block &, std::size_t at, const std::function<void(command &)> &launch);
  argument argument_for(const block &, const command *of) const;
  bool contains(const void *) const;

  const region_segment &region_;
  device_impl &device_;
  driver_stream &stream_;
  std::vector<block> blocks_;
  std::string unknown_; // what is not known of it
};

} // namespace sycl::detail
