// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Apart from the rest: the runtime does not need it.
#include "syclfuse/footprints.hpp"
#include "syclfuse/names.hpp"

namespace syclfuse::footprints {

namespace {

std::string kernels_of(std::uint64_t mask) {
  std::string out;
  for (unsigned k = 0; k < 64; ++k)
    if (mask >> k & 1)
      out += (out.empty() ? "" : ",") + std::to_string(k);
  return out;
}

std::string text_of(const view &v, std::uint32_t index) {
  const value_record value = v.value(index);
  std::string out = std::to_string(value.constant);
  for (std::uint32_t i = 0; i < value.terms; ++i) {
    const term_record t = v.term(value.first_term + i);
    out += (t.coefficient < 0 ? " - " : " + ") + std::to_string(t.coefficient).substr(t.coefficient < 0);
    for (std::uint16_t s : t.symbols)
      if (s != no_symbol)
        out += "*s" + std::to_string(s);
  }
  return out;
}

std::string axes_of(const view &v, std::uint32_t first, std::uint32_t count) {
  std::string out;
  for (std::uint32_t k = 0; k < count; ++k) {
    const axis_record a = v.axis(first + k);
    out += " + (" + text_of(v, a.stride) + ")*[";
    for (std::uint32_t i = 0; i < a.lows + a.highs; ++i) {
      const bound_record b = v.bound(a.first_bound + i);
      out += i == 0 ? "" : i < a.lows ? " max " : i == a.lows ? ".." : " min ";
      const std::string value = text_of(v, b.value);
      out += b.divisor == 1 ? value : "(" + value + ")/" + std::to_string(b.divisor);
    }
    out += "]";
  }
  return out;
}

} // namespace

std::string view::str() const {
  static constexpr const char *sources[] = {"closure", "global_size", "global_offset", "num_groups", "local_size"};
  std::string out;
  for (std::uint32_t i = 0; i < header_.symbols; ++i) {
    const symbol_record s = symbol(i);
    const std::string of = s.submission == of_launch ? "launch" : std::to_string(s.submission);
    out += "s" + std::to_string(i) + " = " + sources[static_cast<unsigned>(s.source)] + " " + of + ":" +
           std::to_string(s.offset) +
           (s.source == argument_source::closure ? (s.is_signed ? " i" : " u") + std::to_string(8 * s.size)
                                                 : std::string()) +
           "\n";
  }
  for (std::uint32_t i = 0; i < header_.footprints; ++i) {
    const footprint_record f = footprint(i);
    out += "pointer " + std::to_string(f.submission) + ":" + std::to_string(f.offset) + ":";
    if (f.writes)
      out += " kernel " + kernels_of(f.writes) + " writes";
    if (f.reads)
      out += " kernel " + kernels_of(f.reads) + " reads";
    out += " [" + text_of(*this, f.begin) + ", " + text_of(*this, f.end) + ")" + axes_of(*this, f.first_axis, f.axes);
    out += "\n";
  }
  for (std::uint32_t i = 0; i < header_.pairs; ++i)
    out += "compare " + std::to_string(pair(i).first) + " with " + std::to_string(pair(i).second) + "\n";
  return out;
}

} // namespace syclfuse::footprints
