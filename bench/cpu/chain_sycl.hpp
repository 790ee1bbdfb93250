// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The chain of samples/chain on buffers that are handed in, for benchmarks that run it in several modes.
#pragma once

#include "chain_openmp.hpp"

#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

namespace fusion = sycl::ext::codeplay::experimental;

template <bool Fuse, class... TmpProps> class KernelOne;
template <bool Fuse, class... TmpProps> class KernelTwo;
template <bool Fuse, class... TmpProps> class KernelThree;
template <bool Fuse, class... TmpProps> class KernelFour;

struct chain_buffers {
  sycl::range<1> n;
  sycl::buffer<float> in1, in2, in3, in4, out;

  explicit chain_buffers(const chain_arrays &a)
      : n(a.n), in1(a.in1, n), in2(a.in2, n), in3(a.in3, n), in4(a.in4, n), out(n) {}
};

// Fuse puts the kernels into a fusion region, TmpProps are the properties of the temporary buffers.
template <bool Fuse, class... TmpProps> class chain_sycl {
public:
  chain_sycl(sycl::queue queue, chain_buffers &buffers)
      : q(queue), fw(q), n(buffers.n), bIn1(buffers.in1), bIn2(buffers.in2), bIn3(buffers.in3), bIn4(buffers.in4),
        bTmp1(n, sycl::property_list{TmpProps{}...}), bTmp2(n, sycl::property_list{TmpProps{}...}),
        bTmp3(n, sycl::property_list{TmpProps{}...}), bOut(buffers.out) {}

  void iterate() {
    using namespace sycl;
    if constexpr (Fuse) {
      fw.start_fusion();
      ext::syclfuse::expect_nd_range(range<1>{4096});
      ext::syclfuse::expect_nd_range(range<1>{1'000'000});
      ext::syclfuse::expect_nd_range(range<1>{100'000'000});
    }
    q.submit([&](handler &h) {
      accessor in1{bIn1, h, read_only}, in2{bIn2, h, read_only};
      accessor tmp1{bTmp1, h, write_only, no_init};
      h.parallel_for<KernelOne<Fuse, TmpProps...>>(n, [=](id<1> i) { tmp1[i] = in1[i] * in2[i]; });
    });
    q.submit([&](handler &h) {
      accessor in1{bIn1, h, read_only}, in3{bIn3, h, read_only};
      accessor tmp2{bTmp2, h, write_only, no_init};
      h.parallel_for<KernelTwo<Fuse, TmpProps...>>(n, [=](id<1> i) { tmp2[i] = in1[i] - in3[i]; });
    });
    q.submit([&](handler &h) {
      accessor tmp2{bTmp2, h, read_only}, in4{bIn4, h, read_only};
      accessor tmp3{bTmp3, h, write_only, no_init};
      h.parallel_for<KernelThree<Fuse, TmpProps...>>(n, [=](id<1> i) { tmp3[i] = tmp2[i] * in4[i]; });
    });
    q.submit([&](handler &h) {
      accessor tmp1{bTmp1, h, read_only}, tmp3{bTmp3, h, read_only};
      accessor out{bOut, h, write_only, no_init};
      h.parallel_for<KernelFour<Fuse, TmpProps...>>(n, [=](id<1> i) { out[i] = tmp1[i] - tmp3[i]; });
    });
    if constexpr (Fuse)
      fw.complete_fusion();
    q.wait();
  }

  const char *outcome() const { return Fuse ? to_string(fw.last_outcome()) : "unfused"; }

private:
  sycl::queue q;
  fusion::fusion_wrapper fw;
  sycl::range<1> n;
  sycl::buffer<float> bIn1, bIn2, bIn3, bIn4, bTmp1, bTmp2, bTmp3, bOut;
};
