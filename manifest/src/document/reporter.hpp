// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Internal to the manifest library: how reading and validating report errors about a place in a document.
#pragma once

#include "json_tree.hpp"

#include "syclfuse/diagnostic.hpp"

namespace syclfuse::manifest {

// Reports about the value at the current path. `root` may be null (a document that was not read from JSON): no lines
// then.
class reporter {
public:
  // A broken document says so in as many messages of a kind at most.
  static constexpr unsigned most_messages = 50;

  reporter(const std::string &file, const json_node *root, diagnostics &out) : file_(file), root_(root), out_(out) {}

  // RAII: the path is one step longer while this lives.
  class step {
  public:
    template <class S> step(reporter &r, S s) : r_(r) { r_.path_.push(s); }
    ~step() { r_.path_.pop(); }
    step(const step &) = delete;
    step &operator=(const step &) = delete;

  private:
    reporter &r_;
  };

  void report(diag code, const std::vector<std::string> &arguments) {
    report_at(root_ ? path_.line_in(*root_) : 0, code, arguments);
  }
  void report_at(unsigned line, diag code, const std::vector<std::string> &arguments) {
    unsigned &count = info(code).level == severity::error ? errors_ : others_;
    if (count < most_messages) {
      ++count;
      out_.add(code, file_, line, 0, arguments);
    }
  }
  // "field X is <given>, needed: <needed>"
  void invalid(const std::string &given, const std::string &needed) {
    report(diag::manifest_field_invalid, {path_.str(), given, needed});
  }
  // The same about the member `field` of what the path leads to.
  void report_in(const char *field, diag code, const std::vector<std::string> &arguments) {
    step at(*this, field);
    report(code, arguments);
  }
  void invalid_in(const char *field, const std::string &given, const std::string &needed) {
    step at(*this, field);
    invalid(given, needed);
  }
  std::string path() const { return path_.str(); }
  bool failed() const { return errors_ != 0; }
  // True if further errors would not be shown, so that looking for them is of no use.
  bool full() const { return errors_ == most_messages; }

private:
  const std::string &file_;
  const json_node *root_;
  diagnostics &out_;
  json_path path_;
  unsigned errors_ = 0, others_ = 0;
};

} // namespace syclfuse::manifest
