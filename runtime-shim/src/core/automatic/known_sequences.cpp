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

// The sequences of the bundles by the numbers of their regions in the snapshot, then those that came often.
class sequences_of_version {
public:
  // `first_kernels` gets the first kernel of each, 0 where a region is none of those that queues look for.
  sequences_of_version(std::vector<kernel_sequence> frequent, std::vector<std::uint64_t> &first_kernels)
      : frequent_(std::move(frequent)) {
    const snapshot_lease lease;
    generation_ = lease->generation;
    regions_ = lease->regions.size();
    for (const snapshot::entry &e : lease->regions) {
      const syclfuse::bundle::region_record &r = e.record();
      const bool wanted = r.kind == syclfuse::region_kind::automatic && r.pays != 0;
      const auto *kernel = wanted ? e.bundle->view.first_kernel(r) : nullptr;
      first_kernels.push_back(kernel ? kernel->symbol_hash : 0);
    }
    for (const kernel_sequence &s : frequent_)
      first_kernels.push_back(s.front());
  }

  // Nothing once bundles have come or gone: queues look for other ones from then on.
  kernel_sequence operator()(std::size_t number) const {
    if (number >= regions_)
      return frequent_[number - regions_];
    kernel_sequence kernels;
    const snapshot_lease lease;
    const region_node *n = lease->generation == generation_ ? lease->regions[number].region() : nullptr;
    if (!n)
      return kernels;
    kernels.reserve(n->submissions.size());
    for (const region_node::submission &s : n->submissions)
      kernels.push_back(s.kernel->descriptions.front().record->symbol_hash);
    return kernels;
  }

private:
  std::vector<kernel_sequence> frequent_;
  std::uint64_t generation_;
  std::size_t regions_;
};

} // namespace

// Bundles come and go a few times, and sequences are found now and then.
std::uint64_t version_of_sequences() noexcept {
  return registry::instance().generation() + (frequent_count.load(std::memory_order_acquire) << 40);
}

bool no_sequences() noexcept { return empty_at.load(std::memory_order_acquire) == version_of_sequences(); }

std::shared_ptr<const automaton> current_sequences() {
  all_sequences &a = all();
  const std::uint64_t version = version_of_sequences();
  std::unique_lock<std::mutex> lock(process_mutex(process_lock::sequences));
  if (a.version == version)
    return a.made;
  std::vector<kernel_sequence> frequent = a.frequent;
  lock.unlock(); // the registry's comes first
  std::vector<std::uint64_t> first_kernels;
  sequences_of_version sequences(std::move(frequent), first_kernels);
  auto made = std::make_shared<const automaton>(first_kernels, std::move(sequences));
  lock.lock();
  if (a.version != version) {
    a.made = std::move(made);
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
