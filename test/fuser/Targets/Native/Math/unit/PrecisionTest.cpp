// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of the native CPU's mathematics against the C library's in a wider type: errors within what OpenCL C
// 3.0, 7.4 allows, for special, everyday and any values. Linked with the library as it is compiled for one level.
//   precision-test [<name>…]         the functions of these names (exp, exp_f64), or all
//   precision-test --all <name>…     functions of one float: all 2^32 arguments
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace {

template <class T> struct wider;
template <> struct wider<float> {
  using type = double;
};
template <> struct wider<double> {
  using type = long double;
};
template <class T> using wide = typename wider<T>::type;

template <class T> wide<T> ulp(wide<T> x) {
  using L = std::numeric_limits<T>;
  if (x == 0 || std::isinf(x))
    return L::denorm_min();
  return std::ldexp(wide<T>(1), std::max(std::ilogb(x), L::min_exponent - 1) - (L::digits - 1));
}
// In units in the last place, of least for smaller results; zeros of different sign, or a wrong class, are infinitely
// wrong.
template <class T> double error(T got, wide<T> wanted, T least = 0) {
  constexpr double wrong = std::numeric_limits<double>::infinity();
  if (std::isnan(got) || std::isnan(wanted))
    return std::isnan(got) && std::isnan(wanted) ? 0 : wrong;
  if (wanted == 0 && (got != 0 || std::signbit(got) != std::signbit(wanted)))
    return wrong;
  if (std::isinf(got))
    return wanted == got || (std::signbit(got) == std::signbit(wanted) &&
                             std::fabs(wanted) + ulp<T>(wanted) > std::numeric_limits<T>::max())
               ? 0
               : wrong;
  if (std::isinf(wanted))
    return wrong;
  return static_cast<double>(std::fabs(got - wanted) / ulp<T>(std::max<wide<T>>(std::fabs(wanted), least)));
}

std::mt19937_64 generator{17};

template <class T> std::vector<T> special_values() {
  using L = std::numeric_limits<T>;
  std::vector<T> v{L::quiet_NaN()};
  for (T x : {T(0),
              T(0.25),
              T(0.5),
              T(0.75),
              T(1),
              T(1.5),
              T(2),
              T(3),
              T(7),
              T(100),
              T(1000.5),
              T(16777216),
              L::min(),
              L::max(),
              L::infinity(),
              L::denorm_min(),
              L::epsilon(),
              L::min() - L::denorm_min(),
              L::min() / 2,
              1 - L::epsilon() / 2,
              1 + L::epsilon(),
              std::sqrt(L::max()),
              std::sqrt(L::min())}) {
    v.push_back(x);
    v.push_back(-x);
  }
  return v;
}
// Special values, any bits, everyday ones, those about 1, neighbours of integers.
template <class T> std::vector<T> values(std::size_t n) {
  std::vector<T> v = special_values<T>();
  std::uniform_real_distribution<double> small(-3, 3), middle(-200, 200), large(-800, 800), one(0.98, 1.02);
  for (std::size_t i = 0; i < n; ++i) {
    using B = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    B bits = static_cast<B>(generator());
    T any;
    std::memcpy(&any, &bits, sizeof any);
    v.push_back(any);
    for (auto *some : {&small, &middle, &large, &one})
      v.push_back(static_cast<T>((*some)(generator)));
  }
  for (int i = -190; i <= 190; ++i)
    for (T side : {T(-1000), T(i), T(1000)})
      v.push_back(std::nextafter(T(i), side));
  return v;
}

bool failed = false;

struct worst {
  double error = 0;
  std::string at;
  template <class T> void take(double e, T x, T y, T got) {
    if (!(e > error))
      return;
    error = e;
    char text[200];
    std::snprintf(text, sizeof text, "(%a, %a) is %a", double(x), double(y), double(got));
    at = text;
  }
  void report(const char *name, double bound) const {
    std::printf("%-12s %8.3f of %g%s%s\n", name, error, bound, error > bound ? ": too much, " : "  ",
                error > bound ? at.c_str() : "");
    failed |= error > bound;
  }
};

struct request {
  bool all = false;
  std::vector<std::string> names;
  bool wants(const char *name) const {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
  }
};

// About the zeros below 0, an error is in units of the last place of least.
template <class T>
void test(const request &r, const char *name, T (*f)(T), wide<T> (*wanted)(wide<T>), double bound, T least = 0) {
  if (!r.wants(name))
    return;
  worst w;
  auto one = [&](T x) {
    T got = f(x);
    const wide<T> right = wanted(x);
    // An unit in the last place is half of epsilon times the value, or more: nothing new, and no logarithm.
    if (std::fabs(right) > 0 &&
        std::fabs(got - right) * 2 <= w.error * std::numeric_limits<T>::epsilon() * std::fabs(right))
      return;
    w.take(error<T>(got, right, x < 0 ? least : 0), x, T(0), got);
  };
  if (r.all && sizeof(T) == 4)
    for (std::uint64_t n = 0; n < std::uint64_t(1) << 32; ++n) {
      std::uint32_t bits = static_cast<std::uint32_t>(n);
      T x;
      std::memcpy(&x, &bits, sizeof x);
      one(x);
    }
  else
    for (T x : values<T>(20000))
      one(x);
  w.report(name, bound);
}
template <class T>
void test(const request &r, const char *name, T (*f)(T, T), wide<T> (*wanted)(wide<T>, wide<T>), double bound) {
  if (!r.wants(name))
    return;
  worst w;
  auto one = [&](T x, T y) {
    T got = f(x, y);
    w.take(error<T>(got, wanted(x, y)), x, y, got);
  };
  std::vector<T> some = values<T>(15000), special = special_values<T>(), others = some;
  std::shuffle(others.begin(), others.end(), generator);
  for (std::size_t i = 0; i < some.size(); ++i)
    one(some[i], others[i]);
  // Multiples of half of y and their neighbours, where remainders jump.
  for (T y : others) {
    T x = y * static_cast<T>(generator() >> (24 + generator() % 40)) / 2;
    for (T side : {T(0), x, T(2) * x})
      one(std::nextafter(x, side), y);
  }
  for (T x : special)
    for (T y : special)
      one(x, y);
  w.report(name, bound);
}
template <class T>
void test(const request &r, const char *name, T (*f)(T, int), wide<T> (*wanted)(wide<T>, int), double bound) {
  if (!r.wants(name))
    return;
  worst w;
  for (T x : values<T>(15000))
    for (int n : {0, 1, -1, 5, -20, 100, -120, 300, -300, -1030, 2100, -2200, 2147483647, -2147483647 - 1}) {
      T got = f(x, n);
      w.take(error<T>(got, wanted(x, n)), x, T(n), got);
    }
  w.report(name, bound);
}

void test_approximation(const request &r, const char *name, float (*f)(float), double (*wanted)(double), double least,
                        double most) {
  if (!r.wants(name))
    return;
  worst w;
  std::uniform_real_distribution<double> values(least, most);
  for (int i = 0; i < 100000; ++i) {
    const float x = static_cast<float>(values(generator)), got = f(x);
    w.take(error<float>(got, wanted(x)), x, 0.0f, got);
  }
  w.report(name, std::strncmp(name, "half", 4) == 0 ? 150 : 32);
}

} // namespace

// The standard library lacks it.
namespace std {
inline double exp10(double x) { return ::exp10(x); }
inline long double exp10(long double x) { return ::exp10l(x); }
} // namespace std

#define SF_PRECISION(name, bound, bound_f64, ...)                                                                      \
  extern "C" float __sycl_math_##name##_f32(__VA_ARGS__(float));                                                       \
  extern "C" double __sycl_math_##name##_f64(__VA_ARGS__(double));
#define SF_ZEROS(name, bound, bound_f64, least_f64) SF_PRECISION(name, bound, bound_f64, SF_ONE)
#define SF_APPROXIMATION(name, ...) extern "C" float __sycl_math_##name##_f32(float);
#define SF_ONE(T) T
#define SF_TWO(T) T, T
#define SF_SCALE(T) T, int
#include "Precision.def"

extern "C" float __sycl_math_half_powr_f32(float, float);
namespace {
// half_precision:: of what is no ordinary number: pairs of result and what is right.
void test_special() {
  constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  const float pairs[][2] = {{__sycl_math_half_exp_f32(inf), inf},
                            {__sycl_math_half_exp_f32(-inf), 0},
                            {__sycl_math_half_exp_f32(100), inf},
                            {__sycl_math_half_exp_f32(-100), 0},
                            {__sycl_math_half_exp_f32(nan), nan},
                            {__sycl_math_half_exp_f32(-nan), nan},
                            {__sycl_math_half_exp2_f32(128), inf},
                            {__sycl_math_half_exp2_f32(0), 1},
                            {__sycl_math_half_exp10_f32(-50), 0},
                            {__sycl_math_half_log_f32(0), -inf},
                            {__sycl_math_half_log_f32(-0.0f), -inf},
                            {__sycl_math_half_log_f32(inf), inf},
                            {__sycl_math_half_log_f32(1), 0},
                            {__sycl_math_half_log2_f32(-1), nan},
                            {__sycl_math_half_log2_f32(-inf), nan},
                            {__sycl_math_half_log10_f32(nan), nan},
                            {__sycl_math_half_powr_f32(0, 2), 0},
                            {__sycl_math_half_powr_f32(0, -2), inf},
                            {__sycl_math_half_powr_f32(0, 0), nan},
                            {__sycl_math_half_powr_f32(inf, 0), nan},
                            {__sycl_math_half_powr_f32(inf, 2), inf},
                            {__sycl_math_half_powr_f32(-1, 2), nan},
                            {__sycl_math_half_powr_f32(1, inf), nan},
                            {__sycl_math_half_powr_f32(2, -inf), 0},
                            {__sycl_math_half_powr_f32(0.5f, -inf), inf}};
  for (const auto &[got, right] : pairs)
    if (got != right && !(std::isnan(got) && std::isnan(right))) {
      std::printf("half_precision, pair %td: %a is not %a\n", &got - &pairs[0][0], double(got), double(right));
      failed = true;
    }
}
} // namespace

int main(int argc, char **argv) {
  if (!__builtin_cpu_supports(SF_LEVEL)) {
    std::printf("this machine is not of level %s\n", SF_LEVEL);
    return 77;
  }
  request r;
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "--all") == 0)
      r.all = true;
    else
      r.names.push_back(argv[i]);
#define SF_PRECISION(name, bound, bound_f64, ...)                                                                      \
  test<float>(r, #name, __sycl_math_##name##_f32, [](auto... x) -> double { return std::name(x...); }, bound);         \
  test<double>(                                                                                                        \
      r, #name "_f64", __sycl_math_##name##_f64, [](auto... x) -> long double { return std::name(x...); }, bound_f64);
#define SF_ZEROS(name, bound, bound_f64, least_f64)                                                                    \
  test<float>(r, #name, __sycl_math_##name##_f32, [](double x) -> double { return std::name(x); }, bound);             \
  test<double>(                                                                                                        \
      r, #name "_f64", __sycl_math_##name##_f64, [](long double x) -> long double { return std::name(x); }, bound_f64, \
      least_f64);
#define SF_APPROXIMATION(name, reference, least, most)                                                                 \
  test_approximation(r, #name, __sycl_math_##name##_f32, [](double x) -> double { return reference; }, least, most);
#include "Precision.def"
  test_special();
  return failed;
}
