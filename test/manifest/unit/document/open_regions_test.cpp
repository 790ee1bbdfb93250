// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Open regions: what is certain of regions whose sequence only a run decides.
#include "sample.hpp"

#include <gtest/gtest.h>

using namespace syclfuse;
using namespace syclfuse::manifest;

namespace {

document with_open_region() {
  diagnostics out;
  document doc = parse(test::input("chain.fusion.json"), "chain.fusion.json", out).value();
  region r = doc.regions.front();
  r.name = "open";
  r.nd_ranges.clear();
  r.open = {{open_kind::loop, {"a.cpp", 3, 1}, 1, 2, {}}, {open_kind::call, {"a.cpp", 5, 1}, 3, 0, "elsewhere"}};
  doc.open_regions.push_back(r);
  return doc;
}

bool is_refused(const document &doc, const char *code) {
  diagnostics out;
  return !validate(doc, "a.json", out) && out.format().find(code) != std::string::npos;
}

TEST(open_regions, survive_the_file) {
  const document doc = with_open_region();
  diagnostics out;
  const std::optional<document> read = parse(to_json(doc), "a.json", out);
  ASSERT_TRUE(read) << out.format();
  EXPECT_TRUE(out.list().empty()) << out.format();
  EXPECT_EQ(to_json(*read), to_json(doc));
  ASSERT_EQ(read->open_regions.size(), 1u);
  EXPECT_EQ(read->open_regions[0].open[1].function, "elsewhere");
  EXPECT_EQ(read->open_regions[0].open[0].count, 2u);
}

TEST(open_regions, are_merged_by_content_and_apart_from_regions) {
  document into = with_open_region();
  document other = with_open_region();
  diagnostics out;
  ASSERT_TRUE(merge(into, other, "b.json", out));
  EXPECT_EQ(to_json(into), to_json(with_open_region()));
  other.open_regions[0].open[0].location.line = 4;
  ASSERT_TRUE(merge(into, other, "b.json", out));
  EXPECT_EQ(into.open_regions.size(), 2u);
  // A run that went through it once has the same sequence, and stays a region.
  other = with_open_region();
  other.regions.push_back(other.open_regions[0]);
  other.regions.back().open.clear();
  const std::size_t before = into.regions.size();
  ASSERT_TRUE(merge(into, other, "b.json", out));
  EXPECT_EQ(into.regions.size(), before + 1);
  EXPECT_EQ(into.open_regions.size(), 2u);
}

TEST(open_regions, say_why_and_what) {
  document doc = with_open_region();
  doc.open_regions[0].open.clear();
  EXPECT_TRUE(is_refused(doc, "SF2006"));
  doc = with_open_region();
  doc.open_regions[0].open[0].count = 100;
  EXPECT_TRUE(is_refused(doc, "SF2008"));
  doc = with_open_region();
  doc.regions[0].open = doc.open_regions[0].open;
  EXPECT_TRUE(is_refused(doc, "SF2006"));
}

} // namespace
