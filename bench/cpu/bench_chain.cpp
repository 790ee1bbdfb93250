// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The chain and its first kernel alone, by this project and by hand in OpenMP.
//   bench-chain <size> <rounds>
#include "chain_sycl.hpp"
#include "peers.hpp"

#include <cstring>

template <int Kind> class SingleKernel;

namespace {

using bench::allocate;
using bench::array;
using bench::peer;

struct memory {
  array in[4], tmp[3], out;
  chain_arrays arrays;

  explicit memory(std::size_t n) {
    unsigned state = 2026;
    for (array &v : in) {
      v = allocate(n);
      for (std::size_t i = 0; i < n; ++i)
        v[i] = static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) * 0x1p-23f - 1.0f;
    }
    for (array *v : {&tmp[0], &tmp[1], &tmp[2], &out}) {
      *v = allocate(n);
      std::fill_n(v->get(), n, 0.0f);
    }
    arrays = {
        in[0].get(), in[1].get(), in[2].get(), in[3].get(), tmp[0].get(), tmp[1].get(), tmp[2].get(), out.get(), n};
  }
};

// One kernel over USM, as it costs least to submit: the OpenMP loop's counterpart.
void sycl_range(sycl::queue &q, const chain_arrays &a) {
  const float *in1 = a.in1, *in2 = a.in2;
  float *tmp1 = a.tmp1;
  q.parallel_for<SingleKernel<0>>(sycl::range<1>{a.n}, [=](sycl::id<1> i) { tmp1[i] = in1[i] * in2[i]; });
  q.wait();
}

void sycl_nd_range(sycl::queue &q, const chain_arrays &a) {
  const float *in1 = a.in1, *in2 = a.in2;
  float *tmp1 = a.tmp1;
  q.parallel_for<SingleKernel<1>>(sycl::nd_range<1>{a.n, 64}, [=](sycl::nd_item<1> i) {
    const std::size_t id = i.get_global_id(0);
    tmp1[id] = in1[id] * in2[id];
  });
  q.wait();
}

bool is_right(const chain_arrays &a, const float *out) {
  for (std::size_t i = 0; i < a.n; ++i) {
    const float product = a.in1[i] * a.in2[i], difference = a.in1[i] - a.in3[i];
    const float other = difference * a.in4[i], wanted = product - other;
    if (std::memcmp(&out[i], &wanted, sizeof wanted) != 0)
      return false;
  }
  return true;
}

template <class Chain> peer sycl_peer(const std::string &name, sycl::queue &q, chain_buffers &buffers) {
  auto chain = std::make_shared<Chain>(q, buffers);
  return {name, false, [chain] { chain->iterate(); }, [chain] { return chain->outcome(); },
          [&buffers](const std::function<void(float *)> &f) {
            sycl::host_accessor out{buffers.out, sycl::read_write};
            f(&out[0]);
          }};
}

peer openmp_peer(const std::string &name, void (*function)(const chain_arrays &), const chain_arrays &a) {
  return {name, true, [=] { function(a); }, [] { return ""; },
          [a](const std::function<void(float *)> &f) { f(a.out); }};
}

std::vector<peer> all_peers(sycl::queue &q, chain_buffers &buffers, const chain_arrays &a) {
  using promoted = chain_sycl<true, fusion::property::promote_private>;
  std::vector<peer> peers{openmp_peer("4 OpenMP loops", openmp_four_loops, a),
                          openmp_peer("hand-fused OpenMP loop", openmp_fused, a),
                          {"one OpenMP loop", true, [a] { openmp_one_loop(a); }},
                          sycl_peer<chain_sycl<false>>("this project, unfused", q, buffers),
                          sycl_peer<chain_sycl<true>>("this project, fused", q, buffers),
                          sycl_peer<promoted>("this project, internalized", q, buffers),
                          {"this project, one range kernel", false, [&q, a] { sycl_range(q, a); }}};
  if (a.n % 64 == 0)
    peers.push_back({"this project, one nd_range kernel", false, [&q, a] { sycl_nd_range(q, a); }});
  return peers;
}

} // namespace

int main(int argc, char **argv) {
  const std::size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  if (n == 0 || rounds < 1)
    return std::fprintf(stderr, "usage: bench-chain <size> <rounds>\n"), 2;
  memory m(n);
  sycl::queue q{sycl::cpu_selector_v, sycl::property_list{fusion::property::queue::enable_fusion{}}};
  chain_buffers buffers(m.arrays);
  const bool right = bench::run(all_peers(q, buffers, m.arrays), n, rounds, n,
                                [&](const float *out) { return is_right(m.arrays, out); });
  return right ? 0 : 1;
}
