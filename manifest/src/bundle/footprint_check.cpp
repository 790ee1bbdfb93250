// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "footprint_conflict.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace syclfuse::footprints {

namespace {

// Of addresses and of what they are made of, so that sums of a few do not overflow.
constexpr bool is_small(std::int64_t x) { return x > -(std::int64_t{1} << 59) && x < std::int64_t{1} << 59; }
// Of what a sum has many of.
constexpr bool is_part(std::int64_t x) { return x > -(std::int64_t{1} << 54) && x < std::int64_t{1} << 54; }

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

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0 && (a < 0) == (b < 0)); }
std::int64_t divide_down(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

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

  // The greatest lower bound, or the least upper one.
  number bound(const axis_record &a, bool upper) const {
    number best;
    for (std::uint32_t i = upper ? a.lows : 0; i < (upper ? a.lows + a.highs : a.lows); ++i) {
      const bound_record b = v_.bound(a.first_bound + i);
      const number n = values_[b.value];
      if (!n.known)
        continue;
      const std::int64_t rounded = upper ? divide_down(n.value, b.divisor) : divide_up(n.value, b.divisor);
      best = {!best.known ? rounded : upper ? std::min(best.value, rounded) : std::max(best.value, rounded), true};
    }
    return best;
  }

  span span_of(const axis_record &a) const {
    const number stride = values_[a.stride], low = bound(a, false), high = bound(a, true);
    const number at_low = times(stride, low), at_high = times(stride, high);
    span s{stride.value, low.value, high.value, std::min(at_low.value, at_high.value),
           std::max(at_low.value, at_high.value)};
    s.known = at_low.known && at_high.known && is_small(s.stride) && is_small(s.low) && is_small(s.high) &&
              is_small(s.least) && is_small(s.greatest);
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

// Whether there are work-items x of a and y of b, not the same one, with a common byte. Both have the same strides for
// their coordinates, or one of them a single number: with t = x - y, and u, v the inner numbers,
//   b.begin - a.end < Σ stride × t + Σ stride × u - Σ stride × v < b.end - a.begin.
class crossing {
public:
  crossing(const place &a, const place &b, unsigned coordinates) {
    number shift{0, true}; // of a against b, from strides that were exchanged
    bool known = true;
    for (unsigned k = 0; k < coordinates; ++k) {
      const span &x = a.axes[k], &y = b.axes[k];
      const std::int64_t stride = is_single(x) ? y.stride : x.stride;
      shift = add(shift, times({x.stride - stride, true}, {x.low, true})); // one is zero, or both are single
      shift = add(shift, times({stride - y.stride, true}, {y.low, true}));
      const step s{stride, x.low - y.high, x.high - y.low, true};
      if (stride == 0)
        elsewhere_ |= s.low < 0 || s.high > 0; // work-items that this does not tell apart
      else
        known &= take(s);
    }
    for (unsigned k = coordinates; k < a.record.axes; ++k)
      known &= take({a.axes[k].stride, a.axes[k].low, a.axes[k].high, false});
    for (unsigned k = coordinates; k < b.record.axes; ++k)
      known &= take({-b.axes[k].stride, b.axes[k].low, b.axes[k].high, false});
    if (!known || !shift.known || !is_part(shift.value)) {
      meets_ = true; // numbers that no memory has
      return;
    }
    unite_equal_strides();
    std::sort(steps_, steps_ + count_,
              [](const step &x, const step &y) { return std::abs(x.stride) > std::abs(y.stride); });
    for (unsigned k = count_; k-- > 0;) {
      const step &s = steps_[k];
      rest_low_[k] = rest_low_[k + 1] + std::min(s.stride * s.low, s.stride * s.high);
      rest_high_[k] = rest_high_[k + 1] + std::max(s.stride * s.low, s.stride * s.high);
    }
    meets_ = search(0, b.begin - a.end - shift.value + 1, b.end - a.begin - shift.value - 1, elsewhere_);
  }
  bool meets() const { return meets_; }

private:
  static constexpr unsigned most_steps = most_coordinates + 2 * most_inner;
  struct step {
    std::int64_t stride, low, high; // of the number
    bool tells_apart;               // other numbers than 0 are different work-items
  };

  // False if sums of steps could overflow.
  bool take(const step &s) {
    const number low = times({s.stride, true}, {s.low, true}), high = times({s.stride, true}, {s.high, true});
    steps_[count_++] = s;
    return low.known && high.known && is_part(s.stride) && is_part(s.low) && is_part(s.high) && is_part(low.value) &&
           is_part(high.value);
  }

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

  // Whether Σ over the steps from k on can be in [low, high], with some other work-item unless `other` says that there
  // is one already. Strides that are nested leave a few numbers at each step; if it takes long the answer is yes.
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
  auto overlap = [](const place &a, const place &b) {
    return a.known && b.known && a.first < b.last && b.first < a.last;
  };
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
