// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element-wise part of a network's layers: bias, GELU, residual, scale. Four kernels over USM memory, which run as
// one.
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

namespace fusion = sycl::ext::codeplay::experimental;

constexpr std::size_t features = 768;

template <class T> struct layer {
  T *bias, *scale; // one for each feature
};

template <class T> class Bias;
template <class T> class Gelu;
template <class T> class Residual;
template <class T> class Scale;

// y: tokens x features, the result of the layer's matrix product; x: what the layer was given.
template <class T> static void activate(fusion::fusion_wrapper &fw, layer<T> l, const T *x, T *y, std::size_t tokens) {
  sycl::queue q = fw.get_queue();
  const sycl::range<2> n{tokens, features};
  fw.start_fusion();
  q.parallel_for<Bias<T>>(n, [=](sycl::item<2> i) { y[i.get_linear_id()] += l.bias[i[1]]; });
  q.parallel_for<Gelu<T>>(n, [=](sycl::item<2> i) {
    const float v = y[i.get_linear_id()];
    y[i.get_linear_id()] = T(0.5f * v * (1 + sycl::tanh(0.79788456f * (v + 0.044715f * v * v * v))));
  });
  q.parallel_for<Residual<T>>(n, [=](sycl::item<2> i) { y[i.get_linear_id()] += x[i.get_linear_id()]; });
  q.parallel_for<Scale<T>>(n, [=](sycl::item<2> i) { y[i.get_linear_id()] *= l.scale[i[1]]; });
  fw.complete_fusion();
}

template <class T> static T *random(sycl::queue &q, std::size_t n, std::minstd_rand &generator) {
  T *p = sycl::malloc_shared<T>(n, q);
  for (std::size_t i = 0; i < n; ++i)
    p[i] = T(std::uniform_real_distribution<float>(-1, 1)(generator));
  return p;
}

// Runs the layers, each on the result of the one before, and compares with double precision. The number of values that
// are further away than allowed.
template <class T> static std::size_t run(sycl::queue &q, const char *name, std::size_t tokens, double allowed) {
  std::minstd_rand generator{7};
  std::vector<layer<T>> layers;
  for (int k = 0; k < 3; ++k)
    layers.push_back({random<T>(q, features, generator), random<T>(q, features, generator)});
  T *x = random<T>(q, tokens * features, generator), *y = random<T>(q, tokens * features, generator);
  std::vector<double> before(x, x + tokens * features), after(y, y + tokens * features);

  fusion::fusion_wrapper fw{q};
  for (const layer<T> &l : layers) {
    activate(fw, l, x, y, tokens);
    std::swap(x, y);
  }
  q.wait();

  for (const layer<T> &l : layers) {
    for (std::size_t i = 0; i < after.size(); ++i) {
      const double v = after[i] + l.bias[i % features];
      const double gelu = 0.5 * v * (1 + std::tanh(0.79788456 * (v + 0.044715 * v * v * v)));
      after[i] = (gelu + before[i]) * l.scale[i % features];
    }
    std::swap(before, after);
  }
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < before.size(); ++i)
    wrong += !(std::fabs(before[i] - double(x[i])) <= allowed);
  std::printf("%s, %zu tokens: %s, %zu of %zu values wrong\n", name, tokens, fusion::to_string(fw.last_outcome()),
              wrong, before.size());
  for (const layer<T> &l : layers)
    for (T *p : {l.bias, l.scale})
      sycl::free(p, q);
  for (T *p : {x, y})
    sycl::free(p, q);
  return wrong;
}

int main(int argc, char **argv) {
  const std::size_t tokens = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 128;
  // In order, since each kernel reads what the one before has written: with pointers nobody else knows.
  sycl::queue q{{sycl::property::queue::in_order{}, fusion::property::queue::enable_fusion{}}};
  std::size_t wrong = run<float>(q, "float", tokens, 1e-5);
  if (q.get_device().has(sycl::aspect::fp16))
    wrong += run<sycl::half>(q, "half", tokens, 1e-2);
  return wrong != 0;
}
