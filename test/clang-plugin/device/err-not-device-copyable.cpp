// A capture that cannot be copied byte by byte is named at its place, beside the assertion that Clang reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
#include <optional>
#include <string>
#include <sycl/sycl.hpp>
#include <tuple>
#include <vector>

void run(sycl::queue &q, int *p) {
  std::vector<int> values(3);
  std::string text;
  std::pair<int, float> pair;
  std::tuple<int, double> tuple;
  std::optional<int> maybe;
  int array[3] = {};
  sycl::buffer<int> buffer{sycl::range<1>(3)};
  // CHECK-DAG: error: static assertion failed{{.*}}a kernel must be device copyable
  // CHECK-DAG: cpp:[[#@LINE+2]]:44: error: kernel 'Vector' captures 'values' of type 'std::vector<int, std::allocator<int>>', which cannot be copied to a device byte by byte [SF1037] [-Wsycl-fuse-capture-not-copyable]
  // CHECK-DAG: note: capture plain values, accessors, or pointers to USM
  q.single_task<class Vector>([=] { p[0] = values[0]; });
  // CHECK-DAG: cpp:[[#@LINE+1]]:{{[0-9]+}}: error: kernel 'Text' captures 'text' of type 'std::basic_string<char, {{.*}}>'
  q.single_task<class Text>([text, p] { p[0] = text[0]; });
  // CHECK-DAG: error: kernel 'Buffer' captures 'buffer' of type 'sycl::buffer<int, 1, {{.*}}>'
  q.single_task<class Buffer>([=] { p[0] = buffer.size(); });
  q.single_task<class Copyable>([=] { p[0] = pair.first + std::get<0>(tuple) + *maybe + array[p[1]]; });
}
// CHECK-NOT: error: kernel 'Copyable'
