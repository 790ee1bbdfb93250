// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms of a report.
#pragma once

#include "ReportModel.h"

namespace syclfuse::fuser {

// For terminals.
std::string reportText(const Report &R);

// A page of HTML that needs nothing but itself.
std::string reportPage(const Report &R);

} // namespace syclfuse::fuser
