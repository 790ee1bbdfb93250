// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fields.hpp"

#include <algorithm>

namespace syclfuse::manifest {

static bool is_zero(const std::vector<std::uint64_t> &offset) {
  return std::all_of(offset.begin(), offset.end(), [](std::uint64_t o) { return o == 0; });
}

static std::string joined(const std::vector<std::uint64_t> &sizes) {
  std::string out;
  for (std::uint64_t s : sizes)
    out += (out.empty() ? "" : "x") + std::to_string(s);
  return out;
}

std::string to_string(const nd_range &range) {
  std::string out = range.global.empty() ? "?" : joined(range.global);
  if (!range.local.empty())
    out += ":" + joined(range.local);
  if (!is_zero(range.offset))
    out += "+" + joined(range.offset);
  return out;
}

std::string to_string(const listed_nd_range &listed) {
  if (listed.submissions.empty())
    return to_string(listed.range);
  std::string out;
  for (const nd_range &range : listed.submissions)
    out += (out.empty() ? "" : "/") + to_string(range);
  return out;
}

bool operator==(const nd_range &a, const nd_range &b) { return compare(a, b) == 0; }
bool operator<(const nd_range &a, const nd_range &b) { return compare(a, b) < 0; }
bool operator<(const listed_nd_range &a, const listed_nd_range &b) { return compare(a, b) < 0; }
bool same_sizes(const listed_nd_range &a, const listed_nd_range &b) {
  return a.range == b.range && a.submissions == b.submissions;
}

void list_nd_range(std::vector<listed_nd_range> &list, listed_nd_range range) {
  if (is_zero(range.range.offset))
    range.range.offset.clear();
  if (std::none_of(list.begin(), list.end(), [&](const listed_nd_range &l) { return same_sizes(l, range); }))
    list.push_back(std::move(range));
}

void list_common_range(region &r) {
  if (r.submissions.empty())
    return;
  const submission &first = r.submissions.front();
  const nd_range &range = first.range;
  const bool known =
      !range.global.empty() && !range.offset.empty() && (first.kind != range_kind::nd_range || !range.local.empty());
  if (known && first.kind != range_kind::single_task &&
      std::all_of(r.submissions.begin(), r.submissions.end(), [&](const submission &s) { return s.range == range; }))
    list_nd_range(r.nd_ranges, {range, nd_range_origin::source, {}});
}

} // namespace syclfuse::manifest
