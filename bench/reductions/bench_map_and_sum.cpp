// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A map and a sum over what it has written, and a map and a dot product: as kernels one by one and in a region, in
// turns. Writes a table of medians, in µs from submission to the end of the wait; exit code 1 if sums differ or a
// region was not fused.
//   bench-map-and-sum [--cpu] [--shift=<elements>] [sizes...]
// --cpu: the processor's time in place of the clock's, for machines with other work (on one thread: taskset 1).
// --shift: arrays begin so many elements after a cache line.
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace fusion = sycl::ext::codeplay::experimental;

namespace {

template <class T, int Number> class kernel;

clockid_t the_clock = CLOCK_MONOTONIC;
bool wrong = false;

double now() {
  timespec t;
  clock_gettime(the_clock, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

template <class T> class bench {
public:
  bench(const char *type, std::size_t n, std::size_t shift) : type_(type), n_(n), shift_(shift) {
    for (T **array : {&a_, &b_, &out_})
      *array = sycl::malloc_device<T>(n + shift, q_) + shift;
    sum_ = sycl::malloc_shared<T>(1, q_);
    q_.parallel_for(n, [a = a_, b = b_](sycl::id<1> i) {
        a[i] = static_cast<T>(i[0] % 7);
        b[i] = static_cast<T>(i[0] % 3);
      }).wait();
  }
  ~bench() {
    for (T *array : {a_, b_, out_})
      sycl::free(array - shift_, q_);
    sycl::free(sum_, q_);
  }

  void run() {
    using namespace sycl;
    const auto anew = [this] { return reduction(sum_, plus<T>(), {property::reduction::initialize_to_identity{}}); };
    T *a = a_, *b = b_, *out = out_;
    measure("map and sum", [=](bool fuse) {
      if (fuse)
        fw_.start_fusion();
      q_.parallel_for<kernel<T, 0>>(range<1>(n_), [=](id<1> i) { out[i] = a[i] * T(2) + b[i]; });
      q_.parallel_for<kernel<T, 1>>(range<1>(n_), anew(), [=](id<1> i, auto &r) { r += out[i]; });
      if (fuse)
        complete();
    });
    measure("map and dot", [=](bool fuse) {
      if (fuse)
        fw_.start_fusion();
      q_.parallel_for<kernel<T, 2>>(range<1>(n_), [=](id<1> i) { out[i] = a[i] * T(3) + T(1); });
      q_.parallel_for<kernel<T, 3>>(range<1>(n_), anew(), [=](id<1> i, auto &r) { r += out[i] * b[i]; });
      if (fuse)
        complete();
    });
    measure("sum alone",
            [=](bool) { q_.parallel_for<kernel<T, 4>>(range<1>(n_), anew(), [=](id<1> i, auto &r) { r += out[i]; }); });
  }

private:
  void complete() {
    fw_.complete_fusion();
    if (fw_.last_outcome() == fusion::fusion_outcome::unfused)
      wrong = true;
  }

  // Short ones many times in a row; each round has both forms.
  void measure(const char *name, const std::function<void(bool)> &submit) {
    const std::size_t inner = std::max<std::size_t>(100000 / n_, 1), rounds = n_ > 4000000 ? 41 : 201;
    std::vector<double> times[2], ratios;
    T sums[2];
    for (bool fuse : {false, true}) {
      submit(fuse);
      q_.wait();
      sums[fuse] = *sum_;
    }
    if (std::memcmp(&sums[0], &sums[1], sizeof(T)) != 0)
      wrong = true;
    for (std::size_t round = 0; round < rounds; ++round) {
      for (bool fuse : {false, true}) {
        const double start = now();
        for (std::size_t i = 0; i < inner; ++i) {
          submit(fuse);
          q_.wait();
        }
        times[fuse].push_back((now() - start) / static_cast<double>(inner));
      }
      ratios.push_back(times[1].back() / times[0].back());
    }
    std::printf("| %s, %s | %zu | %.2f | %.2f | %.2f |\n", name, type_, n_, median(times[0]) * 1e6,
                median(times[1]) * 1e6, median(ratios));
  }

  sycl::queue q_{sycl::property_list{sycl::property::queue::in_order{}, fusion::property::queue::enable_fusion{}}};
  fusion::fusion_wrapper fw_{q_};
  const char *type_;
  std::size_t n_, shift_;
  T *a_, *b_, *out_, *sum_;
};

} // namespace

int main(int argc, char **argv) {
  std::vector<std::size_t> sizes;
  std::size_t shift = 0;
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "--cpu") == 0)
      the_clock = CLOCK_PROCESS_CPUTIME_ID;
    else if (std::strncmp(argv[i], "--shift=", 8) == 0)
      shift = std::strtoull(argv[i] + 8, nullptr, 10);
    else
      sizes.push_back(std::strtoull(argv[i], nullptr, 10));
  if (sizes.empty())
    sizes = {1000, 4001, 100003, 1000003, 4000001, 16000001};
  if (std::count(sizes.begin(), sizes.end(), 0))
    return std::fprintf(stderr, "usage: bench-map-and-sum [--cpu] [--shift=<elements>] [sizes...]\n"), 2;
  std::printf("| | elements | one by one | region | ratio |\n|---|--:|--:|--:|--:|\n");
  for (std::size_t n : sizes) {
    bench<float>("float", n, shift).run();
    bench<double>("double", n, shift).run();
  }
  return wrong;
}
