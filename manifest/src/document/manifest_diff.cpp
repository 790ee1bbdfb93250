// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each kernel and region is described by facts, a name and a text each; what differs are facts.
#include "syclfuse/manifest_diff.hpp"

#include "syclfuse/names.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <tuple>

namespace syclfuse::manifest {
namespace {

// Names of facts begin with their rank among the facts of one object, which is not shown.
struct fact_name {
  unsigned rank;
  std::string text;
  bool operator<(const fact_name &o) const { return std::tie(rank, text) < std::tie(o.rank, o.text); }
};
using facts = std::map<fact_name, std::string>;

std::string text_of(const source_location &l) {
  std::string out = l.file;
  for (unsigned n : {l.line, l.column})
    if (!l.file.empty() && n != 0)
      out += ":" + std::to_string(n);
  return out.empty() ? "unknown" : out;
}

std::string joined(const std::vector<std::uint64_t> &sizes) { return to_string(nd_range{sizes, {}, {}}); }

std::string joined(const std::vector<std::string> &expressions) {
  std::string out;
  for (const std::string &e : expressions)
    out += (out.empty() ? "" : " x ") + e;
  return out;
}

template <class Kind> std::string shape(Kind kind, unsigned dimensions) {
  return std::string(name_of(kind)) + "<" + std::to_string(dimensions) + ">";
}

std::string text_of(const parameter &p) {
  std::string out = p.name + ": " + std::string(name_of(p.kind));
  if (p.kind == param_kind::accessor || p.kind == param_kind::local_accessor)
    out += "<" + std::to_string(p.dimensions) + ">";
  out += " of " + p.type;
  if (p.mode != access_mode::none)
    out += ", " + std::string(name_of(p.mode));
  if (!p.target.empty() && p.target != "device")
    out += ", " + p.target;
  return out + ", " + std::to_string(p.size) + " bytes at " + std::to_string(p.offset) +
         (p.element_size ? ", elements of " + std::to_string(p.element_size) : "");
}

// ", range 4x4", or nothing.
template <class T> std::string part(const char *name, const std::vector<T> &list) {
  return list.empty() ? "" : std::string(", ") + name + " " + joined(list);
}

template <class Argument> std::string memory_of(const Argument &a) {
  return a.identity ? "buffer " + std::to_string(*a.identity) : "unknown memory";
}

std::string text_of(const argument &a) { return memory_of(a) + part("range", a.range) + part("offset", a.offset); }

std::string text_of(const open_point &p, bool places) {
  std::string out(name_of(p.kind));
  if (!p.function.empty())
    out += " of " + p.function;
  out += ", submissions " + std::to_string(p.first) + " to " + std::to_string(p.first + p.count);
  for (const call_argument &a : p.arguments) {
    out += ", parameter " + std::to_string(a.parameter) + a.part + " is " + memory_of(a);
    if (a.promote != promotion::none)
      out += ", promotion " + std::string(name_of(a.promote));
    out += part("range", a.range) + part("offset", a.offset) + part("sizes", a.sizes);
  }
  return places ? out + ", " + text_of(p.location) : out;
}

class describer {
public:
  describer(const document &doc, bool places) : places_(places) {
    for (const kernel &k : doc.kernels)
      kernels_.emplace(k.symbol, &k);
  }

  facts describe(const kernel &k) const {
    facts f;
    f[{0, "name"}] = k.name;
    f[{0, "kind"}] = shape(k.kind, k.dimensions);
    f[{0, "closure"}] = std::to_string(k.closure_size) + " bytes, aligned to " + std::to_string(k.closure_align);
    if (k.fused_only)
      f[{0, "fused only"}] = "yes";
    for (std::size_t i = 0; i < k.parameters.size(); ++i)
      f[{unsigned(i) + 1, "parameter " + std::to_string(i)}] = text_of(k.parameters[i]);
    if (places_)
      f[{0, "place"}] = text_of(k.location);
    return f;
  }

  facts describe(const region &r) const {
    facts f;
    f[{0, "barriers"}] = r.barriers ? "yes" : "no";
    f[{0, "trusted"}] = r.trusted ? "yes" : "no";
    if (places_) {
      f[{0, "begin"}] = text_of(r.source.begin);
      f[{0, "end"}] = text_of(r.source.end);
    }
    for (std::size_t i = 0; i < r.submissions.size(); ++i)
      describe(r, unsigned(i), f);
    const auto later = unsigned(r.submissions.size());
    for (std::size_t i = 0; i < r.buffers.size(); ++i)
      describe(r.buffers[i], later + 1, "buffer " + std::to_string(i), f);
    for (const listed_nd_range &l : r.nd_ranges)
      f[{later + 2, "nd-range " + to_string(l)}] = name_of(l.origin);
    for (std::size_t i = 0; i < r.open.size(); ++i)
      f[{later + 3, "open " + std::to_string(i)}] = text_of(r.open[i], places_);
    return f;
  }

  // Each way with a rank of its own, in their order.
  facts describe(const function &of) const {
    facts f;
    if (places_)
      f[{0, "place"}] = text_of(of.location);
    for (std::size_t i = 0; i < of.ways.size(); ++i)
      for (const auto &[name, text] : describe(of.ways[i]))
        if (name.text != "barriers" && name.text != "begin" && name.text != "end")
          f[{unsigned(i) << 16 | (name.rank & 0xffff), "way " + std::to_string(i) + ", " + name.text}] = text;
    return f;
  }

private:
  void describe(const region &r, unsigned index, facts &f) const {
    const submission &s = r.submissions[index];
    const std::string name = "submission " + std::to_string(index);
    const auto found = kernels_.find(s.kernel);
    const kernel *k = found == kernels_.end() ? nullptr : found->second;
    std::string &text = f[{index + 1, name}];
    text = (k && !k->name.empty() ? k->name : s.kernel) + ", " + shape(s.kind, s.dimensions) + " " + to_string(s.range);
    if (s.range_id)
      text += ", ND-range " + std::to_string(*s.range_id);
    text += part("global sizes", s.sizes.global) + part("local sizes", s.sizes.local) +
            part("offset sizes", s.sizes.offset);
    if (places_)
      text += ", " + text_of(s.location);
    const auto parameter = [&](unsigned p) {
      return k && p < k->parameters.size() ? k->parameters[p].name : std::to_string(p);
    };
    for (const argument &a : s.arguments) {
      const std::string path = name + ", argument " + parameter(a.parameter);
      f[{index + 1, path}] = text_of(a);
      f[{index + 1, path + ", promotion"}] = name_of(a.promote);
    }
    for (const argument_value &v : s.values)
      f[{index + 1, name + ", value of " + parameter(v.parameter)}] = v.bytes;
  }

  void describe(const buffer &b, unsigned rank, const std::string &name, facts &f) const {
    std::string &text = f[{rank, name}];
    text = b.name + ": " + std::to_string(b.dimensions) + " dimensions of " + b.element_type + ", elements of " +
           std::to_string(b.element_size) + part("range", b.range);
    if (b.parameter)
      text += ", parameter " + std::to_string(*b.parameter) + b.part;
    if (b.parent)
      text += ", part of buffer " + std::to_string(*b.parent);
    text += part("offset", b.offset);
    if (places_)
      text += ", " + text_of(b.location);
    f[{rank, name + ", promotion"}] = name_of(b.promote);
  }

  const bool places_;
  std::map<std::string_view, const kernel *> kernels_;
};

std::vector<change> compare(const facts &before, const facts &after) {
  std::map<fact_name, std::pair<const std::string *, const std::string *>> both;
  for (const auto &[name, text] : before)
    both[name].first = &text;
  for (const auto &[name, text] : after)
    both[name].second = &text;
  std::vector<change> out;
  for (const auto &[name, texts] : both) {
    const auto [x, y] = texts;
    const bool same = x && y ? *x == *y : *(x ? x : y) == "none"; // the line of what is promoted says enough
    const change_kind kind = !x ? change_kind::added : !y ? change_kind::removed : change_kind::changed;
    if (!same)
      out.push_back({kind, name.text, x ? *x : "", y ? *y : "", {}});
  }
  return out;
}

std::string label(const kernel &k) {
  return "kernel " + (k.name.empty() || k.name == k.symbol ? k.symbol : k.name + " (" + k.symbol + ")");
}

std::string label(const function &f) {
  return "function " + (f.name.empty() || f.name == f.symbol ? f.symbol : f.name + " (" + f.symbol + ")");
}

std::string label(const region &r) {
  const source_location &l = r.source.begin;
  return (r.open.empty() ? "region " : "open region ") + r.name +
         (l.file.empty() ? "" : " (" + text_of({l.file, l.line, 0}) + ")");
}

template <class T> struct pairs {
  std::vector<std::pair<const T *, const T *>> both;
  std::vector<const T *> before, after; // without a partner
};

// Pairs up what has one key.
template <class T, class Key> void pair_up(pairs<T> &p, Key key) {
  std::multimap<std::decay_t<decltype(key(*p.before.front()))>, const T *> waiting;
  for (const T *b : p.after)
    waiting.emplace(key(*b), b);
  const auto has_partner = [&](const T *a) {
    const auto it = waiting.find(key(*a));
    if (it == waiting.end())
      return false;
    p.both.emplace_back(a, it->second);
    p.after.erase(std::find(p.after.begin(), p.after.end(), it->second));
    waiting.erase(it);
    return true;
  };
  p.before.erase(std::remove_if(p.before.begin(), p.before.end(), has_partner), p.before.end());
}

template <class T> pairs<T> all_of_both(const std::vector<T> &a, const std::vector<T> &b) {
  pairs<T> p;
  for (const T &x : a)
    p.before.push_back(&x);
  for (const T &x : b)
    p.after.push_back(&x);
  return p;
}

template <class T>
void add(const pairs<T> &p, const describer &before, const describer &after, std::vector<change> &out) {
  std::multimap<std::string, change> mine;
  const auto add_one = [&](change_kind kind, const T &of, std::vector<change> details) {
    mine.emplace(label(of), change{kind, label(of), {}, {}, std::move(details)});
  };
  for (const auto &[a, b] : p.both)
    if (std::vector<change> details = compare(before.describe(*a), after.describe(*b)); !details.empty())
      add_one(change_kind::changed, *b, std::move(details));
  for (const T *a : p.before)
    add_one(change_kind::removed, *a, {});
  for (const T *b : p.after)
    add_one(change_kind::added, *b, {});
  for (auto &[what, c] : mine)
    out.push_back(std::move(c));
}

// Of regions of one name: equal ones first, then those of one signature, of one place, and what is left in its order.
pairs<region> pair_regions(const document &a, const document &b, std::vector<region> document::*list) {
  std::map<const region *, std::uint64_t> signatures;
  for (const document *doc : {&a, &b})
    for (const region &r : doc->*list)
      signatures[&r] = signature(*doc, r);
  const auto name = [](const region &r) { return std::make_tuple(r.name, r.kind); };
  pairs<region> p = all_of_both(a.*list, b.*list);
  pair_up(p, [&](const region &r) { return r; });
  pair_up(p, [&](const region &r) { return std::make_tuple(name(r), signatures[&r], r.source.begin.line); });
  pair_up(p, [&](const region &r) { return std::make_tuple(name(r), signatures[&r]); });
  pair_up(p, [&](const region &r) { return std::make_tuple(name(r), r.source.begin.line); });
  pair_up(p, name);
  return p;
}

facts describe_targets(const document &doc) {
  facts f;
  for (const std::string &t : doc.targets)
    f[{0, "target " + t}] = "";
  return f;
}

facts describe_sources(const document &doc) {
  facts f;
  for (const provenance &p : doc.sources) {
    std::string &text = f[{0, "source " + p.source}];
    text += (text.empty() ? "" : "; ") + p.source_hash + (p.compiler.empty() ? "" : ", " + p.compiler) + ", " + p.tool;
  }
  return f;
}

// What a build makes of a document, whatever its order.
document canonical(const document &doc) {
  document united;
  diagnostics none; // a document does not contradict itself: its symbols are unique
  if (!merge(united, doc, "", none))
    return doc;
  return united;
}

char sign(change_kind kind) { return kind == change_kind::added ? '+' : kind == change_kind::removed ? '-' : '~'; }

void print(const change &c, const std::string &indent, std::string &out) {
  out += indent + sign(c.kind) + " " + c.what;
  if (!c.before.empty() && !c.after.empty())
    out += ": " + c.before + " -> " + c.after;
  else if (!c.before.empty() || !c.after.empty())
    out += ": " + c.before + c.after;
  out += "\n";
  for (const change &d : c.details)
    print(d, indent + "    ", out);
}

nlohmann::ordered_json to_tree(const std::vector<change> &changes) {
  constexpr const char *kinds[] = {"added", "removed", "changed"};
  auto list = nlohmann::ordered_json::array();
  for (const change &c : changes) {
    nlohmann::ordered_json item{{"change", kinds[static_cast<int>(c.kind)]}, {"what", c.what}};
    if (!c.before.empty())
      item["before"] = c.before;
    if (!c.after.empty())
      item["after"] = c.after;
    if (!c.details.empty())
      item["details"] = to_tree(c.details);
    list.push_back(std::move(item));
  }
  return list;
}

} // namespace

std::vector<change> diff(const document &first, const document &second, bool places) {
  const document a = canonical(first), b = canonical(second);
  std::vector<change> out = compare(describe_targets(a), describe_targets(b));
  if (places)
    for (change &c : compare(describe_sources(a), describe_sources(b)))
      out.push_back(std::move(c));
  const describer before(a, places), after(b, places);
  pairs<kernel> kernels = all_of_both(a.kernels, b.kernels);
  pair_up(kernels, [](const kernel &k) { return k.symbol; });
  add(kernels, before, after, out);
  for (auto list : {&document::regions, &document::open_regions})
    add(pair_regions(a, b, list), before, after, out);
  pairs<function> functions = all_of_both(a.functions, b.functions);
  pair_up(functions, [](const function &f) { return f.symbol; });
  add(functions, before, after, out);
  return out;
}

std::string to_text(const std::vector<change> &changes) {
  std::string out;
  for (const change &c : changes)
    print(c, "", out);
  return out;
}

std::string to_json(const std::vector<change> &changes) {
  const nlohmann::ordered_json tree{{"same", changes.empty()}, {"changes", to_tree(changes)}};
  return tree.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace syclfuse::manifest
