// A promoted buffer that is at run time the buffer of another accessor is not replaced: beside one whose promotion fails, and in a region
// of so many buffers that their pairs are not listed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --trust=kept %t.o -o %t.fusion.o
// RUN: sycl-fuse inspect --json %t.fusion.o > %t.json && %python %S/../../fuser/Driver/Inputs/print-guards.py %t.json | FileCheck-22 %s --check-prefix=GUARDS
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;
using internal = ext::oneapi::experimental::property::fusion_internal_memory;

constexpr std::size_t n = 1000;

// Where the elements of the first one are is not known, so it stays.
// GUARDS-DAG: distinct_buffers: 4 of promoted ones, {{[0-9]+}} of others, a list of 0 and 0
static void kept(const char *what, bool aliased) {
  const std::vector<int> data = e2e::random_values<int>(n, 1);
  std::vector<int> places(n), result(n), wanted(n);
  for (std::size_t i = 0; i < n; ++i) {
    places[i] = static_cast<int>(i);
    wanted[i] = data[i] + 1 + (aliased ? data[i] + 1 : data[i] * 2);
  }
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> in{data.data(), range{n}}, index{places.data(), range{n}}, out{result.data(), range{n}};
    buffer<int> first{range{n}}, another{range{n}}, second = aliased ? first : another;
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor t{first, h, write_only, property_list{internal{}}};
      accessor a{in, h, read_only}, p{index, h, read_only};
      h.parallel_for<class Scatter>(range{n}, [=](id<1> i) { t[p[i]] = a[i] * 2; });
    });
    q.submit([&](handler &h) {
      accessor t{second, h, write_only, property_list{internal{}}};
      accessor a{in, h, read_only};
      h.parallel_for<class Increment>(range{n}, [=](id<1> i) { t[i] = a[i] + 1; });
    });
    q.submit([&](handler &h) {
      accessor s{second, h, read_only, property_list{internal{}}}, t{first, h, read_only, property_list{internal{}}};
      accessor p{index, h, read_only};
      accessor o{out, h, write_only, no_init};
      h.parallel_for<class Both>(range{n}, [=](id<1> i) { o[i] = s[i] + t[p[i]]; });
    });
    fw.complete_fusion();
    e2e::report(what, fw);
  }
  e2e::expect_equal(what, result, wanted);
}

template <int> class Step;
template <int K> static void step(queue &q, buffer<int> &from, buffer<int> &to) {
  q.submit([&](handler &h) {
    accessor a{from, h, read_only, property_list{internal{}}};
    accessor b{to, h, write_only, property_list{internal{}}};
    h.parallel_for<Step<K>>(range{n}, [=](id<1> i) { b[i] = a[i] * 3 + K; });
  });
}

// Ten are promoted: 65 pairs.
// GUARDS-DAG: distinct_buffers: 0 of promoted ones, {{[0-9]+}} of others, a list of 10 and 2
static void many(const char *what, bool aliased) {
  const std::vector<int> data = e2e::random_values<int>(n, 2);
  std::vector<int> result(n), wanted(n);
  for (std::size_t i = 0; i < n; ++i) {
    int values[10] = {data[i] + 1};
    for (int k = 1; k < 10; ++k)
      values[k] = values[k - 1] * 3 + k;
    wanted[i] = values[9] + values[aliased ? 7 : 2];
  }
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> in{data.data(), range{n}}, out{result.data(), range{n}};
    buffer<int> b0{range{n}}, b1{range{n}}, b2{range{n}}, b3{range{n}}, b4{range{n}}, b5{range{n}}, b6{range{n}},
        b8{range{n}}, b9{range{n}};
    buffer<int> another{range{n}}, b7 = aliased ? b2 : another;
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{in, h, read_only};
      accessor b{b0, h, write_only, property_list{internal{}}};
      h.parallel_for<class Begin>(range{n}, [=](id<1> i) { b[i] = a[i] + 1; });
    });
    step<1>(q, b0, b1);
    step<2>(q, b1, b2);
    step<3>(q, b2, b3);
    step<4>(q, b3, b4);
    step<5>(q, b4, b5);
    step<6>(q, b5, b6);
    step<7>(q, b6, b7);
    step<8>(q, b7, b8);
    step<9>(q, b8, b9);
    q.submit([&](handler &h) {
      accessor a{b9, h, read_only, property_list{internal{}}}, b{b2, h, read_only, property_list{internal{}}};
      accessor o{out, h, write_only, no_init};
      h.parallel_for<class End>(range{n}, [=](id<1> i) { o[i] = a[i] + b[i]; });
    });
    fw.complete_fusion();
    e2e::report(what, fw);
  }
  e2e::expect_equal(what, result, wanted);
}

int main() {
  // CHECK: kept: aot none
  kept("kept", false);
  // CHECK: kept, aliased: aot-generic promoted_buffer_aliased
  kept("kept, aliased", true);
  // CHECK: many: aot none
  many("many", false);
  // CHECK: many, aliased: aot-generic promoted_buffer_aliased
  many("many, aliased", true);
  // CHECK: all results right
  return e2e::finish();
}
