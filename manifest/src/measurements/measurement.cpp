// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "measurement.hpp"

#include "document/text_file.hpp"

#include <cerrno>
#include <cstring>

namespace syclfuse::measurement {

using manifest::json_node;

std::optional<json_node> parse_tree(std::string_view json, const std::string &file, diagnostics &out) {
  json_node root;
  if (manifest::json_error error = manifest::parse_json(json, root); !error.text.empty()) {
    out.add(diag::manifest_malformed, file, error.line, 0, {error.text});
    return std::nullopt;
  }
  if (root.kind == json_node::type::object)
    return root;
  reader(file, out).wrong(root, "the document", "an object");
  return std::nullopt;
}

std::optional<json_node> read_tree(const std::string &path, diagnostics &out) {
  errno = 0;
  const std::optional<std::string> text = manifest::read_text(path);
  if (!text) {
    out.add(diag::input_unreadable, "", 0, 0, {path, std::strerror(errno)});
    return std::nullopt;
  }
  return parse_tree(*text, path, out);
}

const json_node *reader::required(const node &object, const char *name, node::type kind, const char *needed) {
  const node *value = object.find(name);
  if (!value)
    missing(object, name, needed);
  else if (value->kind != kind)
    wrong(*value, name, needed);
  else
    return value;
  return nullptr;
}

bool reader::text(const node &object, const char *name, bool needed, std::string &to) {
  if (!needed && !object.find(name))
    return true;
  const node *value = required(object, name, node::type::string, "a text");
  if (value)
    to = value->text;
  return value != nullptr;
}

bool reader::count(const node &object, const char *name, bool needed, std::uint64_t &to) {
  if (!needed && !object.find(name))
    return true;
  const node *value = required(object, name, node::type::unsigned_integer, "a number from 0");
  if (value)
    to = value->number;
  return value != nullptr;
}

} // namespace syclfuse::measurement
