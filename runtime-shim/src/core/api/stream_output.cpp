// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/api/stream_output.hpp"
#include "core/process/errors.hpp"
#include "core/queue/queue_impl.hpp"
#include "sycl/stream.hpp"

#include <cstdio>
#include <new>

namespace sycl::detail {

stream_output::stream_output(device_impl &d, std::size_t total) : device_(d), total_(total) {
  // A record makes at least one character, so that records of more bytes would not be printed.
  std::size_t capacity = 0, bytes = 0;
  void *memory = nullptr;
  if (!__builtin_mul_overflow(total, std::size_t{stream_record::size}, &capacity) &&
      !__builtin_add_overflow(capacity, sizeof(stream_buffer), &bytes))
    memory = d.driver->allocate(bytes, alignof(stream_buffer), usm_kind::host);
  if (!memory)
    throw_error(errc::memory_allocation,
                "stream: no memory for the records of " + std::to_string(total) + " characters");
  buffer_ = ::new (memory) stream_buffer{0, capacity};
}

stream_output::~stream_output() { device_.driver->deallocate(buffer_, usm_kind::host); }

void stream_output::print() const {
  const std::size_t bytes = std::min(buffer_->used, buffer_->capacity);
  const std::string text = stream_text(reinterpret_cast<const char *>(buffer_ + 1), bytes, total_);
  std::fwrite(text.data(), 1, text.size(), stdout); // one call, so that it stays together
  std::fflush(stdout);
}

stream_buffer *make_stream_buffer(command &c, std::size_t total) {
  auto output = std::make_shared<stream_output>(c.queue->dev(), total);
  c.streams.push_back(output);
  c.fusible = false;
  return output->buffer();
}

event print_after(queue_impl &q, const event &kernel, std::vector<std::shared_ptr<stream_output>> streams) {
  command_holder c(q.acquire());
  c->kind = command_kind::host_task;
  c->what = "output of a stream";
  c->fusible = false;
  if (kernel.impl())
    c->dependencies.push_back(kernel.impl());
  c->task = [streams = std::move(streams)](const interop_handle &) {
    for (const auto &s : streams)
      s->print();
  };
  return q.submit(c.take());
}

} // namespace sycl::detail
