// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/feedback/recording.hpp"

#include "core/feedback/region_manifest.hpp"
#include "core/process/forks.hpp"
#include "core/process/log.hpp"
#include "core/regions/promotions.hpp"
#include "syclfuse/manifest.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <map>
#include <mutex>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace sycl::detail {
namespace {

namespace manifest = syclfuse::manifest;
using syclfuse::diag;

// More sizes than a build should be asked for: the most frequent ones are kept.
constexpr std::size_t most_ranges = 64;
// A program whose regions never repeat must not fill the memory.
constexpr std::size_t most_regions = 4096, most_counted = 4096;

// Whether a build with the region in its manifest can do better.
bool build_helps(const choice &chosen) {
  if (chosen.variant && chosen.variant->bundle->origin == bundle_origin::jit)
    return true;
  switch (chosen.reason) {
  case diag::reason_none:
    return false;
  case diag::reason_nd_range_not_listed:
  case diag::reason_unknown_region:
  case diag::reason_arguments_differ:
  case diag::reason_pointers_unaligned:
  case diag::reason_promoted_size_differs:
  case diag::reason_promoted_buffer_aliased:
  case diag::reason_buffers_aliased:
  case diag::reason_constant_differs:
  case diag::reason_promotions_differ:
  case diag::reason_barriers_differ:
  case diag::reason_no_variant_for_device:
  case diag::reason_no_bundle:
  case diag::reason_kernel_not_built:
  case diag::reason_disabled:
    return true;
  default:
    return false;
  }
}

class recorder {
public:
  void add(region_segment &r, const choice &chosen) {
    if (!env().record_all && !build_helps(chosen))
      return;
    settle_promotions(r);
    std::lock_guard<std::mutex> lock(process_mutex(process_lock::recording));
    if (!region_key(r, key_of::region, key_)) {
      ++unknown_;
      return;
    }
    auto it = regions_.find(key_);
    if (it == regions_.end()) {
      if (regions_.size() == most_regions) {
        ++left_out_;
        return;
      }
      it = regions_.emplace(key_, entry{describe_region(r), {}}).first;
      it->second.described.regions.front().nd_ranges.clear();
    }
    count(it->second, listed_ranges(r));
  }

  // Empty if there is nothing to write.
  manifest::document document() {
    std::lock_guard<std::mutex> lock(process_mutex(process_lock::recording));
    manifest::document all;
    for (auto &[key, e] : regions_) {
      if (!add_kernels(all, e.described)) {
        ++left_out_;
        continue;
      }
      manifest::region r = e.described.regions.front();
      r.nd_ranges = most_frequent(e);
      all.regions.push_back(std::move(r));
    }
    return all;
  }

  // What is missing from it; empty if nothing is.
  std::string incomplete() const {
    std::string text;
    if (unknown_)
      text = std::to_string(unknown_) + " submissions of regions with kernels that are in no bundle";
    if (left_out_)
      text += (text.empty() ? "" : ", and ") + std::to_string(left_out_) +
              " regions too many, or with other kernels of the same names";
    return text;
  }

private:
  struct entry {
    manifest::document described;
    std::map<manifest::listed_nd_range, std::uint64_t> ranges;
  };

  static void count(entry &e, const manifest::listed_nd_range &listed) {
    if (listed.range.global.empty() && listed.submissions.empty())
      return;
    const auto it = e.ranges.find(listed);
    if (it != e.ranges.end())
      ++it->second;
    else if (e.ranges.size() < most_counted)
      e.ranges.emplace(listed, 1);
  }

  static std::vector<manifest::listed_nd_range> most_frequent(const entry &e) {
    using counted = std::pair<const manifest::listed_nd_range, std::uint64_t>;
    std::vector<const counted *> all;
    for (const counted &c : e.ranges)
      all.push_back(&c);
    std::sort(all.begin(), all.end(), [](const counted *a, const counted *b) {
      return a->second != b->second ? a->second > b->second : a->first < b->first;
    });
    std::vector<manifest::listed_nd_range> out;
    for (std::size_t i = 0; i < std::min(all.size(), most_ranges); ++i)
      out.push_back(all[i]->first);
    return out;
  }

  // False if another library has other kernels of these names: a manifest has each name once.
  static bool add_kernels(manifest::document &all, const manifest::document &one) {
    manifest::document joined = {};
    joined.kernels = all.kernels;
    manifest::document more = {};
    more.kernels = one.kernels;
    syclfuse::diagnostics conflicts;
    if (!manifest::merge(joined, more, "", conflicts))
      return false;
    all.kernels = std::move(joined.kernels);
    return true;
  }

  // Under process_lock::recording.
  std::string key_;
  std::map<std::string, entry> regions_;
  std::uint64_t unknown_ = 0, left_out_ = 0;
};

std::atomic<recorder *> recorded{nullptr};

recorder &records() {
  return made_once(recorded, process_lock::recording, [] { return new recorder; });
}

// A file that grows beyond what the process may write is an error of the write, not the end of the program.
class no_size_signal {
public:
  no_size_signal() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~no_size_signal() {
    const timespec at_once{};
    if (!sigismember(&before_, SIGXFSZ))
      sigtimedwait(&signal_, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  no_size_signal(const no_size_signal &) = delete;

private:
  sigset_t signal_, before_;
};

void write(recorder &r) {
  manifest::document found = r.document();
  if (const std::string missing = r.incomplete(); !missing.empty())
    log(diag::record_incomplete, {missing});
  if (found.regions.empty())
    return;
  found.sources.push_back({"libsycl-fuse-rt", "", program_invocation_short_name, ""});
  const std::string &directory = env().record.text;
  const no_size_signal held;
  if (::mkdir(directory.c_str(), 0777) != 0 && errno != EEXIST) {
    log(diag::record_failed, {"cannot create '" + directory + "': " + std::generic_category().message(errno)});
    return;
  }
  manifest::document united; // repeats become one, in the order of the canonical text
  syclfuse::diagnostics problems;
  const std::string stem = directory + "/" + program_invocation_short_name + "." + std::to_string(::getpid());
  if (!manifest::merge(united, found, stem, problems) ||
      !manifest::write_new_file(united, stem, ".fusion.json", problems))
    log(diag::record_failed, {problems.list().empty() ? stem : problems.list().front().text});
}

// Behind the destructors of the program and of the libraries that use this one.
__attribute__((destructor)) void write_at_exit() {
  recorder *r = recorded.load(std::memory_order_acquire);
  if (!r)
    return;
  try {
    write(*r);
  } catch (const std::exception &e) {
    log(diag::record_failed, {e.what()});
  }
}

} // namespace

void record_region(region_segment &r, const choice &chosen) {
  try {
    records().add(r, chosen);
  } catch (const std::bad_alloc &) { // the program goes on without it
  }
}

} // namespace sycl::detail
