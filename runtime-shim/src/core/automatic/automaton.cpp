// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/automatic/automaton.hpp"

#include <algorithm>

namespace sycl::detail {
namespace {

constexpr std::uint32_t most_failures = 8;  // in a row
constexpr std::uint32_t first_pause = 64;   // submissions of the first kernel
constexpr std::uint32_t longest_pause = 16; // doublings of it

} // namespace

automaton::automaton(std::vector<kernel_sequence> all) : places_(1) {
  all.erase(std::remove_if(all.begin(), all.end(), [](const kernel_sequence &s) { return s.size() < 2; }), all.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::size_t kernels = 0; // at most so many places and edges
  for (const kernel_sequence &s : all)
    kernels += s.size();
  places_.reserve(1 + kernels);
  edges_.reserve(kernels);
  add(nothing, all.data(), all.data() + all.size(), 0);
  const node &root = places_.front();
  std::size_t size = 1;
  while (size < 2 * std::size_t{root.count})
    size *= 2;
  slots_.resize(size);
  for (std::uint32_t n = 0; n != root.count; ++n) {
    std::size_t slot = edges_[root.first + n].kernel & (size - 1);
    while (slots_[slot] != 0)
      slot = (slot + 1) & (size - 1);
    slots_[slot] = n + 1;
  }
  records_ = std::make_unique<record[]>(root.count);
}

// The sequences [begin, end), which are the same before `depth`, to the place that stands for this beginning.
void automaton::add(place at, const kernel_sequence *begin, const kernel_sequence *end, std::size_t depth) {
  if (begin != end && begin->size() == depth) {
    places_[at].ends = true;
    ++begin;
  }
  if (begin == end)
    return;
  std::vector<const kernel_sequence *> borders;
  for (const kernel_sequence *s = begin; s != end; ++s)
    if (s == begin || (*s)[depth] != (*(s - 1))[depth])
      borders.push_back(s);
  const auto first = static_cast<std::uint32_t>(edges_.size());
  places_[at].first = first;
  places_[at].count = static_cast<std::uint32_t>(borders.size());
  for (const kernel_sequence *s : borders) {
    edges_.push_back({(*s)[depth], static_cast<place>(places_.size())});
    places_.emplace_back();
  }
  for (std::size_t i = 0; i != borders.size(); ++i)
    add(edges_[first + i].to, borders[i], i + 1 == borders.size() ? end : borders[i + 1], depth + 1);
}

std::size_t automaton::first_edge(std::uint64_t kernel) const noexcept {
  if (empty())
    return SIZE_MAX;
  const edge *root = &edges_[places_.front().first];
  for (std::size_t slot = kernel & (slots_.size() - 1); slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1))
    if (const std::size_t n = slots_[slot] - 1; root[n].kernel == kernel)
      return n;
  return SIZE_MAX;
}

automaton::place automaton::begin(std::uint64_t kernel) const noexcept {
  const std::size_t n = first_edge(kernel);
  if (n == SIZE_MAX)
    return nothing;
  record &r = records_[n];
  const std::uint32_t left = r.pause.load(std::memory_order_relaxed);
  if (left == 0)
    return edges_[places_.front().first + n].to;
  r.pause.store(left - 1, std::memory_order_relaxed); // threads that meet here count too few
  return nothing;
}

automaton::place automaton::next(place from, std::uint64_t kernel) const noexcept {
  const node &at = places_[from];
  const auto first = edges_.begin() + at.first, last = first + at.count;
  const auto found = std::lower_bound(first, last, kernel, [](const edge &e, std::uint64_t k) { return e.kernel < k; });
  return found != last && found->kernel == kernel ? found->to : nothing;
}

bool automaton::occurs_in(const kernel_sequence &kernels) const noexcept {
  for (std::size_t first = 0; first != kernels.size(); ++first) {
    const std::size_t n = first_edge(kernels[first]);
    place at = n == SIZE_MAX ? nothing : edges_[places_.front().first + n].to;
    for (std::size_t next = first + 1; at != nothing && !places_[at].ends && next != kernels.size(); ++next)
      at = this->next(at, kernels[next]);
    if (at != nothing && places_[at].ends)
      return true;
  }
  return false;
}

void automaton::fused(std::uint64_t kernel) const noexcept {
  const std::size_t n = first_edge(kernel);
  if (n == SIZE_MAX)
    return;
  record &r = records_[n];
  if (r.failures.load(std::memory_order_relaxed) != 0)
    r.failures.store(0, std::memory_order_relaxed);
}

void automaton::failed(std::uint64_t kernel) const noexcept {
  const std::size_t n = first_edge(kernel);
  if (n == SIZE_MAX)
    return;
  record &r = records_[n];
  if (r.failures.fetch_add(1, std::memory_order_relaxed) + 1 < most_failures)
    return;
  r.failures.store(0, std::memory_order_relaxed);
  const std::uint32_t before = std::min(r.pauses.fetch_add(1, std::memory_order_relaxed), longest_pause);
  r.pause.store(first_pause << before, std::memory_order_relaxed);
}

} // namespace sycl::detail
