// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One request to the JIT worker: from the cache, or compiled.
#pragma once

#include "Driver/Driver.h"

#include "syclfuse/jit_protocol.hpp"

namespace syclfuse::fuser {

// Looks into the cache, else compiles and publishes there; processes that want the same key wait for the one that
// compiles it.
jit::reply answerJitRequest(const jit::request &Request, const JitOptions &Options);

} // namespace syclfuse::fuser
