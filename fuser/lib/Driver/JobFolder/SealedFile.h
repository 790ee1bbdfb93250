// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A file of a job folder: eight letters, the version of its format, a checksum, and the contents.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace syclfuse::fuser {

std::string seal(llvm::StringRef Letters, uint64_t Version, llvm::StringRef Contents);

// Removes all but the contents from Bytes. Returns an empty text, or the problem: "it is damaged".
std::string unseal(llvm::StringRef Letters, uint64_t Version, llvm::StringRef &Bytes);

} // namespace syclfuse::fuser
