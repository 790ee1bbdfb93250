// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparing manifests: every kind of change is told by name, and nothing is told of what is the same.
#include "sample.hpp"

#include "syclfuse/manifest_diff.hpp"

#include <gtest/gtest.h>

#include <algorithm>

using namespace syclfuse;
using namespace syclfuse::manifest;

namespace {

template <class F> std::string changed(F change, bool places = false) {
  document b = test::chain();
  change(b);
  return to_text(diff(test::chain(), b, places));
}

TEST(manifest_diff, order_and_repeats_count_for_nothing) {
  test::random_source random(test::seed());
  for (int i = 0; i < 100; ++i) {
    const document doc = test::random_document(random);
    document other = doc;
    std::reverse(other.kernels.begin(), other.kernels.end());
    std::reverse(other.regions.begin(), other.regions.end());
    other.regions.insert(other.regions.end(), doc.regions.begin(), doc.regions.end());
    EXPECT_EQ(to_text(diff(doc, other, true)), "") << "document " << i;
  }
}

// Each change of one direction is one of the other.
TEST(manifest_diff, is_symmetrical) {
  test::random_source random(test::seed());
  for (int i = 0; i < 100; ++i) {
    const document a = test::random_document(random), b = test::random_document(random);
    const auto forth = diff(a, b, true), back = diff(b, a, true);
    EXPECT_EQ(forth.empty(), to_json(a) == to_json(b));
    ASSERT_EQ(forth.size(), back.size());
    for (std::size_t c = 0; c < forth.size(); ++c) {
      const auto same = [&](const change &other) {
        const bool opposite = forth[c].kind == change_kind::changed
                                  ? other.kind == change_kind::changed
                                  : other.kind != forth[c].kind && other.kind != change_kind::changed;
        return opposite && other.before == forth[c].after && other.after == forth[c].before &&
               other.details.size() == forth[c].details.size();
      };
      EXPECT_TRUE(std::any_of(back.begin(), back.end(), same)) << forth[c].what;
    }
  }
}

TEST(manifest_diff, of_kernels_and_targets) {
  EXPECT_EQ(changed([](document &d) { d.targets = {"cuda:sm_90"}; }), "+ target cuda:sm_90\n- target native\n");
  EXPECT_EQ(changed([](document &d) {
              d.kernels[0].closure_size = 152;
              d.kernels[0].parameters[0].mode = access_mode::read_write;
            }),
            "~ kernel KernelFour (_ZTS10KernelFour)\n"
            "    ~ closure: 144 bytes, aligned to 8 -> 152 bytes, aligned to 8\n"
            "    ~ parameter 0: accTmp1: accessor<1> of float, read, 48 bytes at 0, elements of 4 -> "
            "accTmp1: accessor<1> of float, read_write, 48 bytes at 0, elements of 4\n");
  EXPECT_EQ(changed([](document &d) {
              kernel k = d.kernels[0];
              k.symbol = "_ZTS3New";
              k.name = "New";
              d.kernels.push_back(k);
            }),
            "+ kernel New (_ZTS3New)\n");
}

TEST(manifest_diff, of_regions) {
  const std::string region = "~ region " + test::chain().regions[0].name + " (" +
                             test::chain().regions[0].source.begin.file + ":" +
                             std::to_string(test::chain().regions[0].source.begin.line) + ")\n";
  EXPECT_EQ(changed([](document &d) { d.regions[0].barriers = !d.regions[0].barriers; }),
            region + "    ~ barriers: yes -> no\n");
  EXPECT_EQ(
      changed([](document &d) { d.regions[0].nd_ranges.push_back({{{64}, {8}, {2}}, nd_range_origin::cmake, {}}); }),
      region + "    + nd-range 64:8+2: cmake\n");
  // An origin is of the range: the first of them is kept when manifests are merged.
  const std::string origin = changed([](document &d) { d.regions[0].nd_ranges[0].origin = nd_range_origin::capture; });
  EXPECT_NE(origin.find(": source -> capture\n"), std::string::npos) << origin;
  const std::string promoted = changed([](document &d) {
    for (submission &s : d.regions[0].submissions)
      for (argument &a : s.arguments)
        a.promote = promotion::none;
  });
  EXPECT_NE(promoted.find(", promotion: private -> none\n"), std::string::npos) << promoted;
  const std::string shorter = changed([](document &d) { d.regions[0].submissions.pop_back(); });
  EXPECT_NE(shorter.find("    - submission 3: KernelFour, range<1> "), std::string::npos) << shorter;
  EXPECT_NE(shorter.find("    - submission 3, argument accOut: buffer "), std::string::npos) << shorter;
  EXPECT_EQ(shorter.find("promotion: none"), std::string::npos) << shorter;
  const std::string renamed = changed([](document &d) { d.regions[0].name = "other"; });
  EXPECT_NE(renamed.find("- region " + test::chain().regions[0].name), std::string::npos) << renamed;
  EXPECT_NE(renamed.find("+ region other"), std::string::npos) << renamed;
}

TEST(manifest_diff, of_open_regions) {
  const auto open = [](document &d) {
    d.open_regions = {d.regions[0]};
    d.open_regions[0].nd_ranges.clear();
    d.open_regions[0].open = {{open_kind::call, {}, 1, 2, "elsewhere"}};
    d.regions.clear();
  };
  const std::string text = changed(open);
  EXPECT_NE(text.find("- region "), std::string::npos) << text;
  EXPECT_NE(text.find("+ open region "), std::string::npos) << text;
  document a = test::chain(), b = test::chain();
  open(a), open(b);
  b.open_regions[0].open[0].count = 1;
  EXPECT_NE(to_text(diff(a, b, false))
                .find("    ~ open 0: call of elsewhere, submissions 1 to 3 -> call of elsewhere, submissions 1 to 2\n"),
            std::string::npos);
}

TEST(manifest_diff, places_on_demand) {
  const auto move = [](document &d) {
    d.regions[0].source.begin.line += 5;
    d.kernels[1].location.line += 5;
    d.sources[0].source_hash = "xxh64:1";
  };
  EXPECT_EQ(changed(move), "");
  const std::string text = changed(move, true);
  for (const char *line : {"~ source ", "    ~ place: ", "    ~ begin: "})
    EXPECT_NE(text.find(line), std::string::npos) << text;
}

TEST(manifest_diff, of_regions_that_share_a_name) {
  document a = test::chain();
  region second = a.regions[0];
  second.source.begin.line = 100;
  second.barriers = !second.barriers;
  a.regions.push_back(second);
  document b = a;
  b.regions[1].source.begin.line = 90;
  b.regions[1].nd_ranges.clear();
  std::swap(b.regions[0], b.regions[1]);
  const std::string text = to_text(diff(a, b, false));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2) << text;
  EXPECT_NE(text.find(":90)\n    - nd-range "), std::string::npos) << text;
}

TEST(manifest_diff, as_json) {
  document b = test::chain();
  b.targets = {"x\xff\"y"};
  b.regions[0].barriers = false;
  const std::string text = to_json(diff(test::chain(), b, false));
  EXPECT_NE(text.find("\"same\": false"), std::string::npos) << text;
  EXPECT_NE(text.find("\"details\""), std::string::npos) << text;
  EXPECT_EQ(to_json(diff(b, b, false)), "{\n  \"same\": true,\n  \"changes\": []\n}\n");
}

} // namespace
