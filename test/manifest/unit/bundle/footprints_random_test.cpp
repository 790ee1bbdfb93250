// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random tables of footprints: against a reference that goes through all pairs of work-items, and with absurd numbers.
#include "footprints_sample.hpp"
#include "sample.hpp"

#include <algorithm>
#include <array>

using namespace syclfuse;
using namespace syclfuse::footprints;

namespace {

// One footprint as numbers, and as it stands in a table.
struct model {
  std::int64_t pointer, begin, end;
  struct range {
    std::int64_t stride, low, high;
  };
  std::vector<range> coordinates, inner;
  std::uint64_t reads, writes;
  struct limit {
    std::vector<bool> axes; // of the coordinates, then of the inner ones
    std::int64_t least, greatest;
  };
  std::vector<limit> limits;
  bool open = false; // only a limit says how far the last inner range goes

  // Areas of bytes, [first, second), of the work-item with these coordinates.
  std::vector<std::pair<std::int64_t, std::int64_t>> bytes(const std::vector<std::int64_t> &at) const {
    std::vector<std::int64_t> parts;
    for (std::size_t k = 0; k < coordinates.size(); ++k)
      parts.push_back(coordinates[k].stride * at[k]);
    std::vector<std::pair<std::int64_t, std::int64_t>> areas;
    add_areas(parts, areas);
    return areas;
  }
  void add_areas(std::vector<std::int64_t> &parts, std::vector<std::pair<std::int64_t, std::int64_t>> &areas) const {
    const std::size_t k = parts.size() - coordinates.size();
    if (k < inner.size()) {
      for (std::int64_t n = inner[k].low; n <= inner[k].high; ++n) {
        parts.push_back(inner[k].stride * n);
        add_areas(parts, areas);
        parts.pop_back();
      }
      return;
    }
    std::int64_t offset = pointer;
    for (std::int64_t part : parts)
      offset += part;
    for (const limit &l : limits) {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < parts.size(); ++i)
        sum += l.axes[i] ? parts[i] : 0;
      if (sum < l.least || sum > l.greatest)
        return;
    }
    areas.push_back({offset + begin, offset + end});
  }
  template <class F> void for_items(F f) const {
    std::vector<std::int64_t> at;
    for (const range &r : coordinates) {
      if (r.low > r.high)
        return;
      at.push_back(r.low);
    }
    while (true) {
      f(at);
      std::size_t k = 0;
      while (k < at.size() && at[k] == coordinates[k].high)
        at[k] = coordinates[k].low, ++k;
      if (k == at.size())
        return;
      ++at[k];
    }
  }
};

bool conflict(const model &a, const model &b) {
  for (unsigned k = 0; k < 64; ++k)
    for (unsigned l = 0; l < 64; ++l) {
      const bool a_writes = a.writes >> k & 1, b_writes = b.writes >> l & 1;
      const bool a_any = a_writes || (a.reads >> k & 1), b_any = b_writes || (b.reads >> l & 1);
      if ((k != l || k == 63) && a_any && b_any && (a_writes || b_writes))
        return true;
    }
  return false;
}

struct relation {
  bool overlap = false; // of all that one accesses and all that the other accesses
  bool crosses = false; // two that the coordinates tell apart have a byte in common
};

// Apart: bits of coordinates.
relation relate(const model &a, const model &b, std::uint32_t apart) {
  const auto differ = [&](const std::vector<std::int64_t> &x, const std::vector<std::int64_t> &y) {
    bool any = false;
    for (std::size_t k = 0; k < x.size(); ++k)
      any |= (apart >> k & 1) && x[k] != y[k];
    return any;
  };
  std::int64_t first[2] = {INT64_MAX, INT64_MAX}, last[2] = {INT64_MIN, INT64_MIN};
  std::vector<std::pair<std::vector<std::int64_t>, std::pair<std::int64_t, std::int64_t>>> items;
  relation r;
  a.for_items([&](const auto &at) {
    for (const auto &area : a.bytes(at)) {
      items.push_back({at, area});
      first[0] = std::min(first[0], area.first), last[0] = std::max(last[0], area.second);
    }
  });
  b.for_items([&](const auto &at) {
    for (const auto &[from, to] : b.bytes(at)) {
      first[1] = std::min(first[1], from), last[1] = std::max(last[1], to);
      for (const auto &[other, bytes] : items)
        r.crosses |= differ(other, at) && from < bytes.second && bytes.first < to;
    }
  });
  r.overlap = first[0] < last[1] && first[1] < last[0];
  return r;
}

// Each number as a constant, or a constant and a multiple of the sizes of the launch or of fields of closures.
class table_maker {
public:
  table_maker(test::random_source &random, test_launch &l, unsigned coordinates) : random_(random), launch_(l) {
    t.coordinates = coordinates;
    launch_.closures.assign(2, std::vector<unsigned char>(512));
    for (std::uint64_t &n : launch_.global_size)
      n = 1 + random_.below(20);
    add(argument_source::global_size, false, of_launch, 0, 8, static_cast<std::int64_t>(launch_.global_size[0]));
    add(argument_source::global_size, false, of_launch, 2, 8, static_cast<std::int64_t>(launch_.global_size[2]));
    field<std::int8_t>(0, 400, -5);
    field<std::uint8_t>(1, 401, 200);
    field<std::int16_t>(0, 410, -300);
    field<std::uint16_t>(1, 412, 60000);
    field<std::int32_t>(0, 416, -70000);
    field<std::uint32_t>(1, 420, 4000000000u);
    field<std::int64_t>(0, 424, -3);
    field<std::uint64_t>(1, 432, 9);
    for (operation made_by : {operation::quotient, operation::least, operation::greatest, operation::quotient})
      make(made_by);
    for (int k = 0; k < 2; ++k)
      t.conditions.push_back({value(static_cast<std::int64_t>(random.below(3)))});
  }

  std::uint32_t value(std::int64_t wanted) {
    value_record v;
    v.constant = wanted;
    v.first_term = static_cast<std::uint32_t>(t.terms.size());
    for (; random_.chance(30) && v.terms < 3; ++v.terms) {
      term_record term;
      term.coefficient = static_cast<std::int64_t>(random_.below(7)) - 3;
      std::int64_t product = term.coefficient;
      for (std::size_t k = 0; k < 2 && std::abs(product) < 1 << 20; ++k) {
        const std::size_t s = random_.below(t.symbols.size());
        term.symbols[k] = static_cast<std::uint16_t>(s);
        product *= values_[s];
      }
      v.constant -= product;
      t.terms.push_back(term);
    }
    t.values.push_back(v);
    return static_cast<std::uint32_t>(t.values.size() - 1);
  }

  // Two bounds on each side, of which one is the best.
  void axis(const model::range &r) {
    const std::size_t best = random_.below(2);
    axis_record a;
    a.stride = value(r.stride);
    a.lows[best] = value(r.low), a.lows[1 - best] = value(r.low - static_cast<std::int64_t>(random_.below(3)));
    a.highs[best] = value(r.high), a.highs[1 - best] = value(r.high + static_cast<std::int64_t>(random_.below(3)));
    t.axes.push_back(a);
  }

  void add(const model &m) {
    footprint_record f;
    f.submission = static_cast<std::uint32_t>(t.footprints.size() % 2);
    f.offset = static_cast<std::uint32_t>(8 * t.footprints.size());
    launch_.set(f.submission, f.offset, m.pointer);
    f.reads = m.reads, f.writes = m.writes;
    f.begin = value(m.begin), f.end = value(m.end);
    f.first_axis = static_cast<std::uint32_t>(t.axes.size());
    for (const auto &r : m.coordinates)
      axis(r);
    for (const auto &r : m.inner)
      axis(r);
    if (m.open)
      t.axes.back().highs[0] = t.axes.back().highs[1] = no_value;
    f.axes = static_cast<std::uint32_t>(t.axes.size()) - f.first_axis;
    f.first_limit = static_cast<std::uint32_t>(t.limits.size());
    for (const model::limit &l : m.limits) {
      limit_record r;
      for (std::size_t k = 0; k < l.axes.size(); ++k)
        r.axes |= static_cast<std::uint32_t>(l.axes[k]) << k;
      if (l.least != INT64_MIN)
        r.least = value(l.least);
      if (l.greatest != INT64_MAX)
        r.greatest = value(l.greatest);
      t.limits.push_back(r);
    }
    f.limits = static_cast<std::uint32_t>(m.limits.size());
    t.footprints.push_back(f);
  }

  table t;

private:
  void add(argument_source source, bool is_signed, std::uint32_t submission, std::uint32_t offset, std::uint32_t size,
           std::int64_t value) {
    t.symbols.push_back({source, static_cast<std::uint8_t>(is_signed), operation::none, 0, submission, offset, size});
    values_.push_back(value);
  }
  void make(operation made_by) {
    const std::int64_t a = static_cast<std::int64_t>(random_.below(100)) - 50,
                       b = static_cast<std::int64_t>(random_.below(9)) + 1;
    const std::uint32_t first = value(a), second = value(b);
    const std::int64_t made = made_by == operation::quotient ? a / b
                              : made_by == operation::least  ? std::min(a, b)
                                                             : std::max(a, b);
    t.symbols.push_back({argument_source::closure, 1, made_by, 0, first, second, 1u << random_.below(4)});
    values_.push_back(made);
  }
  template <class T> void field(std::uint32_t submission, std::uint32_t offset, T value) {
    launch_.set(submission, offset, value);
    add(argument_source::closure, std::is_signed_v<T>, submission, offset, sizeof(T), static_cast<std::int64_t>(value));
  }

  test::random_source &random_;
  test_launch &launch_;
  std::vector<std::int64_t> values_;
};

// Never independent where work-items meet, always where the bytes are different ones.
TEST(footprints, are_as_all_pairs_of_work_items_show) {
  test::random_source random(test::seed());
  std::size_t found[2][2] = {}, found_limited[2][2] = {}; // by whether work-items meet, and the answer
  for (int round = 0; round < 3000; ++round) {
    const std::size_t dimensions = 1 + random.below(3);
    auto small = [&](int from, int to) {
      return from + static_cast<std::int64_t>(random.below(std::uint64_t(to - from + 1)));
    };
    // Rows of rows, as arrays are, or anything.
    std::vector<std::int64_t> strides;
    std::int64_t next = small(1, 4);
    for (std::size_t k = 0; k < dimensions; ++k) {
      strides.push_back(random.chance(70) ? next : small(-9, 9));
      next *= small(2, 6);
    }
    test_launch l;
    table_maker maker(random, l, static_cast<unsigned>(dimensions));
    std::vector<model> models(2 + random.below(2));
    for (model &m : models) {
      m.pointer = (std::int64_t{1} << 40) + small(-40, 40);
      m.begin = small(-4, 4);
      m.end = m.begin + small(1, 5);
      for (std::size_t k = 0; k < dimensions; ++k) {
        const std::int64_t low = random.chance(80) ? 0 : small(0, 3);
        m.coordinates.push_back({random.chance(93) ? strides[k] : small(-5, 5), low, low + small(-1, 5)});
      }
      for (std::size_t k = random.below(3); k > 0; --k) {
        const std::int64_t low = small(-2, 2);
        // Some along the rows, so that others are in columns.
        m.inner.push_back({random.chance(25) ? next : small(-4, 4), low, low + small(0, 3)});
      }
      m.open = random.chance(20) && !m.inner.empty() && m.inner.back().stride != 0;
      const bool up = m.open && m.inner.back().stride > 0;
      if (m.open) // farther than most limits
        m.inner.back().high = m.inner.back().low + 30;
      const std::size_t axes = m.coordinates.size() + m.inner.size();
      for (std::size_t k = m.open ? 1 + random.below(2) : random.chance(25); k > 0; --k) {
        model::limit limit{std::vector<bool>(axes), INT64_MIN, INT64_MAX};
        for (std::size_t i = 0; i < axes; ++i)
          limit.axes[i] = random.chance(60) || (m.open && i + 1 == axes);
        if (m.open ? !up : random.chance(60))
          limit.least = small(-60, 5);
        if (m.open ? up : random.chance(60))
          limit.greatest = small(-5, 60);
        m.limits.push_back(std::move(limit));
      }
      auto kernels = [&] {
        std::uint64_t mask = std::uint64_t{1} << (random.chance(10) ? 63 : random.below(3));
        return random.chance(20) ? mask | 2 : mask;
      };
      m.reads = random.chance(60) ? kernels() : 0;
      m.writes = random.chance(60) ? kernels() : 0;
      maker.add(m);
    }
    maker.t.distinct = random.chance(30);
    for (std::size_t k = random.below(3); k > 0; --k)
      maker.t.pairs.push_back({static_cast<std::uint32_t>(random.below(models.size())),
                               static_cast<std::uint32_t>(random.below(models.size())), random.chance(40)});
    const std::uint32_t items = (1u << dimensions) - 1;
    maker.t.groups = items & 5;
    relation all;
    auto add = [&](const model &a, const model &b, std::uint32_t apart) {
      const relation r = relate(a, b, apart);
      all.overlap |= r.overlap, all.crosses |= r.crosses;
    };
    for (std::size_t a = 0; a < models.size(); ++a)
      for (std::size_t b = a + 1; b < models.size() && !maker.t.distinct; ++b)
        if (conflict(models[a], models[b]) &&
            std::none_of(maker.t.pairs.begin(), maker.t.pairs.end(), [&](const pair_record &p) {
              return p.in_groups && std::min(p.first, p.second) == a && std::max(p.first, p.second) == b;
            }))
          add(models[a], models[b], items);
    for (const pair_record &p : maker.t.pairs)
      add(models[p.first], models[p.second], p.in_groups ? maker.t.groups : items);
    const std::vector<unsigned char> bytes = encode(maker.t);
    view v;
    ASSERT_TRUE(view::open(bytes.data(), bytes.size(), v));
    const bool answer = are_independent(v, l);
    // What lies within limits may not be all between them.
    const bool limited = std::any_of(models.begin(), models.end(), [](const model &m) { return !m.limits.empty(); });
    ASSERT_TRUE(answer ? !all.crosses : all.overlap || limited) << "round " << round << '\n' << v.str();
    if (limited) {
      found_limited[all.crosses][answer] += 1;
      continue;
    }
    found[all.crosses][answer] += 1;
  }
  EXPECT_GT(found[true][false], 150u);
  EXPECT_GT(found[false][true], 500u);
  EXPECT_LT(found[false][false], found[false][true] / 4); // needlessly
  EXPECT_GT(found_limited[true][false], 150u);
  EXPECT_GT(found_limited[false][true], 150u);
}

// Numbers at the limits of their types, in all places: no overflow (sanitizers), and both answers.
TEST(footprints, of_absurd_sizes_are_no_undefined_behaviour) {
  test::random_source random(test::seed());
  int answers[2] = {};
  for (int round = 0; round < 10000; ++round) {
    test_launch l;
    table_maker maker(random, l, 1 + static_cast<unsigned>(random.below(3)));
    table &t = maker.t;
    auto number = [&] {
      const std::int64_t power = static_cast<std::int64_t>(std::uint64_t{1} << random.below(64));
      const std::int64_t n = random.chance(30) ? static_cast<std::int64_t>(random.below(3)) : power;
      return random.chance(50) ? n : static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(n));
    };
    auto value = [&] {
      t.values.push_back({number(), 0, 0});
      return static_cast<std::uint32_t>(t.values.size() - 1);
    };
    auto constant = [&](std::int64_t n) {
      t.values.push_back({n, 0, 0});
      return static_cast<std::uint32_t>(t.values.size() - 1);
    };
    auto axes = [&](std::uint32_t count) {
      for (std::uint32_t k = 0; k < count; ++k) {
        // Products of strides and bounds that are addresses still, or anything.
        const std::uint64_t bits = random.below(52), low = random.below(std::uint64_t{1} << (51 - bits));
        const std::uint32_t stride =
            constant(random.chance(20) ? 0 : static_cast<std::int64_t>(std::uint64_t{1} << bits));
        const std::uint32_t first = random.chance(90) ? constant(static_cast<std::int64_t>(low)) : value();
        std::uint32_t last = first;
        if (random.chance(20))
          last = random.chance(80) ? constant(static_cast<std::int64_t>(low + random.below(9))) : value();
        t.axes.push_back({stride, {first, random.chance(10) ? value() : first}, {last, last}});
      }
      return static_cast<std::uint32_t>(t.axes.size() - count);
    };
    for (int i = 0; i < 3; ++i) {
      footprint_record f;
      f.offset = static_cast<std::uint32_t>(8 * i);
      l.set(0, f.offset, random.chance(80) ? (std::int64_t{1} << (40 + random.below(23))) : number());
      f.axes = t.coordinates + static_cast<std::uint32_t>(random.below(most_inner + 1));
      f.first_axis = axes(f.axes);
      f.begin = value(), f.end = value();
      f.first_limit = static_cast<std::uint32_t>(t.limits.size());
      f.limits = static_cast<std::uint32_t>(random.below(3));
      for (std::uint32_t k = 0; k < f.limits; ++k)
        t.limits.push_back({static_cast<std::uint32_t>(random.below(std::uint64_t{1} << f.axes)), value(), value()});
      f.reads = f.writes = std::uint64_t{1} << i;
      t.footprints.push_back(f);
    }
    t.pairs = {{0, 1, 0}, {1, 2, 0}, {2, 2, 0}};
    ++answers[independent(t, l)];
  }
  EXPECT_GT(answers[false], 100);
  EXPECT_GT(answers[true], 100);
}

} // namespace
