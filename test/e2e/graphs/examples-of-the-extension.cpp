// The two examples of sycl_ext_oneapi_graph_fusion, completed where their text does not compile: both become one kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not for test/gpu: the worker builds for the processor.
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_JIT=sync SYCL_FUSE_CACHE_DIR=%t.cache SYCL_FUSE_STATS=1 %t 2>&1 | FileCheck-22 %s
// CHECK-DAG: all results right
// CHECK-DAG: {{^}}with_buffers {{.*}} 1 0 0 1 0 {{.*}}
// CHECK-DAG: {{^}}with_pointers {{.*}} 1 0 0 1 0 {{.*}}
#include "e2e.hpp"

using namespace sycl;
namespace sycl_ext = sycl::ext::oneapi::experimental;

namespace {

constexpr std::size_t size = 512;
using values = std::vector<int>;

struct AddKernel {
  accessor<int, 1, access_mode::read> in1, in2;
  accessor<int, 1, access_mode::write> out;
  void operator()(id<1> i) const { out[i] = in1[i] + in2[i]; }
};

void with_buffers(const values &in1, const values &in2, const values &in3) {
  queue q;
  values out(size), wanted(size);
  buffer<int> bIn1{in1.data(), range{size}}, bIn2{in2.data(), range{size}}, bIn3{in3.data(), range{size}},
      bOut{out.data(), range{size}};
  bOut.set_write_back(false);
  const property_list internal{sycl_ext::property::access_scope_work_item{},
                               sycl_ext::property::fusion_internal_memory{}, no_init};
  buffer<int> bTmp1{range{size}}; // internal by its accessors
  buffer<int> bTmp2{range{size}, internal}, bTmp3{range{size}, internal};

  sycl_ext::command_graph graph{
      q.get_context(), q.get_device(), {sycl_ext::property::graph::assume_buffer_outlives_graph{}}};
  graph.begin_recording(q);
  q.submit([&](handler &cgh) {
    accessor tmp1(bTmp1, cgh, write_only, internal);
    cgh.parallel_for<AddKernel>(size, AddKernel{accessor(bIn1, cgh, read_only), accessor(bIn2, cgh, read_only), tmp1});
  });
  q.submit([&](handler &cgh) {
    accessor tmp1(bTmp1, cgh, read_only, internal);
    accessor in3(bIn3, cgh, read_only);
    accessor tmp2(bTmp2, cgh, write_only);
    cgh.parallel_for<class KernelOne>(size, [=](id<1> i) { tmp2[i] = tmp1[i] * in3[i]; });
  });
  q.submit([&](handler &cgh) {
    accessor tmp1(bTmp1, cgh, read_only, internal);
    accessor tmp3(bTmp3, cgh, write_only);
    cgh.parallel_for<class KernelTwo>(size, [=](id<1> i) { tmp3[i] = tmp1[i] * 5; });
  });
  q.submit([&](handler &cgh) {
    accessor o(bOut, cgh, write_only, no_init);
    cgh.parallel_for<AddKernel>(size, AddKernel{accessor(bTmp2, cgh, read_only), accessor(bTmp3, cgh, read_only), o});
  });
  graph.end_recording();
  auto exec_graph = graph.finalize({sycl_ext::property::graph::require_fusion{}});
  q.ext_oneapi_graph(exec_graph);
  q.wait();
  for (std::size_t i = 0; i < size; ++i)
    wanted[i] = (in1[i] + in2[i]) * in3[i] + (in1[i] + in2[i]) * 5;
  host_accessor o(bOut, read_only);
  e2e::expect_equal("with buffers", values(o.begin(), o.end()), wanted);
}

void with_pointers(const values &in1, const values &in2, const values &in3) {
  queue q;
  values out(size), wanted(size);
  sycl_ext::command_graph graph{q.get_context(), q.get_device()};
  int *dIn1 = malloc_device<int>(size, q), *dIn2 = malloc_device<int>(size, q), *dIn3 = malloc_device<int>(size, q),
      *dOut = malloc_device<int>(size, q), *dTmp = malloc_device<int>(size, q);
  auto annotatedTmp = sycl_ext::annotated_ptr(dTmp, sycl_ext::property::access_scope_work_group{},
                                              sycl_ext::property::fusion_internal_memory{}, no_init);
  const auto copy_in = [&](int *to, const values &from) {
    return graph.add([&](handler &cgh) { cgh.memcpy(to, from.data(), size * sizeof(int)); });
  };
  sycl_ext::node copy_in1 = copy_in(dIn1, in1), copy_in2 = copy_in(dIn2, in2);
  auto kernel1 = graph.add(
      [&](handler &cgh) {
        cgh.parallel_for<class PointersOne>(size, [=](id<1> i) { annotatedTmp[i] = dIn1[i] + dIn2[i]; });
      },
      {sycl_ext::property::node::depends_on(copy_in1, copy_in2)});
  sycl_ext::node copy_in3 = copy_in(dIn3, in3); // after the first kernel, and can be before it
  auto kernel2 = graph.add(
      [&](handler &cgh) {
        cgh.parallel_for<class PointersTwo>(size, [=](id<1> i) { dOut[i] = annotatedTmp[i] * dIn3[i]; });
      },
      {sycl_ext::property::node::depends_on(copy_in3, kernel1)});
  graph.add([&](handler &cgh) { cgh.memcpy(out.data(), dOut, size * sizeof(int)); },
            {sycl_ext::property::node::depends_on(kernel2)});
  auto exec = graph.finalize({sycl_ext::property::graph::require_fusion{}});
  q.ext_oneapi_graph(exec).wait();
  for (std::size_t i = 0; i < size; ++i)
    wanted[i] = (in1[i] + in2[i]) * in3[i];
  e2e::expect_equal("with pointers", out, wanted);
  for (int *p : {dIn1, dIn2, dIn3, dOut, dTmp})
    free(p, q);
}

} // namespace

int main() {
  values in[3];
  for (unsigned i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < size; ++k)
      in[i].push_back(static_cast<int>(k * (i + 1)) % 97 - 40);
  with_buffers(in[0], in[1], in[2]);
  with_pointers(in[0], in[1], in[2]);
  return e2e::finish();
}
