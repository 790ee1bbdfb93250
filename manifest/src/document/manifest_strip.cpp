// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/manifest_strip.hpp"

#include "manifest_order.hpp"

#include <algorithm>

namespace syclfuse::manifest {
namespace {

void shorten(source_location &l) {
  if (!l.file.empty() && l.file.front() == '/')
    l.file.erase(0, l.file.rfind('/') + 1);
}

// Merging takes regions that begin at one place, given as path or as name, for one, and those whose submissions have a
// place for recorded: both places stay.
void strip_locations(region &r) {
  shorten(r.source.begin);
  r.source.end = r.source.begin;
  for (submission &s : r.submissions)
    shorten(s.location);
  for (buffer &b : r.buffers)
    b.location = {};
  for (open_point &p : r.open)
    shorten(p.location);
}

template <class T, class F> void drop_if(std::vector<T> &items, F drop) {
  items.erase(std::remove_if(items.begin(), items.end(), drop), items.end());
}

void drop_unused_kernels(document &doc) {
  std::set<std::string> used;
  const auto use = [&](const std::vector<region> &regions) {
    for (const region &r : regions)
      for (const submission &s : r.submissions)
        used.insert(s.kernel);
  };
  use(doc.regions);
  use(doc.open_regions);
  for (const function &f : doc.functions)
    use(f.ways);
  drop_if(doc.kernels, [&](const kernel &k) { return used.count(k.symbol) == 0; });
}

} // namespace

document strip(document doc, const strip_options &options) {
  doc.sources.clear();
  for (kernel &k : doc.kernels)
    k.location = {};
  const auto strip_all = [&](std::vector<region> &regions) {
    for (region &r : regions) {
      strip_locations(r);
      drop_if(r.nd_ranges, [&](const listed_nd_range &l) {
        return options.drop.count(l.origin) != 0 || (options.captured_only && l.origin != nd_range_origin::capture);
      });
    }
  };
  strip_all(doc.regions);
  strip_all(doc.open_regions);
  for (function &f : doc.functions) {
    f.location = {};
    strip_all(f.ways);
  }
  if (options.captured_only) {
    doc.open_regions.clear();
    doc.functions.clear();
    doc.targets.clear();
    drop_if(doc.regions, [](const region &r) { return r.nd_ranges.empty() && !is_captured(r); });
  }
  if (options.captured_only || options.unused_kernels)
    drop_unused_kernels(doc);
  return doc;
}

} // namespace syclfuse::manifest
