// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/feedback/statistics.hpp"
#include "core/bundles/registry.hpp"
#include "core/process/forks.hpp"
#include "core/process/rank.hpp"

#include "sycl/ext/codeplay/experimental/fusion_wrapper.hpp"
#include "syclfuse/names.hpp"
#include "syclfuse/printable.hpp"
#include "syclfuse/statistics.hpp"

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

constexpr fusion_outcome columns[] = {fusion_outcome::aot, fusion_outcome::aot_generic, fusion_outcome::jit,
                                      fusion_outcome::unfused};
constexpr std::size_t column_count = sizeof(columns) / sizeof(columns[0]);

struct row {
  std::uint64_t submissions = 0, first_fused_ns = 0;
  std::array<std::uint64_t, column_count> outcomes{};
  std::map<diag, std::uint64_t> reasons; // of all that did not run as listed
  std::string name, file;                // absolute paths are those of a machine: the file's name only
  unsigned line = 0;
  bool automatic = false;

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
  void count(const std::string &name, const char *path, unsigned line, int outcome, bool automatic, diag reason,
             std::uint64_t launch_ns) {
    std::lock_guard<std::mutex> lock(process_mutex(process_lock::statistics));
    row &r = rows_[label(name, path, line)];
    if (r.submissions++ == 0) {
      r.name = name;
      r.file = !path ? "" : *path == '/' ? last_part(path) : path;
      r.line = line;
      r.automatic = automatic;
    }
    for (std::size_t i = 0; i < column_count; ++i)
      r.outcomes[i] += static_cast<int>(columns[i]) == outcome;
    if (reason != diag::reason_none)
      ++r.reasons[reason];
    if (outcome != static_cast<int>(fusion_outcome::unfused) && r.first_fused_ns == 0)
      r.first_fused_ns = launch_ns;
  }

  syclfuse::statistics::run run() {
    std::lock_guard<std::mutex> lock(process_mutex(process_lock::statistics));
    syclfuse::statistics::run out{program_invocation_short_name, {}, times_, held()};
    for (const auto &[label, r] : rows_)
      out.regions.push_back({r.name,
                             r.file,
                             r.line,
                             r.submissions,
                             r.outcomes[0],
                             r.outcomes[1],
                             r.outcomes[2],
                             r.outcomes[3],
                             r.first_fused_ns,
                             {r.reasons.begin(), r.reasons.end()},
                             r.automatic});
    return out;
  }

  void count_holding(end_of_holding why, std::size_t kernels, std::uint64_t ns) {
    std::lock_guard<std::mutex> lock(process_mutex(process_lock::statistics));
    ++ends_[static_cast<std::size_t>(why)];
    held_kernels_ += kernels;
    const std::uint64_t us = ns / 1000;
    const auto bucket = std::lower_bound(std::begin(longest_us), std::end(longest_us), us);
    ++times_held_[static_cast<std::size_t>(bucket - std::begin(longest_us))];
  }

  turn turn_of(const choice &c) {
    const std::uint64_t code = code_of(*c.region);
    if (code == 0)
      return turn::none;
    std::lock_guard<std::mutex> lock(process_mutex(process_lock::statistics));
    const syclfuse::statistics::timing &t = timing_of(c, code);
    return t.fused <= t.unfused ? turn::fused : turn::unfused;
  }

  void add_time(const choice &c, turn as, std::uint64_t ns) {
    const std::uint64_t code = code_of(*c.region);
    std::lock_guard<std::mutex> lock(process_mutex(process_lock::statistics));
    syclfuse::statistics::timing &t = timing_of(c, code);
    const bool fused = as == turn::fused;
    std::uint64_t &best = fused ? t.fused_ns : t.unfused_ns;
    if ((fused ? t.fused : t.unfused)++ == 0 || ns < best)
      best = ns;
  }

  std::string text() {
    std::lock_guard<std::mutex> lock(process_mutex(process_lock::statistics));
    std::size_t width = 6;
    row total;
    for (const auto &[name, r] : rows_) {
      width = std::max(width, name.size());
      total.add(r);
    }
    const std::string &rank = env().rank; // of tables that stand below each other
    std::string out = "sycl-fuse: " + (rank.empty() ? "" : "rank " + rank + ": ") + std::to_string(total.submissions) +
                      (total.submissions == 1 ? " region" : " regions") + " submitted\n" + cell("region", width);
    for (const char *title : {"submissions", "aot", "aot-generic", "jit", "unfused", "first launch"})
      out += right(title, 13);
    out += "  reasons\n";
    for (const auto &[name, r] : rows_)
      out += line(name, r, width);
    out += line("total", total, width);
    const auto numbers = held();
    for (const auto &[name, value] : numbers)
      out += (name == numbers.front().first ? "held: " : ", ") + name + " " + std::to_string(value);
    return numbers.empty() ? out : out + "\n";
  }

private:
  // Empty if nothing was. With the lock held.
  std::vector<std::pair<std::string, std::uint64_t>> held() const {
    if (held_kernels_ == 0)
      return {};
    std::vector<std::pair<std::string, std::uint64_t>> out{{"kernels", held_kernels_}};
    constexpr const char *names[] = {"complete", "kernel", "command", "wait", "event", "program", "time"};
    static_assert(std::size(names) == ends);
    for (std::size_t i = 0; i != ends; ++i)
      out.emplace_back(std::string("ended_by_") + names[i], ends_[i]);
    for (std::size_t i = 0; i != std::size(longest_us); ++i)
      out.emplace_back("up_to_" + std::to_string(longest_us[i]) + "_us", times_held_[i]);
    out.emplace_back("longer", times_held_[std::size(longest_us)]);
    return out;
  }

  // 0: it cannot be told from other code, for want of IR in the bundle.
  static std::uint64_t code_of(const region_node &n) {
    const syclfuse::bundle::view &view = n.bundle->view;
    std::uint64_t code = n.record->signature;
    for (const auto &s : view.submissions(*n.record)) {
      const auto &k = view.kernels()[s.kernel];
      if (k.ir_size == 0)
        return 0;
      code = syclfuse::statistics::add_code(code, k.ir_hash);
    }
    return code;
  }

  syclfuse::statistics::timing &timing_of(const choice &c, std::uint64_t code) {
    const syclfuse::bundle::variant_record &v = *c.variant->record;
    const std::uint64_t *size = c.launch.global_size, items = size[0] * size[1] * size[2];
    const bool specialized = v.kind == syclfuse::variant_kind::specialized;
    for (auto &t : times_)
      if (t.code == code && t.items == items && t.arch == v.arch && t.specialized == specialized &&
          t.target == name_of(v.target))
        return t;
    times_.push_back({std::string(c.region->name), code, std::string(name_of(v.target)), v.arch, specialized, items});
    return times_.back();
  }

  static std::string last_part(const std::string &path) { return path.substr(path.rfind('/') + 1); }

  // "run (chain.cpp:12)"
  static std::string label(const std::string &name, const char *path, unsigned line) {
    return path ? name + " (" + last_part(path) + ":" + std::to_string(line) + ")" : name;
  }

  static std::string cell(std::string s, std::size_t width) {
    s.resize(std::max(width, s.size()), ' ');
    return s;
  }
  static std::string right(const std::string &s, std::size_t width) {
    return std::string(width - std::min(width - 1, s.size()), ' ') + s;
  }

  // "8.7 us", in every locale.
  static std::string microseconds(std::uint64_t ns) {
    const std::uint64_t tenths = (ns + 50) / 100;
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " us";
  }

  static std::string line(const std::string &name, const row &r, std::size_t width) {
    std::string out = cell(name, width) + right(std::to_string(r.submissions), 13);
    for (std::uint64_t n : r.outcomes)
      out += right(std::to_string(n), 13);
    out += right(r.first_fused_ns == 0 ? "-" : microseconds(r.first_fused_ns), 13) + " ";
    for (const auto &[reason, count] : r.reasons)
      out += " " + std::string(to_string(static_cast<fusion_reason>(reason))) + " " + std::to_string(count) + " [" +
             syclfuse::code_string(reason) + "]";
    while (out.back() == ' ')
      out.pop_back();
    return out + "\n";
  }

  // Under process_lock::statistics.
  std::map<std::string, row> rows_;
  std::vector<syclfuse::statistics::timing> times_;
  static constexpr std::size_t ends = static_cast<std::size_t>(end_of_holding::time) + 1;
  static constexpr std::uint64_t longest_us[] = {1, 5, 10, 25, 50, 100, 1000}; // of how many each is counted
  std::uint64_t held_kernels_ = 0, ends_[ends] = {}, times_held_[std::size(longest_us) + 1] = {};
};

std::atomic<table *> counted{nullptr};

table &counts() {
  return made_once(counted, process_lock::statistics, [] { return new table; });
}

void write_file(const syclfuse::statistics::run &run, const std::string &path) {
  syclfuse::diagnostics problems;
  if (!syclfuse::statistics::write_file(run, path, problems))
    std::fprintf(stderr, "sycl-fuse: %s\n", syclfuse::printable(problems.list().front().format()).c_str());
}

// Behind the destructors of the program and of the libraries that use this one. A file is written also where nothing
// was counted: who waits for it must not read that of another run.
__attribute__((destructor)) void report_at_exit() {
  table *t = counted.load(std::memory_order_acquire);
  try {
    if (!counting())
      return;
    if (const std::string &file = env().stats.file; !file.empty()) {
      write_file(t ? t->run() : syclfuse::statistics::run{program_invocation_short_name, {}, {}},
                 name_of_own(file, env().rank));
    } else if (t) {
      const std::string text = syclfuse::printable(t->text());
      std::fwrite(text.data(), 1, text.size(), stderr);
    }
  } catch (const std::exception &) { // for want of memory: nothing is left to say it with
  }
}

} // namespace

void count_region(const std::string &name, const char *file, unsigned line, int outcome, bool automatic, diag reason,
                  std::uint64_t launch_ns) {
  counts().count(name, file, line, outcome, automatic, reason, launch_ns);
}

void count_holding(end_of_holding why, std::size_t kernels, std::uint64_t ns) {
  counts().count_holding(why, kernels, ns);
}

turn turn_of(const choice &c) { return counts().turn_of(c); }
void add_time(const choice &c, turn as, std::uint64_t ns) { counts().add_time(c, as, ns); }

} // namespace sycl::detail
