// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section of objects that holds manifests.
#include "syclfuse/manifest_section.hpp"

#include <gtest/gtest.h>

using namespace syclfuse::manifest;

namespace {

std::vector<std::string> read(const std::string &contents) {
  std::string why;
  const auto texts = from_section(contents, why);
  EXPECT_TRUE(texts) << why;
  return texts ? std::vector<std::string>(texts->begin(), texts->end()) : std::vector<std::string>{};
}

std::string refusal(const std::string &contents) {
  std::string why;
  EXPECT_FALSE(from_section(contents, why));
  return why;
}

TEST(ManifestSection, TextsOfAnyBytesComeBack) {
  const std::string binary("{\0\xff}\0\0", 6);
  for (const std::string &text : {std::string(), std::string("{}"), binary, std::string(3 << 20, 'x')})
    EXPECT_EQ(read(to_section(text)), std::vector<std::string>{text});
}

TEST(ManifestSection, OneAfterTheOtherWithPadding) {
  const std::string zeros(13, '\0');
  EXPECT_EQ(read(to_section("a") + to_section("b\n")), (std::vector<std::string>{"a", "b\n"}));
  EXPECT_EQ(read(zeros + to_section("a") + zeros + to_section("") + zeros), (std::vector<std::string>{"a", ""}));
  EXPECT_TRUE(read("").empty());
  EXPECT_TRUE(read(zeros).empty());
}

// The numbers in the header are those of the description, whatever the machine.
TEST(ManifestSection, TheHeaderIsAsDescribed) {
  const std::string s = to_section(std::string(258, 'x'));
  EXPECT_EQ(s.size(), 32u + 258u);
  EXPECT_EQ(s.substr(0, 24), std::string("SYCLFMAN\1\0\0\0\0\0\0\0\2\1\0\0\0\0\0\0", 24));
}

TEST(ManifestSection, NoByteCanBeChangedOrLost) {
  const std::string good = to_section("{\"kernels\": []}");
  for (size_t i = 0; i != good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x20);
    EXPECT_FALSE(refusal(bad).empty()) << i;
    if (i != 0)
      EXPECT_FALSE(refusal(good.substr(0, i)).empty()) << i;
  }
}

TEST(ManifestSection, RefusalsSayWhy) {
  const std::string good = to_section("{}");
  std::string other = good, huge = good;
  other[8] = 2;
  huge.replace(16, 8, 8, '\xff');
  EXPECT_EQ(refusal(good + "rest"), "there is something else than a manifest");
  EXPECT_EQ(refusal("{}" + good), "there is something else than a manifest");
  EXPECT_EQ(refusal(other), "version 2, needed: 1");
  EXPECT_EQ(refusal(huge), "a manifest of 18446744073709551615 bytes does not fit");
  EXPECT_EQ(refusal(good + good.substr(0, good.size() - 1)), "a manifest of 2 bytes does not fit");
  EXPECT_EQ(refusal(good.substr(0, good.size() - 1) + ")"), "a manifest has other bytes than when it was written");
}

} // namespace
