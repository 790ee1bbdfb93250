// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "manifest_order.hpp"

#include "syclfuse/signature.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace syclfuse::manifest {
namespace {

using kernel_map = std::map<std::string_view, const kernel *>;

kernel_map map_kernels(const document &doc) {
  kernel_map map;
  for (const kernel &k : doc.kernels)
    map.emplace(k.symbol, &k);
  return map;
}

promotion hint_of(const submission &s, std::size_t parameter) {
  for (const argument &a : s.arguments)
    if (a.parameter == parameter)
      return a.promote;
  return promotion::none;
}

std::uint64_t signature(const kernel_map &kernels, const region &r) {
  std::vector<signature_submission> submissions;
  for (const submission &s : r.submissions) {
    signature_submission out{hash_bytes(s.kernel), s.kind, s.dimensions, {}};
    if (const auto k = kernels.find(s.kernel); k != kernels.end())
      for (std::size_t i = 0; i < k->second->parameters.size(); ++i)
        if (k->second->parameters[i].kind == param_kind::accessor)
          out.promotions.push_back(hint_of(s, i));
    submissions.push_back(std::move(out));
  }
  return region_signature(submissions, r.barriers);
}

// Regions that know more of their arguments come first: what is built of them is better, and its guards are stricter.
std::pair<std::size_t, std::size_t> openness(const region &r) {
  std::size_t unknown = 0;
  for (const submission &s : r.submissions)
    for (const argument &a : s.arguments)
      unknown += !a.identity;
  return {unknown, r.buffers.size()};
}

auto place(const source_location &l) { return std::tie(l.file, l.line, l.column); }

} // namespace

std::uint64_t signature(const document &doc, const region &r) { return signature(map_kernels(doc), r); }

std::vector<std::uint64_t> signatures_of(const document &doc) {
  const kernel_map kernels = map_kernels(doc);
  std::vector<std::uint64_t> out;
  for (const region &r : doc.regions)
    out.push_back(signature(kernels, r));
  return out;
}

static void sort(std::vector<region> &all, const kernel_map &kernels) {
  struct keyed {
    std::uint64_t signature;
    region value;
    mutable std::string text; // made when first needed: most regions differ before it matters
    const std::string &text_of() const {
      if (text.empty())
        text = region_text(value);
      return text;
    }
  };
  std::vector<keyed> regions;
  for (region &r : all) {
    const std::uint64_t key = signature(kernels, r);
    regions.push_back({key, std::move(r), {}});
  }
  std::sort(regions.begin(), regions.end(), [](const keyed &a, const keyed &b) {
    const auto key = [](const keyed &k) {
      return std::tuple_cat(std::tie(k.value.name), place(k.value.source.begin), place(k.value.source.end),
                            std::tie(k.signature));
    };
    const auto key_a = key(a), key_b = key(b);
    if (key_a != key_b)
      return key_a < key_b;
    const auto open_a = openness(a.value), open_b = openness(b.value);
    return open_a != open_b ? open_a < open_b : a.text_of() < b.text_of();
  });
  all.clear();
  for (keyed &k : regions)
    all.push_back(std::move(k.value));
}

void sort(document &doc) {
  std::sort(doc.kernels.begin(), doc.kernels.end(),
            [](const kernel &a, const kernel &b) { return a.symbol < b.symbol; });
  const kernel_map kernels = map_kernels(doc);
  sort(doc.regions, kernels);
  sort(doc.open_regions, kernels);
  std::sort(doc.functions.begin(), doc.functions.end(),
            [](const function &a, const function &b) { return a.symbol < b.symbol; });
  for (function &f : doc.functions)
    if (f.ways.size() > 1)
      std::sort(f.ways.begin(), f.ways.end(),
                [](const region &a, const region &b) { return way_text(a) < way_text(b); });
}

bool is_captured(const region &r) {
  return std::all_of(r.submissions.begin(), r.submissions.end(),
                     [](const submission &s) { return s.location.file.empty(); });
}

std::string content_text(const region &r) {
  region content = r;
  const auto shorten = [](source_location &l) { l.file.erase(0, l.file.rfind('/') + 1); };
  shorten(content.source.begin);
  content.source.end = {};
  for (open_point &p : content.open)
    shorten(p.location);
  for (submission &s : content.submissions)
    s.location = {};
  for (buffer &b : content.buffers)
    b.location = {};
  return region_text(content);
}

std::string way_content(region way) {
  for (submission &s : way.submissions)
    s.location = {};
  for (buffer &b : way.buffers)
    b.location = {};
  for (open_point &p : way.open)
    p.location = {};
  return way_text(way);
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
  if (std::any_of(range.offset.begin(), range.offset.end(), [](std::uint64_t o) { return o != 0; }))
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

bool nd_range::operator==(const nd_range &o) const {
  return std::tie(global, local, offset) == std::tie(o.global, o.local, o.offset);
}

bool nd_range::operator<(const nd_range &o) const {
  return std::tie(global, local, offset) < std::tie(o.global, o.local, o.offset);
}

bool provenance::operator==(const provenance &o) const {
  return std::tie(tool, compiler, source, source_hash) == std::tie(o.tool, o.compiler, o.source, o.source_hash);
}

} // namespace syclfuse::manifest
