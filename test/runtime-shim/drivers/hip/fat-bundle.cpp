// One bundle has code for four processors: the device gets its own, with the arguments where the code object's metadata says, one by one and fused, unless
// pointers of this run make one kernel need what other work-items do in the other. On another processor, and where the HIP runtime is missing or has no device, the program says so or runs on the CPU.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-hip, target-native
// RUN: %sycl_cxx -O2 -I%source_root/test/e2e/Inputs -I%source_root/test/runtime-shim/support -I%source_root/runtime-shim/src -c %s -o %t.o
// RUN: sycl-fuse build --require --target=native --target=hip:gfx90a --target=hip:gfx942 --target=hip:gfx1030 --target=hip:gfx1100 %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -ldl -o %t
// DEFINE: %{hip} = env SYCL_FUSE_HIP_LIBRARY=%build_root/lib/libsycl-fuse-fake-hip.so ONEAPI_DEVICE_SELECTOR=hip:gpu SYCL_FUSE_JIT=off %t
// RUN: %{hip} gfx90a:sramecc+:xnack- 64 | FileCheck-22 %s --check-prefixes=ALL,GFX90A --implicit-check-not=wrong
// RUN: %{hip} gfx942:sramecc+:xnack- 64 | FileCheck-22 %s --check-prefixes=ALL,GFX942 --implicit-check-not=wrong
// RUN: %{hip} gfx1030 32 | FileCheck-22 %s --check-prefixes=ALL,GFX1030 --implicit-check-not=wrong
// RUN: %{hip} gfx1100 32 | FileCheck-22 %s --check-prefixes=ALL,GFX1100 --implicit-check-not=wrong
// GFX90A: device: Fake GPU, HIP 5.2.21153, gfx90a:sramecc+:xnack-, sub-groups of 64
// GFX942: gfx942:sramecc+:xnack-, sub-groups of 64
// GFX1030: gfx1030, sub-groups of 32
// GFX1100: gfx1100, sub-groups of 32
// ALL: alone: in, out, factor, 4 weights and 1000 items found
// ALL-NEXT: region: aot-generic nd_range_not_listed
// ALL-NEXT: fused: in, out, factor, 4 weights and 1000 items found
// ALL-NEXT: overlapping: unfused kernels_depend, 2 launches
// ALL-NEXT: apart: aot-generic nd_range_not_listed, 1 launches
// GFX90A-NEXT: code for amdgcn-amd-amdhsa--gfx90a only
// GFX942-NEXT: code for amdgcn-amd-amdhsa--gfx942 only
// GFX1030-NEXT: code for amdgcn-amd-amdhsa--gfx1030 only
// GFX1100-NEXT: code for amdgcn-amd-amdhsa--gfx1100 only
// ALL-NEXT: left over: 0 allocations

// RUN: not %{hip} gfx906:sramecc+:xnack- 64 2>&1 | FileCheck-22 %s --check-prefix=OTHER
// OTHER: kernel '{{.*}}' ({{.*}}.cpp:{{[0-9:]+}}) was not built for device 'Fake GPU' [SF6002]

// The same executable without a device: it asks for none, and is told why there is none where it does.
// DEFINE: %{none} = env SYCL_FUSE_HIP_LIBRARY=/nowhere.so 'ONEAPI_DEVICE_SELECTOR=hip:*;native_cpu:*' SYCL_FUSE_JIT=off %t cpu 2>&1
// RUN: env SYCL_FUSE_HIP_LIBRARY=/nowhere.so 'ONEAPI_DEVICE_SELECTOR=native_cpu:*' %t cpu 2>&1 | FileCheck-22 %s --check-prefix=CPU --implicit-check-not=warning
// RUN: %{none} | FileCheck-22 %s --check-prefixes=NOWHERE,CPU
// RUN: env FAKE_GPU_FAIL=hipInit=100 SYCL_FUSE_HIP_LIBRARY=%build_root/lib/libsycl-fuse-fake-hip.so 'ONEAPI_DEVICE_SELECTOR=hip:*;native_cpu:*' %t cpu 2>&1 | FileCheck-22 %s --check-prefixes=NODEVICE,CPU
// RUN: not env SYCL_FUSE_HIP_LIBRARY=/nowhere.so 'ONEAPI_DEVICE_SELECTOR=hip:*' %t cpu 2>&1 | FileCheck-22 %s --check-prefix=ONLY
// NOWHERE: warning: SYCL_FUSE_HIP_LIBRARY=/nowhere.so: the HIP runtime cannot be loaded: /nowhere.so
// NODEVICE: warning: SYCL_FUSE_HIP_LIBRARY={{.*}}: the HIP runtime finds no usable device: hipInit gives hipErrorNoDevice: text of HIP
// CPU: all results right
// ONLY: hip: the HIP runtime cannot be loaded: /nowhere.so
#include "e2e.hpp"
#include "fake_gpu.hpp"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace sycl;

struct weights {
  float w[4];
};
// Not known to the compiler, so that all of them are arguments.
static volatile float one = 1;
static volatile std::size_t thousand = 1000;
static volatile std::uint32_t some_factor = 0x12345678;
static const std::size_t n = thousand;
static const weights used{{1.5f * one, 2.5f * one, 3.5f * one, 4.5f * one}};
static const std::uint32_t factor = some_factor;

static fake_gpu::state &driver() {
  void *library = dlopen(std::getenv("SYCL_FUSE_HIP_LIBRARY"), RTLD_NOW);
  static auto &state = *reinterpret_cast<fake_gpu::state *(*)()>(dlsym(library, "fake_gpu_state"))();
  return state;
}

// Where `value` lies in the arguments as the kernel finds them, at a multiple of its alignment.
template <class T> static bool has(const std::vector<unsigned char> &bytes, const T &value, std::size_t alignment) {
  for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += alignment)
    if (std::memcmp(bytes.data() + at, &value, sizeof(T)) == 0)
      return true;
  return false;
}

static void check(const char *how, const fake_gpu::launch &l, float *in, float *out) {
  const auto &a = l.arguments;
  const bool right = has(a, in, 8) && has(a, out, 8) && has(a, factor, 4) && has(a, used, 4) && has(a, n, 8);
  std::printf("%s: %s\n", how, right ? "in, out, factor, 4 weights and 1000 items found" : "wrong");
}

static void first(queue &q, float *in, float *out) {
  q.parallel_for<class First>(range{n}, [=, u = used, f = factor](id<1> i) { out[i] = in[i] * u.w[(i + f) % 4]; });
}
static void second(queue &q, float *in, float *out) {
  q.parallel_for<class Second>(range{n}, [=, u = used, f = factor](id<1> i) { out[i] += in[i] * u.w[(i * f) % 4]; });
}

static void on_the_double(queue &q) {
  const device d = q.get_device();
  std::printf("device: %s, %s, sub-groups of %zu\n", d.get_info<info::device::name>().c_str(),
              d.get_info<info::device::driver_version>().c_str(), d.get_info<info::device::sub_group_sizes>().at(0));
  float *in = malloc_device<float>(n, q), *out = malloc_device<float>(2 * n, q);
  second(q, in, out);
  q.wait_and_throw();
  check("alone", driver().launches.back(), in, out);
  const auto fuse = [&](float *from, float *to) {
    e2e::fusion_wrapper fw{q};
    fw.start_fusion();
    first(q, in, out);
    second(q, from, to);
    fw.complete_fusion();
    q.wait_and_throw();
    return fw;
  };
  e2e::report("region", fuse(in, out));
  check("fused", driver().launches.back(), in, out);
  // What the second kernel reads others wrote, or nobody did: only a run knows.
  const auto overlap = [&](const char *what, std::size_t distance) {
    const std::size_t before = driver().launches.size();
    const auto fw = fuse(out + distance, in);
    std::printf("%s: %s %s, %zu launches\n", what, to_string(fw.last_outcome()), to_string(fw.last_reason()),
                driver().launches.size() - before);
  };
  overlap("overlapping", 16);
  overlap("apart", n);
  for (const std::string &target : driver().images)
    std::printf("code for %s\n", (target + (driver().images.size() == 1 ? " only" : "")).c_str());
  free(in, q);
  free(out, q);
}

static void on_the_cpu(queue &q) {
  std::vector<float> in(n), out(n), expected(n);
  for (std::size_t i = 0; i < n; ++i) {
    in[i] = float(i);
    expected[i] = in[i] * used.w[(i + factor) % 4] + in[i] * used.w[(i * factor) % 4];
  }
  first(q, in.data(), out.data());
  second(q, in.data(), out.data());
  q.wait_and_throw();
  std::printf(out == expected ? "all results right\n" : "wrong results\n");
}

int main(int argc, char **argv) {
  if (argc > 2) {
    driver().processor = argv[1];
    driver().wavefront = std::atoi(argv[2]);
  }
  try {
    queue q = e2e::make_queue();
    argc > 2 ? on_the_double(q) : on_the_cpu(q);
  } catch (const sycl::exception &e) {
    std::printf("%s\n", e.what());
    return 1;
  }
  if (argc > 2)
    std::printf("left over: %zu allocations\n", driver().allocations.size());
}
