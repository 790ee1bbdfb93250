// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/process/env.hpp"
#include "core/process/forks.hpp"
#include "core/process/rank.hpp"
#include "syclfuse/printable.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fnmatch.h>
#include <unistd.h>

namespace sycl::detail {
namespace {

std::string lower(std::string s) {
  std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return std::tolower(c); });
  return s;
}

bool parse(const std::string &s, std::string &out) {
  out = s;
  return true;
}
bool parse(const std::string &s, bool &out) {
  out = s == "1" || s == "on" || s == "true" || s == "yes";
  return out || s == "0" || s == "off" || s == "false" || s == "no";
}
bool parse(const std::string &s, region_names &out) {
  out = {};
  for (std::size_t begin = 0; !s.empty() && begin <= s.size();) {
    const std::size_t end = std::min(s.find(',', begin), s.size());
    if (end == begin)
      return false;
    out.patterns.push_back(s.substr(begin, end - begin));
    begin = end + 1;
  }
  return true;
}
bool parse(const std::string &s, region_selection &out) {
  out = {};
  constexpr char prefix[] = "off:";
  if (s.compare(0, sizeof(prefix) - 1, prefix) != 0)
    return parse(lower(s), out.on);
  return parse(s.substr(sizeof(prefix) - 1), out.off) && !out.off.patterns.empty();
}
std::string absolute(const std::string &path) {
  char here[4096]; // the program may go elsewhere
  return !path.empty() && path[0] != '/' && ::getcwd(here, sizeof(here)) ? std::string(here) + "/" + path : path;
}
bool parse(const std::string &s, file_path &out) {
  out.text = absolute(s);
  return true;
}
// What has the form of a path or of a name of JSON is a file.
bool parse(const std::string &s, report_target &out) {
  constexpr char extension[] = ".json";
  constexpr std::size_t length = sizeof(extension) - 1;
  out = {};
  if (s.find('/') == std::string::npos && (s.size() <= length || s.compare(s.size() - length, length, extension) != 0))
    return parse(lower(s), out.on);
  out = {true, absolute(s)};
  return true;
}
bool parse(const std::string &s, unsigned long &out) {
  constexpr unsigned long most = 1000000000000000; // in whatever unit, more than there is; sums with it do not overflow
  char *end = nullptr;
  errno = 0;
  out = std::strtoul(s.c_str(), &end, 10);
  return !s.empty() && std::isdigit(static_cast<unsigned char>(s[0])) && *end == '\0' && errno == 0 && out <= most;
}
bool parse(const std::string &s, isa_level &out) {
  return parse(s, out.value) && (out.value == 0 || (out.value >= 2 && out.value <= 4));
}
bool parse(const std::string &s, log_level &out) {
  const char *const names[] = {"error", "warn", "info", "trace"};
  auto it = std::find(std::begin(names), std::end(names), s);
  out = static_cast<log_level>(it - std::begin(names));
  return it != std::end(names);
}

bool parse(const std::string &s, jit_mode &out) {
  const char *const names[] = {"auto", "off", "async", "sync"};
  auto it = std::find(std::begin(names), std::end(names), s);
  out = static_cast<jit_mode>(it - std::begin(names));
  return it != std::end(names);
}

bool parse(const std::string &s, automatic_fusion &out) {
  const char *const names[] = {"off", "built", "on", "stress"};
  auto it = std::find(std::begin(names), std::end(names), s);
  out = static_cast<automatic_fusion>(it - std::begin(names));
  return it != std::end(names);
}

// For people at a terminal: one line, without the marks of the documentation.
std::string plain(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '`'), text.end());
  std::replace(text.begin(), text.end(), '\n', ' ');
  return syclfuse::printable(text);
}

template <class T> void read(const char *variable, const char *fallback, const char *values, T &out) {
  const char *value = ::secure_getenv(variable);
  if (!value || !*value) {
    parse(fallback, out);
    return;
  }
  std::string s = value;
  if (std::is_same_v<T, bool> || std::is_same_v<T, log_level> || std::is_same_v<T, jit_mode> ||
      std::is_same_v<T, automatic_fusion>)
    s = lower(s);
  if (!parse(s, out)) {
    std::fprintf(stderr, "sycl-fuse: warning: %s=%s is not understood, needed: %s; using %s\n", variable,
                 plain(value).c_str(), plain(values).c_str(), fallback);
    parse(fallback, out);
  }
}

} // namespace

bool region_names::match(const std::string &name) const {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string &pattern) { return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0; });
}

environment read_environment() {
  environment e;
#define SF_ENV(Variable, Field, Type, Default, Values, Text) read(Variable, Default, Values, e.Field);
#include "core/process/Env.def"
  e.rank = read_rank();
  return e;
}

const environment &env() {
  // Queues in static storage and worker threads ask until the very end.
  static std::atomic<const environment *> made{nullptr};
  return made_once(made, process_lock::environment, [] { return new environment(read_environment()); });
}

} // namespace sycl::detail
