// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/diagnostic.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace syclfuse {
namespace {

// An identifier with dashes instead of underscores, so that diagnostics.def is the only place a name is written.
template <std::size_t N> struct kebab_name {
  char text[N] = {};
  constexpr kebab_name(const char (&identifier)[N]) {
    for (std::size_t i = 0; i < N; ++i)
      text[i] = identifier[i] == '_' ? '-' : identifier[i];
  }
  constexpr std::string_view view() const { return {text, N - 1}; }
};

#define SF_DIAG(Number, Name, Severity, Text, Remedy) constexpr kebab_name name_of_##Name{#Name};
#include "syclfuse/diagnostics.def"
#define SF_REASON(Number, Name, Text, Remedy) constexpr kebab_name name_of_reason_##Name{#Name};
#include "syclfuse/reasons.def"

// Remarks of the runtime, since a region that runs unfused still gives the right result.
constexpr diag_info entries[] = {
#define SF_DIAG(Number, Name, Severity, Text, Remedy)                                                                  \
  {diag::Name, name_of_##Name.view(), severity::Severity, Text, Remedy},
#include "syclfuse/diagnostics.def"
#define SF_REASON(Number, Name, Text, Remedy)                                                                          \
  {diag::reason_##Name, name_of_reason_##Name.view(), severity::remark, Text, Remedy},
#include "syclfuse/reasons.def"
};

bool before(const diag_info &a, const diag_info &b) { return a.code < b.code; }

// "file:line:col: ", without the parts that are not known.
void append_location(std::string &out, const std::string &file, unsigned line, unsigned column) {
  if (file.empty())
    return;
  out += file;
  if (line != 0) {
    out += ':' + std::to_string(line);
    if (column != 0)
      out += ':' + std::to_string(column);
  }
  out += ": ";
}

} // namespace

const char *to_string(severity level) {
  switch (level) {
  case severity::note:
    return "note";
  case severity::remark:
    return "remark";
  case severity::warning:
    return "warning";
  case severity::error:
    return "error";
  }
  return "error";
}

const std::vector<diag_info> &all_diagnostics() {
  // Never destroyed: the runtime may report while the program's static objects are being destroyed.
  static const std::vector<diag_info> &all = *[] {
    auto *sorted = new std::vector<diag_info>(std::begin(entries), std::end(entries));
    std::sort(sorted->begin(), sorted->end(), before);
    return sorted;
  }();
  return all;
}

const diag_info &info(diag code) {
  const std::vector<diag_info> &all = all_diagnostics();
  auto it = std::lower_bound(all.begin(), all.end(), diag_info{code, {}, {}, {}, {}}, before);
  return it != all.end() && it->code == code ? *it : info(diag::internal_error);
}

std::string format_text(diag code, const std::vector<std::string> &arguments) {
  std::string_view text = info(code).text;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool placeholder = text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}';
    const std::size_t index = placeholder ? static_cast<std::size_t>(text[i + 1] - '0') : arguments.size();
    if (index < arguments.size()) {
      out += arguments[index];
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string code_string(diag code) {
  std::string digits = std::to_string(static_cast<unsigned>(code));
  return "SF" + std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
}

std::string diagnostic::format() const {
  std::string out;
  append_location(out, file, line, column);
  out += std::string(to_string(level)) + ": " + text + " [" + code_string(code) + "]";
  for (const diagnostic_note &note : notes) {
    out += '\n';
    append_location(out, note.file, note.line, note.column);
    out += "note: " + note.text;
  }
  if (std::string_view remedy = info(remedy_of.value_or(code)).remedy; !remedy.empty())
    out += "\nnote: " + std::string(remedy);
  return out;
}

diagnostic &diagnostics::add(diag code, std::string file, unsigned line, unsigned column,
                             const std::vector<std::string> &arguments) {
  list_.push_back(
      {code, info(code).level, std::move(file), line, column, format_text(code, arguments), {}, std::nullopt});
  return list_.back();
}

bool diagnostics::has_errors() const {
  return std::any_of(list_.begin(), list_.end(), [](const diagnostic &d) { return d.level == severity::error; });
}

std::string diagnostics::format() const {
  std::string out;
  for (const diagnostic &d : list_)
    out += d.format() + '\n';
  return out;
}

} // namespace syclfuse
