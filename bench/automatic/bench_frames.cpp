// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Automatic fusion (docs/automatic.md): what ends the holding, and what that costs. Frames: a program submits a
// sequence of two kernels, waits, and does something else for 200 us; prints the time of a frame and how often the
// process lost its processor. Held: the first kernel of the sequence and then nothing, in a device that is idle; prints
// how long the program waits until it sees what the kernel wrote. Run with SYCL_FUSE_AUTO=off and =built.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;

double microseconds_since(clock_type::time_point begun) {
  return std::chrono::duration<double, std::micro>(clock_type::now() - begun).count();
}

void first(sycl::queue &q, float *x, float *y, std::size_t n) {
  q.parallel_for<class First>(n, [=](sycl::id<1> i) { y[i] = x[i] * 1.5f; });
}

void frame(sycl::queue &q, float *x, float *y, std::size_t n) {
  first(q, x, y, n);
  q.parallel_for<class Second>(n, [=](sycl::id<1> i) { x[i] = x[i] * 0.5f + y[i] * 0.25f; });
}

void frames(sycl::queue &q, float *x, float *y, std::size_t n, int count) {
  std::vector<double> times;
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  for (int i = 0; i != count; ++i) {
    const auto begun = clock_type::now();
    frame(q, x, y, n);
    q.wait();
    times.push_back(microseconds_since(begun));
    while (microseconds_since(begun) < 200)
      ;
  }
  getrusage(RUSAGE_SELF, &after);
  std::sort(times.begin(), times.end());
  std::printf("frame: median %.2f us, 99 of 100 below %.1f us; switches for each: %.2f to wait, %.2f others\n",
              times[times.size() / 2], times[times.size() * 99 / 100], double(after.ru_nvcsw - before.ru_nvcsw) / count,
              double(after.ru_nivcsw - before.ru_nivcsw) / count);
}

void held(sycl::queue &q, float *x, float *y, int count) {
  std::vector<double> times;
  for (int i = 0; i != count; ++i) {
    frame(q, x, y, 1); // so that the sequence is not left alone
    q.wait();
    *x = static_cast<float>(i + 2);
    *y = 0;
    const auto begun = clock_type::now();
    first(q, x, y, 1);
    while (*static_cast<volatile float *>(y) == 0)
      ;
    times.push_back(microseconds_since(begun));
    q.wait();
  }
  std::sort(times.begin(), times.end());
  std::printf("held: median %.1f us", times[times.size() / 2]);
  for (int limit : {1, 25, 50, 60, 75, 100, 1000})
    std::printf(", %td within %d us", std::upper_bound(times.begin(), times.end(), limit) - times.begin(), limit);
  std::printf(" of %d; longest %.0f us\n", count, times.back());
}

} // namespace

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::max(1, std::atoi(argv[1])) : 2000;
  const std::size_t n = 1000;
  sycl::queue q{sycl::property::queue::in_order{}};
  float *x = sycl::malloc_shared<float>(n, q), *y = sycl::malloc_shared<float>(n, q);
  std::fill_n(x, n, 1.0f);
  for (int i = 0; i != 10; ++i) { // loads the kernels
    frame(q, x, y, n);
    q.wait();
  }
  frames(q, x, y, n, count);
  held(q, x, y, count);
  sycl::free(x, q);
  sycl::free(y, q);
}
