// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What submissions cost on the host: alone, with the wait for them, beside launches of the driver itself, and many in a
// row. Prints one JSON object per measurement; exit code 1 if a result is wrong, or a region was not fused.
//   bench-submit [--device cpu|cuda|opencl] [--rounds N] [--row N]
// The raw launches need SYCL_FUSE_CUDA_LIBRARY=<libraw-launches.so> (raw_launches.cpp) or
// SYCL_FUSE_OPENCL_LIBRARY=<libraw-opencl.so> (raw_opencl.cpp); without it they are left out.
#include "workloads.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <malloc.h>
#include <memory>

namespace {

using clock_type = std::chrono::steady_clock;

bool right = true;

struct options {
  std::string device = "cpu";
  int rounds = 200, row = 100000;
};

double microseconds_since(clock_type::time_point start) {
  return std::chrono::duration<double, std::micro>(clock_type::now() - start).count();
}

double median(std::vector<double> &v) {
  std::sort(v.begin(), v.end());
  return v.empty() ? 0 : v[v.size() / 2];
}

// What the process holds; memory that was only kept for later allocations is given back first.
std::size_t resident_kib() {
  malloc_trim(0);
  long pages = 0, ignored = 0;
  if (FILE *f = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(f, "%ld %ld", &ignored, &pages) != 2)
      pages = 0;
    std::fclose(f);
  }
  return static_cast<std::size_t>(pages) * 4;
}

// Launches of the driver, in turns with our submissions: a burst, then its wait, which counts for `with_wait` only.
constexpr int burst = 100;

struct times {
  std::vector<double> submit, with_wait;
};

template <class Launch, class Wait> void one_round(times &t, Launch launch, Wait wait) {
  wait();
  const auto start = clock_type::now();
  for (int i = 0; i < burst; ++i)
    launch();
  t.submit.push_back(microseconds_since(start) / burst);
  wait();
  for (int i = 0; i < burst; ++i) {
    const auto begin = clock_type::now();
    launch();
    wait();
    t.with_wait.push_back(microseconds_since(begin));
  }
}

using launch_step = int(void *context);
using measurement = void (*)(void *user, launch_step *launch, launch_step *wait, void *context);
using measure_function = void(measurement, void *user);

// A function of the library between the runtime and the driver; null if there is none.
template <class F> F *of_raw_launches(const options &o, const char *name) {
  const char *library = std::getenv(o.device == "cuda" ? "SYCL_FUSE_CUDA_LIBRARY" : "SYCL_FUSE_OPENCL_LIBRARY");
  void *handle = library && o.device != "cpu" ? dlopen(library, RTLD_NOW) : nullptr;
  return handle ? reinterpret_cast<F *>(dlsym(handle, name)) : nullptr;
}

void raw_round(void *user, launch_step *launch, launch_step *wait, void *context) {
  auto checked = [&](launch_step *step) {
    if (const int result = step(context)) {
      std::fprintf(stderr, "bench-submit: the driver gives %d\n", result);
      right = false;
    }
  };
  one_round(*static_cast<times *>(user), [&] { checked(launch); }, [&] { checked(wait); });
}

void print(const workload &w, const char *what, times &t) {
  const double submit = median(t.submit), with_wait = median(t.with_wait);
  std::printf("{\"name\": \"%s\", \"by\": \"%s\", \"submit_us\": %.3f, \"submit_wait_us\": %.3f}\n", w.name(), what,
              submit, with_wait);
  std::fflush(stdout);
}

void beside_the_driver(workload &w, const options &o) {
  measure_function *measure = of_raw_launches<measure_function>(o, "measure_next_launch");
  auto *record = of_raw_launches<void(int)>(o, "record_arguments");
  times ours, raw;
  for (int on : {1, 0}) {
    if (record)
      record(on);
    for (int i = 0; i < 25; ++i)
      w.submit();
  }
  for (int round = 0; round < o.rounds; ++round) {
    one_round(ours, [&] { w.submit(); }, [&] { w.q.wait(); });
    if (measure) {
      measure(raw_round, &raw);
      w.submit();
      w.q.wait();
    }
  }
  print(w, "this project", ours);
  if (measure)
    print(w, "the driver", raw);
}

// `row` submissions; waits after each `wait_every` and at the end.
void in_a_row(workload &w, const options &o, bool keep_events, int wait_every) {
  std::vector<sycl::event> events;
  if (keep_events)
    events.reserve(static_cast<std::size_t>(o.row));
  for (int i = 0; i < 2000; ++i)
    w.submit();
  w.q.wait();
  const unsigned before = w.value();
  const std::size_t memory = resident_kib();
  std::vector<double> tenths;
  auto start = clock_type::now();
  for (int i = 0; i < o.row; ++i) {
    if (keep_events)
      events.push_back(w.submit());
    else
      w.submit();
    if ((i + 1) % wait_every == 0)
      w.q.wait();
    if ((i + 1) % (o.row / 10) == 0) {
      tenths.push_back(microseconds_since(start) / (o.row / 10));
      start = clock_type::now();
    }
  }
  w.q.wait();
  const std::size_t grown = resident_kib();
  const unsigned after = w.value();
  if (after - before != static_cast<unsigned>(o.row)) {
    std::fprintf(stderr, "bench-submit: %s: %u of %d commands had an effect\n", w.name(), after - before, o.row);
    right = false;
  }
  std::printf("{\"name\": \"%s\", \"row\": %d, \"events\": \"%s\", \"wait_every\": %d, \"first_tenth_us\": %.3f, "
              "\"last_tenth_us\": %.3f, "
              "\"resident_before_kib\": %zu, \"resident_after_kib\": %zu}\n",
              w.name(), o.row, keep_events ? "kept" : "dropped", wait_every, tenths.front(), tenths.back(), memory,
              grown);
  std::fflush(stdout);
}

template <class Workload> void run(const sycl::device &d, const options &o) {
  {
    Workload w(d);
    beside_the_driver(w, o);
  }
  for (bool keep_events : {false, true})
    for (int wait_every : {100, o.row}) {
      Workload w(d); // with an empty queue
      in_a_row(w, o, keep_events, wait_every);
    }
}

template <class Region> void check_fused(const sycl::device &d) {
  Region r(d);
  r.submit();
  r.q.wait();
  if (r.fused())
    return;
  std::fprintf(stderr, "bench-submit: unfused: %s\n", r.name());
  right = false;
}

bool parse(int argc, char **argv, options &o) {
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 == argc)
      return false;
    const std::string option = argv[i], value = argv[i + 1];
    if (option == "--device" && (value == "cpu" || value == "cuda" || value == "opencl"))
      o.device = value;
    else if (option == "--rounds" && std::atoi(value.c_str()) > 0)
      o.rounds = std::atoi(value.c_str());
    else if (option == "--row" && std::atoi(value.c_str()) >= 10)
      o.row = std::atoi(value.c_str());
    else
      return false;
  }
  return true;
}

auto selector_of(const std::string &name) {
  return [backend = name == "cuda"     ? sycl::backend::ext_oneapi_cuda
                    : name == "opencl" ? sycl::backend::opencl
                                       : sycl::backend::ext_oneapi_native_cpu](const sycl::device &d) {
    return d.get_backend() == backend ? 1 : -1;
  };
}

} // namespace

int main(int argc, char **argv) {
  options o;
  if (!parse(argc, argv, o)) {
    std::fprintf(stderr, "usage: bench-submit [--device cpu|cuda|opencl] [--rounds N] [--row N]\n");
    return 2;
  }
  try {
    const sycl::device d(selector_of(o.device));
    check_fused<region>(d);
    check_fused<chain_buffers>(d);
    check_fused<chain_usm>(d);
    run<usm_in_order>(d, o);
    run<usm_events>(d, o);
    run<buffer_kernel>(d, o);
    run<region>(d, o);
    run<chain_buffers>(d, o);
    run<chain_usm>(d, o);
  } catch (const std::exception &e) {
    std::fprintf(stderr, "bench-submit: %s\n", e.what());
    return 1;
  }
  return right ? 0 : 1;
}
