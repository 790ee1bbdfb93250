// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hints of promotion combine: those of an accessor and its buffer, and those of the accessors of one buffer.
#include "syclfuse/promotion.hpp"

#include <gtest/gtest.h>

using namespace syclfuse;

namespace {

constexpr promotion none = promotion::none, priv = promotion::private_memory, local = promotion::local_memory,
                    automatic = promotion::automatic;
constexpr promotion all[] = {none, priv, local, automatic};

TEST(promotion, an_accessor_has_its_own_promise_or_else_the_hint_of_its_buffer) {
  for (promotion of_buffer : all) {
    EXPECT_EQ(effective_promotion(priv, of_buffer), priv);
    EXPECT_EQ(effective_promotion(local, of_buffer), local);
    EXPECT_EQ(effective_promotion(none, of_buffer), of_buffer);
    EXPECT_EQ(effective_promotion(automatic, of_buffer), of_buffer == none ? automatic : of_buffer);
  }
}

constexpr region_kind doors[] = {region_kind::fusion_wrapper, region_kind::graph};

TEST(promotion, accessors_settle_on_the_least_that_is_promised) {
  for (region_kind door : doors)
    for (promotion p : all) {
      EXPECT_EQ(settled_promotion(none, p, door), none);
      EXPECT_EQ(settled_promotion(automatic, p, door), p == none ? none : automatic);
      EXPECT_EQ(settled_promotion(p, p, door), p);
    }
}

// The extensions differ: local memory in fusion mode; no access scope in a graph, so that it has to be proved.
TEST(promotion, accessors_with_promises_of_different_kinds) {
  EXPECT_EQ(settled_promotion(priv, local, region_kind::fusion_wrapper), local);
  EXPECT_EQ(settled_promotion(priv, local, region_kind::graph), automatic);
}

TEST(promotion, hints_combine_in_any_order) {
  for (region_kind door : doors)
    for (promotion a : all)
      for (promotion b : all)
        for (promotion c : all) {
          const auto settled = [door](promotion x, promotion y) { return settled_promotion(x, y, door); };
          EXPECT_EQ(settled(a, b), settled(b, a));
          EXPECT_EQ(settled(settled(a, b), c), settled(a, settled(b, c)));
        }
}

} // namespace
