// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The chain and its first kernel alone, by this project and by hand in OpenMP, in one process and in turns. Prints a JSON object
// per peer, size and round: the median and the best of the round.
//   bench-chain <size> <rounds>
#include "chain_sycl.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <vector>

template <int Kind> class SingleKernel;

namespace {

using clock_type = std::chrono::steady_clock;

double microseconds_since(clock_type::time_point start) {
  return std::chrono::duration<double, std::micro>(clock_type::now() - start).count();
}

struct peer {
  std::string name;
  bool openmp;
  std::function<void()> run;
  std::function<const char *()> outcome = [] { return ""; };
  std::function<void(const std::function<void(float *)> &)> access_result = {}; // calls with the output; absent: no chain
};

// On huge pages where the system gives them, as the runtime allocates its buffers, so that the peers differ in code only.
struct free_memory {
  void operator()(void *p) const { std::free(p); }
};
using array = std::unique_ptr<float[], free_memory>;
array allocate(std::size_t n) {
  constexpr std::size_t huge_page = std::size_t{2} << 20;
  const std::size_t bytes = (n * sizeof(float) + huge_page - 1) / huge_page * huge_page;
  void *p = std::aligned_alloc(huge_page, bytes);
  if (!p)
    throw std::bad_alloc();
  madvise(p, bytes, MADV_HUGEPAGE);
  return array(static_cast<float *>(p));
}

struct memory {
  array in[4], tmp[3], out;
  chain_arrays arrays;

  explicit memory(std::size_t n) {
    unsigned state = 2026;
    for (array &v : in) {
      v = allocate(n);
      for (std::size_t i = 0; i < n; ++i)
        v[i] = static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) * 0x1p-23f - 1.0f;
    }
    for (array *v : {&tmp[0], &tmp[1], &tmp[2], &out}) {
      *v = allocate(n);
      std::fill_n(v->get(), n, 0.0f);
    }
    arrays = {in[0].get(),  in[1].get(),  in[2].get(),  in[3].get(),
              tmp[0].get(), tmp[1].get(), tmp[2].get(), out.get(), n};
  }
};

// One kernel over USM, as it costs least to submit: the OpenMP loop's counterpart.
void sycl_range(sycl::queue &q, const chain_arrays &a) {
  const float *in1 = a.in1, *in2 = a.in2;
  float *tmp1 = a.tmp1;
  q.parallel_for<SingleKernel<0>>(sycl::range<1>{a.n}, [=](sycl::id<1> i) { tmp1[i] = in1[i] * in2[i]; });
  q.wait();
}

void sycl_nd_range(sycl::queue &q, const chain_arrays &a) {
  const float *in1 = a.in1, *in2 = a.in2;
  float *tmp1 = a.tmp1;
  q.parallel_for<SingleKernel<1>>(sycl::nd_range<1>{a.n, 64}, [=](sycl::nd_item<1> i) {
    const std::size_t id = i.get_global_id(0);
    tmp1[id] = in1[id] * in2[id];
  });
  q.wait();
}

bool is_right(const chain_arrays &a, const float *out) {
  for (std::size_t i = 0; i < a.n; ++i) {
    const float product = a.in1[i] * a.in2[i], difference = a.in1[i] - a.in3[i];
    const float other = difference * a.in4[i], wanted = product - other;
    if (std::memcmp(&out[i], &wanted, sizeof wanted) != 0)
      return false;
  }
  return true;
}

// Enough iterations for a tenth of a second, at least 5 and at most 20000.
int iterations_for(const peer &p) {
  p.run();
  const auto start = clock_type::now();
  p.run();
  return static_cast<int>(std::clamp(1e5 / std::max(microseconds_since(start), 1.0), 5.0, 20000.0));
}

void measure(const peer &p, std::size_t n, int round, int iterations) {
  std::vector<double> times(static_cast<std::size_t>(iterations));
  for (int i = 0; i < iterations / 10 + 1; ++i)
    p.run();
  for (double &t : times) {
    const auto start = clock_type::now();
    p.run();
    t = microseconds_since(start);
  }
  std::sort(times.begin(), times.end());
  std::printf("{\"peer\": \"%s\", \"n\": %zu, \"round\": %d, \"iterations\": %d, \"median_us\": %.3f, \"best_us\": %.3f, "
              "\"outcome\": \"%s\"}\n",
              p.name.c_str(), n, round, iterations, times[times.size() / 2], times.front(), p.outcome());
  std::fflush(stdout);
}

template <class Chain> peer sycl_peer(const std::string &name, sycl::queue &q, chain_buffers &buffers) {
  auto chain = std::make_shared<Chain>(q, buffers);
  return {name, false, [chain] { chain->iterate(); }, [chain] { return chain->outcome(); },
          [&buffers](const std::function<void(float *)> &f) {
            sycl::host_accessor out{buffers.out, sycl::read_write};
            f(&out[0]);
          }};
}

peer openmp_peer(const std::string &name, void (*function)(const chain_arrays &), const chain_arrays &a) {
  return {name, true, [=] { function(a); }, [] { return ""; }, [a](const std::function<void(float *)> &f) { f(a.out); }};
}

std::vector<peer> all_peers(sycl::queue &q, chain_buffers &buffers, const chain_arrays &a) {
  using promoted = chain_sycl<true, fusion::property::promote_private>;
  std::vector<peer> peers{openmp_peer("4 OpenMP loops", openmp_four_loops, a),
                          openmp_peer("hand-fused OpenMP loop", openmp_fused, a),
                          {"one OpenMP loop", true, [a] { openmp_one_loop(a); }},
                          sycl_peer<chain_sycl<false>>("this project, unfused", q, buffers),
                          sycl_peer<chain_sycl<true>>("this project, fused", q, buffers),
                          sycl_peer<promoted>("this project, internalized", q, buffers),
                          {"this project, one range kernel", false, [&q, a] { sycl_range(q, a); }}};
  if (a.n % 64 == 0)
    peers.push_back({"this project, one nd_range kernel", false, [&q, a] { sycl_nd_range(q, a); }});
  return peers;
}

// What an earlier peer left in the output must not count for this one.
bool check(const peer &p, const chain_arrays &a) {
  if (!p.access_result)
    return true;
  bool right = false;
  p.access_result([&](float *out) { std::fill_n(out, a.n, -7.0f); });
  p.run();
  p.access_result([&](float *out) { right = is_right(a, out); });
  if (!right)
    std::fprintf(stderr, "bench-chain: %s: wrong results at n=%zu\n", p.name.c_str(), a.n);
  return right;
}

} // namespace

int main(int argc, char **argv) {
  const std::size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  if (n == 0 || rounds < 1)
    return std::fprintf(stderr, "usage: bench-chain <size> <rounds>\n"), 2;
  memory m(n);
  sycl::queue q{sycl::cpu_selector_v, sycl::property_list{fusion::property::queue::enable_fusion{}}};
  chain_buffers buffers(m.arrays);
  std::vector<peer> peers = all_peers(q, buffers, m.arrays);
  bool right = true;
  std::vector<int> iterations;
  for (const peer &p : peers) {
    right = check(p, m.arrays) && right;
    iterations.push_back(iterations_for(p));
  }
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < peers.size(); ++i) {
      // OpenMP's threads spin for 200 ms after a loop, on the cores that the next peer needs.
      if (i > 0 && peers[i - 1].openmp && !peers[i].openmp)
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
      measure(peers[i], n, round, iterations[i]);
    }
  return right ? 0 : 1;
}
