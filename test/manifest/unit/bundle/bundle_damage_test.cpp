// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Damaged bundles: every truncation and every changed byte is refused or harmless. Run under sanitizers this shows that
// nothing is read out of bounds; each bundle lies in a block of exactly its size for that.
#include "bundle_sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <utility>

using namespace syclfuse;
using namespace syclfuse::bundle;

namespace {

open_error open(const std::vector<unsigned char> &bytes, view &v) { return view::open(bytes.data(), bytes.size(), v); }

open_error open(const std::vector<unsigned char> &bytes) {
  view v;
  return open(bytes, v);
}

TEST(bundle_damage, every_truncation_is_refused) {
  const std::vector<unsigned char> whole = test::full_bundle().bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::vector<unsigned char> part(whole.begin(), whole.begin() + long(size));
    ASSERT_EQ(open(part), open_error::truncated) << size;
  }
  EXPECT_EQ(open(whole), open_error::none);
}

TEST(bundle_damage, every_changed_byte_before_the_blob_is_refused) {
  const std::vector<unsigned char> whole = test::full_bundle().bytes();
  view v;
  ASSERT_EQ(open(whole, v), open_error::none);
  for (std::size_t at = 0; at < v.header().blob.offset; ++at)
    for (const int change : {0x01, 0x80, 0xff}) {
      std::vector<unsigned char> damaged = whole;
      damaged[at] ^= static_cast<unsigned char>(change);
      ASSERT_NE(open(damaged), open_error::none) << at;
    }
}

// What open() accepts, and nothing less: once the kernels are right, a region is.
bool is_right_part_by_part(const std::vector<unsigned char> &bytes, view &v) {
  return view::open_kernels(bytes.data(), bytes.size(), v) == open_error::none &&
         std::all_of(v.regions().begin(), v.regions().end(), [&](const region_record &r) { return v.is_right(r); });
}

TEST(bundle_damage, what_regions_refer_to_is_refused_with_them) {
  test::bundle_contents two = test::full_bundle();
  two.regions.push_back(two.regions[0]);
  two.regions[1].name = "another";
  const std::vector<unsigned char> whole = two.bytes();
  view v;
  ASSERT_TRUE(is_right_part_by_part(whole, v));
  const std::size_t strings_end = v.header().strings.offset + v.header().strings.count, end = v.header().blob.offset;
  std::size_t of_one_region = 0;
  for (std::size_t at = 0; at < end; ++at)
    for (const int change : {0x01, 0x80, 0xff}) {
      std::vector<unsigned char> damaged = whole;
      damaged[at] ^= static_cast<unsigned char>(change);
      view w;
      const bool whole_is_unread = at - offsetof(header_record, checksum) < sizeof(header_record::checksum);
      ASSERT_EQ(is_right_part_by_part(damaged, w), whole_is_unread || at >= strings_end) << at;
      if (view::open_kernels(damaged.data(), damaged.size(), w) == open_error::none)
        of_one_region += w.is_right(w.regions()[0]) != w.is_right(w.regions()[1]);
    }
  EXPECT_GT(of_one_region, 1000u);
}

TEST(bundle_damage, changed_byte_of_the_blob_is_refused_or_spoils_its_image) {
  const std::vector<unsigned char> whole = test::full_bundle().bytes();
  view v;
  ASSERT_EQ(open(whole, v), open_error::none);
  std::size_t refused = 0, spoilt = 0;
  for (std::size_t at = v.header().blob.offset; at < whole.size(); ++at) {
    std::vector<unsigned char> damaged = whole;
    damaged[at] ^= 0x55;
    view w;
    if (open(damaged, w) != open_error::none) {
      ++refused;
      continue;
    }
    for (const variant_record &variant : w.variants(w.regions()[0]))
      spoilt += w.image(variant).size() == 0;
  }
  // Three variants, each with a constant of 8 bytes, an ND-range, a table of footprints and a zero byte after its PTX;
  // two images of 3 bytes in the region.
  const std::size_t table = v.guards(v.variants(v.regions()[0])[0])[6].size;
  EXPECT_EQ(refused, 3u * (8 + sizeof(launch_sizes) + table + 1));
  EXPECT_EQ(spoilt, 2u * 3);
}

TEST(bundle_damage, every_changed_byte_with_a_right_checksum_is_refused_or_safe_to_read) {
  const std::vector<unsigned char> whole = test::full_bundle().bytes();
  std::uint64_t sum = 0;
  std::size_t accepted = 0;
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const int value : {0x00, 0x01, 0x04, 0x07, 0x08, 0x40, 0x7f, 0x80, 0xff}) {
      std::vector<unsigned char> damaged = whole;
      damaged[at] = static_cast<unsigned char>(value);
      test::fix_checksum(damaged);
      view v;
      if (open(damaged, v) == open_error::none) {
        sum += test::read_everything(v);
        ++accepted;
      } else if (view::open_kernels(damaged.data(), damaged.size(), v) == open_error::none) {
        sum += test::read_everything(v);
      }
    }
  EXPECT_NE(sum, 0u);
  EXPECT_GT(accepted, 0u);
}

TEST(bundle_damage, random_damage_with_a_right_checksum_is_refused_or_safe_to_read) {
  test::random_source random(test::seed());
  std::uint64_t sum = 0;
  for (int round = 0; round < 3000; ++round) {
    std::vector<unsigned char> damaged = test::random_bundle(random).bytes();
    for (std::uint64_t i = 1 + random.below(4); i > 0; --i) {
      // Words, so that offsets and counts take values near their limits.
      const std::size_t at = 24 + 4 * random.below((damaged.size() - 24) / 4);
      const std::uint32_t values[] = {0, 1, 2, 0x7fffffff, 0xffffffff, std::uint32_t(random.below(1000))};
      std::memcpy(damaged.data() + at, &values[random.below(std::size(values))], 4);
    }
    test::fix_checksum(damaged);
    view v;
    if (view::open_kernels(damaged.data(), damaged.size(), v) == open_error::none)
      sum += test::read_everything(v);
  }
  EXPECT_NE(sum, 1u); // the use of sum keeps the reads
}

TEST(bundle_damage, each_kind_of_refusal_has_its_error) {
  const std::vector<unsigned char> whole = test::full_bundle().bytes();
  std::vector<unsigned char> bytes(whole.size() + 1);
  std::memcpy(bytes.data() + 1, whole.data(), whole.size());
  view v;
  EXPECT_EQ(view::open(bytes.data() + 1, whole.size(), v), open_error::misaligned);
  EXPECT_EQ(view::open(nullptr, 0, v), open_error::truncated);
  bytes = whole;
  bytes[0] = 's';
  EXPECT_EQ(open(bytes), open_error::bad_magic);
  bytes = whole;
  bytes[offsetof(header_record, version)] = 1;
  EXPECT_EQ(open(bytes), open_error::version_mismatch);
  bytes = whole;
  bytes[offsetof(header_record, checksum)] ^= 1;
  EXPECT_EQ(open(bytes), open_error::bad_checksum);
  bytes = whole;
  bytes[offsetof(header_record, kernels)] += 8;
  EXPECT_EQ(open(bytes), open_error::bad_table);
}

TEST(bundle_damage, total_size_below_that_of_the_header_is_refused) {
  std::vector<unsigned char> bytes = test::full_bundle().bytes();
  for (std::uint64_t size = 0; size < sizeof(header_record); ++size) {
    std::memcpy(bytes.data() + offsetof(header_record, total_size), &size, sizeof(size));
    test::fix_checksum(bytes);
    EXPECT_EQ(open(bytes), open_error::truncated) << size;
  }
}

// Lets `change` alter the records of a table, fixes the checksum, and expects a refusal.
template <class Record>
void expect_bad(header_record::section header_record::*table, void (*change)(Record *),
                const test::bundle_contents &contents = test::full_bundle()) {
  std::vector<unsigned char> bytes = contents.bytes();
  ASSERT_EQ(open(bytes), open_error::none);
  header_record header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  change(reinterpret_cast<Record *>(bytes.data() + (header.*table).offset));
  test::fix_checksum(bytes);
  EXPECT_EQ(open(bytes), open_error::bad_table);
}

TEST(bundle_damage, references_and_enumerations_out_of_range_are_refused) {
  const auto kernel = &header_record::kernels;
  expect_bad<kernel_record>(kernel, [](kernel_record *k) { k->symbol.size = 0xffff; });
  expect_bad<kernel_record>(kernel, [](kernel_record *k) { k->name.offset = 0xffffffff; });
  expect_bad<kernel_record>(kernel, [](kernel_record *k) { k->location.file.size = 0xffffffff; });
  expect_bad<kernel_record>(kernel, [](kernel_record *k) { k->symbol_hash ^= 1; });
  expect_bad<kernel_record>(kernel, [](kernel_record *k) { k->kind = range_kind(3); });
  expect_bad<kernel_record>(kernel, [](kernel_record *k) { k->dimensions = 0; });
  expect_bad<kernel_record>(kernel, [](kernel_record *k) { k->dimensions = 4; });
  expect_bad<kernel_record>(kernel, [](kernel_record *k) { k->closure_size = 95; });
  expect_bad<kernel_record>(kernel, [](kernel_record *k) { k->uses_groups = 3; });
  expect_bad<kernel_record>(kernel, [](kernel_record *k) { k->fused_only = 2; });
  expect_bad<kernel_record>(kernel, [](kernel_record *k) { k->parameters.count = 1; });
  expect_bad<kernel_record>(kernel, [](kernel_record *k) { k->variants.first = 1; });
  expect_bad<kernel_record>(kernel, [](kernel_record *k) { k->ir_size = ~0ull; });
  expect_bad<kernel_record>(kernel, [](kernel_record *k) { k->ir_offset = 1ull << 40; });
  const auto parameter = &header_record::parameters;
  expect_bad<parameter_record>(parameter, [](parameter_record *p) { p->kind = param_kind(4); });
  expect_bad<parameter_record>(parameter, [](parameter_record *p) { p->mode = access_mode(4); });
  expect_bad<parameter_record>(parameter, [](parameter_record *p) {
    p->kind = param_kind::std_layout;
    p->dimensions = 4;
  });
  expect_bad<parameter_record>(parameter, [](parameter_record *p) { p->size = 40; });
  expect_bad<parameter_record>(parameter, [](parameter_record *p) { p->type.offset = 0xffffffff; });
  expect_bad<parameter_record>(parameter, [](parameter_record *p) { p->target.size = 0xffffffff; });
  expect_bad<parameter_record>(parameter, [](parameter_record *p) { p->dimensions = 2; });
  const auto region = &header_record::regions;
  expect_bad<region_record>(region, [](region_record *r) { r->kind = region_kind(3); });
  expect_bad<region_record>(region, [](region_record *r) { r->barriers = 2; });
  expect_bad<region_record>(region, [](region_record *r) { r->submissions.count = 3; });
  const auto submission = &header_record::submissions;
  expect_bad<submission_record>(submission, [](submission_record *s) { s->kernel = 1; });
  expect_bad<submission_record>(submission, [](submission_record *s) { s->kind = range_kind(3); });
  expect_bad<submission_record>(submission, [](submission_record *s) { s->dimensions = 0; });
  expect_bad<submission_record>(submission, [](submission_record *s) { s->promotions.count = 0; });
  const auto promoted = &header_record::promotions;
  expect_bad<promotion_record>(promoted, [](promotion_record *p) { p->promote = promotion(4); });
  expect_bad<promotion_record>(promoted, [](promotion_record *p) { p->offset = 96; });
}

TEST(bundle_damage, variants_that_reach_outside_are_refused) {
  const auto variant = &header_record::variants;
  expect_bad<variant_record>(variant, [](variant_record *v) { v->target = target_kind(4); });
  expect_bad<variant_record>(variant, [](variant_record *v) { v->kind = variant_kind(2); });
  expect_bad<variant_record>(variant, [](variant_record *v) { v->format = image_format(6); });
  expect_bad<variant_record>(variant, [](variant_record *v) { v->items_per_thread = 0; });
  expect_bad<variant_record>(variant, [](variant_record *v) { v->sub_group_size = 24; });
  expect_bad<variant_record>(variant, [](variant_record *v) { v->flags |= variant_unprofitable; }); // no region's
  expect_bad<variant_record>(variant, [](variant_record *v) { v->dimensions = 0; });
  expect_bad<variant_record>(variant, [](variant_record *v) { v->dimensions = 4; });
  expect_bad<variant_record>(variant, [](variant_record *v) { v->image_offset = ~std::uint64_t(0); });
  expect_bad<variant_record>(variant, [](variant_record *v) { v->image_size = ~std::uint64_t(0); });
  expect_bad<variant_record>(variant, [](variant_record *v) { v->image_size -= 1; }); // no zero byte after PTX
  const auto arguments = &header_record::arguments;
  expect_bad<argument_record>(arguments, [](argument_record *a) { a->source = argument_source(7); });
  expect_bad<argument_record>(arguments, [](argument_record *a) {
    a->source = argument_source(6); // device_global, whose other fields are any bytes
    a->submission = 1;
  });
  expect_bad<argument_record>(arguments, [](argument_record *a) { a->submission = 1; });
  expect_bad<argument_record>(arguments, [](argument_record *a) { a->pointer = 3; });
  expect_bad<argument_record>(arguments, [](argument_record *a) { a->offset = 97; });
  expect_bad<argument_record>(arguments, [](argument_record *a) { a->size = 105; });
  expect_bad<argument_record>(arguments, [](argument_record *a) { a[1].offset = 3; });
  expect_bad<argument_record>(arguments, [](argument_record *a) { a[1].size = 4; });
  expect_bad<argument_record>(arguments, [](argument_record *a) { a[1].submission = 1; });
  expect_bad<argument_record>(arguments, [](argument_record *a) { a[5].size = 0; }); // no memory at all
  expect_bad<argument_record>(arguments,
                              [](argument_record *a) { a[5].offset = 16; }); // fixed size and size per work-item
  expect_bad<argument_record>(arguments, [](argument_record *a) { a[5].submission = 1; });
  const auto guards = &header_record::guards;
  expect_bad<guard_record>(guards, [](guard_record *g) { g[0].submission_a = 1; });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[1].submission_a = 1; });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[3].submission_a = 1; });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[4].submission_a = 1; });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[4].offset_a = 97; });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[0].kind = guard_kind(7); });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[0].size = 105; });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[0].submission_b = 1; });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[1].value = ~std::uint64_t(0); });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[2].offset_a = 57; });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[2].size = 3; });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[3].offset_b = 57; });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[4].value = 0; });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[5].submission_a = 1; });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[5].size = 64; });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[5].value = ~std::uint64_t(0); });
  expect_bad<guard_record>(guards, [](guard_record *g) { --g[6].size; });
  expect_bad<guard_record>(guards, [](guard_record *g) { ++g[6].size; });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[6].value = ~std::uint64_t(0); });
  expect_bad<guard_record>(guards, [](guard_record *g) { g[6].value = g[1].value; });
}

TEST(bundle_damage, recomputations_of_no_earlier_kernel_are_refused) {
  const auto table = &header_record::recomputations;
  expect_bad<recomputation_record>(table, [](recomputation_record *r) { r->producer = 1; });
  expect_bad<recomputation_record>(table, [](recomputation_record *r) { r->consumer = 2; });
  expect_bad<recomputation_record>(table, [](recomputation_record *r) { r->submission = 2; });
  expect_bad<recomputation_record>(table, [](recomputation_record *r) { r->offset = 97; });
  expect_bad<recomputation_record>(table, [](recomputation_record *r) { r->elements = 0; });
  test::bundle_contents alone = test::full_bundle();
  alone.kernels[0].variants[0].recomputations = {{0, 0, 0, 0, 1, 0}};
  EXPECT_EQ(open(alone.bytes()), open_error::bad_table);
}

TEST(bundle_damage, records_that_nobody_refers_to_are_refused) {
  test::bundle_contents plain = test::full_bundle();
  builder::region &r = plain.regions[0];
  for (builder::submission &s : r.submissions)
    s.promotions.clear();
  for (builder::variant &v : r.variants) {
    v.arguments.clear();
    v.guards.clear();
    v.recomputations.clear();
  }
  const auto region = &header_record::regions;
  expect_bad<region_record>(region, [](region_record *r) { r->submissions.count = 1; }, plain);
  expect_bad<region_record>(region, [](region_record *r) { r->variants.count = 1; }, plain);
  expect_bad<submission_record>(&header_record::submissions, [](submission_record *s) { s[1].promotions.count = 0; });
  expect_bad<variant_record>(&header_record::variants, [](variant_record *v) { v[2].arguments.count = 5; });
  expect_bad<variant_record>(&header_record::variants, [](variant_record *v) { v[2].guards.count = 5; });
  expect_bad<variant_record>(&header_record::variants, [](variant_record *v) { v[2].recomputations.count = 0; });
  expect_bad<kernel_record>(&header_record::kernels, [](kernel_record *k) { k->parameters.count = 3; });
}

TEST(bundle_damage, ptx_that_reaches_to_the_end_of_the_blob_is_refused) {
  std::vector<unsigned char> bytes = test::full_bundle().bytes();
  header_record header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  auto *last = reinterpret_cast<variant_record *>(bytes.data() + header.variants.offset) + 2;
  last->image_size = header.blob.count - last->image_offset;
  test::fix_checksum(bytes);
  EXPECT_EQ(open(bytes), open_error::bad_table);
}

TEST(bundle_damage, regions_out_of_order_are_refused) {
  test::bundle_contents two = test::full_bundle();
  two.regions.push_back(two.regions[0]);
  two.regions[1].barriers = false;
  expect_bad<region_record>(
      &header_record::regions, [](region_record *r) { std::swap(r[0].signature, r[1].signature); }, two);
}

} // namespace
