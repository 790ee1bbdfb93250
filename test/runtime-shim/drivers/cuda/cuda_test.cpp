// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_test.hpp"

#include "drivers/cuda/driver.hpp"

#include <dlfcn.h>

namespace cuda_test {

test_bundle::test_bundle(const std::vector<image> &images) {
  bundle::builder::kernel k;
  k.symbol = k.name = "kernel";
  for (const image &i : images) {
    bundle::builder::variant v;
    v.record.target = i.target;
    v.record.format = i.format;
    v.record.dimensions = static_cast<std::uint8_t>(i.dimensions);
    v.record.flags = i.flags;
    v.record.arch = i.arch;
    v.record.group_size = i.group_size;
    v.record.items_per_thread = i.items_per_thread;
    v.entry = i.entry;
    v.image.assign(i.bytes.begin(), i.bytes.end());
    k.variants.push_back(v);
  }
  bundle::builder builder("test");
  builder.add_kernel(k);
  bytes_ = builder.finish();
  const bundle::open_error opened = bundle::view::open(bytes_.data(), bytes_.size(), view_);
  if (opened != bundle::open_error::none)
    ADD_FAILURE() << bundle::to_string(opened);
}

void test_bundle::damage(std::size_t i) { bytes_[view_.header().blob.offset + variant(i).image_offset] ^= 0xff; }

void cuda::SetUp() {
  void *library = dlopen(FAKE_CUDA_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  fake = reinterpret_cast<decltype(&fake_gpu_state)>(dlsym(library, "fake_gpu_state"))();
  *fake = {};
}

void cuda::TearDown() {
  driver.reset();
  if (!expect_no_leaks)
    return;
  EXPECT_EQ(fake->live_modules, 0);
  EXPECT_EQ(fake->live_streams, 0);
  EXPECT_EQ(fake->live_events, 0);
  EXPECT_EQ(fake->retained_contexts, 0);
  EXPECT_EQ(fake->allocations.size(), 0u);
}

void cuda::make_driver(const std::string &library) { driver = sycl::detail::cuda::make_driver(library); }

sycl::detail::driver_device &cuda::device() {
  if (!driver)
    make_driver();
  if (driver->devices().empty())
    throw std::runtime_error(driver->unavailable());
  return *driver->devices()[0];
}

sycl::detail::driver_kernel *cuda::load(const test_bundle &b, std::size_t variant) {
  static const sycl_fuse_registration registration{};
  return device().load(b.view(), b.variant(variant), registration, error);
}

sycl::detail::launch_request cuda::request(const test_bundle &b, syclfuse::launch_sizes range, std::size_t variant) {
  sycl::detail::launch_request r;
  r.kernel = load(b, variant);
  EXPECT_NE(r.kernel, nullptr) << error;
  r.variant = &b.variant(variant);
  r.range = range;
  return r;
}

syclfuse::launch_sizes cuda::range(std::uint64_t x, std::uint64_t y, std::uint64_t z) {
  syclfuse::launch_sizes r;
  r.global_size[0] = x;
  r.global_size[1] = y;
  r.global_size[2] = z;
  return r;
}

syclfuse::launch_sizes cuda::nd_range(std::uint64_t gx, std::uint64_t lx, std::uint64_t gy, std::uint64_t ly,
                                      std::uint64_t gz, std::uint64_t lz) {
  syclfuse::launch_sizes r = range(gx, gy, gz);
  r.local_size[0] = lx;
  r.local_size[1] = ly;
  r.local_size[2] = lz;
  return r;
}

} // namespace cuda_test
