// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Driver/Planning/Job.h"

#include "syclfuse/footprints.hpp"

namespace syclfuse::fuser {

// Fills in what only the driver knows of a variant that a target has compiled: its kind and ND-range, and the guards
// that the runtime checks before it is used, as far as the fused kernel still depends on them. FusedArguments: the
// arguments of the fused kernel before the target.
void completeVariant(bundle::builder::variant &V, const Job &J, llvm::ArrayRef<ArgumentSource> FusedArguments,
                     const footprints::table &Footprints);

} // namespace syclfuse::fuser
