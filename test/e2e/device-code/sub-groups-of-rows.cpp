// Sub-groups of work-groups of two and three dimensions, as CUDA programs have them after translation: within a row, across rows, and
// with a part of a sub-group at the end; shuffles by constants and by what each work-item says, between loops in steps of the group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --require
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

using namespace sycl;

// The work-item that gives its value in round n to that of a lane, and whether there is one.
static std::pair<unsigned, bool> giver(int n, unsigned lane, unsigned count, unsigned size) {
  const unsigned from[] = {lane ^ 1, lane ^ 5, lane ^ (size / 2), lane + 3, lane - 2, 2, (lane * 5 + 3) % size};
  return {from[n], from[n] < count};
}
constexpr int rounds = 7;

template <class T, int Size, int D> struct exchange {
  const T *in;
  T *out; // rounds of each work-item, then a sum of its elements of a row, and one of those of its sub-group
  int columns;
  [[sycl::reqd_sub_group_size(Size)]] void operator()(nd_item<D> it) const {
    const sub_group sg = it.get_sub_group();
    const std::size_t linear = it.get_global_linear_id(), row = it.get_group_linear_id();
    const int first = static_cast<int>(it.get_local_id(D - 1)), step = static_cast<int>(it.get_local_range(D - 1));
    T sum = 0;
    for (int k = first; k < columns; k += step)
      sum = static_cast<T>(sum + in[row * columns + k]);
    const unsigned lane = sg.get_local_linear_id();
    T x = static_cast<T>(sum + static_cast<T>(it.get_local_id(0)));
    T *o = out + linear * (rounds + 2);
    o[0] = permute_group_by_xor(sg, x, 1);
    o[1] = permute_group_by_xor(sg, x, 5);
    o[2] = permute_group_by_xor(sg, x, Size / 2);
    o[3] = shift_group_left(sg, x, 3);
    o[4] = shift_group_right(sg, x, 2);
    o[5] = select_from_group(sg, x, 2);
    o[6] = select_from_group(sg, x, (lane * 5 + 3) % Size);
    o[rounds] = sum;
    T total = x;
    for (int m = Size / 2; m > 0; m /= 2)
      total = static_cast<T>(total + permute_group_by_xor(sg, total, m));
    o[rounds + 1] = total;
  }
};

template <class T, int Size, int D> static void run(queue &q, range<D> local, range<D> groups, int columns) {
  range<D> global = local;
  for (int d = 0; d < D; ++d)
    global[d] *= groups[d];
  const std::size_t group = local.size(), number = groups.size();
  T *in = malloc_shared<T>(number * columns + 1, q), *out = malloc_shared<T>(global.size() * (rounds + 2), q);
  for (std::size_t i = 0; i < number * columns; ++i)
    in[i] = static_cast<T>(i * 29 % 13);
  q.parallel_for(nd_range<D>(global, local), exchange<T, Size, D>{in, out, columns}).wait();
  bool right = true;
  for (std::size_t g = 0; g < number; ++g) {
    // Where the group is, and each of its work-items.
    std::size_t rest = g, at[D];
    for (int d = D; d-- > 0; rest /= groups[d])
      at[d] = rest % groups[d];
    std::vector<T> sums(group), values(group);
    std::vector<std::size_t> places(group);
    for (std::size_t i = 0; i < group; ++i) {
      std::size_t left = i, id[D], linear = 0;
      for (int d = D; d-- > 0; left /= local[d])
        id[d] = left % local[d];
      for (int d = 0; d < D; ++d)
        linear = linear * global[d] + at[d] * local[d] + id[d];
      places[i] = linear;
      for (std::size_t k = id[D - 1]; k < std::size_t(columns); k += local[D - 1])
        sums[i] = static_cast<T>(sums[i] + in[g * columns + k]);
      values[i] = static_cast<T>(sums[i] + static_cast<T>(id[0]));
    }
    for (std::size_t i = 0; i < group; ++i) {
      const std::size_t begin = i / Size * Size;
      const unsigned lane = unsigned(i - begin), count = unsigned(std::min<std::size_t>(Size, group - begin));
      const T *o = out + places[i] * (rounds + 2);
      for (int n = 0; n < rounds; ++n)
        if (const auto [from, is] = giver(n, lane, count, Size); is)
          right &= o[n] == values[begin + from];
      right &= o[rounds] == sums[i];
      T total = 0;
      for (unsigned l = 0; l < count; ++l)
        total = static_cast<T>(total + values[begin + l]);
      if (count == Size)
        right &= o[rounds + 1] == total;
    }
  }
  std::string what = std::to_string(Size) + " of";
  for (int d = 0; d < D; ++d)
    what += " " + std::to_string(local[d]);
  e2e::expect(what.c_str(), right);
  free(in, q);
  free(out, q);
}

template <class T, int Size> static void all(queue &q) {
  for (const int columns : {0, 77, 1000}) {
    run<T, Size, 1>(q, 256, 3, columns);
    run<T, Size, 1>(q, 45, 3, columns);
    for (const range<2> local :
         {range<2>(4, 32), range<2>(3, 40), range<2>(1, 64), range<2>(64, 1), range<2>(5, 7), range<2>(16, 16)})
      run<T, Size, 2>(q, local, range<2>(2, 3), columns);
    for (const range<3> local : {range<3>(1, 1, 256), range<3>(2, 2, 64), range<3>(4, 4, 16), range<3>(2, 3, 32),
                                 range<3>(8, 8, 4), range<3>(1, 8, 33), range<3>(2, 1, 96)})
      run<T, Size, 3>(q, local, range<3>(2, 1, 3), columns);
  }
}

int main() {
  queue q = e2e::make_queue();
  all<int, 32>(q);
  all<float, 16>(q);
  all<double, 8>(q);
  all<short, 32>(q);
  return e2e::finish();
}
