// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Driver/Commands/Inspect/ProgramContents.h"
#include "ReportModel.h"

#include "llvm/ADT/ArrayRef.h"

namespace syclfuse::fuser {

// All that is known of the program and of what it did in the runs. Roots: where sources are looked for. The regions
// are in the order of their places.
Report gatherReport(const ProgramContents &Program, llvm::ArrayRef<statistics::run> Runs,
                    llvm::ArrayRef<std::string> Roots);

} // namespace syclfuse::fuser
