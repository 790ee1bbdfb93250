// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command groups whose functions run on this thread, one inside the other. A buffer that such a function declares, and
// lets its command access, ends before the command is submitted: its end waits until the submission has returned, as if
// the buffer had been declared outside.
#pragma once

#include <memory>
#include <vector>

namespace sycl::detail {

class buffer_impl;
struct command;

using ended_buffers = std::vector<std::shared_ptr<void>>;

void begin_command_group(command &) noexcept;
// The function of the command has returned, or thrown. Hands over the buffers that waited for it.
[[nodiscard]] ended_buffers end_command_group(command &) noexcept;
// The command that accesses a buffer and is still being filled in on this thread; null if none does.
command *filled_in_with(const buffer_impl *) noexcept;

} // namespace sycl::detail
