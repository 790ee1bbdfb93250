// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The OpenCL driver on the double of support/fake_opencl.cpp. Each test gives all objects of OpenCL back.
#pragma once

#include "bundle_parts.hpp"
#include "drivers/opencl/driver.hpp"

#include <sycl/exception.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <list>
#include <numeric>
#include <string>
#include <vector>

namespace opencl_test {

namespace bundle = syclfuse::bundle;
using namespace sycl::detail;

inline bundle::builder::variant form(const char *entry, syclfuse::image_format format = syclfuse::image_format::spir) {
  const bool spirv = format == syclfuse::image_format::spirv;
  bundle::builder::variant v;
  v.record.target = syclfuse::target_kind::spirv;
  v.record.format = format;
  v.record.arch = spirv ? 12 : 0;
  v.entry = entry;
  std::ifstream file(std::string(OPENCL_KERNELS) + (spirv ? ".spv" : ".bc"), std::ios::binary);
  v.image.assign(std::istreambuf_iterator<char>(file), {});
  v.arguments.resize(2);
  v.arguments[0].size = 8;
  v.arguments[0].pointer = 1;
  v.arguments[1].source = syclfuse::argument_source::local_memory; // of all local accessors
  return v;
}

class opencl_driver : public testing::Test {
protected:
  void TearDown() override {
    ::unsetenv("FAKE_OPENCL");
    ::unsetenv("FAKE_OPENCL_FAILS");
    driver_.reset();
    static void *library = ::dlopen(FAKE_OPENCL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    EXPECT_EQ(reinterpret_cast<int (*)()>(::dlsym(library, "fake_opencl_objects"))(), 0) << "objects are left";
  }

  void use(const char *mode) {
    ::setenv("FAKE_OPENCL", mode, 1);
    driver_ = make(FAKE_OPENCL_LIBRARY);
  }
  static std::unique_ptr<driver> make(const char *library) {
    driver_options options;
    options.library = library;
    return opencl::make_driver(options);
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
    // Not where another was: the driver knows images by their address.
    const auto &words = words_.emplace_back(test::words_of(b));
    EXPECT_EQ(bundle::view::open(words.data(), 8 * words.size(), view_), bundle::open_error::none);
    request_.variant = &view_.variants(view_.kernels()[0])[0];
    return device().load(view_, *request_.variant, {}, error_);
  }
  // Launches swap_in_group over `items` in groups of `group`.
  void launch(driver_stream &stream, std::uint64_t *memory, std::uint64_t items, std::uint64_t group,
              std::uint32_t local_memory) {
    const std::uint64_t no_offset = 0;
    const void *args[] = {&memory, &no_offset};
    request_.kernel = load(form("swap_in_group", format_));
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
  // Launches it on memory of the device, and looks at the result.
  void expect_swapped() {
    const auto stream = device().create_stream(false);
    auto *memory = static_cast<std::uint64_t *>(device().allocate(8 * 60, 0, usm_kind::shared));
    std::iota(memory, memory + 60, 0);
    launch(*stream, memory, 60, 20, 160);
    stream->synchronize();
    for (std::uint64_t i = 0; i < 60; ++i)
      EXPECT_EQ(memory[i], i / 20 * 20 + 19 - i % 20);
    device().deallocate(memory, usm_kind::shared);
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
  std::list<std::vector<std::uint64_t>> words_;
  bundle::view view_;
  launch_request request_;
  syclfuse::image_format format_ = syclfuse::image_format::spir; // of what launch() loads
  std::string error_;
};

} // namespace opencl_test
