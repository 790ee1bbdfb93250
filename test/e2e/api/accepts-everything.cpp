// What SYCL programs write is accepted and right: kernels of every form, deduction of accessors and buffers, shortcuts
// of queues.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O1 -Wno-deprecated-declarations -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: clang++-22 %t.o %runtime_lib -o %t.unfused && %t.unfused | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;

namespace app {
struct functor {
  int *p;
  int by;
  void operator()(id<1> i) const { p[i] = static_cast<int>(i) * by; }
};
template <class T> struct scale {
  T *p, by;
  void operator()(item<1> i) const { p[i] = static_cast<T>(i.get_linear_id()) * by; }
};
struct nested {
  class Name;
};
template <class T, int N> class templated_name;

template <class T> void run_template(queue &q, T *p, std::size_t n) {
  q.parallel_for<templated_name<T, 3>>(range<1>(n), [=](id<1> i) { p[i] += static_cast<T>(3); }).wait();
}
} // namespace app

constexpr std::size_t n = 37;

std::vector<int> multiples(int by) {
  std::vector<int> v(n);
  for (std::size_t i = 0; i < n; ++i)
    v[i] = static_cast<int>(i) * by;
  return v;
}

// What `f` writes to n elements of memory that the device and the host see.
template <class F> void expect_writes(const char *what, const std::vector<int> &wanted, F &&f) {
  static queue q;
  int *p = malloc_shared<int>(n, q);
  std::fill(p, p + n, -1);
  f(q, p);
  q.wait_and_throw();
  e2e::expect_equal(what, std::vector<int>(p, p + n), wanted);
  free(p, q);
}

void kernel_arguments() {
  const range<1> r{n};
  expect_writes("id", multiples(1),
                [&](queue &q, int *p) { q.parallel_for(r, [=](id<1> i) { p[i] = static_cast<int>(i); }); });
  expect_writes("const id &", multiples(2),
                [&](queue &q, int *p) { q.parallel_for(r, [=](const id<1> &i) { p[i] = static_cast<int>(i) * 2; }); });
  expect_writes("item", multiples(1),
                [&](queue &q, int *p) { q.parallel_for(r, [=](item<1> i) { p[i] = static_cast<int>(i.get_id(0)); }); });
  expect_writes("item without offset", multiples(1),
                [&](queue &q, int *p) { q.parallel_for(r, [=](item<1, false> i) { p[i] = static_cast<int>(i[0]); }); });
  expect_writes("size_t", multiples(3),
                [&](queue &q, int *p) { q.parallel_for(r, [=](std::size_t i) { p[i] = static_cast<int>(i) * 3; }); });
  expect_writes("int", multiples(4), [&](queue &q, int *p) { q.parallel_for(r, [=](int i) { p[i] = i * 4; }); });
  expect_writes("unsigned", multiples(4),
                [&](queue &q, int *p) { q.parallel_for(r, [=](unsigned i) { p[i] = static_cast<int>(i * 4); }); });
  expect_writes("auto", multiples(5),
                [&](queue &q, int *p) { q.parallel_for(r, [=](auto i) { p[i] = static_cast<int>(i) * 5; }); });
  expect_writes("const auto &", multiples(6),
                [&](queue &q, int *p) { q.parallel_for(n, [=](const auto &i) { p[i] = static_cast<int>(i) * 6; }); });
  const nd_range<1> nd{{n}, {1}};
  expect_writes("nd_item", multiples(1), [&](queue &q, int *p) {
    q.parallel_for(nd, [=](nd_item<1> i) { p[i.get_global_id()] = static_cast<int>(i.get_global_linear_id()); });
  });
  expect_writes("id of an nd_range", multiples(7),
                [&](queue &q, int *p) { q.parallel_for(nd, [=](id<1> i) { p[i] = static_cast<int>(i) * 7; }); });
  expect_writes("item of an nd_range", multiples(8),
                [&](queue &q, int *p) { q.parallel_for(nd, [=](item<1> i) { p[i] = static_cast<int>(i) * 8; }); });
  expect_writes("auto of an nd_range", multiples(9), [&](queue &q, int *p) {
    q.parallel_for(nd, [=](auto i) { p[i.get_global_id(0)] = static_cast<int>(i.get_global_id(0)) * 9; });
  });
  expect_writes("offset", multiples(1), [&](queue &q, int *p) {
    q.parallel_for(range<1>(n - 5), id<1>(5), [=](id<1> i) { p[i] = static_cast<int>(i); });
    q.submit(
        [&](handler &h) { h.parallel_for(range<1>(5), id<1>(0), [=](item<1> i) { p[i] = static_cast<int>(i[0]); }); });
  });
}

void names_and_functors() {
  expect_writes("functor", multiples(3), [&](queue &q, int *p) { q.parallel_for(range<1>(n), app::functor{p, 3}); });
  expect_writes("named functor", multiples(5),
                [&](queue &q, int *p) { q.parallel_for<app::functor>(range<1>(n), app::functor{p, 5}); });
  expect_writes("template functor", multiples(2),
                [&](queue &q, int *p) { q.parallel_for(range<1>(n), app::scale<int>{p, 2}); });
  expect_writes("named lambda variable", multiples(1), [&](queue &q, int *p) {
    auto kernel = [=](id<1> i) { p[i] = static_cast<int>(i); };
    q.submit([&](handler &h) { h.parallel_for<app::nested::Name>(range<1>(n), kernel); });
  });
  expect_writes("single_task and template name", std::vector<int>(n, 2), [&](queue &q, int *p) {
    q.single_task<class Fill>([=] {
      for (std::size_t i = 0; i < n; ++i)
        p[i] = -1;
    });
    q.wait();
    app::run_template(q, p, n);
  });
  expect_writes("name in the function", multiples(1), [&](queue &q, int *p) {
    class Local;
    q.parallel_for<Local>(range<1>(n), [=](auto i) { p[i] = static_cast<int>(i); });
  });
}

void ranges_in_braces() {
  queue q;
  int *p = malloc_shared<int>(4 * 5 * 6, q);
  q.parallel_for({4, 5}, [=](id<2> i) { p[i[0] * 5 + i[1]] = static_cast<int>(i[0] * 10 + i[1]); }).wait();
  e2e::expect("two sizes", p[19] == 34);
  q.submit([&](handler &h) {
     h.parallel_for({4, 5, 6}, [=](item<3> i) { p[i.get_linear_id()] = static_cast<int>(i[0] + i[1] + i[2]); });
   }).wait();
  e2e::expect("three sizes", p[119] == 12);
  q.parallel_for(nd_range{range{4, 6}, range{2, 3}}, [=](nd_item<2> i) {
     p[i.get_global_linear_id()] = static_cast<int>(i.get_local_linear_id() + 10 * i.get_group_linear_id());
   }).wait();
  e2e::expect("deduced nd_range", p[23] == 35);
  free(p, q);
}

void deduction() {
  queue q;
  std::vector<int> v(multiples(1));
  std::array<float, 4> a{1, 2, 3, 4};
  const std::vector<int> c(multiples(2));
  auto shared = std::make_shared<double>(4.0);
  int raw[6] = {0, 1, 2, 3, 4, 5};
  {
    buffer bv{v};
    buffer ba{a};
    buffer bc{c};
    buffer bi{v.begin(), v.end()};
    buffer bp{raw, range{2, 3}};
    buffer bs{shared, range{1}};
    buffer<int, 2> with_property{range{2, 3}, {property::buffer::use_host_ptr{}}};
    static_assert(std::is_same_v<decltype(bv), buffer<int, 1>> && std::is_same_v<decltype(ba), buffer<float, 1>>);
    static_assert(std::is_same_v<decltype(bp), buffer<int, 2>> && std::is_same_v<decltype(bs), buffer<double, 1>>);
    q.submit([&](handler &h) {
      accessor rw{bv, h};
      accessor ro{bc, h, read_only};
      accessor wo{ba, h, write_only, no_init};
      accessor list{bi, h, write_only, {no_init}};
      accessor constant{bi, h, read_constant};
      accessor both{bp, h, read_write, property_list{}};
      accessor one{bs, h, read_write};
      local_accessor<int> scratch{8, h};
      h.parallel_for(nd_range<1>{4, 2}, [=](nd_item<1> i) {
        std::size_t at = i.get_global_id(0);
        scratch[i.get_local_id(0)] = ro[at];
        rw[at] += scratch[i.get_local_id(0)];
        wo[at] = static_cast<float>(at) + 0.5f;
        if (at == 0) {
          one[0] *= 2;
          both[1][2] = 50;
        }
        list[at] = constant[at];
      });
    });
    q.submit([&](handler &h) {
      accessor part{bv, h, range{3}, id{10}, write_only};
      accessor part_list{bv, h, {3}, {20}, read_write, {}};
      h.parallel_for(3, [=](id<1> i) { part[i] = part_list[i] = 1000; });
    });
    host_accessor h1{bv};
    host_accessor h2{bp, read_only};
    host_accessor h3{ba, range{2}, id{1}, read_only};
    e2e::expect("host accessors", h1[3] == 9 && h2[1][2] == 50 && h3[0] == 1.5f && h1[9] == 9);
    e2e::expect("host accessor of a part", h1[12] == 1000 && h1[22] == 1000 && h1[13] == 13);
  }
  e2e::expect("write-back", v[2] == 6 && a[3] == 3.5f && *shared == 8.0 && raw[5] == 50);
}

void shortcuts() {
  queue q{property::queue::in_order{}}, other;
  std::vector<int> v(multiples(1)), out(n, 0), again(n, 0);
  {
    buffer b{v};
    buffer<int> c{range<1>(n)};
    accessor all{b, read_only};
    accessor to{c, write_only};
    accessor from{c, read_only};
    accessor updated{b};
    event e = q.copy(all, to);
    q.copy(from, out.data(), e);
    q.copy(all, std::shared_ptr<int>(again.data(), [](int *) {}), std::vector<event>{e});
    q.wait();
    e2e::expect_equal("copy of accessors", out, v);
    e2e::expect_equal("copy to a shared_ptr", again, v);
    q.fill(updated, 4);
    q.update_host(updated).wait();
    e2e::expect_equal("update_host", v, std::vector<int>(n, 4));
    q.copy(out.data(), updated);
  }
  e2e::expect_equal("copy from a pointer", v, out);
  int *d = malloc_device<int>(n, q), *s = malloc_shared<int>(n, q);
  event e = q.memcpy(d, v.data(), n * sizeof(int));
  event f = other.parallel_for(range<1>(n), e, [=](id<1> i) { s[i] = d[i] + 1; });
  event g = other.parallel_for(nd_range<1>(n, 1), {e, f}, [=](nd_item<1> i) { s[i.get_global_id(0)] *= 2; });
  event k = other.single_task({g}, [=] { s[0] = 100; });
  event l = other.submit(
      [&](handler &h) {
        h.depends_on({f, k});
        h.parallel_for(range<1>(1), [=](id<1>) { s[1] = s[0] + 1; });
      },
      q);
  other.prefetch(s, n * sizeof(int), l).wait();
  e2e::expect("events", s[0] == 100 && s[1] == 101 && s[36] == 74);
  q.memset(s, 0, 8, l);
  q.fill(s + 2, 7, 3, {l});
  q.copy(s, s + 10, 5);
  q.mem_advise(s, 4, 0, std::vector<event>{});
  q.ext_oneapi_submit_barrier();
  q.wait();
  e2e::expect("memory operations", s[0] == 0 && s[4] == 7 && s[14] == 7 && s[11] == 0 && s[15] == 32);
  g = q.parallel_for(n, g, [=](std::size_t i) { s[i] = static_cast<int>(i); });
  g = q.parallel_for(n, {g, l}, [=](auto i) { s[i] += 1; });
  g = q.parallel_for({6, 6}, g, [=](id<2> i) { s[i[0] * 6 + i[1]] += 1; });
  q.parallel_for({1, 6}, {g, e}, [=](item<2> i) { s[i[1]] += 1; }).wait();
  e2e::expect("numbers and braces with events", s[0] == 3 && s[5] == 8 && s[6] == 8 && s[36] == 37);
  free(d, q);
  free(s, q);
}

int main() {
  kernel_arguments();
  names_and_functors();
  ranges_in_braces();
  deduction();
  shortcuts();
  return e2e::finish();
}
// CHECK: all results right
