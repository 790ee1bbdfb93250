// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Peers that take turns in one process, ours and those written by hand (cuda/hand_peers.hpp); one JSON object per peer
// and workload.
#pragma once

#include "cuda/hand_peers.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <dlfcn.h>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace turns {

using clock_type = std::chrono::steady_clock;

inline bool right = true; // false once something was wrong, for the exit code

inline void expect(bool ok, const std::string &what) {
  if (ok)
    return;
  std::fprintf(stderr, "wrong: %s\n", what.c_str());
  right = false;
}

inline double microseconds_since(clock_type::time_point start) {
  return std::chrono::duration<double, std::micro>(clock_type::now() - start).count();
}
inline double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v.empty() ? 0 : v[v.size() / 2];
}

struct peer {
  std::string name;
  std::function<void()> launch, wait;
  std::string note;                // printed with the times, "" for none
  std::vector<double> times, host; // launch and wait; the launch in a burst
};

constexpr int burst = 20, warm_up = 5;

inline void one_round(peer &p) {
  for (int i = 0; i < burst; ++i) {
    const auto start = clock_type::now();
    p.launch();
    p.wait();
    if (i >= warm_up) // after the change of peer
      p.times.push_back(microseconds_since(start));
  }
  const auto start = clock_type::now();
  for (int i = 0; i < burst; ++i)
    p.launch();
  p.host.push_back(microseconds_since(start) / burst);
  p.wait();
}

inline void print(const char *workload, std::size_t n, const peer &p) {
  expect(!p.times.empty(), p.name + " was not measured");
  if (p.times.empty())
    return;
  std::printf(
      "{\"workload\": \"%s\", \"n\": %zu, \"peer\": \"%s\", \"note\": \"%s\", \"median_us\": %.3f, \"best_us\": %.3f, "
      "\"host_us\": %.3f}\n",
      workload, n, p.name.c_str(), p.note.c_str(), median(p.times), *std::min_element(p.times.begin(), p.times.end()),
      median(p.host));
  std::fflush(stdout);
}

inline void measure(const char *workload, std::size_t n, int rounds, std::vector<peer> &peers) {
  for (int round = 0; round < rounds; ++round)
    for (peer &p : peers)
      one_round(p);
  for (const peer &p : peers)
    print(workload, n, p);
}

// The peers of one library, as long as they are measured.
class hand_written {
public:
  // library: "" for none, and then nothing is added.
  explicit hand_written(const std::string &library) {
    if (library.empty())
      return;
    void *handle = dlopen(library.c_str(), RTLD_NOW);
    make_ = handle ? reinterpret_cast<decltype(&make_hand_peer)>(dlsym(handle, "make_hand_peer")) : nullptr;
    expect(make_, library + " cannot be loaded");
  }
  // is_right: of the first `count` elements of the result.
  template <class F>
  void add(std::vector<peer> &to, const char *name, int workload, std::size_t first_size, std::size_t second_size,
           const float *const *inputs, std::size_t count, F is_right) {
    if (!make_)
      return;
    made_.emplace_back(make_(workload, first_size, second_size));
    hand_peer *p = made_.back().get();
    std::vector<float> result(count);
    expect(p && p->result(inputs, result.data(), count) && is_right(result.data()), name);
    if (p)
      to.push_back({name, [=] { expect(p->launch(), "launch"); }, [=] { expect(p->wait(), "wait"); }, "", {}, {}});
  }

private:
  decltype(&make_hand_peer) make_ = nullptr;
  std::vector<std::unique_ptr<hand_peer>> made_;
};

} // namespace turns
