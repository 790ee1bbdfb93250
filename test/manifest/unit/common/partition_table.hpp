// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sequences of commands and how they are cut: one table for syclfuse/partition.hpp and for what uses it.
#pragma once

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

namespace syclfuse::test {

// A sequence in words. Each command is a letter and the memory that it uses, in lower case: K a kernel, G one that
// depends on its work-groups, R one with reductions, S one with reductions and work-groups of its own, C any other
// command.
struct partition_case {
  const char *sequence;
  const char *cut;  // the same, '|' between segments
  const char *kept; // memory that more than one segment uses
};

constexpr partition_case partition_table[] = {
    {"Ka Kab Kb", "Ka Kab Kb", ""},
    {"Ka", "Ka", ""},
    {"Ka Ca Kb Kb", "Ka | Ca | Kb Kb", "a"},
    {"Ka Kb Cc Kb Kc", "Ka Kb | Cc | Kb Kc", "bc"},
    {"Ca Cb", "Ca | Cb", ""},
    {"Ka Rab Kc", "Ka Rab | Kc", ""},
    {"Ka Rab Kbc Kc", "Ka Rab | Kbc Kc", "b"},
    {"Ra Rb Rc", "Ra | Rb | Rc", ""},
    {"Ka Sa", "Ka Sa", ""},
    {"Ga Sab Kb", "Ga | Sab | Kb", "ab"},
    {"Ga Rab Kb", "Ga Rab | Kb", "b"},
    {"Ka Sab Gb Sb Kc", "Ka Sab | Gb | Sb | Kc", "b"},
    {"Ka Ra Gb Cc Ga Sa", "Ka Ra | Gb | Cc | Ga | Sa", "a"},
};

inline std::vector<std::string> words_of(const std::string &text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
  }
  return words;
}

inline void PrintTo(const partition_case &c, std::ostream *to) { *to << c.sequence; }

} // namespace syclfuse::test
