// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace syclfuse::fuser {

// While it lives, a crash of this thread is reported as one of `Name`, and `Bytes`, the code it works on, are saved for
// a report. Where LLVM reads a file a crash is the file's fault: it counts as SF3001 for the file `Name`, a user error.
class CrashScope {
public:
  enum Kind { Working, Reading };
  CrashScope(std::string Name, llvm::StringRef Bytes, Kind What = Working);
  ~CrashScope();
  CrashScope(const CrashScope &) = delete;
  CrashScope &operator=(const CrashScope &) = delete;

  const std::string Name;
  const llvm::StringRef Bytes;
  const Kind What;

private:
  const CrashScope *Outer;
};

// Keeps code for a report of a bug: the name of its file in the folder for temporary files, or nothing.
std::string saveReproducer(llvm::StringRef Bytes);

} // namespace syclfuse::fuser
