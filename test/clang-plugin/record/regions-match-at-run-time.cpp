// What is recorded of helpers, members, optional regions and chosen properties is what the program submits: every region is swapped.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O1 -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t.exe
// RUN: env ONEAPI_DEVICE_SELECTOR=native_cpu %t.exe | FileCheck-22 %s
#include <cstdio>
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

using namespace sycl;
namespace fusion = sycl::ext::codeplay::experimental;
using fusion::property::promote_private;
constexpr std::size_t n = 40;

template <class Name> void scale(queue &q, buffer<int> &from, buffer<int> &to, int factor) {
  q.submit([&](handler &cgh) {
    accessor in{from, cgh, read_only};
    accessor out{to, cgh, write_only};
    cgh.parallel_for<Name>(n, [=](id<1> i) { out[i] = in[i] * factor; });
  });
}
void report(const char *what, fusion::fusion_wrapper &fw, buffer<int> &b) {
  std::printf("%s: %s %d\n", what, to_string(fw.last_outcome()), host_accessor{b, read_only}[n - 1]);
}
void helpers(queue &q, buffer<int> &tmp, const char *what) {
  buffer<int> a{range{n}}, out{range{n}};
  {
    host_accessor{a}[n - 1] = 1;
  }
  fusion::fusion_wrapper fw{q};
  fw.start_fusion();
  scale<class First>(q, a, tmp, 2);
  scale<class Second>(q, tmp, out, 3);
  fw.complete_fusion();
  report(what, fw, out);
}
struct fill {
  accessor<int, 1, access_mode::write> out;
  int value;
  void operator()(id<1> i) const { out[i] = value; }
};
struct pipeline {
  queue &q;
  buffer<int> tmp{range{n}, {promote_private{}}}, out{range{n}};
  fusion::fusion_wrapper fw{q};
  void run(bool fuse) {
    if (fuse)
      fw.start_fusion();
    for (int k = 0; k < 2; ++k)
      q.submit([&](handler &cgh) { cgh.parallel_for(n, fill{{tmp, cgh}, 5}); });
    scale<class Third>(q, tmp, out, 2);
    if (fuse)
      fw.complete_fusion(fusion::property::no_barriers{});
    report("pipeline", fw, out);
  }
};
int main(int argc, char **) {
  queue q{property_list{fusion::property::queue::enable_fusion{}}};
  buffer<int> plain{range{n}}, promoted{range{n}, {promote_private{}}};
  buffer<int> chosen{range{n}, argc > 9 ? property_list{promote_private{}} : property_list{}};
  helpers(q, plain, "plain");       // CHECK: plain: aot 6
  helpers(q, promoted, "promoted"); // CHECK: promoted: aot 6
  helpers(q, chosen, "chosen");     // CHECK: chosen: aot 6
  pipeline{q}.run(true);            // CHECK: pipeline: aot 10
}
