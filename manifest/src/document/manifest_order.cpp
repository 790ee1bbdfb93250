// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "manifest_order.hpp"

#include "fields.hpp"

#include "syclfuse/signature.hpp"

#include <algorithm>
#include <map>
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
  };
  std::vector<keyed> regions;
  for (region &r : all) {
    const std::uint64_t key = signature(kernels, r);
    regions.push_back({key, std::move(r)});
  }
  std::sort(regions.begin(), regions.end(), [](const keyed &a, const keyed &b) {
    if (const int order = compare(a.value.name, b.value.name))
      return order < 0;
    if (const int order = compare(a.value.source, b.value.source))
      return order < 0;
    if (a.signature != b.signature)
      return a.signature < b.signature;
    const auto open_a = openness(a.value), open_b = openness(b.value);
    return open_a != open_b ? open_a < open_b : a.value < b.value;
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
    std::sort(f.ways.begin(), f.ways.end());
}

bool is_captured(const region &r) {
  return std::all_of(r.submissions.begin(), r.submissions.end(),
                     [](const submission &s) { return s.location.file.empty(); });
}

region without_locations(region r) {
  r.source = {};
  for (open_point &p : r.open)
    p.location = {};
  for (submission &s : r.submissions)
    s.location = {};
  for (buffer &b : r.buffers)
    b.location = {};
  return r;
}

region content_of(const region &r) {
  const auto file_name = [](source_location l) {
    l.file.erase(0, l.file.rfind('/') + 1);
    return l;
  };
  region content = without_locations(r);
  content.source.begin = file_name(r.source.begin);
  for (std::size_t i = 0; i < r.open.size(); ++i)
    content.open[i].location = file_name(r.open[i].location);
  return content;
}

bool operator==(const provenance &a, const provenance &b) { return compare(a, b) == 0; }
bool operator==(const region &a, const region &b) { return compare(a, b) == 0; }
bool operator<(const region &a, const region &b) { return compare(a, b) < 0; }

} // namespace syclfuse::manifest
