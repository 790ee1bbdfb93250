// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/placeholder_buffers.hpp"

#include "core/events/event_impl.hpp"

#include <mutex>
#include <set>

namespace sycl::detail {
namespace {

// Under graph_mutex(), which outlives static objects too.
std::set<const buffer_impl *> &buffers() {
  static auto *all = new std::set<const buffer_impl *>;
  return *all;
}

} // namespace

std::atomic<bool> any_placeholders{false};

bool has_placeholders(const buffer_impl *b) {
  std::lock_guard<light_mutex> lock(graph_mutex());
  return buffers().count(b) != 0;
}

void note_placeholder(const buffer_impl *b) {
  std::lock_guard<light_mutex> lock(graph_mutex());
  buffers().insert(b);
  any_placeholders.store(true, std::memory_order_release);
}

void forget_placeholders(const buffer_impl *b) noexcept {
  if (!any_placeholders.load(std::memory_order_acquire))
    return;
  std::lock_guard<light_mutex> lock(graph_mutex());
  buffers().erase(b);
  any_placeholders.store(!buffers().empty(), std::memory_order_release);
}

} // namespace sycl::detail
