// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What runs have measured, in the words of people.
#pragma once

#include "syclfuse/diagnostic.hpp"

#include <string>

namespace syclfuse::fuser {

// "2.5 us"
std::string timeText(double Nanoseconds);
// "SF6104 nd_range_not_listed", as in docs/reasons.md.
std::string reasonText(diag Reason);

} // namespace syclfuse::fuser
