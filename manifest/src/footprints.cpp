// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/footprints.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace syclfuse::footprints {

static_assert(sizeof(header_record) == 36 && sizeof(pair_record) == 8 && sizeof(symbol_record) == 16 && sizeof(term_record) == 16 && sizeof(value_record) == 16 &&
              sizeof(axis_record) == 20 && sizeof(requirement_record) == 32 && sizeof(footprint_record) == 48);

namespace {

// Of addresses and of what they are made of, so that sums of a few do not overflow.
constexpr bool is_small(std::int64_t x) { return x > -(std::int64_t{1} << 59) && x < std::int64_t{1} << 59; }

template <class T> T record_at(const unsigned char *table, std::size_t i) {
  static_assert(std::is_trivially_copyable_v<T>);
  T r;
  std::memcpy(&r, table + i * sizeof(T), sizeof(T));
  return r;
}

// Whether another kernel than those of `b` alone is in `a`: 63 stands for several.
bool has_other(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t last = std::uint64_t{1} << 63;
  return a && b && (a != b || (a & (a - 1)) != 0 || a == last);
}

bool conflict(const footprint_record &a, const footprint_record &b) {
  if (a.submission == b.submission && a.offset == b.offset)
    return false;
  return has_other(a.writes, b.reads | b.writes) || has_other(b.writes, a.reads | a.writes);
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

void drop(table &t, std::uint32_t submission, std::uint32_t offset) {
  std::vector<std::uint32_t> index(t.footprints.size(), no_value);
  std::vector<footprint_record> kept;
  for (std::size_t i = 0; i < t.footprints.size(); ++i) {
    const footprint_record &f = t.footprints[i];
    if (f.submission == submission && f.offset == offset)
      continue;
    index[i] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(f);
  }
  t.footprints = std::move(kept);
  std::vector<pair_record> pairs;
  for (const pair_record &p : t.pairs)
    if (index[p.first] != no_value) // both are of one pointer
      pairs.push_back({index[p.first], index[p.second]});
  t.pairs = std::move(pairs);
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
  h.axes = t.axes.size();
  h.requirements = t.requirements.size();
  h.footprints = t.footprints.size();
  h.pairs = t.pairs.size();
  h.coordinates = t.coordinates;
  h.distinct = t.distinct;
  add(&h, sizeof(h));
  add(t.symbols.data(), t.symbols.size() * sizeof(symbol_record));
  add(t.terms.data(), t.terms.size() * sizeof(term_record));
  add(t.values.data(), t.values.size() * sizeof(value_record));
  add(t.axes.data(), t.axes.size() * sizeof(axis_record));
  add(t.requirements.data(), t.requirements.size() * sizeof(requirement_record));
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
         next(values_, h.values, sizeof(value_record)) && next(axes_, h.axes, sizeof(axis_record)) &&
         next(requirements_, h.requirements, sizeof(requirement_record)) &&
         next(footprints_, h.footprints, sizeof(footprint_record)) && next(pairs_, h.pairs, sizeof(pair_record)) && left == 0;
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
axis_record view::axis(std::size_t i) const { return record_at<axis_record>(axes_, i); }
requirement_record view::requirement(std::size_t i) const { return record_at<requirement_record>(requirements_, i); }
footprint_record view::footprint(std::size_t i) const { return record_at<footprint_record>(footprints_, i); }
pair_record view::pair(std::size_t i) const { return record_at<pair_record>(pairs_, i); }

bool view::check() const noexcept {
  auto within = [](std::uint64_t first, std::uint64_t count, std::uint64_t all) { return first <= all && count <= all - first; };
  if (header_.coordinates > most_coordinates || header_.symbols >= no_symbol || header_.distinct > 1)
    return false;
  for (std::uint32_t i = 0; i < header_.symbols; ++i) {
    const symbol_record s = symbol(i);
    if (s.source >= argument_source::local_memory || s.is_signed > 1 || s.size == 0 || s.size > 8 || (s.size & (s.size - 1)) != 0)
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
  for (std::uint32_t i = 0; i < header_.axes; ++i) {
    const axis_record a = axis(i);
    if (a.stride >= header_.values || a.low[0] >= header_.values || a.high[0] >= header_.values ||
        (a.low[1] != no_value && a.low[1] >= header_.values) || (a.high[1] != no_value && a.high[1] >= header_.values))
      return false;
  }
  for (std::uint32_t i = 0; i < header_.requirements; ++i)
    if (const requirement_record r = requirement(i); r.base >= header_.values || !within(r.first_axis, r.axes, header_.axes))
      return false;
  for (std::uint32_t i = 0; i < header_.footprints; ++i) {
    const footprint_record f = footprint(i);
    if (f.begin >= header_.values || f.end >= header_.values || f.axes < header_.coordinates || f.axes > header_.coordinates + most_inner ||
        !within(f.first_axis, f.axes, header_.axes) || !within(f.first_requirement, f.requirements, header_.requirements))
      return false;
  }
  for (std::uint32_t i = 0; i < header_.pairs; ++i)
    if (const pair_record p = pair(i); p.first >= header_.footprints || p.second >= header_.footprints)
      return false;
  return true;
}

namespace {

std::string kernels_of(std::uint64_t mask) {
  std::string out;
  for (unsigned k = 0; k < 64; ++k)
    if (mask >> k & 1)
      out += (out.empty() ? "" : ",") + std::to_string(k);
  return out;
}

std::string text_of(const view &v, std::uint32_t index) {
  const value_record value = v.value(index);
  std::string out = std::to_string(value.constant);
  for (std::uint32_t i = 0; i < value.terms; ++i) {
    const term_record t = v.term(value.first_term + i);
    out += (t.coefficient < 0 ? " - " : " + ") + std::to_string(t.coefficient).substr(t.coefficient < 0);
    for (std::uint16_t s : t.symbols)
      if (s != no_symbol)
        out += "*s" + std::to_string(s);
  }
  return out;
}

std::string axes_of(const view &v, std::uint32_t first, std::uint32_t count) {
  std::string out;
  for (std::uint32_t k = 0; k < count; ++k) {
    const axis_record a = v.axis(first + k);
    out += " + (" + text_of(v, a.stride) + ")*[" + text_of(v, a.low[0]);
    if (a.low[1] != no_value)
      out += " max " + text_of(v, a.low[1]);
    out += ".." + text_of(v, a.high[0]);
    if (a.high[1] != no_value)
      out += " min " + text_of(v, a.high[1]);
    out += "]";
  }
  return out;
}

} // namespace

std::string view::str() const {
  static constexpr const char *sources[] = {"closure", "global_size", "global_offset", "num_groups", "local_size"};
  std::string out;
  for (std::uint32_t i = 0; i < header_.symbols; ++i) {
    const symbol_record s = symbol(i);
    const std::string of = s.submission == of_launch ? "launch" : std::to_string(s.submission);
    out += "s" + std::to_string(i) + " = " + sources[static_cast<unsigned>(s.source)] + " " + of + ":" + std::to_string(s.offset) +
           (s.source == argument_source::closure ? (s.is_signed ? " i" : " u") + std::to_string(8 * s.size) : std::string()) + "\n";
  }
  for (std::uint32_t i = 0; i < header_.requirements; ++i) {
    const requirement_record r = requirement(i);
    out += "requires " + std::to_string(r.lowest) + " <= " + text_of(*this, r.base) + axes_of(*this, r.first_axis, r.axes) +
           " <= " + std::to_string(r.highest) + "\n";
  }
  for (std::uint32_t i = 0; i < header_.footprints; ++i) {
    const footprint_record f = footprint(i);
    out += "pointer " + std::to_string(f.submission) + ":" + std::to_string(f.offset) + ":";
    if (f.writes)
      out += " kernel " + kernels_of(f.writes) + " writes";
    if (f.reads)
      out += " kernel " + kernels_of(f.reads) + " reads";
    out += " [" + text_of(*this, f.begin) + ", " + text_of(*this, f.end) + ")" + axes_of(*this, f.first_axis, f.axes);
    if (f.requirements)
      out += " if requirements " + std::to_string(f.first_requirement) + ".." + std::to_string(f.first_requirement + f.requirements - 1) + " hold";
    out += "\n";
  }
  for (std::uint32_t i = 0; i < header_.pairs; ++i)
    out += "compare " + std::to_string(pair(i).first) + " with " + std::to_string(pair(i).second) + "\n";
  return out;
}

namespace {

struct number {
  std::int64_t value = 0;
  bool known = false;
};

number add(number a, number b) {
  number r;
  r.known = a.known && b.known && !__builtin_add_overflow(a.value, b.value, &r.value);
  return r;
}
number times(number a, number b) {
  number r;
  r.known = a.known && b.known && !__builtin_mul_overflow(a.value, b.value, &r.value);
  return r;
}

number read(const symbol_record &s, const launch &l) {
  std::uint64_t bits = 0;
  if (s.source == argument_source::closure)
    std::memcpy(&bits, l.closure(s.submission) + s.offset, s.size);
  else
    bits = l.size(s.source, s.submission, s.offset);
  if (!s.is_signed)
    return {static_cast<std::int64_t>(bits), bits <= static_cast<std::uint64_t>(INT64_MAX)};
  const unsigned unused = 64 - 8 * s.size;
  return {static_cast<std::int64_t>(bits << unused) >> unused, true};
}

// What an axis contributes to addresses. Empty: known, and without any number.
struct span {
  std::int64_t stride = 0, low = 0, high = 0, least = 0, greatest = 0;
  bool known = false, empty = false;
};

// The range of addresses [first, last), and what makes it up: bytes [begin, end) where all numbers are 0, and the axes.
struct place {
  footprint_record record;
  std::int64_t first = 0, last = 0;
  std::int64_t begin = 0, end = 0;
  const span *axes = nullptr; // coordinates, then inner ones
  bool known = false;
};

// Room for `count` of them, on the stack if they are few.
template <class T> class scratch {
public:
  explicit scratch(std::size_t count) : heap_(count > few ? count : 0), data_(count > few ? heap_.data() : stack()) {}
  scratch(const scratch &) = delete;
  T &operator[](std::size_t i) { return data_[i]; }
  const T &operator[](std::size_t i) const { return data_[i]; }

private:
  static constexpr std::size_t few = 100;
  static_assert(std::is_trivially_destructible_v<T>);
  T *stack() { return reinterpret_cast<T *>(stack_); }
  alignas(T) unsigned char stack_[few * sizeof(T)]; // written before it is read
  std::vector<T> heap_;
  T *data_;
};

class evaluation {
public:
  evaluation(const view &v, const launch &l) : v_(v), l_(l), values_(v.header().values), spans_(v.header().axes) {
    for (std::uint32_t i = 0; i < v.header().values; ++i)
      values_[i] = value(v.value(i));
    for (std::uint32_t i = 0; i < v.header().axes; ++i)
      spans_[i] = span_of(v.axis(i));
  }

  // False if it is not known, or no work-item accesses anything.
  bool find(std::uint32_t index, place &out) const {
    out.record = v_.footprint(index);
    const footprint_record &f = out.record;
    std::uint64_t pointer;
    std::memcpy(&pointer, l_.closure(f.submission) + f.offset, sizeof(pointer));
    if (pointer == 0 || pointer > static_cast<std::uint64_t>(INT64_MAX))
      return false;
    for (std::uint32_t i = 0; i < f.requirements; ++i)
      if (!holds(v_.requirement(f.first_requirement + i)))
        return false;
    const number base{static_cast<std::int64_t>(pointer), true};
    const number begin = add(base, values_[f.begin]), end = add(base, values_[f.end]);
    number first = begin, last = end;
    out.axes = &spans_[f.first_axis];
    for (std::uint32_t k = 0; k < f.axes; ++k) {
      const span &s = out.axes[k];
      if (!s.known || s.empty)
        return false;
      first = add(first, {s.least, true});
      last = add(last, {s.greatest, true});
    }
    out.first = first.value, out.last = last.value;
    out.begin = begin.value, out.end = end.value;
    return first.known && last.known && begin.value < end.value && is_small(first.value) && is_small(last.value) &&
           is_small(begin.value) && is_small(end.value);
  }

private:
  bool holds(const requirement_record &r) const {
    number lowest = values_[r.base], highest = lowest;
    for (std::uint32_t k = 0; k < r.axes; ++k) {
      const span &s = spans_[r.first_axis + k];
      if (s.known && s.empty)
        return true;
      lowest = add(lowest, {s.least, s.known});
      highest = add(highest, {s.greatest, s.known});
    }
    return lowest.known && highest.known && lowest.value >= r.lowest && highest.value <= r.highest;
  }

  number value(const value_record &r) const {
    number sum{r.constant, true};
    for (std::uint32_t i = 0; i < r.terms; ++i) {
      const term_record t = v_.term(r.first_term + i);
      number product{t.coefficient, true};
      for (std::uint16_t s : t.symbols)
        if (s != no_symbol)
          product = times(product, read(v_.symbol(s), l_));
      sum = add(sum, product);
    }
    return sum;
  }

  number bound(const std::uint32_t (&values)[2], bool greatest) const {
    const number a = values_[values[0]];
    if (values[1] == no_value)
      return a;
    const number b = values_[values[1]];
    if (!a.known || !b.known)
      return a.known ? a : b;
    return {greatest ? std::max(a.value, b.value) : std::min(a.value, b.value), true};
  }

  span span_of(const axis_record &a) const {
    const number stride = values_[a.stride], low = bound(a.low, true), high = bound(a.high, false);
    const number at_low = times(stride, low), at_high = times(stride, high);
    span s{stride.value, low.value, high.value, std::min(at_low.value, at_high.value), std::max(at_low.value, at_high.value)};
    s.known = at_low.known && at_high.known && is_small(s.stride) && is_small(s.low) && is_small(s.high) && is_small(s.least) &&
              is_small(s.greatest);
    s.empty = s.low > s.high;
    return s;
  }

  const view &v_;
  const launch &l_;
  scratch<number> values_;
  scratch<span> spans_;
};

// One number has any stride.
bool is_single(const span &s) { return s.low == s.high; }

// Whether there are work-items x of a and y of b, not the same one, with a common byte. Both have the same strides for their coordinates, or
// one of them a single number: with t = x - y, and u, v the inner numbers,
//   b.begin - a.end < Σ stride × t + Σ stride × u - Σ stride × v < b.end - a.begin.
class crossing {
public:
  crossing(const place &a, const place &b, unsigned coordinates) {
    std::int64_t shift = 0; // of a against b, from strides that were exchanged
    for (unsigned k = 0; k < coordinates; ++k) {
      const span &x = a.axes[k], &y = b.axes[k];
      const std::int64_t stride = is_single(x) ? y.stride : x.stride, low = x.low - y.high, high = x.high - y.low;
      shift += (x.stride - stride) * x.low - (y.stride - stride) * y.low; // one is zero, or both are single
      if (stride == 0)
        elsewhere_ |= low < 0 || high > 0; // work-items that this does not tell apart
      else
        steps_[count_++] = {stride, low, high, true};
    }
    for (unsigned k = coordinates; k < a.record.axes; ++k)
      steps_[count_++] = {a.axes[k].stride, a.axes[k].low, a.axes[k].high, false};
    for (unsigned k = coordinates; k < b.record.axes; ++k)
      steps_[count_++] = {-b.axes[k].stride, b.axes[k].low, b.axes[k].high, false};
    unite_equal_strides();
    std::sort(steps_, steps_ + count_, [](const step &x, const step &y) { return std::abs(x.stride) > std::abs(y.stride); });
    for (unsigned k = count_; k-- > 0;) {
      const step &s = steps_[k];
      rest_low_[k] = rest_low_[k + 1] + std::min(s.stride * s.low, s.stride * s.high);
      rest_high_[k] = rest_high_[k + 1] + std::max(s.stride * s.low, s.stride * s.high);
    }
    meets_ = search(0, b.begin - a.end - shift + 1, b.end - a.begin - shift - 1, elsewhere_);
  }
  bool meets() const { return meets_; }

private:
  static constexpr unsigned most_steps = most_coordinates + 2 * most_inner;
  struct step {
    std::int64_t stride, low, high; // of the number
    bool tells_apart;               // other numbers than 0 are different work-items
  };

  // Inner numbers of both with one stride are one: their difference.
  void unite_equal_strides() {
    for (unsigned i = 0; i < count_; ++i)
      for (unsigned k = i + 1; k < count_;) {
        step &x = steps_[i], &y = steps_[k];
        if (x.tells_apart || y.tells_apart || std::abs(x.stride) != std::abs(y.stride)) {
          ++k;
          continue;
        }
        const bool same = x.stride == y.stride;
        x.low += same ? y.low : -y.high;
        x.high += same ? y.high : -y.low;
        y = steps_[--count_];
      }
  }

  static std::int64_t divide_up(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0 && (a < 0) == (b < 0)); }
  static std::int64_t divide_down(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

  // Whether Σ over the steps from k on can be in [low, high], with some other work-item unless `other` says that there is one already.
  // Strides that are nested leave a few numbers at each step; if it takes long the answer is yes.
  bool search(unsigned k, std::int64_t low, std::int64_t high, bool other) {
    if (k == count_)
      return other && low <= 0 && high >= 0;
    const step &s = steps_[k];
    std::int64_t first = s.low, last = s.high;
    if (s.stride == 0) {
      first = last = 0;
    } else {
      std::int64_t from = low - rest_high_[k + 1], to = high - rest_low_[k + 1];
      if (s.stride < 0)
        std::swap(from, to);
      first = std::max(first, divide_up(from, s.stride)), last = std::min(last, divide_down(to, s.stride));
    }
    if (first > last)
      return false;
    if (k + 1 == count_)
      return other || (s.tells_apart && (first < 0 || last > 0));
    for (std::int64_t t = first; t <= last; ++t)
      if (effort_-- == 0 || search(k + 1, low - s.stride * t, high - s.stride * t, other || (s.tells_apart && t != 0)))
        return true;
    return false;
  }

  step steps_[most_steps];
  unsigned count_ = 0, effort_ = 500;
  std::int64_t rest_low_[most_steps + 1] = {}, rest_high_[most_steps + 1] = {};
  bool elsewhere_ = false, meets_ = false;
};

bool same_strides(const place &a, const place &b, unsigned coordinates) {
  for (unsigned k = 0; k < coordinates; ++k)
    if (a.axes[k].stride != b.axes[k].stride && !is_single(a.axes[k]) && !is_single(b.axes[k]))
      return false;
  return true;
}

} // namespace

bool are_independent(const view &v, const launch &l) {
  const header_record &h = v.header();
  const evaluation evaluate(v, l);
  auto overlap = [](const place &a, const place &b) { return a.known && b.known && a.first < b.last && b.first < a.last; };
  auto depend = [&](const place &a, const place &b) {
    return !same_strides(a, b, h.coordinates) || crossing(a, b, h.coordinates).meets();
  };
  scratch<place> places(h.footprints);
  for (std::uint32_t i = 0; i < h.footprints; ++i) {
    place &p = places[i];
    p.known = evaluate.find(i, p);
    for (std::uint32_t k = 0; k < i && !h.distinct; ++k)
      if (overlap(p, places[k]) && conflict(p.record, places[k].record) && depend(p, places[k]))
        return false;
  }
  for (std::size_t i = 0; i < h.pairs; ++i) {
    const place &a = places[v.pair(i).first], &b = places[v.pair(i).second];
    if (overlap(a, b) && depend(a, b))
      return false;
  }
  return true;
}

} // namespace syclfuse::footprints
