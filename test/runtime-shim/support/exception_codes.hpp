// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expecting exceptions by their code.
#pragma once

#include "sycl/exception.hpp"

#include <gtest/gtest.h>

#include <system_error>

namespace test {

// Of the sycl::exception that f throws; 0 if it throws none.
template <class F> std::error_code code_of(F f) {
  try {
    f();
  } catch (const sycl::exception &e) {
    return e.code();
  }
  return {};
}

} // namespace test

#define EXPECT_ERRC(Code, ...) EXPECT_EQ(test::code_of([&] { __VA_ARGS__; }), make_error_code(sycl::errc::Code))
#define EXPECT_INVALID(...) EXPECT_ERRC(invalid, __VA_ARGS__)
