// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a document to its canonical text.
#include "fields.hpp"
#include "manifest_order.hpp"
#include "text_file.hpp"

#include "syclfuse/names.hpp"

#include <nlohmann/json.hpp>

namespace syclfuse::manifest {
namespace {

using json = nlohmann::ordered_json;

bool is_default(const source_location &l) { return l.file.empty(); }
bool is_default(const source_range &r) { return r.begin.file.empty() && r.end.file.empty(); }
template <class T> bool is_default(const T &value) { return compare(value, T()) == 0; }

template <class List, class T> void put_fields(json &out, const List &list, const T &object);

template <class T> json to_tree(const T &value) {
  if constexpr (has_fields<T>::value) {
    json out = json::object();
    put_fields(out, fields<T>::list, value);
    return out;
  } else if constexpr (std::is_enum_v<T>) {
    return name_of(value);
  } else {
    return value;
  }
}
template <class T> json to_tree(const std::optional<T> &value) { return *value; }
template <class T> json to_tree(const std::vector<T> &items) {
  json out = json::array();
  for (const T &item : items)
    out.push_back(to_tree(item));
  return out;
}

json ways_to_tree(const std::vector<region> &ways) {
  json out = json::array();
  for (const region &way : ways)
    put_fields(out.emplace_back(json::object()), way_fields::list, way);
  return out;
}

template <class List, class T> void put_fields(json &out, const List &list, const T &object) {
  const auto put = [&](const auto &f, const auto &value) {
    using type = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<type, nd_range>)
      if (f.as == form::inlined)
        return put_fields(out, fields<nd_range>::list, value);
    if (!f.required && is_default(value))
      return;
    if constexpr (std::is_same_v<type, std::vector<region>>)
      if (f.as == form::ways) {
        out[f.name] = ways_to_tree(value);
        return;
      }
    out[f.name] = to_tree(value);
  };
  for_each_field(list, put, object);
}

// File names need not be UTF-8, JSON must be: what is not becomes U+FFFD.
std::string dump(const json &tree) { return tree.dump(2, ' ', false, json::error_handler_t::replace); }

} // namespace

std::string to_json(const document &doc) {
  document sorted = doc;
  sort(sorted);
  json out{{"schema", schema_name}, {"version", schema_version}};
  put_fields(out, fields<document>::list, sorted);
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
