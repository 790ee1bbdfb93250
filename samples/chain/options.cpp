// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options.hpp"

#include <cstdio>
#include <limits>
#include <string>

namespace {

constexpr const char *usage = "usage: chain [--size N] [--iterations K] [--mode unfused|fused|internalized]\n"
                              "             [--device cpu|cuda] [--json] [--profile]\n";

// A decimal number from 1 to `most`.
template <class T> bool parse_number(const std::string &text, T &value, T most = std::numeric_limits<T>::max()) {
  unsigned long long number = 0;
  if (text.empty() || text.size() > 15)
    return false;
  for (char c : text) {
    if (c < '0' || c > '9')
      return false;
    number = number * 10 + static_cast<unsigned>(c - '0');
  }
  if (number == 0 || number > static_cast<unsigned long long>(most))
    return false;
  value = static_cast<T>(number);
  return true;
}

bool parse_mode(const std::string &text, mode &value) {
  for (mode m : {mode::unfused, mode::fused, mode::internalized})
    if (text == name_of(m)) {
      value = m;
      return true;
    }
  return false;
}

bool parse_device(const std::string &text, device_choice &value) {
  if (text != "cpu" && text != "cuda")
    return false;
  value = text == "cpu" ? device_choice::cpu : device_choice::cuda;
  return true;
}

bool parse_pair(const std::string &option, const std::string &value, options &result) {
  if (option == "--size")
    return parse_number(value, result.size);
  if (option == "--iterations")
    return parse_number(value, result.iterations);
  if (option == "--mode")
    return parse_mode(value, result.how);
  if (option == "--device")
    return parse_device(value, result.device);
  return false;
}

} // namespace

const char *name_of(mode m) {
  switch (m) {
  case mode::unfused:
    return "unfused";
  case mode::fused:
    return "fused";
  case mode::internalized:
    return "internalized";
  }
  return "";
}

std::optional<options> parse_options(int argc, char **argv) {
  options result;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--json") {
      result.json = true;
      continue;
    }
    if (option == "--profile") {
      result.profile = true;
      continue;
    }
    const std::string value = i + 1 < argc ? argv[i + 1] : "";
    if (!parse_pair(option, value, result)) {
      std::fprintf(stderr, "chain: bad argument '%s %s'\n%s", option.c_str(), value.c_str(), usage);
      return std::nullopt;
    }
    ++i;
  }
  return result;
}
