// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/automatic/known_sequences.hpp"

#include "core/bundles/registry.hpp"
#include "core/bundles/snapshot_lease.hpp"
#include "core/process/forks.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace sycl::detail {
namespace {

// A program whose sequences never repeat must not fill the memory.
constexpr std::size_t most_counted = 4096, most_frequent = 1024;
constexpr std::size_t often = 3;

std::atomic<std::uint64_t> frequent_count{0};
std::atomic<std::uint64_t> empty_at{0}; // the last version with no sequence; 0: none

struct all_sequences {
  std::uint64_t version = 0;
  std::shared_ptr<const automaton> made = std::make_shared<const automaton>(std::vector<kernel_sequence>());
  std::map<kernel_sequence, std::size_t> counts;
  std::vector<kernel_sequence> frequent;
};

std::atomic<all_sequences *> sequences{nullptr};

all_sequences &all() {
  return made_once(sequences, process_lock::sequences, [] { return new all_sequences; });
}

// Whether any of its fused kernels pays, on whatever device.
bool can_pay(const region_node &n) {
  return std::any_of(n.sources.begin(), n.sources.end(), [](const variant_source &s) {
    return !(s.record->flags & syclfuse::bundle::variant_unprofitable);
  });
}

std::vector<kernel_sequence> built_sequences() {
  std::vector<kernel_sequence> built;
  const snapshot_lease lease;
  built.reserve(lease->regions.size());
  for (const snapshot::entry &e : lease->regions) {
    const region_node &n = *e.region;
    if (n.record->kind != syclfuse::region_kind::automatic || !can_pay(n))
      continue;
    kernel_sequence kernels;
    kernels.reserve(n.submissions.size());
    for (const region_node::submission &s : n.submissions)
      kernels.push_back(s.kernel->descriptions.front().record->symbol_hash);
    built.push_back(std::move(kernels));
  }
  return built;
}

} // namespace

// Bundles come and go a few times, and sequences are found now and then.
std::uint64_t version_of_sequences() noexcept {
  return registry::instance().generation() + (frequent_count.load(std::memory_order_acquire) << 40);
}

bool no_sequences() noexcept { return empty_at.load(std::memory_order_acquire) == version_of_sequences(); }

std::shared_ptr<const automaton> current_sequences() {
  all_sequences &a = all();
  const std::uint64_t version = version_of_sequences();
  {
    std::lock_guard<std::mutex> lock(process_mutex(process_lock::sequences));
    if (a.version == version)
      return a.made;
  }
  std::vector<kernel_sequence> wanted = built_sequences();
  std::lock_guard<std::mutex> lock(process_mutex(process_lock::sequences));
  if (a.version != version) {
    wanted.insert(wanted.end(), a.frequent.begin(), a.frequent.end());
    a.made = std::make_shared<const automaton>(std::move(wanted));
    a.version = version;
    if (a.made->empty())
      empty_at.store(version, std::memory_order_release);
  }
  return a.made;
}

void saw_sequence(kernel_sequence s, std::size_t times) {
  all_sequences &a = all();
  std::lock_guard<std::mutex> lock(process_mutex(process_lock::sequences));
  auto it = a.counts.find(s);
  if (it == a.counts.end()) {
    if (a.counts.size() == most_counted)
      return;
    it = a.counts.emplace(std::move(s), 0).first;
  }
  const bool was_frequent = it->second >= often;
  it->second += times;
  if (was_frequent || it->second < often || a.frequent.size() == most_frequent)
    return;
  a.frequent.push_back(it->first);
  frequent_count.fetch_add(1, std::memory_order_release);
}

} // namespace sycl::detail
