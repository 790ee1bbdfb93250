// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/recorded_buffers.hpp"

#include "core/events/event_impl.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

namespace sycl::detail {
namespace {

std::atomic<bool> any{false};
// Under graph_mutex(), which outlives static objects too. One entry for each mark.
std::vector<const buffer_impl *> &marks() {
  static auto *all = new std::vector<const buffer_impl *>;
  return *all;
}

} // namespace

void mark_recorded_buffer(const buffer_impl *b) {
  std::lock_guard<light_mutex> lock(graph_mutex());
  marks().push_back(b);
  any.store(true);
}

void unmark_recorded_buffer(const buffer_impl *b) {
  std::lock_guard<light_mutex> lock(graph_mutex());
  auto &all = marks();
  if (const auto found = std::find(all.begin(), all.end(), b); found != all.end())
    all.erase(found);
  any.store(!all.empty());
}

bool is_recorded_buffer(const buffer_impl *b) noexcept {
  if (!any.load())
    return false;
  std::lock_guard<light_mutex> lock(graph_mutex());
  return std::find(marks().begin(), marks().end(), b) != marks().end();
}

void forget_recorded_buffer(const buffer_impl *b) noexcept {
  if (!any.load())
    return;
  std::lock_guard<light_mutex> lock(graph_mutex());
  auto &all = marks();
  all.erase(std::remove(all.begin(), all.end(), b), all.end());
  any.store(!all.empty());
}

} // namespace sycl::detail
