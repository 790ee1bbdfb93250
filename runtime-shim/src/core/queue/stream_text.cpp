// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/queue/stream_output.hpp"

#include <cstdio>
#include <cstring>
#include <locale.h>

namespace sycl::detail {
namespace {

using record = stream_record;

// printf's conversion for a value: flags, then `rest`.
std::string conversion(unsigned format, const char *rest) {
  return std::string("%") + (format & record::show_sign ? "+" : "") + (format & record::show_base ? "#" : "") + rest;
}

template <class... A> std::string printed(const std::string &how, A... values) {
  char small[64];
  const int length = std::snprintf(small, sizeof(small), how.c_str(), values...);
  if (static_cast<std::size_t>(length) < sizeof(small))
    return small;
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  std::snprintf(text.data(), text.size(), how.c_str(), values...);
  text.pop_back();
  return text;
}

// As std::ostream has it: hexadecimal and octal show the bits of the type.
std::string integer(std::uint64_t bits, unsigned kind, unsigned format) {
  const unsigned base = format & record::base_mask;
  if (base == 0 && kind != record::unsigned_64)
    return printed(conversion(format & ~unsigned{record::show_base}, "lld"), static_cast<long long>(bits));
  if (kind == record::signed_32)
    bits &= 0xffffffffu;
  if (kind == record::signed_16)
    bits &= 0xffffu;
  const char *rest = base == record::hex ? "llx" : base == record::oct ? "llo" : "llu";
  const unsigned flags = base == 0 ? 0 : format & record::show_base;
  return printed(conversion(flags, rest), static_cast<unsigned long long>(bits));
}

// As std::ostream has numbers, whatever setlocale() has been told.
class classic_numbers {
public:
  classic_numbers() : before_(::uselocale(classic())) {}
  ~classic_numbers() { ::uselocale(before_); }
  classic_numbers(const classic_numbers &) = delete;

private:
  static locale_t classic() {
    static const locale_t c = ::newlocale(LC_ALL_MASK, "C", nullptr);
    return c;
  }
  const locale_t before_;
};

std::string floating(double v, unsigned format, int precision) {
  const classic_numbers held;
  const unsigned sign = format & record::show_sign;
  switch (format & record::float_mask) {
  case record::fixed:
    return printed(conversion(sign, ".*f"), precision, v);
  case record::scientific:
    return printed(conversion(sign, ".*e"), precision, v);
  case record::hexfloat:
    return printed(conversion(sign, "a"), v);
  default:
    return printed(conversion(sign, ".*g"), precision, v);
  }
}

template <class T, class Bits> T from_bits(Bits b) {
  T v;
  std::memcpy(&v, &b, sizeof(v));
  return v;
}

std::string value(const unsigned char *r) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, r + 5, sizeof(bits));
  const unsigned kind = r[1], format = r[2];
  switch (kind) {
  case record::character:
    return std::string(1, static_cast<char>(bits));
  case record::floating_32:
    return floating(from_bits<float>(static_cast<std::uint32_t>(bits)), format, r[3]);
  case record::floating_64:
    return floating(from_bits<double>(bits), format, r[3]);
  case record::pointer:
    return printed("0x%llx", static_cast<unsigned long long>(bits));
  default:
    return integer(bits, kind, format);
  }
}

} // namespace

std::string stream_text(const char *records, std::size_t bytes, std::size_t limit) {
  std::string text;
  for (std::size_t i = 0; i < bytes && text.size() < limit;) {
    if (records[i] != record::mark) {
      text += records[i++];
      continue;
    }
    if (bytes - i < record::size) // cut off at the end of the buffer
      break;
    const auto *r = reinterpret_cast<const unsigned char *>(records) + i;
    const std::string v = value(r);
    text.append(r[4] > v.size() ? r[4] - v.size() : 0, ' ');
    text += v;
    i += record::size;
  }
  text.resize(std::min(text.size(), limit));
  return text;
}

} // namespace sycl::detail
