// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/size_expression.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>

namespace syclfuse::manifest {
namespace {

// No program writes larger ones; what manifests from elsewhere have is bounded by them.
constexpr std::size_t most_characters = 1024;
constexpr unsigned most_nested = 64;

unsigned nesting(std::string_view text) {
  unsigned now = 0, most = 0;
  for (char c : text) {
    now += c == '(';
    most = std::max(most, now);
    now -= c == ')';
  }
  return most;
}

template <class T> std::optional<T> number(std::string_view text) {
  T value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional<T>(value) : std::nullopt;
}

std::optional<std::uint64_t> computed(std::uint64_t a, char operation, std::uint64_t b) {
  switch (operation) {
  case '+':
    return a <= std::numeric_limits<std::uint64_t>::max() - b ? std::optional(a + b) : std::nullopt;
  case '-':
    return a >= b ? std::optional(a - b) : std::nullopt;
  case '*':
    return b == 0 || a <= std::numeric_limits<std::uint64_t>::max() / b ? std::optional(a * b) : std::nullopt;
  case '/':
    return b != 0 ? std::optional(a / b) : std::nullopt;
  default:
    return b != 0 ? std::optional(a % b) : std::nullopt;
  }
}

// By recursive descent. Empty texts are what is not known.
class folder {
public:
  folder(std::string_view text, const size_of_atom &replace) : rest_(text), replace_(replace) {}

  std::string run() {
    std::string out = sum();
    return rest_.empty() ? out : std::string();
  }

private:
  std::string sum() {
    return chain("+-", [this] { return chain("*/%", [this] { return operand(); }); });
  }

  template <class Next> std::string chain(std::string_view operators, Next next) {
    std::string left = next();
    while (!left.empty() && !rest_.empty() && operators.find(rest_.front()) != std::string_view::npos) {
      const char operation = rest_.front();
      rest_.remove_prefix(1);
      left = combined(left, operation, next());
    }
    return left;
  }

  static std::string combined(const std::string &left, char operation, const std::string &right) {
    if (left.empty() || right.empty())
      return {};
    const auto a = number<std::uint64_t>(left), b = number<std::uint64_t>(right);
    if (!a || !b) {
      std::string out = "(" + left + operation + right + ")";
      return out.size() > most_characters || nesting(out) > most_nested ? std::string() : out;
    }
    const auto result = computed(*a, operation, *b);
    return result ? std::to_string(*result) : std::string();
  }

  std::string operand() {
    if (rest_.empty())
      return {};
    if (rest_.front() == '(')
      return nested();
    std::size_t length = rest_.find_first_of("+-*/%()");
    const std::string_view item = rest_.substr(0, length);
    rest_.remove_prefix(item.size());
    if (const auto value = number<std::uint64_t>(item))
      return std::to_string(*value);
    return parse_size_atom(item).kind ? replace_(item) : std::string();
  }

  std::string nested() {
    if (++depth_ > most_nested)
      return {};
    rest_.remove_prefix(1);
    std::string out = sum();
    --depth_;
    if (rest_.empty() || rest_.front() != ')')
      return {};
    rest_.remove_prefix(1);
    return out;
  }

  std::string_view rest_;
  const size_of_atom &replace_;
  unsigned depth_ = 0;
};

} // namespace

size_atom parse_size_atom(std::string_view text) {
  size_atom out;
  if (text.empty() || (text.front() != '$' && text.front() != '&' && text.front() != '#'))
    return {};
  const std::size_t digits = std::min(text.find_first_not_of("0123456789", 1), text.size());
  const auto named = number<unsigned>(text.substr(1, digits - 1));
  std::string_view rest = text.substr(digits);
  if (!named || (text.front() == '#' && !rest.empty()))
    return {};
  out.number = *named;
  if (text.front() != '#') {
    const std::size_t bracket = rest.rfind('[');
    if (bracket == std::string_view::npos || rest.back() != ']' ||
        (bracket != 0 && (text.front() != '$' || rest.front() != '.')))
      return {};
    const auto index = number<unsigned>(rest.substr(bracket + 1, rest.size() - bracket - 2));
    if (!index)
      return {};
    out.index = *index;
    out.part = rest.substr(0, bracket);
  }
  out.kind = text.front();
  return out;
}

std::string fold_size_expression(std::string_view text, const size_of_atom &replace) {
  return text.size() > most_characters ? std::string() : folder(text, replace).run();
}

bool is_size_expression(std::string_view text) {
  return !fold_size_expression(text, [](std::string_view) { return std::string("#0"); }).empty();
}

} // namespace syclfuse::manifest
