// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ProgramContents.h"

#include "Driver/Input/ManifestInput.h"
#include "Driver/Process/DiagnosticCollector.h"

#include "syclfuse/target_names.hpp"

#include <set>

using namespace llvm;

namespace syclfuse::fuser {

// A program's bundles; of an object that has none yet its manifests.
static bool readBundles(const std::string &Input, ProgramContents &Out, std::vector<ManifestSource> &Manifests,
                        diagnostics &Diags) {
  InspectedFile File;
  if (!inspectFile(Input, File, Diags))
    return false;
  if (File.Bundles.empty())
    return findManifests(Input, Manifests, Diags);
  for (std::unique_ptr<OwnedBundle> &B : File.Bundles)
    Out.Bundles.push_back(std::move(B));
  append(Out.Messages, File.Messages);
  return true;
}

bool readProgram(ArrayRef<std::string> Inputs, ProgramContents &Out, diagnostics &Diags) {
  std::vector<ManifestSource> Manifests;
  bool Ok = true;
  for (const std::string &Input : Inputs)
    Ok &= StringRef(Input).ends_with(".json") ? findManifests(Input, Manifests, Diags)
                                              : readBundles(Input, Out, Manifests, Diags);
  if (Manifests.empty())
    return Ok;
  std::optional<ManifestSet> Set = readManifests(Manifests, Diags);
  if (!Set)
    return false;
  Out.Document = std::move(Set->Document);
  manifest::join(Out.Document);
  Out.HasManifests = true;
  return Ok;
}

bool isFor(const bundle::variant_record &V, StringRef Target) {
  if (V.target == target_kind::native && Target.consume_front("native:v"))
    return Target == std::to_string(V.arch);
  return Target == bundle::target_name(V);
}

std::vector<std::string> targetsOf(const ProgramContents &Program) {
  std::set<std::string> Names;
  for (const std::unique_ptr<OwnedBundle> &B : Program.Bundles) {
    for (const bundle::kernel_record &K : B->View.kernels())
      for (const bundle::variant_record &V : B->View.variants(K))
        Names.insert(bundle::target_name(V));
    for (const bundle::region_record &R : B->View.regions())
      for (const bundle::variant_record &V : B->View.variants(R))
        Names.insert(bundle::target_name(V));
  }
  return {Names.begin(), Names.end()};
}

static RegionKey key(StringRef Name, uint64_t Signature, StringRef File, unsigned Line, unsigned Column) {
  return {Name.str(), Signature, File.substr(File.rfind('/') + 1).str(), Line, Column};
}

RegionKey keyOf(const manifest::document &Document, const manifest::region &R) {
  const manifest::source_location &Begin = R.source.begin;
  return key(R.name, manifest::signature(Document, R), Begin.file, Begin.line, Begin.column);
}

RegionKey keyOf(const bundle::view &View, const bundle::region_record &R) {
  return key(View.string(R.name), R.signature, View.string(R.begin.file), R.begin.line, R.begin.column);
}

} // namespace syclfuse::fuser
