// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The environment variables of Env.def, read once.
#pragma once

#include <string>
#include <vector>

namespace sycl::detail {

enum class log_level : int { error, warn, info, trace };
// automatic: async, and no word of it where there is no worker.
enum class jit_mode : int { automatic, off, async, sync };

// The order is that of how many kernels may be held.
enum class automatic_fusion : int { off, built, on, stress };

// A level of x86-64; 0: the processor's.
struct isa_level {
  unsigned long value = 0;
};

// The path of a file or folder. One that is not absolute counts from the folder that the program was in when it was
// read. Empty: none.
struct file_path {
  std::string text;
};

// Patterns for names of regions, as of file names.
struct region_names {
  std::vector<std::string> patterns;
  bool match(const std::string &name) const;
};

// SYCL_FUSE switches off everything, or some regions.
struct region_selection {
  bool on = true;
  region_names off;
};

// SYCL_FUSE_STATS asks for a table on stderr, or a file.
struct report_target {
  bool on = false;
  std::string file; // empty: the table
};

struct environment {
  using text = std::string;
  using toggle = bool;
  using number = unsigned long;
  using isa = isa_level;
  using path = file_path;
  using level = log_level;
  using mode = jit_mode;
  using automatic_mode = automatic_fusion;
  using selection = region_selection;
  using names = region_names;
  using report = report_target;
#define SF_ENV(Variable, Field, Type, Default, Values, Text) Type Field;
#include "core/process/Env.def"
  std::string rank; // as of read_rank()
};

// Read at the first call. A value that cannot be understood counts as the default, with a warning; so does, without
// one, any value where the program runs with rights that its user does not have: variables choose what is loaded and
// written to.
const environment &env();

// Reads the variables anew (tests).
environment read_environment();

} // namespace sycl::detail
