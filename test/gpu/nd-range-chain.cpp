// The chain as nd_range kernels, in one and two dimensions, is right unfused, fused and internalized; too large groups
// are refused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../e2e/Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

using namespace sycl;
template <class...> class One;
template <class...> class Two;
template <class...> class Three;

template <int D> range<D> groups_of(std::size_t size);
template <> range<1> groups_of<1>(std::size_t size) { return {size}; }
template <> range<2> groups_of<2>(std::size_t size) { return {4, size / 4}; }

// out = (a * b - (a - b)) * 3, with tmp1 and tmp2.
template <bool Fuse, int D, class... Props>
std::vector<float> run(nd_range<D> shape, const std::vector<float> &inA, const std::vector<float> &inB,
                       Props... props) {
  using Tag = std::integral_constant<int, D * 2 + Fuse>;
  std::vector<float> result(inA.size(), -1.0f);
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  const range<D> n = shape.get_global_range();
  buffer<float, D> bA{inA.data(), n}, bB{inB.data(), n}, bOut{result.data(), n};
  buffer<float, D> bTmp1{n, property_list{props...}}, bTmp2{n, property_list{props...}};
  if constexpr (Fuse) {
    fw.start_fusion();
    if constexpr (D == 1)
      ext::syclfuse::expect_nd_range(range<1>{4096}, range<1>{64});
  }
  q.submit([&](handler &h) {
    accessor a{bA, h, read_only}, b{bB, h, read_only};
    accessor t{bTmp1, h, write_only, no_init};
    h.parallel_for<One<Tag, Props...>>(
        shape, [=](nd_item<D> i) { t[i.get_global_id()] = a[i.get_global_id()] * b[i.get_global_id()]; });
  });
  q.submit([&](handler &h) {
    accessor a{bA, h, read_only}, b{bB, h, read_only};
    accessor t{bTmp2, h, write_only, no_init};
    h.parallel_for<Two<Tag, Props...>>(
        shape, [=](nd_item<D> i) { t[i.get_global_id()] = a[i.get_global_id()] - b[i.get_global_id()]; });
  });
  q.submit([&](handler &h) {
    accessor s{bTmp1, h, read_only}, t{bTmp2, h, read_only};
    accessor o{bOut, h, write_only, no_init};
    h.parallel_for<Three<Tag, Props...>>(shape, [=](nd_item<D> i) {
      const float difference = s[i.get_global_id()] - t[i.get_global_id()];
      o[i.get_global_id()] = difference * 3.0f;
    });
  });
  if constexpr (Fuse) {
    fw.complete_fusion();
    e2e::report("region", fw);
  }
  host_accessor written{bOut, read_only};
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = written.get_pointer()[i];
  return result;
}

template <int D> void check(std::size_t size, std::size_t local) {
  const std::vector<float> a = e2e::random_values<float>(size, 11), b = e2e::random_values<float>(size, 12);
  std::vector<float> wanted(size);
  for (std::size_t i = 0; i < size; ++i) {
    const float product = a[i] * b[i], difference = product - (a[i] - b[i]);
    wanted[i] = difference * 3.0f;
  }
  const nd_range<D> shape{groups_of<D>(size), groups_of<D>(local)};
  e2e::expect_equal("unfused", run<false, D>(shape, a, b), wanted);
  e2e::expect_equal("fused", run<true, D>(shape, a, b), wanted);
  e2e::expect_equal("internalized", run<true, D>(shape, a, b, e2e::promote_private{}), wanted);
}

void refuse_large_group() {
  queue q = e2e::make_queue();
  const std::size_t most = q.get_device().get_info<info::device::max_work_group_size>();
  int *p = malloc_device<int>(2 * most, q);
  try {
    q.parallel_for<class TooLarge>(nd_range<1>{range<1>{2 * most}, range<1>{2 * most}},
                                   [=](nd_item<1> i) { p[i.get_global_id(0)] = 1; });
    q.wait_and_throw();
    std::printf("a work-group of %zu work-items was accepted, the device runs at most %zu\n", 2 * most, most);
    ++e2e::failures;
  } catch (const sycl::exception &e) {
    if (e.code() != errc::nd_range) {
      std::printf("errc is %d, needed: nd_range; %s\n", e.code().value(), e.what());
      ++e2e::failures;
    }
  }
  free(p, q);
}

int main() {
  for (std::size_t size : {64, 4096, 999936}) {
    check<1>(size, 64);
    check<2>(size, 16);
  }
  refuse_large_group();
  return e2e::finish();
}
