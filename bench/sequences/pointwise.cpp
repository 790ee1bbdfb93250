// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sequences in which each work-item works on elements of its own.
#include "arrays.hpp"

#include <cstdint>

using sycl::id;
using sycl::range;

namespace {

template <std::size_t N, class F> void each(sycl::queue &q, F f) { q.parallel_for(range<1>(N), f); }

// tmp1 = a * b; tmp2 = a - c; tmp3 = tmp2 * d; out = tmp1 - tmp3, all of it kept.
template <std::size_t N> void chain(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  sycl::queue q = m.q;
  float *a = m.in[0], *b = m.in[1], *c = m.in[2], *d = m.in[3], *t1 = m.out[0], *t2 = m.out[1], *t3 = m.out[2],
        *o = m.out[3];
  fw.start_fusion(mode);
  each<N>(q, [=](id<1> i) { t1[i] = a[i] * b[i]; });
  each<N>(q, [=](id<1> i) { t2[i] = a[i] - c[i]; });
  each<N>(q, [=](id<1> i) { t3[i] = t2[i] * d[i]; });
  each<N>(q, [=](id<1> i) { o[i] = t1[i] - t3[i]; });
  fw.complete_fusion();
  q.wait();
}

template <std::size_t N> void shared_inputs(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  sycl::queue q = m.q;
  float *a = m.in[0], *b = m.in[1], *o1 = m.out[0], *o2 = m.out[1], *o3 = m.out[2], *o4 = m.out[3];
  fw.start_fusion(mode);
  each<N>(q, [=](id<1> i) { o1[i] = a[i] + b[i]; });
  each<N>(q, [=](id<1> i) { o2[i] = a[i] - b[i]; });
  each<N>(q, [=](id<1> i) { o3[i] = a[i] * b[i]; });
  each<N>(q, [=](id<1> i) { o4[i] = sycl::fmin(a[i], b[i]); });
  fw.complete_fusion();
  q.wait();
}

// Nothing in common: fusion saves launches, and has twelve streams of memory at once.
template <std::size_t N> void independent(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  sycl::queue q = m.q;
  float *a = m.in[0], *b = m.in[1], *c = m.in[2], *d = m.in[3], *e = m.in[4], *f = m.in[5], *o1 = m.out[0],
        *o2 = m.out[1], *o3 = m.out[2], *o4 = m.out[3], *o5 = m.out[4], *o6 = m.out[5];
  fw.start_fusion(mode);
  each<N>(q, [=](id<1> i) { o1[i] = a[i] * 2.0f; });
  each<N>(q, [=](id<1> i) { o2[i] = b[i] + 1.0f; });
  each<N>(q, [=](id<1> i) { o3[i] = c[i] - 0.5f; });
  each<N>(q, [=](id<1> i) { o4[i] = d[i] * d[i]; });
  each<N>(q, [=](id<1> i) { o5[i] = -e[i]; });
  each<N>(q, [=](id<1> i) { o6[i] = f[i] * 0.25f; });
  fw.complete_fusion();
  q.wait();
}

template <std::size_t N> void mathematics(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  sycl::queue q = m.q;
  float *a = m.in[0], *x = m.out[0], *y = m.out[1];
  fw.start_fusion(mode);
  each<N>(q, [=](id<1> i) { x[i] = sycl::exp(a[i]); });
  each<N>(q, [=](id<1> i) { y[i] = sycl::log(x[i]) + sycl::sin(a[i]); });
  each<N>(q, [=](id<1> i) { x[i] = sycl::sqrt(sycl::fabs(y[i])) * x[i]; });
  fw.complete_fusion();
  q.wait();
}

template <std::size_t N> void in_place(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  sycl::queue q = m.q;
  float *x = m.out[0], *a = m.in[0];
  fw.start_fusion(mode);
  each<N>(q, [=](id<1> i) { x[i] = x[i] * 0.5f + a[i]; });
  each<N>(q, [=](id<1> i) { x[i] = x[i] * 0.25f - a[i]; });
  each<N>(q, [=](id<1> i) { x[i] = x[i] * x[i]; });
  fw.complete_fusion();
  q.wait();
}

template <std::size_t N> void bytes(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  sycl::queue q = m.q;
  float *a = m.in[0], *b = m.in[1], *o = m.out[1];
  auto *small = reinterpret_cast<std::uint8_t *>(m.out[0]);
  fw.start_fusion(mode);
  each<N>(q, [=](id<1> i) { small[i] = static_cast<std::uint8_t>(a[i] * 100.0f); });
  each<N>(q, [=](id<1> i) { small[i] = static_cast<std::uint8_t>(small[i] ^ static_cast<std::uint8_t>(b[i] * 9.0f)); });
  each<N>(q, [=](id<1> i) { o[i] = static_cast<float>(small[i]) * 0.01f; });
  fw.complete_fusion();
  q.wait();
}

// A kernel that computes beside one that streams.
template <std::size_t N> void arithmetic(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  sycl::queue q = m.q;
  float *a = m.in[0], *b = m.in[1], *x = m.out[0], *o = m.out[1];
  fw.start_fusion(mode);
  each<N>(q, [=](id<1> i) {
    float v = a[i];
    for (int k = 0; k < 40; ++k)
      v = v * v + 0.1f - v;
    x[i] = v;
  });
  each<N>(q, [=](id<1> i) { o[i] = x[i] + b[i]; });
  fw.complete_fusion();
  q.wait();
}

template <std::size_t N> void branches(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  sycl::queue q = m.q;
  float *a = m.in[0], *b = m.in[1], *x = m.out[0], *o = m.out[1];
  fw.start_fusion(mode);
  each<N>(q, [=](id<1> i) {
    if (a[i] > 0.75f)
      x[i] = a[i] - b[i];
  });
  each<N>(q, [=](id<1> i) {
    if (b[i] < 0.5f)
      o[i] = x[i] / (b[i] + 1.0f);
    else
      o[i] = a[i];
  });
  fw.complete_fusion();
  q.wait();
}

// The tail of a transformer's MLP: a bias for each column, tanh-GELU, a mask, scale and residual.
template <std::size_t N, std::size_t Columns>
void bias_rows(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  sycl::queue q = m.q;
  float *a = m.in[0], *bias = m.in[1], *mask = m.in[2], *residual = m.in[3], *x = m.out[0], *o = m.out[1];
  fw.start_fusion(mode);
  each<N>(q, [=](id<1> i) { x[i] = a[i] + bias[i % Columns]; });
  each<N>(q, [=](id<1> i) {
    x[i] = 0.5f * x[i] * (1.0f + sycl::tanh(0.79788456f * (x[i] + 0.044715f * x[i] * x[i] * x[i])));
  });
  each<N>(q, [=](id<1> i) { x[i] = x[i] * mask[i]; });
  each<N>(q, [=](id<1> i) { o[i] = x[i] * 1.25f + residual[i]; });
  fw.complete_fusion();
  q.wait();
}

// Three colours beside each other.
template <std::size_t N> void colours(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  sycl::queue q = m.q;
  float *a = m.in[0], *gain = m.in[1], *x = m.out[0], *o = m.out[1];
  fw.start_fusion(mode);
  each<N>(q, [=](id<1> i) { x[i] = a[i] * gain[i % 3]; });
  each<N>(q, [=](id<1> i) { o[i] = sycl::clamp(x[i] + gain[3 + i % 3], 0.0f, 1.0f); });
  fw.complete_fusion();
  q.wait();
}

template <std::size_t Edge> void add(std::vector<sequence> &all, arrays &m) {
  constexpr std::size_t n = Edge * Edge;
  const auto one = [&](const char *name, void (*f)(arrays &, fusion::fusion_wrapper &, fusion::fusion_mode)) {
    all.push_back({name, [&m, f](fusion::fusion_wrapper &fw, fusion::fusion_mode mode) { f(m, fw, mode); }});
  };
  one("chain", chain<n>);
  one("shared_inputs", shared_inputs<n>);
  one("independent", independent<n>);
  one("mathematics", mathematics<n>);
  one("in_place", in_place<n>);
  one("bytes", bytes<n>);
  one("arithmetic", arithmetic<n>);
  one("branches", branches<n>);
  one("bias_rows", bias_rows<n, Edge>);
  one("colours", colours<n>);
}

} // namespace

void add_pointwise(std::vector<sequence> &all, arrays &m, std::size_t edge) {
  edge == 64 ? add<64>(all, m) : edge == 1024 ? add<1024>(all, m) : add<4096>(all, m);
}
