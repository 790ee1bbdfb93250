// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Automatic fusion (docs/automatic.md): what holding costs where launches are all there is to it, and what it gains.
// Run with SYCL_FUSE_AUTO=off and =built in turns, by bench/run-automatic.sh. Prints one line for each form: its name
// and the nanoseconds of a step, the median of all repetitions.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

struct arrays {
  float *x, *y, *z, *w;
};

// Begins no sequence.
void stranger(sycl::queue &q, std::size_t n, arrays a) {
  q.parallel_for<class Stranger>(n, [=](sycl::id<1> i) { a.x[i] = a.x[i] + 1.0f; });
}

void four(sycl::queue &q, std::size_t n, arrays a) {
  q.parallel_for<class Scale>(n, [=](sycl::id<1> i) { a.y[i] = 1.5f * a.x[i]; });
  q.parallel_for<class Add>(n, [=](sycl::id<1> i) { a.z[i] = a.y[i] + a.w[i]; });
  q.parallel_for<class Square>(n, [=](sycl::id<1> i) { a.y[i] = a.z[i] * a.z[i]; });
  q.parallel_for<class Mix>(n, [=](sycl::id<1> i) { a.x[i] = 0.5f * a.x[i] + 1e-6f * a.y[i]; });
}

// The same as one kernel.
void by_hand(sycl::queue &q, std::size_t n, arrays a) {
  q.parallel_for<class ByHand>(n, [=](sycl::id<1> i) {
    const float x = a.x[i], z = 1.5f * x + a.w[i], y = z * z;
    a.z[i] = z;
    a.y[i] = y;
    a.x[i] = 0.5f * x + 1e-6f * y;
  });
}

template <class F>
void measure(const char *name, sycl::queue &q, std::size_t n, std::size_t steps, int repetitions, F step) {
  arrays a{};
  for (float **p : {&a.x, &a.y, &a.z, &a.w}) {
    *p = sycl::malloc_device<float>(n, q);
    q.fill(*p, 1.0f, n);
  }
  q.wait();
  std::vector<double> times;
  for (int r = 0; r <= repetitions; ++r) {
    const auto begun = std::chrono::steady_clock::now();
    for (std::size_t s = 0; s != steps; ++s)
      step(q, n, a);
    q.wait();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begun;
    if (r != 0) // the first one loads the kernels
      times.push_back(took.count() / static_cast<double>(steps));
  }
  std::nth_element(times.begin(), times.begin() + repetitions / 2, times.end());
  std::printf("%s/%zu %.1f\n", name, n, times[static_cast<std::size_t>(repetitions / 2)]);
  for (float *p : {a.x, a.y, a.z, a.w})
    sycl::free(p, q);
}

} // namespace

int main(int argc, char **argv) {
  const int repetitions = argc > 1 ? std::max(1, std::atoi(argv[1])) : 21;
  sycl::queue q{sycl::property::queue::in_order{}};
  for (std::size_t n : {std::size_t{1}, std::size_t{1000000}, std::size_t{16000000}}) {
    const std::size_t steps = n == 1 ? 2000 : n == 1000000 ? 50 : 10;
    measure("stranger", q, n, steps, repetitions, stranger);
    measure("four", q, n, steps, repetitions, four);
    measure("by hand", q, n, steps, repetitions, by_hand);
  }
}
