// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A difference, a product and the sums of each work-group's items: two element-wise kernels and one with local memory
// and barriers.
//   bench-dot <size, a multiple of 256> <rounds>
#include "peers.hpp"
#include "sequences_openmp.hpp"

#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

namespace fusion = sycl::ext::codeplay::experimental;

template <bool Fuse, class... Properties> class Difference;
template <bool Fuse, class... Properties> class Product;
template <bool Fuse, class... Properties> class GroupSum;

namespace {

constexpr std::size_t group = dot_arrays::group;

struct vector_buffers {
  sycl::range<1> n;
  sycl::buffer<float> a, b, c, partial;
  explicit vector_buffers(const dot_arrays &v) : n(v.n), a(v.a, n), b(v.b, n), c(v.c, n), partial(v.n / group) {}
};

// Fuse puts the kernels into a fusion region, Properties are those of the temporary buffers.
template <bool Fuse, class... Properties> class dot_sycl {
public:
  dot_sycl(sycl::queue queue, vector_buffers &buffers)
      : q(queue), fw(q), n(buffers.n), a(buffers.a), b(buffers.b), c(buffers.c), partial(buffers.partial),
        differences(n, sycl::property_list{Properties{}...}), products(n, sycl::property_list{Properties{}...}) {}

  void iterate() {
    using namespace sycl;
    const nd_range<1> shape{n, range<1>{group}};
    if constexpr (Fuse) {
      fw.start_fusion();
      ext::syclfuse::expect_nd_range(nd_range<1>{4096, 256});
      ext::syclfuse::expect_nd_range(nd_range<1>{1'048'576, 256});
      ext::syclfuse::expect_nd_range(nd_range<1>{16'777'216, 256});
    }
    q.submit([&](handler &h) {
      accessor x{a, h, read_only}, y{b, h, read_only};
      accessor d{differences, h, write_only, no_init};
      h.parallel_for<Difference<Fuse, Properties...>>(
          shape, [=](nd_item<1> i) { d[i.get_global_id()] = x[i.get_global_id()] - y[i.get_global_id()]; });
    });
    q.submit([&](handler &h) {
      accessor d{differences, h, read_only}, z{c, h, read_only};
      accessor p{products, h, write_only, no_init};
      h.parallel_for<Product<Fuse, Properties...>>(
          shape, [=](nd_item<1> i) { p[i.get_global_id()] = d[i.get_global_id()] * z[i.get_global_id()]; });
    });
    q.submit([&](handler &h) {
      accessor p{products, h, read_only};
      accessor sums{partial, h, write_only, no_init};
      local_accessor<float, 1> scratch{range<1>{group}, h};
      h.parallel_for<GroupSum<Fuse, Properties...>>(shape, [=](nd_item<1> i) {
        const std::size_t l = i.get_local_id(0);
        scratch[l] = p[i.get_global_id()];
        for (std::size_t half = group / 2; half != 0; half /= 2) {
          group_barrier(i.get_group());
          if (l < half)
            scratch[l] += scratch[l + half];
        }
        if (l == 0)
          sums[i.get_group(0)] = scratch[0];
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
  sycl::range<1> n;
  sycl::buffer<float> a, b, c, partial, differences, products;
};

struct memory {
  bench::array in[3], difference, product, partial;
  dot_arrays arrays;
  explicit memory(std::size_t n) {
    unsigned state = 2026;
    // Small whole numbers: sums have no roundings, whatever their order.
    for (bench::array &v : in) {
      v = bench::allocate(n);
      for (std::size_t i = 0; i < n; ++i)
        v[i] = static_cast<float>(static_cast<int>((state = state * 1664525u + 1013904223u) >> 28) - 8);
    }
    for (bench::array *v : {&difference, &product}) {
      *v = bench::allocate(n);
      std::fill_n(v->get(), n, 0.0f);
    }
    partial = bench::allocate(n / group);
    arrays = {in[0].get(), in[1].get(), in[2].get(), difference.get(), product.get(), partial.get(), n};
  }
};

bool is_right(const dot_arrays &v, const float *partial) {
  for (std::size_t g = 0; g < v.n / group; ++g) {
    float sum = 0;
    for (std::size_t i = g * group; i < (g + 1) * group; ++i)
      sum += (v.a[i] - v.b[i]) * v.c[i];
    if (sum != partial[g])
      return false;
  }
  return true;
}

bench::peer openmp_peer(const std::string &name, void (*function)(const dot_arrays &), const dot_arrays &a) {
  return {name, true, [=] { function(a); }, [] { return ""; },
          [a](const std::function<void(float *)> &f) { f(a.partial); }};
}

template <class Sequence> bench::peer sycl_peer(const std::string &name, sycl::queue &q, vector_buffers &buffers) {
  auto sequence = std::make_shared<Sequence>(q, buffers);
  return {name, false, [sequence] { sequence->iterate(); }, [sequence] { return sequence->outcome(); },
          [&buffers](const std::function<void(float *)> &f) {
            sycl::host_accessor partial{buffers.partial, sycl::read_write};
            f(&partial[0]);
          }};
}

} // namespace

int main(int argc, char **argv) {
  const std::size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  if (n == 0 || n % group != 0 || rounds < 1)
    return std::fprintf(stderr, "usage: bench-dot <size, a multiple of 256> <rounds>\n"), 2;
  memory m(n);
  sycl::queue q{sycl::cpu_selector_v, sycl::property_list{fusion::property::queue::enable_fusion{}}};
  vector_buffers buffers(m.arrays);
  const std::vector<bench::peer> peers{
      openmp_peer("3 OpenMP loops", openmp_dot_three_loops, m.arrays),
      openmp_peer("hand-fused OpenMP loop", openmp_dot_fused, m.arrays),
      sycl_peer<dot_sycl<false>>("this project, unfused", q, buffers),
      sycl_peer<dot_sycl<true>>("this project, fused", q, buffers),
      sycl_peer<dot_sycl<true, fusion::property::promote_private>>("this project, internalized", q, buffers)};
  const bool right =
      bench::run(peers, n, rounds, n / group, [&](const float *partial) { return is_right(m.arrays, partial); });
  return right ? 0 : 1;
}
