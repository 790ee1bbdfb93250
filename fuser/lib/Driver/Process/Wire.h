// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bytes in which worker processes answer and result files are written: little-endian integers, texts with their
// length. A reader never reads past the end and never allocates more than the input is long; after the first thing that
// is wrong it gives zeros and empty texts, and ok() is false.
#pragma once

#include "syclfuse/diagnostic.hpp"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace syclfuse::fuser {

class WireWriter {
public:
  void integer(uint64_t Value);
  void text(llvm::StringRef Text);
  void texts(const std::vector<std::string> &Texts);
  // Records without padding, as they lie in memory (the tool runs on little-endian machines only).
  void bytes(const void *Data, size_t Size) { Out.append(static_cast<const char *>(Data), Size); }
  void diags(const diagnostics &List);
  std::string take() { return std::move(Out); }

private:
  std::string Out;
};

class WireReader {
public:
  explicit WireReader(llvm::StringRef In) : In(In) {}

  uint64_t integer();
  // At most Last; anything greater is wrong.
  uint64_t integerUpTo(uint64_t Last);
  bool boolean() { return integerUpTo(1); }
  // The number of elements that follow, each of at least Size bytes: no more than the rest of the input can hold.
  size_t count(size_t Size = sizeof(uint64_t));
  std::string text();
  std::vector<std::string> texts();
  bool bytes(void *Data, size_t Size);
  diagnostics diags();

  void fail() { Ok = false; }
  bool ok() const { return Ok; }
  // Everything was read and was right.
  bool done() const { return Ok && In.empty(); }
  llvm::StringRef rest() const { return In; }

private:
  llvm::StringRef In;
  bool Ok = true;
};

} // namespace syclfuse::fuser
