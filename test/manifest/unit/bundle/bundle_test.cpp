// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bundles: what is built is what is read; equal input gives equal bytes.
#include "bundle_sample.hpp"

#include "syclfuse/sha256.hpp"
#include "syclfuse/signature.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

using namespace syclfuse;
using namespace syclfuse::bundle;

namespace {

view open(const std::vector<unsigned char> &bytes) {
  view v;
  EXPECT_STREQ(to_string(view::open(bytes.data(), bytes.size(), v)), "no error");
  return v;
}

template <class T> bool same_bytes(const T &a, const T &b) { return std::memcmp(&a, &b, sizeof(T)) == 0; }

void expect_place(const view &v, const location_record &got, const builder::location &want) {
  EXPECT_EQ(v.string(got.file), want.file);
  EXPECT_EQ(got.line, want.line);
  EXPECT_EQ(got.column, want.column);
}

void expect_variant(const view &v, const variant_record &got, const builder::variant &want) {
  EXPECT_EQ(v.string(got.entry), want.entry);
  EXPECT_EQ(got.target, want.record.target);
  EXPECT_EQ(got.kind, want.record.kind);
  EXPECT_EQ(got.format, want.record.format);
  EXPECT_EQ(got.dimensions, want.record.dimensions);
  EXPECT_EQ(got.flags, want.record.flags);
  EXPECT_EQ(got.arch, want.record.arch);
  EXPECT_EQ(got.native_entry, want.record.native_entry);
  EXPECT_EQ(got.group_size, want.record.group_size);
  EXPECT_EQ(got.items_per_thread, want.record.items_per_thread);
  EXPECT_EQ(got.sub_group_size, want.record.sub_group_size);
  EXPECT_TRUE(same_bytes(got.nd_range, want.record.nd_range));
  const auto image = v.image(got);
  EXPECT_EQ(std::vector<unsigned char>(image.begin(), image.end()), want.image);
  const auto arguments = v.arguments(got);
  ASSERT_EQ(arguments.size(), want.arguments.size());
  for (std::size_t i = 0; i < arguments.size(); ++i)
    EXPECT_TRUE(same_bytes(arguments[i], want.arguments[i]));
  const auto guards = v.guards(got);
  ASSERT_EQ(guards.size(), want.guards.size());
  for (std::size_t i = 0; i < guards.size(); ++i) {
    guard_record g = guards[i];
    if (has_constant(g.kind)) {
      const std::vector<unsigned char> &constant = want.constants[want.guards[i].value];
      ASSERT_EQ(g.size, constant.size());
      EXPECT_TRUE(std::equal(constant.begin(), constant.end(), v.blob(g.value)));
      g.value = want.guards[i].value;
      g.size = want.guards[i].size;
    }
    EXPECT_TRUE(same_bytes(g, want.guards[i]));
  }
  const auto recomputations = v.recomputations(got);
  ASSERT_EQ(recomputations.size(), want.recomputations.size());
  for (std::size_t i = 0; i < recomputations.size(); ++i)
    EXPECT_TRUE(same_bytes(recomputations[i], want.recomputations[i]));
}

void expect_kernel(const view &v, const kernel_record &got, const builder::kernel &want) {
  EXPECT_EQ(v.string(got.symbol), want.symbol);
  EXPECT_EQ(got.symbol_hash, hash_bytes(want.symbol));
  EXPECT_EQ(v.string(got.name), want.name);
  expect_place(v, got.location, want.where);
  EXPECT_EQ(got.kind, want.kind);
  EXPECT_EQ(got.dimensions, want.dimensions);
  EXPECT_EQ(got.closure_size, want.closure_size);
  EXPECT_EQ(got.uses_groups, want.uses_groups);
  EXPECT_EQ(got.fused_only, want.fused_only ? 1 : 0);
  const auto ir = v.ir(got);
  EXPECT_EQ(std::vector<unsigned char>(ir.begin(), ir.end()), want.ir);
  const sha256_digest hash = want.ir.empty() ? sha256_digest{} : sha256_of(want.ir.data(), want.ir.size());
  EXPECT_TRUE(std::equal(hash.begin(), hash.end(), got.ir_hash));
  const auto parameters = v.parameters(got);
  ASSERT_EQ(parameters.size(), want.parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    EXPECT_EQ(v.string(parameters[i].name), want.parameters[i].name);
    parameter_record p = parameters[i];
    EXPECT_EQ(v.string(p.type), want.parameters[i].type);
    EXPECT_EQ(v.string(p.target), want.parameters[i].target);
    p.name = p.type = p.target = {};
    EXPECT_TRUE(same_bytes(p, want.parameters[i].record));
  }
  const auto variants = v.variants(got);
  ASSERT_EQ(variants.size(), want.variants.size());
  for (std::size_t i = 0; i < variants.size(); ++i)
    expect_variant(v, variants[i], want.variants[i]);
}

void expect_region(const view &v, const region_record &got, const builder::region &want) {
  EXPECT_EQ(v.string(got.name), want.name);
  expect_place(v, got.begin, want.begin);
  expect_place(v, got.end, want.end);
  EXPECT_EQ(got.kind, want.kind);
  EXPECT_EQ(got.barriers, want.barriers ? 1 : 0);
  const auto submissions = v.submissions(got);
  ASSERT_EQ(submissions.size(), want.submissions.size());
  for (std::size_t i = 0; i < submissions.size(); ++i) {
    EXPECT_EQ(submissions[i].kernel, want.submissions[i].kernel);
    EXPECT_EQ(submissions[i].kind, want.submissions[i].kind);
    EXPECT_EQ(submissions[i].dimensions, want.submissions[i].dimensions);
    const auto promotions = v.promotions(submissions[i]);
    ASSERT_EQ(promotions.size(), want.submissions[i].promotions.size());
    for (std::size_t p = 0; p < promotions.size(); ++p)
      EXPECT_TRUE(same_bytes(promotions[p], want.submissions[i].promotions[p]));
  }
  const auto variants = v.variants(got);
  ASSERT_EQ(variants.size(), want.variants.size());
  for (std::size_t i = 0; i < variants.size(); ++i)
    expect_variant(v, variants[i], want.variants[i]);
}

TEST(bundle, random_contents_survive_a_round_trip) {
  test::random_source random(test::seed());
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    const test::bundle_contents want = test::random_bundle(random);
    const std::vector<unsigned char> bytes = want.bytes();
    const view v = open(bytes);
    ASSERT_EQ(v.total_size(), bytes.size());
    EXPECT_EQ(v.string(v.header().producer), want.producer);
    ASSERT_EQ(v.kernels().size(), want.kernels.size());
    for (std::size_t k = 0; k < want.kernels.size(); ++k)
      expect_kernel(v, v.kernels()[k], want.kernels[k]);
    ASSERT_EQ(v.regions().size(), want.regions.size());
    for (const region_record &r : v.regions()) {
      const auto found = std::find_if(want.regions.begin(), want.regions.end(),
                                      [&](const auto &w) { return w.name == v.string(r.name); });
      ASSERT_NE(found, want.regions.end());
      expect_region(v, r, *found);
    }
    ASSERT_EQ(want.bytes(), bytes);
  }
}

TEST(bundle, the_documentation_has_the_format_version) {
  EXPECT_NE(test::input("../../../docs/bundle.md").find("Format version: " + std::to_string(format_version) + ".\n"),
            std::string::npos);
}

// Another size is another format, and so is one of footprints.hpp, which asserts its own.
TEST(bundle, records_have_the_sizes_of_format_version_14) {
  EXPECT_EQ(format_version, 14u);
  EXPECT_EQ(sizeof(header_record), 232u);
  EXPECT_EQ(sizeof(kernel_record), 112u);
  EXPECT_EQ(sizeof(parameter_record), 40u);
  EXPECT_EQ(sizeof(region_record), 80u);
  EXPECT_EQ(sizeof(submission_record), 16u);
  EXPECT_EQ(sizeof(promotion_record), 8u);
  EXPECT_EQ(sizeof(variant_record), 168u);
  EXPECT_EQ(sizeof(argument_record), 16u);
  EXPECT_EQ(sizeof(guard_record), 32u);
  EXPECT_EQ(sizeof(recomputation_record), 24u);
  EXPECT_EQ(sizeof(launch_sizes), 72u); // of variants, and of nd_range guards in the blob
}

TEST(bundle, empty_contents) {
  const std::vector<unsigned char> bytes = builder("").finish();
  const view v = open(bytes);
  EXPECT_EQ(v.kernels().size(), 0u);
  EXPECT_EQ(v.regions().size(), 0u);
  EXPECT_EQ(v.find(0).size(), 0u);
}

TEST(bundle, find_returns_all_regions_of_a_signature_in_the_order_they_were_added) {
  test::bundle_contents contents = test::full_bundle();
  builder::region other = contents.regions[0];
  other.barriers = false;
  contents.regions[0].name = "first";
  contents.regions = {other, contents.regions[0], other, contents.regions[0]};
  contents.regions[3].name = "second";
  const std::vector<unsigned char> bytes = contents.bytes();
  const view v = open(bytes);
  std::uint64_t signature = 0;
  for (const region_record &r : v.regions())
    if (v.string(r.name) == "first")
      signature = r.signature;
  const auto found = v.find(signature);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(v.string(found[0].name), "first");
  EXPECT_EQ(v.string(found[1].name), "second");
  EXPECT_EQ(v.find(signature + 1).size(), 0u);
}

TEST(bundle, strings_are_shared) {
  test::bundle_contents contents = test::full_bundle();
  contents.kernels[0].name = contents.kernels[0].symbol;
  const std::vector<unsigned char> bytes = contents.bytes();
  const view v = open(bytes);
  EXPECT_EQ(v.kernels()[0].name.offset, v.kernels()[0].symbol.offset);
}

TEST(bundle, ptx_is_followed_by_a_zero_byte) {
  for (std::size_t size = 1; size <= 9; ++size) {
    test::bundle_contents contents = test::full_bundle();
    contents.kernels[0].variants[0].image.assign(size, 'x');
    const std::vector<unsigned char> bytes = contents.bytes();
    const view v = open(bytes);
    const auto image = v.image(v.variants(v.kernels()[0])[0]);
    EXPECT_EQ(std::strlen(reinterpret_cast<const char *>(image.data)), size);
  }
}

TEST(bundle, several_follow_each_other_in_one_section) {
  test::random_source random(test::seed());
  const std::vector<unsigned char> first = test::full_bundle().bytes(), second = test::random_bundle(random).bytes();
  std::vector<unsigned char> bytes = first;
  bytes.insert(bytes.end(), second.begin(), second.end());
  const view v = open(bytes);
  EXPECT_EQ(v.total_size(), first.size());
  view w;
  EXPECT_EQ(view::open(bytes.data() + v.total_size(), second.size(), w), open_error::none);
}

TEST(bundle, constant_index_that_does_not_exist_is_refused_by_the_builder) {
  test::bundle_contents contents = test::full_bundle();
  contents.kernels[0].variants[0].constants.clear();
  EXPECT_THROW(contents.bytes(), std::out_of_range);
  contents = test::full_bundle();
  contents.regions[0].submissions[0].kernel = 7;
  EXPECT_THROW(contents.bytes(), std::out_of_range);
}

} // namespace
