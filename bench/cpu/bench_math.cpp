// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One mathematical function per element, Black-Scholes in three kernels and the tail of a transformer's MLP in four,
// beside OpenMP loops with libmvec and SLEEF.
//   bench-math <exp|log|sin|cos|tanh|erf|pow|black-scholes|mlp> <elements, a multiple of 1024> <rounds>
#include "math_loops.hpp"
#include "peers.hpp"

#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstring>

namespace fusion = sycl::ext::codeplay::experimental;

namespace {

sycl::queue &queue() {
  static sycl::queue q{fusion::property::queue::enable_fusion{}};
  return q;
}

float *uniform(std::size_t n, float low, float high, unsigned seed) {
  float *v = sycl::malloc_shared<float>(n, queue());
  unsigned state = seed;
  for (std::size_t i = 0; i < n; ++i)
    v[i] = low + (high - low) * static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) * 0x1p-24f;
  return v;
}

using access = std::function<void(const std::function<void(float *)> &)>;
access to(float *out) {
  return [=](const std::function<void(float *)> &f) { f(out); };
}
template <class F> bench::peer loop(const std::string &name, F f, float *out) {
  return {name, true, f, [] { return ""; }, to(out)};
}
// Against what g++ computes: everyday errors only.
std::function<bool(const float *)> near_to(const std::vector<float> &wanted) {
  return [wanted](const float *out) {
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (!(std::fabs(out[i] - wanted[i]) <= 1e-5f * std::fabs(wanted[i]) + 1e-4f))
        return false;
    return true;
  };
}

template <class Name, class F>
int run_function(F kernel, void (*gcc)(const float *, float *, std::size_t),
                 void (*clang)(const float *, float *, std::size_t), void (*sleef)(const float *, float *, std::size_t),
                 float low, float high, std::size_t n, int rounds) {
  const float *x = uniform(n, low, high, 1);
  float *out = sycl::malloc_shared<float>(n, queue());
  auto ours = [=] { queue().parallel_for<Name>(n, [=](sycl::id<1> i) { out[i] = kernel(x[i]); }).wait(); };
  std::vector<bench::peer> peers{loop(
                                     "g++ -Ofast, libmvec", [=] { gcc(x, out, n); }, out),
                                 loop("clang++ -Ofast, libmvec", [=] { clang(x, out, n); }, out)};
  if (sleef)
    peers.push_back(loop("SLEEF", [=] { sleef(x, out, n); }, out));
  peers.push_back({"this project", false, ours, [] { return "unfused"; }, to(out)});
  gcc(x, out, n);
  return bench::run(peers, n, rounds, n, near_to(std::vector<float>(out, out + n))) ? 0 : 1;
}

int run_pow(std::size_t n, int rounds) {
  const float *x = uniform(n, 0.1f, 10, 1), *y = uniform(n, -4, 4, 2);
  float *out = sycl::malloc_shared<float>(n, queue());
  auto ours = [=] {
    queue().parallel_for<class Pow>(n, [=](sycl::id<1> i) { out[i] = sycl::pow(x[i], y[i]); }).wait();
  };
  std::vector<bench::peer> peers{loop(
                                     "g++ -Ofast, libmvec", [=] { gcc_loops::loop_pow(x, y, out, n); }, out),
                                 loop("clang++ -Ofast, libmvec", [=] { clang_loops::loop_pow(x, y, out, n); }, out)};
#ifdef BENCH_SLEEF
  peers.push_back(loop("SLEEF", [=] { sleef_loops::loop_pow(x, y, out, n); }, out));
#endif
  peers.push_back({"this project", false, ours, [] { return "unfused"; }, to(out)});
  gcc_loops::loop_pow(x, y, out, n);
  return bench::run(peers, n, rounds, n, near_to(std::vector<float>(out, out + n))) ? 0 : 1;
}

template <bool Fuse> class Distances;
template <bool Fuse> class Call;
template <bool Fuse> class Put;

template <bool Fuse> void black_scholes(fusion::fusion_wrapper &fw, const black_scholes_arrays &a, std::size_t n) {
  sycl::queue &q = queue();
  if constexpr (Fuse)
    fw.start_fusion();
  q.parallel_for<Distances<Fuse>>(n, [=](sycl::id<1> i) {
    const float t = a.years[i], root = sycl::sqrt(t);
    const float d1 =
        (sycl::log(a.price[i] / a.strike[i]) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
    a.d1[i] = d1;
    a.d2[i] = d1 - volatility * root;
  });
  q.parallel_for<Call<Fuse>>(n, [=](sycl::id<1> i) {
    const float n1 = 0.5f * sycl::erfc(-a.d1[i] * 0.70710678f), n2 = 0.5f * sycl::erfc(-a.d2[i] * 0.70710678f);
    a.call[i] = a.price[i] * n1 - a.strike[i] * sycl::exp(-rate * a.years[i]) * n2;
  });
  q.parallel_for<Put<Fuse>>(
      n, [=](sycl::id<1> i) { a.put[i] = a.call[i] + a.strike[i] * sycl::exp(-rate * a.years[i]) - a.price[i]; });
  if constexpr (Fuse)
    fw.complete_fusion();
  q.wait();
}

int run_black_scholes(std::size_t n, int rounds) {
  auto array = [&] { return sycl::malloc_shared<float>(n, queue()); };
  black_scholes_arrays a{
      uniform(n, 5, 30, 1), uniform(n, 1, 100, 2), uniform(n, 0.25f, 10, 3), array(), array(), array(), array()};
  auto fw = std::make_shared<fusion::fusion_wrapper>(queue());
  std::vector<bench::peer> peers{
      loop(
          "g++ -Ofast, libmvec", [=] { gcc_loops::black_scholes(a, n); }, a.put),
      loop(
          "clang++ -Ofast, libmvec", [=] { clang_loops::black_scholes(a, n); }, a.put),
      {"this project, unfused", false, [=] { black_scholes<false>(*fw, a, n); }, [] { return "unfused"; }, to(a.put)},
      {"this project, fused", false, [=] { black_scholes<true>(*fw, a, n); },
       [=] { return to_string(fw->last_outcome()); }, to(a.put)}};
  gcc_loops::black_scholes(a, n);
  return bench::run(peers, n, rounds, n, near_to(std::vector<float>(a.put, a.put + n))) ? 0 : 1;
}

template <bool Fuse, class... P> class Bias;
template <bool Fuse, class... P> class Gelu;
template <bool Fuse, class... P> class Mask;
template <bool Fuse, class... P> class Residual;

struct mlp_buffers {
  sycl::range<2> shape;
  sycl::buffer<float, 2> x, mask, residual, out;
  sycl::buffer<float> bias;
  explicit mlp_buffers(const mlp_arrays &a)
      : shape(a.rows, a.columns), x(a.x, shape), mask(a.mask, shape), residual(a.residual, shape), out(shape),
        bias(a.bias, sycl::range<1>(a.columns)) {}
};

template <bool Fuse, class... P> class mlp_sycl {
public:
  explicit mlp_sycl(mlp_buffers &b)
      : fw(queue()), b(b), biased(b.shape, sycl::property_list{P{}...}), active(b.shape, sycl::property_list{P{}...}),
        masked(b.shape, sycl::property_list{P{}...}) {}
  void iterate() {
    using namespace sycl;
    sycl::queue &q = ::queue();
    if constexpr (Fuse)
      fw.start_fusion();
    q.submit([&](handler &h) {
      accessor x{b.x, h, read_only};
      accessor bias{b.bias, h, read_only};
      accessor to{biased, h, write_only, no_init};
      h.parallel_for<Bias<Fuse, P...>>(b.shape, [=](id<2> i) { to[i] = x[i] + bias[i[1]]; });
    });
    q.submit([&](handler &h) {
      accessor from{biased, h, read_only};
      accessor to{active, h, write_only, no_init};
      h.parallel_for<Gelu<Fuse, P...>>(b.shape, [=](id<2> i) {
        const float v = from[i];
        to[i] = 0.5f * v * (1.0f + sycl::tanh(gelu_linear * (v + gelu_cubic * v * v * v)));
      });
    });
    q.submit([&](handler &h) {
      accessor from{active, h, read_only}, mask{b.mask, h, read_only};
      accessor to{masked, h, write_only, no_init};
      h.parallel_for<Mask<Fuse, P...>>(b.shape, [=](id<2> i) { to[i] = from[i] * mask[i]; });
    });
    q.submit([&](handler &h) {
      accessor from{masked, h, read_only}, residual{b.residual, h, read_only};
      accessor to{b.out, h, write_only, no_init};
      h.parallel_for<Residual<Fuse, P...>>(b.shape, [=](id<2> i) { to[i] = from[i] * scale_of_output + residual[i]; });
    });
    if constexpr (Fuse)
      fw.complete_fusion();
    q.wait();
  }
  const char *outcome() const { return Fuse ? to_string(fw.last_outcome()) : "unfused"; }

private:
  fusion::fusion_wrapper fw;
  mlp_buffers &b;
  sycl::buffer<float, 2> biased, active, masked;
};

template <class Sequence> bench::peer mlp_peer(const std::string &name, mlp_buffers &b) {
  auto sequence = std::make_shared<Sequence>(b);
  return {name, false, [=] { sequence->iterate(); }, [=] { return sequence->outcome(); },
          [&b](const std::function<void(float *)> &f) {
            sycl::host_accessor out{b.out, sycl::read_write};
            f(&out[0][0]);
          }};
}

int run_mlp(std::size_t n, int rounds) {
  const std::size_t columns = 1024, rows = n / columns;
  auto array = [&] { return sycl::malloc_shared<float>(n, queue()); };
  float *mask = uniform(n, 0, 1, 4);
  for (std::size_t i = 0; i < n; ++i)
    mask[i] = mask[i] < 0.1f ? 0.0f : 1.0f;
  mlp_arrays a{uniform(n, -3, 3, 1),
               uniform(columns, -1, 1, 2),
               mask,
               uniform(n, -1, 1, 3),
               nullptr,
               nullptr,
               nullptr,
               array(),
               rows,
               columns};
  mlp_buffers b(a);
  using to_registers = fusion::property::promote_private;
  std::vector<bench::peer> peers{loop(
                                     "g++ -Ofast, libmvec", [=] { gcc_loops::mlp(a); }, a.out),
                                 loop(
                                     "clang++ -Ofast, libmvec", [=] { clang_loops::mlp(a); }, a.out),
                                 mlp_peer<mlp_sycl<false>>("this project, unfused", b),
                                 mlp_peer<mlp_sycl<true>>("this project, fused", b),
                                 mlp_peer<mlp_sycl<true, to_registers>>("this project, internalized", b)};
  gcc_loops::mlp(a);
  return bench::run(peers, n, rounds, n, near_to(std::vector<float>(a.out, a.out + n))) ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: bench-math <function> <elements> <rounds>\n");
    return 2;
  }
  const std::string what = argv[1];
  const std::size_t n = std::strtoul(argv[2], nullptr, 10) / 1024 * 1024;
  const int rounds = std::atoi(argv[3]);
#ifdef BENCH_SLEEF
#define SLEEF_LOOP(name) sleef_loops::loop_##name
#else
#define SLEEF_LOOP(name) nullptr
#endif
#define RUN(name, low, high)                                                                                           \
  if (what == #name)                                                                                                   \
    return run_function<class Kernel_##name>([](float x) { return sycl::name(x); }, gcc_loops::loop_##name,            \
                                             clang_loops::loop_##name, SLEEF_LOOP(name), low, high, n, rounds);
  RUN(exp, -10, 10)
  RUN(log, 0, 100)
  RUN(sin, -100, 100)
  RUN(cos, -100, 100)
  RUN(tanh, -4, 4)
  RUN(erf, -3, 3)
  if (what == "pow")
    return run_pow(n, rounds);
  if (what == "black-scholes")
    return run_black_scholes(n, rounds);
  return run_mlp(n, rounds);
}
