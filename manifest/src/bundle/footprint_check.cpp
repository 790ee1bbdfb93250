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

number make(const symbol_record &s, number a, number b) {
  const bool divides = s.made_by == operation::quotient;
  if (!a.known || !b.known || (divides && (b.value == 0 || (a.value == INT64_MIN && b.value == -1))))
    return {};
  const std::int64_t made = divides                         ? a.value / b.value
                            : s.made_by == operation::least ? std::min(a.value, b.value)
                                                            : std::max(a.value, b.value);
  const unsigned unused = 64 - 8 * s.size;
  const std::int64_t most = s.is_signed ? INT64_MAX >> unused
                            : unused    ? (std::int64_t{1} << (64 - unused)) - 1
                                        : INT64_MAX;
  return {made, made <= most && made >= (s.is_signed ? INT64_MIN >> unused : 0)};
}

std::int64_t quotient_down(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

// Whether there is anything, and where: somewhere in the pointer's allocation, or anywhere.
enum class place { nothing, known, somewhere, unknown };

// What an axis contributes to addresses: from `least` to `greatest`. An axis without an upper
// bound goes as far as anything does, in the direction of its stride.
struct span {
  std::int64_t stride = 0, low = 0, high = 0, least = 0, greatest = 0;
  place state = place::unknown;

  // Leaves the numbers that contribute no less, and no more.
  void narrow(std::int64_t at_least, std::int64_t at_most) {
    if (stride == 0 || (least >= at_least && greatest <= at_most))
      return;
    const bool up = stride > 0;
    const std::int64_t first = -quotient_down(-(up ? at_least : at_most), stride),
                       last = quotient_down(up ? at_most : at_least, stride);
    set(std::max(low, first), std::min(high, last));
  }
  void set(std::int64_t from, std::int64_t to) {
    low = from, high = to;
    state = low > high ? place::nothing : place::known;
    if (state == place::nothing)
      return;
    least = std::min(stride * low, stride * high), greatest = std::max(stride * low, stride * high);
  }
  // From number to number; 0 if there is one.
  std::int64_t step() const { return low == high ? 0 : std::abs(stride); }
};

struct limit {
  std::uint32_t axes = 0;
  std::int64_t least = -farthest, greatest = farthest;
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

// Bytes [begin, end) where all axes contribute 0, and [first, last) of all work-items.
struct touched_bytes {
  footprint_record record;
  std::int64_t begin = 0, end = 0, first = 0, last = 0;
  const span *axes = nullptr; // coordinates, then inner ones
  const limit *limits = nullptr;
  place state = place::unknown;

  std::uint32_t all_axes() const { return (std::uint32_t{1} << record.axes) - 1; }
  // The bounds of what some axes, bits of a mask, contribute together.
  std::int64_t least(std::uint32_t mask) const {
    return bound(mask, [](const limit &l) { return l.least; }, [](const span &s) { return s.least; }, 1);
  }
  std::int64_t greatest(std::uint32_t mask) const {
    return bound(mask, [](const limit &l) { return l.greatest; }, [](const span &s) { return s.greatest; }, -1);
  }

private:
  template <class OfLimit, class OfSpan>
  std::int64_t bound(std::uint32_t mask, OfLimit of_limit, OfSpan of_span, int better) const {
    auto of_spans = [&](std::uint32_t some) {
      std::int64_t sum = 0;
      for (std::uint32_t k = 0; k < record.axes; ++k)
        sum += some >> k & 1 ? of_span(axes[k]) : 0;
      return sum;
    };
    std::int64_t sum = 0;
    for (std::uint32_t k = 0; k < record.limits; ++k)
      if (const limit &l = limits[k]; (l.axes & ~mask) == 0 && better * of_limit(l) > better * of_spans(l.axes))
        sum += of_limit(l), mask &= ~l.axes;
    return sum + of_spans(mask);
  }
};

class evaluation {
public:
  evaluation(const view &v, const launch &l)
      : v_(v), l_(l), symbols_(v.symbols.size()), values_(v.values.size()), spans_(count(v, &footprint_record::axes)),
        limits_(count(v, &footprint_record::limits)), touched_(v.footprints.size()) {
    for (std::uint32_t i = 0; i < v.symbols.size(); ++i) {
      const symbol_record s = v.symbols[i];
      symbols_[i] =
          s.made_by == operation::none ? read(s, l) : make(s, value(v.values[s.submission]), value(v.values[s.offset]));
    }
    for (std::uint32_t i = 0; i < v.values.size(); ++i)
      values_[i] = value(v.values[i]);
    span *axes = &spans_[0];
    limit *limits = &limits_[0];
    for (std::uint32_t i = 0; i < v.footprints.size(); ++i) {
      const footprint_record f = v.footprints[i];
      touched_[i] = find(f, axes, limits);
      axes += f.axes, limits += f.limits;
    }
  }

  bool conditions_hold() const {
    bool all = true;
    for (std::uint32_t i = 0; i < v_.conditions.size(); ++i) {
      const number n = values_[v_.conditions[i].value];
      all = all && n.known && n.value >= 0;
    }
    return all;
  }
  const touched_bytes &operator[](std::uint32_t footprint) const { return touched_[footprint]; }

private:
  static std::size_t count(const view &v, std::uint32_t footprint_record::*of) {
    std::size_t sum = 0;
    for (std::uint32_t i = 0; i < v.footprints.size(); ++i)
      sum += v.footprints[i].*of;
    return sum;
  }

  // Fills the room for its axes and limits.
  touched_bytes find(const footprint_record &f, span *axes, limit *limits) const {
    touched_bytes p;
    p.record = f;
    p.axes = axes, p.limits = limits;
    std::int64_t pointer;
    std::memcpy(&pointer, l_.closure(f.submission) + f.offset, sizeof(pointer));
    if (f.first_axis == no_value) {
      p.state = pointer == 0 ? place::nothing : place::somewhere;
      return p;
    }
    const number base{pointer, pointer > 0};
    const number begin = add(base, values_[f.begin]), end = add(base, values_[f.end]);
    p.begin = begin.value, p.end = end.value;
    p.state =
        begin.known && end.known && is_address(begin.value) && is_address(end.value) ? place::known : place::unknown;
    for (std::uint32_t k = 0; k < f.axes; ++k)
      axes[k] = span_of(v_.axes[f.first_axis + k]);
    for (std::uint32_t k = 0; k < f.limits; ++k)
      limits[k] = limit_of(v_.limits[f.first_limit + k]);
    bool nothing = pointer == 0 || (p.state == place::known && p.begin >= p.end), all_known = p.state == place::known;
    for (std::uint32_t k = 0; k < f.axes; ++k)
      all_known = all_known && axes[k].state != place::unknown, nothing |= axes[k].state == place::nothing;
    for (std::uint32_t k = 0; all_known && !nothing && k < f.limits; ++k)
      nothing = !narrow(axes, f.axes, limits[k]);
    p.state = nothing ? place::nothing : all_known ? place::known : place::unknown;
    if (p.state == place::known)
      p.first = p.begin + p.least(p.all_axes()), p.last = p.end + p.greatest(p.all_axes());
    return p;
  }

  // Each axis as far as the others of a limit leave it. False if they leave nothing.
  static bool narrow(span *axes, std::uint32_t count, const limit &l) {
    std::int64_t least = 0, greatest = 0;
    for (std::uint32_t k = 0; k < count; ++k)
      if (l.axes >> k & 1)
        least += axes[k].least, greatest += axes[k].greatest;
    if (least > l.greatest || greatest < l.least)
      return false;
    for (std::uint32_t k = 0; k < count; ++k)
      if (span &s = axes[k]; l.axes >> k & 1) {
        const std::int64_t other_least = least - s.least, other_greatest = greatest - s.greatest;
        s.narrow(l.least - other_greatest, l.greatest - other_least);
        if (s.state == place::nothing)
          return false;
        least = other_least + s.least, greatest = other_greatest + s.greatest;
      }
    return true;
  }

  number at(std::uint32_t value) const { return value == no_value ? number() : values_[value]; }

  number value(const value_record &r) const {
    number sum{r.constant, true};
    for (std::uint32_t i = 0; i < r.terms; ++i) {
      const term_record t = v_.terms[r.first_term + i];
      number product{t.coefficient, true};
      for (std::uint16_t s : t.symbols)
        if (s != no_symbol)
          product = times(product, symbols_[s]);
      sum = add(sum, product);
    }
    return sum;
  }

  // A limit that is not known, or that no sum of axes reaches, is none.
  limit limit_of(const limit_record &r) const {
    limit l;
    l.axes = r.axes;
    if (const number least = at(r.least); least.known && is_part(least.value))
      l.least = least.value;
    if (const number greatest = at(r.greatest); greatest.known && is_part(greatest.value))
      l.greatest = greatest.value;
    return l;
  }

  span span_of(const axis_record &a) const {
    auto best = [&](const std::uint32_t (&bounds)[2], bool upper) {
      const number x = at(bounds[0]), y = at(bounds[1]);
      return !x.known || (y.known && (x.value > y.value) == upper) ? y : x;
    };
    const number stride = values_[a.stride], low = best(a.lows, false);
    number high = best(a.highs, true);
    const bool open = a.highs[0] == no_value && a.highs[1] == no_value;
    span s;
    if (!stride.known || !low.known)
      return s;
    if (open)
      high = {stride.value == 0 ? low.value : (farthest - 1) / std::abs(stride.value), true};
    if (high.known && low.value > high.value) {
      s.set(0, -1);
      return s;
    }
    if (high.known && stride.value == 0) // how far they go makes no difference
      high.value = std::min(high.value, std::max(low.value, farthest - 1));
    const number at_low = times(stride, low), at_high = times(stride, high);
    if (!high.known || !is_part(low.value) || !is_part(high.value) || !is_part(stride.value) || !at_low.known ||
        !at_high.known || !is_part(at_low.value) || !is_part(at_high.value))
      return s;
    s.stride = stride.value;
    s.set(low.value, high.value);
    return s;
  }

  const view &v_;
  const launch &l_;
  scratch<number> symbols_, values_;
  scratch<span> spans_;
  scratch<limit> limits_;
  scratch<touched_bytes> touched_;
};

// The bytes that both accesses touch for all numbers of the axes are cells, of those that some of the coordinates tell
// apart. With a stride that is no less than all that the axes of lesser strides reach over, no two numbers of an axis
// have a byte in common.
class cells {
public:
  // Apart: bits of coordinates.
  cells(const touched_bytes &a, const touched_bytes &b, unsigned coordinates, std::uint32_t apart) : a_(a), b_(b) {
    for (unsigned k = 0; k < coordinates; ++k) {
      if (!(apart >> k & 1))
        continue;
      const span &x = a.axes[k], &y = b.axes[k];
      // Where the one number is 0 any stride will do.
      const std::int64_t stride = x.low == 0 && x.high == 0 ? y.stride : x.stride;
      same_strides_ &= stride == y.stride || (y.low == 0 && y.high == 0);
      const bool tells_apart = std::min(x.low, y.low) != std::max(x.high, y.high);
      steps_[count_++] = {
          tells_apart ? std::abs(stride) : 0, {std::uint32_t{1} << k, std::uint32_t{1} << k}, {0, 0}, tells_apart};
      if (tells_apart)
        narrowest_ = std::min(narrowest_, std::abs(stride));
    }
    coordinates_ = count_;
    add_inner(a, 0, apart);
    add_inner(b, 1, apart);
    std::sort(steps_, steps_ + count_, [](const step &x, const step &y) { return x.stride < y.stride; });
    shift();
  }

  // Whether no two that the coordinates tell apart have a byte in common.
  bool are_apart() {
    if (!same_strides_)
      return false;
    bool several = false; // cells in the extent
    for (const step *s = steps_; s != steps_ + count_; ++s) {
      several |= s->tells_apart;
      if (several && s->stride < extent())
        return false;
      for (unsigned i = 0; i < 2; ++i)
        within_[i] |= s->axes[i], begin_[i] += s->moved[i];
    }
    return true;
  }

private:
  struct step {
    std::int64_t stride;
    std::uint32_t axes[2]; // of each of the two
    std::int64_t moved[2]; // from the beginning to its numbers
    bool tells_apart;      // different numbers are different cells
    bool is_inner = false;
  };

  // Axes that stay within the coordinates' strides make what one access touches more. All axes of one stride are one.
  void add_inner(const touched_bytes &p, unsigned which, std::uint32_t apart) {
    for (unsigned k = 0; k < p.record.axes; ++k) {
      const std::int64_t stride = p.axes[k].step();
      if (apart >> k & 1)
        continue;
      if (stride < narrowest_) {
        within_[which] |= std::uint32_t{1} << k;
        continue;
      }
      unsigned s = coordinates_;
      while (s < count_ && steps_[s].stride != stride)
        ++s;
      if (s == count_)
        steps_[count_++] = {stride, {0, 0}, {0, 0}, false, true};
      steps_[s].axes[which] |= std::uint32_t{1} << k;
    }
  }

  // How far one begins behind the other is a matter of their inner axes, as far as it can be: the rows y and y + 1 are
  // one row further.
  void shift() {
    for (unsigned s = count_; s-- > 0;)
      if (step &x = steps_[s]; x.is_inner && x.stride != 0) {
        const std::int64_t apart =
            b_.begin + begin_[1] + b_.least(within_[1]) - a_.begin - begin_[0] - a_.least(within_[0]);
        const std::int64_t steps = quotient_down(apart + x.stride / 2, x.stride);
        const unsigned which = x.axes[1] != 0;
        const std::int64_t by = which ? steps * x.stride : -steps * x.stride;
        x.moved[which] += by, begin_[which] -= by;
      }
  }

  // Over how many bytes both reach, together, with the axes so far.
  std::int64_t extent() const {
    return std::max(a_.end + begin_[0] + a_.greatest(within_[0]), b_.end + begin_[1] + b_.greatest(within_[1])) -
           std::min(a_.begin + begin_[0] + a_.least(within_[0]), b_.begin + begin_[1] + b_.least(within_[1]));
  }

  const touched_bytes &a_, &b_;
  step steps_[most_coordinates + 2 * (most_coordinates + most_inner)];
  unsigned count_ = 0, coordinates_ = 0;
  std::uint32_t within_[2] = {};
  std::int64_t begin_[2] = {}; // less than the accesses' own: what the numbers of axes that are not within yet have
  bool same_strides_ = true;
  std::int64_t narrowest_ = INT64_MAX; // stride that tells cells apart
};

// What an access touches, less multiples of `period`.
struct column {
  column(const touched_bytes &p, std::int64_t period) {
    std::uint32_t across = 0;
    for (unsigned k = 0; k < p.record.axes; ++k)
      if (const std::int64_t stride = p.axes[k].step(); stride == 0 || stride % period != 0)
        across |= std::uint32_t{1} << k;
    first = p.begin + p.least(across), last = p.end + p.greatest(across);
  }
  std::int64_t first, last;
};

// Whether a stride of one of them parts memory into rows, in which the other one touches other columns.
bool are_in_other_columns(const touched_bytes &a, const touched_bytes &b) {
  for (const touched_bytes *p : {&a, &b})
    for (unsigned k = 0; k < p->record.axes; ++k)
      if (const std::int64_t period = p->axes[k].step(); period != 0) {
        const column x(a, period), y(b, period);
        const std::int64_t apart = ((y.first - x.first) % period + period) % period;
        if (x.last - x.first <= apart && y.last - y.first <= period - apart)
          return true;
      }
  return false;
}

} // namespace

namespace {

// Whether a condition does not hold, or two footprints meet, of which Found is told.
template <class Found> bool any_meeting(const view &v, const launch &l, const Found &found) {
  const evaluation touched(v, l);
  if (!touched.conditions_hold())
    return true;
  auto meet = [&](const touched_bytes &a, const touched_bytes &b, std::uint32_t apart) {
    if (a.state == place::nothing || b.state == place::nothing)
      return false;
    if (a.state == place::unknown || b.state == place::unknown)
      return true;
    if (a.state == place::somewhere || b.state == place::somewhere)
      return l.may_share(a.record, b.record);
    // Where an access goes may be less than what is known of it: it stays in its allocation. But a pointer to before an
    // array, x - 1, points into none or another one.
    return a.first < b.last && b.first < a.last && !cells(a, b, v.coordinates, apart).are_apart() &&
           !are_in_other_columns(a, b) &&
           (l.may_share(a.record, b.record) || !l.is_partly_in_allocation(a.record, a.first, a.last) ||
            !l.is_partly_in_allocation(b.record, b.first, b.last));
  };
  // Only where they meet, since pairs are searched.
  auto is_in_groups = [&](std::uint32_t i, std::uint32_t k) {
    for (std::uint32_t n = 0; n < v.pairs.size(); ++n)
      if (const pair_record p = v.pairs[n]; p.in_groups && std::minmax(p.first, p.second) == std::minmax(i, k))
        return true;
    return false;
  };
  auto found_at = [&](const touched_bytes &a, const touched_bytes &b, std::uint32_t apart) {
    const bool result = meet(a, b, apart);
    if (result)
      found(a.record, b.record);
    return result;
  };
  const std::uint32_t items = (std::uint32_t{1} << v.coordinates) - 1;
  for (std::uint32_t i = 0; i < v.footprints.size(); ++i)
    for (std::uint32_t k = 0; k < i && !v.distinct; ++k)
      if (conflict(touched[i].record, touched[k].record) && meet(touched[i], touched[k], items) && !is_in_groups(i, k))
        return found(touched[i].record, touched[k].record), true;
  for (std::uint32_t i = 0; i < v.pairs.size(); ++i)
    if (const pair_record p = v.pairs[i]; found_at(touched[p.first], touched[p.second], p.in_groups ? v.groups : items))
      return true;
  return false;
}

} // namespace

bool are_independent(const view &v, const launch &l) {
  return !any_meeting(v, l, [](const footprint_record &, const footprint_record &) {});
}

std::optional<std::pair<unsigned, unsigned>> kernels_that_meet(const view &v, const launch &l) {
  std::optional<std::pair<unsigned, unsigned>> result;
  any_meeting(v, l, [&](const footprint_record &a, const footprint_record &b) {
    auto is_in = [](std::uint64_t mask, unsigned kernel) { return (mask >> kernel & 1) != 0; };
    for (unsigned i = 0; i < 64 && !result; ++i)
      for (unsigned k = 0; k < 64 && !result; ++k)
        if (i != k && is_in(a.reads | a.writes, i) && is_in(b.reads | b.writes, k) &&
            (is_in(a.writes, i) || is_in(b.writes, k)))
          result.emplace(std::min(i, k), std::max(i, k));
  });
  return result;
}

} // namespace syclfuse::footprints
