// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies between host and GPU beside the driver's own, in turns: from memory that the driver knows (pinned) and that it
// does not (pageable), and of buffers. Times are until the data is there; "submit" until the host may go on. Prints one
// JSON object per measurement; exit code 1 if data arrives wrong.
//   bench-copy [--max MiB]
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;

double microseconds_since(clock_type::time_point start) {
  return std::chrono::duration<double, std::micro>(clock_type::now() - start).count();
}

// The driver's own entry points, on the context of the queue.
struct cuda_driver {
  int (*create_stream)(void **, unsigned);
  int (*copy)(unsigned long long, unsigned long long, std::size_t, void *);
  int (*synchronize)(void *);
  void *stream = nullptr;

  cuda_driver() {
    const char *named = std::getenv("SYCL_FUSE_CUDA_LIBRARY");
    void *library = dlopen(named ? named : "libcuda.so.1", RTLD_NOW);
    auto find = [&](auto &function, const char *name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(library ? dlsym(library, name) : nullptr);
      if (!function)
        throw std::runtime_error(std::string("the driver has no ") + name);
    };
    find(create_stream, "cuStreamCreate");
    find(copy, "cuMemcpyAsync");
    find(synchronize, "cuStreamSynchronize");
    require(create_stream(&stream, 1), "cuStreamCreate");
  }
  static void require(int result, const char *what) {
    if (result != 0)
      throw std::runtime_error(std::string(what) + " gives " + std::to_string(result));
  }
  void start(void *dst, const void *src, std::size_t bytes) {
    require(copy(reinterpret_cast<unsigned long long>(dst), reinterpret_cast<unsigned long long>(src), bytes, stream),
            "cuMemcpyAsync");
  }
  void wait() { require(synchronize(stream), "cuStreamSynchronize"); }
};

struct timed {
  const char *name;
  std::vector<double> submit = {}, all = {};
};

template <class Start, class Wait> void time_once(timed &t, Start start, Wait wait) {
  const auto begin = clock_type::now();
  start();
  t.submit.push_back(microseconds_since(begin));
  wait();
  t.all.push_back(microseconds_since(begin));
}

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

void print(const timed &t, const char *direction, std::size_t bytes) {
  const double us = median(t.all);
  std::printf("{\"copy\": \"%s\", \"direction\": \"%s\", \"bytes\": %zu, \"submit_us\": %.3f, \"median_us\": %.3f, "
              "\"gb_per_s\": %.3f}\n",
              t.name, direction, bytes, median(t.submit), us, static_cast<double>(bytes) / us * 1e-3);
  std::fflush(stdout);
}

class copies {
public:
  copies(sycl::queue queue, std::size_t size)
      : q(queue), bytes(size), device(sycl::malloc_device<char>(bytes, q)), pinned(sycl::malloc_host<char>(bytes, q)),
        pageable(bytes), back(bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
      pageable[i] = static_cast<char>(i * 7 + i / 251);
    std::copy(pageable.begin(), pageable.end(), pinned);
  }
  ~copies() {
    sycl::free(device, q);
    sycl::free(pinned, q);
  }

  void run(cuda_driver &driver, int rounds) {
    timed to[] = {{"driver, pageable"},
                  {"driver, pinned"},
                  {"queue::memcpy, pageable"},
                  {"queue::memcpy, malloc_host"},
                  {"buffer"}};
    timed from[] = {{"driver, pageable"},
                    {"driver, pinned"},
                    {"queue::memcpy, pageable"},
                    {"queue::memcpy, malloc_host"},
                    {"buffer"}};
    auto wait_driver = [&] { driver.wait(); };
    auto wait_queue = [&] { q.wait(); };
    // Its host copy is the runtime's own.
    sycl::buffer<char> b{sycl::range<1>(bytes)};
    for (int r = 0; r < rounds; ++r) {
      time_once(to[0], [&] { driver.start(device, pageable.data(), bytes); }, wait_driver);
      time_once(to[1], [&] { driver.start(device, pinned, bytes); }, wait_driver);
      time_once(to[2], [&] { q.memcpy(device, pageable.data(), bytes); }, wait_queue);
      time_once(to[3], [&] { q.memcpy(device, pinned, bytes); }, wait_queue);
      std::memset(back.data(), 0, bytes);
      time_once(from[0], [&] { driver.start(back.data(), device, bytes); }, wait_driver);
      time_once(from[1], [&] { driver.start(pinned, device, bytes); }, wait_driver);
      time_once(from[2], [&] { q.memcpy(back.data(), device, bytes); }, wait_queue);
      check(back.data());
      time_once(from[3], [&] { q.memcpy(pinned, device, bytes); }, wait_queue);
      check(pinned);
      through_buffer(b, to[4], from[4]);
    }
    for (int k = 0; k < 5; ++k)
      print(to[k], "to device", bytes);
    for (int k = 0; k < 5; ++k)
      print(from[k], "from device", bytes);
  }
  bool right = true;

private:
  void check(const char *data) { right = right && std::memcmp(data, pageable.data(), bytes) == 0; }

  // What the host wrote goes to the device for a command there, whose result comes back for the host.
  void through_buffer(sycl::buffer<char> &b, timed &to, timed &from) {
    {
      sycl::host_accessor a{b, sycl::write_only, sycl::no_init};
      std::memcpy(&a[0], pageable.data(), bytes);
    }
    time_once(
        to,
        [&] {
          q.submit([&](sycl::handler &h) {
            sycl::accessor a{b, h, sycl::range<1>(1), sycl::id<1>(0), sycl::read_write};
            h.fill(a, pageable[0]);
          });
        },
        [&] { q.wait(); });
    const char *data = nullptr;
    time_once(from, [&] { data = &sycl::host_accessor{b, sycl::read_only}[0]; }, [] {});
    check(data);
  }

  sycl::queue q;
  std::size_t bytes;
  char *device, *pinned;
  std::vector<char> pageable, back;
};

} // namespace

int main(int argc, char **argv) {
  std::size_t largest = 256;
  if (argc == 3 && std::strcmp(argv[1], "--max") == 0)
    largest = std::strtoull(argv[2], nullptr, 10);
  if (argc != 1 && (argc != 3 || largest == 0)) {
    std::fprintf(stderr, "usage: bench-copy [--max MiB]\n");
    return 2;
  }
  bool right = true;
  try {
    sycl::queue q{sycl::gpu_selector_v, sycl::property::queue::in_order()};
    sycl::free(sycl::malloc_device<char>(1, q), q); // the context is current from here on
    cuda_driver driver;
    for (std::size_t bytes = 1 << 10; bytes <= largest << 20; bytes *= 4) {
      copies c(q, bytes);
      c.run(driver, bytes <= (1 << 20) ? 200 : bytes <= (std::size_t{16} << 20) ? 40 : 8);
      if (!c.right)
        std::fprintf(stderr, "bench-copy: wrong data at %zu bytes\n", bytes);
      right = right && c.right;
    }
  } catch (const std::exception &e) {
    std::fprintf(stderr, "bench-copy: %s\n", e.what());
    return 1;
  }
  return right ? 0 : 1;
}
