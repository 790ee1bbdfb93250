// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device with memory of its own: the CUDA driver on the double of libcuda, whose kernels are functions of the tests.
// What the double was called for is counted.
#pragma once

#include "bundle_parts.hpp"
#include "fake_gpu.hpp"
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace test {

// a[i] += value, built for both kinds of device; two of placed_add also fused, and one whose buffer is promoted.
class add_value;
class placed_add;

template <class Accessor> struct add_of {
  Accessor a;
  int value;
  void operator()(sycl::id<1> i) const { a[i] += value; }
};
template <class Accessor> add_of(Accessor, int) -> add_of<Accessor>;

// What the kernels do on the double.
void device_add(void **args);
void device_fused_add(void **args);

class DeviceMemory : public testing::Test {
protected:
  static void SetUpTestSuite();
  void SetUp() override;
  static int copies() { return fake->calls["cuMemcpyAsync"]; }
  static sycl::event add(sycl::queue &q, sycl::buffer<int> &b, int value) {
    return q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::read_write);
      h.parallel_for<add_value>(b.get_range(), [a, value](sycl::id<1> i) { a[i] += value; });
    });
  }
  // As other code in the calling thread may do.
  static void use_foreign_context();
  static fake_gpu::state *fake;
  sycl::queue gpu{sycl::gpu_selector_v, {sycl::ext::codeplay::experimental::property::queue::enable_fusion{}}};
  sycl::queue cpu{sycl::cpu_selector_v};
};

} // namespace test
