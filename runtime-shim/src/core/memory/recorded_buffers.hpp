// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers of commands that queues have recorded to graphs which are still being recorded: no host accessor is made of
// them. Each mark is taken off once; the end of a buffer takes off all of its marks.
#pragma once

namespace sycl::detail {

class buffer_impl;

void mark_recorded_buffer(const buffer_impl *);
void unmark_recorded_buffer(const buffer_impl *);
bool is_recorded_buffer(const buffer_impl *) noexcept;
void forget_recorded_buffer(const buffer_impl *) noexcept;

} // namespace sycl::detail
