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

TEST(promotion, accessors_settle_on_the_least_that_is_promised) {
  for (promotion p : all) {
    EXPECT_EQ(settled_promotion(none, p), none);
    EXPECT_EQ(settled_promotion(automatic, p), p == none ? none : automatic);
    EXPECT_EQ(settled_promotion(priv, p), p);
    EXPECT_EQ(settled_promotion(p, p), p);
  }
  EXPECT_EQ(settled_promotion(priv, local), local);
}

TEST(promotion, hints_combine_in_any_order) {
  for (promotion a : all)
    for (promotion b : all)
      for (promotion c : all) {
        EXPECT_EQ(settled_promotion(a, b), settled_promotion(b, a));
        EXPECT_EQ(settled_promotion(settled_promotion(a, b), c), settled_promotion(a, settled_promotion(b, c)));
      }
}

} // namespace
