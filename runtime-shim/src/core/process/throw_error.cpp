// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Also in the libraries of drivers, which the runtime exports only its API to.
#include "core/process/errors.hpp"

namespace sycl::detail {

void throw_error(errc e, const std::string &text) { throw exception(make_error_code(e), text); }
void throw_diagnostic(errc e, syclfuse::diag code, const std::vector<std::string> &arguments) {
  throw_error(e, syclfuse::format_text(code, arguments) + " [" + syclfuse::code_string(code) + "]");
}

} // namespace sycl::detail
