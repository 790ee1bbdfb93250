// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ManifestInput.h"

#include "Driver/Process/DiagnosticCollector.h"

#include "Support/FuseError.h"
#include "Targets/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <map>
#include <set>

using namespace llvm;

namespace syclfuse::fuser {

static std::string besideOf(StringRef File) {
  SmallString<128> Path(File);
  sys::path::replace_extension(Path, ".fusion.json");
  return Path.str().str();
}

static void addOnce(std::vector<std::string> &Files, const std::string &File) {
  if (!is_contained(Files, File))
    Files.push_back(File);
}

static void addFileOnce(std::vector<ManifestSource> &Sources, std::string File) {
  if (none_of(Sources, [&](const ManifestSource &S) { return !S.Text && S.Name == File; }))
    Sources.push_back({std::move(File)});
}

static bool findBeside(const DeviceImage &Image, std::vector<ManifestSource> &Sources) {
  std::string Whole = besideOf(Image.Input), OfMember;
  if (!Image.Member.empty()) {
    SmallString<128> Path(sys::path::parent_path(Image.Input));
    sys::path::append(Path, Image.Member);
    OfMember = besideOf(Path);
  }
  bool HasWhole = sys::fs::exists(Whole), HasMember = !OfMember.empty() && sys::fs::exists(OfMember);
  if (HasWhole)
    addFileOnce(Sources, Whole);
  if (HasMember)
    addFileOnce(Sources, OfMember);
  return HasWhole || HasMember;
}

bool findManifests(ArrayRef<DeviceImage> Images, std::vector<ManifestSource> &Sources, diagnostics &Diags) {
  struct Counts {
    size_t Images = 0, Manifests = 0;
  };
  std::map<std::string, Counts> Objects;
  bool Found = true;
  for (const DeviceImage &Image : Images) {
    std::string Name = Image.displayName();
    Counts &Object = Objects[Name];
    ++Object.Images;
    Object.Manifests += Image.Manifests.size();
    for (const std::string &Text : Image.Manifests)
      Sources.push_back({Name, Text});
    if (Object.Manifests == 0 && !findBeside(Image, Sources)) {
      Diags.add(diag::no_manifest, "", 0, 0, {Name});
      Found = false;
    }
  }
  // A relocatable object of several translation units, of which some were compiled without the plugin.
  for (const auto &[Name, Object] : Objects)
    if (Object.Manifests != 0 && Object.Manifests < Object.Images) {
      Diags.add(diag::no_manifest, "", 0, 0,
                {std::to_string(Object.Images - Object.Manifests) + " of the " + std::to_string(Object.Images) +
                 " translation units in " + Name});
      Found = false;
    }
  return Found;
}

bool isManifest(const std::string &Path) {
  if (StringRef(Path).ends_with(".json"))
    return true;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  return Buffer && classify(**Buffer) == FileKind::Json;
}

bool findManifests(const std::string &Input, std::vector<ManifestSource> &Sources, diagnostics &Diags) {
  if (isManifest(Input)) {
    addFileOnce(Sources, Input);
    return true;
  }
  std::vector<DeviceImage> Images;
  if (!readDeviceImages(Input, SpirvReader(), Images, Diags))
    return false;
  if (Images.empty())
    Diags.add(diag::input_no_device_code, "", 0, 0, {Input});
  return !Images.empty() && findManifests(Images, Sources, Diags);
}

bool checkTargets(const manifest::document &Document, const std::string &File, diagnostics &Diags) {
  diagnostics Unknown;
  for (const std::string &Name : Document.targets)
    report(createTarget(Name).takeError(), Unknown);
  for (diagnostic D : Unknown.list()) {
    D.file = File;
    append(Diags, D);
  }
  return !Unknown.has_errors();
}

std::optional<manifest::document> readManifest(const ManifestSource &Source, diagnostics &Diags) {
  return Source.Text ? manifest::parse(*Source.Text, Source.Name, Diags) : manifest::read_file(Source.Name, Diags);
}

std::optional<ManifestSet> readManifests(ArrayRef<ManifestSource> Sources, diagnostics &Diags) {
  ManifestSet Set;
  bool Ok = true;
  for (const ManifestSource &Source : Sources) {
    if (!Source.Text)
      addOnce(Set.Files, Source.Name);
    std::optional<manifest::document> Document = readManifest(Source, Diags);
    Ok &= Document && checkTargets(*Document, Source.Name, Diags) &&
          manifest::merge(Set.Document, *Document, Source.Name, Diags);
  }
  if (!Ok)
    return std::nullopt;
  return Set;
}

// True if the two describe one kernel in the same way.
static bool agree(const manifest::kernel &A, const manifest::kernel &B) {
  manifest::document First, Second;
  First.kernels.push_back(A);
  Second.kernels.push_back(B);
  diagnostics Ignored;
  return manifest::merge(First, Second, "", Ignored);
}

// Takes out of a recorded manifest the regions whose kernels are not those of the program. The record may be of another
// program whose runs went to the same folder, or older than the source.
static void keepWhatFits(manifest::document &Recorded, const manifest::document &Program, const std::string &File,
                         diagnostics &Diags) {
  std::map<StringRef, const manifest::kernel *> Known;
  for (const manifest::kernel &K : Program.kernels)
    Known[K.symbol] = &K;
  std::set<StringRef> Unfit;
  std::string Example;
  for (const manifest::kernel &K : Recorded.kernels) {
    auto Mine = Known.find(K.symbol);
    const char *Why = Mine == Known.end()       ? "is not in this program"
                      : agree(*Mine->second, K) ? nullptr
                                                : "has other parameters now";
    if (!Why)
      continue;
    Unfit.insert(K.symbol);
    if (Example.empty())
      Example = "kernel '" + (K.name.empty() ? K.symbol : K.name) + "' " + Why;
  }
  if (Unfit.empty())
    return;
  const size_t All = Recorded.regions.size();
  erase_if(Recorded.regions, [&](const manifest::region &R) {
    return any_of(R.submissions, [&](const manifest::submission &S) { return Unfit.count(S.kernel) != 0; });
  });
  const size_t Left = All - Recorded.regions.size();
  Diags.add(diag::captured_left_out, File, 0, 0, {std::to_string(Left), std::to_string(All), Example});
  erase_if(Recorded.kernels, [&](const manifest::kernel &K) { return Unfit.count(K.symbol) != 0; });
}

static bool mergeCaptured(ManifestSet &Set, const std::string &File, diagnostics &Diags) {
  std::optional<manifest::document> Document = readManifest({File}, Diags);
  if (!Document)
    return false;
  keepWhatFits(*Document, Set.Document, File, Diags);
  addOnce(Set.Files, File);
  return checkTargets(*Document, File, Diags) && manifest::merge(Set.Document, *Document, File, Diags);
}

std::optional<ManifestSet> readManifests(const BuildOptions &Options, ArrayRef<DeviceImage> Images,
                                         diagnostics &Diags) {
  std::vector<ManifestSource> Sources;
  for (const std::string &File : Options.Manifests)
    addFileOnce(Sources, File);
  if (Sources.empty() && !findManifests(Images, Sources, Diags))
    return std::nullopt;
  for (const std::string &File : Options.AddedManifests)
    addFileOnce(Sources, File);
  std::optional<ManifestSet> Set = readManifests(Sources, Diags);
  bool Ok = Set.has_value();
  for (const std::string &File : Options.Captured)
    Ok = Ok && mergeCaptured(*Set, File, Diags);
  if (!Ok)
    return std::nullopt;
  if (!Options.Automatic)
    erase_if(Set->Document.regions, [](const manifest::region &R) { return R.kind == region_kind::automatic; });
  manifest::join(Set->Document);
  return Set;
}

} // namespace syclfuse::fuser
