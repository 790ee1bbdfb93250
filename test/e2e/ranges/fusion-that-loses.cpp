// A kernel that streams through memory and one that works in tiles of local memory: fused, all of it would go tile by
// tile. The build says so and the region runs unfused, with a reason, unless the user wants it all the same.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o 2> %t.err
// RUN: FileCheck-22 %s --check-prefix=BUILD < %t.err
// BUILD: warning: region 'main' for 64x64:16x16 is not fused for native{{.*}}: it is estimated to take {{[1-9]}}.{{[0-9][0-9]}} times as long as its kernels one by one [SF3085]
// BUILD: warning: region 'main' is not fused for native{{.*}} [SF3085]
// RUN: sycl-fuse inspect %t.fusion.o | FileCheck-22 %s --check-prefix=INSPECT
// INSPECT: region main
// INSPECT: native {{.*}} barriers,unprofitable no code {{.*}} estimate {{[0-9.]+}} of {{[0-9.]+}} bytes per work-item, loses {{[0-9.]+}} and saves 1 launch, with barriers: not used{{$}}
// RUN: sycl-fuse check %t.fusion.o | FileCheck-22 %s --check-prefix=CHECKED
// CHECKED: region 'main' for native, 64x64:16x16: estimated {{[0-9.]+}} of {{[0-9.]+}} bytes per work-item, loses {{[0-9.]+}} and saves 1 launch, with barriers: not used
// CHECKED: region 'main' for native: estimated {{.*}}: not used
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_JIT=sync %t | FileCheck-22 %s --check-prefix=UNFUSED
// UNFUSED: unfused fusion_unprofitable right
// RUN: sycl-fuse build --no-cost-model %t.o -o %t.all.o 2>&1 | count 0
// RUN: clang++-22 %t.o %t.all.o %runtime_lib -o %t.all
// RUN: %t.all | FileCheck-22 %s --check-prefix=FUSED
// RUN: sycl-fuse build --region-require=main %t.o -o %t.required.o 2>&1 | count 0
// RUN: clang++-22 %t.o %t.required.o %runtime_lib -o %t.required
// RUN: %t.required | FileCheck-22 %s --check-prefix=FUSED
// FUSED: aot none right
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

using namespace sycl;
namespace fusion = ext::codeplay::experimental;

int main() {
  constexpr std::size_t edge = 64, side = 16;
  std::vector<float> x(edge * edge), y(edge * edge), z(edge * edge), small(edge * edge);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(i % 251);
    y[i] = static_cast<float>(i % 83);
    small[i] = static_cast<float>(i % 17);
  }
  queue q{cpu_selector_v, property_list{fusion::property::queue::enable_fusion{}}};
  fusion::fusion_wrapper fw{q};
  const range<2> all{edge, edge};
  std::vector<float> sums(edge * edge), turned(edge * edge);
  {
    buffer<float, 2> a{x.data(), all}, b{y.data(), all}, c{small.data(), all}, d{sums.data(), all},
        e{turned.data(), all}, f{z.data(), all};
    const nd_range<2> shape{all, {side, side}};
    fw.start_fusion();
    ext::syclfuse::expect_nd_range(nd_range<2>{{64, 64}, {16, 16}});
    q.submit([&](handler &h) {
      accessor in1{a, h, read_only}, in2{b, h, read_only};
      accessor out1{d, h, write_only, no_init}, out2{f, h, write_only, no_init};
      h.parallel_for<class Stream>(shape, [=](nd_item<2> i) {
        const id<2> at = i.get_global_id();
        out1[at] = in1[at] + in2[at];
        out2[at] = in1[at] - in2[at];
      });
    });
    q.submit([&](handler &h) {
      accessor in{c, h, read_only};
      accessor out{e, h, write_only, no_init};
      local_accessor<float, 2> tile{range<2>{side, side}, h};
      h.parallel_for<class Turn>(shape, [=](nd_item<2> i) {
        const std::size_t ly = i.get_local_id(0), lx = i.get_local_id(1);
        tile[ly][lx] = in[i.get_global_id()];
        group_barrier(i.get_group());
        out[i.get_global_id()] = tile[lx][ly];
      });
    });
    fw.complete_fusion();
  }
  bool right = true;
  for (std::size_t v = 0; v < edge; ++v)
    for (std::size_t u = 0; u < edge; ++u) {
      const std::size_t at = v * edge + u, from = (v / side * side + u % side) * edge + u / side * side + v % side;
      right &= sums[at] == x[at] + y[at] && z[at] == x[at] - y[at] && turned[at] == small[from];
    }
  std::printf("%s %s %s\n", to_string(fw.last_outcome()), to_string(fw.last_reason()), right ? "right" : "wrong");
}
