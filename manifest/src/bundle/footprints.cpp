// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "footprint_conflict.hpp"

#include <cstring>
#include <type_traits>

namespace syclfuse::footprints {

static_assert(sizeof(header_record) == 36 && sizeof(pair_record) == 8 && sizeof(symbol_record) == 16 &&
              sizeof(term_record) == 16 && sizeof(value_record) == 16 && sizeof(bound_record) == 8 &&
              sizeof(axis_record) == 12 && sizeof(footprint_record) == 40);

namespace {

template <class T> T record_at(const unsigned char *table, std::size_t i) {
  static_assert(std::is_trivially_copyable_v<T>);
  T r;
  std::memcpy(&r, table + i * sizeof(T), sizeof(T));
  return r;
}

} // namespace

bool may_conflict(const table &t) {
  if (!t.pairs.empty())
    return true;
  for (auto a = t.footprints.begin(); !t.distinct && a != t.footprints.end(); ++a)
    for (auto b = a + 1; b != t.footprints.end(); ++b)
      if (conflict(*a, *b))
        return true;
  return false;
}

void keep(table &t, const std::function<bool(const footprint_record &)> &wanted) {
  constexpr std::uint32_t none = 0xffffffff;
  std::vector<std::uint32_t> index(t.footprints.size(), none);
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < t.footprints.size(); ++i)
    if (wanted(t.footprints[i])) {
      index[i] = kept;
      t.footprints[kept++] = t.footprints[i];
    }
  t.footprints.resize(kept);
  std::size_t pairs = 0;
  for (const pair_record &p : t.pairs)
    if (index[p.first] != none && index[p.second] != none)
      t.pairs[pairs++] = {index[p.first], index[p.second]};
  t.pairs.resize(pairs);
}

std::vector<unsigned char> encode(const table &t) {
  std::vector<unsigned char> out;
  auto add = [&](const void *data, std::size_t size) {
    auto bytes = static_cast<const unsigned char *>(data);
    out.insert(out.end(), bytes, bytes + size);
  };
  header_record h;
  h.symbols = t.symbols.size();
  h.terms = t.terms.size();
  h.values = t.values.size();
  h.bounds = t.bounds.size();
  h.axes = t.axes.size();
  h.footprints = t.footprints.size();
  h.pairs = t.pairs.size();
  h.coordinates = t.coordinates;
  h.distinct = t.distinct;
  add(&h, sizeof(h));
  add(t.symbols.data(), t.symbols.size() * sizeof(symbol_record));
  add(t.terms.data(), t.terms.size() * sizeof(term_record));
  add(t.values.data(), t.values.size() * sizeof(value_record));
  add(t.bounds.data(), t.bounds.size() * sizeof(bound_record));
  add(t.axes.data(), t.axes.size() * sizeof(axis_record));
  add(t.footprints.data(), t.footprints.size() * sizeof(footprint_record));
  add(t.pairs.data(), t.pairs.size() * sizeof(pair_record));
  return out;
}

// Where each table is; false if they are not exactly `size` bytes.
bool view::take(const unsigned char *data, std::size_t size) noexcept {
  header_ = record_at<header_record>(data, 0);
  std::size_t left = size - sizeof(header_record);
  data += sizeof(header_record);
  auto next = [&](const unsigned char *&table, std::size_t count, std::size_t record) {
    table = data;
    if (left / record < count)
      return false;
    data += count * record;
    left -= count * record;
    return true;
  };
  const header_record &h = header_;
  return next(symbols_, h.symbols, sizeof(symbol_record)) && next(terms_, h.terms, sizeof(term_record)) &&
         next(values_, h.values, sizeof(value_record)) && next(bounds_, h.bounds, sizeof(bound_record)) &&
         next(axes_, h.axes, sizeof(axis_record)) && next(footprints_, h.footprints, sizeof(footprint_record)) &&
         next(pairs_, h.pairs, sizeof(pair_record)) && left == 0;
}

bool view::open(const unsigned char *data, std::size_t size, view &out) noexcept {
  view v;
  if (size < sizeof(header_record) || !v.take(data, size) || !v.check())
    return false;
  out = v;
  return true;
}

view view::of_checked(const unsigned char *data) noexcept {
  view v;
  v.take(data, SIZE_MAX);
  return v;
}

symbol_record view::symbol(std::size_t i) const { return record_at<symbol_record>(symbols_, i); }
term_record view::term(std::size_t i) const { return record_at<term_record>(terms_, i); }
value_record view::value(std::size_t i) const { return record_at<value_record>(values_, i); }
bound_record view::bound(std::size_t i) const { return record_at<bound_record>(bounds_, i); }
axis_record view::axis(std::size_t i) const { return record_at<axis_record>(axes_, i); }
footprint_record view::footprint(std::size_t i) const { return record_at<footprint_record>(footprints_, i); }
pair_record view::pair(std::size_t i) const { return record_at<pair_record>(pairs_, i); }

bool view::check() const noexcept {
  auto within = [](std::uint64_t first, std::uint64_t count, std::uint64_t all) {
    return first <= all && count <= all - first;
  };
  if (header_.coordinates > most_coordinates || header_.symbols >= no_symbol || header_.distinct > 1)
    return false;
  for (std::uint32_t i = 0; i < header_.symbols; ++i) {
    const symbol_record s = symbol(i);
    if (s.source >= argument_source::local_memory || s.is_signed > 1 || s.size == 0 || s.size > 8 ||
        (s.size & (s.size - 1)) != 0)
      return false;
    if (s.source != argument_source::closure && (s.offset >= 3 || s.size != 8))
      return false;
  }
  for (std::uint32_t i = 0; i < header_.terms; ++i)
    for (std::uint16_t s : term(i).symbols)
      if (s != no_symbol && s >= header_.symbols)
        return false;
  for (std::uint32_t i = 0; i < header_.values; ++i)
    if (const value_record v = value(i); !within(v.first_term, v.terms, header_.terms))
      return false;
  for (std::uint32_t i = 0; i < header_.bounds; ++i)
    if (const bound_record b = bound(i); b.value >= header_.values || b.divisor == 0)
      return false;
  for (std::uint32_t i = 0; i < header_.axes; ++i) {
    const axis_record a = axis(i);
    if (a.stride >= header_.values || a.lows == 0 || a.highs == 0 || a.lows + a.highs > most_bounds ||
        !within(a.first_bound, a.lows + a.highs, header_.bounds))
      return false;
  }
  for (std::uint32_t i = 0; i < header_.footprints; ++i) {
    const footprint_record f = footprint(i);
    if (f.begin >= header_.values || f.end >= header_.values || f.axes < header_.coordinates ||
        f.axes > header_.coordinates + most_inner || !within(f.first_axis, f.axes, header_.axes))
      return false;
  }
  for (std::uint32_t i = 0; i < header_.pairs; ++i)
    if (const pair_record p = pair(i); p.first >= header_.footprints || p.second >= header_.footprints)
      return false;
  return true;
}

} // namespace syclfuse::footprints
