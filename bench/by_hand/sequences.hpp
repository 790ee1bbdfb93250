// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sequences of kernels, submitted one by one or as a region, with what their results must be. Inputs are the same for
// the peers written by hand.
#pragma once

#include "../cuda/sequence_peers.hpp"

#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

template <int Dimensions, bool Fuse, class P> class AddBias;
template <int Dimensions, bool Fuse, class P> class Activate;
template <int Dimensions, bool Fuse, class P> class ApplyMask;
template <int Dimensions, bool Fuse, class P> class AddResidual;
template <bool Fuse, class P> class Distances;
template <bool Fuse, class P> class CallPrice;
template <bool Fuse, class P> class PutPrice;
template <bool Fuse, class P> class Mix;
template <bool Fuse, class P> class Neighbours;
template <bool Fuse, class P> class Difference;
template <bool Fuse, class P> class Subtract;
template <bool Fuse, class P> class Multiply;
template <bool Fuse, class P> class GroupSum;

namespace sequence_bench {

namespace fusion = sycl::ext::codeplay::experimental;
using namespace sequence_constants;

// The tail of an MLP, whose second input is a row that all rows add.
inline bool has_bias(sequence_workload w) { return w == sequence_workload::mlp || w == sequence_workload::mlp_flat; }

struct workload {
  sequence_workload what;
  const char *name;
  std::size_t rows, columns;
  std::vector<float> in[4];
  std::size_t results; // elements of the result

  std::size_t size() const { return rows * columns; }

  workload(sequence_workload w, const char *name, std::size_t rows, std::size_t columns)
      : what(w), name(name), rows(rows), columns(columns),
        results(w == sequence_workload::group_sums ? rows * columns / group_size : rows * columns) {
    const bool positive = w == sequence_workload::black_scholes;
    unsigned state = 2026;
    for (int k = 0; k < 4; ++k) {
      in[k].resize(k == 1 && has_bias(w) ? columns : size());
      for (float &v : in[k])
        v = static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) * 0x1p-22f - (positive ? -0.25f : 2.0f);
    }
  }

  // Element i of the result, in double precision.
  double wanted(std::size_t i) const {
    switch (what) {
    case sequence_workload::mlp:
    case sequence_workload::mlp_flat: {
      const double v = double(in[0][i]) + in[1][i % columns];
      return 0.5 * v * (1 + std::tanh(gelu_linear * (v + gelu_cubic * v * v * v))) * in[2][i] * scale_of_output +
             in[3][i];
    }
    case sequence_workload::black_scholes: {
      const double s = in[0][i], k = in[1][i], t = in[2][i], root = std::sqrt(t);
      const double d1 = (std::log(s / k) + (rate + 0.5 * volatility * volatility) * t) / (volatility * root),
                   d2 = d1 - volatility * root;
      const double discounted = k * std::exp(-rate * t);
      return s * 0.5 * std::erfc(-d1 * std::sqrt(0.5)) - discounted * 0.5 * std::erfc(-d2 * std::sqrt(0.5)) +
             discounted - s;
    }
    case sequence_workload::stencil: {
      const auto mixed = [&](std::size_t y, std::size_t x) {
        return 0.75 * in[0][y * columns + x] + in[1][y * columns + x];
      };
      const std::size_t y = i / columns, x = i % columns, ly = y % tile_height, lx = x % tile_width;
      const double across = mixed(y, lx ? x - 1 : x) + mixed(y, lx + 1 < tile_width ? x + 1 : x);
      const double along = mixed(ly ? y - 1 : y, x) + mixed(ly + 1 < tile_height ? y + 1 : y, x);
      return mixed(y, x) - 0.25 * (across + along);
    }
    default: {
      double sum = 0;
      for (std::size_t k = i * group_size; k < (i + 1) * group_size; ++k)
        sum += (double(in[0][k]) - in[1][k]) * in[2][k];
      return sum;
    }
    }
  }
  bool right(const float *out) const {
    for (std::size_t i = 0; i < results; ++i)
      if (const double w = wanted(i); !(std::fabs(out[i] - w) <= 1e-4 * std::fabs(w) + 1e-4))
        return false;
    return true;
  }
};

template <class... P> struct properties {};

// An iteration submits the sequence and waits for nothing. The properties are those of the temporaries that neighbours
// read, and of those that only the work-item itself reads.
template <sequence_workload W, bool Fuse, class ToNeighbours, class ToItself> class sequence;

template <sequence_workload W, bool Fuse, class... N, class... I>
class sequence<W, Fuse, properties<N...>, properties<I...>> {
  using P = properties<N..., I...>;
  static constexpr int dimensions = W == sequence_workload::mlp_flat ? 1 : 2;
  using buffer = sycl::buffer<float, dimensions>;
  static sycl::range<dimensions> range_of(std::size_t rows, std::size_t columns) {
    if constexpr (dimensions == 1)
      return sycl::range<1>(rows * columns);
    else
      return sycl::range<2>(rows, columns);
  }

public:
  sequence(sycl::queue queue, const workload &w)
      : q(queue), fw(q), w(w), shape(range_of(w.rows, w.columns)), a(w.in[0].data(), shape),
        b(w.in[1].data(), w.in[1].size() == w.size() ? shape : range_of(1, w.in[1].size())), c(w.in[2].data(), shape),
        d(w.in[3].data(), shape), out(shape), side_result(shape), first(shape, sycl::property_list{N{}...}),
        second(shape, sycl::property_list{I{}...}), third(shape, sycl::property_list{I{}...}) {}
  void launch() {
    if constexpr (W == sequence_workload::mlp || W == sequence_workload::mlp_flat)
      mlp();
    else if constexpr (W == sequence_workload::black_scholes)
      black_scholes();
    else if constexpr (W == sequence_workload::stencil)
      stencil();
    else
      group_sums();
  }
  void wait() { q.wait(); }
  bool right() {
    launch();
    sycl::host_accessor result{out, sycl::read_only};
    return w.right(&*result.begin());
  }
  const char *outcome() const { return Fuse ? to_string(fw.last_outcome()) : "unfused"; }

private:
  void mlp() {
    using namespace sycl;
    if constexpr (Fuse)
      fw.start_fusion();
    q.submit([&](handler &h) {
      accessor x{a, h, read_only}, bias{b, h, read_only};
      accessor to{first, h, write_only, no_init};
      if constexpr (dimensions == 1)
        h.parallel_for<AddBias<dimensions, Fuse, P>>(
            shape, [=, width = w.columns](id<1> i) { to[i] = x[i] + bias[i % width]; });
      else
        h.parallel_for<AddBias<dimensions, Fuse, P>>(shape, [=](id<2> i) { to[i] = x[i] + bias[0][i[1]]; });
    });
    q.submit([&](handler &h) {
      accessor from{first, h, read_only};
      accessor to{second, h, write_only, no_init};
      h.parallel_for<Activate<dimensions, Fuse, P>>(shape, [=](id<dimensions> i) {
        const float v = from[i];
        to[i] = 0.5f * v * (1.0f + sycl::tanh(gelu_linear * (v + gelu_cubic * v * v * v)));
      });
    });
    q.submit([&](handler &h) {
      accessor from{second, h, read_only}, mask{c, h, read_only};
      accessor to{third, h, write_only, no_init};
      h.parallel_for<ApplyMask<dimensions, Fuse, P>>(shape, [=](id<dimensions> i) { to[i] = from[i] * mask[i]; });
    });
    q.submit([&](handler &h) {
      accessor from{third, h, read_only}, residual{d, h, read_only};
      accessor to{out, h, write_only, no_init};
      h.parallel_for<AddResidual<dimensions, Fuse, P>>(
          shape, [=](id<dimensions> i) { to[i] = from[i] * scale_of_output + residual[i]; });
    });
    if constexpr (Fuse)
      fw.complete_fusion();
  }

  void black_scholes() {
    using namespace sycl;
    if constexpr (Fuse)
      fw.start_fusion();
    q.submit([&](handler &h) {
      accessor price{a, h, read_only}, strike{b, h, read_only}, years{c, h, read_only};
      accessor d1{first, h, write_only, no_init}, d2{second, h, write_only, no_init};
      h.parallel_for<Distances<Fuse, P>>(shape, [=](id<2> i) {
        const float t = years[i], root = sycl::sqrt(t);
        const float d =
            (sycl::log(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
        d1[i] = d;
        d2[i] = d - volatility * root;
      });
    });
    q.submit([&](handler &h) {
      accessor price{a, h, read_only}, strike{b, h, read_only}, years{c, h, read_only};
      accessor d1{first, h, read_only}, d2{second, h, read_only};
      accessor call{side_result, h, write_only, no_init};
      h.parallel_for<CallPrice<Fuse, P>>(shape, [=](id<2> i) {
        const float n1 = 0.5f * sycl::erfc(-d1[i] * root_half), n2 = 0.5f * sycl::erfc(-d2[i] * root_half);
        call[i] = price[i] * n1 - strike[i] * sycl::exp(-rate * years[i]) * n2;
      });
    });
    q.submit([&](handler &h) {
      accessor price{a, h, read_only}, strike{b, h, read_only}, years{c, h, read_only}, call{side_result, h, read_only};
      accessor put{out, h, write_only, no_init};
      h.parallel_for<PutPrice<Fuse, P>>(
          shape, [=](id<2> i) { put[i] = call[i] + strike[i] * sycl::exp(-rate * years[i]) - price[i]; });
    });
    if constexpr (Fuse)
      fw.complete_fusion();
  }

  void stencil() {
    using namespace sycl;
    const nd_range<2> tiles{shape, range<2>{tile_height, tile_width}};
    if constexpr (Fuse) {
      fw.start_fusion();
      ext::syclfuse::expect_nd_range(nd_range<2>{{1024, 1024}, {8, 64}});
    }
    q.submit([&](handler &h) {
      accessor x{a, h, read_only}, y{b, h, read_only};
      accessor m{first, h, write_only, no_init};
      h.parallel_for<Mix<Fuse, P>>(tiles, [=](nd_item<2> i) {
        const id<2> at = i.get_global_id();
        m[at] = x[at] * 0.75f + y[at];
      });
    });
    q.submit([&](handler &h) {
      accessor m{first, h, read_only};
      accessor s{second, h, write_only, no_init};
      h.parallel_for<Neighbours<Fuse, P>>(tiles, [=](nd_item<2> i) {
        const std::size_t ly = i.get_local_id(0), lx = i.get_local_id(1);
        const std::size_t y = i.get_group(0) * tile_height, x = i.get_group(1) * tile_width;
        const float across = m[y + ly][x + (lx ? lx - 1 : 0)] + m[y + ly][x + (lx + 1 < tile_width ? lx + 1 : lx)];
        const float along = m[y + (ly ? ly - 1 : 0)][x + lx] + m[y + (ly + 1 < tile_height ? ly + 1 : ly)][x + lx];
        s[i.get_global_id()] = across + along;
      });
    });
    q.submit([&](handler &h) {
      accessor m{first, h, read_only}, s{second, h, read_only};
      accessor to{out, h, write_only, no_init};
      h.parallel_for<Difference<Fuse, P>>(tiles, [=](nd_item<2> i) {
        const id<2> at = i.get_global_id();
        to[at] = m[at] - s[at] * 0.25f;
      });
    });
    if constexpr (Fuse)
      fw.complete_fusion();
  }

  // Over the images as rows of their elements, so that a group is a piece of one row.
  void group_sums() {
    using namespace sycl;
    const nd_range<2> groups{shape, range<2>{1, group_size}};
    if constexpr (Fuse) {
      fw.start_fusion();
      ext::syclfuse::expect_nd_range(nd_range<2>{{1, 1'048'576}, {1, 256}});
    }
    q.submit([&](handler &h) {
      accessor x{a, h, read_only}, y{b, h, read_only};
      accessor to{first, h, write_only, no_init};
      h.parallel_for<Subtract<Fuse, P>>(
          groups, [=](nd_item<2> i) { to[i.get_global_id()] = x[i.get_global_id()] - y[i.get_global_id()]; });
    });
    q.submit([&](handler &h) {
      accessor x{first, h, read_only}, y{c, h, read_only};
      accessor to{second, h, write_only, no_init};
      h.parallel_for<Multiply<Fuse, P>>(
          groups, [=](nd_item<2> i) { to[i.get_global_id()] = x[i.get_global_id()] * y[i.get_global_id()]; });
    });
    q.submit([&](handler &h) {
      accessor x{second, h, read_only};
      accessor to{out, h, write_only, no_init};
      h.parallel_for<GroupSum<Fuse, P>>(groups, [=](nd_item<2> i) {
        const float sum = reduce_over_group(i.get_group(), x[i.get_global_id()], plus<float>());
        if (i.get_local_id(1) == 0)
          to[0][i.get_group(1)] = sum;
      });
    });
    if constexpr (Fuse)
      fw.complete_fusion();
  }

  sycl::queue q;
  fusion::fusion_wrapper fw;
  const workload &w;
  sycl::range<dimensions> shape;
  buffer a, b, c, d, out, side_result, first, second, third;
};

} // namespace sequence_bench
