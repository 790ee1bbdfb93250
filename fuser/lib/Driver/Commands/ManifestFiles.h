// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps that the commands on manifests share.
#pragma once

#include "Driver/Driver.h"
#include "Driver/Input/ManifestInput.h"

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace syclfuse::fuser {

// Appends the manifests of all inputs.
bool findAll(llvm::ArrayRef<std::string> Inputs, std::vector<ManifestSource> &Sources, diagnostics &Diags);

// The manifests of one input as one. Its targets need not be those of this tool.
std::optional<manifest::document> readUnited(const std::string &Input, diagnostics &Diags);

// The hash of a main file, as the plugin computes it (docs/manifest.md).
std::string sourceHash(const llvm::MemoryBuffer &Buffer);

// "1 kernel", "2 kernels"
std::string counted(size_t Count, llvm::StringRef Noun);
// "2 kernels, 1 region, 3 open regions"
std::string contentsOf(const manifest::document &Document);

// Writes to the file Output, which must be none of Inputs, or to Out if Output is empty.
bool writeManifest(const manifest::document &Document, const std::string &Output, llvm::ArrayRef<std::string> Inputs,
                   llvm::raw_ostream &Out, diagnostics &Diags);

// Prints the messages after the output.
ExitCode finish(bool Ok, const diagnostics &Diags, llvm::raw_ostream &Out, llvm::raw_ostream &Err);

} // namespace syclfuse::fuser
