// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fixture of the CUDA driver's tests: the real driver on the double of libcuda (fake_gpu.hpp).
#pragma once

#include "core/devices/driver.hpp"
#include "fake_gpu.hpp"

#include <sycl/exception.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace cuda_test {

namespace bundle = syclfuse::bundle;
using sycl::detail::usm_kind;

// A bundle in memory with one kernel and the given variants of it.
class test_bundle {
public:
  struct image {
    std::string entry, bytes;
    syclfuse::image_format format = syclfuse::image_format::ptx;
    unsigned arch = 90, flags = 0, group_size = 0, items_per_thread = 1, dimensions = 1;
    syclfuse::target_kind target = syclfuse::target_kind::cuda;
  };
  explicit test_bundle(const std::vector<image> &images);
  const bundle::view &view() const { return view_; }
  const bundle::variant_record &variant(std::size_t i = 0) const { return view_.variants(view_.kernels()[0])[i]; }
  // Changes one byte of the image of variant i.
  void damage(std::size_t i);

private:
  std::vector<unsigned char> bytes_; // from operator new, so aligned well enough
  bundle::view view_;
};

// PTX-like text that the double accepts, with one kernel.
inline std::string ptx(const std::string &entry) { return ".version 8.0\n.visible .entry " + entry + "() {}\n"; }

class cuda : public ::testing::Test {
protected:
  void SetUp() override;
  // Destroys the driver and expects that nothing leaked.
  void TearDown() override;

  virtual void make_driver(const std::string &library = FAKE_CUDA_LIBRARY);
  // The first device, of a new driver on the double unless there is one.
  sycl::detail::driver_device &device();
  sycl::detail::driver_kernel *load(const test_bundle &b, std::size_t variant = 0);
  sycl::detail::launch_request request(const test_bundle &b, syclfuse::launch_sizes range, std::size_t variant = 0);
  static syclfuse::launch_sizes range(std::uint64_t x, std::uint64_t y = 1, std::uint64_t z = 1);
  static syclfuse::launch_sizes nd_range(std::uint64_t gx, std::uint64_t lx, std::uint64_t gy = 1, std::uint64_t ly = 1,
                                         std::uint64_t gz = 1, std::uint64_t lz = 1);

  fake_gpu::state *fake = nullptr;
  std::unique_ptr<sycl::detail::driver> driver;
  std::string error;
  bool expect_no_leaks = true;
};

// Expects that `statement` throws sycl::exception with this errc and a text that contains `part`.
template <class F> void expect_error(sycl::errc code, const std::string &part, F statement) {
  try {
    statement();
    ADD_FAILURE() << "nothing thrown, needed: " << part;
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), sycl::make_error_code(code)) << e.what();
    EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
  }
}

} // namespace cuda_test
