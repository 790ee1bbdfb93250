// A program cannot tell that its kernels were held and fused: whatever looks at what they do has them launched first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not for test/gpu: it is built with what a run of it recorded.
// REQUIRES: target-native
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o && clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_AUTO=built SYCL_FUSE_RECORD=%t.dir/profile %t | FileCheck-22 %s
// RUN: sycl-fuse build --automatic %t.o --captured %t.dir/profile/*.fusion.json -o %t.auto.o
// RUN: clang++-22 %t.o %t.auto.o %runtime_lib -o %t.auto
// RUN: env SYCL_FUSE_AUTO=built SYCL_FUSE_STATS=%t.dir/stats.json %t.auto | FileCheck-22 %s
// RUN: %python -c 'import json, sys; rs = json.load(open(sys.argv[1]))["regions"]; print("fused:", sum(r["aot"] for r in rs) > 20, "in part:", sum(r["unfused"] for r in rs) > 0)' %t.dir/stats.json | FileCheck-22 %s --check-prefix=STATS
// STATS: fused: True in part: True
// RUN: env SYCL_FUSE_AUTO=off SYCL_FUSE_STATS=1 %t.auto 2>&1 | FileCheck-22 %s --implicit-check-not=automatic#
// RUN: env SYCL_FUSE_AUTO=on %t.auto | FileCheck-22 %s
// RUN: env SYCL_FUSE_AUTO=stress %t.auto | FileCheck-22 %s
// RUN: env SYCL_FUSE_CHECK=1 %t.auto 2>&1 | FileCheck-22 %s --implicit-check-not=SF6172
// CHECK: all results right
// CHECK-NEXT: at exit: right
#include "e2e.hpp"

#include <atomic>
#include <chrono>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace syclex = sycl::ext::oneapi::experimental;

constexpr std::size_t n = 1001;

// Three arrays and what a host makes of them: an independent reference for each prefix of the three kernels.
struct state {
  sycl::queue q;
  int *a, *b, *c;
  std::vector<int> host_a, host_b, host_c;

  explicit state(sycl::queue queue) : q(queue), host_a(n), host_b(n), host_c(n) {
    a = sycl::malloc_shared<int>(n, q);
    b = sycl::malloc_shared<int>(n, q);
    c = sycl::malloc_shared<int>(n, q);
    for (std::size_t i = 0; i < n; ++i)
      host_a[i] = a[i] = static_cast<int>(i * 7 % 31), host_b[i] = b[i] = 2, host_c[i] = c[i] = static_cast<int>(i);
  }
  sycl::event first() {
    for (std::size_t i = 0; i < n; ++i)
      host_a[i] = host_a[i] * 3 + host_c[i];
    int *pa = a, *pc = c;
    return q.parallel_for<class First>(n, [=](sycl::id<1> i) { pa[i] = pa[i] * 3 + pc[i]; });
  }
  sycl::event second() {
    for (std::size_t i = 0; i < n; ++i)
      host_b[i] += host_a[i] ^ static_cast<int>(i);
    int *pa = a, *pb = b;
    return q.parallel_for<class Second>(n, [=](sycl::id<1> i) { pb[i] += pa[i] ^ static_cast<int>(i[0]); });
  }
  sycl::event third() {
    for (std::size_t i = 0; i < n; ++i)
      host_c[i] = host_b[i] - host_c[i];
    int *pb = b, *pc = c;
    return q.parallel_for<class Third>(n, [=](sycl::id<1> i) { pc[i] = pb[i] - pc[i]; });
  }
  void round() { first(), second(), third(); }
  void check(const char *what) {
    e2e::expect_equal(what, std::vector<int>(a, a + n), host_a);
    e2e::expect_equal(what, std::vector<int>(b, b + n), host_b);
    e2e::expect_equal(what, std::vector<int>(c, c + n), host_c);
  }
  void release() {
    sycl::free(a, q);
    sycl::free(b, q);
    sycl::free(c, q);
  }
};

sycl::queue in_order() { return sycl::queue{sycl::property::queue::in_order{}}; }

void waits() {
  state s(in_order());
  for (int step = 0; step < 30; ++step) {
    s.round();
    s.q.wait();
    s.check("after a wait for the queue");
  }
  s.round();
  s.first();
  s.second().wait();
  s.check("after a wait for an event");
  s.round();
  s.first().wait_and_throw();
  s.check("after wait_and_throw");
  // A result of one round is read while the next one is submitted.
  for (int step = 0; step < 10; ++step) {
    sycl::event done = s.third();
    const std::vector<int> wanted = s.host_c;
    s.first();
    done.wait();
    e2e::expect_equal("an earlier result", std::vector<int>(s.c, s.c + n), wanted);
    s.second();
  }
  s.q.wait();
  s.check("after overlapping rounds");
  s.release();
}

void looks() {
  state s(in_order());
  sycl::event e = s.first();
  while (e.get_info<sycl::info::event::command_execution_status>() != sycl::info::event_command_status::complete)
    std::this_thread::yield();
  s.check("after polling");
  // Nothing of the program calls the runtime any more.
  int *flag = sycl::malloc_shared<int>(1, s.q);
  *flag = 0;
  for (int i = 1; i != 20; ++i) {
    s.first();
    s.second();
    s.q.single_task<class Raise>(
        [=] { sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::system>(*flag).store(i); });
    s.first();
    const auto begun = std::chrono::steady_clock::now();
    while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) != i)
      if (std::chrono::steady_clock::now() - begun > std::chrono::seconds(20)) {
        e2e::expect("the flag", false);
        break;
      }
  }
  s.q.wait();
  s.check("after spinning on a flag");
  sycl::free(flag, s.q);
  s.release();
}

void ends() {
  for (int step = 0; step < 5; ++step) {
    state *s;
    {
      s = new state(in_order());
      s->round();
      s->first();
      s->q = sycl::queue(); // the last copy of the queue
    }
    s->check("after the end of a queue");
    s->release();
    delete s;
  }
  // Freed as soon as the kernels are submitted, in the order of the queue.
  state s(in_order());
  for (int step = 0; step < 10; ++step) {
    int *t = sycl::malloc_device<int>(n, s.q), *to = s.a;
    s.first();
    s.q.parallel_for<class Into>(n, [=](sycl::id<1> i) { t[i] = to[i]; });
    s.q.parallel_for<class Back>(n, [=](sycl::id<1> i) { to[i] = t[i]; });
    s.first();
    sycl::free(t, s.q);
  }
  s.q.wait();
  s.check("after free in a loop");
  s.release();
}

void other_commands() {
  state s(in_order());
  int numbers[n];
  for (int step = 0; step < 5; ++step) {
    s.first();
    s.second();
    for (std::size_t i = 0; i < n; ++i)
      s.host_c[i] = numbers[i] = static_cast<int>(i) * step;
    s.q.memcpy(s.c, numbers, sizeof numbers);
    s.third();
    s.first();
    s.q.fill(s.b, 5, n);
    std::fill(s.host_b.begin(), s.host_b.end(), 5);
    s.second();
    int seen = 0;
    const int wanted = s.host_b[3];
    s.q.submit([&](sycl::handler &h) { h.host_task([&] { seen = s.b[3]; }); });
    s.third();
    s.first();
    s.q.ext_oneapi_submit_barrier();
    s.second();
    s.q.wait();
    s.check("after copies, fills, host tasks and barriers");
    e2e::expect("what a host task saw", seen == wanted);
  }
  // What records to a graph or is a region is not held, and comes after what is.
  s.first();
  {
    syclex::command_graph graph{s.q.get_context(), s.q.get_device()};
    graph.begin_recording(s.q);
    int *pa = s.a;
    s.q.parallel_for<class InGraph>(n, [=](sycl::id<1> i) { pa[i] += 1; });
    graph.end_recording(s.q);
    auto executable = graph.finalize();
    for (int step = 0; step < 3; ++step) {
      s.second();
      s.q.ext_oneapi_graph(executable);
      for (int &x : s.host_a)
        ++x;
      s.third();
    }
    s.q.wait();
  }
  s.check("around a graph");
  s.release();
  state f(sycl::queue{
      sycl::property_list{sycl::property::queue::in_order{}, e2e::fusion::property::queue::enable_fusion{}}});
  for (int step = 0; step < 5; ++step) {
    f.first();
    e2e::fusion_wrapper fw(f.q);
    fw.start_fusion();
    e2e::expect("fusion mode", fw.is_in_fusion_mode());
    f.second();
    f.third();
    fw.complete_fusion();
    e2e::expect("no fusion mode", !fw.is_in_fusion_mode());
    f.first();
    fw.cancel_fusion(); // there is no region
    f.round();
  }
  f.q.wait();
  f.check("around regions");
  f.release();
}

void errors() {
  state s(in_order());
  for (int step = 0; step < 5; ++step) {
    s.first();
    bool thrown = false;
    int *pa = s.a;
    try {
      s.q.parallel_for<class Wrong>(sycl::nd_range<1>(n, 64), [=](sycl::nd_item<1> i) { pa[i.get_global_id(0)] = 0; });
    } catch (const sycl::exception &e) {
      thrown = e.code() == sycl::errc::nd_range;
    }
    e2e::expect("an error of a submission", thrown);
    try {
      s.q.submit([&](sycl::handler &) { throw 5; });
      e2e::expect("an exception of a command group", false);
    } catch (int five) {
      e2e::expect("an exception of a command group", five == 5);
    }
    s.second();
    s.third();
  }
  s.q.wait_and_throw();
  s.check("around errors");
  s.release();
}

void two_queues() {
  sycl::queue q = in_order(), other = in_order();
  state s(q);
  for (int step = 0; step < 10; ++step) {
    s.first();
    sycl::event e = s.second();
    int *pa = s.a, *pb = s.b, *pc = s.c;
    sycl::event there = other.submit([&](sycl::handler &h) {
      h.depends_on(e);
      h.parallel_for<class Elsewhere>(n, [=](sycl::id<1> i) { pc[i] = pa[i] + pb[i]; });
    });
    for (std::size_t i = 0; i < n; ++i)
      s.host_c[i] = s.host_a[i] + s.host_b[i];
    q.submit([&](sycl::handler &h) {
      h.depends_on(there);
      h.parallel_for<class First2>(n, [=](sycl::id<1> i) { pa[i] = pa[i] * 3 + pc[i]; });
    });
    for (std::size_t i = 0; i < n; ++i)
      s.host_a[i] = s.host_a[i] * 3 + s.host_c[i];
  }
  q.wait();
  other.wait();
  s.check("two queues");
  s.release();
}

void buffers() {
  std::vector<int> data(n, 3), out(n);
  {
    sycl::queue q = in_order();
    sycl::buffer<int> in(data.data(), n), result(out.data(), n);
    for (int step = 0; step < 6; ++step) {
      q.submit([&](sycl::handler &h) {
        sycl::accessor x(in, h, sycl::read_write);
        h.parallel_for<class Inc>(n, [=](sycl::id<1> i) { x[i] += 2; });
      });
      q.submit([&](sycl::handler &h) {
        sycl::accessor x(in, h, sycl::read_only);
        sycl::accessor y(result, h, sycl::write_only);
        h.parallel_for<class Twice>(n, [=](sycl::id<1> i) { y[i] = 2 * x[i]; });
      });
      if (step % 2) {
        sycl::host_accessor look(in, sycl::read_only);
        e2e::expect("a host accessor", look[n / 2] == 3 + 2 * (step + 1));
      }
    }
  }
  e2e::expect_equal("buffers", out, std::vector<int>(n, 2 * (3 + 12)));
}

void forks() {
  state s(in_order());
  for (int step = 0; step < 3; ++step) {
    s.first();
    s.second();
    const pid_t child = ::fork();
    if (child == 0) {
      s.check("in a forked process");
      s.third();
      s.round();
      s.first();
      s.q.wait();
      s.check("what a forked process submits");
      std::fflush(stdout);
      ::_exit(e2e::failures != 0);
    }
    int status = 1;
    ::waitpid(child, &status, 0);
    e2e::expect("a forked process", status == 0);
    s.third();
  }
  s.q.wait();
  s.check("around forks");
  s.release();
}

void threads() {
  sycl::queue q = in_order();
  std::vector<std::thread> all;
  for (int t = 0; t < 4; ++t)
    all.emplace_back([&, t] {
      state s(q);
      for (int step = 0; step < 100; ++step) {
        s.round();
        if (step % 8 == t)
          s.q.wait();
        if (step % 16 == 5) {
          s.first().wait();
          s.check("one of several threads");
        }
      }
      q.wait();
      s.check("one of several threads");
    });
  for (std::thread &t : all)
    t.join();
}

// Kernels that are held when the program ends, in a queue that is never destroyed, have run for what comes after.
struct at_exit {
  state *s = nullptr;
  ~at_exit() {
    if (!s)
      return;
    const bool right =
        std::equal(s->host_a.begin(), s->host_a.end(), s->a) && std::equal(s->host_b.begin(), s->host_b.end(), s->b);
    std::printf("at exit: %s\n", right ? "right" : "wrong");
  }
} last;

void kept_out() {
  for (const sycl::property_list &p :
       {sycl::property_list{sycl::property::queue::in_order{}, sycl::property::queue::enable_profiling{}},
        sycl::property_list{sycl::property::queue::in_order{},
                            sycl::ext::syclfuse::property::queue::no_automatic_fusion{}}}) {
    state s(sycl::queue{p});
    s.round();
    sycl::event e = s.first();
    e2e::expect("not held", e.get_info<sycl::info::event::command_execution_status>() !=
                                sycl::info::event_command_status::submitted);
    s.q.wait();
    s.check("kept out");
    s.release();
  }
}

int main() {
  waits();
  looks();
  ends();
  other_commands();
  errors();
  two_queues();
  buffers();
  kept_out();
  forks();
  threads();
  last.s = new state(in_order());
  last.s->first();
  last.s->second();
  return e2e::finish();
}
