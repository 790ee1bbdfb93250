// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An ordinary program: a particle step, and a function of another file.
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

void smooth(sycl::queue &q, float *values, float *sums, std::size_t n);

struct simulation {
  sycl::queue q{sycl::property::queue::in_order{}};
  std::size_t n = 1003;
  float *x = sycl::malloc_shared<float>(n, q), *v = sycl::malloc_shared<float>(n, q), *f = sycl::malloc_shared<float>(n, q);

  void step(float dt) {
    float *px = x, *pv = v, *pf = f;
    q.parallel_for(n, [=](sycl::id<1> i) { pf[i] = -2.0f * px[i]; });
    q.parallel_for(n, [=](sycl::id<1> i) { pv[i] = pv[i] + dt * pf[i]; });
    q.parallel_for(n, [=](sycl::id<1> i) { px[i] = px[i] + dt * pv[i]; });
  }
};

int main() {
  simulation s;
  std::vector<float> x(s.n), v(s.n), f(s.n);
  for (std::size_t i = 0; i < s.n; ++i) {
    x[i] = s.x[i] = static_cast<float>(i % 13);
    v[i] = s.v[i] = 0;
  }
  for (int i = 0; i < 20; ++i)
    s.step(0.125f);
  smooth(s.q, s.x, s.f, s.n);
  s.q.wait();
  for (std::size_t i = 0; i < s.n; ++i) {
    for (int j = 0; j < 20; ++j) {
      v[i] = std::fma(0.125f, -2.0f * x[i], v[i]);
      x[i] = std::fma(0.125f, v[i], x[i]);
    }
    x[i] = x[i] * 0.5f;
    f[i] = x[i] + 1.0f;
  }
  int wrong = 0;
  for (std::size_t i = 0; i < s.n; ++i)
    wrong += std::fabs(s.x[i] - x[i]) > 1e-3f || std::fabs(s.f[i] - f[i]) > 1e-3f;
  std::printf("%s\n", wrong ? "wrong" : "right");
  for (float *p : {s.x, s.v, s.f})
    sycl::free(p, s.q);
  return wrong != 0;
}
