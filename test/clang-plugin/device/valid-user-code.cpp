// User code of many kinds gives no message: matrices, CRTP, inherited constructors, dispatch, overload sets, tables, functors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %device %s -Werror -Wno-unused 2>&1 | count 0
#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <sycl/sycl.hpp>
template <class T, int N> struct Mat {
  T v[N][N];
  constexpr T &operator()(int i, int j) { return v[i][j]; }
  Mat operator*(const Mat &o) const {
    Mat r{};
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j)
        for (int k = 0; k < N; ++k)
          r.v[i][j] += v[i][k] * o.v[k][j];
    return r;
  }
};
template <class D> struct Crtp {
  int call() { return static_cast<D *>(this)->impl(); }
};
struct Impl : Crtp<Impl> {
  int impl() { return 3; }
};
struct Base {
  int a = 1;
  Base() = default;
  explicit Base(int x) : a(x) {}
};
struct Derived : Base {
  using Base::Base;
  int b = a + 1;
};
struct It {
  int i;
  int operator*() const { return i; }
  It &operator++() {
    ++i;
    return *this;
  }
  bool operator!=(const It &o) const { return i != o.i; }
};
struct Range {
  It begin() const { return {0}; }
  It end() const { return {4}; }
};
struct Conv {
  operator int() const { return 4; }
  explicit operator bool() const { return true; }
};
enum class Op { add, mul };
template <Op O> int bin(int a, int b) {
  if constexpr (O == Op::add)
    return a + b;
  else
    return a * b;
}
int dispatch(Op o, int a, int b) {
  switch (o) {
  case Op::add:
    return bin<Op::add>(a, b);
  case Op::mul:
    return bin<Op::mul>(a, b);
  }
  __builtin_unreachable();
}
template <class... Fs> struct overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs> overloaded(Fs...) -> overloaded<Fs...>;
constexpr std::array<int, 8> make() {
  std::array<int, 8> a{};
  for (int i = 0; i < 8; ++i)
    a[i] = i * i;
  return a;
}
static constexpr auto lut = make();
inline const double pi = 3.14159;
namespace detail {
constexpr struct Fn {
  template <class T> T operator()(T x) const { return x + 1; }
} inc{};
} // namespace detail
struct Lit {
  int v;
};
constexpr Lit operator""_l(unsigned long long v) { return {int(v)}; }
typedef int (*opf)(int, int);
int addf(int a, int b) { return a + b; }
template <opf F> struct Static {
  static int call(int a, int b) { return F(a, b); }
};
struct Ops {
  opf f = addf;
  int run(int a) const { return f(a, a); }
};
template <class It, class F> void each(It b, It e, F f) {
  for (; b != e; ++b)
    f(*b);
}
template <unsigned N> constexpr int fib() {
  if constexpr (N < 2)
    return N;
  else
    return fib<N - 1>() + fib<N - 2>();
}
struct Stateful {
  int total = 0;
  void operator()(int x) { total += x; }
};
struct Uni {
  std::unique_ptr<int> u;
  int host() { return *u; }
};
class Sim {
  int n_ = 3;
  sycl::queue q_;

public:
  void step(int *p) {
    int n = n_;
    q_.parallel_for(sycl::range<2>(4, 4), [=](sycl::item<2> it) { p[it.get_linear_id()] = n + scale(2); });
    q_.parallel_for(sycl::nd_range<1>(8, 4), [n, p](auto it) { p[it.get_global_id(0)] = n; });
  }
  static int scale(int x) { return x * factor; }
  static constexpr int factor = 3;
};
void host_helpers() {
  std::map<int, int> m;
  m[1] = 2;
  auto t = std::chrono::steady_clock::now();
  (void)t;
}
int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(100, q);
  double *d = sycl::malloc_shared<double>(10, q);
  sycl::buffer<int> b{sycl::range<1>(10)};
  std::array<std::pair<int, float>, 2> ap{};
  Mat<float, 3> m{};
  Stateful st;
  auto hl = [p](int x) { return p[x]; };
  q.submit([&](sycl::handler &h) {
    sycl::accessor a{b, h};
    sycl::local_accessor<int, 1> l{sycl::range<1>(4), h};
    h.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> it) {
      l[it.get_local_id(0)] = a[it.get_global_id(0)];
      sycl::group_barrier(it.get_group());
      a[it.get_global_id(0)] = l[0];
      for (auto &x : a)
        p[0] += x;
    });
  });
  q.parallel_for(10, [=](auto i) {
    auto mm = m * m;
    mm(0, 1) = 2;
    d[0] = mm.v[1][1];
    Impl im;
    p[0] = im.call();
    Derived de(3);
    p[1] = de.b;
    for (int x : Range{})
      p[2] += x;
    Conv c;
    p[3] = c + (c ? 1 : 0);
    p[4] = dispatch(Op(p[0]), 1, 2);
    overloaded o{[](int x) { return x; }, [](float) { return 2; }};
    p[5] = o(1) + o(2.f);
    p[6] = lut[p[0] & 7];
    d[1] = pi * detail::inc(2.0);
    p[7] = (3_l).v;
    p[8] = Static<addf>::call(1, 2) + Ops{}.run(3);
    each(p, p + 4, [&](int &x) { x += 1; });
    p[9] = fib<10>();
    Stateful s2 = st;
    std::for_each(p, p + 3, std::ref(s2));
    p[10] = s2.total + hl(3) + ap[0].first;
    p[11] = [=]() mutable {
      int k = 0;
      auto g = [&k](int n) { k += n; };
      g(3);
      return k;
    }();
    int arr2[3][3] = {};
    for (auto &row : arr2)
      for (auto &x : row)
        x = 1;
    auto [a0, a1, a2] = arr2[0];
    p[12] = a0 + a1 + a2;
    auto mx = std::minmax(p[0], p[1]);
    p[13] = mx.first;
    p[14] = static_cast<int>(i);
    sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device> ar(p[0]);
    ar += 1;
    ar.fetch_max(3);
    std::array<std::array<int, 2>, 2> aa{{{1, 2}, {3, 4}}};
    p[15] = aa[1][0];
    auto v = std::make_pair(1, 2.0);
    p[16] = v < std::make_pair(2, 1.0);
    std::tuple<int, Derived> td{1, Derived(2)};
    p[17] = std::get<1>(td).a;
    const char *str = "abc";
    p[18] = str[p[0] & 1];
    using X = std::function<int(int)>;
    X *fp = nullptr;
    p[20] = fp == nullptr;
    for (int z = 0; z < 3; ++z) {
      if (z == 1)
        continue;
      p[21] += z;
    }
    sycl::vec<float, 4> vf{1, 2, 3, 4};
    vf = vf * 2.f + sycl::sqrt(vf);
    d[2] = vf.x();
    sycl::marray<int, 3> ma{1, 2, 3};
    p[22] = ma[1];
    p[23] = sycl::popcount(p[0]) + sycl::clamp(p[1], 0, 3);
    sycl::half hf = 1.5f;
    d[3] = hf * 2.f + sycl::dot(vf, vf);
    p[24] = sycl::select(1, 2, p[0] > 1);
    (void)[](auto &&...xs) { return (xs + ... + 0); }
    (1, 2, 3);
    alignas(16) float al[4] = {};
    d[4] = al[p[0] & 3];
    p[25] = std::is_same_v<int, float>;
    static_assert(lut[2] == 4);
    volatile int vol = 3;
    p[26] = vol;
    [[maybe_unused]] auto un = &p[3];
    decltype(auto) da = p[3];
    p[27] = da;
  });
  Sim s;
  s.step(p);
  host_helpers();
}
