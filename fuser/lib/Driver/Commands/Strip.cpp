// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ManifestCommands.h"
#include "ManifestFiles.h"

using namespace llvm;

namespace syclfuse::fuser {

ExitCode strip(const StripOptions &Options, raw_ostream &Out, raw_ostream &Err) {
  diagnostics Diags;
  std::optional<manifest::document> Document = readUnited(Options.Input, Diags);
  // A manifest may be written over: the output is complete or the input is as it was. An object is more than its
  // manifest.
  std::vector<std::string> Kept;
  if (!isManifest(Options.Input))
    Kept.push_back(Options.Input);
  bool Ok =
      Document && writeManifest(manifest::strip(std::move(*Document), Options.How), Options.Output, Kept, Out, Diags);
  return finish(Ok, Diags, Out, Err);
}

} // namespace syclfuse::fuser
