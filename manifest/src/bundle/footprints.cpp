// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "footprint_conflict.hpp"

namespace syclfuse::footprints {

static_assert(sizeof(header_record) == 44 && sizeof(pair_record) == 12 && sizeof(symbol_record) == 16 &&
              sizeof(term_record) == 16 && sizeof(value_record) == 16 && sizeof(axis_record) == 20 &&
              sizeof(footprint_record) == 48 && sizeof(limit_record) == 12 && sizeof(condition_record) == 4);

bool may_conflict(const table &t) {
  if (!t.pairs.empty() || !t.conditions.empty())
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
      t.pairs[pairs++] = {index[p.first], index[p.second], p.in_groups};
  t.pairs.resize(pairs);
}

// In the order in which they are encoded.
template <class Records, class Function> static void for_each_list(Records &r, Function f) {
  f(r.symbols), f(r.terms), f(r.values), f(r.axes), f(r.limits), f(r.footprints), f(r.pairs), f(r.conditions);
}

std::vector<unsigned char> encode(const table &t) {
  header_record h;
  h.coordinates = t.coordinates;
  h.groups = t.groups;
  h.distinct = t.distinct;
  unsigned kind = 0;
  for_each_list(t, [&](const auto &list) { h.counts[kind++] = static_cast<std::uint32_t>(list.size()); });
  std::vector<unsigned char> out;
  auto add = [&](const void *data, std::size_t size) {
    auto bytes = static_cast<const unsigned char *>(data);
    out.insert(out.end(), bytes, bytes + size);
  };
  add(&h, sizeof(h));
  for_each_list(t, [&](const auto &list) { add(list.data(), list.size() * sizeof(*list.data())); });
  return out;
}

// Where each list is; false if they are not exactly `size` bytes.
bool view::take(const unsigned char *data, std::size_t size) noexcept {
  header_record h;
  std::memcpy(&h, data, sizeof(h));
  coordinates = h.coordinates;
  groups = h.groups;
  distinct = h.distinct != 0;
  data += sizeof(h), size -= sizeof(h);
  bool fits = h.distinct <= 1;
  unsigned kind = 0;
  for_each_list(*this, [&](auto &list) {
    constexpr std::size_t record = sizeof(list[0]);
    list.data_ = data;
    list.count_ = h.counts[kind++];
    fits = fits && list.count_ <= size / record;
    data += fits ? list.count_ * record : 0;
    size -= fits ? list.count_ * record : 0;
  });
  return fits && size == 0;
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

namespace {

// Indices of a view that is not checked yet.
class checker {
public:
  explicit checker(const view &v) : v_(v) {}

  bool check() const {
    return v_.coordinates <= most_coordinates && v_.groups >> v_.coordinates == 0 && v_.symbols.size() < no_symbol &&
           all(
               v_.terms, [&](const term_record &t) { return is_made_of(t, v_.symbols.size()); }) &&
           all(
               v_.values, [&](const value_record &r) { return within(r.first_term, r.terms, v_.terms.size()); }) &&
           check_symbols() &&
           all(
               v_.axes, [&](const axis_record &a) { return is_valid(a); }) &&
           all(
               v_.limits, [&](const limit_record &l) { return may_be_value(l.least) && may_be_value(l.greatest); }) &&
           all(
               v_.footprints, [&](const footprint_record &f) { return is_valid(f); }) &&
           all(
               v_.pairs, [&](const pair_record &p) { return is_valid(p); }) &&
           all(v_.conditions, [&](const condition_record &c) { return is_value(c.value); });
  }

private:
  template <class List, class Function> static bool all(const List &list, Function is_good) {
    bool good = true;
    for (std::uint32_t i = 0; good && i < list.size(); ++i)
      good = is_good(list[i]);
    return good;
  }
  static bool within(std::uint64_t first, std::uint64_t count, std::uint64_t all) { return first + count <= all; }
  bool is_value(std::uint32_t v) const { return v < v_.values.size(); }
  bool may_be_value(std::uint32_t v) const { return v == no_value || is_value(v); }

  static bool is_made_of(const term_record &t, std::size_t symbols) {
    bool good = true;
    for (std::uint16_t s : t.symbols)
      good = good && (s == no_symbol || s < symbols);
    return good;
  }

  bool check_symbols() const {
    bool good = true;
    for (std::uint32_t i = 0; good && i < v_.symbols.size(); ++i)
      good = is_valid(v_.symbols[i], i);
    return good;
  }
  bool is_valid(const symbol_record &s, std::uint32_t index) const {
    const bool any_size = s.size == 1 || s.size == 2 || s.size == 4 || s.size == 8;
    if (s.is_signed > 1 || s.made_by > operation::greatest)
      return false;
    if (s.made_by != operation::none)
      return any_size && is_made_before(s.submission, index) && is_made_before(s.offset, index);
    if (s.source >= argument_source::local_memory)
      return false;
    return s.source == argument_source::closure ? any_size : s.size == 8 && s.offset < 3;
  }
  bool is_made_before(std::uint32_t value, std::uint32_t symbol) const {
    bool good = is_value(value);
    for (std::uint32_t k = 0; good && k < v_.values[value].terms; ++k)
      good = is_made_of(v_.terms[v_.values[value].first_term + k], symbol);
    return good;
  }

  bool is_valid(const axis_record &a) const {
    return is_value(a.stride) && is_value(a.lows[0]) && is_value(a.lows[1]) && may_be_value(a.highs[0]) &&
           may_be_value(a.highs[1]);
  }
  bool is_valid(const footprint_record &f) const {
    if (f.first_axis == no_value)
      return is_value(f.begin) && is_value(f.end) && f.axes == 0 && f.limits == 0;
    if (!is_value(f.begin) || !is_value(f.end) || f.axes < v_.coordinates || f.axes > v_.coordinates + most_inner ||
        !within(f.first_axis, f.axes, v_.axes.size()) || !within(f.first_limit, f.limits, v_.limits.size()))
      return false;
    bool good = true;
    for (std::uint32_t k = 0; good && k < f.limits; ++k)
      good = v_.limits[f.first_limit + k].axes >> f.axes == 0;
    return good;
  }
  bool is_valid(const pair_record &p) const {
    return p.first < v_.footprints.size() && p.second < v_.footprints.size() && p.in_groups <= 1;
  }

  const view &v_;
};

} // namespace

bool view::check() const noexcept { return checker(*this).check(); }

} // namespace syclfuse::footprints
