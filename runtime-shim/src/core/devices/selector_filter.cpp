// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/devices/selector_filter.hpp"
#include "core/process/errors.hpp"

#include <algorithm>
#include <cctype>

namespace sycl::detail {
namespace {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos)
      return parts;
    text.remove_prefix(end + 1);
  }
}
bool is_number(const std::string &s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](unsigned char c) { return std::isdigit(c); });
}
bool known_backend(const std::string &s) {
  return s == "*" || s == "native_cpu" || s == "cuda" || s == "hip" || s == "opencl" || s == "level_zero";
}
bool known_device(const std::string &s) {
  return s == "*" || s == "cpu" || s == "gpu" || s == "acc" || s == "fpga" || is_number(s);
}

} // namespace

selector_filter::selector_filter(std::string_view text) {
  std::string lower;
  for (unsigned char c : text)
    if (!std::isspace(c))
      lower += static_cast<char>(std::tolower(c));
  if (lower.empty())
    return;
  for (const std::string &t : split(lower, ';'))
    if (!t.empty())
      terms_.push_back(parse(t));
}

selector_filter::term selector_filter::parse(std::string_view text) {
  term t;
  std::string whole(text);
  if (text.front() == '!') {
    t.reject = true;
    text.remove_prefix(1);
  }
  std::size_t colon = text.find(':');
  t.backend = text.substr(0, colon);
  // "cuda" alone means all of its devices.
  t.devices = colon == std::string_view::npos ? std::vector<std::string>{"*"} : split(text.substr(colon + 1), ',');
  bool good = known_backend(t.backend) && std::all_of(t.devices.begin(), t.devices.end(), known_device);
  if (!good)
    throw_error(errc::invalid, "ONEAPI_DEVICE_SELECTOR: '" + whole +
                                   "' is not understood, needed: backend:devices, as in "
                                   "native_cpu:* or cuda:gpu or cuda:0");
  return t;
}

bool selector_filter::matches(const term &t, std::string_view backend, device_kind kind, unsigned index) {
  if (t.backend != "*" && t.backend != backend)
    return false;
  // "fpga" is a kind of accelerator; which one a device is, none says.
  const char *const name = kind == device_kind::gpu ? "gpu" : kind == device_kind::cpu ? "cpu" : "acc";
  return std::any_of(t.devices.begin(), t.devices.end(), [&](const std::string &d) {
    return d == "*" || d == name || (d == "fpga" && kind == device_kind::accelerator) || d == std::to_string(index);
  });
}

bool selector_filter::accepts_backend(std::string_view backend) const {
  bool only_rejects = std::all_of(terms_.begin(), terms_.end(), [](const term &t) { return t.reject; });
  bool accepted = only_rejects;
  for (const term &t : terms_) {
    bool whole = t.backend == "*" || t.backend == backend;
    bool every = std::find(t.devices.begin(), t.devices.end(), "*") != t.devices.end();
    if (whole && t.reject && every)
      return false;
    accepted |= whole && !t.reject;
  }
  return accepted;
}

bool selector_filter::names_backend(std::string_view backend) const {
  return std::any_of(terms_.begin(), terms_.end(),
                     [&](const term &t) { return !t.reject && (t.backend == "*" || t.backend == backend); });
}

bool selector_filter::accepts(std::string_view backend, device_kind kind, unsigned index) const {
  bool accepted = std::all_of(terms_.begin(), terms_.end(), [](const term &t) { return t.reject; });
  for (const term &t : terms_)
    if (matches(t, backend, kind, index)) {
      if (t.reject)
        return false;
      accepted = true;
    }
  return accepted;
}

} // namespace sycl::detail
