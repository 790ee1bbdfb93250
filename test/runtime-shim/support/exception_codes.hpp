// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expecting exceptions by their code, and by parts of their text.
#pragma once

#include "sycl/exception.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
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
// f throws `code`, with a text that holds each part.
template <class F> void expect_error(F f, sycl::errc code, std::initializer_list<const char *> parts) {
  try {
    f();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), code) << e.what();
    for (const char *part : parts)
      EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
  }
}

} // namespace test

#define EXPECT_ERRC(Code, ...) EXPECT_EQ(test::code_of([&] { __VA_ARGS__; }), make_error_code(sycl::errc::Code))
#define EXPECT_INVALID(...) EXPECT_ERRC(invalid, __VA_ARGS__)
