// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a document to its canonical text. Optional fields that hold their default are left out.
#include "manifest_order.hpp"
#include "text_file.hpp"

#include "syclfuse/manifest_new_file.hpp"
#include "syclfuse/names.hpp"

#include <nlohmann/json.hpp>

namespace syclfuse::manifest {
namespace {

using json = nlohmann::ordered_json;

json to_tree(const std::string &s);
json to_tree(std::uint64_t n);
json to_tree(const provenance &p);
json to_tree(const parameter &p);
json to_tree(const kernel &k);
json to_tree(const argument &a);
json to_tree(const argument_value &v);
json to_tree(const submission &s);
json to_tree(const buffer &b);
json to_tree(const nd_range &r);
json to_tree(const listed_nd_range &l);
json to_tree(const region &r);
json to_tree(const open_point &p);
json to_tree(const call_argument &a);
json to_tree(const function &f);

template <class T> json list(const std::vector<T> &items) {
  json out = json::array();
  for (const T &item : items)
    out.push_back(to_tree(item));
  return out;
}

json to_tree(const std::string &s) { return s; }
json to_tree(std::uint64_t n) { return n; }

json to_tree(const source_location &l) {
  json out{{"file", l.file}};
  if (l.line != 0)
    out["line"] = l.line;
  if (l.column != 0)
    out["column"] = l.column;
  return out;
}

void put(json &out, const char *name, const source_location &l) {
  if (!l.file.empty())
    out[name] = to_tree(l);
}

template <class T> void put(json &out, const char *name, const std::vector<T> &items) {
  if (!items.empty())
    out[name] = list(items);
}

void put(json &out, const char *name, promotion p) {
  if (p != promotion::none)
    out[name] = name_of(p);
}

void put(json &out, const char *name, const std::string &s) {
  if (!s.empty())
    out[name] = s;
}

json to_tree(const provenance &p) {
  json out{{"tool", p.tool}};
  put(out, "compiler", p.compiler);
  put(out, "source", p.source);
  put(out, "source_hash", p.source_hash);
  return out;
}

json to_tree(const parameter &p) {
  json out{{"name", p.name}, {"kind", name_of(p.kind)}, {"type", p.type}};
  if (p.element_size != 0)
    out["element_size"] = p.element_size;
  if (p.dimensions != 0)
    out["dimensions"] = p.dimensions;
  if (p.mode != access_mode::none)
    out["mode"] = name_of(p.mode);
  put(out, "target", p.target);
  out["offset"] = p.offset;
  out["size"] = p.size;
  return out;
}

json to_tree(const kernel &k) {
  json out{{"symbol", k.symbol}};
  put(out, "name", k.name);
  put(out, "location", k.location);
  out["kind"] = name_of(k.kind);
  out["dimensions"] = k.dimensions;
  out["closure_size"] = k.closure_size;
  out["closure_align"] = k.closure_align;
  out["parameters"] = list(k.parameters);
  return out;
}

void put_sizes(json &out, const nd_range &r) {
  put(out, "global", r.global);
  put(out, "local", r.local);
  put(out, "offset", r.offset);
}

json to_tree(const nd_range &r) {
  json out = json::object();
  put_sizes(out, r);
  return out;
}

json to_tree(const argument &a) {
  json out{{"parameter", a.parameter}};
  if (a.identity)
    out["identity"] = *a.identity;
  put(out, "promote", a.promote);
  put(out, "range", a.range);
  put(out, "offset", a.offset);
  return out;
}

json to_tree(const nd_range_expressions &e) {
  json out = json::object();
  put(out, "global", e.global);
  put(out, "local", e.local);
  put(out, "offset", e.offset);
  return out;
}

json to_tree(const argument_value &v) { return {{"parameter", v.parameter}, {"bytes", v.bytes}}; }

json to_tree(const submission &s) {
  json out{{"kernel", s.kernel}};
  put(out, "location", s.location);
  out["kind"] = name_of(s.kind);
  out["dimensions"] = s.dimensions;
  json range = to_tree(s.range);
  if (!range.empty())
    out["range"] = std::move(range);
  if (s.range_id)
    out["range_id"] = *s.range_id;
  put(out, "values", s.values);
  put(out, "arguments", s.arguments);
  if (!s.sizes.empty())
    out["sizes"] = to_tree(s.sizes);
  return out;
}

json to_tree(const buffer &b) {
  json out{{"name", b.name},
           {"element_type", b.element_type},
           {"element_size", b.element_size},
           {"dimensions", b.dimensions}};
  put(out, "range", b.range);
  put(out, "promote", b.promote);
  if (b.parent)
    out["parent"] = *b.parent;
  put(out, "offset", b.offset);
  put(out, "location", b.location);
  if (b.parameter)
    out["parameter"] = *b.parameter;
  put(out, "part", b.part);
  return out;
}

json to_tree(const listed_nd_range &l) {
  json out = json::object();
  put_sizes(out, l.range);
  put(out, "submissions", l.submissions);
  out["origin"] = name_of(l.origin);
  return out;
}

json to_tree(const region &r) {
  json out{{"name", r.name}, {"kind", name_of(r.kind)}};
  if (!r.source.begin.file.empty() || !r.source.end.file.empty())
    out["source"] = {{"begin", to_tree(r.source.begin)}, {"end", to_tree(r.source.end)}};
  out["barriers"] = r.barriers;
  put(out, "buffers", r.buffers);
  out["submissions"] = list(r.submissions);
  put(out, "nd_ranges", r.nd_ranges);
  put(out, "open", r.open);
  return out;
}

json to_tree(const open_point &p) {
  json out{{"kind", name_of(p.kind)}};
  put(out, "location", p.location);
  if (p.first != 0)
    out["first"] = p.first;
  if (p.count != 0)
    out["count"] = p.count;
  put(out, "function", p.function);
  put(out, "symbol", p.symbol);
  put(out, "arguments", p.arguments);
  return out;
}

json to_tree(const call_argument &a) {
  json out{{"parameter", a.parameter}};
  put(out, "part", a.part);
  if (a.identity)
    out["identity"] = *a.identity;
  put(out, "promote", a.promote);
  put(out, "range", a.range);
  put(out, "offset", a.offset);
  put(out, "sizes", a.sizes);
  return out;
}

json way_to_tree(const region &way) {
  json out = json::object();
  put(out, "buffers", way.buffers);
  out["submissions"] = list(way.submissions);
  put(out, "nd_ranges", way.nd_ranges);
  put(out, "open", way.open);
  return out;
}

json to_tree(const function &f) {
  json out{{"symbol", f.symbol}};
  put(out, "name", f.name);
  put(out, "location", f.location);
  json &ways = out["ways"] = json::array();
  for (const region &way : f.ways)
    ways.push_back(way_to_tree(way));
  return out;
}

// File names need not be UTF-8, JSON must be: what is not becomes U+FFFD.
std::string dump(const json &tree) { return tree.dump(2, ' ', false, json::error_handler_t::replace); }

} // namespace

std::string region_text(const region &r) { return dump(to_tree(r)); }

std::string way_text(const region &way) { return dump(way_to_tree(way)); }

std::string to_json(const document &doc) {
  document sorted = doc;
  sort(sorted);
  json out{{"schema", schema_name}, {"version", schema_version}};
  put(out, "sources", sorted.sources);
  put(out, "targets", sorted.targets);
  out["kernels"] = list(sorted.kernels);
  out["regions"] = list(sorted.regions);
  put(out, "open_regions", sorted.open_regions);
  put(out, "functions", sorted.functions);
  return dump(out) + "\n";
}

bool write_file(const document &doc, const std::string &path, diagnostics &out) {
  return write_text(to_json(doc), path, out);
}

bool write_new_file(const document &doc, const std::string &stem, const std::string &extension, diagnostics &out) {
  const auto path_of = [&](unsigned i) { return stem + (i == 0 ? "" : "-" + std::to_string(i + 1)) + extension; };
  return write_new_text(to_json(doc), path_of, out);
}

} // namespace syclfuse::manifest
