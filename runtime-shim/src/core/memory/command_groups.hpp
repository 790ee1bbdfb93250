// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command groups whose functions run on this thread, one inside the other. A buffer that such a function declares, and
// lets its command access, ends before the command is submitted: its end waits until the submission has returned, as if
// the buffer had been declared outside.
#pragma once

namespace sycl::detail {

class buffer_impl;
struct command;

// Buffers that have ended; they are destroyed with this object.
class ended_buffers {
public:
  ended_buffers() = default;
  explicit ended_buffers(buffer_impl *first) : first_(first) {}
  ~ended_buffers();
  ended_buffers(const ended_buffers &) = delete;

private:
  buffer_impl *first_ = nullptr;
};

void begin_command_group(command &) noexcept;
// The function of the command has returned, or thrown. Hands over the buffers that waited for it.
[[nodiscard]] ended_buffers end_command_group(command &) noexcept;
// Destroys a buffer that nothing refers to any more, or leaves it to the command group that accesses it.
void end_buffer(buffer_impl *) noexcept;

} // namespace sycl::detail
