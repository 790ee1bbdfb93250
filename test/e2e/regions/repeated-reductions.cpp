// Regions with reductions that do again what the region before did, with all that may come in between, against a model
// on the host: other sizes, variables, values and properties, other uses of the buffers, failing command groups, events
// that are held, ends before the end.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t 2>&1 | FileCheck-22 %s
// RUN: env SYCL_FUSE=off %t 2>&1 | FileCheck-22 %s --check-prefix=OFF
// RUN: env SYCL_FUSE_CHECK=1 %t 2>&1 | FileCheck-22 %s --implicit-check-not=SF6172
// RUN: env SYCL_FUSE_STATS=1 SYCL_FUSE_TIMES=1 %t 2>&1 | FileCheck-22 %s
// CHECK: usm: aot
// CHECK-NEXT: buffers: aot
// CHECK-NEXT: span: unfused
// CHECK-NEXT: parts: aot
// CHECK: all results right
// OFF: all results right
#include "e2e.hpp"

#include <algorithm>
#include <numeric>

using namespace sycl;
using ints = std::vector<unsigned>;

namespace {

constexpr std::size_t most = 3000;

property_list of(bool anew) {
  return anew ? property_list{property::reduction::initialize_to_identity{}} : property_list{};
}
unsigned sum_of(const ints &v, std::size_t n) {
  return std::accumulate(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(n), 0u);
}

// What a region is given. A byte beside pointers: closures have bytes that are no part of any argument.
struct parameters {
  std::size_t n = 1000;
  int which = 0; // of two variables
  bool anew = false;
  unsigned char by = 1;
};

struct model {
  queue &q, other;
  std::minstd_rand random;
  e2e::fusion_wrapper fw{q};
  unsigned *x, *t, *sum;
  ints in_x = ints(most, 1), in_a = ints(most, 2);
  ints sums = ints(8), in_s = ints(2);
  buffer<unsigned> a{range<1>(most)};
  buffer<unsigned> s[2] = {buffer<unsigned>(range<1>(1)), buffer<unsigned>(range<1>(1))};
  std::vector<event> held;

  model(queue &with, unsigned seed)
      : q(with), other(with.get_device()), random(seed), x(malloc_shared<unsigned>(most, q)),
        t(malloc_shared<unsigned>(most, q)), sum(malloc_shared<unsigned>(8, q)) {
    std::fill_n(x, most, 1u);
    std::fill_n(sum, 8, 0u);
    std::fill_n(host_accessor(a, write_only, no_init).begin(), most, 2u);
    for (auto &b : s)
      host_accessor(b, write_only, no_init)[0] = 0;
  }
  ~model() {
    fw.is_in_fusion_mode() ? fw.cancel_fusion() : void();
    q.wait();
    for (unsigned *p : {x, t, sum})
      free(p, q);
  }
  // By a pointer, so that the compiler sees the sequences of regions as they are most often.
  void (model::*disturbance)(const parameters &) = &model::disturb_now;
  void disturb(const parameters &p) { (this->*disturbance)(p); }
  bool one_in(unsigned n) { return random() % n == 0; }

  void usm(const parameters &p) {
    unsigned *in = x, *out = t;
    const unsigned char by = p.by;
    fw.start_fusion();
    q.parallel_for<class UsmMap>(range<1>(p.n), [=](id<1> i) { out[i] = in[i] * by; });
    disturb(p);
    keep(q.parallel_for<class UsmSum>(range<1>(p.n), reduction(sum + p.which, plus<>(), of(p.anew)),
                                      [=](id<1> i, auto &r) { r += out[i]; }));
    disturb(p);
    complete();
    add(sums[p.which], sum_of(in_x, p.n) * by, p.anew);
  }
  void buffers(const parameters &p) {
    const unsigned char by = p.by;
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor in(a, h, range<1>(p.n), read_write);
      h.parallel_for<class BufferMap>(range<1>(p.n), [=](id<1> i) { in[i] += by; });
    });
    for (std::size_t i = 0; i < p.n; ++i)
      in_a[i] += by;
    disturb(p);
    keep(q.submit([&](handler &h) {
      accessor in(a, h, range<1>(p.n), read_only);
      h.parallel_for<class BufferSum>(range<1>(p.n), reduction(s[p.which], h, plus<>(), of(p.anew)),
                                      [=](id<1> i, auto &r) { r += in[i]; });
    }));
    add(in_s[p.which], sum_of(in_a, p.n), p.anew);
    disturb(p);
    complete();
  }
  void spans(const parameters &p) {
    unsigned *in = x, *out = t;
    const unsigned char by = p.by;
    fw.start_fusion();
    q.parallel_for<class SpanMap>(range<1>(p.n), [=](id<1> i) { out[i] = in[i] + by; });
    disturb(p);
    keep(q.parallel_for<class SpanSum>(range<1>(p.n), reduction(span<unsigned, 3>(sum + 2, 3), plus<>(), of(p.anew)),
                                       [=](id<1> i, auto &r) { r[i[0] % 3] += out[i]; }));
    complete();
    ints all(3);
    for (std::size_t i = 0; i < p.n; ++i)
      all[i % 3] += in_x[i] + by;
    for (std::size_t k = 0; k < 3; ++k)
      add(sums[2 + k], all[k], p.anew);
  }
  // What follows needs the sum.
  void parts(const parameters &p) {
    unsigned *in = x, *out = t, *var = sum + 5;
    fw.start_fusion();
    q.parallel_for<class PartMap>(range<1>(p.n), [=](id<1> i) { out[i] = in[i] * 3; });
    q.parallel_for<class PartSum>(range<1>(p.n), reduction(var, plus<>(), of(p.anew)),
                                  [=](id<1> i, auto &r) { r += out[i]; });
    disturb(p);
    q.parallel_for<class PartUse>(range<1>(p.n), [=](id<1> i) { in[i] = in[i] % 1000 + *var % 2; });
    complete();
    add(sums[5], sum_of(in_x, p.n) * 3, p.anew);
    for (std::size_t i = 0; i < p.n; ++i)
      in_x[i] = in_x[i] % 1000 + sums[5] % 2;
  }

  static void add(unsigned &to, unsigned value, bool anew) { to = (anew ? 0 : to) + value; }
  void keep(const event &e) {
    if (one_in(8))
      held.push_back(e);
  }
  void complete() {
    if (!fw.is_in_fusion_mode())
      return;
    if (one_in(16))
      return fw.cancel_fusion();
    const event e = fw.complete_fusion();
    if (one_in(8))
      held.push_back(e);
    if (one_in(8) && !held.empty()) {
      held.front().wait();
      held.erase(held.begin());
    }
  }
  void expect_all() {
    q.wait();
    for (std::size_t i = 0; i < 6; ++i)
      e2e::expect("sum", sum[i] == sums[i]);
    for (std::size_t i = 0; i < 2; ++i)
      e2e::expect("sum in a buffer", host_accessor(s[i], read_only)[0] == in_s[i]);
    e2e::expect_equal("array", ints(x, x + most), in_x);
  }
  void disturb_now(const parameters &p) {
    switch (random() % 32) { // mostly nothing
    case 0:
      q.wait();
      return;
    case 1:
      e2e::expect("buffer", host_accessor(a, read_only)[most - 1] == in_a[most - 1]);
      return;
    case 2:
      other.submit([&](handler &h) {
        accessor in(a, h, read_write);
        h.parallel_for<class Other>(range<1>(most), [=](id<1> i) { in[i] += 7; });
      });
      for (unsigned &v : in_a)
        v += 7;
      return;
    case 3:
      other.submit([&](handler &h) {
        accessor v(s[p.which], h, read_write);
        h.single_task<class OtherSum>([=] { v[0] += 5; });
      });
      in_s[p.which] += 5;
      return;
    case 4: { // a command group with a reduction that never becomes a command
      bool thrown = false;
      try {
        q.submit([&](handler &h) {
          accessor in(a, h, read_write);
          h.parallel_for<class Thrown>(range<1>(p.n), reduction(s[p.which], h, plus<>()),
                                       [=](id<1> i, auto &r) { r += in[i]; });
          throw 7;
        });
      } catch (int) {
        thrown = true;
      }
      return e2e::expect("exception", thrown);
    }
    default:
      return;
    }
  }
  void change(parameters &p) {
    p.n = one_in(8) ? std::vector<std::size_t>{1, 63, 64, 1000, most}[random() % 5] : p.n;
    p.which = static_cast<int>(one_in(8) ? random() % 2 : p.which);
    p.anew = one_in(8) ? random() % 2 : p.anew;
    p.by = static_cast<unsigned char>(one_in(8) ? random() % 5 : p.by);
  }
  void run(int rounds) {
    parameters p;
    unsigned form = 0;
    for (int i = 0; i < rounds; ++i) {
      form = one_in(8) ? random() % 4 : form;
      change(p);
      form == 0 ? usm(p) : form == 1 ? buffers(p) : form == 2 ? spans(p) : parts(p);
      disturb(p);
      if (one_in(8))
        expect_all();
    }
    expect_all();
  }
  void report_each() {
    const parameters p;
    random.seed(3);
    for (auto [name, form] : {std::pair("usm", &model::usm),
                              {"buffers", &model::buffers},
                              {"span", &model::spans},
                              {"parts", &model::parts}}) {
      (this->*form)(p);
      e2e::report(name, fw);
    }
  }
};

} // namespace

int main() {
  using namespace e2e::fusion::property::queue;
  queue in_order{property_list{property::queue::in_order{}, enable_fusion{}}};
  queue profiled{property_list{property::queue::in_order{}, property::queue::enable_profiling{}, enable_fusion{}}};
  model(in_order, 1).report_each();
  unsigned seed = 2;
  for (queue *q : {&in_order, &profiled})
    model(*q, seed++).run(600);
  return e2e::finish();
}
