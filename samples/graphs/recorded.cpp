// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers: a graph is recorded from a queue.
#include "examples.hpp"

#include <sycl/sycl.hpp>

namespace sycl_ext = sycl::ext::oneapi::experimental;

struct AddKernel {
  sycl::accessor<int, 1, sycl::access_mode::read> accIn1, accIn2;
  sycl::accessor<int, 1, sycl::access_mode::write> accOut;
  void operator()(sycl::id<1> i) const { accOut[i] = accIn1[i] + accIn2[i]; }
};

values recorded_graph(const values &in1, const values &in2, const values &in3) {
  sycl::queue q;
  values out(dataSize);
  sycl::buffer<int> bIn1{in1.data(), sycl::range{dataSize}}, bIn2{in2.data(), sycl::range{dataSize}},
      bIn3{in3.data(), sycl::range{dataSize}}, bOut{out.data(), sycl::range{dataSize}};
  bOut.set_write_back(false); // a graph may be executed at any time

  // Internalization specified on the buffers: no element leaves its work-item, and nobody else wants them.
  const sycl::property_list internal{sycl_ext::property::access_scope_work_item{},
                                     sycl_ext::property::fusion_internal_memory{}, sycl::no_init};
  sycl::buffer<int> bTmp1{sycl::range{dataSize}};
  sycl::buffer<int> bTmp2{sycl::range{dataSize}, internal}, bTmp3{sycl::range{dataSize}, internal};

  sycl_ext::command_graph graph{
      q.get_context(), q.get_device(), {sycl_ext::property::graph::assume_buffer_outlives_graph{}}};
  graph.begin_recording(q);
  q.submit([&](sycl::handler &cgh) {
    sycl::accessor accIn1{bIn1, cgh, sycl::read_only};
    sycl::accessor accIn2{bIn2, cgh, sycl::read_only};
    // Internalization specified on each accessor.
    sycl::accessor accTmp1{bTmp1, cgh, sycl::write_only, internal};
    cgh.parallel_for<AddKernel>(dataSize, AddKernel{accIn1, accIn2, accTmp1});
  });
  q.submit([&](sycl::handler &cgh) {
    sycl::accessor accTmp1{bTmp1, cgh, sycl::read_write, internal};
    sycl::accessor accIn3{bIn3, cgh, sycl::read_only};
    sycl::accessor accTmp2{bTmp2, cgh, sycl::write_only};
    cgh.parallel_for<class KernelOne>(dataSize, [=](sycl::id<1> i) { accTmp2[i] = accTmp1[i] * accIn3[i]; });
  });
  q.submit([&](sycl::handler &cgh) {
    sycl::accessor accTmp1{bTmp1, cgh, sycl::read_write, internal};
    sycl::accessor accTmp3{bTmp3, cgh, sycl::write_only};
    cgh.parallel_for<class KernelTwo>(dataSize, [=](sycl::id<1> i) { accTmp3[i] = accTmp1[i] * 5; });
  });
  q.submit([&](sycl::handler &cgh) {
    sycl::accessor accTmp2{bTmp2, cgh, sycl::read_only};
    sycl::accessor accTmp3{bTmp3, cgh, sycl::read_only};
    sycl::accessor accOut{bOut, cgh, sycl::write_only, sycl::no_init};
    cgh.parallel_for<AddKernel>(dataSize, AddKernel{accTmp2, accTmp3, accOut});
  });
  graph.end_recording();

  auto exec = graph.finalize({sycl_ext::property::graph::require_fusion{}});
  q.ext_oneapi_graph(exec);
  sycl::host_accessor result{bOut, sycl::read_only};
  return {result.begin(), result.end()};
}
