// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "footprint_conflict.hpp"

#include <initializer_list>

namespace syclfuse::footprints {

static_assert(sizeof(header_record) == 32 && sizeof(pair_record) == 8 && sizeof(symbol_record) == 16 &&
              sizeof(term_record) == 16 && sizeof(value_record) == 16 && sizeof(axis_record) == 20 &&
              sizeof(footprint_record) == 48);

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

// In the order in which they are encoded.
template <class Records, class Function> static void for_each_list(Records &r, Function f) {
  f(r.symbols), f(r.terms), f(r.values), f(r.axes), f(r.footprints), f(r.pairs);
}

std::vector<unsigned char> encode(const table &t) {
  header_record h;
  h.coordinates = t.coordinates;
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

static bool is_valid(const symbol_record &s) {
  if (s.source >= argument_source::local_memory || s.is_signed > 1)
    return false;
  return s.source == argument_source::closure ? s.size == 1 || s.size == 2 || s.size == 4 || s.size == 8
                                              : s.size == 8 && s.offset < 3;
}

bool view::check() const noexcept {
  auto within = [](std::uint64_t first, std::uint64_t count, std::uint64_t all) { return first + count <= all; };
  auto are_values = [&](std::initializer_list<std::uint32_t> indices) {
    bool all = true;
    for (std::uint32_t v : indices)
      all = all && v < values.size();
    return all;
  };
  bool good = coordinates <= most_coordinates && symbols.size() < no_symbol;
  for (std::uint32_t i = 0; good && i < symbols.size(); ++i)
    good = is_valid(symbols[i]);
  for (std::uint32_t i = 0; good && i < terms.size(); ++i)
    for (std::uint16_t s : terms[i].symbols)
      good = good && (s == no_symbol || s < symbols.size());
  for (std::uint32_t i = 0; good && i < values.size(); ++i)
    good = within(values[i].first_term, values[i].terms, terms.size());
  auto may_be_value = [&](std::uint32_t v) { return v == no_value || v < values.size(); };
  for (std::uint32_t i = 0; good && i < axes.size(); ++i)
    if (const axis_record a = axes[i];
        !are_values({a.stride, a.lows[0], a.lows[1]}) || !may_be_value(a.highs[0]) || !may_be_value(a.highs[1]))
      return false;
  for (std::uint32_t i = 0; good && i < footprints.size(); ++i) {
    const footprint_record f = footprints[i];
    good = are_values({f.begin, f.end}) && may_be_value(f.limits[0]) && may_be_value(f.limits[1]) &&
           f.axes >= coordinates && f.axes <= coordinates + most_inner && within(f.first_axis, f.axes, axes.size());
  }
  for (std::uint32_t i = 0; good && i < pairs.size(); ++i)
    good = pairs[i].first < footprints.size() && pairs[i].second < footprints.size();
  return good;
}

} // namespace syclfuse::footprints
