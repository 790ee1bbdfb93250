// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Peers that take turns in one process: measured the same way, on the same memory. Prints a JSON object per peer, size
// and round: the median and the best of the round.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <vector>

namespace bench {

using clock_type = std::chrono::steady_clock;

inline double microseconds_since(clock_type::time_point start) {
  return std::chrono::duration<double, std::micro>(clock_type::now() - start).count();
}

struct peer {
  std::string name;
  bool openmp;
  std::function<void()> run;
  std::function<const char *()> outcome = [] { return ""; };
  std::function<void(const std::function<void(float *)> &)> access_result =
      {}; // calls with the output; absent: not compared
};

// On huge pages where the system gives them, as the runtime allocates its buffers, so that the peers differ in code
// only.
struct free_memory {
  void operator()(void *p) const { std::free(p); }
};
using array = std::unique_ptr<float[], free_memory>;
inline array allocate(std::size_t n) {
  constexpr std::size_t huge_page = std::size_t{2} << 20;
  const std::size_t bytes = (n * sizeof(float) + huge_page - 1) / huge_page * huge_page;
  void *p = std::aligned_alloc(huge_page, bytes);
  if (!p)
    throw std::bad_alloc();
  madvise(p, bytes, MADV_HUGEPAGE);
  return array(static_cast<float *>(p));
}

// Enough iterations for a tenth of a second, at least 5 and at most 20000.
inline int iterations_for(const peer &p) {
  p.run();
  const auto start = clock_type::now();
  p.run();
  return static_cast<int>(std::clamp(1e5 / std::max(microseconds_since(start), 1.0), 5.0, 20000.0));
}

inline void measure(const peer &p, std::size_t n, int round, int iterations) {
  std::vector<double> times(static_cast<std::size_t>(iterations));
  for (int i = 0; i < iterations / 10 + 1; ++i)
    p.run();
  for (double &t : times) {
    const auto start = clock_type::now();
    p.run();
    t = microseconds_since(start);
  }
  std::sort(times.begin(), times.end());
  std::printf(
      "{\"peer\": \"%s\", \"n\": %zu, \"round\": %d, \"iterations\": %d, \"median_us\": %.3f, \"best_us\": %.3f, "
      "\"outcome\": \"%s\"}\n",
      p.name.c_str(), n, round, iterations, times[times.size() / 2], times.front(), p.outcome());
  std::fflush(stdout);
}

// What an earlier peer left in the output, of `results` elements, must not count for this one.
inline bool check(const peer &p, std::size_t results, const std::function<bool(const float *)> &is_right) {
  if (!p.access_result)
    return true;
  bool right = false;
  p.access_result([&](float *out) { std::fill_n(out, results, -7.0f); });
  p.run();
  p.access_result([&](float *out) { right = is_right(out); });
  if (!right)
    std::fprintf(stderr, "%s: wrong results\n", p.name.c_str());
  return right;
}

// All of it, for `n` items whose results are `results` elements. Returns whether all results are right.
inline bool run(const std::vector<peer> &peers, std::size_t n, int rounds, std::size_t results,
                const std::function<bool(const float *)> &is_right) {
  bool right = true;
  std::vector<int> iterations;
  for (const peer &p : peers) {
    right = check(p, results, is_right) && right;
    iterations.push_back(iterations_for(p));
  }
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < peers.size(); ++i) {
      // OpenMP's threads spin for 200 ms after a loop, on the cores that the next peer needs.
      if (i > 0 && peers[i - 1].openmp && !peers[i].openmp)
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
      measure(peers[i], n, round, iterations[i]);
    }
  return right;
}

} // namespace bench
