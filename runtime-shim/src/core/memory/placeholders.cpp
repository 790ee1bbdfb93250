// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/placeholders.hpp"

#include "core/memory/buffer_impl.hpp"
#include "core/process/errors.hpp"

#include <algorithm>
#include <cstring>

namespace sycl::detail {
namespace {

namespace layout = syclfuse::accessor_layout;

template <class T> T read(const char *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(value));
  return value;
}

// The buffer of a placeholder at these bytes, and where in the buffer the placeholder begins; null: it is none.
buffer_impl *placeholder_at(const char *bytes, std::size_t &begin) {
  if (!(read<std::uint32_t>(bytes + layout::element_size) & layout::placeholder_bit))
    return nullptr;
  const auto b = read<buffer_impl *>(bytes + layout::buffer);
  if (!has_placeholders(b))
    return nullptr;
  begin = read<std::uintptr_t>(bytes + layout::data) - reinterpret_cast<std::uintptr_t>(b->host_memory(true));
  return begin <= b->bytes() ? b : nullptr;
}

// Other accessors have said what they were given.
bool is_required(const command &c, const buffer_impl *b, std::size_t begin) {
  return std::any_of(c.requirements.begin(), c.requirements.end(), [&](const requirement &r) {
    return r.buffer == b && !r.given && r.bytes.begin <= begin && begin <= r.bytes.end;
  });
}

std::size_t object_size(const command &c) {
  return c.kind == command_kind::kernel ? c.kernel->closure_size : c.kind == command_kind::host_task ? c.bytes : 0;
}

} // namespace

void search_placeholders(const command &c) {
  const std::size_t size = object_size(c);
  const auto object = static_cast<const char *>(c.closure);
  for (std::size_t at = 0; at + layout::size(1) <= size; at += alignof(void *)) {
    std::size_t begin;
    const buffer_impl *b = placeholder_at(object + at, begin);
    if (b && !is_required(c, b, begin))
      throw_error(errc::kernel_argument, "a placeholder accessor of a buffer of " + std::to_string(b->bytes()) +
                                             " bytes was not named to handler::require");
  }
}

} // namespace sycl::detail
