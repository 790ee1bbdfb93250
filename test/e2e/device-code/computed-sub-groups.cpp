// Kernels that compute the number of their sub-group and their place in it from ids, as CUDA programs do, and give each sub-group a row: in work-groups of whole
// sub-groups, with a part of one at the end, of several dimensions, with offsets, and with local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --require
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

#include <numeric>

using namespace sycl;

namespace {

constexpr int forms = 7, columns = 75;

struct ids {
  std::size_t global, local, linear, group,
      row;            // of the last dimension but linear; how many rows of the group are before
  std::size_t length; // of a row of the group
};

// The sub-group and the place in it, by what the program says.
template <int Size> void place(int form, const ids &i, std::size_t &number, std::size_t &lane) {
  switch (form) {
  case 0:
    number = i.global / Size, lane = i.global % Size;
    break;
  case 1: {
    const int id = static_cast<int>(i.global);
    number = static_cast<std::size_t>(id / Size), lane = static_cast<std::size_t>(id % Size);
    break;
  }
  case 2: {
    const unsigned id = static_cast<unsigned>(i.global);
    number = id / Size, lane = id & (Size - 1);
    break;
  }
  case 3:
    number = i.group * 3 + i.local / Size, lane = i.local % Size;
    break;
  case 4: {
    const int id = static_cast<int>(i.local);
    number = static_cast<std::size_t>(id / Size), lane = static_cast<std::size_t>(id % Size);
    break;
  }
  case 5: // as CUDA computes the global id
    number = (i.group * i.length + i.local) / Size, lane = i.linear & (Size - 1);
    break;
  default:
    number = i.linear / Size + i.row, lane = i.linear % Size;
  }
}

// What a work-item adds up: elements of the row of its sub-group, from its place on.
template <int Size> int sum_of(const int *in, std::size_t number, std::size_t lane, int length) {
  int sum = 0;
  for (int c = static_cast<int>(lane); c < length; c += Size)
    sum += in[number % 50 * columns + static_cast<std::size_t>(c)];
  return sum;
}

template <int Form, int Size, int D> struct rows {
  const int *in;
  int *out;
  int length;
  std::size_t offset; // of the launch
  local_accessor<int> room;
  [[sycl::reqd_sub_group_size(Size)]] void operator()(nd_item<D> it) const {
    ids i{it.get_global_id(D - 1), it.get_local_id(D - 1),           it.get_local_linear_id(),
          it.get_group(D - 1),     it.get_local_id(0) * 2 * (D > 1), it.get_local_range(D - 1)};
    std::size_t number = 0, lane = 0;
    place<Size>(Form, i, number, lane);
    const int sum = sum_of<Size>(in, number, lane, length);
    room[it.get_local_linear_id()] = sum;
    const int all = reduce_over_group(it.get_sub_group(), sum, plus<>());
    group_barrier(it.get_group());
    int *o = out + it.get_global_linear_id() * 4;
    o[0] = static_cast<int>(number);
    o[1] = static_cast<int>(lane);
    o[2] = all;
    o[3] = room[it.get_local_range().size() - 1 - it.get_local_linear_id()];
  }
};

template <int Form, int Size, int D>
void run(queue &q, const int *in, range<D> local, range<D> groups, std::size_t offset = 0) {
  range<D> global = local;
  for (int d = 0; d < D; ++d)
    global[d] *= groups[d];
  const int length = columns - 2 * Form;
  int *out = malloc_shared<int>(global.size() * 4, q);
  id<D> from;
  from[D - 1] = offset;
  q.submit([&](handler &h) {
     local_accessor<int> room{range{local.size()}, h};
     h.parallel_for(nd_range<D>(global, local, from), rows<Form, Size, D>{in, out, length, offset, room});
   }).wait();
  bool right = true;
  const std::size_t last = local[D - 1], before = local.size() / last, across = global[D - 1];
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::vector<int> sums(local.size());
    std::vector<std::size_t> numbers(local.size()), lanes(local.size()), at(local.size());
    for (std::size_t l = 0; l < local.size(); ++l) {
      std::size_t in_group[3] = {}, in_groups[3] = {};
      for (std::size_t d = D, left = l, of = g; d-- > 0;) {
        in_group[d] = left % local[static_cast<int>(d)], left /= local[static_cast<int>(d)];
        in_groups[d] = of % groups[static_cast<int>(d)], of /= groups[static_cast<int>(d)];
      }
      for (int d = 0; d < D; ++d)
        at[l] = at[l] * global[d] + in_groups[d] * local[d] + in_group[d];
      const ids i{in_groups[D - 1] * last + in_group[D - 1] + offset,
                  in_group[D - 1],
                  l,
                  in_groups[D - 1],
                  in_group[0] * 2 * (D > 1),
                  last};
      place<Size>(Form, i, numbers[l], lanes[l]);
      sums[l] = sum_of<Size>(in, numbers[l], lanes[l], length);
    }
    for (std::size_t l = 0; l < local.size(); ++l) {
      int all = 0;
      for (std::size_t m = l / Size * Size; m < std::min(local.size(), l / Size * Size + Size); ++m)
        all += sums[m];
      const int *o = out + at[l] * 4;
      right &= o[0] == static_cast<int>(numbers[l]) && o[1] == static_cast<int>(lanes[l]) && o[2] == all &&
               o[3] == sums[local.size() - 1 - l];
    }
  }
  e2e::expect(("form " + std::to_string(Form) + ", size " + std::to_string(Size) + ", " + std::to_string(D) +
               " dimensions, local " + std::to_string(before) + " x " + std::to_string(last) + " of " +
               std::to_string(across) + ", offset " + std::to_string(offset))
                  .c_str(),
              right);
  free(out, q);
}

template <int Form, int Size> void shapes(queue &q, const int *in) {
  for (std::size_t local : {std::size_t{Size}, std::size_t{4 * Size}, std::size_t{Size + 5}, std::size_t{7}}) {
    run<Form, Size, 1>(q, in, range<1>(local), range<1>(5));
    run<Form, Size, 1>(q, in, range<1>(local), range<1>(3), 9);
  }
  run<Form, Size, 2>(q, in, range<2>(3, 2 * Size), range<2>(2, 3));
  run<Form, Size, 2>(q, in, range<2>(4, Size), range<2>(2, 3), 1);
  run<Form, Size, 2>(q, in, range<2>(6, 5), range<2>(3, 2));
  run<Form, Size, 3>(q, in, range<3>(2, 3, Size), range<3>(2, 1, 3));
  run<Form, Size, 3>(q, in, range<3>(2, 3, 12), range<3>(1, 2, 2));
}

template <int... Forms> void all(queue &q, const int *in, std::integer_sequence<int, Forms...>) {
  (shapes<Forms, 8>(q, in), ...);
  (shapes<Forms, 32>(q, in), ...);
}

// As Kokkos adds up a work-group: work-items read what others overwrite before the next barrier. SYCL leaves that open; a
// program that relies on lock step finds its work-items in order.
void in_lock_step(queue &q, const int *in) {
  constexpr std::size_t size = 32, groups = 6, local = 3 * size;
  int *out = malloc_shared<int>(groups * 3, q);
  q.submit([&](handler &h) {
     local_accessor<int> room{range{local}, h};
     h.parallel_for<class LockStep>(nd_range<1>(groups * local, local),
                                    [=](nd_item<1> it) [[sycl::reqd_sub_group_size(size)]] {
                                      const std::size_t id = it.get_local_id(0), lane = id % size;
                                      room[id] = in[it.get_global_id(0)];
                                      group_barrier(it.get_group());
                                      for (std::size_t by = 1; by < size; by *= 2) {
                                        if (lane == 0)
                                          out[it.get_global_id(0) / size] = 0;
                                        if (by < std::min<std::size_t>(size - lane, local - id))
                                          room[id] += room[id + by];
                                        group_barrier(it.get_sub_group());
                                      }
                                      if (lane == 0)
                                        out[it.get_global_id(0) / size] = room[id];
                                    });
   }).wait();
  bool right = true;
  for (std::size_t n = 0; n < groups * 3; ++n)
    right &= out[n] == std::accumulate(in + n * size, in + (n + 1) * size, 0);
  e2e::expect("lock step", right);
  free(out, q);
}

} // namespace

int main() {
  queue q = e2e::make_queue();
  const std::vector<int> values = e2e::random_values<int>(50 * columns, 3);
  int *in = malloc_shared<int>(values.size(), q);
  for (std::size_t i = 0; i < values.size(); ++i)
    in[i] = values[i] % 1000;
  all(q, in, std::make_integer_sequence<int, forms>());
  in_lock_step(q, in);
  free(in, q);
  return e2e::finish();
}
