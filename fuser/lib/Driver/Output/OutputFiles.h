// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files a build writes: all of them or none.
#pragma once

#include "syclfuse/diagnostic.hpp"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace syclfuse::fuser {

class OutputFiles {
public:
  void add(std::string Path, llvm::StringRef Bytes) { Files.emplace_back(std::move(Path), Bytes.str()); }

  // Writes each file to a temporary one beside it, and renames them once all are there. False and SF2002 if one cannot
  // be written, or is one of Inputs; then none is.
  bool commit(llvm::ArrayRef<std::string> Inputs, diagnostics &Diags);

private:
  std::vector<std::pair<std::string, std::string>> Files;
};

// One output, to standard output if Path is empty.
bool writeOutput(const std::string &Path, llvm::StringRef Bytes, llvm::ArrayRef<std::string> Inputs,
                 llvm::raw_ostream &Out, diagnostics &Diags);

// Writes one file at once, for what is to be there after a failure too. False and SF2002.
bool writeFile(const std::string &Path, llvm::StringRef Bytes, diagnostics &Diags);

// The rule "output: inputs" in Make syntax, as Make and Ninja read it.
std::string depfileText(llvm::StringRef Output, llvm::ArrayRef<std::string> Inputs);

} // namespace syclfuse::fuser
