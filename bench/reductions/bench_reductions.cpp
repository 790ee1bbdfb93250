// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions beside a copy of the same arrays on the same device, in turns: bytes that are read, and for the copy
// written too, by the time of a submission and its wait. Before each, another array is read: none finds its data in the
// caches, or waits for what another has written there. Writes a table; exit code 1 if a result is wrong.
//   bench-reductions [elements] [rounds] [peers]
// peers: libreduction-peers.so (cuda/reduction_peers.cu), which adds CUB's sums and maxima of the same arrays.
#include "../cuda/reduction_peers.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <functional>
#include <string>
#include <vector>

namespace {

bool wrong = false;
decltype(&reduce_by_cub) by_cub = nullptr;
const sycl::property_list from_identity{sycl::property::reduction::initialize_to_identity{}};

template <class T> class bench {
public:
  bench(sycl::queue q, std::size_t n, const char *type) : q_(q), n_(n), type_(type) {
    a_ = sycl::malloc_device<T>(n, q), b_ = sycl::malloc_device<T>(n, q), copy_ = sycl::malloc_device<T>(n, q);
    other_ = sycl::malloc_device<T>(n, q);
    result_ = sycl::malloc_shared<T>(1, q);
    q.parallel_for(n, [a = a_, b = b_, other = other_](sycl::id<1> i) {
       a[i] = static_cast<T>(i[0] % 7);
       b[i] = static_cast<T>(i[0] % 3);
       other[i] = 1;
     }).wait();
  }
  ~bench() {
    for (T *p : {a_, b_, copy_, other_, result_})
      sycl::free(p, q_);
  }

  void run(int rounds) {
    const T *a = a_, *b = b_;
    T *copy = copy_;
    double dot = 0;
    for (std::size_t i = 0; i < n_; ++i)
      dot += static_cast<double>(i % 7 * (i % 3));
    add("copy", 2, [=] { return q_.parallel_for(n_, [=](sycl::id<1> i) { copy[i] = a[i]; }); });
    reduce<sycl::plus<T>>("dot", 2, dot, [=](std::size_t i, auto &r) { r += a[i] * b[i]; });
    reduce<sycl::plus<T>>("sum", 1, sum(), [=](std::size_t i, auto &r) { r += a[i] - 3; });
    reduce<sycl::maximum<T>>("max", 1, 6, [=](std::size_t i, auto &r) { r.combine(a[i]); });
    if (by_cub) {
      add_cub("sum, CUB", cub_reduction::sum, sum() + 3 * static_cast<double>(n_));
      add_cub("max, CUB", cub_reduction::max, 6);
    }
    for (int round = 0; round < rounds; ++round)
      for (auto &c : cases_) {
        read_other();
        const auto start = std::chrono::steady_clock::now();
        c.submit().wait();
        c.seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
      }
    const double copied = rate(cases_[0]);
    for (auto &c : cases_)
      std::printf("| %s | %s | %.1f | %.2f |\n", type_, c.name.c_str(), rate(c) / 1e9, rate(c) / copied);
  }

private:
  struct measured {
    std::string name;
    int arrays;
    std::function<sycl::event()> submit;
    std::vector<double> seconds;
  };

  void add_cub(const char *name, cub_reduction r, double wanted) {
    const auto call = [=] {
      double result = 0;
      const bool ok = by_cub(static_cast<int>(r), std::is_same_v<T, double>, a_, n_, &result);
      check(name, ok ? result : -1, wanted);
      return sycl::event(); // which has ended
    };
    add(name, 1, call);
  }
  void add(std::string name, int arrays, std::function<sycl::event()> submit) {
    submit().wait();
    cases_.push_back({std::move(name), arrays, std::move(submit), {}});
  }
  void read_other() {
    q_.parallel_for(n_, [other = other_](sycl::id<1> i) {
        if (other[i] == 0)
          other[i] = 1;
      }).wait();
  }
  // Sums are exact in double; float loses some of the last digits of a dot product.
  template <class Op, class F> void reduce(const std::string &name, int arrays, double wanted, F f) {
    T *result = result_;
    add(name, arrays, [=, q = q_, n = n_]() mutable {
      return q.parallel_for(sycl::range<1>(n), sycl::reduction(result, Op(), from_identity),
                            [=](sycl::id<1> i, auto &r) { f(i[0], r); });
    });
    check(name, static_cast<double>(*result), wanted);
    add(name + ", nd_range", arrays, [=, q = q_, n = n_]() mutable {
      return q.parallel_for(sycl::nd_range<1>(n, 256), sycl::reduction(result, Op(), from_identity),
                            [=](sycl::nd_item<1> i, auto &r) { f(i.get_global_id(0), r); });
    });
    check(name, static_cast<double>(*result), wanted);
  }
  void check(const std::string &name, double result, double wanted) const {
    if (std::abs(result - wanted) <= 1e-5 * std::max(1.0, std::abs(wanted)))
      return;
    std::printf("%s of %s: %g, not %g\n", name.c_str(), type_, result, wanted);
    wrong = true;
  }
  double sum() const {
    double s = 0;
    for (std::size_t i = 0; i < n_; ++i)
      s += static_cast<double>(i % 7) - 3;
    return s;
  }
  double rate(measured &c) const {
    std::nth_element(c.seconds.begin(), c.seconds.begin() + c.seconds.size() / 2, c.seconds.end());
    return static_cast<double>(n_ * sizeof(T) * static_cast<std::size_t>(c.arrays)) / c.seconds[c.seconds.size() / 2];
  }

  sycl::queue q_;
  std::size_t n_;
  const char *type_;
  T *a_, *b_, *copy_, *other_, *result_;
  std::vector<measured> cases_;
};

} // namespace

int main(int argc, char **argv) {
  const std::size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) / 256 * 256 : std::size_t(1) << 25;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 31;
  if (argc > 3)
    if (void *peers = dlopen(argv[3], RTLD_NOW))
      by_cub = reinterpret_cast<decltype(by_cub)>(dlsym(peers, "reduce_by_cub"));
  if (argc > 3 && !by_cub) {
    std::fprintf(stderr, "%s cannot be loaded: %s\n", argv[3], dlerror());
    return 1;
  }
  sycl::queue q;
  std::printf("%s, %zu elements, medians of %d rounds\n\n", q.get_device().get_info<sycl::info::device::name>().c_str(),
              n, rounds);
  std::printf("| type | | GB/s | of the copy |\n|---|---|--:|--:|\n");
  bench<double>(q, n, "double").run(rounds);
  bench<float>(q, n, "float").run(rounds);
  return wrong;
}
