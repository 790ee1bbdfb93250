// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What only the OpenCL driver does: local memory as arguments, the reasons for a device or an image that it does not
// take, memory that runs out.
#include "bundle_parts.hpp"
#include "drivers/opencl/driver.hpp"

#include <sycl/exception.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

namespace {

namespace bundle = syclfuse::bundle;
using namespace sycl::detail;

bundle::builder::variant form(const char *entry) {
  bundle::builder::variant v;
  v.record.target = syclfuse::target_kind::spirv;
  v.record.format = syclfuse::image_format::spir;
  v.entry = entry;
  std::ifstream file(OPENCL_KERNELS, std::ios::binary);
  v.image.assign(std::istreambuf_iterator<char>(file), {});
  v.arguments.resize(2);
  v.arguments[0].size = 8;
  v.arguments[0].pointer = 1;
  v.arguments[1].source = syclfuse::argument_source::local_memory; // of all local accessors
  return v;
}

class opencl_driver : public testing::Test {
protected:
  ~opencl_driver() override { ::unsetenv("FAKE_OPENCL"); }

  void use(const char *mode) {
    ::setenv("FAKE_OPENCL", mode, 1);
    driver_ = opencl::make_driver(FAKE_OPENCL_LIBRARY);
  }
  driver_device &device() { return *driver_->devices().front(); }
  // Null, and error_, if it is refused.
  driver_kernel *load(const bundle::builder::variant &v) {
    bundle::builder::kernel k;
    k.symbol = k.name = "kernel";
    k.closure_size = 8;
    k.variants.push_back(v);
    bundle::builder b("test");
    b.add_kernel(k);
    words_ = test::words_of(b);
    EXPECT_EQ(bundle::view::open(words_.data(), 8 * words_.size(), view_), bundle::open_error::none);
    request_.variant = &view_.variants(view_.kernels()[0])[0];
    return device().load(view_, *request_.variant, {}, error_);
  }
  // Launches swap_in_group over `items` in groups of `group`.
  void launch(driver_stream &stream, std::uint64_t *memory, std::uint64_t items, std::uint64_t group,
              std::uint32_t local_memory) {
    const std::uint64_t no_offset = 0;
    const void *args[] = {&memory, &no_offset};
    request_.kernel = load(form("swap_in_group"));
    ASSERT_NE(request_.kernel, nullptr) << error_;
    request_.args = args;
    request_.arg_count = 2;
    for (int d = 0; d < 3; ++d) {
      request_.range.global_size[d] = d ? 1 : items;
      request_.range.local_size[d] = d ? 1 : group;
    }
    request_.local_memory = local_memory;
    stream.launch(request_);
  }
  // The code of what launch() throws.
  std::error_code refusal(std::uint64_t items, std::uint64_t group, std::uint32_t local_memory) {
    auto stream = device().create_stream(false);
    try {
      launch(*stream, nullptr, items, group, local_memory);
    } catch (const sycl::exception &e) {
      return e.code();
    }
    return {};
  }

  std::unique_ptr<driver> driver_;
  std::vector<std::uint64_t> words_;
  bundle::view view_;
  launch_request request_;
  std::string error_;
};

TEST_F(opencl_driver, gives_local_accessors_their_memory) {
  for (const char *mode : {"", "usm"}) {
    use(mode);
    ASSERT_FALSE(driver_->devices().empty()) << driver_->unavailable();
    auto stream = device().create_stream(false);
    auto *memory = static_cast<std::uint64_t *>(device().allocate(8 * 60, 0, usm_kind::shared));
    std::iota(memory, memory + 60, 0);
    launch(*stream, memory, 60, 20, 160);
    stream->synchronize();
    for (std::uint64_t i = 0; i < 60; ++i)
      EXPECT_EQ(memory[i], i / 20 * 20 + 19 - i % 20);
    device().deallocate(memory, usm_kind::shared);
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

TEST_F(opencl_driver, memory_that_runs_out_is_an_error_of_its_own) {
  use("full");
  EXPECT_EQ(device().allocate(100, 0, usm_kind::device), nullptr);
  EXPECT_EQ(refusal(20, 20, 160), sycl::errc::memory_allocation);
  ::setenv("FAKE_OPENCL", "", 1); // usable again
  auto stream = device().create_stream(false);
  auto *memory = static_cast<std::uint64_t *>(device().allocate(8 * 20, 0, usm_kind::shared));
  std::iota(memory, memory + 20, 0);
  launch(*stream, memory, 20, 20, 160);
  stream->synchronize();
  EXPECT_EQ(memory[0], 19u);
  device().deallocate(memory, usm_kind::shared);
}

TEST_F(opencl_driver, memory_of_others_is_not_freed) {
  use("");
  int mine = 0;
  EXPECT_THROW(device().deallocate(&mine, usm_kind::device), sycl::exception);
}

TEST_F(opencl_driver, says_why_there_is_no_device) {
  use("no-pointers");
  EXPECT_TRUE(driver_->devices().empty());
  EXPECT_NE(driver_->unavailable().find("has neither cl_intel_unified_shared_memory"), std::string::npos)
      << driver_->unavailable();
  driver_ = opencl::make_driver("libno-such-opencl.so.1");
  EXPECT_TRUE(driver_->devices().empty());
  EXPECT_NE(driver_->unavailable().find("libno-such-opencl.so.1"), std::string::npos) << driver_->unavailable();
}

TEST_F(opencl_driver, says_which_memory_there_is) {
  const struct {
    const char *mode;
    bool host, shared;
  } all[] = {{"", true, true}, {"usm", true, true}, {"coarse", false, false}};
  for (const auto &one : all) {
    use(one.mode);
    ASSERT_FALSE(driver_->devices().empty()) << driver_->unavailable();
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
