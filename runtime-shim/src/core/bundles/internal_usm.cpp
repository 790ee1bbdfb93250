// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/bundles/internal_usm.hpp"

#include "core/bundles/registry.hpp"

#include <algorithm>
#include <cstring>

namespace sycl::detail {
namespace {

namespace layout = syclfuse::accessor_layout;

template <class T> T word_at(const void *closure, std::size_t offset) {
  T word;
  std::memcpy(&word, static_cast<const char *>(closure) + offset, sizeof(word));
  return word;
}

} // namespace

accessed_memory accessed_memory::of(const unsigned char *accessor) noexcept {
  accessed_memory m{word_at<const char *>(accessor, layout::buffer), nullptr, nullptr};
  if (m.is_usm()) {
    m.begin = static_cast<const char *>(m.buffer) - 1;
    m.end = word_at<const char *>(accessor, layout::data) + word_at<std::uint64_t>(accessor, layout::access_range) *
                                                                word_at<std::uint32_t>(accessor, layout::element_size);
  }
  return m;
}

bool points_into(const command &c, const accessed_memory &usm) {
  const auto inside = [&](const void *p) { return p >= usm.begin && p < usm.end; };
  if (c.kind != command_kind::kernel)
    return inside(c.dst) || inside(c.src);
  const kernel_node &node = *registry::instance().find(*c.kernel);
  for (std::size_t at = 0; at + sizeof(void *) <= c.kernel->closure_size; at += sizeof(void *)) {
    const auto covers = [at](const closure_accessor &a) {
      return at >= a.offset && at < a.offset + layout::size(a.dimensions);
    };
    // What is in a hole is chance, and may look like the half of a pointer.
    const auto touches = [at](const byte_range &hole) { return hole.begin < at + sizeof(void *) && at < hole.end; };
    if (inside(word_at<const void *>(c.closure, at)) &&
        std::none_of(node.accessors.begin(), node.accessors.end(), covers) &&
        std::none_of(node.holes.begin(), node.holes.end(), touches))
      return true;
  }
  return std::any_of(c.followers.begin(), c.followers.end(),
                     [&](const command *next) { return points_into(*next, usm); });
}

bool has_accessor_of(const command &c, const accessed_memory &usm) {
  if (!c.is_kernel())
    return false;
  const std::vector<closure_accessor> &accessors = registry::instance().find(*c.kernel)->accessors;
  return std::any_of(accessors.begin(), accessors.end(), [&](const closure_accessor &a) {
    return word_at<const void *>(c.closure, a.offset + layout::buffer) == usm.buffer;
  });
}

} // namespace sycl::detail
