// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/queue/stream_output.hpp"
#include "core/process/errors.hpp"
#include "core/queue/queue_impl.hpp"
#include "sycl/stream.hpp"

#include <cstdio>
#include <cstring>
#include <new>

namespace sycl::detail {

stream_output::stream_output(device_impl &d, std::size_t total)
    : device_(d), kind_(d.properties().usm_host ? usm_kind::host : usm_kind::device), total_(total) {
  // A record makes at least one character, so that records of more bytes would not be printed.
  std::size_t bytes = 0;
  void *memory = nullptr;
  if (!__builtin_mul_overflow(total, std::size_t{stream_record::size}, &capacity_) &&
      !__builtin_add_overflow(capacity_, sizeof(stream_buffer), &bytes))
    memory = d.driver->allocate(bytes, alignof(stream_buffer), kind_);
  if (!memory)
    throw_error(errc::memory_allocation,
                "stream: no memory for the records of " + std::to_string(total) + " characters");
  buffer_ = static_cast<stream_buffer *>(memory);
}

stream_output::~stream_output() { device_.driver->deallocate(buffer_, kind_); }

void stream_output::begin() {
  const stream_buffer empty{0, capacity_};
  if (kind_ == usm_kind::host)
    ::new (static_cast<void *>(buffer_)) stream_buffer(empty);
  else
    device_.transfer(buffer_, &empty, sizeof(empty));
}

void stream_output::print() const {
  std::vector<char> copy;
  const auto read = [&](const void *from, std::size_t bytes) -> const char * {
    if (kind_ == usm_kind::host)
      return static_cast<const char *>(from);
    copy.resize(bytes);
    device_.transfer(copy.data(), from, bytes);
    return copy.data();
  };
  std::uint64_t used;
  std::memcpy(&used, read(buffer_, sizeof(used)), sizeof(used));
  const std::size_t bytes = std::min(static_cast<std::size_t>(used), capacity_);
  const std::string text = stream_text(read(buffer_ + 1, bytes), bytes, total_);
  std::fwrite(text.data(), 1, text.size(), stdout); // one call, so that it stays together
  std::fflush(stdout);
}

stream_buffer *make_stream_buffer(command &c, std::size_t total) {
  auto output = std::make_shared<stream_output>(c.queue->dev(), total);
  output->begin();
  c.has_more = true;
  c.streams.push_back(output);
  c.fusible = false;
  return output->buffer();
}

void describe_printing(command &c, stream_outputs streams, bool again) {
  c.kind = command_kind::host_task;
  c.what = "output of a stream";
  c.fusible = false;
  c.task = [streams = std::move(streams), again](const interop_handle &) {
    for (const auto &s : streams) {
      s->print();
      if (again)
        s->begin();
    }
  };
}

event print_after(queue_impl &q, const event &kernel, stream_outputs streams) {
  command_holder c(q.acquire());
  describe_printing(*c, std::move(streams), /*again=*/false);
  if (kernel.impl())
    c->dependencies.push_back(kernel.impl());
  event printed = q.submit(c.take());
  if (printed.impl())
    printed.impl()->begun_by = kernel.impl();
  return printed;
}

} // namespace sycl::detail
