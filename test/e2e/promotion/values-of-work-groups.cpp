// Rows with a work-group each: what all work-items of a group share (a maximum, a sum) lives in local memory, whether or
// not the build knows the ND-range, if there is one of it for each group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=NONE --allow-empty
// NONE-NOT: SF3015
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: sycl-fuse inspect %t | FileCheck-22 %s --check-prefix=INSPECT
// INSPECT: region softmax
// INSPECT: native {{.*}} 64:16 {{.*}}internalized
// INSPECT: native {{.*}} any {{.*}}internalized
// INSPECT: region normalize
// INSPECT: native {{.*}} any {{.*}}internalized
#include "e2e.hpp"

#include <cmath>

using namespace sycl;
using promote_local = e2e::fusion::property::promote_local;

static void check(const char *what, const std::vector<float> &got, const std::vector<double> &wanted) {
  bool right = got.size() == wanted.size();
  for (std::size_t i = 0; right && i < got.size(); ++i)
    right = std::fabs(got[i] - wanted[i]) <= 1e-5 * std::fabs(wanted[i]) + 1e-5;
  e2e::expect(what, right);
}

// exp(x - most) / sum of them, in four kernels.
static void softmax(std::size_t rows, std::size_t columns, const char *what) {
  const std::size_t n = rows * columns;
  const nd_range<1> shape{n, columns};
  std::vector<float> in = e2e::random_values<float>(n, static_cast<unsigned>(n)), result(n);
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<float> x{in.data(), range{n}}, y{result.data(), range{n}};
    buffer<float> e{range{n}, property_list{e2e::promote_private{}}};
    buffer<float> most{range{rows}, property_list{promote_local{}}}, sum{range{rows}, property_list{promote_local{}}};
    fw.start_fusion();
    ext::syclfuse::expect_nd_range(nd_range<1>{64, 16});
    q.submit([&](handler &h) {
      accessor a{x, h, read_only};
      accessor m{most, h, write_only, no_init};
      h.parallel_for<class RowMaximum>(shape, [=](nd_item<1> i) {
        const float v = reduce_over_group(i.get_group(), a[i.get_global_id()], maximum<float>());
        if (i.get_local_id(0) == 0)
          m[i.get_group(0)] = v;
      });
    });
    q.submit([&](handler &h) {
      accessor a{x, h, read_only}, m{most, h, read_only};
      accessor o{e, h, write_only, no_init};
      h.parallel_for<class Exponential>(
          shape, [=](nd_item<1> i) { o[i.get_global_id()] = exp(a[i.get_global_id()] - m[i.get_group(0)]); });
    });
    q.submit([&](handler &h) {
      accessor a{e, h, read_only};
      accessor s{sum, h, write_only, no_init};
      h.parallel_for<class RowSum>(shape, [=](nd_item<1> i) {
        const float v = reduce_over_group(i.get_group(), a[i.get_global_id()], plus<float>());
        if (i.get_local_id(0) == 0)
          s[i.get_group(0)] = v;
      });
    });
    q.submit([&](handler &h) {
      accessor a{e, h, read_only}, s{sum, h, read_only};
      accessor o{y, h, write_only, no_init};
      h.parallel_for<class Quotient>(
          shape, [=](nd_item<1> i) { o[i.get_global_id()] = a[i.get_global_id()] / s[i.get_group(0)]; });
    });
    fw.complete_fusion();
    e2e::report(what, fw);
  }
  std::vector<double> wanted(n);
  for (std::size_t r = 0; r < rows; ++r) {
    const float *row = &in[r * columns];
    double most = row[0], sum = 0;
    for (std::size_t c = 0; c < columns; ++c)
      most = std::max<double>(most, row[c]);
    for (std::size_t c = 0; c < columns; ++c)
      sum += wanted[r * columns + c] = std::exp(row[c] - most);
    for (std::size_t c = 0; c < columns; ++c)
      wanted[r * columns + c] /= sum;
  }
  check(what, result, wanted);
}

// (x - mean) / deviation: of one buffer, each group has two elements that lie apart. Nothing says so: it stays in memory.
static void normalize(std::size_t rows, std::size_t columns, const char *what) {
  const std::size_t n = rows * columns;
  const nd_range<1> shape{n, columns};
  std::vector<float> in = e2e::random_values<float>(n, static_cast<unsigned>(n)), result(n);
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<float> x{in.data(), range{n}}, y{result.data(), range{n}};
    buffer<float> moments{range{2 * rows}, property_list{promote_local{}}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{x, h, read_only};
      accessor m{moments, h, write_only, no_init};
      h.parallel_for<class Moments>(shape, [=](nd_item<1> i) {
        const float v = a[i.get_global_id()];
        const float mean = reduce_over_group(i.get_group(), v, plus<float>()) / static_cast<float>(columns);
        const float square = reduce_over_group(i.get_group(), (v - mean) * (v - mean), plus<float>());
        if (i.get_local_id(0) == 0) {
          m[i.get_group(0)] = mean;
          m[rows + i.get_group(0)] = sqrt(square / static_cast<float>(columns) + 1e-3f);
        }
      });
    });
    q.submit([&](handler &h) {
      accessor a{x, h, read_only};
      accessor m{moments, h, read_only};
      accessor o{y, h, write_only, no_init};
      h.parallel_for<class Normalize>(shape, [=](nd_item<1> i) {
        const id<1> at = i.get_global_id();
        o[at] = (a[at] - m[i.get_group(0)]) / m[rows + i.get_group(0)];
      });
    });
    fw.complete_fusion();
    e2e::report(what, fw);
  }
  std::vector<double> wanted(n);
  for (std::size_t r = 0; r < rows; ++r) {
    const float *row = &in[r * columns];
    double mean = 0, square = 0;
    for (std::size_t c = 0; c < columns; ++c)
      mean += row[c];
    mean /= static_cast<double>(columns);
    for (std::size_t c = 0; c < columns; ++c)
      square += (row[c] - mean) * (row[c] - mean);
    for (std::size_t c = 0; c < columns; ++c)
      wanted[r * columns + c] = (row[c] - mean) / std::sqrt(square / static_cast<double>(columns) + 1e-3);
  }
  check(what, result, wanted);
}

int main() {
  softmax(4, 16, "listed");       // CHECK: listed: aot none
  softmax(37, 64, "softmax");     // CHECK-NEXT: softmax: aot-generic nd_range_not_listed
  softmax(1, 129, "one row");     // CHECK-NEXT: one row: aot-generic nd_range_not_listed
  softmax(300, 7, "short rows");  // CHECK-NEXT: short rows: aot-generic nd_range_not_listed
  softmax(5, 1, "one column");    // CHECK-NEXT: one column: aot-generic nd_range_not_listed
  normalize(64, 64, "normalize"); // CHECK-NEXT: normalize: aot-generic promoted_size_differs
  normalize(50, 96, "long rows"); // CHECK-NEXT: long rows: aot-generic promoted_size_differs
  normalize(3, 1, "two values");  // CHECK-NEXT: two values: aot-generic promoted_size_differs
  return e2e::finish();           // CHECK-NEXT: all results right
}
