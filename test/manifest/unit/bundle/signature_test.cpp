// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Signatures: manifest and bundle agree, and everything that a region is looked up by changes them.
#include "sample.hpp"

#include "syclfuse/bundle.hpp"
#include "syclfuse/signature.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

using namespace syclfuse;

namespace {

// The kernels and regions of a manifest as a bundle without variants, as the fuser makes it.
bundle::builder build(const manifest::document &doc) {
  bundle::builder out("test");
  std::map<std::string, std::uint32_t> index;
  for (const manifest::kernel &k : doc.kernels) {
    bundle::builder::kernel b{k.symbol, k.name, {}, k.kind, k.dimensions, k.closure_size, {}, {}, false, {}};
    for (const manifest::parameter &p : k.parameters) {
      bundle::parameter_record record;
      record.kind = p.kind;
      record.dimensions = std::uint8_t(p.dimensions);
      record.offset = p.offset;
      record.size = p.size;
      b.parameters.push_back({p.name, record});
    }
    index[k.symbol] = out.add_kernel(std::move(b));
  }
  for (const manifest::region &r : doc.regions) {
    bundle::builder::region b{r.name, {}, {}, r.kind, r.barriers, {}, {}};
    for (const manifest::submission &s : r.submissions) {
      bundle::builder::submission bs{index.at(s.kernel), s.kind, s.dimensions, {}};
      for (const manifest::argument &a : s.arguments) {
        const auto k =
            std::find_if(doc.kernels.begin(), doc.kernels.end(), [&](auto &k) { return k.symbol == s.kernel; });
        if (a.promote != promotion::none)
          bs.promotions.push_back({k->parameters[a.parameter].offset, a.promote, {}});
      }
      b.submissions.push_back(std::move(bs));
    }
    out.add_region(std::move(b));
  }
  return out;
}

// Bundles are read in place, at a multiple of 8 bytes.
bundle::view open(const std::vector<unsigned char> &bytes) {
  bundle::view v;
  EXPECT_STREQ(to_string(bundle::view::open(bytes.data(), bytes.size(), v)), "no error");
  return v;
}

TEST(signature, manifest_and_bundle_agree) {
  test::random_source random(test::seed());
  for (int i = 0; i < 100; ++i) {
    const manifest::document doc = test::random_document(random);
    std::multiset<std::pair<std::uint64_t, std::string>> of_manifest, of_bundle;
    for (const manifest::region &r : doc.regions)
      of_manifest.emplace(manifest::signature(doc, r), r.name);
    const std::vector<unsigned char> bytes = build(doc).finish();
    const bundle::view v = open(bytes);
    for (const bundle::region_record &r : v.regions())
      of_bundle.emplace(r.signature, std::string(v.string(r.name)));
    ASSERT_EQ(of_manifest, of_bundle) << "document " << i;
  }
}

TEST(signature, runtime_order_of_calls_gives_the_same_value) {
  diagnostics out;
  const auto doc = manifest::parse(test::input("chain.fusion.json"), "chain.fusion.json", out).value();
  const promotion none = promotion::none, priv = promotion::private_memory;
  signature_builder b;
  for (const auto &[symbol, hints] :
       std::vector<std::pair<std::string, std::vector<promotion>>>{{"_ZTS9KernelOne", {none, none, priv}},
                                                                   {"_ZTS9KernelTwo", {none, none, priv}},
                                                                   {"_ZTS11KernelThree", {priv, none, priv}},
                                                                   {"_ZTS10KernelFour", {priv, priv, none}}}) {
    b.add(hash_bytes(symbol), range_kind::range, 1);
    for (promotion p : hints)
      b.add_promotion(p);
  }
  EXPECT_EQ(b.finish(true), manifest::signature(doc, doc.regions[0]));
}

TEST(signature, everything_it_covers_changes_it) {
  using list = std::vector<signature_submission>;
  const signature_submission a{1, range_kind::range, 1, {promotion::none}}, b{2, range_kind::range, 1, {}};
  const std::vector<std::pair<list, bool>> regions = {
      {{a, b}, true},
      {{a, b}, false},
      {{b, a}, true},
      {{a}, true},
      {{}, true},
      {{a, b, b}, true},
      {{{1, range_kind::nd_range, 1, {promotion::none}}, b}, true},
      {{{1, range_kind::range, 2, {promotion::none}}, b}, true},
      {{{1, range_kind::range, 1, {promotion::private_memory}}, b}, true},
      {{{1, range_kind::range, 1, {promotion::local_memory}}, b}, true},
      {{{1, range_kind::range, 1, {}}, b}, true},
      {{{1, range_kind::range, 1, {promotion::none, promotion::none}}, b}, true},
  };
  std::set<std::uint64_t> values;
  for (const auto &[submissions, barriers] : regions)
    values.insert(region_signature(submissions, barriers));
  EXPECT_EQ(values.size(), regions.size());
}

TEST(signature, hash_is_fnv_1a) {
  EXPECT_EQ(hash_bytes(""), 0xcbf29ce484222325u);
  EXPECT_EQ(hash_bytes("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(hash_bytes("foobar"), 0x85944171f73967e8u);
}

} // namespace
