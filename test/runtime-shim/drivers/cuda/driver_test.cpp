// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which devices there are, and why there are none.
#include "cuda_test.hpp"

namespace {

using cuda_test::cuda;
using fake_gpu::result;

class cuda_driver : public cuda {
protected:
  void expect_unavailable(const std::string &part, const std::string &library = FAKE_CUDA_LIBRARY) {
    make_driver(library);
    EXPECT_TRUE(driver->devices().empty());
    EXPECT_NE(driver->unavailable().find(part), std::string::npos) << driver->unavailable();
  }
};

TEST_F(cuda_driver, describes_its_devices) {
  fake->devices = 2;
  make_driver();
  EXPECT_STREQ(driver->name(), "cuda");
  EXPECT_EQ(driver->unavailable(), "");
  ASSERT_EQ(driver->devices().size(), 2u);
  const auto &p = driver->devices()[1]->properties();
  EXPECT_EQ(p.name, "Fake GPU");
  EXPECT_EQ(p.driver_version, "CUDA 13.0");
  EXPECT_EQ(p.kind, sycl::detail::device_kind::gpu);
  EXPECT_EQ(p.arch, 90u);
  EXPECT_EQ(p.compute_units, 132u);
  EXPECT_EQ(p.max_work_group_size, 1024u);
  EXPECT_EQ(p.max_work_item_sizes[0], 64u); // SYCL order: the slowest dimension first
  EXPECT_EQ(p.max_work_item_sizes[2], 1024u);
  EXPECT_EQ(p.local_memory, 232448u);
  EXPECT_EQ(p.global_memory, std::uint64_t(1) << 30);
  EXPECT_FALSE(driver->devices()[1]->uses_host_memory());
}

TEST_F(cuda_driver, listing_devices_creates_no_context) {
  device();
  EXPECT_EQ(fake->calls.count("cuDevicePrimaryCtxRetain"), 0u);
}

TEST_F(cuda_driver, says_that_the_library_is_absent) {
  expect_unavailable("the CUDA driver cannot be loaded: libno-such-cuda.so.1", "libno-such-cuda.so.1");
}

TEST_F(cuda_driver, says_that_the_library_is_too_old) {
  expect_unavailable("the CUDA driver libm.so.6 is too old: it has no cuInit", "libm.so.6");
}

TEST_F(cuda_driver, says_why_initialization_failed) {
  fake->always["cuInit"] = result::no_device;
  expect_unavailable("cuInit gives CUDA_ERROR_NO_DEVICE: text of the driver");
}

TEST_F(cuda_driver, says_that_there_is_no_device) {
  fake->devices = 0;
  expect_unavailable("reports no device");
}

TEST_F(cuda_driver, survives_a_device_that_cannot_be_described) {
  fake->always["cuDeviceGetAttribute"] = result::invalid_value;
  expect_unavailable("cuDeviceGetAttribute failed: CUDA_ERROR_INVALID_VALUE");
}

TEST_F(cuda_driver, errors_without_a_name_give_their_number) {
  fake->always["cuInit"] = static_cast<result>(987);
  expect_unavailable("cuInit gives error 987");
}

} // namespace
