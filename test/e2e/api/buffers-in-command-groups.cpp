// Buffers that a command group function declares end before its command is submitted: the command still runs on them,
// and what it wrote is written back when the submission has returned.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s --check-prefix=RIGHT
// RIGHT: all results right
#include "e2e.hpp"
#include <stdexcept>

int main() {
  constexpr std::size_t n = 1003;
  std::vector<int> v(n), expected(n);
  for (std::size_t i = 0; i < n; ++i)
    v[i] = expected[i] = static_cast<int>(i * 7 % 31);
  const auto next = [&](auto &&f) {
    for (int &x : expected)
      x = f(x);
  };
  sycl::queue q = e2e::make_queue();

  q.submit([&](sycl::handler &h) {
    sycl::buffer<int> b(v.data(), n);
    sycl::accessor a(b, h);
    h.parallel_for(n, [=](sycl::id<1> i) { a[i] = a[i] * 2 + 1; });
  });
  next([](int x) { return x * 2 + 1; });
  e2e::expect("a kernel", v == expected);

  // The group has nothing to run.
  q.submit([&](sycl::handler &h) {
    sycl::buffer<int> b(v.data(), n);
    sycl::accessor a(b, h);
  });
  e2e::expect("a group with nothing to run", v == expected);

  q.submit([&](sycl::handler &h) {
    sycl::buffer<int> b(v.data(), n);
    sycl::accessor a(b, h, sycl::read_write_host_task);
    h.host_task([=] {
      for (std::size_t i = 0; i < n; ++i)
        a[i] += 3;
    });
  });
  next([](int x) { return x + 3; });
  e2e::expect("a host task", v == expected);

  // A buffer whose commands are submitted in another's function, and which nothing else accesses, ends at once.
  sycl::buffer<int> outside(v.data(), n);
  q.submit([&](sycl::handler &h) {
    std::vector<int> w(n, 5);
    {
      sycl::buffer<int> inner(w.data(), n);
      sycl::queue(q.get_device()).submit([&](sycl::handler &h2) {
        sycl::accessor a(inner, h2);
        h2.parallel_for(n, [=](sycl::id<1> i) { a[i] += static_cast<int>(i[0]); });
      });
    }
    e2e::expect("a buffer inside of another group", w[n - 1] == static_cast<int>(n) + 4);
    const int last = w[n - 1];
    sycl::accessor a(outside, h);
    h.parallel_for(n, [=](sycl::id<1> i) { a[i] += last; });
  });
  {
    sycl::host_accessor a(outside);
    next([](int x) { return x + static_cast<int>(n) + 4; });
    e2e::expect("a kernel with a value of it", a[n - 1] == expected[n - 1]);
  }

  // A function that throws: nothing runs, and the buffer ends.
  std::vector<int> w = expected;
  bool thrown = false;
  try {
    q.submit([&](sycl::handler &h) {
      sycl::buffer<int> b(w.data(), n);
      sycl::accessor a(b, h);
      h.parallel_for(n, [=](sycl::id<1> i) { a[i] = 0; });
      throw std::runtime_error("in the group");
    });
  } catch (const std::runtime_error &) {
    thrown = true;
  }
  e2e::expect("a group that throws", thrown && w == expected);

  // The end of a buffer cancels a region whose commands use it, as the end of one outside does.
  for (int round = 0; round < 3; ++round) {
    e2e::fusion_wrapper fusion(q);
    fusion.start_fusion();
    sycl::buffer<int> result(n);
    q.submit([&](sycl::handler &h) {
      sycl::buffer<int> b(w.data(), n);
      sycl::accessor a(b, h, sycl::read_only);
      sycl::accessor r(result, h, sycl::write_only, sycl::no_init);
      h.parallel_for(n, [=](sycl::id<1> i) { r[i] = a[i] + 1; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor r(result, h);
      h.parallel_for(n, [=](sycl::id<1> i) { r[i] *= 2; });
    });
    if (fusion.is_in_fusion_mode())
      fusion.complete_fusion();
    sycl::host_accessor r(result, sycl::read_only);
    for (std::size_t i = 0; i < n; ++i)
      e2e::expect("a region", r[i] == (w[i] + 1) * 2);
  }
  return e2e::finish();
}
