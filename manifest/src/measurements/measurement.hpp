// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Internal to the manifest library: reading the fields of files that hold what was measured.
#pragma once

#include "document/json_tree.hpp"

#include "syclfuse/diagnostic.hpp"

#include <optional>
#include <string>

namespace syclfuse::measurement {

// The tree of a file or text, an object. SF3001, SF2003, SF3076.
std::optional<manifest::json_node> read_tree(const std::string &path, diagnostics &out);
std::optional<manifest::json_node> parse_tree(std::string_view json, const std::string &file, diagnostics &out);

// Says SF3076 with the line of a value, once for each that is wrong; at most 20 of a file.
class reader {
public:
  using node = manifest::json_node;
  reader(const std::string &file, diagnostics &out) : file_(file), out_(out) {}

  bool failed() const { return errors_ != 0; }
  bool full() const { return errors_ >= 20; }

  void wrong(const node &at, const std::string &what, const std::string &needed) {
    add(at.line, what, manifest::describe(at), needed);
  }
  void missing(const node &in, const std::string &what, const std::string &needed) {
    add(in.line, what, "missing", needed);
  }
  void add(unsigned line, const std::string &what, const std::string &given, const std::string &needed) {
    if (!full())
      out_.add(diag::measurement_malformed, file_, line, 0, {what, given, needed});
    ++errors_;
  }

  // The member, or null and an error.
  const node *required(const node &object, const char *name, node::type kind, const char *needed);
  // Leaves `to` alone where the member is missing and need not be there.
  bool text(const node &object, const char *name, bool needed, std::string &to);
  bool count(const node &object, const char *name, bool needed, std::uint64_t &to);

private:
  const std::string &file_;
  diagnostics &out_;
  unsigned errors_ = 0;
};

} // namespace syclfuse::measurement
