// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ManifestFiles.h"

#include "Driver/Output/OutputFiles.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace syclfuse::fuser {

bool findAll(ArrayRef<std::string> Inputs, std::vector<ManifestSource> &Sources, diagnostics &Diags) {
  bool Ok = true;
  for (const std::string &Input : Inputs)
    Ok &= findManifests(Input, Sources, Diags);
  return Ok;
}

std::optional<manifest::document> readUnited(const std::string &Input, diagnostics &Diags) {
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

std::string sourceHash(const MemoryBuffer &Buffer) {
  return "xxh64:" + utohexstr(xxHash64(Buffer.getBuffer()), /*LowerCase=*/true, 16);
}

std::string counted(size_t Count, StringRef Noun) {
  return (Twine(Count) + " " + Noun + (Count == 1 ? "" : "s")).str();
}

std::string contentsOf(const manifest::document &Document) {
  return counted(Document.kernels.size(), "kernel") + ", " + counted(Document.regions.size(), "region") +
         (Document.open_regions.empty() ? "" : ", " + counted(Document.open_regions.size(), "open region"));
}

bool writeManifest(const manifest::document &Document, const std::string &Output, ArrayRef<std::string> Inputs,
                   raw_ostream &Out, diagnostics &Diags) {
  return writeOutput(Output, manifest::to_json(Document), Inputs, Out, Diags);
}

ExitCode finish(bool Ok, const diagnostics &Diags, raw_ostream &Out, raw_ostream &Err) {
  Out.flush();
  Err << Diags.format();
  return Ok ? ExitOk : ExitUserError;
}

} // namespace syclfuse::fuser
