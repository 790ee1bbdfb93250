// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/benchmarks.hpp"

#include "measurement.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>

namespace syclfuse::benchmarks {
namespace {

using manifest::json_node;
using measurement::reader;

struct runs {
  unsigned line = 0;
  std::vector<double> times;
  std::optional<double> median; // that the file has
};

std::optional<double> unit_of(const std::string &name) {
  for (auto [unit, factor] : {std::pair("ns", 1.0), {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}})
    if (name == unit)
      return factor;
  return std::nullopt;
}

std::optional<double> number_of(const json_node &n) {
  if (n.kind == json_node::type::unsigned_integer)
    return static_cast<double>(n.number);
  double value = 0;
  if (n.kind != json_node::type::other_number)
    return std::nullopt;
  const char *end = n.text.data() + n.text.size();
  const auto [at, error] = std::from_chars(n.text.data(), end, value);
  return at == end && error == std::errc() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// The time of one entry in nanoseconds, or nothing and an error.
std::optional<double> time_of(const json_node &n, reader &in) {
  std::string unit = "ns";
  const json_node *time = n.find("real_time");
  if (!time) {
    in.missing(n, "real_time", "a number");
    return std::nullopt;
  }
  const std::optional<double> value = number_of(*time);
  if (!value || *value <= 0) {
    in.wrong(*time, "real_time", "a number above 0");
    return std::nullopt;
  }
  if (!in.text(n, "time_unit", false, unit))
    return std::nullopt;
  const std::optional<double> factor = unit_of(unit);
  if (!factor) {
    in.wrong(*n.find("time_unit"), "time_unit", "ns, us, ms or s");
    return std::nullopt;
  }
  return *value * *factor;
}

// Whether the benchmark says that it failed.
bool failed(const json_node &n, const std::string &name, reader &in) {
  const json_node *error = n.find("error_occurred");
  if (!error || error->kind != json_node::type::boolean || !error->boolean)
    return false;
  const json_node *why = n.find("error_message");
  in.add(n.line, "benchmark '" + name + "'",
         why && why->kind == json_node::type::string ? "failed: " + why->text.substr(0, 200) : "failed",
         "one that ran");
  return true;
}

void read_entry(const json_node &n, std::map<std::string, runs> &all, reader &in) {
  if (n.kind != json_node::type::object)
    return in.wrong(n, "a benchmark", "an object");
  std::string name, kind = "iteration", aggregate;
  if (!in.text(n, "name", true, name) || !in.text(n, "run_type", false, kind) ||
      !in.text(n, "aggregate_name", false, aggregate) || failed(n, name, in))
    return;
  if (kind == "aggregate" && aggregate != "median")
    return;
  // The name of an aggregate is that of its benchmark and its own.
  if (kind == "aggregate" && name.size() > 7 && name.compare(name.size() - 7, 7, "_median") == 0)
    name.erase(name.size() - 7);
  const std::optional<double> time = time_of(n, in);
  if (!time)
    return;
  runs &r = all[name];
  if (r.line == 0)
    r.line = n.line;
  if (kind == "aggregate")
    r.median = *time;
  else
    r.times.push_back(*time);
}

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const std::size_t half = times.size() / 2;
  return times.size() % 2 ? times[half] : (times[half - 1] + times[half]) / 2;
}

std::optional<std::vector<result>> from_tree(const json_node &root, const std::string &file, diagnostics &out) {
  reader in(file, out);
  std::map<std::string, runs> all;
  if (const json_node *list =
          in.required(root, "benchmarks", json_node::type::array, "a list, as Google Benchmark writes it"))
    for (std::size_t i = 0; i < list->items.size() && !in.full(); ++i)
      read_entry(list->items[i], all, in);
  if (in.failed())
    return std::nullopt;
  std::vector<result> results;
  for (const auto &[name, r] : all)
    results.push_back({name, r.median ? *r.median : median(r.times), r.line});
  return results;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

} // namespace

std::optional<std::vector<result>> parse(std::string_view json, const std::string &file, diagnostics &out) {
  const std::optional<json_node> root = measurement::parse_tree(json, file, out);
  return root ? from_tree(*root, file, out) : std::nullopt;
}

std::optional<std::vector<result>> read_file(const std::string &path, diagnostics &out) {
  const std::optional<json_node> root = measurement::read_tree(path, out);
  return root ? from_tree(*root, path, out) : std::nullopt;
}

std::string unfused_name(const std::string &name, const std::string &fused, const std::string &unfused) {
  for (std::size_t at = name.find(fused); at != std::string::npos; at = name.find(fused, at + 1)) {
    const std::size_t end = at + fused.size();
    if ((at == 0 || !is_word(name[at - 1])) && (end == name.size() || !is_word(name[end])))
      return name.substr(0, at) + unfused + name.substr(end);
  }
  return {};
}

} // namespace syclfuse::benchmarks
