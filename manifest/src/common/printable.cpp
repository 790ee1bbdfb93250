// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/printable.hpp"

#include <cstddef>

namespace syclfuse {
namespace {

// U+0080 to U+009F begin with this byte, as other characters do.
constexpr unsigned char lead = 0xc2;

bool is_control(unsigned char c) { return (c < ' ' && c != '\n' && c != '\t') || c == 0x7f; }
bool is_upper_control(unsigned char c) { return c >= 0x80 && c <= 0x9f; }

void append_escape(std::string &to, unsigned char c) {
  constexpr char digits[] = "0123456789abcdef";
  to += "\\u00";
  to += digits[c >> 4];
  to += digits[c & 15];
}

} // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (is_control(c))
      append_escape(out, c);
    else if (c == lead && is_upper_control(next))
      append_escape(out, next), ++i;
    else
      out += text[i];
  }
  return out;
}

} // namespace syclfuse
