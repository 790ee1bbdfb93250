// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host's side of sycl::stream.
#pragma once

#include "core/devices/device_impl.hpp"
#include "sycl/detail/stream_record.hpp"
#include "sycl/event.hpp"

#include <memory>
#include <string>
#include <vector>

namespace sycl::detail {

struct command;
class queue_impl;

// The text of what work-items left in a stream's buffer: `bytes` bytes of it, at most `limit` characters.
std::string stream_text(const char *records, std::size_t bytes, std::size_t limit);

// The buffer of one stream, in memory of the host that the device reaches, or of the device where there is none.
class stream_output {
public:
  // errc::memory_allocation if there is no memory.
  stream_output(device_impl &, std::size_t total);
  ~stream_output();
  stream_output(const stream_output &) = delete;
  stream_buffer *buffer() const { return buffer_; }
  // Before the kernel.
  void begin();
  // To stdout. Once the kernel has finished.
  void print() const;

private:
  device_impl &device_;
  const usm_kind kind_;
  std::size_t total_, capacity_ = 0;
  stream_buffer *buffer_;
};

using stream_outputs = std::vector<std::shared_ptr<stream_output>>;
// Makes the command the host task that prints. Again: the kernel is launched again afterwards.
void describe_printing(command &, stream_outputs, bool again);
// A command that prints once `kernel` has finished; its event stands for both.
event print_after(queue_impl &, const event &kernel, stream_outputs);

} // namespace sycl::detail
