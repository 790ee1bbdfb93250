// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A file of a job folder: eight letters, the version of its format, a checksum, and what it holds.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace syclfuse::fuser {

std::string seal(llvm::StringRef Letters, uint64_t Version, llvm::StringRef Contents);

// Takes all but the contents off Bytes. Empty if all is well, else what is wrong: "it is damaged".
std::string unseal(llvm::StringRef Letters, uint64_t Version, llvm::StringRef &Bytes);

} // namespace syclfuse::fuser
