// Reductions over ranges and ND-ranges of any size and type, into buffers, USM and spans, give what a loop gives, also
// next to a fusion region.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_RT_WARNING_LEVEL=1 %t 2>&1 | FileCheck-22 %s
// Without a bundle, on the host: all but barriers.
// RUN: clang++-22 %t.o %runtime_lib -o %t.host
// RUN: env SYCL_RT_WARNING_LEVEL=1 %t.host no-barriers 2>&1 | FileCheck-22 %s --check-prefix=HOST
#include "e2e.hpp"

#include <cmath>

using namespace sycl;
using initialize = property::reduction::initialize_to_identity;

// Sums and products of them are exact.
template <class T> std::vector<T> small_values(std::size_t n, unsigned seed) {
  std::mt19937 random(seed + 7);
  std::vector<T> v(n);
  for (T &x : v)
    x = static_cast<T>(static_cast<int>(random() % 7) - (std::is_unsigned_v<T> ? 0 : 3));
  return v;
}
template <class T, class Op> T loop(const std::vector<T> &v, T start, Op op) {
  for (const T &x : v)
    start = static_cast<T>(op(start, x));
  return start;
}

template <class T, class Op, int Which> class Sum;

// One operation: buffer, USM with the old value, USM without.
template <class T, class Op> bool one(queue &q, std::size_t n, Op op) {
  std::vector<T> in = small_values<T>(n, static_cast<unsigned>(n));
  T in_buffer = T(2);
  T *usm = malloc_shared<T>(2, q);
  T *data = malloc_shared<T>(n + 1, q);
  std::copy(in.begin(), in.end(), data);
  usm[0] = usm[1] = T(3);
  {
    buffer<T> values(in.data(), range<1>(n ? n : 1)), result(&in_buffer, range<1>(1));
    q.submit([&](handler &h) {
      accessor x(values, h, read_only);
      h.parallel_for<Sum<T, Op, 0>>(range<1>(n), reduction(result, h, op),
                                    [=](id<1> i, auto &sum) { sum.combine(x[i]); });
    });
    event e = q.parallel_for<Sum<T, Op, 1>>(range<1>(n), reduction(usm, op),
                                            [=](item<1> i, auto &sum) { sum.combine(data[i.get_linear_id()]); });
    q.parallel_for<Sum<T, Op, 2>>(range<1>(n), e, reduction(usm + 1, op, initialize()),
                                  [=](std::size_t i, auto &sum) { sum.combine(data[i]); });
  }
  q.wait();
  const T none = known_identity_v<Op, T>;
  const bool right = in_buffer == loop(in, T(2), op) && usm[0] == loop(in, T(3), op) && usm[1] == loop(in, none, op);
  free(usm, q);
  free(data, q);
  return right;
}
template <class T> bool integers(queue &q, std::size_t n) {
  bool right = one<T>(q, n, plus<T>()) && one<T>(q, n, multiplies<>()) && one<T>(q, n, minimum<T>());
  return right && one<T>(q, n, maximum<>()) && one<T>(q, n, bit_and<T>()) && one<T>(q, n, bit_or<>()) &&
         one<T>(q, n, bit_xor<T>());
}

struct point {
  int x;
  double y;
};
struct add_points { // no identity is known
  point operator()(const point &a, const point &b) const { return {a.x + b.x, a.y + b.y}; }
};
struct farthest { // one with a state
  int from;
  int operator()(int a, int b) const {
    return std::abs(a - from) * 2 + (a > b) > std::abs(b - from) * 2 + (b > a) ? a : b;
  }
};

// Operations of the user, with an identity and without; values that no or only some work-items give.
bool own_operations(queue &q, std::size_t n) {
  const std::vector<int> in = small_values<int>(n, 3);
  const std::vector<int> large = e2e::random_values<int>(n, 4);
  point *p = malloc_shared<point>(5, q);
  int *far = malloc_shared<int>(2, q);
  int *data = malloc_shared<int>(n, q), *more = malloc_shared<int>(n, q);
  std::copy(in.begin(), in.end(), data);
  std::copy(large.begin(), large.end(), more);
  for (int i = 0; i < 5; ++i)
    p[i] = {i, i * 0.5};
  far[0] = far[1] = 5;
  const farthest op{17};
  q.parallel_for<class Own>(range<1>(n), reduction(p, add_points()), reduction(p + 1, {0, 0.0}, add_points()),
                            reduction(p + 2, add_points(), initialize()), reduction(p + 3, add_points()),
                            reduction(p + 4, {0, 0.0}, add_points(), initialize()), reduction(far, op),
                            reduction(far + 1, 17, op),
                            [=](id<1> i, auto &a, auto &b, auto &c, auto &none, auto &none_at_all, auto &f, auto &g) {
                              a.combine({data[i], 0.25});
                              b.combine({data[i], 0.25}).combine({1, 1.0});
                              if (data[i] == 2)
                                c.combine({1, 2.0});
                              if (data[i] > 1000)
                                none.combine({1, 2.0}), none_at_all.combine({1, 2.0});
                              f.combine(more[i]);
                              g.combine(more[i]);
                            })
      .wait();
  const int sum = loop(in, 0, plus<>());
  int twos = 0;
  for (int x : in)
    twos += x == 2;
  const auto count = static_cast<int>(n);
  bool right = p[0].x == sum && p[0].y == 0.25 * count && p[1].x == 1 + sum + count && p[1].y == 0.5 + 1.25 * count;
  right &= twos ? p[2].x == twos && p[2].y == 2.0 * twos : p[2].x == 2 && p[2].y == 1.0;
  right &= p[3].x == 3 && p[3].y == 1.5 && p[4].x == 0 && p[4].y == 0.0;
  right &= far[0] == loop(large, 5, op) && far[1] == loop(large, 5, op);
  for (void *m :
       {static_cast<void *>(p), static_cast<void *>(far), static_cast<void *>(data), static_cast<void *>(more)})
    free(m, q);
  return right;
}

// All dimensions, kernels that take id, item and nd_item, with barriers and local memory.
template <int D> class Shape;
template <int D> class Groups;
template <int D> class GroupIds;
template <int D> bool shapes(queue &q, range<D> r, range<D> local) {
  const std::size_t n = r.size();
  const std::vector<int> in = e2e::random_values<int>(n, static_cast<unsigned>(n + D));
  long sums[3] = {1, 2, 3};
  int least[3] = {50, 50, 50};
  std::size_t last = 0;
  {
    buffer<int> values(in.data(), range<1>(n));
    buffer<long> s0(&sums[0], range<1>(1)), s1(&sums[1], range<1>(1)), s2(&sums[2], range<1>(1));
    buffer<int> l0(&least[0], range<1>(1)), l1(&least[1], range<1>(1)), l2(&least[2], range<1>(1));
    buffer<std::size_t> most(&last, range<1>(1));
    q.submit([&](handler &h) {
      accessor x(values, h, read_only);
      h.parallel_for<Shape<D>>(r, reduction(s0, h, plus<>()), reduction(l0, h, minimum<int>()),
                               reduction(most, h, maximum<>()), [=](item<D> it, auto &sum, auto &low, auto &high) {
                                 sum += x[it.get_linear_id()];
                                 low.combine(x[it.get_linear_id()]);
                                 high.combine(it.get_linear_id() + it.get_range(D - 1));
                               });
    });
    q.submit([&](handler &h) {
      accessor x(values, h, read_only);
      local_accessor<int> turned(range<1>(local.size()), h);
      h.parallel_for<Groups<D>>(nd_range<D>(r, local), reduction(s1, h, plus<long>()), reduction(l1, h, minimum<>()),
                                [=](nd_item<D> it, auto &sum, auto &low) {
                                  const std::size_t me = it.get_local_linear_id(), size = it.get_local_range().size();
                                  turned[size - 1 - me] = x[it.get_global_linear_id()];
                                  group_barrier(it.get_group());
                                  sum += turned[me];
                                  low.combine(turned[me]);
                                });
    });
    q.submit([&](handler &h) {
      accessor x(values, h, read_only);
      h.parallel_for<GroupIds<D>>(nd_range<D>(r, local), reduction(s2, h, plus<long>()), reduction(l2, h, minimum<>()),
                                  [=](id<D> i, auto &sum, auto &low) {
                                    std::size_t at = i[0];
                                    for (int d = 1; d < D; ++d)
                                      at = at * r[d] + i[d];
                                    sum += x[at];
                                    low.combine(x[at]);
                                  });
    });
  }
  long sum = 0;
  int low = 50;
  for (int x : in) {
    sum += x;
    low = std::min(low, x);
  }
  bool right = last == (n ? n - 1 + r[D - 1] : 0);
  for (int i = 0; i < 3; ++i)
    right &= sums[i] == sum + i + 1 && least[i] == low;
  return right;
}

// The operators of reducers, histograms in spans, identity().
bool spans(queue &q, std::size_t n) {
  const std::vector<unsigned> in = e2e::random_values<unsigned>(n, 5);
  constexpr std::size_t bins = 37;
  unsigned *histogram = malloc_shared<unsigned>(bins, q), *bits = malloc_shared<unsigned>(6, q),
           *data = malloc_shared<unsigned>(n + 1, q);
  double *sums = malloc_shared<double>(3, q);
  std::copy(in.begin(), in.end(), data);
  std::vector<unsigned> wanted(bins), wanted_bits{5, ~0u, 0, 9, 1, 2};
  for (std::size_t i = 0; i < bins; ++i)
    histogram[i] = wanted[i] = static_cast<unsigned>(i);
  std::copy(wanted_bits.begin(), wanted_bits.end(), bits);
  sums[0] = sums[1] = sums[2] = 100;
  q.parallel_for<class Spans>(
       nd_range<1>(n / 7 * 7, 7), reduction(span<unsigned, bins>(histogram, bins), plus<>()),
       reduction(bits, bit_or<unsigned>()), reduction(bits + 1, bit_and<>()), reduction(bits + 2, bit_xor<unsigned>()),
       reduction(bits + 3, plus<unsigned>()), reduction(bits + 4, multiplies<>()),
       reduction(span<double, 3>(sums, 3), 0, plus<>(), initialize()),
       [=](nd_item<1> it, auto &h, auto &o, auto &a, auto &x, auto &count, auto &product, auto &s) {
         const unsigned v = data[it.get_global_id(0)];
         ++h[v % bins];
         h[v % 3] += 2;
         o |= v;
         a &= v;
         x ^= v;
         ++count;
         count++;
         product *= v | 1;
         s[v % 3] += v % 8;
         s[0].combine(s.identity());
       })
      .wait();
  std::vector<double> wanted_sums(3);
  for (std::size_t i = 0; i < n / 7 * 7; ++i) {
    const unsigned v = in[i];
    ++wanted[v % bins];
    wanted[v % 3] += 2;
    wanted_bits[0] |= v;
    wanted_bits[1] &= v;
    wanted_bits[2] ^= v;
    wanted_bits[3] += 2;
    wanted_bits[4] *= v | 1;
    wanted_sums[v % 3] += v % 8;
  }
  e2e::expect_equal("histogram", std::vector<unsigned>(histogram, histogram + bins), wanted);
  e2e::expect_equal("bits", std::vector<unsigned>(bits, bits + 6), wanted_bits);
  e2e::expect_equal("sums", std::vector<double>(sums, sums + 3), wanted_sums);
  for (void *m : {static_cast<void *>(histogram), static_cast<void *>(bits), static_cast<void *>(data),
                  static_cast<void *>(sums)})
    free(m, q);
  return true;
}

// Random floating-point values: near the exact sum, and the same bits every time.
bool repeated(queue &q, std::size_t n) {
  const std::vector<float> in = e2e::random_values<float>(n, 11);
  std::vector<float> sums;
  buffer<float> values(in.data(), range<1>(n));
  for (int k = 0; k < 3; ++k) {
    float sum = 0;
    {
      buffer<float> s(&sum, range<1>(1));
      q.submit([&](handler &h) {
        accessor x(values, h, read_only);
        h.parallel_for<class Repeated>({n}, reduction(s, h, plus<>()), [=](id<1> i, auto &r) { r += x[i]; });
      });
    }
    sums.push_back(sum);
  }
  double exact = 0, size = 0;
  for (float x : in) {
    exact += x;
    size += std::fabs(x);
  }
  return sums[0] == sums[1] && sums[0] == sums[2] && std::fabs(sums[0] - exact) <= size * 1e-6;
}

bool refuses_groups(queue &q, std::size_t local) {
  int sum = 5;
  buffer<int> s(&sum, range<1>(1));
  try {
    q.submit([&](handler &h) {
      h.parallel_for<class Groupless>(nd_range<1>(64, local), reduction(s, h, plus<>()),
                                      [](nd_item<1>, auto &r) { r += 1; });
    });
  } catch (const exception &e) {
    return e.code() == errc::nd_range && host_accessor(s)[0] == 5;
  }
  return false;
}

// Many at once: the memory in between is each command's own.
bool many(queue &q, std::size_t n) {
  constexpr int count = 40;
  int *sums = malloc_shared<int>(count, q);
  for (int k = 0; k < count; ++k) {
    sums[k] = k;
    q.parallel_for<class Many>(static_cast<int>(n) + k, reduction(sums + k, plus<>()),
                               [=](auto i, auto &s) { s += k + (i[0] & 1); });
  }
  q.wait();
  bool right = true;
  for (int k = 0; k < count; ++k)
    right &= sums[k] == k + static_cast<int>(n + k) * k + static_cast<int>(n + k) / 2;
  free(sums, q);
  return right;
}

constexpr specialization_id<int> factor(3);

// Kernels that take a kernel_handler; offsets of ND-ranges; large sums of many values.
bool handlers(queue &q, std::size_t n) {
  constexpr std::size_t bins = 1000;
  long *sums = malloc_shared<long>(3, q);
  int *histogram = malloc_shared<int>(bins, q);
  std::fill(sums, sums + 3, 0L);
  std::fill(histogram, histogram + bins, 1);
  q.submit([&](handler &h) {
    h.set_specialization_constant<factor>(5);
    h.parallel_for<class RangeHandler>(range<1>(n), reduction(sums, plus<>()), [=](id<1> i, auto &s, kernel_handler k) {
      s += static_cast<long>(i[0]) * k.get_specialization_constant<factor>();
    });
  });
  q.parallel_for<class GroupHandler>(
      nd_range<1>(n * 4, 4), reduction(sums + 1, plus<long>()), reduction(sums + 2, maximum<>()),
      [=](nd_item<1> it, reducer<long, plus<long>> &s, reducer<long, maximum<>> &most, kernel_handler k) {
        s.combine(k.get_specialization_constant<factor>());
        most.combine(static_cast<long>(it.get_global_id(0)));
      });
  q.parallel_for<class Bins>(range<2>(n, 7), reduction(span<int, bins>(histogram, bins), plus<int>()),
                             [=](item<2> it, auto &h) { ++h[it.get_linear_id() % bins]; });
  q.wait();
  const auto count = static_cast<long>(n);
  bool right = sums[0] == 5 * count * (count - 1) / 2 && sums[1] == 12 * count && sums[2] == count * 4 - 1;
  for (std::size_t i = 0; i < bins; ++i)
    right &= histogram[i] == static_cast<int>(1 + n * 7 / bins + (i < n * 7 % bins));
  free(sums, q);
  free(histogram, q);
  return right;
}

// So many values that few work-items take long shares, of even numbers of elements too.
void large_spans(queue &q) {
  constexpr std::size_t bins = 4096;
  int *histogram = malloc_shared<int>(bins, q);
  for (std::size_t n : {16384, 32768, 20001}) {
    std::fill_n(histogram, bins, 1);
    q.parallel_for<class LargeSpan>(range<1>(n), reduction(span<int, bins>(histogram, bins), plus<>()),
                                    [=](id<1> i, auto &h) { h[i * 7 % bins] += static_cast<int>(i[0]); })
        .wait();
    std::vector<int> wanted(bins, 1);
    for (std::size_t i = 0; i < n; ++i)
      wanted[i * 7 % bins] += static_cast<int>(i);
    e2e::expect_equal("large spans", std::vector<int>(histogram, histogram + bins), wanted);
  }
  free(histogram, q);
}

// So many elements that there are fewer work-items, each with a long share of an odd number.
void long_shares(queue &q) {
  auto *sums = malloc_shared<unsigned long>(2, q);
  for (std::size_t n : {1ul << 26, (1ul << 26) + 12345}) {
    std::fill_n(sums, 2, 0);
    q.parallel_for<class LongShares>(range<1>(n), reduction(sums, plus<>()),
                                     [=](id<1> i, auto &sum) { sum += i[0] & 1023; });
    q.parallel_for<class LongSharesOfOwn>(
        range<1>(n), reduction(sums + 1, 0ul, [](unsigned long a, unsigned long b) { return a + b; }),
        [=](id<1> i, auto &sum) { sum.combine(i[0] & 1023); });
    q.wait();
    const std::size_t rest = n % 1024, wanted = n / 1024 * (1023 * 512) + rest * (rest - (rest != 0)) / 2;
    e2e::expect("long shares", sums[0] == wanted && sums[1] == wanted);
  }
  free(sums, q);
}

// In a region: what comes before it and behind it.
void in_a_region(queue &q, std::size_t n) {
  const std::vector<int> in = e2e::random_values<int>(n, 13);
  std::vector<int> out(n);
  int sum = 0;
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> a(in.data(), range<1>(n)), b(out);
    buffer<int> s(&sum, range<1>(1), {e2e::promote_private{}}); // which cannot be
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor x(a, h, read_only);
      accessor y(b, h, write_only);
      h.parallel_for<class First>(range<1>(n), [=](id<1> i) { y[i] = x[i] + 1; });
    });
    q.submit([&](handler &h) {
      accessor y(b, h, read_only);
      h.parallel_for<class Second>(range<1>(n), reduction(s, h, plus<>()), [=](id<1> i, auto &r) { r += y[i]; });
    });
    q.submit([&](handler &h) {
      accessor y(b, h, read_write);
      accessor r(s, h, read_only);
      h.parallel_for<class Third>(range<1>(n), [=](id<1> i) { y[i] += r[0]; });
    });
    fw.complete_fusion();
  }
  e2e::report("region", fw);
  int wanted = static_cast<int>(n);
  for (int x : in)
    wanted += x;
  e2e::expect("sum of a region", sum == wanted);
  std::vector<int> all(n);
  for (std::size_t i = 0; i < n; ++i)
    all[i] = in[i] + 1 + wanted;
  e2e::expect_equal("kernels around a reduction", out, all);
}

int main(int argc, char **) {
  queue q = e2e::make_queue(), in_order{property_list{property::queue::in_order{}}};
  for (std::size_t n : {0, 1, 2, 63, 65, 1000, 4097, 40000, 270013}) {
    std::printf("size %zu\n", n);
    e2e::expect("int", integers<int>(q, n));
    e2e::expect("float", one<float>(q, n, plus<>()));
  }
  large_spans(q);
  long_shares(q);
  for (std::size_t n : {1u, 777u}) {
    e2e::expect("unsigned char",
                one<unsigned char>(q, n, plus<>()) && one<unsigned char>(q, n, minimum<unsigned char>()));
    e2e::expect("long", one<long>(in_order, n, bit_and<>()));
    e2e::expect("double", one<double>(q, n, maximum<double>()));
    e2e::expect("half", one<half>(q, n % 100, plus<half>()));
    e2e::expect("logical", one<int>(q, n, logical_and<int>()) && one<int>(q, n, logical_or<>()));
  }
  for (std::size_t n : {1, 100, 70000})
    e2e::expect("operations of the user", own_operations(q, n));
  if (argc == 1) { // with a bundle
    e2e::expect("1D", shapes<1>(q, range<1>(12 * 1000), range<1>(12)) && shapes<1>(q, range<1>(0), range<1>(1)));
    e2e::expect("2D", shapes<2>(q, range<2>(30, 35), range<2>(6, 5)) && shapes<2>(q, range<2>(1, 1), range<2>(1, 1)));
    e2e::expect("3D", shapes<3>(in_order, range<3>(6, 10, 21), range<3>(2, 5, 3)));
  }
  for (std::size_t n : {0, 6, 700, 10000})
    spans(q, n);
  bool refused = false;
  try {
    buffer<int> two(range<1>(2));
    q.submit([&](handler &h) {
      h.parallel_for<class Refused>(range<1>(1), reduction(two, h, plus<>()), [](id<1>, auto &) {});
    });
  } catch (const exception &e) {
    refused = e.code() == errc::invalid;
  }
  e2e::expect("a buffer of two elements", refused);
  e2e::expect("ND-ranges that do not fit", refuses_groups(q, 0) && refuses_groups(q, 7));
  for (queue *each : {&q, &in_order})
    e2e::expect("repeated", repeated(*each, 100003) && many(*each, 500));
  e2e::expect("handlers", handlers(q, 777) && handlers(in_order, 1));
  in_a_region(q, 1003);
  // CHECK: Not performing specified private promotion, because the buffer is used on both sides{{.*}}SF1090
  // CHECK: region: aot
  // HOST: region: unfused no_bundle
  return e2e::finish();
  // CHECK: all results right
  // HOST: all results right
}
