// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading manifests: what is accepted, and the code and line of every refusal.
#include "syclfuse/manifest.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

using namespace syclfuse;
using namespace syclfuse::manifest;

namespace {

std::string input(const std::string &name) {
  std::ifstream file(std::string(TEST_INPUTS) + "/" + name, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(manifest_read, chain_is_read_and_written_back_unchanged) {
  diagnostics out;
  const std::string text = input("chain.fusion.json");
  const std::optional<document> doc = parse(text, "chain.fusion.json", out);
  ASSERT_TRUE(doc) << out.format();
  EXPECT_TRUE(out.list().empty()) << out.format();
  EXPECT_EQ(to_json(*doc), text);
  ASSERT_EQ(doc->regions.size(), 1u);
  EXPECT_EQ(doc->regions[0].submissions[2].kernel, "_ZTS11KernelThree");
  EXPECT_EQ(doc->regions[0].submissions[2].arguments[2].promote, promotion::private_memory);
  EXPECT_TRUE(doc->regions[0].barriers);
}

} // namespace
