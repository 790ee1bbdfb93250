// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The buffers that placeholders were made for. Any thread may call these.
#pragma once

#include <atomic>

namespace sycl::detail {

class buffer_impl;

// Whether there is one.
extern std::atomic<bool> any_placeholders;

bool has_placeholders(const buffer_impl *);
// The end of the buffer forgets it.
void note_placeholder(const buffer_impl *);
void forget_placeholders(const buffer_impl *) noexcept;

} // namespace sycl::detail
