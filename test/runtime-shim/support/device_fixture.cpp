// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_fixture.hpp"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace sycl;

namespace test {
namespace {

// a[i] += value; PTX-like text for the double, native code for the processor.
void native_add(const void *const *args, const sycl_fuse_native_state *, std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t i = begin; i < end; ++i)
    (*static_cast<int *const *>(args[0]))[i] += *static_cast<const int *>(args[2]);
}

} // namespace

void device_add(void **args) {
  std::uint64_t n;
  std::memcpy(&n, args[1], 8);
  const void *const *a = args;
  native_add(a, nullptr, 0, n);
}

void device_fused_add(void **args) {
  device_add(args);
  void *second[] = {args[0], args[1], args[3]};
  device_add(second);
}

namespace {

// Two times placed_add in one kernel.
syclfuse::bundle::builder::region fused_region(std::uint32_t kernel, syclfuse::bundle::builder::variant v) {
  syclfuse::bundle::builder::region r;
  r.name = "twice";
  r.submissions = {{kernel, syclfuse::range_kind::range, 1, {}}, {kernel, syclfuse::range_kind::range, 1, {}}};
  const std::string text = ".version 8.0\n.visible .entry fused_add() {}\n";
  v.image.assign(text.begin(), text.end());
  v.entry = "fused_add";
  v.arguments.push_back(v.arguments[2]);
  v.arguments[3].submission = 1;
  // It takes one buffer, which has to be that of both.
  syclfuse::bundle::guard_record same;
  same.kind = syclfuse::guard_kind::equal_bytes;
  same.size = sizeof(void *);
  same.submission_b = 1;
  same.offset_a = same.offset_b = syclfuse::accessor_layout::data;
  v.guards.push_back(same);
  r.variants.push_back(v);
  return r;
}

// placed_add of a buffer that it keeps to itself.
syclfuse::bundle::builder::region promoted_region(std::uint32_t kernel, syclfuse::bundle::builder::variant v) {
  syclfuse::bundle::builder::region r;
  r.name = "promoted";
  syclfuse::bundle::promotion_record promoted{};
  promoted.promote = syclfuse::promotion::private_memory;
  r.submissions = {{kernel, syclfuse::range_kind::range, 1, {promoted}}};
  const std::string text = ".version 8.0\n.visible .entry fused_promoted() {}\n";
  v.image.assign(text.begin(), text.end());
  v.entry = "fused_promoted";
  v.arguments.erase(v.arguments.begin());
  r.variants.push_back(v);
  return r;
}

std::vector<std::uint64_t> make_bundle() {
  syclfuse::bundle::builder b("test");
  auto k = test::accessor_kernel(detail::kernel_symbol<add_value>(), "add_value", 8);
  auto v = test::gpu_form("add_value");
  v.arguments.emplace_back();
  v.arguments[2].offset = syclfuse::accessor_layout::size(1);
  v.arguments[2].size = 4;
  k.variants = {v, test::native_form(v)};
  b.add_kernel(k);
  k.symbol = detail::kernel_symbol<placed_add>();
  const auto placed = b.add_kernel(k);
  b.add_region(fused_region(placed, v));
  b.add_region(promoted_region(placed, v));
  return test::words_of(b);
}

} // namespace

fake_gpu::state *DeviceMemory::fake = nullptr;

void DeviceMemory::SetUpTestSuite() {
  auto state = reinterpret_cast<fake_gpu::state *(*)()>(dlsym(dlopen(FAKE_CUDA_LIBRARY, RTLD_NOW), "fake_gpu_state"));
  fake = state();
  fake->kernels["add_value"] = device_add;
  fake->kernels["fused_add"] = device_fused_add;
  fake->kernels["fused_promoted"] = [](void **) {};
  fake->parameters["add_value"] = {8, 8, 4};
  fake->parameters["fused_add"] = {8, 8, 4, 4};
  fake->parameters["fused_promoted"] = {8, 4};
  fake->static_shared_of["fused_add"] = 1 << 10;
  static auto words = make_bundle();
  static const sycl_fuse_native_entry entries[] = {native_add};
  static const sycl_fuse_registration r{SYCL_FUSE_ABI_VERSION, 1, words.data(), words.size() * 8, entries};
  sycl_fuse_register(&r);
}

void DeviceMemory::use_foreign_context() {
  using set_current = fake_gpu::result(fake_gpu::context_handle);
  static fake_gpu::context_handle other = [] {
    fake_gpu::context_handle c = nullptr;
    reinterpret_cast<fake_gpu::result (*)(fake_gpu::context_handle *, int)>(
        dlsym(dlopen(FAKE_CUDA_LIBRARY, RTLD_NOW), "cuDevicePrimaryCtxRetain"))(&c, 1);
    return c;
  }();
  reinterpret_cast<set_current *>(dlsym(dlopen(FAKE_CUDA_LIBRARY, RTLD_NOW), "cuCtxSetCurrent"))(other);
}

void DeviceMemory::SetUp() {
  fake->calls.clear();
  fake->launches.clear();
}

} // namespace test

// Two devices; most tests use the first.
int main(int argc, char **argv) {
  setenv("SYCL_FUSE_CUDA_LIBRARY", FAKE_CUDA_LIBRARY, 1);
  reinterpret_cast<fake_gpu::state *(*)()>(dlsym(dlopen(FAKE_CUDA_LIBRARY, RTLD_NOW), "fake_gpu_state"))()->devices = 2;
  setenv("ONEAPI_DEVICE_SELECTOR", "native_cpu:*;cuda:*", 1);
  setenv("NVTX_INJECTION64_PATH", FAKE_PROFILER, 0);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
