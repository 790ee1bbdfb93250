// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How messages name kernels.
#pragma once

#include "sycl/detail/command.hpp"

#include <string>
#include <string_view>

namespace sycl::detail {

// "'app::Scale' (scale.cpp:12:5)" as the bundle has it; of a kernel of no bundle the type that names it. Takes locks,
// as registry::find does.
std::string kernel_title(kernel_info &);
// The same for a kernel whose symbol alone is known.
std::string kernel_title(std::string_view symbol);

} // namespace sycl::detail
