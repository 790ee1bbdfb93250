// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of one float as kernels of the native CPU compute them, in vectors, against the C library's in double, of all
// 2^32 arguments:
//   math-exhaustive list
//   math-exhaustive <name | all> <v2 | v3 | v4> <threads> [<stride>: only every n-th argument]
// A row for each function: the worst error in units in the last place, where, what was computed and what is right, the
// bound, and how many results are of the wrong kind (a NaN, an infinity, a zero of the other sign).
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr double pi = 3.14159265358979323846;

// x less an even number, exact, and the half turn of what is nearest to a zero.
double sinpi(double x) {
  double r = std::remainder(x, 2), a = std::fabs(r);
  return r == 0 || a == 1 ? std::copysign(0.0, x) : std::copysign(std::sin(pi * std::min(a, 1 - a)), r);
}
double cospi(double x) {
  double a = std::fabs(std::remainder(x, 2));
  return a == 0.5 ? 0 : a < 0.25 ? std::cos(pi * a) : a > 0.75 ? -std::cos(pi * (1 - a)) : std::sin(pi * (0.5 - a));
}
double tanpi(double x) {
  double s = sinpi(x), c = cospi(x);
  if (c == 0) // the infinity above 1/2 less than an even number, the other one above an odd one
    return s * std::numeric_limits<double>::infinity();
  return s / c;
}

// The C library's writes to a variable that all threads share.
double lgamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

// Where a function of less precision may have any result.
constexpr double anything = 0x1p1000;
double within(double bound, double x, double right) { return std::fabs(x) <= bound ? right : anything; }
double positive(double x, double right) {
  return x >= std::numeric_limits<float>::min() && std::isfinite(x) ? right : anything;
}
double normal(double right) {
  return right != 0 && std::fabs(right) < 1.01 * std::numeric_limits<float>::min() ? anything : right;
}
double flushed(double x) { return std::fabs(x) < std::numeric_limits<float>::min() ? std::copysign(0.0, x) : x; }
double powr(double x, double y) { return x < 0 ? std::nan("") : std::pow(x == 0 ? 0 : x, y); }

double ulp(double x) {
  if (x == 0)
    return std::numeric_limits<float>::denorm_min();
  return std::ldexp(1.0, std::max(std::ilogb(x), std::numeric_limits<float>::min_exponent - 1) - 23);
}

struct result {
  double error = 0, right = 0;
  float x = 0, got = 0;
  std::uint64_t wrong = 0;
  float wrong_at = 0;

  void take(float x_, float got_, double right_) {
    if (right_ == anything)
      return;
    // A unit in the last place is half of epsilon times the value, or more: nothing new, and no logarithm.
    if (std::fabs(got_ - right_) * 2 <= error * std::numeric_limits<float>::epsilon() * std::fabs(right_) &&
        right_ != 0 && std::isfinite(right_))
      return;
    const float rounded = static_cast<float>(right_);
    const bool overflows = std::isinf(got_) != std::isinf(rounded) && std::signbit(got_) == std::signbit(right_) &&
                           std::fabs(right_) + ulp(right_) > std::numeric_limits<float>::max() &&
                           (std::isinf(got_) || std::fabs(got_) > 0x1.fffff0p127f);
    if (overflows && std::isfinite(right_))
      return;
    if (std::isnan(got_) != std::isnan(right_) || std::isinf(got_) != std::isinf(rounded) ||
        (right_ == 0 && (got_ != 0 || std::signbit(got_) != std::signbit(right_))) ||
        (std::isinf(got_) && std::signbit(got_) != std::signbit(right_))) {
      if (wrong++ == 0)
        wrong_at = x_;
      return;
    }
    if (std::isnan(got_) || std::isinf(got_))
      return;
    if (double e = std::fabs(got_ - right_) / ulp(right_); e > error) {
      error = e;
      x = x_, got = got_, right = right_;
    }
  }
  void join(const result &other) {
    if (other.wrong && !wrong)
      wrong_at = other.wrong_at;
    const std::uint64_t all = wrong + other.wrong;
    const float at = wrong_at;
    if (other.error > error)
      *this = other;
    wrong = all, wrong_at = at;
  }
};

using entry = void(void **arguments, const std::uint64_t *state, std::uint64_t begin, std::uint64_t end);

struct function {
  const char *name;
  entry *levels[3];
  double (*right)(double);
  double bound;
};

#define SF_FUNCTION(name, function, reference, bound)                                                                  \
  extern "C" entry name##_v2 __asm__("exhaustive_" #name ".v2"), name##_v3 __asm__("exhaustive_" #name ".v3"),         \
      name##_v4 __asm__("exhaustive_" #name ".v4");
#include "Functions.def"

const function functions[] = {
#define SF_FUNCTION(name, function, reference, bound)                                                                  \
  {#name, {name##_v2, name##_v3, name##_v4}, [](double x) -> double { return reference; }, bound},
#include "Functions.def"
};

// One entry, of the arguments first, first + stride …
void compute(entry *f, std::uint64_t first, std::uint64_t stride, std::uint64_t count, float *in, float *out) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto bits = static_cast<std::uint32_t>(first + i * stride);
    std::memcpy(&in[i], &bits, sizeof bits);
  }
  const std::uint64_t state[64] = {count, 1, 1};
  void *arguments[] = {&in, &out};
  f(arguments, state, 0, count);
}

result measure(const function &f, int level, unsigned threads, std::uint64_t stride) {
  constexpr std::uint64_t block = 1 << 14;
  const std::uint64_t all = ((std::uint64_t(1) << 32) + stride - 1) / stride;
  std::atomic<std::uint64_t> next{0};
  result total;
  std::mutex lock;
  auto work = [&] {
    std::vector<float> in(block), out(block);
    result mine;
    for (std::uint64_t at; (at = next.fetch_add(block)) < all;) {
      const std::uint64_t count = std::min(block, all - at);
      compute(f.levels[level - 2], at * stride, stride, count, in.data(), out.data());
      for (std::uint64_t i = 0; i < count; ++i)
        mine.take(in[i], out[i], f.right(in[i]));
    }
    std::lock_guard<std::mutex> guard(lock);
    total.join(mine);
  };
  std::vector<std::thread> pool;
  for (unsigned i = 0; i < threads; ++i)
    pool.emplace_back(work);
  for (std::thread &t : pool)
    t.join();
  return total;
}

bool supports(int level) {
  return level == 2   ? __builtin_cpu_supports("x86-64-v2")
         : level == 3 ? __builtin_cpu_supports("x86-64-v3")
                      : __builtin_cpu_supports("x86-64-v4");
}

} // namespace

int main(int argc, char **argv) {
  if (argc == 2 && std::strcmp(argv[1], "list") == 0) {
    for (const function &f : functions)
      std::printf("%s\n", f.name);
    return 0;
  }
  const int level = argc > 2 && argv[2][0] == 'v' ? std::atoi(argv[2] + 1) : 0;
  if (argc < 4 || level < 2 || level > 4) {
    std::printf("math-exhaustive list | <name | all> <v2 | v3 | v4> <threads> [<stride>]\n");
    return 2;
  }
  if (!supports(level)) {
    std::printf("this machine is not of level %d\n", level);
    return 77;
  }
  const unsigned threads = static_cast<unsigned>(std::atoi(argv[3]));
  const std::uint64_t stride = argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 1;
  bool failed = false, found = false;
  std::printf("%-20s %-5s %12s %6s %15s %15s %22s %10s\n", "function", "level", "worst, ulp", "bound", "of", "is",
              "right", "wrong");
  for (const function &f : functions) {
    if (std::strcmp(argv[1], "all") != 0 && std::strcmp(argv[1], f.name) != 0)
      continue;
    found = true;
    const result r = measure(f, level, threads, stride);
    std::printf("%-20s v%-4d %12.3f %6g %15a %15a %22a %10llu", f.name, level, r.error, f.bound, double(r.x),
                double(r.got), r.right, static_cast<unsigned long long>(r.wrong));
    if (r.wrong)
      std::printf(", first of %a", double(r.wrong_at));
    std::printf("%s\n", r.error > f.bound || r.wrong ? "  BAD" : "");
    std::fflush(stdout);
    failed |= r.error > f.bound || r.wrong;
  }
  return found ? failed : 2;
}
