// Threads that submit the same sequences to one queue, and to queues of their own, between waits, events and looks at them: each sees what its kernels did.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not for test/gpu: it is built with sequences that the plugin records.
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -fplugin-arg-sycl-fuse-automatic -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --automatic %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_AUTO=built %t | FileCheck-22 %s
// RUN: env SYCL_FUSE_AUTO=stress %t | FileCheck-22 %s
// RUN: env SYCL_FUSE_AUTO=built SYCL_FUSE_STATS=%t.json %t | FileCheck-22 %s
// RUN: %python -c 'import json, sys; rs = json.load(open(sys.argv[1]))["regions"]; print("fused:", sum(r["aot"] for r in rs) > 100)' %t.json | FileCheck-22 %s --check-prefix=STATS
// STATS: fused: True
// CHECK: all results right
#include "e2e.hpp"

#include <atomic>
#include <random>
#include <thread>

using namespace sycl;

namespace {

constexpr std::size_t n = 257;
constexpr int rounds = 250;

// Three arrays of one thread, and what the host makes of them.
struct state {
  queue &q;
  unsigned *a, *b, *c;
  std::vector<unsigned> host_a, host_b, host_c;

  explicit state(queue &shared) : q(shared), host_a(n), host_b(n, 2), host_c(n) {
    a = malloc_shared<unsigned>(n, q);
    b = malloc_shared<unsigned>(n, q);
    c = malloc_shared<unsigned>(n, q);
    for (std::size_t i = 0; i < n; ++i)
      host_a[i] = a[i] = static_cast<unsigned>(i * 7), b[i] = 2, host_c[i] = c[i] = static_cast<unsigned>(i);
  }
  ~state() {
    for (unsigned *p : {a, b, c})
      sycl::free(p, q);
  }
  void first() {
    unsigned *pa = a, *pc = c;
    q.parallel_for<class First>(n, [=](id<1> i) { pa[i] = pa[i] * 3 + pc[i]; });
    for (std::size_t i = 0; i < n; ++i)
      host_a[i] = host_a[i] * 3 + host_c[i];
  }
  event sequence() {
    unsigned *pa = a, *pb = b, *pc = c;
    first();
    q.parallel_for<class Second>(n, [=](id<1> i) { pb[i] += pa[i] ^ static_cast<unsigned>(i[0]); });
    event last = q.parallel_for<class Third>(n, [=](id<1> i) { pc[i] = pb[i] - pc[i]; });
    for (std::size_t i = 0; i < n; ++i) {
      host_b[i] += host_a[i] ^ static_cast<unsigned>(i);
      host_c[i] = host_b[i] - host_c[i];
    }
    return last;
  }
  bool right() const {
    return std::equal(host_a.begin(), host_a.end(), a) && std::equal(host_b.begin(), host_b.end(), b) &&
           std::equal(host_c.begin(), host_c.end(), c);
  }
};

bool run(queue &q, unsigned seed) {
  state s(q);
  std::minstd_rand random(seed);
  bool right = true;
  for (int round = 0; round != rounds; ++round) {
    event last;
    for (auto times = random() % 4; times != 0; --times)
      last = s.sequence();
    if (random() % 4 == 0)
      s.first();
    switch (random() % 4) {
    case 0:
      q.wait();
      break;
    case 1: // in order: what came before has finished, too
      s.sequence().wait();
      break;
    case 2: // by looking
      last = s.sequence();
      while (last.get_info<info::event::command_execution_status>() != info::event_command_status::complete)
        std::this_thread::yield();
      break;
    default: // nobody ends the holding
      continue;
    }
    right &= s.right();
  }
  q.wait();
  return right && s.right();
}

} // namespace

int main() {
  const unsigned seed = std::random_device()();
  std::printf("seed %u\n", seed);
  queue shared{property::queue::in_order{}};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t != 4; ++t)
    threads.emplace_back([&, t] {
      queue own{property::queue::in_order{}};
      wrong += !run(shared, seed + t);
      wrong += !run(own, seed + 10 + t);
    });
  for (std::thread &t : threads)
    t.join();
  std::puts(wrong == 0 ? "all results right" : "WRONG");
  return wrong == 0 ? 0 : 1;
}
