// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/regions/region_segment.hpp"

#include "core/process/log.hpp"

namespace sycl::detail {

void region_warning(const region_terms &r, const std::string &words, syclfuse::diag code) {
  if (env().warning_level == 0)
    return;
  const std::string location = r.location.file ? " (the region was started at " + std::string(r.location.file) + ":" +
                                                     std::to_string(r.location.line) + ")"
                                               : "";
  user_warning(words + location + " [" + syclfuse::code_string(code) + "]");
}

} // namespace sycl::detail
