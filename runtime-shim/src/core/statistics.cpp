// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/statistics.hpp"

#include "sycl/ext/codeplay/experimental/fusion_wrapper.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>
#include <vector>

namespace sycl::detail {
namespace {

using ext::codeplay::experimental::fusion_outcome;
using ext::codeplay::experimental::fusion_reason;
using syclfuse::diag;

constexpr fusion_outcome columns[] = {fusion_outcome::aot, fusion_outcome::aot_generic, fusion_outcome::jit, fusion_outcome::unfused};
constexpr std::size_t column_count = sizeof(columns) / sizeof(columns[0]);

struct row {
  std::uint64_t submissions = 0, first_fused_ns = 0;
  std::array<std::uint64_t, column_count> outcomes{};
  std::map<diag, std::uint64_t> reasons; // of all that did not run as listed

  void add(const row &other) {
    submissions += other.submissions;
    for (std::size_t i = 0; i < column_count; ++i)
      outcomes[i] += other.outcomes[i];
    for (const auto &[reason, count] : other.reasons)
      reasons[reason] += count;
  }
};

class table {
public:
  void count(const std::string &region, int outcome, diag reason, std::uint64_t launch_ns) {
    std::lock_guard<std::mutex> lock(mutex_);
    row &r = rows_[region];
    ++r.submissions;
    for (std::size_t i = 0; i < column_count; ++i)
      r.outcomes[i] += static_cast<int>(columns[i]) == outcome;
    if (reason != diag::reason_none)
      ++r.reasons[reason];
    if (outcome != static_cast<int>(fusion_outcome::unfused) && r.first_fused_ns == 0)
      r.first_fused_ns = launch_ns;
  }

  std::string text() {
    std::lock_guard<std::mutex> lock(mutex_);
    std::size_t width = 6;
    row total;
    for (const auto &[name, r] : rows_) {
      width = std::max(width, name.size());
      total.add(r);
    }
    std::string out = "sycl-fuse: " + std::to_string(total.submissions) + " regions submitted\n" + cell("region", width);
    for (const char *title : {"submissions", "aot", "aot-generic", "jit", "unfused", "first launch"})
      out += right(title, 13);
    out += "  reasons\n";
    for (const auto &[name, r] : rows_)
      out += line(name, r, width);
    return out + line("total", total, width);
  }

private:
  static std::string cell(std::string s, std::size_t width) {
    s.resize(std::max(width, s.size()), ' ');
    return s;
  }
  static std::string right(const std::string &s, std::size_t width) { return std::string(width - std::min(width - 1, s.size()), ' ') + s; }

  static std::string line(const std::string &name, const row &r, std::size_t width) {
    std::string out = cell(name, width) + right(std::to_string(r.submissions), 13);
    for (std::uint64_t n : r.outcomes)
      out += right(std::to_string(n), 13);
    char time[32] = "-";
    if (r.first_fused_ns != 0)
      std::snprintf(time, sizeof(time), "%.1f us", static_cast<double>(r.first_fused_ns) / 1000);
    out += right(time, 13) + " ";
    for (const auto &[reason, count] : r.reasons)
      out += " " + std::string(to_string(static_cast<fusion_reason>(reason))) + " " + std::to_string(count) + " [" +
             syclfuse::code_string(reason) + "]";
    while (out.back() == ' ')
      out.pop_back();
    return out + "\n";
  }

  std::mutex mutex_;
  std::map<std::string, row> rows_;
};

std::atomic<table *> counted{nullptr}; // never destroyed

table &counts() {
  static table *t = [] {
    auto *made = new table;
    counted.store(made, std::memory_order_release);
    return made;
  }();
  return *t;
}

// Behind the destructors of the program and of the libraries that use this one.
__attribute__((destructor)) void print_at_exit() {
  if (table *t = counted.load(std::memory_order_acquire)) {
    const std::string text = t->text();
    std::fwrite(text.data(), 1, text.size(), stderr);
  }
}

} // namespace

void count_region(const std::string &region, int outcome, diag reason, std::uint64_t launch_ns) {
  counts().count(region, outcome, reason, launch_ns);
}

} // namespace sycl::detail
