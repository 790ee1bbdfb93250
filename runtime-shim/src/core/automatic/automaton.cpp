// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/automatic/automaton.hpp"

#include <algorithm>
#include <utility>

namespace sycl::detail {
namespace {

constexpr std::uint32_t most_failures = 8;  // in a row
constexpr std::uint32_t first_pause = 64;   // submissions of the first kernel
constexpr std::uint32_t longest_pause = 16; // doublings of it

std::vector<std::uint64_t> first_kernels_of(const std::vector<kernel_sequence> &all) {
  std::vector<std::uint64_t> first;
  for (const kernel_sequence &s : all)
    first.push_back(s.size() < 2 ? 0 : s.front());
  return first;
}

} // namespace

// The sequences of one first kernel, from the place where that is held.
struct automaton::tree {
  explicit tree(std::vector<kernel_sequence> all) {
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::size_t kernels = 0; // at most so many nodes and edges
    for (const kernel_sequence &s : all)
      kernels += s.size();
    nodes.reserve(1 + kernels);
    edges.reserve(kernels);
    nodes.emplace_back();
    add(nodes.front(), all.data(), all.data() + all.size(), 1);
  }

  // The sequences [begin, end), which are the same before `depth`, to the node that stands for this beginning.
  void add(node &at, const kernel_sequence *begin, const kernel_sequence *end, std::size_t depth) {
    if (begin != end && begin->size() == depth) {
      at.ends = true;
      ++begin;
    }
    at.edges = edges.data() + edges.size();
    const std::size_t first = edges.size();
    for (const kernel_sequence *s = begin; s != end; ++s)
      if (s == begin || (*s)[depth] != (*(s - 1))[depth])
        edges.push_back({(*s)[depth], &nodes.emplace_back()});
    at.count = static_cast<std::uint32_t>(edges.size() - first);
    for (std::size_t i = 0; i != at.count; ++i) {
      const kernel_sequence *rest = begin;
      while (begin != end && (*begin)[depth] == at.edges[i].kernel)
        ++begin;
      add(const_cast<node &>(*at.edges[i].to), rest, begin, depth + 1);
    }
  }

  std::vector<node> nodes;
  std::vector<edge> edges;
};

automaton::automaton(const std::vector<std::uint64_t> &first_kernels, sequence_by_number sequence)
    : sequence_(std::move(sequence)), next_(first_kernels.size()) {
  std::size_t size = 1;
  while (size < 2 * first_kernels.size())
    size *= 2;
  slots_.resize(size);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> roots; // kernel and first_number
  for (std::size_t n = 0; n != first_kernels.size(); ++n) {
    const std::uint64_t kernel = first_kernels[n];
    if (kernel == 0)
      continue;
    std::size_t slot = kernel & (size - 1);
    while (slots_[slot] != 0 && roots[slots_[slot] - 1].first != kernel)
      slot = (slot + 1) & (size - 1);
    if (slots_[slot] == 0) {
      roots.emplace_back(kernel, 0);
      slots_[slot] = static_cast<std::uint32_t>(roots.size());
    }
    next_[n] = std::exchange(roots[slots_[slot] - 1].second, static_cast<std::uint32_t>(n + 1));
  }
  count_ = roots.size();
  roots_ = std::make_unique<root[]>(count_);
  for (std::size_t n = 0; n != count_; ++n) {
    roots_[n].kernel = roots[n].first;
    roots_[n].first_number = roots[n].second;
  }
}

automaton::automaton(std::vector<kernel_sequence> all)
    : automaton(first_kernels_of(all), [all](std::size_t n) { return all[n]; }) {}

automaton::~automaton() {
  for (std::size_t n = 0; n != count_; ++n)
    delete roots_[n].made.load(std::memory_order_relaxed);
}

automaton::root *automaton::root_of(std::uint64_t kernel) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = kernel & mask; slots_[slot] != 0; slot = (slot + 1) & mask)
    if (root *r = &roots_[slots_[slot] - 1]; r->kernel == kernel)
      return r;
  return nullptr;
}

automaton::tree *automaton::make_tree(const root &r) const {
  std::vector<kernel_sequence> all;
  for (std::uint32_t n = r.first_number; n != 0; n = next_[n - 1])
    if (kernel_sequence s = sequence_(n - 1); s.size() >= 2 && s.front() == r.kernel)
      all.push_back(std::move(s));
  return new tree(std::move(all));
}

automaton::place automaton::begin_of(root &r) const {
  tree *made = r.made.load(std::memory_order_acquire);
  if (!made) {
    std::unique_ptr<tree> fresh(make_tree(r));
    if (r.made.compare_exchange_strong(made, fresh.get(), std::memory_order_acq_rel))
      made = fresh.release(); // else another thread was faster
  }
  const place at = made->nodes.data();
  return at->count != 0 ? at : nothing;
}

automaton::place automaton::begin(std::uint64_t kernel) const {
  root *r = root_of(kernel);
  if (!r)
    return nothing;
  const std::uint32_t left = r->pause.load(std::memory_order_relaxed);
  if (left == 0)
    return begin_of(*r);
  r->pause.store(left - 1, std::memory_order_relaxed); // threads that meet here count too few
  return nothing;
}

automaton::place automaton::next(place from, std::uint64_t kernel) noexcept {
  const edge *last = from->edges + from->count;
  const edge *found =
      std::lower_bound(from->edges, last, kernel, [](const edge &e, std::uint64_t k) { return e.kernel < k; });
  return found != last && found->kernel == kernel ? found->to : nothing;
}

bool automaton::occurs_in(const kernel_sequence &kernels) const {
  for (std::size_t first = 0; first != kernels.size(); ++first) {
    root *r = root_of(kernels[first]);
    place at = r ? begin_of(*r) : nothing;
    for (std::size_t next = first + 1; at != nothing && !at->ends && next != kernels.size(); ++next)
      at = this->next(at, kernels[next]);
    if (ends(at))
      return true;
  }
  return false;
}

void automaton::fused(std::uint64_t kernel) const noexcept {
  root *r = root_of(kernel);
  if (r && r->failures.load(std::memory_order_relaxed) != 0)
    r->failures.store(0, std::memory_order_relaxed);
}

void automaton::failed(std::uint64_t kernel) const noexcept {
  root *r = root_of(kernel);
  if (!r || r->failures.fetch_add(1, std::memory_order_relaxed) + 1 < most_failures)
    return;
  r->failures.store(0, std::memory_order_relaxed);
  const std::uint32_t before = std::min(r->pauses.fetch_add(1, std::memory_order_relaxed), longest_pause);
  r->pause.store(first_pause << before, std::memory_order_relaxed);
}

} // namespace sycl::detail
