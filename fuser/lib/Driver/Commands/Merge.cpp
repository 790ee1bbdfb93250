// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ManifestCommands.h"
#include "ManifestFiles.h"

#include "Driver/Input/NDRangeSpec.h"
#include "Support/FuseError.h"
#include "Targets/Target.h"

using namespace llvm;

namespace syclfuse::fuser {

// The document united with itself, as build has it: each region once, lists in order.
static bool unite(manifest::document &Document, const std::string &File, diagnostics &Diags) {
  manifest::document United;
  if (!manifest::merge(United, Document, File, Diags))
    return false;
  Document = std::move(United);
  return true;
}

static bool addTargets(ArrayRef<std::string> Targets, manifest::document &Document, diagnostics &Diags) {
  bool Ok = true;
  for (const std::string &Name : Targets) {
    Expected<std::unique_ptr<Target>> T = createTarget(Name);
    if (T) {
      Document.targets.push_back(Name);
      continue;
    }
    report(T.takeError(), Diags);
    Ok = false;
  }
  return Ok;
}

static bool addNDRanges(ArrayRef<std::string> Specs, manifest::document &Document, diagnostics &Diags) {
  bool Ok = true;
  for (const std::string &Spec : Specs)
    if (Error E = addNDRange(Spec, Document, /*OpenToo=*/true)) {
      report(std::move(E), Diags);
      Ok = false;
    }
  return Ok;
}

ExitCode merge(const MergeOptions &Options, raw_ostream &Out, raw_ostream &Err) {
  diagnostics Diags;
  std::vector<ManifestSource> Sources;
  std::optional<ManifestSet> Set =
      findAll(Options.Inputs, Sources, Diags) ? readManifests(Sources, Diags) : std::nullopt;
  std::vector<std::string> Inputs = Options.Inputs;
  if (Set)
    llvm::append_range(Inputs, Set->Files);
  bool Ok = Set && addTargets(Options.Targets, Set->Document, Diags) &&
            addNDRanges(Options.NDRanges, Set->Document, Diags) && unite(Set->Document, "", Diags) &&
            writeManifest(Set->Document, Options.Output, Inputs, Out, Diags);
  return finish(Ok, Diags, Out, Err);
}

} // namespace syclfuse::fuser
