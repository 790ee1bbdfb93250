// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No control character reaches a terminal, and nothing else is changed.
#include "syclfuse/printable.hpp"

#include <gtest/gtest.h>

using namespace syclfuse;

namespace {

TEST(printable, EscapesControlCharacters) {
  EXPECT_EQ(printable("\x1b[2J\r\x07\x7f"), "\\u001b[2J\\u000d\\u0007\\u007f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\u0000b");
  EXPECT_EQ(printable("\xc2\x9b"
                      "1m \xc2\x80\xc2\x9f"),
            "\\u009b1m \\u0080\\u009f")
      << "those of UTF-8, too";
}

TEST(printable, LeavesTheRest) {
  for (const char *text : {"", "kernel 'a<b>'\tc\nd", "\xc2\xa0\xc3\x9b\xe2\x82\xac", "\xc2", "\x9b is no UTF-8"})
    EXPECT_EQ(printable(text), text);
}

} // namespace
