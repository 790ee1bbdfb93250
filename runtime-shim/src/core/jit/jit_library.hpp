// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opening what the JIT worker made.
#pragma once

#include "syclfuse/native_abi.h"

#include <string>

namespace sycl::detail {

// Opens a shared library from memory, so that what was verified is what is opened, and no file is needed. Gives its
// registration, which stays valid until the end of the process; null and a sentence's end if it cannot be used. Any
// thread.
const sycl_fuse_registration *open_jit_library(const std::string &bytes, std::string &why);

} // namespace sycl::detail
