// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "footprint_conflict.hpp"

#include <algorithm>
#include <cstdlib>
#include <type_traits>

namespace syclfuse::footprints {

namespace {

// Of addresses, and of what an axis contributes to them, so that sums do not overflow.
constexpr bool is_address(std::int64_t x) { return x > -(std::int64_t{1} << 59) && x < std::int64_t{1} << 59; }
constexpr std::int64_t farthest = std::int64_t{1} << 54;
constexpr bool is_part(std::int64_t x) { return x > -farthest && x < farthest; }

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

// What an axis contributes to addresses: from `least` to `greatest`. One number has no stride. An axis without an upper
// bound goes as far as anything does, in the direction of its stride.
struct span {
  std::int64_t stride = 0, low = 0, high = 0, least = 0, greatest = 0;
  bool known = false; // and there are numbers
  bool open = false;
};

// Bytes [begin, end) where all axes contribute 0, and [first, last) of all work-items.
struct touched_bytes {
  footprint_record record;
  std::int64_t begin = 0, end = 0, first = 0, last = 0;
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
  evaluation(const view &v, const launch &l) : v_(v), l_(l), values_(v.values.size()), spans_(v.axes.size()) {
    for (std::uint32_t i = 0; i < v.values.size(); ++i)
      values_[i] = value(v.values[i]);
    for (std::uint32_t i = 0; i < v.axes.size(); ++i)
      spans_[i] = span_of(v.axes[i]);
  }

  // Not known either if no work-item accesses anything.
  touched_bytes find(std::uint32_t index) const {
    touched_bytes p;
    p.record = v_.footprints[index];
    const footprint_record &f = p.record;
    std::int64_t pointer;
    std::memcpy(&pointer, l_.closure(f.submission) + f.offset, sizeof(pointer));
    const number base{pointer, pointer > 0};
    const number begin = add(base, values_[f.begin]), end = add(base, values_[f.end]);
    p.known = begin.known && end.known && begin.value < end.value && is_address(begin.value) && is_address(end.value);
    p.begin = p.first = begin.value;
    p.end = p.last = end.value;
    p.axes = &spans_[f.first_axis];
    std::int64_t least = 0, greatest = 0;
    bool needs[2] = {};
    for (std::uint32_t k = 0; p.known && k < f.axes; ++k)
      if (p.known = p.axes[k].known; p.known) {
        least += p.axes[k].least;
        greatest += p.axes[k].greatest;
        needs[p.axes[k].stride > 0] |= p.axes[k].open;
      }
    const number limits[2] = {at(f.limits[0]), at(f.limits[1])};
    if (limits[0].known)
      least = std::max(least, limits[0].value);
    if (limits[1].known)
      greatest = std::min(greatest, limits[1].value);
    p.known = p.known && least <= greatest && limits[0].known >= needs[0] && limits[1].known >= needs[1];
    p.first += least;
    p.last += greatest;
    return p;
  }

private:
  number at(std::uint32_t value) const { return value == no_value ? number() : values_[value]; }

  number value(const value_record &r) const {
    number sum{r.constant, true};
    for (std::uint32_t i = 0; i < r.terms; ++i) {
      const term_record t = v_.terms[r.first_term + i];
      number product{t.coefficient, true};
      for (std::uint16_t s : t.symbols)
        if (s != no_symbol)
          product = times(product, read(v_.symbols[s], l_));
      sum = add(sum, product);
    }
    return sum;
  }

  span span_of(const axis_record &a) const {
    auto best = [&](const std::uint32_t (&bounds)[2], bool upper) {
      const number x = at(bounds[0]), y = at(bounds[1]);
      return !x.known || (y.known && (x.value > y.value) == upper) ? y : x;
    };
    const number stride = values_[a.stride], low = best(a.lows, false), high = best(a.highs, true);
    const number at_low = times(stride, low), at_high = times(stride, high);
    if (a.highs[0] == no_value && a.highs[1] == no_value) {
      const bool up = stride.value > 0;
      span s{stride.value, low.value, low.value, up ? at_low.value : -farthest, up ? farthest : at_low.value};
      s.known = at_low.known && is_part(s.stride) && is_part(at_low.value) && s.stride != 0;
      s.open = true;
      return s;
    }
    span s{low.value == high.value ? 0 : stride.value, low.value, high.value, std::min(at_low.value, at_high.value),
           std::max(at_low.value, at_high.value)};
    s.known = at_low.known && at_high.known && is_part(s.stride) && is_part(s.low) && is_part(s.high) &&
              is_part(s.least) && is_part(s.greatest) && s.low <= s.high;
    return s;
  }

  const view &v_;
  const launch &l_;
  scratch<number> values_;
  scratch<span> spans_;
};

// The bytes that both accesses touch for all numbers of the axes are cells. With a stride that is no less than all that
// the axes of lesser strides reach over, no two numbers of an axis have a byte in common.
class cells {
public:
  cells(const touched_bytes &a, const touched_bytes &b, unsigned coordinates)
      : a_(a), b_(b), coordinates_(coordinates) {
    for (unsigned k = 0; k < coordinates; ++k) {
      const span &x = a.axes[k], &y = b.axes[k];
      // Where the one number is 0 any stride will do.
      const std::int64_t stride = x.low == 0 && x.high == 0 ? y.stride : x.stride;
      same_strides_ &= stride == y.stride || (y.low == 0 && y.high == 0);
      const bool tells_apart = std::min(x.low, y.low) != std::max(x.high, y.high);
      steps_[count_++] = {std::abs(stride), std::max(x.greatest, y.greatest) - std::min(x.least, y.least), tells_apart};
      if (tells_apart)
        narrowest_ = std::min(narrowest_, std::abs(stride));
    }
    for (const touched_bytes *p : {&a, &b})
      add_inner(*p);
  }

  // Whether no two work-items have a byte in common.
  bool are_apart() {
    if (!same_strides_)
      return false;
    std::sort(steps_, steps_ + count_, [](const step &x, const step &y) { return x.stride < y.stride; });
    std::int64_t extent = end_ - begin_;
    bool several = false; // work-items in the extent
    for (const step *s = steps_; s != steps_ + count_; ++s) {
      several |= s->tells_apart;
      if (several && s->stride < extent)
        return false;
      extent += s->reach;
    }
    return true;
  }

private:
  struct step {
    std::int64_t stride, reach;
    bool tells_apart; // different numbers are different work-items
  };

  // Axes that stay within the coordinates' strides make what one access touches more.
  void add_inner(const touched_bytes &p) {
    std::int64_t begin = p.begin, end = p.end;
    for (unsigned k = coordinates_; k < p.record.axes; ++k)
      if (const span &s = p.axes[k]; std::abs(s.stride) >= narrowest_)
        add_inner(std::abs(s.stride));
      else
        begin += s.least, end += s.greatest;
    begin_ = std::min(begin_, begin);
    end_ = std::max(end_, end);
  }

  // All axes of one stride are one.
  void add_inner(std::int64_t stride) {
    for (unsigned k = coordinates_; k < count_; ++k)
      if (steps_[k].stride == stride)
        return;
    std::int64_t least[2] = {}, greatest[2] = {};
    const touched_bytes *both[2] = {&a_, &b_};
    for (unsigned i = 0; i < 2; ++i)
      for (unsigned k = coordinates_; k < both[i]->record.axes; ++k)
        if (const span &s = both[i]->axes[k]; std::abs(s.stride) == stride)
          least[i] += s.least, greatest[i] += s.greatest;
    steps_[count_++] = {stride, std::max(greatest[0], greatest[1]) - std::min(least[0], least[1]), false};
  }

  const touched_bytes &a_, &b_;
  const unsigned coordinates_;
  step steps_[most_coordinates + 2 * most_inner];
  unsigned count_ = 0;
  bool same_strides_ = true;
  std::int64_t narrowest_ = INT64_MAX; // stride that tells work-items apart
  std::int64_t begin_ = INT64_MAX, end_ = INT64_MIN;
};

// What an access touches, less multiples of `period`. One number has no stride.
struct column {
  column(const touched_bytes &p, std::int64_t period) : first(p.begin), last(p.end) {
    for (unsigned k = 0; k < p.record.axes; ++k)
      if (const span &s = p.axes[k]; s.stride == 0 || s.stride % period != 0)
        first += s.least, last += s.greatest;
  }
  std::int64_t first, last;
};

// Whether a stride of one of them parts memory into rows, in which the other one touches other columns.
bool are_in_other_columns(const touched_bytes &a, const touched_bytes &b) {
  for (const touched_bytes *p : {&a, &b})
    for (unsigned k = 0; k < p->record.axes; ++k)
      if (const std::int64_t period = std::abs(p->axes[k].stride); period != 0) {
        const column x(a, period), y(b, period);
        const std::int64_t apart = ((y.first - x.first) % period + period) % period;
        if (x.last - x.first <= apart && y.last - y.first <= period - apart)
          return true;
      }
  return false;
}

} // namespace

bool are_independent(const view &v, const launch &l) {
  const evaluation evaluate(v, l);
  auto meet = [&](const touched_bytes &a, const touched_bytes &b) {
    const bool overlap = a.known && b.known && a.first < b.last && b.first < a.last;
    return overlap && !cells(a, b, v.coordinates).are_apart() && !are_in_other_columns(a, b);
  };
  scratch<touched_bytes> touched(v.footprints.size());
  for (std::uint32_t i = 0; i < v.footprints.size(); ++i) {
    touched[i] = evaluate.find(i);
    for (std::uint32_t k = 0; k < i && !v.distinct; ++k)
      if (conflict(touched[i].record, touched[k].record) && meet(touched[i], touched[k]))
        return false;
  }
  for (std::uint32_t i = 0; i < v.pairs.size(); ++i)
    if (const pair_record p = v.pairs[i]; meet(touched[p.first], touched[p.second]))
      return false;
  return true;
}

} // namespace syclfuse::footprints
