// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels over the rows of a matrix, as neural networks have them: a row for each sub-group of 32, for each work-group
// by its group functions, and for each work-group by shuffles of its sub-groups and local memory, as programs ported
// from CUDA have it; then the same as a sequence of kernels over elements and over rows, one by one and fused; beside
// OpenMP loops (g++ -Ofast), in turns. Writes a table of medians of ms and of ratios, and the sequences that were not
// fused; exit code 1 if a result is wrong.
//   bench-rows [rows columns] [rounds]
#include "row_loops.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

namespace {

namespace fusion = sycl::ext::codeplay::experimental;

constexpr std::size_t lanes = 32, group_size = 256;

enum class task { dot, softmax, rms_norm };
enum class form { sub_groups, groups, shuffles };

// What the work-items of a row find together.
template <form Form, class Operation> float combine(sycl::nd_item<1> it, float *room, float value, Operation of) {
  if constexpr (Form == form::sub_groups)
    return sycl::reduce_over_group(it.get_sub_group(), value, of);
  if constexpr (Form == form::groups)
    return sycl::reduce_over_group(it.get_group(), value, of);
  const sycl::sub_group warp = it.get_sub_group();
  const auto across = [&] {
    for (std::size_t by = lanes / 2; by; by /= 2)
      value = of(value, sycl::permute_group_by_xor(warp, value, by));
  };
  const std::size_t id = it.get_local_id(0), warps = group_size / lanes;
  across();
  sycl::group_barrier(it.get_group());
  if (id % lanes == 0)
    room[id / lanes] = value;
  sycl::group_barrier(it.get_group());
  value = room[id % warps]; // each of them several times in a sub-group, or once
  for (std::size_t by = warps / 2; by; by /= 2)
    value = of(value, sycl::permute_group_by_xor(warp, value, by));
  return value;
}

struct arrays {
  const float *in, *x;
  float *out;
  std::size_t rows, columns;
};

template <task Task, form Form> struct kernel {
  arrays a;
  sycl::local_accessor<float> room;

  [[sycl::reqd_sub_group_size(lanes)]] void operator()(sycl::nd_item<1> it) const {
    constexpr bool by_sub_groups = Form == form::sub_groups;
    const std::size_t items = by_sub_groups ? lanes : it.get_local_range(0);
    const std::size_t row = by_sub_groups ? it.get_global_id(0) / lanes : it.get_group(0);
    const std::size_t first = by_sub_groups ? it.get_global_id(0) % lanes : it.get_local_id(0);
    const float *from = a.in + row * a.columns;
    float *to = a.out + row * a.columns, *shared = &room[0];
    if constexpr (Task == task::dot) {
      float sum = 0;
      for (std::size_t c = first; c < a.columns; c += items)
        sum += from[c] * a.x[c];
      sum = combine<Form>(it, shared, sum, sycl::plus<float>());
      if (first == 0)
        a.out[row] = sum;
    } else if constexpr (Task == task::softmax) {
      float most = -INFINITY, sum = 0;
      for (std::size_t c = first; c < a.columns; c += items)
        most = sycl::fmax(most, from[c]);
      most = combine<Form>(it, shared, most, sycl::maximum<float>());
      for (std::size_t c = first; c < a.columns; c += items)
        sum += to[c] = sycl::exp(from[c] - most);
      sum = combine<Form>(it, shared, sum, sycl::plus<float>());
      for (std::size_t c = first; c < a.columns; c += items)
        to[c] /= sum;
    } else {
      float sum = 0;
      for (std::size_t c = first; c < a.columns; c += items)
        sum += from[c] * from[c];
      sum = combine<Form>(it, shared, sum, sycl::plus<float>());
      const float scale = sycl::rsqrt(sum / static_cast<float>(a.columns) + 1e-6f);
      for (std::size_t c = first; c < a.columns; c += items)
        to[c] = from[c] * scale;
    }
  }
};

template <task Task, form Form> void submit(sycl::queue &q, const arrays &a) {
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<float> room(group_size / lanes, h);
     const std::size_t items = a.rows * (Form == form::sub_groups ? lanes : group_size);
     h.parallel_for(sycl::nd_range<1>(items, group_size), kernel<Task, Form>{a, room});
   }).wait();
}

// A work-group for each row, whose result is one number.
template <class Value, class Operation>
void rows_to_numbers(sycl::queue &q, const arrays &a, float *to, float start, Value of, Operation with) {
  const std::size_t columns = a.columns;
  q.parallel_for(sycl::nd_range<1>(a.rows * group_size, group_size), [=](sycl::nd_item<1> it) {
    const std::size_t row = it.get_group(0);
    float value = start;
    for (std::size_t c = it.get_local_id(0); c < columns; c += group_size)
      value = with(value, of(row * columns + c));
    value = sycl::reduce_over_group(it.get_group(), value, with);
    if (it.get_local_id(0) == 0)
      to[row] = value;
  });
}

// The same as kernels over elements and over rows. `t` has an element for each, `numbers` two for each row.
template <task Task> void sequence(sycl::queue &q, const arrays &a, float *t, float *numbers) {
  const float *in = a.in, *x = a.x;
  float *out = a.out, *sums = numbers, *most = numbers + a.rows;
  const std::size_t columns = a.columns;
  const sycl::range<2> elements(a.rows, a.columns);
  const auto read = [=](std::size_t k) { return t[k]; };
  if constexpr (Task == task::dot) {
    q.parallel_for(elements, [=](sycl::id<2> i) { t[i[0] * columns + i[1]] = in[i[0] * columns + i[1]] * x[i[1]]; });
    rows_to_numbers(q, a, out, 0, read, sycl::plus<float>());
  } else if constexpr (Task == task::softmax) {
    rows_to_numbers(q, a, most, -INFINITY, [=](std::size_t k) { return in[k]; }, sycl::maximum<float>());
    q.parallel_for(
        elements, [=](sycl::id<2> i) { t[i[0] * columns + i[1]] = sycl::exp(in[i[0] * columns + i[1]] - most[i[0]]); });
    rows_to_numbers(q, a, sums, 0, read, sycl::plus<float>());
    q.parallel_for(elements,
                   [=](sycl::id<2> i) { out[i[0] * columns + i[1]] = t[i[0] * columns + i[1]] / sums[i[0]]; });
  } else {
    q.parallel_for(elements, [=](sycl::id<2> i) {
      const std::size_t k = i[0] * columns + i[1];
      t[k] = in[k] * in[k];
    });
    rows_to_numbers(q, a, sums, 0, read, sycl::plus<float>());
    q.parallel_for(elements, [=](sycl::id<2> i) {
      const std::size_t k = i[0] * columns + i[1];
      out[k] = in[k] * sycl::rsqrt(sums[i[0]] / static_cast<float>(columns) + 1e-6f);
    });
  }
}

struct bench {
  sycl::queue q{{sycl::property::queue::in_order(), fusion::property::queue::enable_fusion()}};
  arrays a;
  float *t = nullptr, *numbers = nullptr; // of sequences
  int rounds;
  std::vector<float> wanted;
  bool right = true, fused = true;

  void run(const char *name, std::size_t results, const std::function<void(float *)> &peer,
           const std::vector<std::function<void()>> &forms) {
    peer(wanted.data());
    std::vector<std::vector<double>> times(forms.size() + 1), ratios(forms.size());
    for (int round = 0; round < rounds; ++round) {
      times[0].push_back(ms([&] { peer(a.out); }));
      for (std::size_t f = 0; f < forms.size(); ++f) {
        std::fill(a.out, a.out + results, 0.f);
        times[f + 1].push_back(ms(forms[f]));
        ratios[f].push_back(times[f + 1].back() / times[0].back());
        for (std::size_t i = 0; i < results; ++i)
          right &= std::abs(a.out[i] - wanted[i]) <= 1e-4f * std::abs(wanted[i]) + 1e-6f;
      }
    }
    std::printf("| %s | %.2f |", name, median(times[0]));
    for (std::size_t f = 0; f < forms.size(); ++f)
      std::printf(" %.2f | %.2f |", median(times[f + 1]), median(ratios[f]));
    std::printf(fused ? "\n" : " not fused\n");
  }

private:
  static double ms(const std::function<void()> &work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }
  static double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
  }
};

template <task Task> std::vector<std::function<void()>> forms_of(bench &b) {
  return {[&] { submit<Task, form::sub_groups>(b.q, b.a); }, [&] { submit<Task, form::groups>(b.q, b.a); },
          [&] { submit<Task, form::shuffles>(b.q, b.a); },
          [&] {
            sequence<Task>(b.q, b.a, b.t, b.numbers);
            b.q.wait();
          },
          [&] {
            fusion::fusion_wrapper region(b.q);
            region.start_fusion();
            sequence<Task>(b.q, b.a, b.t, b.numbers);
            region.complete_fusion().wait();
            b.fused = region.last_outcome() != fusion::fusion_outcome::unfused;
          }};
}

} // namespace

int main(int argc, char **argv) {
  const std::size_t rows = argc > 2 ? std::strtoull(argv[1], nullptr, 10) : 4096;
  const std::size_t columns = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1000;
  bench b;
  b.rounds = argc > 3 ? std::atoi(argv[3]) : 51;
  if (rows == 0 || rows % (group_size / lanes) || columns == 0 || b.rounds < 1)
    return std::fprintf(stderr, "usage: bench-rows [rows, a multiple of 8, and columns] [rounds]\n"), 2;
  float *in = sycl::malloc_shared<float>(rows * columns, b.q), *x = sycl::malloc_shared<float>(columns, b.q);
  b.a = {in, x, sycl::malloc_shared<float>(rows * columns, b.q), rows, columns};
  b.t = sycl::malloc_shared<float>(rows * columns, b.q);
  b.numbers = sycl::malloc_shared<float>(2 * rows, b.q);
  b.wanted.resize(rows * columns);
  for (std::size_t i = 0; i < rows * columns; ++i)
    in[i] = static_cast<float>(i * 7919 % 1000) / 500 - 0.9f;
  for (std::size_t c = 0; c < columns; ++c)
    x[c] = static_cast<float>(c % 13) / 8;
  std::printf("%zu rows of %zu floats, ms and ratios to OpenMP\n\n| | OpenMP | sub-groups | | groups | | shuffles | | "
              "kernels | | fused | |\n"
              "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
              rows, columns);
  b.run(
      "dot with a vector", rows, [&](float *out) { row_loops::dot(in, x, out, rows, columns); },
      forms_of<task::dot>(b));
  b.run(
      "softmax", rows * columns, [&](float *out) { row_loops::softmax(in, out, rows, columns); },
      forms_of<task::softmax>(b));
  b.run(
      "RMS norm", rows * columns, [&](float *out) { row_loops::rms_norm(in, out, rows, columns); },
      forms_of<task::rms_norm>(b));
  if (!b.right)
    std::fprintf(stderr, "a result is wrong\n");
  for (float *p : {in, x, b.a.out, b.t, b.numbers})
    sycl::free(p, b.q);
  return b.right ? 0 : 1;
}
