// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The environment variables of Env.def, read once.
#pragma once

#include <string>

namespace sycl::detail {

enum class log_level : int { error, warn, info, trace };
// automatic: async, and no word of it where there is no worker.
enum class jit_mode : int { automatic, off, async, sync };

struct environment {
  using text = std::string;
  using toggle = bool;
  using number = unsigned long;
  using level = log_level;
  using mode = jit_mode;
#define SF_ENV(Variable, Field, Type, Default, Values, Text) Type Field;
#include "core/Env.def"
};

// Read at the first call. A value that cannot be understood counts as the default, with a warning.
const environment &env();

// Reads the variables anew (tests).
environment read_environment();

} // namespace sycl::detail
