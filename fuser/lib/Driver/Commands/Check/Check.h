// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-fuse check: the gate for continuous integration (docs/check.md).
#pragma once

#include "CheckOptions.h"

#include "Driver/Driver.h"

namespace syclfuse::fuser {

// Prints what is wrong. ExitOk if nothing is, else ExitUserError, also if an input cannot be read.
ExitCode check(const CheckOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err);

} // namespace syclfuse::fuser
