// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stripping: no paths are left, and nothing that is built of a manifest is lost.
#include "sample.hpp"

#include "syclfuse/manifest_diff.hpp"
#include "syclfuse/manifest_strip.hpp"

#include <gtest/gtest.h>

using namespace syclfuse;
using namespace syclfuse::manifest;

namespace {

TEST(manifest_strip, loses_nothing_that_is_built) {
  test::random_source random(test::seed());
  for (int i = 0; i < 200; ++i) {
    const document doc = test::random_document(random), stripped = strip(doc, {});
    diagnostics out;
    EXPECT_TRUE(validate(stripped, "stripped", out)) << out.format();
    EXPECT_EQ(to_json(strip(stripped, {})), to_json(stripped));
    EXPECT_EQ(to_text(diff(doc, stripped, /*places=*/false)), "");
    // It is what it came from: merged with that, nothing is new.
    EXPECT_EQ(to_json(test::merged({stripped, doc})), to_json(test::merged({doc}))) << "document " << i;
    EXPECT_EQ(to_json(test::merged({doc, stripped})), to_json(test::merged({doc}))) << "document " << i;
  }
}

TEST(manifest_strip, leaves_no_path_of_the_machine) {
  document doc = test::chain();
  for (kernel &k : doc.kernels)
    k.location = {"/home/someone/chain.cpp", 1, 2};
  for (region &r : doc.regions) {
    r.source.begin.file = r.source.end.file = "/home/someone/chain.cpp";
    for (submission &s : r.submissions)
      s.location = {"/home/someone/chain.cpp", 3, 4};
    for (buffer &b : r.buffers)
      b.location = {"/home/someone/chain.cpp", 5, 6};
  }
  doc.sources = {{"tool", "clang", "/home/someone/chain.cpp", "xxh64:0"}};
  doc.open_regions = {doc.regions.front()};
  doc.open_regions[0].open = {{open_kind::loop, {"/home/someone/chain.cpp", 7, 8}, 0, 1, {}}};
  const document stripped = strip(doc, {});
  EXPECT_EQ(to_json(stripped).find("/home"), std::string::npos);
  EXPECT_TRUE(stripped.sources.empty());
  // Where a region begins is a part of what it is.
  EXPECT_EQ(stripped.regions[0].source.begin.file, "chain.cpp");
  EXPECT_EQ(stripped.regions[0].source.begin.line, test::chain().regions[0].source.begin.line);
  EXPECT_LT(to_json(stripped).size(), to_json(doc).size());
  EXPECT_EQ(test::merged({doc, stripped}).regions.size(), doc.regions.size());
}

TEST(manifest_strip, drops_nd_ranges_by_origin) {
  document doc = test::chain();
  doc.regions[0].nd_ranges = {{{{1}, {}, {}}, nd_range_origin::source, {}},
                              {{{2}, {}, {}}, nd_range_origin::cmake, {}},
                              {{{3}, {}, {}}, nd_range_origin::capture, {}}};
  strip_options options;
  options.drop = {nd_range_origin::source, nd_range_origin::capture};
  const document stripped = strip(doc, options);
  ASSERT_EQ(stripped.regions[0].nd_ranges.size(), 1u);
  EXPECT_EQ(to_string(stripped.regions[0].nd_ranges[0]), "2");
}

TEST(manifest_strip, captured_only_keeps_what_a_run_showed) {
  document doc = test::chain();
  doc.targets = {"native"};
  region fresh = doc.regions[0];
  fresh.name = "of_a_run";
  for (submission &s : fresh.submissions)
    s.location = {};
  fresh.submissions.resize(1);
  fresh.nd_ranges.clear(); // a run with nothing but single tasks lists none
  doc.regions[0].nd_ranges = {{{{1}, {}, {}}, nd_range_origin::source, {}},
                              {{{3}, {}, {}}, nd_range_origin::capture, {}}};
  region unseen = doc.regions[0];
  unseen.name = "unseen";
  unseen.nd_ranges.pop_back();
  doc.regions.push_back(fresh);
  doc.regions.push_back(unseen);
  kernel alone = doc.kernels[0];
  alone.symbol = "_ZTS5Alone";
  doc.kernels.push_back(alone);
  strip_options options;
  options.captured_only = true;
  const document stripped = strip(doc, options);
  ASSERT_EQ(stripped.regions.size(), 2u);
  EXPECT_EQ(stripped.regions[0].nd_ranges.size(), 1u);
  EXPECT_EQ(stripped.regions[1].name, "of_a_run");
  EXPECT_EQ(stripped.kernels.size(), 4u);
  EXPECT_TRUE(stripped.targets.empty());
  diagnostics out;
  EXPECT_TRUE(validate(stripped, "stripped", out)) << out.format();
  EXPECT_EQ(to_json(strip(stripped, options)), to_json(stripped));
}

TEST(manifest_strip, unused_kernels_are_dropped_on_demand_only) {
  document doc = test::chain();
  kernel alone = doc.kernels[0];
  alone.symbol = "_ZTS5Alone";
  doc.kernels.push_back(alone);
  EXPECT_EQ(strip(doc, {}).kernels.size(), 5u);
  strip_options options;
  options.unused_kernels = true;
  EXPECT_EQ(strip(doc, options).kernels.size(), 4u);
}

} // namespace
