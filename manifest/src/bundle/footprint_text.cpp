// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Apart from the rest: the runtime does not need it.
#include "syclfuse/footprints.hpp"

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
  if (index == no_value)
    return "";
  const value_record value = v.values[index];
  std::string out = std::to_string(value.constant);
  for (std::uint32_t i = 0; i < value.terms; ++i) {
    const term_record t = v.terms[value.first_term + i];
    out += (t.coefficient < 0 ? " - " : " + ") + std::to_string(t.coefficient).substr(t.coefficient < 0);
    for (std::uint16_t s : t.symbols)
      if (s != no_symbol)
        out += "*s" + std::to_string(s);
  }
  return out;
}

std::string text_of(const view &v, const limit_record &l) {
  std::string out;
  for (unsigned k = 0; k < 32; ++k)
    if (l.axes >> k & 1)
      out += (out.empty() ? "" : ",") + std::to_string(k);
  return " within [" + text_of(v, l.least) + ".." + text_of(v, l.greatest) + "] on " + out;
}

std::string text_of(const view &v, const symbol_record &s) {
  static constexpr const char *sources[] = {"closure", "global_size", "global_offset", "num_groups", "local_size"};
  static constexpr const char *operations[] = {"", "quotient", "least", "greatest"};
  if (s.made_by != operation::none)
    return operations[static_cast<unsigned>(s.made_by)] + (" of " + text_of(v, s.submission)) + " and " +
           text_of(v, s.offset);
  const std::string of = s.submission == of_launch ? "launch" : std::to_string(s.submission);
  return sources[static_cast<unsigned>(s.source)] + (" " + of) + ":" + std::to_string(s.offset);
}

std::string text_of(const view &v, const axis_record &a) {
  auto both = [&](const std::uint32_t (&bounds)[2], const char *which) {
    return text_of(v, bounds[0]) + (bounds[0] == bounds[1] ? "" : which + text_of(v, bounds[1]));
  };
  return " + (" + text_of(v, a.stride) + ")*[" + both(a.lows, " max ") + ".." + both(a.highs, " min ") + "]";
}

} // namespace

std::string view::str() const {
  std::string out;
  for (std::uint32_t i = 0; i < symbols.size(); ++i) {
    const symbol_record s = symbols[i];
    out += "s" + std::to_string(i) + " = " + text_of(*this, s);
    if (s.source == argument_source::closure)
      out += (s.is_signed ? " i" : " u") + std::to_string(8 * s.size);
    out += "\n";
  }
  for (std::uint32_t i = 0; i < footprints.size(); ++i) {
    const footprint_record f = footprints[i];
    out += "pointer " + std::to_string(f.submission) + ":" + std::to_string(f.offset) + ":";
    if (f.writes)
      out += " kernel " + kernels_of(f.writes) + " writes";
    if (f.reads)
      out += " kernel " + kernels_of(f.reads) + " reads";
    if (f.first_axis == no_value) {
      out += " somewhere\n";
      continue;
    }
    out += " [" + text_of(*this, f.begin) + ", " + text_of(*this, f.end) + ")";
    for (std::uint32_t k = 0; k < f.axes; ++k)
      out += text_of(*this, axes[f.first_axis + k]);
    for (std::uint32_t k = 0; k < f.limits; ++k)
      out += text_of(*this, limits[f.first_limit + k]);
    out += "\n";
  }
  for (std::uint32_t i = 0; i < pairs.size(); ++i)
    out += "compare " + std::to_string(pairs[i].first) + " with " + std::to_string(pairs[i].second) +
           (pairs[i].in_groups ? " in other groups\n" : "\n");
  for (std::uint32_t i = 0; i < conditions.size(); ++i)
    out += "if " + text_of(*this, conditions[i].value) + " >= 0\n";
  return out;
}

} // namespace syclfuse::footprints
