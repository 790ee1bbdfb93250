// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making the exceptions of the runtime.
#pragma once

#include "sycl/exception.hpp"
#include "syclfuse/diagnostic.hpp"

namespace sycl::detail {

// The diagnostic's text and code as an exception.
[[noreturn]] void throw_diagnostic(errc, syclfuse::diag, const std::vector<std::string> &arguments);
[[noreturn]] void throw_error(errc, const std::string &text);
// The host's version of the kernel cannot have the sub-groups that it requires: errc::kernel_not_supported (SF6002).
[[noreturn]] void throw_no_sub_groups(const std::string &kernel);

} // namespace sycl::detail
