// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From JSON to a document, as the lists of fields say. docs/manifest.schema.json says the same; a test compares the
// two.
#include "fields.hpp"
#include "manifest_check.hpp"

#include "syclfuse/names.hpp"
#include "syclfuse/size_expression.hpp"

#include <algorithm>
#include <limits>

namespace syclfuse::manifest {
namespace {

constexpr std::size_t most_dimensions = 3;

class reader {
public:
  explicit reader(reporter &out) : out_(out) {}

  // The members of an object that are in `list`. What else it has is unknown, apart from what is `accepted`.
  template <class List, class T>
  void read_object(const json_node &n, const List &list, T &to, std::initializer_list<const char *> accepted = {}) {
    if (n.kind != json_node::type::object)
      return out_.invalid(describe(n), "an object");
    std::vector<std::string_view> known(accepted.begin(), accepted.end());
    read_fields(n, list, to, known);
    for (const json_member &m : n.members)
      if (std::find(known.begin(), known.end(), m.name) == known.end()) {
        reporter::step at(out_, m.name.c_str());
        out_.report_at(m.line, diag::manifest_unknown_field, {out_.path()});
      }
  }

private:
  template <class List, class T>
  void read_fields(const json_node &n, const List &list, T &to, std::vector<std::string_view> &known) {
    for_each_field(
        list,
        [&](const auto &f, auto &member) {
          if constexpr (std::is_same_v<std::decay_t<decltype(member)>, nd_range>)
            if (f.as == form::inlined)
              return read_fields(n, fields<nd_range>::list, member, known);
          known.push_back(f.name);
          const json_node *value = n.find(f.name);
          reporter::step at(out_, f.name);
          if (value)
            read(*value, f, member);
          else if (f.required)
            out_.report(diag::manifest_field_missing, {out_.path()});
        },
        to);
  }

  template <class F> void read(const json_node &n, const F &f, std::string &to) {
    if (n.kind != json_node::type::string)
      return out_.invalid(describe(n), "a string");
    to = n.text;
    if (f.least != 0 && to.empty())
      out_.invalid("empty", "a name");
  }
  template <class F> void read(const json_node &n, const F &, bool &to) {
    if (n.kind != json_node::type::boolean)
      return out_.invalid(describe(n), "true or false");
    to = n.boolean;
  }
  template <class F, class T> void read(const json_node &n, const F &f, T &to) {
    if constexpr (std::is_enum_v<T>) {
      read_enum(n, to);
    } else if constexpr (has_fields<T>::value) {
      read_object(n, fields<T>::list, to);
    } else {
      const std::uint64_t most = std::min<std::uint64_t>(f.most, std::numeric_limits<T>::max());
      if (n.kind != json_node::type::unsigned_integer || n.number < f.least || n.number > most)
        return out_.invalid(describe(n), "an integer from " + std::to_string(f.least) + " to " + std::to_string(most));
      to = static_cast<T>(n.number);
    }
  }
  template <class F, class T> void read(const json_node &n, const F &f, std::optional<T> &to) {
    read(n, f, to.emplace());
  }
  template <class F, class T> void read(const json_node &n, const F &f, std::vector<T> &to) {
    if (!is_list(n, f, std::is_same_v<T, std::uint64_t>))
      return;
    for (std::size_t i = 0; i < n.items.size() && !out_.full(); ++i) {
      reporter::step at(out_, i);
      if constexpr (std::is_same_v<T, region>)
        if (f.as == form::ways) {
          read_object(n.items[i], way_fields::list, to.emplace_back());
          continue;
        }
      read(n.items[i], f, to.emplace_back());
      if constexpr (std::is_same_v<T, std::string>)
        if (f.as == form::expressions && n.items[i].kind == json_node::type::string && !is_size_expression(to.back()))
          out_.invalid("'" + to.back() + "'", "a size expression");
    }
  }

  // Reports what is no array, or one of a wrong length.
  template <class F> bool is_list(const json_node &n, const F &f, bool has_sizes) {
    const bool array = n.kind == json_node::type::array;
    const std::size_t count = n.items.size();
    if (f.as == form::ways) {
      if (!array || count == 0)
        out_.invalid(array ? "empty" : describe(n), "an array of at least one way");
      return array && count != 0;
    }
    if (has_sizes || f.as == form::expressions) {
      if (!array || count > most_dimensions)
        out_.invalid(array ? std::to_string(count) + " sizes" : describe(n),
                     has_sizes ? "an array of at most 3 sizes" : "an array of at most 3 size expressions");
      return array && count <= most_dimensions;
    }
    if (!array)
      out_.invalid(describe(n), "an array");
    return array;
  }

  template <class E> void read_enum(const json_node &n, E &to) {
    const std::optional<E> value = n.kind == json_node::type::string ? value_of<E>(n.text) : std::nullopt;
    if (value) {
      to = *value;
      return;
    }
    std::string all;
    for (std::string_view name : names<E>::values)
      all += (all.empty() ? "" : ", ") + std::string(name);
    out_.invalid(describe(n), "one of " + all);
  }

  reporter &out_;
};

} // namespace

void read(const json_node &root, document &doc, reporter &out) {
  // Schema and version were checked before anything else was believed.
  reader(out).read_object(root, fields<document>::list, doc, {"schema", "version"});
  for (function &f : doc.functions)
    for (region &way : f.ways)
      way.name = f.symbol;
}

} // namespace syclfuse::manifest
