// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three kernels over an image: element-wise, a 5-point stencil within the tile of each work-group, element-wise.
// Between the first two the image can stay in local memory, between the others in registers.
//   bench-stencil <width and height, a multiple of 64> <rounds>
#include "peers.hpp"
#include "sequences_openmp.hpp"

#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cstring>

namespace fusion = sycl::ext::codeplay::experimental;

template <bool Fuse, class... Properties> class Mix;
template <bool Fuse, class... Properties> class Neighbours;
template <bool Fuse, class... Properties> class Difference;

namespace {

constexpr std::size_t tile_height = stencil_arrays::tile_height, tile_width = stencil_arrays::tile_width;

struct image_buffers {
  sycl::range<2> size;
  sycl::buffer<float, 2> in1, in2, out;
  explicit image_buffers(const stencil_arrays &a)
      : size(a.height, a.width), in1(a.in1, size), in2(a.in2, size), out(size) {}
};

// Fuse puts the kernels into a fusion region; properties of the image that neighbours read and of the other one.
template <class... P> struct properties {};
template <bool Fuse, class OfMixed = properties<>, class OfSummed = properties<>> class stencil_sycl;

template <bool Fuse, class... OfMixed, class... OfSummed>
class stencil_sycl<Fuse, properties<OfMixed...>, properties<OfSummed...>> {
public:
  stencil_sycl(sycl::queue queue, image_buffers &buffers)
      : q(queue), fw(q), size(buffers.size), in1(buffers.in1), in2(buffers.in2),
        mixed(size, sycl::property_list{OfMixed{}...}), summed(size, sycl::property_list{OfSummed{}...}),
        out(buffers.out) {}

  void iterate() {
    using namespace sycl;
    const nd_range<2> shape{size, range<2>{tile_height, tile_width}};
    if constexpr (Fuse) {
      fw.start_fusion();
      ext::syclfuse::expect_nd_range(nd_range<2>{{256, 256}, {8, 64}});
      ext::syclfuse::expect_nd_range(nd_range<2>{{1024, 1024}, {8, 64}});
      ext::syclfuse::expect_nd_range(nd_range<2>{{4096, 4096}, {8, 64}});
    }
    q.submit([&](handler &h) {
      accessor a{in1, h, read_only}, b{in2, h, read_only};
      accessor m{mixed, h, write_only, no_init};
      h.parallel_for<Mix<Fuse, OfMixed..., OfSummed...>>(shape, [=](nd_item<2> i) {
        const id<2> at = i.get_global_id();
        const float scaled = a[at] * 0.75f;
        m[at] = scaled + b[at];
      });
    });
    q.submit([&](handler &h) {
      accessor m{mixed, h, read_only};
      accessor s{summed, h, write_only, no_init};
      h.parallel_for<Neighbours<Fuse, OfMixed..., OfSummed...>>(shape, [=](nd_item<2> i) {
        const std::size_t ly = i.get_local_id(0), lx = i.get_local_id(1);
        const std::size_t y = i.get_group(0) * tile_height, x = i.get_group(1) * tile_width;
        const float horizontal = m[y + ly][x + before(lx)] + m[y + ly][x + after(lx, tile_width)];
        const float vertical = m[y + before(ly)][x + lx] + m[y + after(ly, tile_height)][x + lx];
        s[i.get_global_id()] = horizontal + vertical;
      });
    });
    q.submit([&](handler &h) {
      accessor m{mixed, h, read_only}, s{summed, h, read_only};
      accessor o{out, h, write_only, no_init};
      h.parallel_for<Difference<Fuse, OfMixed..., OfSummed...>>(shape, [=](nd_item<2> i) {
        const id<2> at = i.get_global_id();
        const float mean = s[at] * 0.25f;
        o[at] = m[at] - mean;
      });
    });
    if constexpr (Fuse)
      fw.complete_fusion();
    q.wait();
  }

  const char *outcome() const { return Fuse ? to_string(fw.last_outcome()) : "unfused"; }

private:
  sycl::queue q;
  fusion::fusion_wrapper fw;
  sycl::range<2> size;
  sycl::buffer<float, 2> in1, in2, mixed, summed, out;
};

struct memory {
  bench::array in[2], mix, sum, out;
  stencil_arrays arrays;
  explicit memory(std::size_t edge) {
    const std::size_t n = edge * edge;
    unsigned state = 2026;
    for (bench::array &v : in) {
      v = bench::allocate(n);
      for (std::size_t i = 0; i < n; ++i)
        v[i] = static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) * 0x1p-23f - 1.0f;
    }
    for (bench::array *v : {&mix, &sum, &out}) {
      *v = bench::allocate(n);
      std::fill_n(v->get(), n, 0.0f);
    }
    arrays = {in[0].get(), in[1].get(), mix.get(), sum.get(), out.get(), edge, edge};
  }
};

bool is_right(const stencil_arrays &a, const float *out) {
  auto mix = [&](std::size_t y, std::size_t x) {
    const float scaled = a.in1[y * a.width + x] * 0.75f;
    return scaled + a.in2[y * a.width + x];
  };
  for (std::size_t y = 0; y < a.height; ++y)
    for (std::size_t x = 0; x < a.width; ++x) {
      const std::size_t ly = y % tile_height, lx = x % tile_width;
      const float horizontal = mix(y, x - lx + before(lx)) + mix(y, x - lx + after(lx, tile_width));
      const float vertical = mix(y - ly + before(ly), x) + mix(y - ly + after(ly, tile_height), x);
      const float sum = horizontal + vertical, mean = sum * 0.25f, wanted = mix(y, x) - mean;
      if (std::memcmp(&out[y * a.width + x], &wanted, sizeof wanted) != 0)
        return false;
    }
  return true;
}

bench::peer openmp_peer(const std::string &name, void (*function)(const stencil_arrays &), const stencil_arrays &a) {
  return {name, true, [=] { function(a); }, [] { return ""; },
          [a](const std::function<void(float *)> &f) { f(a.out); }};
}

template <class Sequence> bench::peer sycl_peer(const std::string &name, sycl::queue &q, image_buffers &buffers) {
  auto sequence = std::make_shared<Sequence>(q, buffers);
  return {name, false, [sequence] { sequence->iterate(); }, [sequence] { return sequence->outcome(); },
          [&buffers](const std::function<void(float *)> &f) {
            sycl::host_accessor out{buffers.out, sycl::read_write};
            f(&out[0][0]);
          }};
}

} // namespace

int main(int argc, char **argv) {
  const std::size_t edge = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  if (edge == 0 || edge % tile_width != 0 || rounds < 1)
    return std::fprintf(stderr, "usage: bench-stencil <width and height, a multiple of 64> <rounds>\n"), 2;
  memory m(edge);
  sycl::queue q{sycl::cpu_selector_v, sycl::property_list{fusion::property::queue::enable_fusion{}}};
  image_buffers buffers(m.arrays);
  using promoted =
      stencil_sycl<true, properties<fusion::property::promote_local>, properties<fusion::property::promote_private>>;
  const std::vector<bench::peer> peers{openmp_peer("3 OpenMP loops", openmp_stencil_three_loops, m.arrays),
                                       openmp_peer("hand-fused OpenMP loop", openmp_stencil_fused, m.arrays),
                                       sycl_peer<stencil_sycl<false>>("this project, unfused", q, buffers),
                                       sycl_peer<stencil_sycl<true>>("this project, fused", q, buffers),
                                       sycl_peer<promoted>("this project, internalized", q, buffers)};
  const bool right =
      bench::run(peers, edge * edge, rounds, edge * edge, [&](const float *out) { return is_right(m.arrays, out); });
  return right ? 0 : 1;
}
