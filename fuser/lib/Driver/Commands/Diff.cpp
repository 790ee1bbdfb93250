// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ManifestCommands.h"
#include "ManifestFiles.h"

#include "syclfuse/manifest_diff.hpp"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

ExitCode diff(const DiffOptions &Options, raw_ostream &Out, raw_ostream &Err) {
  diagnostics Diags;
  std::optional<manifest::document> Before = readUnited(Options.Before, Diags),
                                    After = readUnited(Options.After, Diags);
  Err << Diags.format();
  if (!Before || !After)
    return ExitUsage;
  const std::vector<manifest::change> Changes = manifest::diff(*Before, *After, Options.Places);
  Out << (Options.JSON ? manifest::to_json(Changes) : manifest::to_text(Changes));
  Out.flush();
  return Changes.empty() ? ExitOk : ExitUserError;
}

} // namespace syclfuse::fuser
