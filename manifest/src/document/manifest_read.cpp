// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From JSON to a document: one `read` function per type, each naming its fields once. docs/manifest.schema.json says
// the same; a test compares the two.
#include "manifest_check.hpp"

#include "syclfuse/names.hpp"
#include "syclfuse/size_expression.hpp"

#include <limits>
#include <type_traits>

namespace syclfuse::manifest {
namespace {

// A number with its bounds, for fields where the type's own are too wide.
template <class T> struct bounded {
  T &value;
  std::uint64_t least, most;
};

class reader {
public:
  explicit reader(reporter &out) : out_(out) {}

  void read(const json_node &n, std::string &to) {
    if (n.kind == json_node::type::string)
      to = n.text;
    else
      out_.invalid(describe(n), "a string");
  }
  void read(const json_node &n, bool &to) {
    if (n.kind == json_node::type::boolean)
      to = n.boolean;
    else
      out_.invalid(describe(n), "true or false");
  }
  template <class T> void read(const json_node &n, bounded<T> to) {
    if (n.kind == json_node::type::unsigned_integer && n.number >= to.least && n.number <= to.most)
      to.value = static_cast<T>(n.number);
    else
      out_.invalid(describe(n), "an integer from " + std::to_string(to.least) + " to " + std::to_string(to.most));
  }
  template <class T> std::enable_if_t<std::is_unsigned_v<T>> read(const json_node &n, T &to) {
    read(n, bounded<T>{to, 0, std::numeric_limits<T>::max()});
  }
  template <class E> std::enable_if_t<std::is_enum_v<E>> read(const json_node &n, E &to) {
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
  template <class T> void read(const json_node &n, std::optional<T> &to) { read(n, to.emplace()); }
  template <class T> void read(const json_node &n, std::vector<T> &to) {
    if (n.kind != json_node::type::array)
      return out_.invalid(describe(n), "an array");
    for (std::size_t i = 0; i < n.items.size() && !out_.full(); ++i) {
      reporter::step at(out_, i);
      read(n.items[i], to.emplace_back());
    }
  }

  void read(const json_node &n, source_location &to) {
    fields f(*this, n);
    f.required("file", to.file);
    f.optional("line", to.line);
    f.optional("column", to.column);
  }
  void read(const json_node &n, source_range &to) {
    fields f(*this, n);
    f.required("begin", to.begin);
    f.required("end", to.end);
  }
  void read(const json_node &n, provenance &to) {
    fields f(*this, n);
    f.required("tool", to.tool);
    f.optional("compiler", to.compiler);
    f.optional("source", to.source);
    f.optional("source_hash", to.source_hash);
  }
  void read(const json_node &n, parameter &to) {
    fields f(*this, n);
    f.required("name", to.name);
    f.required("kind", to.kind);
    f.required("type", to.type);
    f.optional("element_size", to.element_size);
    f.optional("dimensions", bounded<unsigned>{to.dimensions, 0, 3});
    f.optional("mode", to.mode);
    f.optional("target", to.target);
    f.required("offset", to.offset);
    f.required("size", to.size);
  }
  void read(const json_node &n, kernel &to) {
    fields f(*this, n);
    f.required("symbol", not_empty{to.symbol});
    f.optional("name", to.name);
    f.optional("location", to.location);
    f.required("kind", to.kind);
    f.required("dimensions", bounded<unsigned>{to.dimensions, 1, 3});
    f.required("closure_size", to.closure_size);
    f.required("closure_align", bounded<unsigned>{to.closure_align, 1, 4096});
    f.required("parameters", to.parameters);
  }
  void read(const json_node &n, nd_range &to) {
    fields f(*this, n);
    sizes(f, to);
  }
  void read(const json_node &n, argument &to) {
    fields f(*this, n);
    f.required("parameter", to.parameter);
    f.optional("identity", to.identity);
    f.optional("promote", to.promote);
    f.optional("range", extent{to.range, 0});
    f.optional("offset", extent{to.offset, 0});
  }
  void read(const json_node &n, argument_value &to) {
    fields f(*this, n);
    f.required("parameter", to.parameter);
    f.required("bytes", to.bytes);
  }
  void read(const json_node &n, submission &to) {
    fields f(*this, n);
    f.required("kernel", not_empty{to.kernel});
    f.optional("location", to.location);
    f.required("kind", to.kind);
    f.required("dimensions", bounded<unsigned>{to.dimensions, 1, 3});
    f.optional("range", to.range);
    f.optional("range_id", to.range_id);
    f.optional("values", to.values);
    f.optional("arguments", to.arguments);
    f.optional("sizes", to.sizes);
  }
  void read(const json_node &n, nd_range_expressions &to) {
    fields f(*this, n);
    f.optional("global", expressions{to.global});
    f.optional("local", expressions{to.local});
    f.optional("offset", expressions{to.offset});
  }
  void read(const json_node &n, buffer &to) {
    fields f(*this, n);
    f.required("name", to.name);
    f.required("element_type", to.element_type);
    f.required("element_size", to.element_size);
    f.required("dimensions", bounded<unsigned>{to.dimensions, 1, 3});
    f.optional("range", extent{to.range, 0});
    f.optional("promote", to.promote);
    f.optional("parent", to.parent);
    f.optional("offset", extent{to.offset, 0});
    f.optional("location", to.location);
    f.optional("parameter", to.parameter);
    f.optional("part", to.part);
  }
  void read(const json_node &n, listed_nd_range &to) {
    fields f(*this, n);
    sizes(f, to.range);
    f.optional("submissions", to.submissions);
    f.required("origin", to.origin);
  }
  void read(const json_node &n, region &to) {
    fields f(*this, n);
    f.required("name", not_empty{to.name});
    f.required("kind", to.kind);
    f.optional("source", to.source);
    f.required("barriers", to.barriers);
    f.optional("buffers", to.buffers);
    f.required("submissions", to.submissions);
    f.optional("nd_ranges", to.nd_ranges);
    f.optional("open", to.open);
  }
  void read(const json_node &n, open_point &to) {
    fields f(*this, n);
    f.required("kind", to.kind);
    f.optional("location", to.location);
    f.optional("first", to.first);
    f.optional("count", to.count);
    f.optional("function", to.function);
    f.optional("symbol", to.symbol);
    f.optional("arguments", to.arguments);
  }
  void read(const json_node &n, call_argument &to) {
    fields f(*this, n);
    f.required("parameter", to.parameter);
    f.optional("part", to.part);
    f.optional("identity", to.identity);
    f.optional("promote", to.promote);
    f.optional("range", extent{to.range, 0});
    f.optional("offset", extent{to.offset, 0});
    f.optional("sizes", expressions{to.sizes});
  }
  void read(const json_node &n, function &to) {
    fields f(*this, n);
    f.required("symbol", not_empty{to.symbol});
    f.optional("name", to.name);
    f.optional("location", to.location);
    f.required("ways", ways_of{to});
  }
  void read(const json_node &n, document &to) {
    fields f(*this, n);
    // Checked by check_schema, before anything else is believed.
    f.accept("schema");
    f.accept("version");
    f.optional("sources", to.sources);
    f.optional("targets", to.targets);
    f.required("kernels", to.kernels);
    f.required("regions", to.regions);
    f.optional("open_regions", to.open_regions);
    f.optional("functions", to.functions);
  }

private:
  struct not_empty {
    std::string &value;
  };
  void read(const json_node &n, not_empty to) {
    read(n, to.value);
    if (n.kind == json_node::type::string && n.text.empty())
      out_.invalid("empty", "a name");
  }

  struct ways_of {
    function &owner;
  };
  void read(const json_node &n, ways_of to) {
    if (n.kind != json_node::type::array || n.items.empty())
      return out_.invalid(n.kind == json_node::type::array ? "empty" : describe(n), "an array of at least one way");
    for (std::size_t i = 0; i < n.items.size() && !out_.full(); ++i) {
      reporter::step at(out_, i);
      region &way = to.owner.ways.emplace_back();
      way.name = to.owner.symbol;
      fields f(*this, n.items[i]);
      f.optional("buffers", way.buffers);
      f.required("submissions", way.submissions);
      f.optional("nd_ranges", way.nd_ranges);
      f.optional("open", way.open);
    }
  }

  // One size per dimension.
  struct extent {
    std::vector<std::uint64_t> &values;
    std::uint64_t least;
  };
  void read(const json_node &n, extent to) {
    if (n.kind != json_node::type::array || n.items.size() > 3)
      return out_.invalid(n.kind == json_node::type::array ? std::to_string(n.items.size()) + " sizes" : describe(n),
                          "an array of at most 3 sizes");
    for (std::size_t i = 0; i < n.items.size(); ++i) {
      reporter::step at(out_, i);
      read(n.items[i],
           bounded<std::uint64_t>{to.values.emplace_back(), to.least, std::numeric_limits<std::uint64_t>::max()});
    }
  }

  struct expressions {
    std::vector<std::string> &values;
  };
  void read(const json_node &n, expressions to) {
    if (n.kind != json_node::type::array || n.items.size() > 3)
      return out_.invalid(n.kind == json_node::type::array ? std::to_string(n.items.size()) + " sizes" : describe(n),
                          "an array of at most 3 size expressions");
    for (std::size_t i = 0; i < n.items.size(); ++i) {
      reporter::step at(out_, i);
      read(n.items[i], to.values.emplace_back());
      if (n.items[i].kind == json_node::type::string && !is_size_expression(to.values.back()))
        out_.invalid("'" + to.values.back() + "'", "a size expression");
    }
  }

  // The fields of one object: each is named once, what is left when this dies is unknown.
  class fields {
  public:
    fields(reader &r, const json_node &n) : reader_(r), node_(n) {
      if (!is_object())
        r.out_.invalid(describe(n), "an object");
    }
    ~fields() {
      for (const json_member &m : node_.members)
        if (!is_known(m.name))
          warn_unknown(m);
    }
    fields(const fields &) = delete;
    fields &operator=(const fields &) = delete;

    template <class T> void required(const char *name, T &&to) {
      if (!optional(name, std::forward<T>(to)) && is_object()) {
        reporter::step at(reader_.out_, name);
        reader_.out_.report(diag::manifest_field_missing, {reader_.out_.path()});
      }
    }
    template <class T> bool optional(const char *name, T &&to) {
      accept(name);
      const json_node *value = node_.find(name);
      if (!value)
        return false;
      reporter::step at(reader_.out_, name);
      reader_.read(*value, std::forward<T>(to));
      return true;
    }
    void accept(const char *name) { known_.push_back(name); }

  private:
    bool is_object() const { return node_.kind == json_node::type::object; }
    bool is_known(std::string_view name) const {
      for (std::string_view known : known_)
        if (known == name)
          return true;
      return false;
    }
    void warn_unknown(const json_member &m) {
      reporter::step at(reader_.out_, m.name.c_str());
      reader_.out_.report_at(m.line, diag::manifest_unknown_field, {reader_.out_.path()});
    }

    reader &reader_;
    const json_node &node_;
    std::vector<std::string_view> known_;
  };

  void sizes(fields &f, nd_range &to) {
    f.optional("global", extent{to.global, 0});
    f.optional("local", extent{to.local, 1});
    f.optional("offset", extent{to.offset, 0});
  }

  reporter &out_;
};

} // namespace

void read(const json_node &root, document &doc, reporter &out) { reader(out).read(root, doc); }

} // namespace syclfuse::manifest
