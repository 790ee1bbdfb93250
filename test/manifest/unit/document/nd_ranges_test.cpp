// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of ND-ranges: each is listed once, and the one that all submissions have is found.
#include "syclfuse/manifest.hpp"

#include <gtest/gtest.h>

using namespace syclfuse;
using namespace syclfuse::manifest;

namespace {

region of(std::vector<nd_range> ranges, range_kind kind) {
  region r;
  for (nd_range &range : ranges) {
    submission s;
    s.kind = kind;
    s.range = std::move(range);
    r.submissions.push_back(std::move(s));
  }
  return r;
}

// "64:8 128", with the origins.
std::string text_of(const std::vector<listed_nd_range> &list) {
  std::string text;
  for (const listed_nd_range &l : list)
    text += (text.empty() ? "" : " ") + to_string(l) + (l.origin == nd_range_origin::cmake ? "!" : "");
  return text;
}

std::string common(std::vector<nd_range> ranges, range_kind kind) {
  region r = of(std::move(ranges), kind);
  list_common_range(r);
  return text_of(r.nd_ranges);
}

TEST(nd_ranges, are_listed_once_whatever_their_origin) {
  std::vector<listed_nd_range> list;
  list_nd_range(list, {{{64}, {8}, {}}, nd_range_origin::source, {}});
  list_nd_range(list, {{{64}, {8}, {0}}, nd_range_origin::cmake, {}});
  list_nd_range(list, {{{64}, {}, {}}, nd_range_origin::cmake, {}});
  list_nd_range(list, {{{64}, {8}, {2}}, nd_range_origin::source, {}});
  list_nd_range(list, {{}, nd_range_origin::source, {{{64}, {}, {}}, {{32}, {}, {}}}});
  list_nd_range(list, {{}, nd_range_origin::cmake, {{{64}, {}, {}}, {{32}, {}, {}}}});
  EXPECT_EQ(text_of(list), "64:8 64! 64:8+2 64/32");
}

TEST(nd_ranges, what_all_submissions_have_is_listed) {
  const nd_range a{{64}, {}, {0}}, b{{32}, {}, {0}}, shifted{{64}, {}, {4}}, unknown_offset{{64}, {}, {}}, unknown;
  EXPECT_EQ(common({a, a}, range_kind::range), "64");
  EXPECT_EQ(common({shifted, shifted}, range_kind::range), "64+4");
  EXPECT_EQ(common({a, b}, range_kind::range), "");
  EXPECT_EQ(common({a, shifted}, range_kind::range), "");
  EXPECT_EQ(common({a, unknown}, range_kind::range), "");
  EXPECT_EQ(common({unknown, unknown}, range_kind::range), "");
  EXPECT_EQ(common({unknown_offset}, range_kind::range), "");
  EXPECT_EQ(common({}, range_kind::range), "");
  EXPECT_EQ(common({a, a}, range_kind::single_task), "");
  EXPECT_EQ(common({a, a}, range_kind::nd_range), "") << "without a local size";
  const nd_range groups{{64}, {8}, {0}};
  EXPECT_EQ(common({groups, groups}, range_kind::nd_range), "64:8");
}

} // namespace
