// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which images a device accepts, and how they are loaded.
#include "cuda_test.hpp"

#include <thread>

namespace {

using cuda_test::ptx;
using cuda_test::test_bundle;
using fake_gpu::result;
using syclfuse::image_format;
using cuda_kernel = cuda_test::cuda;

struct accept_case {
  image_format format;
  unsigned arch, flags, device_major, device_minor;
  bool accepted;
};

class cuda_accepts : public cuda_test::cuda, public ::testing::WithParamInterface<accept_case> {};

TEST_P(cuda_accepts, by_architecture) {
  const accept_case &c = GetParam();
  fake->major = static_cast<int>(c.device_major);
  fake->minor = static_cast<int>(c.device_minor);
  test_bundle::image i{"k", ptx("k")};
  i.format = c.format;
  i.arch = c.arch;
  i.flags = c.flags;
  EXPECT_EQ(device().accepts(test_bundle({i}).variant()), c.accepted)
      << (c.format == image_format::cubin ? "sm_" : "compute_") << c.arch << " on " << c.device_major << "."
      << c.device_minor;
}

constexpr unsigned exact = syclfuse::bundle::variant_exact_arch;
INSTANTIATE_TEST_SUITE_P(
    images, cuda_accepts,
    ::testing::Values(
        accept_case{image_format::cubin, 90, 0, 9, 0, true}, accept_case{image_format::cubin, 80, 0, 8, 6, true},
        accept_case{image_format::cubin, 86, 0, 8, 0, false}, accept_case{image_format::cubin, 80, 0, 9, 0, false},
        accept_case{image_format::cubin, 90, 0, 10, 0, false}, accept_case{image_format::cubin, 100, 0, 10, 3, true},
        accept_case{image_format::ptx, 80, 0, 9, 0, true}, accept_case{image_format::ptx, 90, 0, 9, 0, true},
        accept_case{image_format::ptx, 90, 0, 12, 0, true}, accept_case{image_format::ptx, 90, 0, 8, 9, false},
        accept_case{image_format::cubin, 100, exact, 10, 3, false},
        accept_case{image_format::ptx, 90, exact, 10, 0, false}, accept_case{image_format::ptx, 90, exact, 9, 0, true},
        accept_case{image_format::spirv, 90, 0, 9, 0, false}));

TEST_F(cuda_kernel, of_another_target_is_not_accepted) {
  test_bundle::image i{"k", ptx("k")};
  i.target = syclfuse::target_kind::hip;
  EXPECT_FALSE(device().accepts(test_bundle({i}).variant()));
}

TEST_F(cuda_kernel, ptx_reaches_the_driver_whole) {
  const test_bundle b({{"first", ptx("first")}, {"second", ptx("second")}});
  EXPECT_NE(load(b, 0), nullptr) << error;
  EXPECT_EQ(error, "");
  EXPECT_EQ(fake->images, std::set<std::string>{ptx("first")});
}

TEST_F(cuda_kernel, is_loaded_once_from_many_threads) {
  const test_bundle b({{"k", ptx("k")}});
  device();
  std::vector<sycl::detail::driver_kernel *> loaded(8);
  std::vector<std::thread> threads;
  for (auto &kernel : loaded)
    threads.emplace_back([&] {
      std::string message;
      kernel = device().load(b.view(), b.variant(), {}, message);
    });
  for (auto &t : threads)
    t.join();
  for (const auto *kernel : loaded)
    EXPECT_EQ(kernel, loaded[0]);
  EXPECT_NE(loaded[0], nullptr);
  EXPECT_EQ(fake->calls["cuModuleLoadDataEx"], 1);
}

TEST_F(cuda_kernel, refused_gives_the_driver_log_each_time_but_asks_once) {
  const test_bundle b({{"k", "no ptx at all"}});
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(load(b), nullptr);
    EXPECT_EQ(error, "the driver refuses the image of 'k': CUDA_ERROR_INVALID_PTX: text of the driver; "
                     "ptxas fatal   : missing .version");
  }
  EXPECT_EQ(fake->calls["cuModuleLoadDataEx"], 1);
}

TEST_F(cuda_kernel, that_memory_does_not_suffice_for_is_loaded_later) {
  const test_bundle b({{"k", ptx("k")}});
  fake->always["cuModuleLoadDataEx"] = result::out_of_memory;
  for (int i = 0; i < 2; ++i)
    try {
      load(b);
      ADD_FAILURE();
    } catch (const sycl::exception &e) {
      EXPECT_EQ(e.code(), sycl::errc::memory_allocation);
    }
  fake->always.clear();
  EXPECT_NE(load(b), nullptr) << error;
}

TEST_F(cuda_kernel, missing_in_its_image) {
  const test_bundle b({{"absent", ptx("other")}});
  EXPECT_EQ(load(b), nullptr);
  EXPECT_NE(error.find("the image has no kernel 'absent'"), std::string::npos) << error;
}

TEST_F(cuda_kernel, damaged_never_reaches_the_driver) {
  test_bundle b({{"k", ptx("k")}});
  b.damage(0);
  EXPECT_EQ(load(b), nullptr);
  EXPECT_EQ(error, "the image of 'k' is damaged");
  EXPECT_EQ(fake->calls.count("cuModuleLoadDataEx"), 0u);
}

TEST_F(cuda_kernel, is_not_loaded_if_its_limits_are_unknown) {
  fake->always["cuFuncGetAttribute"] = result::invalid_value;
  const test_bundle b({{"k", ptx("k")}});
  EXPECT_EQ(load(b), nullptr);
  EXPECT_NE(error.find("cuFuncGetAttribute failed"), std::string::npos) << error;
}

} // namespace
