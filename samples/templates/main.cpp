// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region in a template: each instance has kernels and a region of its own, which is fused by itself.
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

namespace fusion = sycl::ext::codeplay::experimental;

struct add {
  template <class T> T operator()(T a, T b) const { return a + b; }
};
struct multiply {
  template <class T> T operator()(T a, T b) const { return a * b; }
};

// Names of kernels.
template <class T, class Op> struct Apply;
template <class T, class Op> struct ApplyAgain;

// out = op(op(a, b), b), with the first result in registers. All sizes run the generic kernel, except those that are
// listed.
template <class T, class Op, std::size_t Listed>
const char *twice(const std::vector<T> &a, const std::vector<T> &b, std::vector<T> &out, Op op) {
  const sycl::range<1> n{out.size()};
  sycl::queue q{{fusion::property::queue::enable_fusion{}}};
  fusion::fusion_wrapper fw{q};
  sycl::buffer<T> bA{a.data(), n}, bB{b.data(), n}, bOut{out.data(), n}, bTmp{n, {fusion::property::promote_private{}}};
  fw.start_fusion();
  sycl::ext::syclfuse::expect_nd_range(sycl::range<1>{Listed});
  q.submit([&](sycl::handler &h) {
    sycl::accessor a{bA, h, sycl::read_only}, b{bB, h, sycl::read_only};
    sycl::accessor tmp{bTmp, h, sycl::write_only, sycl::no_init};
    h.parallel_for<Apply<T, Op>>(n, [=](sycl::id<1> i) { tmp[i] = op(a[i], b[i]); });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor tmp{bTmp, h, sycl::read_only}, b{bB, h, sycl::read_only};
    sycl::accessor out{bOut, h, sycl::write_only, sycl::no_init};
    h.parallel_for<ApplyAgain<T, Op>>(n, [=](sycl::id<1> i) { out[i] = op(tmp[i], b[i]); });
  });
  fw.complete_fusion();
  return fusion::to_string(fw.last_outcome());
}

template <std::size_t Listed, class T, class Op> static bool check(const char *what, std::size_t n, Op op) {
  std::vector<T> a(n), b(n), out(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = static_cast<T>(i % 100);
    b[i] = static_cast<T>(i % 7);
  }
  std::printf("%s, %zu elements: %s\n", what, n, twice<T, Op, Listed>(a, b, out, op));
  for (std::size_t i = 0; i < n; ++i)
    if (out[i] != op(op(a[i], b[i]), b[i]))
      return false;
  return true;
}

int main() {
  bool right = check<1000, float>("add float", 1000, add{});
  right &= check<1000, int>("multiply int", 777, multiply{});
  right &= check<4099, double>("multiply double", 4099, multiply{});
  std::puts(right ? "all results right" : "results are wrong");
  return !right;
}
