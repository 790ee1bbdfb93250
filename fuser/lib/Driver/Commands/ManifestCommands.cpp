// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ManifestCommands.h"

#include "Driver/Input/ManifestInput.h"
#include "Driver/Input/NDRangeSpec.h"
#include "Driver/Output/OutputFiles.h"

#include "Support/FuseError.h"
#include "Targets/Target.h"
#include "syclfuse/manifest_diff.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace syclfuse::fuser {

static std::string counted(size_t Count, StringRef Noun) {
  return (Twine(Count) + " " + Noun + (Count == 1 ? "" : "s")).str();
}

// The document united with itself, as build has it: each region once, lists in order.
static bool unite(manifest::document &Document, const std::string &File, diagnostics &Diags) {
  manifest::document United;
  if (!manifest::merge(United, Document, File, Diags))
    return false;
  Document = std::move(United);
  return true;
}

static bool write(const manifest::document &Document, const std::string &Output, ArrayRef<std::string> Inputs,
                  raw_ostream &Out, diagnostics &Diags) {
  if (Output.empty()) {
    Out << manifest::to_json(Document);
    return true;
  }
  OutputFiles Files;
  Files.add(Output, manifest::to_json(Document));
  return Files.commit(Inputs, Diags);
}

static ExitCode finish(bool Ok, const diagnostics &Diags, raw_ostream &Out, raw_ostream &Err) {
  Out.flush();
  Err << Diags.format();
  return Ok ? ExitOk : ExitUserError;
}

// As the plugin computes it (docs/manifest.md).
static std::string hashOf(const MemoryBuffer &Buffer) {
  return "xxh64:" + utohexstr(xxHash64(Buffer.getBuffer()), /*LowerCase=*/true, 16);
}

static bool checkSources(const manifest::document &Document, const std::string &File, const std::string &Root,
                         diagnostics &Diags) {
  bool Ok = true;
  for (const manifest::provenance &P : Document.sources) {
    if (!StringRef(P.source_hash).starts_with("xxh64:")) // a recorded run has none
      continue;
    SmallString<128> Path(P.source);
    if (!sys::path::is_absolute(Path)) {
      Path = Root;
      sys::path::append(Path, P.source);
    }
    auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (Buffer && hashOf(**Buffer) == P.source_hash)
      continue;
    Diags.add(diag::source_changed, P.source, 0, 0,
              {P.source, File, Buffer ? "it has changed" : Buffer.getError().message()});
    Ok = false;
  }
  return Ok;
}

static bool findAll(ArrayRef<std::string> Inputs, std::vector<ManifestSource> &Sources, diagnostics &Diags) {
  bool Ok = true;
  for (const std::string &Input : Inputs)
    Ok &= findManifests(Input, Sources, Diags);
  return Ok;
}

// The manifests of one input as one. Its targets need not be those of this tool.
static std::optional<manifest::document> readUnited(const std::string &Input, diagnostics &Diags) {
  std::vector<ManifestSource> Sources;
  manifest::document United;
  bool Ok = findManifests(Input, Sources, Diags);
  for (const ManifestSource &Source : Sources) {
    std::optional<manifest::document> Document = readManifest(Source, Diags);
    Ok = Document && manifest::merge(United, *Document, Source.Name, Diags) && Ok;
  }
  if (!Ok)
    return std::nullopt;
  return United;
}

static void describe(const manifest::document &Document, const std::string &Name, raw_ostream &Out) {
  Out << Name << ": valid, " << counted(Document.kernels.size(), "kernel") << ", "
      << counted(Document.regions.size(), "region");
  if (!Document.open_regions.empty())
    Out << ", " << counted(Document.open_regions.size(), "open region");
  Out << '\n';
}

ExitCode validate(const ValidateOptions &Options, raw_ostream &Out, raw_ostream &Err) {
  diagnostics Diags;
  std::vector<ManifestSource> Sources;
  bool Ok = findAll(Options.Inputs, Sources, Diags);
  for (const ManifestSource &Source : Sources) {
    std::optional<manifest::document> Document = readManifest(Source, Diags);
    if (Document && checkTargets(*Document, Source.Name, Diags) &&
        (Options.Sources.empty() || checkSources(*Document, Source.Name, Options.Sources, Diags)))
      describe(*Document, Source.Name, Out);
    else
      Ok = false;
  }
  return finish(Ok, Diags, Out, Err);
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
            write(Set->Document, Options.Output, Inputs, Out, Diags);
  return finish(Ok, Diags, Out, Err);
}

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

ExitCode strip(const StripOptions &Options, raw_ostream &Out, raw_ostream &Err) {
  diagnostics Diags;
  std::optional<manifest::document> Document = readUnited(Options.Input, Diags);
  // A manifest may be written over: the output is complete or the input is as it was. An object is more than its
  // manifest.
  std::vector<std::string> Kept;
  if (!isManifest(Options.Input))
    Kept.push_back(Options.Input);
  bool Ok = Document && write(manifest::strip(std::move(*Document), Options.How), Options.Output, Kept, Out, Diags);
  return finish(Ok, Diags, Out, Err);
}

} // namespace syclfuse::fuser
