// Programs that give sizes as int have no warnings of -Wall, -Wextra and -Wconversion but those of their own conversions, which are what
// std::vector's constructor has. Sizes in braces are narrowed, an error in every program of C++17 that gives them as int.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -isystem %source_root/runtime-shim/include -isystem %source_root/manifest/include -fsyntax-only %s -Werror -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Wsign-compare
// RUN: %sycl_cxx -isystem %source_root/runtime-shim/include -isystem %source_root/manifest/include -fsyntax-only %s -Wsign-conversion -Wshorten-64-to-32 -DSIGNS -Xclang -verify
// RUN: %sycl_cxx -isystem %source_root/runtime-shim/include -isystem %source_root/manifest/include -fsyntax-only %s -DBRACES -Xclang -verify=braces
#include <sycl/sycl.hpp>
#include <vector>

void scale(int n, int rows, int columns) {
  sycl::queue q;
#if defined(SIGNS)
  std::vector<float> v(n);     // expected-warning 1-2 {{changes signedness}}
  sycl::buffer<float, 1> b(n); // expected-warning 1-2 {{changes signedness}}
  sycl::range<1> r(n);         // expected-warning 1-2 {{changes signedness}}
  // expected-warning@+1 2-4 {{changes signedness}}
  sycl::range<2> square(rows, columns);
  (void)r, (void)square;
#elif defined(BRACES)
  // braces-error@+2 2-4 {{cannot be narrowed}}
  // braces-note@+1 2-4 {{insert an explicit cast}}
  sycl::range<2> square{rows, columns};
  (void)n, (void)square;
#else
  sycl::buffer<float, 2> b(sycl::range<2>(rows, columns));
  float *p = sycl::malloc_shared<float>(n, q);
  q.fill(p, 1.0f, n);
  q.parallel_for(n, [=](int i) { p[i] *= 2; });
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { p[i] *= 2; });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    sycl::local_accessor<float, 1> l(columns, h);
    h.parallel_for(sycl::nd_range<2>(sycl::range<2>(rows, columns), sycl::range<2>(1, columns)),
                   [=](sycl::nd_item<2> i) {
                     l[i.get_local_id(1)] = p[i.get_global_linear_id()];
                     a[i.get_global_id()] = l[0];
                   });
  });
  sycl::range<1> more = sycl::range<1>(n) + n;
  (void)more;
#endif
}
