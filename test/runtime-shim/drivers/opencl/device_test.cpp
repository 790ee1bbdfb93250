// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Platforms, kinds of devices, sub-groups and ways to make programs that this machine's OpenCL does not have, on a
// double (support/fake_opencl_devices.cpp).
#include "opencl_fixture.hpp"

#include "sycl/info.hpp"

namespace {

using namespace opencl_test;
namespace d = sycl::info::device;

class opencl_devices : public opencl_driver {
protected:
  void TearDown() override {
    ::unsetenv("FAKE_DEVICES");
    opencl_driver::TearDown();
  }
  void use(const char *mode) {
    ::setenv("FAKE_DEVICES", mode, 1);
    driver_ = make(FAKE_OPENCL_DEVICES);
    ASSERT_FALSE(driver_->devices().empty()) << driver_->unavailable();
  }
  std::uint64_t number(unsigned question) {
    std::uint64_t value = 0;
    EXPECT_TRUE(device().answer(question, value)) << question;
    return value;
  }
};

TEST_F(opencl_devices, sub_group_sizes_are_those_of_the_device) {
  use("");
  EXPECT_EQ(device().properties().sub_group_sizes, std::vector<std::size_t>{1}); // PoCL 3.1 has none
  std::uint64_t most = 7;
  EXPECT_FALSE(device().answer(d::max_num_sub_groups::question, most)); // as many as there are work-items
  EXPECT_EQ(number(d::sub_group_independent_forward_progress::question), 1u);
  use("sub-groups");
  EXPECT_EQ(device().properties().sub_group_sizes, (std::vector<std::size_t>{8, 16, 32}));
  EXPECT_EQ(number(d::max_num_sub_groups::question), 100u);
  use("cut-groups");
  const std::size_t group = device().properties().max_work_group_size;
  EXPECT_EQ(device().properties().sub_group_sizes, std::vector<std::size_t>{(group + 99) / 100});
}

TEST_F(opencl_devices, each_platform_has_its_devices) {
  use("two-platforms");
  ASSERT_EQ(driver_->devices().size(), 2u);
  EXPECT_EQ(driver_->devices()[0]->properties().platform, 0u);
  EXPECT_EQ(driver_->devices()[1]->properties().platform, 1u);
  EXPECT_EQ(driver_->devices()[0]->properties().kind, device_kind::cpu);
  EXPECT_EQ(driver_->devices()[1]->properties().kind, device_kind::gpu);
  std::string first, second;
  EXPECT_TRUE(driver_->answer(0, sycl::info::platform::name::question, first));
  EXPECT_TRUE(driver_->answer(1, sycl::info::platform::name::question, second));
  EXPECT_EQ(first, "Portable Computing Language");
  EXPECT_EQ(second, "Second Platform");
  use("accelerator");
  EXPECT_EQ(device().properties().kind, device_kind::accelerator);
}

// Bits 0 to 4 are memory_order, bits 8 to 12 memory_scope.
TEST_F(opencl_devices, atomics_before_opencl_3_are_those_of_the_version) {
  use("opencl-1.2");
  EXPECT_EQ(number(d::atomic_memory_order_capabilities::question), 0x0f01u);
  EXPECT_EQ(number(d::atomic_fence_scope_capabilities::question), 0x070fu);
  use("opencl-2.0"); // with the atomics of shared virtual memory, which PoCL has
  EXPECT_EQ(number(d::atomic_memory_order_capabilities::question), 0x1f1fu);
}

TEST_F(opencl_devices, programs_of_spirv_are_made_by_the_extension_before_opencl_2_1) {
  bundle::variant_record v{};
  v.target = syclfuse::target_kind::spirv;
  v.format = syclfuse::image_format::spirv;
  v.arch = 12;
  use("opencl-2.0");
  EXPECT_FALSE(device().accepts(v));
  use("opencl-2.0 il");
  EXPECT_TRUE(device().accepts(v));
  auto image = form("swap_in_group");
  image.record.format = syclfuse::image_format::spirv;
  EXPECT_NE(load(image), nullptr) << error_;
}

} // namespace
