// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// JSON as a tree that remembers the line of each value, so that errors about a value can name its line. Parsing has
// limits on size, depth and number of values: hostile input ends in an error, not in an exhausted stack or memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace syclfuse::manifest {

inline constexpr std::size_t max_text_bytes = std::size_t(64) << 20;
inline constexpr unsigned max_depth = 32;
inline constexpr std::size_t max_values = std::size_t(4) << 20;

struct json_member;

struct json_node {
  enum class type : std::uint8_t { null, boolean, unsigned_integer, other_number, string, array, object };
  type kind = type::null;
  bool boolean = false;
  unsigned line = 0; // where the value starts (containers) or ends (scalars, which lie on one line)
  std::uint64_t number = 0;
  std::string text; // of strings; of other numbers, their spelling
  std::vector<json_node> items;
  std::vector<json_member> members;

  const json_node *find(std::string_view name) const;
};

struct json_member {
  std::string name;
  unsigned line = 0;
  json_node value;
};

// The value for a message: short, strings in quotes.
std::string describe(const json_node &n);

struct json_error {
  unsigned line = 0;
  std::string text; // empty: no error
};

// Parses all of `text`. On failure `out` is unspecified and the error has a text.
json_error parse_json(std::string_view text, json_node &out);

// The place of a value in a document, printed as `regions[0].submissions[2].kernel`.
class json_path {
public:
  void push(const char *name) { steps_.emplace_back(name); }
  void push(std::size_t index) { steps_.emplace_back(index); }
  void pop() { steps_.pop_back(); }
  std::string str() const;
  // The line of the value, or of the innermost one around it that exists.
  unsigned line_in(const json_node &root) const;

private:
  std::vector<std::variant<const char *, std::size_t>> steps_;
};

} // namespace syclfuse::manifest
