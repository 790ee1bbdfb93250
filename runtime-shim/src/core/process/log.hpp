// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages on stderr, always as whole lines, behind what the program has printed by then.
#pragma once

#include "core/process/env.hpp"
#include "syclfuse/diagnostic.hpp"

#include <string>
#include <vector>

namespace sycl::detail {

// The calling thread is one of the runtime: its messages leave std::cout alone, which the program may be writing to.
void thread_is_beside_program();

inline bool logs(log_level l) { return env().log >= l; }
// "sycl-fuse: info: text", if the level is on.
void log(log_level, const std::string &text);
// "sycl-fuse: warning: text [SF6001]" at its severity's level.
void log(syclfuse::diag code, const std::vector<std::string> &arguments);
// "WARNING: text", under SYCL_RT_WARNING_LEVEL >= 1.
void user_warning(const std::string &text);
// Why a region could not be fused, in the form of the removed implementation, at the same level.
void user_error_block(const std::string &text, const std::string &code);
// One line of SYCL_FUSE_TRACE.
void trace_line(const std::string &text);

} // namespace sycl::detail
