// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry points of drivers in libraries of their own: no exception leaves them, whichever allocation fails, and a
// runtime with another interface gets nothing.
#include "core/devices/driver.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <dlfcn.h>
#include <new>

namespace {
thread_local int allocations_left = -1; // until one fails; negative: none does
}

// Of the process, so also of the libraries.
void *operator new(std::size_t size) {
  if (allocations_left == 0)
    throw std::bad_alloc();
  allocations_left -= allocations_left > 0;
  if (void *p = std::malloc(size ? size : 1))
    return p;
  throw std::bad_alloc();
}
void operator delete(void *p) noexcept { std::free(p); }
void operator delete(void *p, std::size_t) noexcept { std::free(p); }

namespace {

using namespace sycl::detail;

class driver_modules : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    void *library = ::dlopen(GetParam(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << ::dlerror();
    make_ = reinterpret_cast<decltype(make_)>(::dlsym(library, "sycl_fuse_make_driver"));
    ASSERT_NE(make_, nullptr);
    options_.library = "libno-such-library-of-a-vendor.so.1";
  }
  driver_options options_;
  driver *(*make_)(unsigned, const driver_options &) = nullptr;
};

TEST_P(driver_modules, let_no_exception_out) {
  int failures = 0;
  for (;; ++failures) {
    ASSERT_LT(failures, 1000);
    allocations_left = failures;
    const std::unique_ptr<driver> made(make_(driver_interface, options_));
    allocations_left = -1;
    if (made && made->unavailable().find(options_.library) != std::string::npos)
      break;
  }
  EXPECT_GE(failures, 3);
}

TEST_P(driver_modules, of_another_interface_make_nothing) { EXPECT_EQ(make_(driver_interface + 1, options_), nullptr); }

INSTANTIATE_TEST_SUITE_P(all, driver_modules, testing::Values(DRIVER_MODULES));

} // namespace
