// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uniting documents. The result depends on neither order nor grouping of the merges: everything is a union by a key,
// and the one choice among equals (a location, an origin) is a minimum.
#include "fields.hpp"
#include "manifest_order.hpp"

#include "syclfuse/names.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace syclfuse::manifest {
namespace {

// As messages have them.
std::string words_of(std::string_view field) {
  if (field == "mode")
    return "access mode";
  std::string words(field == "closure_align" ? "closure_alignment" : field);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

template <class T> std::string text_of(const T &value) {
  if constexpr (std::is_enum_v<T>)
    return std::string(name_of(value));
  else if constexpr (std::is_same_v<T, std::string>)
    return "'" + value + "'";
  else
    return std::to_string(value);
}

template <class T> std::string difference(const T &a, const T &b);

std::string difference(const std::vector<parameter> &a, const std::vector<parameter> &b) {
  if (a.size() != b.size())
    return "number of parameters " + std::to_string(a.size()) + " and " + std::to_string(b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    if (const std::string found = difference(a[i], b[i]); !found.empty())
      return "parameter '" + a[i].name + "': " + found;
  return {};
}

// The first field, other than a location, that differs between two kernels of one symbol or parameters of one index;
// empty if none does.
template <class T> std::string difference(const T &a, const T &b) {
  std::string found;
  const auto look = [&](const auto &f, const auto &x, const auto &y) {
    using type = std::decay_t<decltype(x)>;
    if constexpr (std::is_same_v<type, std::vector<parameter>>)
      found = found.empty() ? difference(x, y) : found;
    else if constexpr (!std::is_same_v<type, source_location>)
      if (found.empty() && x != y)
        found = words_of(f.name) + " " + text_of(x) + " and " + text_of(y);
  };
  for_each_field(fields<T>::list, look, a, b);
  return found;
}

// Known places before unknown ones.
bool earlier(const source_location &a, const source_location &b) {
  const auto key = [](const source_location &l) { return std::make_tuple(l.file.empty(), l.file, l.line, l.column); };
  return key(a) < key(b);
}

template <class T> std::string origin_of(const T &item, const document &doc) {
  if (!item.location.file.empty())
    return item.location.file;
  if (!item.origin.empty())
    return item.origin;
  return doc.sources.empty() ? std::string("another manifest") : doc.sources.front().source;
}

template <class T> void note_locations(diagnostic &d, const T &first, const T &second) {
  for (const auto &[item, text] : {std::pair(&first, "described here first"), {&second, "described differently here"}})
    if (const source_location &l = item->location; !l.file.empty())
      d.notes.push_back({l.file, l.line, l.column, text});
}

// Adds items by symbol; where there is one already, `unite` makes one of the two, or says false. False if any does.
template <class T, class Unite> bool merge_symbols(std::vector<T> &into, const std::vector<T> &other, Unite unite) {
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < into.size(); ++i)
    known.emplace(into[i].symbol, i);
  bool agreed = true;
  for (const T &item : other) {
    const auto [it, is_new] = known.try_emplace(item.symbol, into.size());
    if (is_new)
      into.push_back(item);
    else
      agreed &= unite(into[it->second], item);
  }
  return agreed;
}

bool merge_kernels(document &into, const document &other, const std::string &other_file, diagnostics &out) {
  return merge_symbols(into.kernels, other.kernels, [&](kernel &mine, const kernel &k) {
    const std::string found = difference(mine, k);
    if (found.empty()) {
      mine.location = earlier(k.location, mine.location) ? k.location : mine.location;
      return true;
    }
    note_locations(out.add(diag::manifest_kernel_conflict, other_file, 0, 0,
                           {mine.symbol, origin_of(mine, into), other_file, found}),
                   mine, k);
    return false;
  });
}

// The ways of a function, wherever it is written.
std::set<region> ways_without_locations(const function &f) {
  std::set<region> ways;
  for (const region &way : f.ways)
    ways.insert(without_locations(way));
  return ways;
}

// Known places before unknown ones.
bool comes_first(const function &a, const function &b) {
  const bool a_known = !a.location.file.empty(), b_known = !b.location.file.empty();
  return a_known != b_known ? a_known : compare(a, b) < 0;
}

bool merge_functions(document &into, const document &other, const std::string &other_file, diagnostics &out) {
  return merge_symbols(into.functions, other.functions, [&](function &mine, const function &f) {
    if (ways_without_locations(mine) == ways_without_locations(f)) {
      mine = comes_first(f, mine) ? f : mine;
      return true;
    }
    note_locations(out.add(diag::manifest_function_conflict, other_file, 0, 0,
                           {f.name.empty() ? f.symbol : f.name, other_file, origin_of(mine, into)}),
                   mine, f);
    return false;
  });
}

// A region that knows nothing of its memory only adds ND-ranges to one that does.
bool is_bare(const region &r) {
  return r.buffers.empty() && std::all_of(r.submissions.begin(), r.submissions.end(), [](const submission &s) {
           return std::all_of(s.arguments.begin(), s.arguments.end(), [](const argument &a) { return !a.identity; });
         });
}

using argument_key = std::pair<std::size_t, unsigned>; // submission, parameter
std::map<argument_key, unsigned> identities(const region &r) {
  std::map<argument_key, unsigned> known;
  for (std::size_t i = 0; i < r.submissions.size(); ++i)
    for (const argument &a : r.submissions[i].arguments)
      if (a.identity)
        known.emplace(argument_key(i, a.parameter), *a.identity);
  return known;
}

// True if each two arguments that are one in `r` are one in `of`.
bool refines(const region &r, const region &of) {
  const auto mine = identities(r), theirs = identities(of);
  std::map<unsigned, argument_key> first; // of each identity of `r`
  for (const auto &[key, identity] : mine) {
    const auto [it, fresh] = first.emplace(identity, key);
    const auto a = theirs.find(it->second), b = theirs.find(key);
    if (!fresh && (a == theirs.end() || b == theirs.end() || a->second != b->second))
      return false;
  }
  return true;
}

// True if `of` knows each size of a buffer that `r` knows.
bool sizes_known(const region &r, const region &of) {
  const auto mine = identities(r), theirs = identities(of);
  return std::all_of(mine.begin(), mine.end(), [&](const auto &entry) {
    const auto &range = r.buffers[entry.second].range;
    const auto other = theirs.find(entry.first);
    return range.empty() || (other != theirs.end() && of.buffers[other->second].range == range);
  });
}

// True if `r` was captured and adds nothing but ND-ranges to the recorded region `of`.
bool is_capture_of(const region &r, const region &of) {
  return is_captured(r) && !is_captured(of) && refines(r, of) && refines(of, r) && sizes_known(r, of);
}

void unite(std::vector<listed_nd_range> &ranges) {
  std::sort(ranges.begin(), ranges.end());
  ranges.erase(std::unique(ranges.begin(), ranges.end(), same_sizes), ranges.end());
}

// True if it is known where the region ends.
bool is_extent(const source_range &s) {
  const auto place = [](const source_location &l) { return std::tie(l.file, l.line, l.column); };
  return place(s.begin) != place(s.end);
}

// One place for all of them: what was recorded has the path that the compiler was given, what was captured may have
// only the file's name, and says that the region ends where it begins.
void agree_on_source(std::vector<region> &group) {
  const auto better = [](const source_range &a, const source_range &b) {
    const auto key = [](const source_range &s) {
      return std::make_tuple(s.begin.file.size(), is_extent(s), s.end.line, s.end.column);
    };
    return key(a) != key(b) ? key(a) > key(b) : std::tie(a.begin.file, a.end.file) < std::tie(b.begin.file, b.end.file);
  };
  source_range source = group.front().source;
  for (const region &r : group)
    if (better(r.source, source))
      source = r.source;
  for (region &r : group)
    r.source = source;
}

// For regions of one content: true if more of the places in `a` are known.
bool knows_more_locations(const region &a, const region &b) {
  const auto known = [](const region &r) {
    const auto has = [](const auto &item) { return !item.location.file.empty(); };
    const auto count = std::count_if(r.submissions.begin(), r.submissions.end(), has) +
                       std::count_if(r.buffers.begin(), r.buffers.end(), has);
    return std::make_tuple(count, is_extent(r.source), r.source.begin.file.size());
  };
  const auto known_a = known(a), known_b = known(b);
  return known_a != known_b ? known_a > known_b : a < b;
}

// One of each content is left.
void unite_contents(std::vector<region> &regions) {
  std::map<region, region> by_content;
  for (region &r : regions) {
    const auto [it, fresh] = by_content.emplace(content_of(r), r);
    if (!fresh && knows_more_locations(r, it->second))
      it->second = std::move(r);
  }
  regions.clear();
  for (auto &[content, r] : by_content)
    regions.push_back(std::move(r));
}

// Unites the regions of one identity: one of each content is left (none that is bare, if there is a better one, and
// none that only shows a recorded one at work), and all of them get all the ND-ranges.
std::vector<region> unite(std::vector<region> group) {
  std::vector<listed_nd_range> ranges;
  for (region &r : group) {
    ranges.insert(ranges.end(), r.nd_ranges.begin(), r.nd_ranges.end());
    r.nd_ranges.clear();
  }
  unite(ranges);
  if (group.size() == 1) {
    group.front().nd_ranges = std::move(ranges);
    return group;
  }
  agree_on_source(group);
  if (!std::all_of(group.begin(), group.end(), is_bare))
    group.erase(std::remove_if(group.begin(), group.end(), is_bare), group.end());
  const std::vector<region> all = group;
  group.erase(std::remove_if(group.begin(), group.end(),
                             [&](const region &r) {
                               return std::any_of(all.begin(), all.end(),
                                                  [&](const region &of) { return is_capture_of(r, of); });
                             }),
              group.end());
  unite_contents(group);
  for (region &r : group)
    r.nd_ranges = ranges;
  return group;
}

// Bundles, and so what is captured, know files below no root by their names only.
std::string last_part(const std::string &path) { return path.substr(path.rfind('/') + 1); }

} // namespace

void unite_regions(document &doc) {
  using identity = std::tuple<std::string, region_kind, std::uint64_t, std::string, unsigned, unsigned>;
  std::map<identity, std::vector<region>> groups;
  const std::vector<std::uint64_t> signatures = signatures_of(doc);
  for (std::size_t i = 0; i < doc.regions.size(); ++i) {
    region &r = doc.regions[i];
    const source_location begin = r.source.begin;
    identity id{r.name, r.kind, signatures[i], last_part(begin.file), begin.line, begin.column};
    groups[std::move(id)].push_back(std::move(r));
  }
  doc.regions.clear();
  for (auto &[id, group] : groups)
    for (region &r : unite(std::move(group)))
      doc.regions.push_back(std::move(r));
}

namespace {

void unite_sources(std::vector<provenance> &sources) {
  const auto key = [](const provenance &p) { return std::tie(p.source, p.source_hash, p.tool, p.compiler); };
  std::sort(sources.begin(), sources.end(), [&](const auto &a, const auto &b) { return key(a) < key(b); });
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
}

} // namespace

bool merge(document &into, const document &other, const std::string &other_file, diagnostics &out) {
  document united = into;
  const bool agreed = merge_kernels(united, other, other_file, out);
  if (!merge_functions(united, other, other_file, out) || !agreed)
    return false;
  united.sources.insert(united.sources.end(), other.sources.begin(), other.sources.end());
  unite_sources(united.sources);
  united.targets.insert(united.targets.end(), other.targets.begin(), other.targets.end());
  std::sort(united.targets.begin(), united.targets.end());
  united.targets.erase(std::unique(united.targets.begin(), united.targets.end()), united.targets.end());
  united.regions.insert(united.regions.end(), other.regions.begin(), other.regions.end());
  unite_regions(united);
  united.open_regions.insert(united.open_regions.end(), other.open_regions.begin(), other.open_regions.end());
  unite_contents(united.open_regions);
  sort(united);
  into = std::move(united);
  return true;
}

} // namespace syclfuse::manifest
