// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 22 sequences of kernels, fused and kernel by kernel in turns: is any of them slower for being fused? Prints a
// JSON object for each; exit code 1 if a fused one leaves other bits.
//   bench-sequences <64, 1024 or 4096: elements of an edge> [rounds] [name]
#include "arrays.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {

using fusion::fusion_mode;
using fusion::fusion_outcome;

double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

class measurement {
public:
  measurement(arrays &m, const sequence &s) : m_(m), s_(s), fw_(m.q) {}

  // Whether both leave the same bits.
  bool compare() {
    std::vector<float> results[2];
    for (bool fused : {false, true}) {
      m_.clear();
      run(fused);
      outcome_ = fw_.last_outcome();
      reason_ = fw_.last_reason();
      results[fused] = m_.results();
    }
    return std::memcmp(results[0].data(), results[1].data(), results[0].size() * sizeof(float)) == 0;
  }

  // The median of the rounds' ratios; a round is some milliseconds of each, in turns.
  void print(std::size_t edge, int rounds) {
    const int iterations = std::clamp(static_cast<int>(3000 / std::max(time(false, 3), 1.0)), 3, 300);
    std::vector<double> unfused, fused, ratios;
    for (int round = 0; round < rounds; ++round) {
      unfused.push_back(time(false, iterations));
      fused.push_back(time(true, iterations));
      ratios.push_back(fused.back() / unfused.back());
    }
    std::printf("{\"sequence\": \"%s\", \"edge\": %zu, \"unfused_us\": %.2f, \"fused_us\": %.2f, \"ratio\": %.3f, "
                "\"outcome\": \"%s\", \"reason\": \"%s\"}\n",
                s_.name.c_str(), edge, median(unfused), median(fused), median(ratios), to_string(outcome_),
                to_string(reason_));
    std::fflush(stdout);
  }

private:
  void run(bool fused) { s_.submit(fw_, fused ? fusion_mode::prefer : fusion_mode::off); }

  // Of one, in microseconds.
  double time(bool fused, int iterations) {
    run(fused);
    std::vector<double> times;
    for (int i = 0; i < iterations; ++i) {
      const auto start = std::chrono::steady_clock::now();
      run(fused);
      times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
    }
    return median(times);
  }

  arrays &m_;
  const sequence &s_;
  fusion::fusion_wrapper fw_;
  fusion_outcome outcome_{};
  fusion::fusion_reason reason_{};
};

} // namespace

int main(int argc, char **argv) {
  const std::size_t edge = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 21;
  if ((edge != 64 && edge != 1024 && edge != 4096) || rounds < 1)
    return std::fprintf(stderr, "usage: bench-sequences <64, 1024 or 4096> [rounds] [name]\n"), 2;
  const sycl::queue q{{sycl::property::queue::in_order{}, fusion::property::queue::enable_fusion{}}};
  arrays m(q, edge);
  std::vector<sequence> all;
  add_pointwise(all, m, edge);
  add_others(all, m, edge);
  bool right = true;
  for (const sequence &s : all) {
    if (argc > 3 && s.name != argv[3])
      continue;
    measurement one(m, s);
    if (!one.compare()) {
      std::fprintf(stderr, "%s: fused, other results\n", s.name.c_str());
      right = false;
    }
    one.print(edge, rounds);
  }
  return right ? 0 : 1;
}
