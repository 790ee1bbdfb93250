// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Apart from reading: the runtime links this alone.
#include "syclfuse/names.hpp"
#include "syclfuse/statistics.hpp"

#include "document/text_file.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace syclfuse::statistics {
namespace {

using json = nlohmann::ordered_json;

// As in docs/reasons.md: nd_range_not_listed.
std::string reason_name(diag code) {
  std::string name(info(code).name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

json to_tree(const region &r) {
  json out{{"name", r.name}};
  if (!r.file.empty())
    out["location"] = {{"file", r.file}, {"line", r.line}};
  if (r.automatic)
    out["kind"] = name_of(region_kind::automatic);
  out["submissions"] = r.submissions;
  out["aot"] = r.aot;
  out["aot_generic"] = r.aot_generic;
  out["jit"] = r.jit;
  out["unfused"] = r.unfused;
  out["first_launch_ns"] = r.first_launch_ns;
  json reasons = json::array();
  for (const auto &[code, count] : r.reasons)
    reasons.push_back({{"code", code_string(code)}, {"name", reason_name(code)}, {"count", count}});
  out["reasons"] = std::move(reasons);
  return out;
}

// Digits, as there are numbers above 2^53.
std::string hexadecimal(std::uint64_t value) {
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4)
    text[i] = "0123456789abcdef"[value & 15];
  return text;
}

json to_tree(const timing &t) {
  json out{{"region", t.region}, {"code", hexadecimal(t.code)}, {"target", t.target}};
  for (auto [name, value] : {std::pair("arch", t.arch),
                             {"specialized", t.specialized},
                             {"items", t.items},
                             {"fused_ns", t.fused_ns},
                             {"unfused_ns", t.unfused_ns},
                             {"fused", t.fused},
                             {"unfused", t.unfused}})
    out[name] = value;
  return out;
}

} // namespace

std::string to_json(const run &r) {
  json regions = json::array();
  for (const region &one : r.regions)
    regions.push_back(to_tree(one));
  json out{
      {"schema", schema_name}, {"version", schema_version}, {"program", r.program}, {"regions", std::move(regions)}};
  for (const timing &one : r.times)
    out["times"].push_back(to_tree(one));
  for (const auto &[name, value] : r.held)
    out["held"][name] = value;
  return out.dump(2, ' ', false, json::error_handler_t::replace) + "\n"; // names of files need not be UTF-8
}

bool write_file(const run &r, const std::string &path, diagnostics &out) {
  return manifest::write_text(to_json(r), path, out);
}

} // namespace syclfuse::statistics
