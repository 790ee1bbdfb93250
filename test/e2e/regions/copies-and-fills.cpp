// Copies and fills of the device's memory are kernels of a region, in their place between its kernels; those of other
// memory, of memory without a type and of parts of elements are none, and what they mean to a region stays as it was.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: env SYCL_FUSE=off SYCL_FUSE_JIT=off %t | FileCheck-22 %s --check-prefix=OFF
// RUN: env SYCL_FUSE_CHECK=1 %t 2>&1 | FileCheck-22 %s --implicit-check-not=SF6172
// CHECK: float: aot-generic nd_range_not_listed
// CHECK: signed char: aot-generic nd_range_not_listed
// CHECK: short: aot-generic nd_range_not_listed
// CHECK: long: aot-generic nd_range_not_listed
// CHECK: float4: aot-generic nd_range_not_listed
// CHECK: zeroed: aot none
// CHECK: filled: aot none
// CHECK: set bytes: aot none
// CHECK: buffering 0: aot none
// CHECK: buffering 1: aot none
// CHECK: buffering 2: aot none
// CHECK: in order of a group: aot-generic nd_range_not_listed
// CHECK: part: unfused kernels_depend
// CHECK: event: aot-generic nd_range_not_listed
// CHECK: onto itself: aot-generic nd_range_not_listed
// CHECK: shifted: unfused kernels_depend
// CHECK: overlapping: unfused kernels_depend
// CHECK: odd bytes: unfused not_a_kernel
// CHECK: no type: unfused not_a_kernel
// CHECK: from the host: unfused not_a_kernel
// CHECK: to the host: unfused not_a_kernel
// CHECK: beside, device: aot-generic nd_range_not_listed
// CHECK: beside, host: aot-generic nd_range_not_listed
// CHECK: first, host: aot-generic nd_range_not_listed
// CHECK: large elements: unfused not_a_kernel
// CHECK: small alignment: aot none
// CHECK: all results right
// OFF: all results right
#include "e2e.hpp"

#include <utility>

using namespace sycl;

namespace {

queue ordered() { return queue{{property::queue::in_order{}, e2e::fusion::property::queue::enable_fusion{}}}; }

template <class T> struct arrays {
  queue q;
  std::size_t n;
  T *a, *b, *c;
  std::vector<T> ha, hb, hc; // of the host, to which the same is done
  arrays(queue queue, std::size_t count) : q(queue), n(count), ha(n), hb(n), hc(n) {
    T **pointers[] = {&a, &b, &c};
    std::vector<T> *hosts[] = {&ha, &hb, &hc};
    for (int k = 0; k < 3; ++k) {
      *pointers[k] = malloc_device<T>(n, q);
      const std::vector<int> values = e2e::random_values<int>(n, 17u + unsigned(k));
      for (std::size_t i = 0; i < n; ++i)
        (*hosts[k])[i] = T(values[i] % 100);
      q.copy(hosts[k]->data(), *pointers[k], n).wait();
    }
  }
  ~arrays() {
    for (T *p : {a, b, c})
      free(p, q);
  }
  arrays(const arrays &) = delete;
  void check(const char *what) {
    q.wait();
    const T *pointers[] = {a, b, c};
    const std::vector<T> *hosts[] = {&ha, &hb, &hc};
    for (int k = 0; k < 3; ++k) {
      std::vector<T> got(n);
      q.copy(pointers[k], got.data(), n).wait();
      const bool same = std::memcmp(got.data(), hosts[k]->data(), n * sizeof(T)) == 0;
      if (!same)
        std::printf("%s, %zu elements: array %d differs\n", what, n, k);
      e2e::expect(what, same);
    }
  }
};

// A product, a copy of it, and a sum with the copy.
template <class T> void typed(const char *what) {
  for (std::size_t n : {std::size_t(1), std::size_t(1021), std::size_t(4099)}) {
    arrays<T> s(ordered(), n);
    T *a = s.a, *b = s.b, *c = s.c;
    e2e::fusion_wrapper fw{s.q};
    fw.start_fusion();
    s.q.parallel_for(range<1>(n), [=](id<1> i) { b[i] = a[i] * b[i]; });
    s.q.copy(b, c, n);
    s.q.parallel_for(range<1>(n), [=](id<1> i) { a[i] = a[i] + c[i]; });
    fw.complete_fusion();
    for (std::size_t i = 0; i < n; ++i) {
      s.hb[i] = s.ha[i] * s.hb[i];
      s.hc[i] = s.hb[i];
      s.ha[i] = s.ha[i] + s.hc[i];
    }
    if (n == 4099)
      e2e::report(what, fw);
    s.check(what);
  }
}

constexpr std::size_t fixed = 3001;

enum class how { zero, pattern, bytes };
void accumulate(const char *what, how h) {
  arrays<int> s(ordered(), fixed);
  int *a = s.a, *b = s.b, *c = s.c;
  e2e::fusion_wrapper fw{s.q};
  const auto rest = [&] {
    s.q.parallel_for(range<1>(fixed), [=](id<1> i) { c[i] += a[i] * b[i]; });
    s.q.parallel_for(range<1>(fixed), [=](id<1> i) { c[i] = 3 * c[i] + b[i]; });
    fw.complete_fusion();
  };
  if (h == how::zero) {
    fw.start_fusion();
    s.q.memset(c, 0, fixed * sizeof(int));
    rest();
  } else if (h == how::pattern) {
    fw.start_fusion();
    s.q.fill(c, 77, fixed);
    rest();
  } else {
    fw.start_fusion();
    s.q.memset(c, 0x1a5, sizeof(int) * fixed); // the lowest byte
    rest();
  }
  for (std::size_t i = 0; i < fixed; ++i)
    s.hc[i] = 3 * ((h == how::zero ? 0 : h == how::pattern ? 77 : int(0xa5a5a5a5)) + s.ha[i] * s.hb[i]) + s.hb[i];
  e2e::report(what, fw);
  s.check(what);
}

// Each step leaves its result in a buffer that the next one reads.
void buffering() {
  constexpr std::size_t n = 2053;
  arrays<float> s(ordered(), n);
  float *now = s.a, *next = s.b, *saved = s.c;
  for (int step = 0; step < 3; ++step) {
    e2e::fusion_wrapper fw{s.q};
    fw.start_fusion();
    s.q.memcpy(saved, now, n * sizeof(float));
    s.q.parallel_for(range<1>(n), [=](id<1> i) { next[i] = 0.5f * now[i] + saved[i]; });
    s.q.parallel_for(range<1>(n), [=](id<1> i) { now[i] = next[i] - saved[i]; });
    fw.complete_fusion();
    s.hc = step % 2 ? s.hb : s.ha;
    std::vector<float> &hnow = step % 2 ? s.hb : s.ha, &hnext = step % 2 ? s.ha : s.hb;
    for (std::size_t i = 0; i < n; ++i) {
      hnext[i] = 0.5f * hnow[i] + s.hc[i];
      hnow[i] = hnext[i] - s.hc[i];
    }
    const std::string what = "buffering " + std::to_string(step);
    e2e::report(what.c_str(), fw);
    s.check(what.c_str());
    std::swap(now, next);
  }
}

// A copy in its place: `copy` gives the queue one from b to c of n elements, behind a kernel that writes b and before
template <class Copy, class Host> void between(const char *what, queue queue, Copy copy, Host host) {
  constexpr std::size_t n = 1500;
  arrays<int> s(queue, n);
  int *a = s.a, *b = s.b, *c = s.c;
  e2e::fusion_wrapper fw{s.q};
  fw.start_fusion();
  const event first = s.q.parallel_for(range<1>(n), [=](id<1> i) { b[i] += a[i]; });
  const event copied = copy(s, first);
  s.q.submit([&](handler &h) {
    h.depends_on(copied);
    h.parallel_for(range<1>(n), [=](id<1> i) { a[i] += c[i]; });
  });
  fw.complete_fusion();
  for (std::size_t i = 0; i < n; ++i)
    s.hb[i] += s.ha[i];
  host(s);
  for (std::size_t i = 0; i < n; ++i)
    s.ha[i] += s.hc[i];
  e2e::report(what, fw);
  s.check(what);
}
const auto copies_all = [](arrays<int> &s) { s.hc = s.hb; };

void places() {
  between(
      "in order of a group", ordered(),
      [](arrays<int> &s, const event &) { return s.q.submit([&](handler &h) { h.copy(s.b, s.c, s.n); }); }, copies_all);
  between(
      "part", ordered(), [](arrays<int> &s, const event &) { return s.q.copy(s.b + 16, s.c + 16, 1000); },
      [](arrays<int> &s) { std::copy_n(s.hb.begin() + 16, 1000, s.hc.begin() + 16); });
  between(
      "event", e2e::make_queue(),
      [](arrays<int> &s, const event &e) { return s.q.memcpy(s.c, s.b, s.n * sizeof(int), e); }, copies_all);
  between(
      "onto itself", ordered(), [](arrays<int> &s, const event &) { return s.q.copy(s.b, s.b, s.n); },
      [](arrays<int> &) {});
  // Elements of other work-items: one by one.
  between(
      "shifted", ordered(), [](arrays<int> &s, const event &) { return s.q.copy(s.b + 1, s.c, s.n - 1); },
      [](arrays<int> &s) { std::copy(s.hb.begin() + 1, s.hb.end(), s.hc.begin()); });
}

void refused() {
  between(
      "overlapping", ordered(),
      [](arrays<int> &s, const event &) {
        s.q.copy(s.b, s.c, s.n);
        return s.q.copy(s.c, s.c + 100, 50), s.q.copy(s.c + 20, s.c, 20), s.q.copy(s.c + 7, s.c + 3, 4);
      },
      [](arrays<int> &s) {
        s.hc = s.hb;
        std::copy_n(s.hc.begin(), 50, s.hc.begin() + 100);
        std::copy_n(s.hc.begin() + 20, 20, s.hc.begin());
        std::copy_n(s.hc.begin() + 7, 4, s.hc.begin() + 3);
      });
  between(
      "odd bytes", ordered(), [](arrays<int> &s, const event &) { return s.q.memcpy(s.c, s.b, 4001); },
      [](arrays<int> &s) { std::memcpy(s.hc.data(), s.hb.data(), 4001); });
  between(
      "no type", ordered(),
      [](arrays<int> &s, const event &) {
        void *to = s.c;
        return s.q.memcpy(to, s.b, s.n * sizeof(int));
      },
      copies_all);
  const std::vector<int> from(1500, 123);
  between(
      "from the host", ordered(), [&](arrays<int> &s, const event &) { return s.q.copy(from.data(), s.c, s.n); },
      [&](arrays<int> &s) { s.hc = from; });
  std::vector<int> to(1500);
  between(
      "to the host", ordered(), [&](arrays<int> &s, const event &) { return s.q.copy(s.b, to.data(), s.n); },
      [&](arrays<int> &s) { e2e::expect_equal("to the host", to, s.hb); });
}

// Only the call knows whose memory it is; the queue is out of order, so that a copy of the host's stands beside.
void beside(const char *what, queue q, int *a, int *b, const int *from, int *to, std::size_t n) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for(range<1>(n), [=](id<1> i) { a[i] += 1; });
  q.copy(from, to, n);
  q.parallel_for(range<1>(n), [=](id<1> i) { b[i] = 2 * a[i]; });
  fw.complete_fusion();
  q.wait();
  e2e::report(what, fw);
}
// In order: what comes before the first kernel runs before the region.
void before(const char *what, queue q, int *a, const int *from, int *to, std::size_t n) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.copy(from, to, n);
  q.parallel_for(range<1>(n), [=](id<1> i) { to[i] += a[i]; });
  q.parallel_for(range<1>(n), [=](id<1> i) { a[i] = 2 * to[i]; });
  fw.complete_fusion();
  q.wait();
  e2e::report(what, fw);
}

void owners() {
  constexpr std::size_t n = 777;
  std::vector<int> in(n, 5), out(n);
  {
    arrays<int> s(e2e::make_queue(), n);
    int *other = malloc_shared<int>(n, s.q);
    beside("beside, device", s.q, s.a, s.b, s.c, other, n);
    e2e::expect_equal("beside, device", std::vector<int>(other, other + n), s.hc);
    beside("beside, host", s.q, s.a, s.b, s.c, out.data(), n);
    e2e::expect_equal("beside, host", out, s.hc);
    for (std::size_t i = 0; i < n; ++i)
      s.ha[i] += 2, s.hb[i] = 2 * s.ha[i];
    s.check("beside");
    free(other, s.q);
  }
  arrays<int> s(ordered(), n);
  before("first, host", s.q, s.a, in.data(), s.b, n);
  for (std::size_t i = 0; i < n; ++i)
    s.hb[i] = 5 + s.ha[i], s.ha[i] = 2 * s.hb[i];
  s.check("first, host");
}

struct large {
  int x[3];
  explicit large(int v = 0) : x{v, v, v} {}
};
void large_elements() {
  arrays<large> s(ordered(), 300);
  large *a = s.a, *b = s.b, *c = s.c;
  e2e::fusion_wrapper fw{s.q};
  fw.start_fusion();
  s.q.parallel_for(range<1>(s.n), [=](id<1> i) { b[i].x[1] = a[i].x[0]; });
  s.q.copy(b, c, s.n);
  s.q.parallel_for(range<1>(s.n), [=](id<1> i) { a[i] = c[i]; });
  fw.complete_fusion();
  for (std::size_t i = 0; i < s.n; ++i) {
    s.hb[i].x[1] = s.ha[i].x[0];
    s.ha[i] = s.hc[i] = s.hb[i];
  }
  e2e::report("large elements", fw);
  s.check("large elements");
}

// Four bytes that may begin anywhere.
struct bytes {
  unsigned char x[4];
  explicit bytes(int v = 0) {
    for (unsigned char &b : x)
      b = static_cast<unsigned char>(v++);
  }
};
void small_alignment() {
  arrays<bytes> s(ordered(), fixed);
  bytes *a = s.a, *b = s.b;
  e2e::fusion_wrapper fw{s.q};
  fw.start_fusion();
  s.q.fill(a, bytes(7), fixed);
  s.q.parallel_for(range<1>(fixed), [=](id<1> i) { b[i].x[2] += a[i].x[3]; });
  fw.complete_fusion();
  for (std::size_t i = 0; i < fixed; ++i) {
    s.ha[i] = bytes(7);
    s.hb[i].x[2] = static_cast<unsigned char>(s.hb[i].x[2] + 10);
  }
  e2e::report("small alignment", fw);
  s.check("small alignment");
}

} // namespace

int main() {
  typed<float>("float");
  typed<signed char>("signed char");
  typed<short>("short");
  typed<long>("long");
  typed<float4>("float4");
  accumulate("zeroed", how::zero);
  accumulate("filled", how::pattern);
  accumulate("set bytes", how::bytes);
  buffering();
  places();
  refused();
  owners();
  large_elements();
  small_alignment();
  return e2e::finish();
}
