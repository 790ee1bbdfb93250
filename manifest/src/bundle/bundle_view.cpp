// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading a bundle that open() has accepted (bundle_check.cpp).
#include "bundle_layout.hpp"

#include <algorithm>

namespace syclfuse::bundle {
namespace {

template <class T> array_view<T> slice(array_view<T> table, table_ref r) { return {table.data + r.first, r.count}; }

} // namespace

std::string_view view::string(string_ref s) const {
  return detail::as_chars(table<char>(header_->strings).data + s.offset, s.size);
}

array_view<parameter_record> view::parameters(const kernel_record &k) const {
  return slice(table<parameter_record>(header_->parameters), k.parameters);
}

array_view<submission_record> view::submissions(const region_record &r) const {
  return slice(table<submission_record>(header_->submissions), r.submissions);
}

array_view<promotion_record> view::promotions(const submission_record &s) const {
  return slice(table<promotion_record>(header_->promotions), s.promotions);
}

array_view<variant_record> view::variants(const kernel_record &k) const {
  return slice(table<variant_record>(header_->variants), k.variants);
}

array_view<variant_record> view::variants(const region_record &r) const {
  return slice(table<variant_record>(header_->variants), r.variants);
}

array_view<argument_record> view::arguments(const variant_record &v) const {
  return slice(table<argument_record>(header_->arguments), v.arguments);
}

array_view<guard_record> view::guards(const variant_record &v) const {
  return slice(table<guard_record>(header_->guards), v.guards);
}

array_view<recomputation_record> view::recomputations(const variant_record &v) const {
  return slice(table<recomputation_record>(header_->recomputations), v.recomputations);
}

array_view<region_record> view::find(std::uint64_t signature) const {
  const array_view<region_record> all = regions();
  const auto first = std::lower_bound(all.begin(), all.end(), signature,
                                      [](const region_record &r, std::uint64_t s) { return r.signature < s; });
  const auto last = std::upper_bound(first, all.end(), signature,
                                     [](std::uint64_t s, const region_record &r) { return s < r.signature; });
  return {first, static_cast<std::size_t>(last - first)};
}

array_view<unsigned char> view::image(const variant_record &v) const {
  const unsigned char *bytes = blob(v.image_offset);
  if (detail::checksum(detail::as_chars(bytes, v.image_size)) != v.image_checksum)
    return {};
  return {bytes, static_cast<std::size_t>(v.image_size)};
}

array_view<unsigned char> view::ir(const kernel_record &k) const {
  return {blob(k.ir_offset), static_cast<std::size_t>(k.ir_size)};
}

const unsigned char *view::blob(std::uint64_t offset) const {
  return table<unsigned char>(header_->blob).data + offset;
}

const char *to_string(open_error e) {
  switch (e) {
  case open_error::none:
    return "no error";
  case open_error::misaligned:
    return "the bundle does not lie at a multiple of 8 bytes";
  case open_error::truncated:
    return "the bundle is truncated";
  case open_error::bad_magic:
    return "these bytes are no bundle";
  case open_error::version_mismatch:
    return "the bundle has another format version";
  case open_error::bad_checksum:
    return "the checksum of the bundle is wrong";
  case open_error::bad_table:
    return "a table of the bundle is inconsistent";
  }
  return "unknown error";
}

} // namespace syclfuse::bundle
