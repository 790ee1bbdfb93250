// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/process/log.hpp"
#include "syclfuse/printable.hpp"

#include <cstdio>
#include <iostream>

namespace sycl::detail {
namespace {

thread_local bool beside_program = false;

// What the program has printed before comes before it, also where both go to one file. With sync_with_stdio(false)
// std::cout has a buffer of its own, which no other thread may touch.
void write_line(const std::string &text) {
  if (!beside_program)
    std::cout.flush();
  std::fflush(stdout);
  std::string line = syclfuse::printable(text) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}
void tell_user(const std::string &text) {
  if (env().warning_level >= 1)
    write_line(text);
}
const char *name(log_level l) {
  switch (l) {
  case log_level::error:
    return "error";
  case log_level::warn:
    return "warning";
  case log_level::info:
    return "info";
  default:
    return "trace";
  }
}

} // namespace

void thread_is_beside_program() { beside_program = true; }

void log(log_level l, const std::string &text) {
  if (logs(l))
    write_line(std::string("sycl-fuse: ") + name(l) + ": " + text);
}

void log(syclfuse::diag code, const std::vector<std::string> &arguments) {
  auto level = syclfuse::info(code).level == syclfuse::severity::error ? log_level::error : log_level::warn;
  log(level, syclfuse::format_text(code, arguments) + " [" + syclfuse::code_string(code) + "]");
}

void user_warning(const std::string &text) { tell_user("WARNING: " + text); }

void user_error_block(const std::string &text, const std::string &code) {
  tell_user("ERROR: JIT compilation for kernel fusion failed with message:\n" + text + " [" + code + "]");
}

void trace_line(const std::string &text) { write_line("sycl-fuse: launch: " + text); }

} // namespace sycl::detail
