// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions compare by all that is written of them.
#include "sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>

using namespace syclfuse;
using namespace syclfuse::manifest;

namespace {

std::string text_of(const region &r) {
  document doc;
  (r.open.empty() ? doc.regions : doc.open_regions).push_back(r);
  return to_json(doc);
}

// Each of them differs from the first in one thing.
std::vector<region> variations() {
  region r{"r", region_kind::fusion_wrapper, {{"f.cpp", 1, 2}, {"f.cpp", 3, 4}}, true, {}, {}, {}, {}};
  r.submissions = {{"K", {"f.cpp", 5, 6}, range_kind::range, 1, {{8}, {}, {}}, {}}};
  r.submissions[0].arguments = {{0, 0u, promotion::none}};
  r.buffers = {{"b", "int", 4, 1, {8}, promotion::none, {"f.cpp", 7, 8}}};
  std::vector<region> all{r};
  const auto vary = [&](auto change) { change(all.emplace_back(r)); };
  vary([](region &v) { v.name = "s"; });
  vary([](region &v) { v.kind = region_kind::graph; });
  vary([](region &v) { v.source.end.column = 5; });
  vary([](region &v) { v.barriers = false; });
  vary([](region &v) { v.submissions.push_back(v.submissions[0]); });
  vary([](region &v) { v.submissions[0].range.global = {9}; });
  vary([](region &v) { v.submissions[0].range_id = 0; });
  vary([](region &v) { v.submissions[0].values = {{1, "00"}}; });
  vary([](region &v) { v.submissions[0].sizes.global = {"$0"}; });
  vary([](region &v) { v.submissions[0].arguments[0].identity.reset(); });
  vary([](region &v) { v.submissions[0].arguments[0].promote = promotion::local_memory; });
  vary([](region &v) { v.submissions[0].arguments[0].offset = {1}; });
  vary([](region &v) { v.buffers[0].range.clear(); });
  vary([](region &v) { v.buffers[0].parent = 0; });
  vary([](region &v) { v.buffers[0].part = ".in"; });
  vary([](region &v) { v.nd_ranges = {{{{8}, {}, {}}, nd_range_origin::cmake, {}}}; });
  vary([](region &v) { v.nd_ranges = {{{{8}, {}, {}}, nd_range_origin::capture, {}}}; });
  vary([](region &v) { v.open = {{open_kind::call, {}, 0, 0, "f", "_Z1fv", {{0, "", 0u}}}}; });
  vary([](region &v) { v.open = {{open_kind::call, {}, 0, 0, "f", "_Z1fv", {{0, "", 1u}}}}; });
  return all;
}

TEST(comparison, regions_are_equal_if_their_texts_are) {
  std::vector<region> all = variations();
  test::random_source random(test::seed());
  for (int i = 0; i < 30; ++i)
    for (region &r : test::random_document(random).regions)
      all.push_back(std::move(r));
  std::vector<std::string> texts;
  for (const region &r : all)
    texts.push_back(text_of(r));
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < all.size(); ++j) {
      const region &a = all[i], &b = all[j];
      ASSERT_EQ(a == b, texts[i] == texts[j]) << texts[i] << texts[j];
      ASSERT_EQ(a == b, !(a < b) && !(b < a)) << texts[i] << texts[j];
    }
}

TEST(comparison, is_an_order) {
  const std::vector<region> all = variations();
  std::vector<region> sorted = all;
  std::reverse(sorted.begin(), sorted.end());
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i)
    for (std::size_t j = i + 1; j < sorted.size(); ++j)
      EXPECT_LT(sorted[i], sorted[j]) << i << " " << j;
}

} // namespace
