// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Diagnostics of every part, with stable codes. The one list of codes is diagnostics.def; docs/diagnostics.md is
// generated from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace syclfuse {

enum class severity : std::uint8_t { note, remark, warning, error };
const char *to_string(severity level); // "warning"

// SFnnnn: SF1 plugin, SF2 manifest, SF3 fuser, SF4 targets, SF5 CMake, SF6 runtime, SF7 JIT. Never reused.
enum class diag : std::uint16_t {
#define SF_DIAG(Number, Name, Severity, Text, Remedy) Name = Number,
#include "syclfuse/diagnostics.def"
#define SF_REASON(Number, Name, Text, Remedy) reason_##Name = Number,
#include "syclfuse/reasons.def"
};

struct diag_info {
  diag code;
  std::string_view name; // identifier in diagnostics.def, in kebab-case for -W flags
  severity level;
  std::string_view text;   // the message with {0}, {1} … for the arguments
  std::string_view remedy; // what to do about it, a sentence without a full stop
};

// The entry of `code`; never fails for a value of the enumeration.
const diag_info &info(diag code);
// All entries in order of their number.
const std::vector<diag_info> &all_diagnostics();

struct diagnostic_note {
  std::string file;
  unsigned line = 0, column = 0;
  std::string text;
};

// One message. `text` is complete. Printed as `file:line:col: error: text [SF3012]`, then its notes and, as the last
// one, the remedy of its code if it has one; unknown parts of the place are left out. No newline at the end.
struct diagnostic {
  diag code;
  severity level;
  std::string file;
  unsigned line = 0, column = 0;
  std::string text;
  std::vector<diagnostic_note> notes;
  // The code whose remedy is printed, where another one than `code` is the cause.
  std::optional<diag> remedy_of = std::nullopt;

  std::string format() const;
};

// Returns `info(code).text` with {0}, {1} … replaced by the arguments.
std::string format_text(diag code, const std::vector<std::string> &arguments);

// Collects diagnostics in order.
class diagnostics {
public:
  diagnostic &add(diag code, std::string file, unsigned line, unsigned column,
                  const std::vector<std::string> &arguments);
  bool has_errors() const;
  const std::vector<diagnostic> &list() const { return list_; }
  std::string format() const; // all, each followed by a newline

private:
  std::vector<diagnostic> list_;
};

// "SF3012"
std::string code_string(diag code);

} // namespace syclfuse
