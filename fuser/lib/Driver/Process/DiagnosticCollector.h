// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The messages of LLVM and of passes as diagnostics and remarks, one context apart from the other.
#pragma once

#include "syclfuse/diagnostic.hpp"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
} // namespace llvm

namespace syclfuse::fuser {

// The remarks that a context is to give. Empty expressions match nothing.
struct RemarkFilters {
  // Regular expressions of -Rpass, -Rpass-missed and -Rpass-analysis; valid.
  std::string Passed, Missed, Analysis;
  bool YAML = false;
};

struct CollectedRemarks {
  std::vector<std::string> Lines; // "file:line:col: remark: text [-Rpass=name]"
  std::string YAML;               // all remarks of all passes, in LLVM's format
  llvm::raw_string_ostream Stream{YAML};
};

// Sends the messages of LLVM in `Context` to Diags: errors become SF3010 and no longer end the process. With filters,
// remarks go to Remarks. Diags and Remarks must outlive the context.
class DiagnosticCollector {
public:
  DiagnosticCollector(llvm::LLVMContext &Context, diagnostics &Diags, const RemarkFilters &Filters = {},
                      CollectedRemarks *Remarks = nullptr);
};

// Appends all of From to To; a message that To has already is left out.
void append(diagnostics &To, const diagnostics &From);
// Appends one finished message.
void append(diagnostics &To, const diagnostic &D);

} // namespace syclfuse::fuser
