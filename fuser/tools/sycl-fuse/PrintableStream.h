// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What sycl-fuse prints for people: names in it come from files that others have made.
#pragma once

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace syclfuse::fuser::tool {

// Passes text on with its control characters escaped (syclfuse/printable.hpp).
class PrintableStream : public llvm::raw_ostream {
public:
  explicit PrintableStream(llvm::raw_ostream &To) : raw_ostream(/*unbuffered=*/true), To(To) {}
  ~PrintableStream() override { To << Held; }

private:
  void write_impl(const char *Text, size_t Size) override;
  uint64_t current_pos() const override { return To.tell(); }

  llvm::raw_ostream &To;
  std::string Held; // the first byte of a character whose second one has not come yet
};

// Standard output and standard error.
llvm::raw_ostream &printedOutput();
llvm::raw_ostream &printedErrors();

} // namespace syclfuse::fuser::tool
