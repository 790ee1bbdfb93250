// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages have names of bundles and manifests in them.
#include "core/process/log.hpp"

#include <gtest/gtest.h>

TEST(Log, SaysNoControlCharacters) {
  testing::internal::CaptureStderr();
  sycl::detail::log(syclfuse::diag::jit_refused, {"\x1b]0;run\x07", "no\nreason"});
  sycl::detail::trace_line("\x1b[2J");
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("region '\\u001b]0;run\\u0007' cannot be fused: no\nreason [SF7005]\n"), std::string::npos)
      << said;
  EXPECT_EQ(said.find('\x1b'), std::string::npos);
}
