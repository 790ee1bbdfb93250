// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules that the JSON Schema cannot express: references and sizes that must fit each other.
#include "manifest_check.hpp"

#include "syclfuse/names.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace syclfuse::manifest {
namespace {

std::string quoted(std::string_view s) { return "'" + std::string(s) + "'"; }

class validator {
public:
  validator(const document &doc, reporter &out) : doc_(doc), out_(out) {}

  void run() {
    each("kernels", doc_.kernels, [&](const kernel &k) { check(k); });
    each("regions", doc_.regions, [&](const region &r) {
      check(r);
      if (!r.open.empty())
        out_.invalid_in("open", std::to_string(r.open.size()) + " points", "none: it belongs to open_regions");
    });
    each("open_regions", doc_.open_regions, [&](const region &r) {
      check(r);
      if (r.open.empty())
        out_.invalid_in("open", "empty", "why the region is open");
    });
    std::set<std::string_view> symbols;
    each("functions", doc_.functions, [&](const function &f) {
      if (!symbols.insert(f.symbol).second)
        out_.invalid_in("symbol", "the symbol of another function", "a symbol of its own");
      each("ways", f.ways, [&](const region &way) { check(way, /*is_way=*/true); });
    });
  }

private:
  // Calls `check` for each item of the list in field `name`, with the path set to it.
  template <class T, class F> void each(const char *name, const std::vector<T> &items, F check) {
    reporter::step field(out_, name);
    for (std::size_t i = 0; i < items.size() && !out_.full(); ++i) {
      reporter::step item(out_, i);
      check(items[i]);
    }
  }

  void check(const kernel &k) {
    if (!kernels_.emplace(k.symbol, &k).second)
      out_.invalid_in("symbol", "the symbol of another kernel", "a symbol of its own");
    each("parameters", k.parameters, [&](const parameter &p) { check(p); });
    check_overlap(k);
  }

  void check(const parameter &p) {
    unsigned needed = 0;
    if (p.kind == param_kind::accessor)
      needed = accessor_layout::size(p.dimensions);
    else if (p.kind == param_kind::local_accessor)
      needed = local_accessor_layout::size(p.dimensions);
    if (p.size < needed)
      out_.invalid_in("size", std::to_string(p.size),
                      "at least " + std::to_string(needed) + " for " + std::string(name_of(p.kind)) + " of " +
                          std::to_string(p.dimensions) + " dimensions");
  }

  // Parameters in the order of their offsets, so that one look at the neighbour finds any overlap.
  void check_overlap(const kernel &k) {
    std::vector<std::size_t> order(k.parameters.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::make_pair(k.parameters[a].offset, a) < std::make_pair(k.parameters[b].offset, b);
    });
    std::uint64_t end = 0;
    for (std::size_t i : order) {
      const parameter &p = k.parameters[i];
      const std::uint64_t p_end = std::uint64_t(p.offset) + p.size;
      if ((p.size != 0 && p.offset < end) || p_end > k.closure_size) {
        reporter::step list(out_, "parameters");
        reporter::step item(out_, i);
        out_.report_in("offset", diag::manifest_parameter_overlap, {p.name, k.symbol});
      }
      end = std::max(end, p_end);
    }
  }

  // Only functions have parameters.
  void check_no_parameters(const region &r) {
    each("buffers", r.buffers, [&](const buffer &b) {
      if (!b.parameter)
        return;
      out_.invalid_in("parameter", "given", "no parameter, as regions have none");
    });
  }

  void check(const region &r, bool is_way = false) {
    each("buffers", r.buffers, [&](const buffer &b) {
      check_dimensions("range", "the range of buffer " + quoted(b.name), b.range, b.dimensions);
      check_dimensions("offset", "the offset of buffer " + quoted(b.name), b.offset, b.dimensions);
      if (b.parent)
        check_index("parent", *b.parent, r.buffers.size());
    });
    std::vector<use> first_uses(r.buffers.size());
    // Where calls give more accessors of a buffer, what they agree on is only known when they are joined.
    const bool settled =
        !is_way && std::none_of(r.open.begin(), r.open.end(), [](const open_point &p) { return !p.symbol.empty(); });
    each("submissions", r.submissions, [&](const submission &s) { check(r, s, settled ? &first_uses : nullptr); });
    each("nd_ranges", r.nd_ranges, [&](const listed_nd_range &l) { settled ? check(r, l) : check_unsettled(l); });
    check_open(r);
    if (!is_way)
      check_no_parameters(r);
  }

  void check_open(const region &r) {
    each("open", r.open, [&](const open_point &p) {
      check_call(r, p);
      if (p.first <= r.submissions.size() && p.count <= r.submissions.size() - p.first)
        return;
      out_.report_in(
          "count", diag::manifest_index_out_of_range,
          {"submission", std::to_string(std::uint64_t(p.first) + p.count), std::to_string(r.submissions.size())});
    });
  }

  void check_call(const region &r, const open_point &p) {
    if (p.kind != open_kind::call && !p.symbol.empty())
      out_.invalid_in("symbol", quoted(p.symbol), "none for a " + std::string(name_of(p.kind)));
    each("arguments", p.arguments, [&](const call_argument &a) {
      if (a.identity)
        check_index("identity", *a.identity, r.buffers.size());
    });
  }

  // How a buffer of a region is used by the argument that used it first.
  struct use {
    bool seen = false;
    promotion promote = promotion::none;
    std::string accessor, kernel;
  };

  void check(const region &r, const submission &s, std::vector<use> *first_uses) {
    check_dimensions(s.range, s.dimensions);
    for (const std::vector<std::string> *list : {&s.sizes.global, &s.sizes.local, &s.sizes.offset})
      if (!list->empty() && list->size() != s.dimensions)
        out_.report_in("sizes", diag::manifest_dimensions_differ,
                       {"the submission of kernel " + quoted(s.kernel), std::to_string(list->size()),
                        std::to_string(s.dimensions)});
    const auto found = kernels_.find(s.kernel);
    if (found == kernels_.end())
      return out_.report_in("kernel", diag::manifest_unknown_kernel, {r.name, s.kernel});
    const kernel &k = *found->second;
    if (s.kind != k.kind)
      out_.invalid_in("kind", quoted(name_of(s.kind)), quoted(name_of(k.kind)) + " as for its kernel");
    if (s.dimensions != k.dimensions)
      out_.report_in(
          "dimensions", diag::manifest_dimensions_differ,
          {"the submission of kernel " + quoted(k.symbol), std::to_string(s.dimensions), std::to_string(k.dimensions)});
    each("values", s.values, [&](const argument_value &v) { check(v, k); });
    std::set<unsigned> seen;
    each("arguments", s.arguments, [&](const argument &a) {
      if (!check_index("parameter", a.parameter, k.parameters.size()))
        return;
      if (!seen.insert(a.parameter).second)
        out_.invalid_in("parameter", std::to_string(a.parameter), "each parameter at most once");
      check_promotion(a, k.parameters[a.parameter]);
      if (a.identity && check_index("identity", *a.identity, r.buffers.size()) && first_uses)
        check_same_promotion(r, k, a, (*first_uses)[*a.identity]);
    });
  }

  void check_promotion(const argument &a, const parameter &p) {
    if (p.kind == param_kind::accessor || (p.kind == param_kind::pointer && a.promote == promotion::none))
      return;
    out_.invalid_in(a.promote == promotion::none ? "parameter" : "promote",
                    a.promote == promotion::none ? quoted(name_of(p.kind)) : quoted(name_of(a.promote)),
                    a.promote == promotion::none ? "an accessor or a pointer"
                                                 : "'none', since only accessors are promoted");
  }

  void check(const argument_value &v, const kernel &k) {
    if (!check_index("parameter", v.parameter, k.parameters.size()))
      return;
    const parameter &p = k.parameters[v.parameter];
    const bool fits =
        v.bytes.size() == 2 * std::size_t(p.size) && v.bytes.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (p.kind == param_kind::std_layout && fits)
      return;
    out_.invalid_in("bytes", quoted(v.bytes),
                    "two hexadecimal digits for each of " + std::to_string(p.size) + " bytes of a value");
  }

  // All arguments of one buffer have one promotion: the memory is replaced for all of them or for none.
  void check_same_promotion(const region &r, const kernel &k, const argument &a, use &first) {
    const std::string &accessor = k.parameters[a.parameter].name;
    if (!first.seen) {
      first = {true, a.promote, accessor, k.symbol};
      return;
    }
    if (a.promote == first.promote)
      return;
    reporter::step at(out_, "promote");
    if (a.promote == promotion::none)
      out_.report(diag::manifest_promotion_mismatch, {r.buffers[*a.identity].name, r.name, accessor, k.symbol});
    else if (first.promote == promotion::none)
      out_.report(diag::manifest_promotion_mismatch,
                  {r.buffers[*a.identity].name, r.name, first.accessor, first.kernel});
    else
      out_.invalid(quoted(name_of(a.promote)), quoted(name_of(first.promote)) + " as for accessor " +
                                                   quoted(first.accessor) + " of the same buffer");
  }

  void check(const region &r, const listed_nd_range &l) {
    if (!l.submissions.empty())
      return check_each(r, l);
    if (l.range.global.empty())
      return out_.invalid_in("global", "empty", "one size per dimension");
    const auto dimensions = static_cast<unsigned>(l.range.global.size());
    check_dimensions(l.range, dimensions);
    const bool fits = std::any_of(r.submissions.begin(), r.submissions.end(),
                                  [&](const submission &s) { return s.dimensions == dimensions; });
    if (!fits && !r.submissions.empty())
      out_.report_in("global", diag::manifest_dimensions_differ,
                     {"an ND-range of region " + quoted(r.name), std::to_string(dimensions),
                      std::to_string(r.submissions.front().dimensions)});
  }

  // Where not all submissions are known: for all of them.
  void check_unsettled(const listed_nd_range &l) {
    reporter::step at(out_, "global");
    if (l.range.global.empty())
      return out_.invalid("empty", "one size per dimension");
    check_dimensions(l.range, static_cast<unsigned>(l.range.global.size()));
  }

  // One ND-range for each submission.
  void check_each(const region &r, const listed_nd_range &l) {
    if (!l.range.global.empty())
      return out_.invalid_in("global", "given", "no size beside those of submissions");
    if (l.submissions.size() != r.submissions.size())
      return out_.invalid_in("submissions", std::to_string(l.submissions.size()) + " ND-ranges",
                             "one for each of " + std::to_string(r.submissions.size()) + " submissions");
    std::size_t i = 0;
    each("submissions", l.submissions, [&](const nd_range &range) {
      const unsigned dimensions = r.submissions[i++].dimensions;
      if (!range.global.empty())
        return check_dimensions(range, dimensions);
      out_.invalid_in("global", "empty", "one size per dimension");
    });
  }

  void check_dimensions(const nd_range &range, unsigned dimensions) {
    check_dimensions("global", "the global size", range.global, dimensions);
    check_dimensions("local", "the local size", range.local, dimensions);
    check_dimensions("offset", "the offset", range.offset, dimensions);
  }

  void check_dimensions(const char *field, const std::string &what, const std::vector<std::uint64_t> &sizes,
                        unsigned dimensions) {
    if (sizes.empty() || sizes.size() == dimensions)
      return;
    out_.report_in(field, diag::manifest_dimensions_differ,
                   {what, std::to_string(sizes.size()), std::to_string(dimensions)});
  }

  bool check_index(const char *field, unsigned index, std::size_t count) {
    if (index < count)
      return true;
    out_.report_in(field, diag::manifest_index_out_of_range, {field, std::to_string(index), std::to_string(count)});
    return false;
  }

  const document &doc_;
  reporter &out_;
  std::map<std::string_view, const kernel *> kernels_;
};

} // namespace

void validate(const document &doc, reporter &out) { validator(doc, out).run(); }

bool validate(const document &doc, const std::string &file, diagnostics &out) {
  reporter report(file, nullptr, out);
  validate(doc, report);
  return !report.failed();
}

} // namespace syclfuse::manifest
