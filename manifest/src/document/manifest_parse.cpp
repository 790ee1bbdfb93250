// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a file to a document: bytes, JSON, schema version, fields, rules.
#include "manifest_check.hpp"
#include "text_file.hpp"

#include <cerrno>
#include <cstring>

namespace syclfuse::manifest {
namespace {

// Schema and version come first: the fields of another version mean nothing here.
bool check_schema(const json_node &root, reporter &out) {
  if (root.kind != json_node::type::object) {
    out.report(diag::manifest_field_invalid, {"document", describe(root), "an object"});
    return false;
  }
  const json_node *schema = root.find("schema"), *version = root.find("version");
  for (const char *name : {"schema", "version"}) {
    if (!root.find(name))
      out.report(diag::manifest_field_missing, {name});
  }
  if (!schema || !version)
    return false;
  const bool known = schema->kind == json_node::type::string && schema->text == schema_name &&
                     version->kind == json_node::type::unsigned_integer && version->number == schema_version;
  if (!known) {
    const std::string name = schema->kind == json_node::type::string ? schema->text.substr(0, 40) : describe(*schema);
    out.report_at((schema->text == schema_name ? version : schema)->line, diag::manifest_schema_unknown,
                  {name, describe(*version), std::to_string(schema_version)});
  }
  return known;
}

} // namespace

std::optional<document> parse(std::string_view json, const std::string &file, diagnostics &out) {
  json_node root;
  if (json_error error = parse_json(json, root); !error.text.empty()) {
    out.add(diag::manifest_malformed, file, error.line, 0, {error.text});
    return std::nullopt;
  }
  reporter report(file, &root, out);
  if (!check_schema(root, report))
    return std::nullopt;
  document doc;
  read(root, doc, report);
  if (!report.failed())
    validate(doc, report);
  if (report.failed())
    return std::nullopt;
  for (kernel &k : doc.kernels)
    k.origin = file;
  for (function &f : doc.functions)
    f.origin = file;
  return doc;
}

std::optional<document> read_file(const std::string &path, diagnostics &out) {
  errno = 0;
  const std::optional<std::string> text = read_text(path);
  if (!text) {
    out.add(diag::manifest_unreadable, path, 0, 0, {path, std::strerror(errno)});
    return std::nullopt;
  }
  return parse(*text, path, out);
}

} // namespace syclfuse::manifest
