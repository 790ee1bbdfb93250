// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where kernels are cut, and what memory has to be there behind a cut: one table for the plugin, the fuser and the
// runtime.
#include "partition_table.hpp"

#include "syclfuse/partition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace {

using namespace syclfuse;
using test::partition_case, test::partition_table, test::words_of;

segment_end ends(const std::string &command) {
  return command[0] == 'R'   ? segment_end::behind
         : command[0] == 'S' ? segment_end::behind_own_groups
                             : segment_end::none;
}

std::vector<segment> segments_of(const std::vector<std::string> &all) {
  std::vector<segment> segments;
  for (std::size_t begin = 0; begin != all.size();) {
    const std::size_t run = end_of_run(
        begin, all.size(), [&](std::size_t n) { return all[n][0] == 'C' ? graph_step::other : graph_step::kernel; });
    for (std::size_t end; begin != run; begin = end) {
      end = end_of_segment(
          begin, run, [&](std::size_t n) { return ends(all[n]); }, [&](std::size_t n) { return all[n][0] == 'G'; });
      segments.push_back({begin, end});
    }
  }
  return segments;
}

std::string in_words(const std::vector<std::string> &all, const std::vector<segment> &segments) {
  std::string text;
  for (const segment &s : segments) {
    text += text.empty() ? "" : " |";
    for (std::size_t n = s.begin; n != s.end; ++n)
      text += (text.empty() ? "" : " ") + all[n];
  }
  return text;
}

class Partition : public testing::TestWithParam<partition_case> {};

TEST_P(Partition, CutsWhereNoKernelCanBeOne) {
  const std::vector<std::string> all = words_of(GetParam().sequence);
  EXPECT_EQ(in_words(all, segments_of(all)), GetParam().cut);
}

TEST_P(Partition, KeepsMemoryThatIsUsedOutside) {
  const std::vector<std::string> all = words_of(GetParam().sequence);
  const auto uses = [&](std::size_t n, char m) { return all[n].find(m) != std::string::npos; };
  std::string kept;
  for (char m = 'a'; m <= 'c'; ++m)
    for (const segment &s : segments_of(all))
      for (std::size_t n = s.begin; n != s.end; ++n)
        if (uses(n, m) && kept.find(m) == std::string::npos &&
            is_used_outside(s, all.size(), [&](std::size_t other) { return uses(other, m); }))
          kept += m;
  EXPECT_EQ(kept, GetParam().kept);
}

INSTANTIATE_TEST_SUITE_P(Table, Partition, testing::ValuesIn(partition_table));

// Kernels that are known to be one by their letters: "ab" is longer than "a".
std::string longest(const std::string &kernels, const std::vector<std::string> &known) {
  std::string text;
  const auto from = [&](std::size_t begin) {
    std::size_t end = begin;
    for (const std::string &k : known)
      if (kernels.compare(begin, k.size(), k) == 0)
        end = std::max(end, begin + k.size());
    return end;
  };
  for (const segment &s : longest_segments(kernels.size(), from)) {
    const std::string of = kernels.substr(s.begin, s.end - s.begin);
    text += s.fused ? "[" + of + "]" : of;
  }
  return text;
}

TEST(LongestSegments, AreTakenFromTheFirstKernelOn) {
  EXPECT_EQ(longest("abcdef", {"bc", "bcd", "ef"}), "a[bcd][ef]");
  EXPECT_EQ(longest("abab", {"ab"}), "[ab][ab]");
  EXPECT_EQ(longest("abc", {"ab", "bc"}), "[ab]c");
  EXPECT_EQ(longest("xabyz", {"ab"}), "x[ab]yz");
  EXPECT_EQ(longest("abc", {"abc"}), "[abc]");
  EXPECT_EQ(longest("abc", {"bd"}), "");
  EXPECT_EQ(longest("", {}), "");
}

} // namespace
