// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// USM: nodes are added one by one, with what they depend on.
#include "examples.hpp"

#include <sycl/sycl.hpp>

namespace sycl_ext = sycl::ext::oneapi::experimental;
using sycl_ext::property::node::depends_on;

values added_graph(const values &in1, const values &in2, const values &in3) {
  sycl::queue q;
  const std::size_t numBytes = dataSize * sizeof(int);
  values out(dataSize);
  int *dIn1 = sycl::malloc_device<int>(dataSize, q), *dIn2 = sycl::malloc_device<int>(dataSize, q),
      *dIn3 = sycl::malloc_device<int>(dataSize, q), *dOut = sycl::malloc_device<int>(dataSize, q),
      *dTmp = sycl::malloc_device<int>(dataSize, q);
  // Internalization specified for a pointer.
  auto annotatedTmp = sycl_ext::annotated_ptr(dTmp, sycl_ext::property::access_scope_work_group{},
                                              sycl_ext::property::fusion_internal_memory{}, sycl::no_init);

  sycl_ext::command_graph graph{q.get_context(), q.get_device()};
  // Copies in are compatible with fusion, as they can be ordered before all kernels.
  auto copy_in1 = graph.add([&](sycl::handler &cgh) { cgh.memcpy(dIn1, in1.data(), numBytes); });
  auto copy_in2 = graph.add([&](sycl::handler &cgh) { cgh.memcpy(dIn2, in2.data(), numBytes); });
  auto kernel1 = graph.add(
      [&](sycl::handler &cgh) {
        cgh.parallel_for<class PointersOne>(dataSize, [=](sycl::id<1> i) { annotatedTmp[i] = dIn1[i] + dIn2[i]; });
      },
      {depends_on(copy_in1, copy_in2)});
  auto copy_in3 = graph.add([&](sycl::handler &cgh) { cgh.memcpy(dIn3, in3.data(), numBytes); });
  auto kernel2 = graph.add(
      [&](sycl::handler &cgh) {
        cgh.parallel_for<class PointersTwo>(dataSize, [=](sycl::id<1> i) { dOut[i] = annotatedTmp[i] * dIn3[i]; });
      },
      {depends_on(copy_in3, kernel1)});
  // This one can be ordered after all kernels.
  graph.add([&](sycl::handler &cgh) { cgh.memcpy(out.data(), dOut, numBytes); }, {depends_on(kernel2)});

  auto exec = graph.finalize({sycl_ext::property::graph::require_fusion{}});
  q.ext_oneapi_graph(exec).wait();
  for (int *p : {dIn1, dIn2, dIn3, dOut, dTmp})
    sycl::free(p, q);
  return out;
}
