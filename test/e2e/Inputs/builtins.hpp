// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the end-to-end programs of builtins share: two kernels, fused, the results of which are compared with the
// host's, and whose bits are printed for the comparison with a run that is not fused.
#pragma once

#include "e2e.hpp"

#include <cmath>

namespace sycl::detail {
template <class V> inline constexpr std::size_t with_size = 1;
template <class T, int N> inline constexpr std::size_t with_size<vec<T, N>> = N;
template <class T, std::size_t N> inline constexpr std::size_t with_size<marray<T, N>> = N;
} // namespace sycl::detail

namespace e2e {

// How the results may differ from the host's: in units in the last place of each element.
template <class T> double distance_of(T a, T b) {
  if (std::memcmp(&a, &b, sizeof(T)) == 0 || (a != a && b != b))
    return 0;
  if constexpr (std::is_integral_v<T>)
    return 1e30;
  else {
    double x = static_cast<double>(a), y = static_cast<double>(b);
    if (!std::isfinite(x) || !std::isfinite(y))
      return 1e30;
    constexpr int digits = std::numeric_limits<T>::digits;
    int e = std::max(std::max(x == 0 ? -5000 : std::ilogb(x), y == 0 ? -5000 : std::ilogb(y)),
                     std::numeric_limits<T>::min_exponent - 1);
    return std::fabs(x - y) / std::ldexp(1.0, e - digits + 1);
  }
}

template <class V> std::vector<V> builtin_inputs(std::size_t n, unsigned seed) {
  using T = sycl::detail::element_t<V>;
  using bits = sycl::detail::uint_of_size<sizeof(T)>;
  std::mt19937_64 generator{seed};
  std::vector<V> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    auto one = [&] {
      std::uint64_t r = generator();
      switch (i % 4) {
      case 0:
        return __builtin_bit_cast(T, static_cast<bits>(r));
      case 1:
        return static_cast<T>(static_cast<int>(r % 41) - 20);
      default:
        if constexpr (std::is_integral_v<T>)
          return static_cast<T>(static_cast<std::int64_t>(r) >> (r >> 40) % 64);
        else
          return static_cast<T>((static_cast<double>(r >> 11) * 0x1p-53 - 0.5) * (i % 4 == 2 ? 4 : 100));
      }
    };
    if constexpr (sycl::detail::has_shape<V>)
      for (std::size_t k = 0; k < V::size(); ++k)
        values[i][k] = one();
    else
      values[i] = one();
  }
  return values;
}

// Counts what differs by more than `allowed` and says which function it was.
template <class V>
void compare(const char *name, const std::vector<V> &in, const std::vector<V> &got, const std::vector<V> &wanted,
             std::size_t count, const char *const *functions, double allowed) {
  std::uint64_t bits = 14695981039346656037u;
  for (std::size_t i = 0; i < got.size(); ++i)
    for (std::size_t k = 0; k < sycl::detail::with_size<V>; ++k) {
      auto a = sycl::detail::element(got[i], k), b = sycl::detail::element(wanted[i], k);
      unsigned char bytes[sizeof a] = {};
      if (a == a)
        std::memcpy(bytes, &a, sizeof a);
      for (unsigned char byte : bytes)
        bits = (bits ^ byte) * 1099511628211u;
      // lgamma has no bound: near its zeros the relative error grows.
      const bool bounded = !std::strstr(functions[i % count], "lgamma");
      if (distance_of(a, b) > (bounded ? allowed : 65536 * (allowed + 1)) && ++failures < 20)
        std::printf("%s: %s of element %zu of (%g, %g) is %g, needed: %g\n", name, functions[i % count], k,
                    double(sycl::detail::element(in[i / count], k)),
                    double(sycl::detail::element(in[i / count + 1], k)), double(a), double(b));
    }
  std::printf("%s: bits %016llx\n", name, static_cast<unsigned long long>(bits));
}

} // namespace e2e

// A function `name` for values of type V. Functions::all(x, y, out) writes Functions::count results for a value and the
// next; Functions::then(r) is computed of each by a second kernel.
#define E2E_BUILTINS(name, V, Functions, allowed)                                                                      \
  void name() {                                                                                                        \
    const std::size_t n = 301;                                                                                         \
    const std::vector<V> in = e2e::builtin_inputs<V>(n + 1, __LINE__);                                                 \
    std::vector<V> result(n * Functions::count), wanted(result);                                                       \
    for (std::size_t i = 0; i < n; ++i) {                                                                              \
      Functions::all(in[i], in[i + 1], &wanted[i * Functions::count]);                                                 \
      for (std::size_t k = 0; k < Functions::count; ++k)                                                               \
        wanted[i * Functions::count + k] = Functions::then(wanted[i * Functions::count + k]);                          \
    }                                                                                                                  \
    sycl::queue q = e2e::make_queue();                                                                                 \
    e2e::fusion_wrapper fw{q};                                                                                         \
    {                                                                                                                  \
      sycl::buffer<V> input{in.data(), in.size()}, out{result.data(), result.size()}, tmp{sycl::range{result.size()}}; \
      fw.start_fusion();                                                                                               \
      q.submit([&](sycl::handler &h) {                                                                                 \
        sycl::accessor x{input, h, sycl::read_only};                                                                   \
        sycl::accessor t{tmp, h, sycl::write_only, sycl::no_init};                                                     \
        h.parallel_for<class name##_first>(                                                                            \
            sycl::range{n}, [=](sycl::id<1> i) { Functions::all(x[i], x[i[0] + 1], &t[i[0] * Functions::count]); });   \
      });                                                                                                              \
      q.submit([&](sycl::handler &h) {                                                                                 \
        sycl::accessor t{tmp, h, sycl::read_only};                                                                     \
        sycl::accessor r{out, h, sycl::write_only, sycl::no_init};                                                     \
        h.parallel_for<class name##_second>(sycl::range{n}, [=](sycl::id<1> i) {                                       \
          for (std::size_t k = 0; k < Functions::count; ++k)                                                           \
            r[i[0] * Functions::count + k] = Functions::then(t[i[0] * Functions::count + k]);                          \
        });                                                                                                            \
      });                                                                                                              \
      fw.complete_fusion();                                                                                            \
    }                                                                                                                  \
    e2e::report(#name, fw);                                                                                            \
    e2e::compare<V>(#name, in, result, wanted, Functions::count, Functions::names(), allowed);                         \
  }
