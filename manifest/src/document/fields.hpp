// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fields of each part of a manifest: their names and limits, in the order of the text. Reading, writing and
// comparing all go by these lists, so that a new field is one line here, one in docs/manifest.schema.json and one in
// the struct.
#pragma once

#include "syclfuse/manifest.hpp"

#include <tuple>
#include <type_traits>

namespace syclfuse::manifest {

enum class form : std::uint8_t {
  plain,
  expressions, // at most three size expressions
  ways,        // at least one region, each with the fields of way_fields
  inlined,     // no member of its own in JSON: its fields are those of the object that it is in
};

// A field that is required is always written, another one only where it differs from its default.
template <class T, class M> struct field {
  const char *name;
  M T::*member;
  bool required;
  // Bounds of a number, or of each size in a list. A string with `least` 1 may not be empty.
  std::uint64_t least = 0, most = ~0ull;
  form as = form::plain;
};

template <class T, class M>
constexpr field<T, M> required(const char *name, M T::*member, std::uint64_t least = 0, std::uint64_t most = ~0ull) {
  return {name, member, true, least, most};
}
template <class T, class M>
constexpr field<T, M> optional(const char *name, M T::*member, std::uint64_t least = 0, std::uint64_t most = ~0ull) {
  return {name, member, false, least, most};
}
template <class T, class M> constexpr field<T, M> with(form as, field<T, M> f) {
  f.as = as;
  return f;
}

template <class T> struct fields;

template <> struct fields<source_location> {
  static constexpr auto list =
      std::make_tuple(required("file", &source_location::file), optional("line", &source_location::line),
                      optional("column", &source_location::column));
};
template <> struct fields<source_range> {
  static constexpr auto list =
      std::make_tuple(required("begin", &source_range::begin), required("end", &source_range::end));
};
template <> struct fields<provenance> {
  static constexpr auto list =
      std::make_tuple(required("tool", &provenance::tool), optional("compiler", &provenance::compiler),
                      optional("source", &provenance::source), optional("source_hash", &provenance::source_hash));
};
template <> struct fields<parameter> {
  static constexpr auto list = std::make_tuple(
      required("name", &parameter::name), required("kind", &parameter::kind), required("type", &parameter::type),
      optional("element_size", &parameter::element_size), optional("dimensions", &parameter::dimensions, 0, 3),
      optional("mode", &parameter::mode), optional("target", &parameter::target),
      required("offset", &parameter::offset), required("size", &parameter::size));
};
template <> struct fields<kernel> {
  static constexpr auto list = std::make_tuple(
      required("symbol", &kernel::symbol, 1), optional("name", &kernel::name), optional("location", &kernel::location),
      required("kind", &kernel::kind), required("dimensions", &kernel::dimensions, 1, 3),
      required("closure_size", &kernel::closure_size), required("closure_align", &kernel::closure_align, 1, 4096),
      required("parameters", &kernel::parameters), optional("fused_only", &kernel::fused_only));
};
template <> struct fields<nd_range> {
  static constexpr auto list =
      std::make_tuple(optional("global", &nd_range::global), optional("local", &nd_range::local, 1),
                      optional("offset", &nd_range::offset));
};
template <> struct fields<nd_range_expressions> {
  static constexpr auto list =
      std::make_tuple(with(form::expressions, optional("global", &nd_range_expressions::global)),
                      with(form::expressions, optional("local", &nd_range_expressions::local)),
                      with(form::expressions, optional("offset", &nd_range_expressions::offset)));
};
template <> struct fields<argument> {
  static constexpr auto list =
      std::make_tuple(required("parameter", &argument::parameter), optional("identity", &argument::identity),
                      optional("promote", &argument::promote), optional("range", &argument::range),
                      optional("offset", &argument::offset));
};
template <> struct fields<argument_value> {
  static constexpr auto list =
      std::make_tuple(required("parameter", &argument_value::parameter), required("bytes", &argument_value::bytes));
};
template <> struct fields<submission> {
  static constexpr auto list =
      std::make_tuple(required("kernel", &submission::kernel, 1), optional("location", &submission::location),
                      required("kind", &submission::kind), required("dimensions", &submission::dimensions, 1, 3),
                      optional("range", &submission::range), optional("range_id", &submission::range_id),
                      optional("values", &submission::values), optional("arguments", &submission::arguments),
                      optional("sizes", &submission::sizes));
};
template <> struct fields<buffer> {
  static constexpr auto list = std::make_tuple(
      required("name", &buffer::name), required("element_type", &buffer::element_type),
      required("element_size", &buffer::element_size), required("dimensions", &buffer::dimensions, 1, 3),
      optional("range", &buffer::range), optional("promote", &buffer::promote), optional("parent", &buffer::parent),
      optional("offset", &buffer::offset), optional("location", &buffer::location),
      optional("parameter", &buffer::parameter), optional("part", &buffer::part));
};
template <> struct fields<listed_nd_range> {
  static constexpr auto list = std::make_tuple(with(form::inlined, optional("", &listed_nd_range::range)),
                                               optional("submissions", &listed_nd_range::submissions),
                                               required("origin", &listed_nd_range::origin));
};
template <> struct fields<call_argument> {
  static constexpr auto list =
      std::make_tuple(required("parameter", &call_argument::parameter), optional("part", &call_argument::part),
                      optional("identity", &call_argument::identity), optional("promote", &call_argument::promote),
                      optional("range", &call_argument::range), optional("offset", &call_argument::offset),
                      with(form::expressions, optional("sizes", &call_argument::sizes)));
};
template <> struct fields<open_point> {
  static constexpr auto list =
      std::make_tuple(required("kind", &open_point::kind), optional("location", &open_point::location),
                      optional("first", &open_point::first), optional("count", &open_point::count),
                      optional("function", &open_point::function), optional("symbol", &open_point::symbol),
                      optional("arguments", &open_point::arguments));
};
struct way_fields {
  static constexpr auto list =
      std::make_tuple(optional("buffers", &region::buffers), required("submissions", &region::submissions),
                      optional("nd_ranges", &region::nd_ranges), optional("open", &region::open));
};
template <> struct fields<region> {
  static constexpr auto list =
      std::tuple_cat(std::make_tuple(required("name", &region::name, 1), required("kind", &region::kind),
                                     optional("source", &region::source), required("barriers", &region::barriers),
                                     optional("trusted", &region::trusted)),
                     way_fields::list);
};
template <> struct fields<function> {
  static constexpr auto list =
      std::make_tuple(required("symbol", &function::symbol, 1), optional("name", &function::name),
                      optional("location", &function::location), with(form::ways, required("ways", &function::ways)));
};
template <> struct fields<document> {
  static constexpr auto list =
      std::make_tuple(optional("sources", &document::sources), optional("targets", &document::targets),
                      required("kernels", &document::kernels), required("regions", &document::regions),
                      optional("open_regions", &document::open_regions), optional("functions", &document::functions));
};

// Calls visit(field, member of each object…) for each field of a list. The objects are of one type.
template <class List, class Visit, class... T> void for_each_field(const List &list, Visit visit, T &...objects) {
  std::apply(
      [&](const auto &...all) {
        const auto one = [&](const auto &f) { visit(f, objects.*f.member...); };
        (one(all), ...);
      },
      list);
}

template <class T, class = void> struct has_fields : std::false_type {};
template <class T> struct has_fields<T, std::void_t<decltype(fields<T>::list)>> : std::true_type {};

// -1, 0 or 1: a total order of values, by their fields.
template <class T> int compare(const std::vector<T> &a, const std::vector<T> &b);
template <class T> int compare(const T &a, const T &b) {
  if constexpr (has_fields<T>::value) {
    int order = 0;
    for_each_field(
        fields<T>::list, [&](const auto &, const auto &x, const auto &y) { order = order ? order : compare(x, y); }, a,
        b);
    return order;
  } else {
    return a < b ? -1 : b < a ? 1 : 0;
  }
}
template <class T> int compare(const std::vector<T> &a, const std::vector<T> &b) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    if (const int order = compare(a[i], b[i]))
      return order;
  return compare(a.size(), b.size());
}

} // namespace syclfuse::manifest
