// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/env.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>

namespace sycl::detail {
namespace {

bool parse(const std::string &s, std::string &out) {
  out = s;
  return true;
}
bool parse(const std::string &s, bool &out) {
  out = s == "1" || s == "on" || s == "true" || s == "yes";
  return out || s == "0" || s == "off" || s == "false" || s == "no";
}
bool parse(const std::string &s, unsigned long &out) {
  char *end = nullptr;
  out = std::strtoul(s.c_str(), &end, 10);
  return !s.empty() && std::isdigit(static_cast<unsigned char>(s[0])) && *end == '\0';
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

template <class T> void read(const char *variable, const char *fallback, T &out) {
  const char *value = std::getenv(variable);
  if (!value || !*value) {
    parse(fallback, out);
    return;
  }
  std::string s = value;
  if (!std::is_same_v<T, std::string>)
    std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return std::tolower(c); });
  if (!parse(s, out)) {
    std::fprintf(stderr, "sycl-fuse: warning: %s=%s is not understood, using %s\n", variable, value, fallback);
    parse(fallback, out);
  }
}

} // namespace

environment read_environment() {
  environment e;
#define SF_ENV(Variable, Field, Type, Default, Values, Text) read(Variable, Default, e.Field);
#include "core/Env.def"
  return e;
}

const environment &env() {
  // Never destroyed: queues in static storage and worker threads ask until the very end.
  static const auto *e = new environment(read_environment());
  return *e;
}

} // namespace sycl::detail
