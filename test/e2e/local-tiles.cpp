// Buffers in local memory in two dimensions: tiles that are transposed within the work-group. With rows of known length the tile goes
// to local memory, row by row; with the accessor's own length it stays where it is. Results are those of the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o 2> %t.build.err
// RUN: FileCheck-22 %s --check-prefix=BUILD < %t.build.err
// RUN: sycl-fuse inspect %t.fusion.o | FileCheck-22 %s --check-prefix=INSPECT
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;
using promote_local = e2e::fusion::property::promote_local;

constexpr std::size_t rows = 24, columns = 40, side = 8;

static std::vector<int> transposed(const std::vector<int> &in) {
  std::vector<int> out(in.size());
  for (std::size_t y = 0; y < rows; ++y)
    for (std::size_t x = 0; x < columns; ++x)
      out[y * columns + x] = in[(y / side * side + x % side) * columns + x / side * side + y % side] * 3;
  return out;
}

static void known_rows(queue &q) {
  const std::vector<int> in = e2e::random_values<int>(rows * columns, 1);
  std::vector<int> out(rows * columns);
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> from{in.data(), range{rows * columns}}, to{out.data(), range{rows * columns}},
        tile{range{rows * columns}, property_list{promote_local{}}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{from, h, read_only};
      accessor t{tile, h, write_only, no_init};
      h.parallel_for<class KnownWrite>(nd_range<2>{range<2>{rows, columns}, range<2>{side, side}}, [=](nd_item<2> i) {
        const std::size_t at = i.get_global_id(0) * columns + i.get_global_id(1);
        t[at] = a[at] * 3;
      });
    });
    q.submit([&](handler &h) {
      accessor t{tile, h, read_only};
      accessor b{to, h, write_only, no_init};
      h.parallel_for<class KnownRead>(nd_range<2>{range<2>{rows, columns}, range<2>{side, side}}, [=](nd_item<2> i) {
        const std::size_t y = i.get_group(0) * side + i.get_local_id(1), x = i.get_group(1) * side + i.get_local_id(0);
        b[i.get_global_id(0) * columns + i.get_global_id(1)] = t[y * columns + x];
      });
    });
    fw.complete_fusion();
  }
  e2e::report("known rows", fw);
  e2e::expect_equal("known rows", out, transposed(in));
}

static void rows_of_the_accessor(queue &q) {
  const std::vector<int> in = e2e::random_values<int>(rows * columns, 2);
  std::vector<int> out(rows * columns);
  e2e::fusion_wrapper fw{q};
  {
    buffer<int, 2> from{in.data(), range{rows, columns}}, to{out.data(), range{rows, columns}},
        tile{range{rows, columns}, property_list{promote_local{}}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{from, h, read_only};
      accessor t{tile, h, write_only, no_init};
      h.parallel_for<class AccessorWrite>(nd_range<2>{range<2>{rows, columns}, range<2>{side, side}},
                                          [=](nd_item<2> i) { t[i.get_global_id()] = a[i.get_global_id()] * 3; });
    });
    q.submit([&](handler &h) {
      accessor t{tile, h, read_only};
      accessor b{to, h, write_only, no_init};
      h.parallel_for<class AccessorRead>(nd_range<2>{range<2>{rows, columns}, range<2>{side, side}}, [=](nd_item<2> i) {
        const id<2> other{i.get_group(0) * side + i.get_local_id(1), i.get_group(1) * side + i.get_local_id(0)};
        b[i.get_global_id()] = t[other];
      });
    });
    fw.complete_fusion();
  }
  e2e::report("rows of the accessor", fw);
  e2e::expect_equal("rows of the accessor", out, transposed(in));
}

int main() {
  queue q = e2e::make_queue();
  known_rows(q);           // CHECK: known rows: aot none
  rows_of_the_accessor(q); // CHECK-NEXT: rows of the accessor: aot none
  return e2e::finish();    // CHECK-NEXT: all results right
}
// Without known sizes nothing is known of tiles.
// BUILD: argument 't' of 'known_rows' is not internalized: the compiler cannot tell where in local memory its elements go [SF3015]
// BUILD: argument 't' of 'rows_of_the_accessor' is not internalized: the compiler cannot tell where in local memory its elements go [SF3015]
// INSPECT: region rows_of_the_accessor
// INSPECT: specialized  24x40:8x8 {{ *}}barriers
// INSPECT: region known_rows
// INSPECT: specialized  24x40:8x8 {{ *}}internalized
