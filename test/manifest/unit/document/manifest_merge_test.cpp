// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Merging manifests: unions by identity, independent of the order; conflicts leave the target as it was.
#include "sample.hpp"

#include "syclfuse/manifest_strip.hpp"

#include <gtest/gtest.h>

#include <algorithm>

using namespace syclfuse;
using namespace syclfuse::manifest;

namespace {

TEST(manifest_merge, merging_a_document_with_itself_changes_nothing) {
  EXPECT_EQ(to_json(test::merged({test::chain(), test::chain()})), to_json(test::chain()));
  test::random_source random(test::seed());
  for (int i = 0; i < 50; ++i) {
    const document doc = test::random_document(random);
    EXPECT_EQ(to_json(test::merged({doc, doc})), to_json(test::merged({doc}))) << "document " << i;
  }
}

TEST(manifest_merge, result_depends_on_neither_order_nor_grouping) {
  test::random_source random(test::seed());
  const document base = test::chain();
  for (int i = 0; i < 50; ++i) {
    std::vector<document> docs;
    for (int d = 0; d < 3; ++d) {
      document doc = base;
      region &r = doc.regions[0];
      r.nd_ranges = {{{{1 + random.below(4)}, {}, {}}, static_cast<nd_range_origin>(random.below(3)), {}}};
      if (random.chance(30))
        r.buffers[0].name = "other";
      if (random.chance(40)) { // as capture writes it
        for (submission &s : r.submissions)
          s.location = {};
        r.source.begin.file = "chain.cpp";
        if (random.chance(30))
          r.submissions[1].arguments[1].identity = r.submissions[0].arguments[1].identity;
      }
      if (random.chance(30)) { // as it was written once
        r.buffers.clear();
        for (submission &s : r.submissions)
          for (argument &a : s.arguments)
            a.identity.reset();
      }
      if (random.chance(50))
        r.name = "second";
      doc.kernels[random.below(4)].location.line = unsigned(random.below(3));
      doc.targets = {random.chance(50) ? "native" : "cuda:sm_90"};
      doc.sources[0].source = "source" + std::to_string(random.below(3));
      docs.push_back(std::move(doc));
    }
    const std::string text = to_json(test::merged(docs));
    std::reverse(docs.begin(), docs.end());
    EXPECT_EQ(to_json(test::merged(docs)), text) << i;
    EXPECT_EQ(to_json(test::merged({docs[1], test::merged({docs[2], docs[0]})})), text) << i;
  }
}

// Parts of one program, each with some of its regions and ND-ranges, some of them stripped or without places as a run
// records them.
document random_part(const document &whole, test::random_source &random) {
  document part = whole;
  if (random.chance(30))
    part = strip(whole, {});
  const auto some = [&](auto &items, unsigned percent) {
    items.erase(std::remove_if(items.begin(), items.end(), [&](const auto &) { return random.chance(percent); }),
                items.end());
  };
  some(part.regions, 30);
  some(part.open_regions, 30);
  some(part.targets, 50);
  some(part.sources, 50);
  const bool captured = random.chance(30);
  for (region &r : part.regions) {
    some(r.nd_ranges, 40);
    for (listed_nd_range &l : r.nd_ranges)
      if (random.chance(40))
        l.origin = static_cast<nd_range_origin>(random.below(3));
    if (captured)
      for (submission &s : r.submissions)
        s.location = {};
    if (random.chance(20))
      for (submission &s : r.submissions)
        for (argument &a : s.arguments)
          if (random.chance(30))
            a.identity.reset();
  }
  return part;
}

TEST(manifest_merge, of_random_parts_is_commutative_associative_and_idempotent) {
  test::random_source random(test::seed());
  for (int i = 0; i < 150; ++i) {
    const document whole = test::random_document(random);
    const document a = random_part(whole, random), b = random_part(whole, random), c = random_part(whole, random);
    const std::string text = to_json(test::merged({a, b, c}));
    EXPECT_EQ(to_json(test::merged({c, a, b})), text) << i;
    EXPECT_EQ(to_json(test::merged({b, test::merged({c, a})})), text) << i;
    EXPECT_EQ(to_json(test::merged({test::merged({a, b}), test::merged({b, c})})), text) << i;
    const document all = test::merged({a, b, c});
    EXPECT_EQ(to_json(test::merged({all, all, a})), text) << i;
    diagnostics out;
    EXPECT_TRUE(validate(all, "merged", out)) << out.format();
  }
}

TEST(manifest_merge, conflict_without_places_names_both_manifests) {
  document into, changed = strip(test::chain(), {});
  changed.kernels[0].closure_size = 152;
  for (kernel &k : changed.kernels)
    k.origin = "b.json";
  diagnostics out;
  ASSERT_TRUE(merge(into, strip(test::chain(), {}), "a.json", out));
  EXPECT_FALSE(merge(into, changed, "b.json", out));
  ASSERT_EQ(out.list().size(), 1u);
  EXPECT_EQ(out.list()[0].text,
            "kernel '_ZTS10KernelFour' differs between 'chain.fusion.json' and 'b.json': closure size 144 and 152");
}

TEST(manifest_merge, many_translation_units) {
  document into;
  for (int i = 0; i < 200; ++i) {
    document doc = test::chain();
    const std::string suffix = std::to_string(i);
    for (kernel &k : doc.kernels)
      k.symbol += suffix;
    for (submission &s : doc.regions[0].submissions)
      s.kernel += suffix;
    diagnostics out;
    ASSERT_TRUE(merge(into, doc, suffix, out)) << out.format();
  }
  EXPECT_EQ(into.kernels.size(), 800u);
  EXPECT_EQ(into.regions.size(), 200u);
}

TEST(manifest_merge, nd_ranges_and_targets_are_united) {
  document a = test::chain(), b = test::chain();
  b.targets = {"cuda:sm_90", "native"};
  b.regions[0].nd_ranges = {{{{4096}, {}, {}}, nd_range_origin::capture, {}},
                            {{{64}, {}, {}}, nd_range_origin::cmake, {}}};
  const document m = test::merged({b, a});
  EXPECT_EQ(m.targets, (std::vector<std::string>{"cuda:sm_90", "native"}));
  ASSERT_EQ(m.regions.size(), 1u);
  const std::vector<listed_nd_range> &ranges = m.regions[0].nd_ranges;
  ASSERT_EQ(ranges.size(), 2u);
  EXPECT_EQ(ranges[0].range.global, std::vector<std::uint64_t>{64});
  EXPECT_EQ(ranges[1].range.global, std::vector<std::uint64_t>{4096});
  EXPECT_EQ(ranges[1].origin, nd_range_origin::source);
}

TEST(manifest_merge, nd_ranges_of_each_submission_are_united) {
  document a = test::chain(), b = test::chain();
  const listed_nd_range one{{}, nd_range_origin::cmake, {{{1}, {}, {}}, {{2}, {}, {}}, {{3}, {}, {}}, {{4}, {}, {}}}};
  listed_nd_range other = one, captured = one;
  other.submissions[3].global = {5};
  captured.origin = nd_range_origin::capture;
  a.regions[0].nd_ranges = {other, captured};
  b.regions[0].nd_ranges = {one};
  const std::vector<listed_nd_range> ranges = test::merged({a, b}).regions.at(0).nd_ranges;
  ASSERT_EQ(ranges.size(), 2u);
  EXPECT_EQ(ranges[0].submissions, one.submissions);
  EXPECT_EQ(ranges[0].origin, nd_range_origin::cmake);
  EXPECT_EQ(ranges[1].submissions, other.submissions);
}

TEST(manifest_merge, captured_region_adds_its_nd_ranges_to_the_recorded_one) {
  document captured = test::chain();
  region &r = captured.regions[0];
  r.buffers.clear();
  for (submission &s : r.submissions) {
    s.range = {};
    for (argument &a : s.arguments)
      a.identity.reset();
  }
  r.nd_ranges = {{{{1000003}, {}, {}}, nd_range_origin::capture, {}}};
  const document m = test::merged({captured, test::chain()});
  ASSERT_EQ(m.regions.size(), 1u);
  EXPECT_EQ(m.regions[0].buffers.size(), 8u);
  EXPECT_EQ(m.regions[0].nd_ranges.size(), 2u);
}

// What the runtime writes of a recorded region: no places but that of the region, below no root.
document captured() {
  document doc = test::chain();
  for (region &r : doc.regions) {
    for (submission &s : r.submissions)
      s.location = {};
    for (buffer &b : r.buffers) {
      b.name += "_seen";
      b.location = {};
      b.range.clear();
    }
    r.source.begin.file = r.source.begin.file.substr(r.source.begin.file.rfind('/') + 1);
    r.source.end = r.source.begin;
    r.nd_ranges = {{{{77}, {}, {}}, nd_range_origin::capture, {}}};
  }
  return doc;
}

TEST(manifest_merge, captured_region_with_the_recorded_identities_is_the_recorded_one) {
  const document both = test::merged({captured(), test::chain()});
  ASSERT_EQ(both.regions.size(), test::chain().regions.size());
  EXPECT_EQ(to_json(test::merged({test::chain(), captured()})), to_json(both));
  EXPECT_EQ(both.regions[0].source.begin.file, test::chain().regions[0].source.begin.file);
  EXPECT_EQ(both.regions[0].buffers[0].name, test::chain().regions[0].buffers[0].name);
  bool added = false;
  for (const listed_nd_range &l : both.regions[0].nd_ranges)
    added |= l.range.global == std::vector<std::uint64_t>{77} && l.origin == nd_range_origin::capture;
  EXPECT_TRUE(added);
}

TEST(manifest_merge, captured_region_that_knows_something_else_stays_beside_the_recorded_one) {
  document other = captured();
  region &r = other.regions[0];
  ASSERT_NE(r.submissions[0].arguments[1].identity, r.submissions[1].arguments[1].identity);
  r.submissions[0].arguments[1].identity =
      r.submissions[1].arguments[1].identity; // two arguments that are one in this run
  document both = test::merged({test::chain(), other});
  ASSERT_EQ(both.regions.size(), test::chain().regions.size() + 1);
  EXPECT_EQ(both.regions[0].nd_ranges.size(), both.regions[1].nd_ranges.size());

  document sized = captured();
  sized.regions[0].buffers[0].range.assign(sized.regions[0].buffers[0].dimensions, 12345);
  EXPECT_EQ(test::merged({test::chain(), sized}).regions.size(), test::chain().regions.size() + 1);

  document apart = captured(); // what was recorded as one was not
  unsigned shared = 0;
  for (const submission &s : apart.regions[0].submissions)
    for (const argument &a : s.arguments)
      shared += a.identity == apart.regions[0].submissions[0].arguments.back().identity;
  ASSERT_GT(shared, 1u);
  apart.regions[0].submissions[0].arguments.back().identity.reset();
  EXPECT_EQ(test::merged({test::chain(), apart}).regions.size(), test::chain().regions.size() + 1);
}

TEST(manifest_merge, regions_that_know_more_come_first) {
  document other = captured();
  region &r = other.regions[0];
  for (submission &s : r.submissions)
    s.arguments.front().identity.reset();
  r.source = test::chain().regions[0].source;
  const document both = test::merged({other, test::chain()});
  ASSERT_EQ(both.regions.size(), 2u);
  EXPECT_TRUE(both.regions[0].submissions[0].arguments[0].identity);
  EXPECT_FALSE(both.regions[1].submissions[0].arguments[0].identity);
}

TEST(manifest_merge, regions_of_other_promotion_place_or_barriers_stay_apart) {
  document promotion_differs = test::chain(), place_differs = test::chain(), barriers_differ = test::chain();
  for (submission &s : promotion_differs.regions[0].submissions)
    for (argument &a : s.arguments)
      a.promote = promotion::none;
  place_differs.regions[0].source.begin.line += 1;
  barriers_differ.regions[0].barriers = false;
  EXPECT_EQ(test::merged({test::chain(), promotion_differs, place_differs, barriers_differ}).regions.size(), 4u);
}

TEST(manifest_merge, kernel_of_another_place_is_the_same_kernel) {
  document b = test::chain();
  b.kernels[0].location = {"another.cpp", 1, 1};
  const document m = test::merged({test::chain(), b});
  EXPECT_EQ(m.kernels.size(), 4u);
  EXPECT_EQ(m.kernels[0].location.file, "another.cpp");
}

TEST(manifest_merge, kernel_conflict_names_both_origins_and_what_differs) {
  const auto expect_conflict = [](void (*change)(kernel &), const std::string &what) {
    document into = test::chain(), other = test::chain();
    change(other.kernels[0]);
    other.kernels[0].location = {"other.cpp", 5, 6};
    other.targets = {"cuda:sm_90"};
    const std::string before = to_json(into);
    diagnostics out;
    EXPECT_FALSE(merge(into, other, "other.json", out));
    EXPECT_EQ(to_json(into), before);
    ASSERT_EQ(out.list().size(), 1u);
    EXPECT_EQ(out.format(),
              "other.json: error: kernel '_ZTS10KernelFour' differs between 'chain.cpp' and 'other.json': " + what +
                  " [SF2010]\nchain.cpp:54:9: note: described here first\n"
                  "other.cpp:5:6: note: described differently here\n"
                  "note: give the kernels different names\n");
  };
  expect_conflict([](kernel &k) { k.closure_size = 152; }, "closure size 144 and 152");
  expect_conflict([](kernel &k) { k.closure_align = 16; }, "closure alignment 8 and 16");
  expect_conflict([](kernel &k) { k.fused_only = true; }, "fused only 0 and 1");
  expect_conflict([](kernel &k) { k.name = "x"; }, "name 'KernelFour' and 'x'");
  expect_conflict([](kernel &k) { k.kind = range_kind::nd_range; }, "kind range and nd_range");
  expect_conflict([](kernel &k) { k.dimensions = 2; }, "dimensions 1 and 2");
  expect_conflict([](kernel &k) { k.parameters.pop_back(); }, "number of parameters 3 and 2");
  expect_conflict([](kernel &k) { k.parameters[1].name = "x"; }, "parameter 'accTmp3': name 'accTmp3' and 'x'");
  expect_conflict([](kernel &k) { k.parameters[1].kind = param_kind::pointer; },
                  "parameter 'accTmp3': kind accessor and pointer");
  expect_conflict([](kernel &k) { k.parameters[1].type = "int"; }, "parameter 'accTmp3': type 'float' and 'int'");
  expect_conflict([](kernel &k) { k.parameters[1].element_size = 8; }, "parameter 'accTmp3': element size 4 and 8");
  expect_conflict([](kernel &k) { k.parameters[1].dimensions = 2; }, "parameter 'accTmp3': dimensions 1 and 2");
  expect_conflict([](kernel &k) { k.parameters[1].mode = access_mode::write; },
                  "parameter 'accTmp3': access mode read and write");
  expect_conflict([](kernel &k) { k.parameters[1].target = "x"; }, "parameter 'accTmp3': target 'device' and 'x'");
  expect_conflict([](kernel &k) { k.parameters[1].offset = 56; }, "parameter 'accTmp3': offset 48 and 56");
  expect_conflict([](kernel &k) { k.parameters[1].size = 56; }, "parameter 'accTmp3': size 48 and 56");
}

} // namespace
