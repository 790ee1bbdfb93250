// Buffers in local memory in two dimensions: tiles that are transposed within the work-group, or read at neighbours'
// places. With rows of known length the tile goes to local memory, row by row; the accessor's own length is taken to be
// the ND-range's, and a launch in which it is not runs without. Results are those of the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
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

// The sizes of the buffers are known at run time only. Each work-item uses the element (y, x) of its tile of `height`
// rows.
template <class Of> static std::vector<int> neighbours(const std::vector<int> &in, std::size_t length, Of clamped) {
  std::vector<int> out(in.size());
  for (std::size_t y = 0; y < in.size() / length; ++y)
    for (std::size_t x = 0; x < length; ++x)
      out[y * length + x] = 3 * in[y * length + clamped(x)] - 3 * in[clamped(y) * length + x];
  return out;
}

static std::size_t next_in_tile(std::size_t i) { return i % side + 1 == side ? i : i + 1; }

static void rows_of_the_accessor(queue &q, const char *what, range<2> size) {
  const std::vector<int> in = e2e::random_values<int>(size.size(), 2);
  std::vector<int> out(size.size());
  e2e::fusion_wrapper fw{q};
  {
    buffer<int, 2> from{in.data(), size}, to{out.data(), size}, tile{size, property_list{promote_local{}}};
    fw.start_fusion();
    ext::syclfuse::expect_nd_range(nd_range<2>{{rows, columns}, {side, side}});
    q.submit([&](handler &h) {
      accessor a{from, h, read_only};
      accessor t{tile, h, write_only, no_init};
      h.parallel_for<class AccessorWrite>(nd_range<2>{size, range<2>{side, side}},
                                          [=](nd_item<2> i) { t[i.get_global_id()] = a[i.get_global_id()] * 3; });
    });
    q.submit([&](handler &h) {
      accessor t{tile, h, read_only};
      accessor b{to, h, write_only, no_init};
      h.parallel_for<class AccessorRead>(nd_range<2>{size, range<2>{side, side}}, [=](nd_item<2> i) {
        const std::size_t y = i.get_group(0) * side, x = i.get_group(1) * side, ly = i.get_local_id(0),
                          lx = i.get_local_id(1);
        b[i.get_global_id()] = t[y + ly][x + std::min(lx + 1, side - 1)] - t[y + std::min(ly + 1, side - 1)][x + lx];
      });
    });
    fw.complete_fusion();
  }
  e2e::report(what, fw);
  e2e::expect_equal(what, out, neighbours(in, size[1], next_in_tile));
}

// As many elements as work-items, but rows of another length: what is built for rows of the ND-range must not run.
static void rows_of_another_length(queue &q, range<2> shape) {
  const std::vector<int> in = e2e::random_values<int>(rows * columns, 3);
  std::vector<int> out(rows * columns), wanted;
  for (int v : in)
    wanted.push_back(v * 3 + 1);
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> from{in.data(), range{rows * columns}}, to{out.data(), range{rows * columns}};
    buffer<int, 2> tile{shape, property_list{promote_local{}}};
    fw.start_fusion();
    const nd_range<2> launch{range<2>{rows, columns}, range<2>{side, side}};
    const std::size_t length = shape[1];
    q.submit([&](handler &h) {
      accessor a{from, h, read_only};
      accessor t{tile, h, write_only, no_init};
      h.parallel_for<class OtherWrite>(launch, [=](nd_item<2> i) {
        const std::size_t n = i.get_global_linear_id();
        t[n / length][n % length] = a[n] * 3;
      });
    });
    q.submit([&](handler &h) {
      accessor t{tile, h, read_only};
      accessor b{to, h, write_only, no_init};
      h.parallel_for<class OtherRead>(launch, [=](nd_item<2> i) {
        const std::size_t n = i.get_global_linear_id();
        b[n] = t[n / length][n % length] + 1;
      });
    });
    fw.complete_fusion();
  }
  std::printf("rows of another length: %s\n", to_string(fw.last_outcome()));
  e2e::expect_equal("rows of another length", out, wanted);
}

int main(int argc, char **) {
  queue q = e2e::make_queue();
  const std::size_t one = argc; // not known to the compiler
  known_rows(q);                // CHECK: known rows: aot none
  rows_of_the_accessor(q, "rows of the accessor",
                       range<2>{rows * one, columns * one}); // CHECK-NEXT: rows of the accessor: aot none
  rows_of_the_accessor(q, "other sizes",
                       range<2>{2 * side * one, 3 * side * one}); // CHECK-NEXT: other sizes: aot-generic
  rows_of_another_length(
      q, range<2>{rows / 2 * one, columns * 2 * one}); // CHECK-NEXT: rows of another length: {{aot-generic|unfused}}
  rows_of_another_length(q, range<2>{rows * one, columns * one}); // CHECK-NEXT: rows of another length: aot
  return e2e::finish();                                           // CHECK-NEXT: all results right
}
// Without known sizes nothing is known of tiles.
// BUILD: argument 't' of 'known_rows' is not internalized: the compiler cannot tell where in local memory its elements go [SF3015]
// BUILD: argument 't' of 'rows_of_the_accessor' is not internalized: the compiler cannot tell where in local memory its elements go [SF3015]
// INSPECT-DAG: specialized  24x40:8x8 {{ *}}internalized{{.*}}sycl_fuse_rows_of_the_accessor_specialized
// INSPECT-DAG: specialized  24x40:8x8 {{ *}}internalized{{.*}}sycl_fuse_known_rows_specialized
