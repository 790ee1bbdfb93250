// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ManifestCommands.h"
#include "ManifestFiles.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

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
    if (Buffer && sourceHash(**Buffer) == P.source_hash)
      continue;
    Diags.add(diag::source_changed, P.source, 0, 0,
              {P.source, File, Buffer ? "it has changed" : Buffer.getError().message()});
    Ok = false;
  }
  return Ok;
}

ExitCode validate(const ValidateOptions &Options, raw_ostream &Out, raw_ostream &Err) {
  diagnostics Diags;
  std::vector<ManifestSource> Sources;
  bool Ok = findAll(Options.Inputs, Sources, Diags);
  for (const ManifestSource &Source : Sources) {
    std::optional<manifest::document> Document = readManifest(Source, Diags);
    if (Document && checkTargets(*Document, Source.Name, Diags) &&
        (Options.Sources.empty() || checkSources(*Document, Source.Name, Options.Sources, Diags)))
      Out << Source.Name << ": valid, " << contentsOf(*Document) << '\n';
    else
      Ok = false;
  }
  return finish(Ok, Diags, Out, Err);
}

} // namespace syclfuse::fuser
