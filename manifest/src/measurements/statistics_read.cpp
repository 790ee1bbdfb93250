// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/names.hpp"
#include "syclfuse/statistics.hpp"

#include "measurement.hpp"

#include <charconv>

namespace syclfuse::statistics {
namespace {

using manifest::json_node;
using measurement::reader;

// The reason with the code "SF6104".
std::optional<diag> reason_of(const std::string &code) {
  for (const diag_info &d : all_diagnostics())
    if (code_string(d.code) == code && static_cast<int>(d.code) >= 6100 && static_cast<int>(d.code) < 6170)
      return d.code;
  return std::nullopt;
}

void read_reasons(const json_node &n, region &to, reader &in) {
  const json_node *list = in.required(n, "reasons", json_node::type::array, "a list");
  for (std::size_t i = 0; list && i < list->items.size() && !in.full(); ++i) {
    std::string code;
    std::uint64_t count = 0;
    if (!in.text(list->items[i], "code", true, code) || !in.count(list->items[i], "count", true, count))
      continue;
    if (const std::optional<diag> reason = reason_of(code))
      to.reasons.emplace_back(*reason, count);
    else
      in.add(list->items[i].line, "code", "'" + code.substr(0, 40) + "'", "the code of a reason, as SF6104");
  }
}

void read_region(const json_node &n, region &to, reader &in) {
  if (n.kind != json_node::type::object)
    return in.wrong(n, "a region", "an object");
  in.text(n, "name", true, to.name);
  std::string kind;
  in.text(n, "kind", false, kind);
  to.automatic = kind == name_of(region_kind::automatic);
  if (const json_node *place = n.find("location")) {
    std::uint64_t line = 0;
    in.text(*place, "file", true, to.file);
    in.count(*place, "line", false, line);
    to.line = line > 0xffffffffu ? 0 : static_cast<unsigned>(line);
  }
  for (auto [name, value] : {std::pair("submissions", &to.submissions),
                             {"aot", &to.aot},
                             {"aot_generic", &to.aot_generic},
                             {"jit", &to.jit},
                             {"unfused", &to.unfused}})
    in.count(n, name, true, *value);
  in.count(n, "first_launch_ns", false, to.first_launch_ns);
  read_reasons(n, to, in);
}

// 16 hexadecimal digits.
bool read_code(const std::string &text, std::uint64_t &to) {
  const char *end = text.data() + text.size();
  return text.size() == 16 && std::from_chars(text.data(), end, to, 16).ptr == end;
}

void read_timing(const json_node &n, timing &to, reader &in) {
  if (n.kind != json_node::type::object)
    return in.wrong(n, "a time", "an object");
  std::string code;
  std::uint64_t specialized = 0;
  in.text(n, "region", true, to.region);
  in.text(n, "target", true, to.target);
  if (in.text(n, "code", true, code) && !read_code(code, to.code))
    in.add(n.line, "code", "'" + code.substr(0, 40) + "'", "16 hexadecimal digits");
  for (auto [name, value] : {std::pair("arch", &to.arch),
                             {"specialized", &specialized},
                             {"items", &to.items},
                             {"fused_ns", &to.fused_ns},
                             {"unfused_ns", &to.unfused_ns},
                             {"fused", &to.fused},
                             {"unfused", &to.unfused}})
    in.count(n, name, true, *value);
  to.specialized = specialized != 0;
}

std::optional<run> from_tree(const json_node &root, const std::string &file, diagnostics &out) {
  reader in(file, out);
  run r;
  std::string schema;
  std::uint64_t version = 0;
  if (!in.text(root, "schema", true, schema) || !in.count(root, "version", true, version))
    return std::nullopt;
  if (schema != schema_name || version != schema_version) {
    in.add(root.find("schema")->line, "schema", "'" + schema.substr(0, 40) + "' version " + std::to_string(version),
           "'" + std::string(schema_name) + "' version " + std::to_string(schema_version));
    return std::nullopt;
  }
  in.text(root, "program", false, r.program);
  if (const json_node *list = in.required(root, "regions", json_node::type::array, "a list"))
    for (std::size_t i = 0; i < list->items.size() && !in.full(); ++i)
      read_region(list->items[i], r.regions.emplace_back(), in);
  if (root.find("times"))
    if (const json_node *list = in.required(root, "times", json_node::type::array, "a list"))
      for (std::size_t i = 0; i < list->items.size() && !in.full(); ++i)
        read_timing(list->items[i], r.times.emplace_back(), in);
  return in.failed() ? std::nullopt : std::optional(std::move(r));
}

} // namespace

std::optional<run> parse(std::string_view json, const std::string &file, diagnostics &out) {
  const std::optional<json_node> root = measurement::parse_tree(json, file, out);
  return root ? from_tree(*root, file, out) : std::nullopt;
}

std::optional<run> read_file(const std::string &path, diagnostics &out) {
  const std::optional<json_node> root = measurement::read_tree(path, out);
  return root ? from_tree(*root, path, out) : std::nullopt;
}

} // namespace syclfuse::statistics
