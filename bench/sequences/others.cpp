// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sequences with neighbours, groups, reductions, gathers, loops and unlike ranges.
#include "arrays.hpp"

using sycl::id;
using sycl::nd_item;
using sycl::nd_range;
using sycl::range;

namespace {

template <std::size_t E> using image = float (*)[E];
template <std::size_t E> image<E> as(float *p) { return reinterpret_cast<image<E>>(p); }

constexpr std::size_t tile_h = 8, tile_w = 64, group = 256;

// Neighbours of an input, wrapped around, then a kernel that uses them.
template <std::size_t E> void blur(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  sycl::queue q = m.q;
  image<E> a = as<E>(m.in[0]), s = as<E>(m.out[0]), o = as<E>(m.out[1]);
  fw.start_fusion(mode);
  q.parallel_for(range<2>(E, E), [=](id<2> i) {
    const std::size_t y = i[0], x = i[1], up = y ? y - 1 : y, down = y + 1 < E ? y + 1 : y, left = x ? x - 1 : x,
                      right = x + 1 < E ? x + 1 : x;
    s[y][x] = 0.2f * (a[y][x] + a[up][x] + a[down][x] + a[y][left] + a[y][right]);
  });
  q.parallel_for(range<2>(E, E), [=](id<2> i) { o[i[0]][i[1]] = a[i[0]][i[1]] - s[i[0]][i[1]]; });
  fw.complete_fusion();
  q.wait();
}

// Two derivatives of one image, and their length.
template <std::size_t E> void gradient(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  sycl::queue q = m.q;
  image<E> a = as<E>(m.in[0]), h = as<E>(m.out[0]), v = as<E>(m.out[1]), o = as<E>(m.out[2]);
  fw.start_fusion(mode);
  q.parallel_for(range<2>(E, E),
                 [=](id<2> i) { h[i[0]][i[1]] = a[i[0]][i[1] + 1 < E ? i[1] + 1 : i[1]] - a[i[0]][i[1]]; });
  q.parallel_for(range<2>(E, E),
                 [=](id<2> i) { v[i[0]][i[1]] = a[i[0] + 1 < E ? i[0] + 1 : i[0]][i[1]] - a[i[0]][i[1]]; });
  q.parallel_for(range<2>(E, E), [=](id<2> i) {
    const float x = h[i[0]][i[1]], y = v[i[0]][i[1]];
    o[i[0]][i[1]] = sycl::sqrt(x * x + y * y);
  });
  fw.complete_fusion();
  q.wait();
}

// Neighbours within the tile of a work-group, of what the kernel before has made: a barrier between them.
template <std::size_t E> void tiles(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  sycl::queue q = m.q;
  image<E> a = as<E>(m.in[0]), b = as<E>(m.in[1]), x = as<E>(m.out[0]), s = as<E>(m.out[1]), o = as<E>(m.out[2]);
  const nd_range<2> shape{range<2>(E, E), range<2>(tile_h, tile_w)};
  fw.start_fusion(mode);
  q.parallel_for(shape, [=](nd_item<2> i) {
    const id<2> at = i.get_global_id();
    x[at[0]][at[1]] = a[at[0]][at[1]] * 0.75f + b[at[0]][at[1]];
  });
  q.parallel_for(shape, [=](nd_item<2> i) {
    const std::size_t ly = i.get_local_id(0), lx = i.get_local_id(1), y = i.get_group(0) * tile_h,
                      c = i.get_group(1) * tile_w;
    const float across = x[y + ly][c + (lx ? lx - 1 : lx)] + x[y + ly][c + (lx + 1 < tile_w ? lx + 1 : lx)];
    const float along = x[y + (ly ? ly - 1 : ly)][c + lx] + x[y + (ly + 1 < tile_h ? ly + 1 : ly)][c + lx];
    s[i.get_global_id(0)][i.get_global_id(1)] = across + along;
  });
  q.parallel_for(shape, [=](nd_item<2> i) {
    const id<2> at = i.get_global_id();
    o[at[0]][at[1]] = x[at[0]][at[1]] - 0.25f * s[at[0]][at[1]];
  });
  fw.complete_fusion();
  q.wait();
}

// A kernel that streams beside one that turns tiles in local memory.
template <std::size_t E> void turned_tiles(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  constexpr std::size_t side = 16;
  sycl::queue q = m.q;
  image<E> a = as<E>(m.in[0]), b = as<E>(m.in[1]), c = as<E>(m.in[2]), s = as<E>(m.out[0]), d = as<E>(m.out[1]),
           o = as<E>(m.out[2]);
  const nd_range<2> shape{range<2>(E, E), range<2>(side, side)};
  fw.start_fusion(mode);
  q.parallel_for(shape, [=](nd_item<2> i) {
    const std::size_t y = i.get_global_id(0), x = i.get_global_id(1);
    s[y][x] = a[y][x] + b[y][x];
    d[y][x] = a[y][x] - b[y][x];
  });
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<float, 2> tile{range<2>{side, side}, h};
    h.parallel_for(shape, [=](nd_item<2> i) {
      const std::size_t ly = i.get_local_id(0), lx = i.get_local_id(1);
      tile[ly][lx] = c[i.get_global_id(0)][i.get_global_id(1)];
      sycl::group_barrier(i.get_group());
      o[i.get_global_id(0)][i.get_global_id(1)] = tile[lx][ly];
    });
  });
  fw.complete_fusion();
  q.wait();
}

template <std::size_t E> void sum_of_squares(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  constexpr std::size_t n = E * E;
  sycl::queue q = m.q;
  float *a = m.in[0], *b = m.in[1], *d = m.out[0], *result = m.out[1];
  fw.start_fusion(mode);
  q.parallel_for(range<1>(n), [=](id<1> i) { d[i] = a[i] - b[i]; });
  q.parallel_for(range<1>(n),
                 sycl::reduction(result, sycl::plus<float>(), {sycl::property::reduction::initialize_to_identity{}}),
                 [=](id<1> i, auto &r) { r += d[i] * d[i]; });
  fw.complete_fusion();
  q.wait();
}

template <std::size_t E> void group_sums(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  constexpr std::size_t n = E * E;
  sycl::queue q = m.q;
  float *a = m.in[0], *b = m.in[1], *d = m.out[0], *p = m.out[1], *s = m.out[2];
  const nd_range<1> shape{n, group};
  fw.start_fusion(mode);
  q.parallel_for(shape, [=](nd_item<1> i) { d[i.get_global_id(0)] = a[i.get_global_id(0)] - b[i.get_global_id(0)]; });
  q.parallel_for(shape, [=](nd_item<1> i) { p[i.get_global_id(0)] = d[i.get_global_id(0)] * a[i.get_global_id(0)]; });
  q.parallel_for(shape, [=](nd_item<1> i) {
    const float sum = sycl::reduce_over_group(i.get_group(), p[i.get_global_id(0)], sycl::plus<float>());
    if (i.get_local_id(0) == 0)
      s[i.get_group(0)] = sum;
  });
  fw.complete_fusion();
  q.wait();
}

// A softmax over each group's elements in two kernels.
template <std::size_t E> void softmax(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  sycl::queue q = m.q;
  float *a = m.in[0], *e = m.out[0], *o = m.out[1];
  const nd_range<1> shape{E * E, group};
  fw.start_fusion(mode);
  q.parallel_for(shape, [=](nd_item<1> i) {
    const float v = a[i.get_global_id(0)];
    e[i.get_global_id(0)] = sycl::exp(v - sycl::reduce_over_group(i.get_group(), v, sycl::maximum<float>()));
  });
  q.parallel_for(shape, [=](nd_item<1> i) {
    const float v = e[i.get_global_id(0)];
    o[i.get_global_id(0)] = v / sycl::reduce_over_group(i.get_group(), v, sycl::plus<float>());
  });
  fw.complete_fusion();
  q.wait();
}

template <std::size_t E> void gather(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  constexpr std::size_t n = E * E;
  sycl::queue q = m.q;
  float *a = m.in[0], *b = m.in[1], *x = m.out[0], *o = m.out[1];
  unsigned *at = m.index[0];
  fw.start_fusion(mode);
  q.parallel_for(range<1>(n), [=](id<1> i) { x[i] = a[at[i]]; });
  q.parallel_for(range<1>(n), [=](id<1> i) { o[i] = x[i] * b[i]; });
  fw.complete_fusion();
  q.wait();
}

// Two gathers over different memory: fused, both compete for the cache.
template <std::size_t E> void two_gathers(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  constexpr std::size_t n = E * E;
  sycl::queue q = m.q;
  float *a = m.in[0], *b = m.in[1], *x = m.out[0], *y = m.out[1], *o = m.out[2];
  unsigned *at = m.index[0], *bt = m.index[1];
  fw.start_fusion(mode);
  q.parallel_for(range<1>(n), [=](id<1> i) { x[i] = a[at[i]]; });
  q.parallel_for(range<1>(n), [=](id<1> i) { y[i] = b[bt[i]]; });
  q.parallel_for(range<1>(n), [=](id<1> i) { o[i] = x[i] + y[i]; });
  fw.complete_fusion();
  q.wait();
}

// A loop over 16 values in each work-item, then a kernel that streams.
template <std::size_t E> void loops(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  constexpr std::size_t n = E * E;
  sycl::queue q = m.q;
  float *a = m.in[0], *b = m.in[1], *c = m.in[2], *x = m.out[0], *o = m.out[1];
  fw.start_fusion(mode);
  q.parallel_for(range<1>(n), [=](id<1> i) {
    float sum = 0;
    for (std::size_t k = 0; k < 16; ++k)
      sum += a[(i[0] + k) % n] * b[k];
    x[i] = sum;
  });
  q.parallel_for(range<1>(n), [=](id<1> i) { o[i] = x[i] - c[i]; });
  fw.complete_fusion();
  q.wait();
}

// The inner elements of an image over a range of two dimensions, then its borders over ranges of one.
void inner_and_borders(arrays &m, std::size_t e, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  sycl::queue q = m.q;
  float *a = m.in[0], *b = m.in[1], *o = m.out[0];
  fw.start_fusion(mode);
  q.parallel_for(range<2>(e - 2, e - 2), [=](id<2> i) {
    const std::size_t at = (i[0] + 1) * e + i[1] + 1;
    o[at] = a[at] + b[at] * (a[at - 1] + a[at + 1] + a[at - e] + a[at + e] - 4.0f * a[at]);
  });
  q.parallel_for(range<1>(e), [=](id<1> i) {
    o[i] = 1.0f;
    o[(e - 1) * e + i] = 1.0f;
  });
  q.parallel_for(range<1>(e - 2), [=](id<1> i) {
    o[(i[0] + 1) * e] = 0.5f;
    o[(i[0] + 1) * e + e - 1] = 0.5f;
  });
  fw.complete_fusion();
  q.wait();
}

template <std::size_t E> void borders(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  inner_and_borders(m, E, fw, mode);
}

// The same with sizes that are known when the region is built.
template <std::size_t E> void known_borders(arrays &m, fusion::fusion_wrapper &fw, fusion::fusion_mode mode) {
  sycl::queue q = m.q;
  float *a = m.in[0], *b = m.in[1], *o = m.out[0];
  fw.start_fusion(mode);
  q.parallel_for(range<2>(E - 2, E - 2), [=](id<2> i) {
    const std::size_t at = (i[0] + 1) * E + i[1] + 1;
    o[at] = a[at] + b[at] * (a[at - 1] + a[at + 1] + a[at - E] + a[at + E] - 4.0f * a[at]);
  });
  q.parallel_for(range<1>(E), [=](id<1> i) {
    o[i] = 1.0f;
    o[(E - 1) * E + i] = 1.0f;
  });
  q.parallel_for(range<1>(E - 2), [=](id<1> i) {
    o[(i[0] + 1) * E] = 0.5f;
    o[(i[0] + 1) * E + E - 1] = 0.5f;
  });
  fw.complete_fusion();
  q.wait();
}

template <std::size_t E> void add(std::vector<sequence> &all, arrays &m) {
  const auto one = [&](const char *name, void (*f)(arrays &, fusion::fusion_wrapper &, fusion::fusion_mode)) {
    all.push_back({name, [&m, f](fusion::fusion_wrapper &fw, fusion::fusion_mode mode) { f(m, fw, mode); }});
  };
  one("blur", blur<E>);
  one("gradient", gradient<E>);
  one("tiles", tiles<E>);
  one("turned_tiles", turned_tiles<E>);
  one("sum_of_squares", sum_of_squares<E>);
  one("group_sums", group_sums<E>);
  one("softmax", softmax<E>);
  one("gather", gather<E>);
  one("two_gathers", two_gathers<E>);
  one("loops", loops<E>);
  one("borders", borders<E>);
  one("known_borders", known_borders<E>);
}

} // namespace

void add_others(std::vector<sequence> &all, arrays &m, std::size_t edge) {
  edge == 64 ? add<64>(all, m) : edge == 1024 ? add<1024>(all, m) : add<4096>(all, m);
}
