// The headers have no warnings of their own in a program that includes them with -I and asks for many.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -fsyntax-only %s -Werror -Wall -Wextra -Wpedantic -Wshadow -Wold-style-cast -Wsign-conversion -Wshorten-64-to-32 -Wdouble-promotion
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  sycl::buffer<float> b(sycl::range<1>(16));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_write);
    sycl::accessor<float, 0> first(b, h);
    sycl::local_accessor<float, 1> l(sycl::range<1>(16), h);
    h.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> i) {
      l[i.get_local_id(0)] = sycl::sin(a[i.get_global_id()]);
      sycl::group_barrier(i.get_group());
      const sycl::float4 v(l[0], l[1], l[2], 1);
      a[i.get_global_id()] = sycl::reduce_over_group(i.get_group(), sycl::dot(v, v) + first, sycl::plus<>());
    });
  });
  sycl::host_accessor<float, 0> read(b);
  return read > 0 ? 1 : 0;
}
