// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions over several translation units: what called functions submit takes the place of the calls. It happens once,
// after all merges, so that it depends on neither their order nor their grouping.
#include "manifest_order.hpp"

#include "syclfuse/promotion.hpp"
#include "syclfuse/size_expression.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace syclfuse::manifest {
namespace {

// As the plugin has it for one translation unit. No region of more submissions than this is worth one kernel.
constexpr std::size_t most_sequences = 8, most_submissions = 1024;

std::string size_of_buffer(unsigned buffer, unsigned index) {
  return "&" + std::to_string(buffer) + "[" + std::to_string(index) + "]";
}

// Each list as a whole: what is not known of one dimension is of no use.
nd_range_expressions replaced(nd_range_expressions sizes, const size_of_atom &replace) {
  for (std::vector<std::string> *list : {&sizes.global, &sizes.local, &sizes.offset}) {
    for (std::string &text : *list)
      text = fold_size_expression(text, replace);
    if (std::count(list->begin(), list->end(), "") != 0)
      list->clear();
  }
  return sizes;
}

// Puts the submissions of one way through a called function into its caller, in the caller's words.
class inliner {
public:
  // next_value: the next number of a value that no other has. One that has no number any more is not known.
  inliner(region &into, const region &way, const open_point &call, std::uint64_t &next_value)
      : into_(into), way_(way), call_(call), next_value_(next_value) {
    for (const submission &s : into_.submissions)
      if (s.range_id)
        first_range_id_ = std::max(first_range_id_, *s.range_id + 1);
    for (const buffer &b : way_.buffers)
      identities_.push_back(identity_of(b));
    for (std::size_t i = 0; i < way_.buffers.size(); ++i)
      if (const auto parent = way_.buffers[i].parent; parent && !passed(way_.buffers[i]))
        into_.buffers[identities_[i]].parent = identities_[*parent];
  }

  void run() {
    for (submission s : way_.submissions) {
      for (argument &a : s.arguments)
        translate(a);
      if (s.range_id)
        *s.range_id += first_range_id_;
      s.sizes = translated(s.sizes);
      into_.submissions.push_back(std::move(s));
    }
    into_.nd_ranges.insert(into_.nd_ranges.end(), way_.nd_ranges.begin(), way_.nd_ranges.end());
  }

private:
  const call_argument *passed(const buffer &b) const {
    if (!b.parameter)
      return nullptr;
    for (const call_argument &a : call_.arguments)
      if (a.parameter == *b.parameter && a.part == b.part)
        return &a;
    return nullptr;
  }

  // Memory that the caller does not know is memory of its own.
  unsigned identity_of(const buffer &b) {
    const call_argument *a = passed(b);
    if (a && a->identity)
      return *a->identity;
    buffer fresh = b;
    fresh.parameter.reset();
    fresh.part.clear();
    fresh.parent.reset();
    into_.buffers.push_back(std::move(fresh));
    return static_cast<unsigned>(into_.buffers.size() - 1);
  }

  void translate(argument &a) {
    if (!a.identity)
      return;
    const buffer &b = way_.buffers[*a.identity];
    a.identity = identities_[*a.identity];
    const call_argument *passed_for = passed(b);
    if (!passed_for)
      return;
    a.promote = passed_for->promote != promotion::none
                    ? passed_for->promote
                    : effective_promotion(a.promote, into_.buffers[*a.identity].promote);
    if (a.range.empty())
      a.range = passed_for->range;
    if (a.offset.empty())
      a.offset = passed_for->offset;
  }

  nd_range_expressions translated(const nd_range_expressions &sizes) {
    return replaced(sizes, [this](std::string_view text) -> std::string {
      const size_atom atom = parse_size_atom(text);
      if (atom.kind == '#') {
        const auto [it, fresh] = values_.try_emplace(atom.number, next_value_);
        next_value_ += fresh;
        return "#" + std::to_string(it->second);
      }
      if (atom.kind == '&')
        return atom.number < identities_.size() ? size_of_buffer(identities_[atom.number], atom.index) : "";
      for (const call_argument &a : call_.arguments)
        if (a.parameter == atom.number && a.part == atom.part && atom.index < a.sizes.size())
          return a.sizes[atom.index];
      return "";
    });
  }

  region &into_;
  const region &way_;
  const open_point &call_;
  std::uint64_t &next_value_;
  std::map<unsigned, std::uint64_t> values_;
  unsigned first_range_id_ = 0;
  std::vector<unsigned> identities_;
};

class joiner {
public:
  explicit joiner(const document &doc) {
    for (const function &f : doc.functions)
      functions_.emplace(f.symbol, &f);
    for (const kernel &k : doc.kernels)
      kernels_.emplace(k.symbol, &k);
    for (const region &r : doc.open_regions)
      count_values(r);
    for (const function &f : doc.functions)
      for (const region &way : f.ways)
        count_values(way);
  }

  // The sequences of an open region that submit anything; nothing if they are not certain.
  std::optional<std::vector<region>> closed(const region &open) {
    know_calls_of(open);
    std::vector<region> sequences = expand(open);
    if (sequences.empty())
      return std::nullopt;
    std::set<region> seen;
    std::vector<region> out;
    for (region &r : sequences) {
      if (r.submissions.empty())
        continue;
      settle_promotions(r);
      settle_sizes(r);
      renumber(r);
      drop_unfit_ranges(r);
      list_common_range(r);
      if (seen.insert(r).second)
        out.push_back(std::move(r));
    }
    return out;
  }

private:
  // Of what has no name of its own: none if it is not certain.
  std::vector<region> expand(const region &r) {
    std::vector<region> sequences(1, r);
    sequences.front().submissions.clear();
    sequences.front().open.clear();
    for (const open_point &p : r.open)
      if (p.kind != open_kind::call || p.symbol.empty())
        return {};
    for (std::size_t i = 0; i <= r.submissions.size(); ++i) {
      for (const open_point &p : r.open)
        if (p.first == i && !call(p, sequences))
          return {};
      if (i < r.submissions.size())
        for (region &sequence : sequences)
          sequence.submissions.push_back(r.submissions[i]);
    }
    return sequences;
  }

  bool call(const open_point &p, std::vector<region> &sequences) {
    const std::vector<region> &ways = ways_of(p.symbol);
    if (ways.empty() || sequences.size() * ways.size() > most_sequences)
      return false;
    std::vector<region> out;
    for (const region &before : sequences)
      for (const region &way : ways) {
        if (before.submissions.size() + way.submissions.size() > most_submissions)
          return false;
        out.push_back(before);
        inliner(out.back(), way, p, next_value_).run();
      }
    sequences = std::move(out);
    return true;
  }

  // Without calls; none if the function is not known, open or recursive. know_calls_of comes before.
  const std::vector<region> &ways_of(const std::string &symbol) const {
    static const std::vector<region> none;
    const auto it = ways_.find(symbol);
    return it == ways_.end() ? none : it->second; // not known yet while it is being looked at: recursion
  }

  std::vector<region> joined_ways(const function &f) {
    std::vector<region> all;
    for (const region &way : f.ways) {
      std::vector<region> some = expand(way);
      if (some.empty() || all.size() + some.size() > most_sequences)
        return {};
      std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    return all;
  }

  // What is called is looked at before what calls it, with a stack of its own: manifests may have chains of calls of
  // any length.
  void know_calls_of(const region &r) {
    std::vector<const function *> stack;
    std::set<const function *> entered;
    const auto push = [&](const region &from) {
      for (const open_point &p : from.open)
        if (const auto f = functions_.find(p.symbol);
            f != functions_.end() && !ways_.count(p.symbol) && !entered.count(f->second))
          stack.push_back(f->second);
    };
    push(r);
    while (!stack.empty()) {
      const function *f = stack.back();
      if (entered.insert(f).second) {
        for (const region &way : f->ways)
          push(way);
        continue;
      }
      stack.pop_back();
      if (!ways_.count(f->symbol))
        ways_.emplace(f->symbol, joined_ways(*f));
    }
  }

  bool is_accessor(const submission &s, const argument &a) const {
    const auto k = kernels_.find(s.kernel);
    return k != kernels_.end() && a.parameter < k->second->parameters.size() &&
           k->second->parameters[a.parameter].kind == param_kind::accessor;
  }

  // Gives all accessors of a buffer the hint that they settle on.
  void settle_promotions(region &r) const {
    std::vector<std::set<promotion>> hints(r.buffers.size());
    for (submission &s : r.submissions)
      for (argument &a : s.arguments)
        if (!is_accessor(s, a))
          a.promote = promotion::none;
        else if (a.identity)
          hints[*a.identity].insert(a.promote);
    for (submission &s : r.submissions)
      for (argument &a : s.arguments) {
        if (!a.identity || !is_accessor(s, a))
          continue;
        const std::set<promotion> &some = hints[*a.identity];
        a.promote = std::accumulate(some.begin(), some.end(), *some.begin(),
                                    [&](promotion x, promotion y) { return settled_promotion(x, y, r.kind); });
        if (some.size() > 1 || a.promote == promotion::automatic)
          r.buffers[*a.identity].promote = a.promote;
      }
  }

  void count_values(const region &r) {
    const auto count = [this](const std::vector<std::string> &list) {
      for (const std::string &text : list)
        fold_size_expression(text, [this](std::string_view atom) {
          if (const size_atom a = parse_size_atom(atom); a.kind == '#')
            next_value_ = std::max(next_value_, a.number + std::uint64_t{1});
          return std::string(atom);
        });
    };
    for (const submission &s : r.submissions)
      for (const auto *list : {&s.sizes.global, &s.sizes.local, &s.sizes.offset})
        count(*list);
    for (const open_point &p : r.open)
      for (const call_argument &a : p.arguments)
        count(a.sizes);
  }

  // ND-ranges that are constant now, and those that are the same expression.
  static void settle_sizes(region &r) {
    const auto known = [&](std::string_view text) -> std::string {
      const size_atom atom = parse_size_atom(text);
      if (atom.kind != '&')
        return atom.kind == '#' ? std::string(text) : std::string();
      const std::vector<std::uint64_t> *range =
          atom.number < r.buffers.size() ? &r.buffers[atom.number].range : nullptr;
      return range && atom.index < range->size() ? std::to_string((*range)[atom.index]) : std::string(text);
    };
    std::map<std::string, unsigned> ids;
    unsigned first_id = 0;
    for (const submission &s : r.submissions)
      first_id = std::max(first_id, s.range_id.value_or(0) + 1);
    for (submission &s : r.submissions) {
      const nd_range_expressions sizes = replaced(std::exchange(s.sizes, {}), known);
      settle(s.range.global, sizes.global);
      settle(s.range.local, sizes.local);
      settle(s.range.offset, sizes.offset);
      if (sizes.global.empty() || (s.kind == range_kind::nd_range && sizes.local.empty()) || sizes.offset.empty())
        continue;
      std::string key = std::to_string(static_cast<int>(s.kind));
      for (const auto *list : {&sizes.global, &sizes.local, &sizes.offset})
        for (const std::string &text : *list)
          key += "," + text;
      s.range_id = ids.try_emplace(key, first_id + ids.size()).first->second;
    }
  }

  static void settle(std::vector<std::uint64_t> &range, const std::vector<std::string> &sizes) {
    std::vector<std::uint64_t> all;
    for (const std::string &text : sizes)
      if (text.find_first_not_of("0123456789") == std::string::npos)
        all.push_back(std::stoull(text));
    if (range.empty() && all.size() == sizes.size())
      range = std::move(all);
  }

  // Buffers and ND-ranges in the order of their first use; what is passed to functions that do not use it is not
  // mentioned.
  static void renumber(region &r) {
    std::map<unsigned, unsigned> buffers, ranges;
    std::vector<buffer> used;
    for (submission &s : r.submissions) {
      for (argument &a : s.arguments) {
        if (!a.identity)
          continue;
        const auto [it, fresh] = buffers.try_emplace(*a.identity, used.size());
        if (fresh)
          used.push_back(r.buffers[*a.identity]);
        a.identity = it->second;
      }
      if (s.range_id)
        s.range_id = ranges.try_emplace(*s.range_id, ranges.size()).first->second;
    }
    for (buffer &b : used) {
      const auto parent = b.parent ? buffers.find(*b.parent) : buffers.end();
      b.parent = parent == buffers.end() ? std::nullopt : std::optional<unsigned>(parent->second);
    }
    r.buffers = std::move(used);
  }

  // What was listed where only some of the submissions were known.
  static void drop_unfit_ranges(region &r) {
    const auto fits = [&](const listed_nd_range &l) {
      return std::any_of(r.submissions.begin(), r.submissions.end(),
                         [&](const submission &s) { return s.dimensions == l.range.global.size(); });
    };
    r.nd_ranges.erase(std::remove_if(r.nd_ranges.begin(), r.nd_ranges.end(), [&](const auto &l) { return !fits(l); }),
                      r.nd_ranges.end());
  }

  std::map<std::string, const function *> functions_;
  std::map<std::string, const kernel *> kernels_;
  std::map<std::string, std::vector<region>> ways_;
  std::uint64_t next_value_ = 0; // no value of the document has it
};

} // namespace

void join(document &doc) {
  joiner joins(doc);
  std::vector<region> still_open;
  for (region &r : doc.open_regions) {
    std::optional<std::vector<region>> closed = joins.closed(r);
    if (closed)
      std::move(closed->begin(), closed->end(), std::back_inserter(doc.regions));
    else
      still_open.push_back(std::move(r));
  }
  const bool any = still_open.size() != doc.open_regions.size();
  doc.open_regions = std::move(still_open);
  if (!any)
    return;
  unite_regions(doc);
  sort(doc);
}

} // namespace syclfuse::manifest
