// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What only the OpenCL driver does: local memory as arguments, the reasons for a device or an image that it does not
// take, times.
#include "opencl_fixture.hpp"

namespace {

using namespace opencl_test;

TEST_F(opencl_driver, gives_local_accessors_their_memory) {
  for (const char *mode : {"", "usm", "il", "usm il"}) {
    use(mode);
    format_ = std::string(mode).find("il") == std::string::npos ? syclfuse::image_format::spir
                                                                : syclfuse::image_format::spirv;
    ASSERT_FALSE(driver_->devices().empty()) << driver_->unavailable();
    expect_swapped();
  }
}

TEST_F(opencl_driver, refuses_ranges_that_do_not_fit) {
  use("");
  EXPECT_EQ(refusal(61, 20, 160), sycl::errc::nd_range);
  const std::size_t most = device().properties().max_work_group_size;
  EXPECT_EQ(refusal(2 * most, 2 * most, 160), sycl::errc::nd_range);
  EXPECT_EQ(refusal(20, 20, static_cast<std::uint32_t>(device().properties().local_memory) + 1),
            sycl::errc::memory_allocation);
}

TEST_F(opencl_driver, says_what_the_build_says) {
  use("");
  EXPECT_EQ(load(form("no_such_kernel")), nullptr);
  EXPECT_NE(error_.find("CL_INVALID_KERNEL_NAME"), std::string::npos) << error_;
}

TEST_F(opencl_driver, memory_of_others_is_not_freed) {
  use("");
  int mine = 0;
  EXPECT_THROW(device().deallocate(&mine, usm_kind::device), sycl::exception);
}

TEST_F(opencl_driver, says_why_there_is_no_device) {
  driver_ = make("libno-such-opencl.so.1");
  EXPECT_TRUE(driver_->devices().empty());
  EXPECT_NE(driver_->unavailable().find("libno-such-opencl.so.1"), std::string::npos) << driver_->unavailable();
}

TEST_F(opencl_driver, says_which_memory_there_is) {
  const struct {
    const char *mode;
    bool device, host, shared;
  } all[] = {{"", true, true, true},
             {"usm", true, true, true},
             {"no-pointers", false, false, false},
             {"coarse", true, false, false}};
  for (const auto &one : all) {
    use(one.mode);
    ASSERT_FALSE(driver_->devices().empty()) << driver_->unavailable();
    EXPECT_EQ(device().properties().usm_device, one.device) << one.mode;
    EXPECT_EQ(device().properties().usm_host, one.host) << one.mode;
    EXPECT_EQ(device().properties().usm_shared, one.shared) << one.mode;
  }
  EXPECT_EQ(device().allocate(100, 0, usm_kind::host), nullptr);
  EXPECT_EQ(device().allocate(100, 0, usm_kind::shared), nullptr);
  void *memory = device().allocate(100, 0, usm_kind::device);
  EXPECT_NE(memory, nullptr);
  device().deallocate(memory, usm_kind::device);
}

TEST_F(opencl_driver, takes_spir_and_no_spirv_where_there_is_no_spirv) {
  use("");
  bundle::variant_record v{};
  v.target = syclfuse::target_kind::spirv;
  v.format = syclfuse::image_format::spir;
  EXPECT_TRUE(device().accepts(v));
  v.format = syclfuse::image_format::spirv;
  v.arch = 12;
  EXPECT_FALSE(device().accepts(v));
}

TEST_F(opencl_driver, takes_spirv_up_to_its_version_and_no_spir_beside_it) {
  use("il");
  bundle::variant_record v{};
  v.target = syclfuse::target_kind::spirv;
  v.format = syclfuse::image_format::spirv;
  v.arch = 12;
  EXPECT_TRUE(device().accepts(v));
  v.arch = 13;
  EXPECT_FALSE(device().accepts(v));
  v.format = syclfuse::image_format::spir;
  v.arch = 12;
  EXPECT_FALSE(device().accepts(v));
}

TEST_F(opencl_driver, says_which_spirv_cannot_be_read) {
  use("il");
  auto damaged = form("swap_in_group", syclfuse::image_format::spirv);
  damaged.image[0] ^= 0xff;
  EXPECT_EQ(load(damaged), nullptr);
  EXPECT_NE(error_.find("clCreateProgramWithIL"), std::string::npos) << error_;
  EXPECT_NE(load(form("swap_in_group", syclfuse::image_format::spirv)), nullptr) << error_;
}

TEST_F(opencl_driver, times_are_of_the_hosts_clock) {
  use("");
  auto stream = device().create_stream(true);
  auto *memory = static_cast<std::uint64_t *>(device().allocate(8 * 20, 0, usm_kind::shared));
  launch(*stream, memory, 20, 20, 160);
  const auto first = stream->record();
  launch(*stream, memory, 20, 20, 160);
  const auto second = stream->record();
  EXPECT_NE(first, second);
  EXPECT_GT(first->start_ns(), 0u);
  EXPECT_LE(first->start_ns(), first->end_ns());
  EXPECT_LE(first->end_ns(), second->start_ns());
  device().deallocate(memory, usm_kind::shared);
}

} // namespace
