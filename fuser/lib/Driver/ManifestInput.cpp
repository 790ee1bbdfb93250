// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ManifestInput.h"

#include "JobRunner.h"

#include "syclfuse/fuser/FuseError.h"
#include "syclfuse/fuser/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

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

bool findBeside(ArrayRef<DeviceImage> Images, std::vector<std::string> &Files, diagnostics &Diags) {
  bool Found = true;
  for (const DeviceImage &Image : Images) {
    std::string Whole = besideOf(Image.Input), OfMember;
    if (!Image.Member.empty()) {
      SmallString<128> Path(sys::path::parent_path(Image.Input));
      sys::path::append(Path, Image.Member);
      OfMember = besideOf(Path);
    }
    bool HasWhole = sys::fs::exists(Whole), HasMember = !OfMember.empty() && sys::fs::exists(OfMember);
    if (HasWhole)
      addOnce(Files, Whole);
    if (HasMember)
      addOnce(Files, OfMember);
    if (!HasWhole && !HasMember) {
      Diags.add(diag::no_manifest, "", 0, 0, {Image.displayName()});
      Found = false;
    }
  }
  return Found;
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

std::optional<ManifestSet> readManifests(ArrayRef<std::string> Files, diagnostics &Diags) {
  ManifestSet Set;
  for (const std::string &File : Files)
    addOnce(Set.Files, File);
  bool Ok = true;
  for (const std::string &File : Set.Files) {
    std::optional<manifest::document> Document = manifest::read_file(File, Diags);
    Ok &= Document && checkTargets(*Document, File, Diags) && manifest::merge(Set.Document, *Document, File, Diags);
  }
  if (!Ok)
    return std::nullopt;
  return Set;
}

std::optional<ManifestSet> readManifests(ArrayRef<std::string> Files, ArrayRef<std::string> Added,
                                         ArrayRef<DeviceImage> Images, diagnostics &Diags) {
  std::vector<std::string> All = Files.vec();
  if (Files.empty() && !findBeside(Images, All, Diags))
    return std::nullopt;
  llvm::append_range(All, Added);
  std::optional<ManifestSet> Set = readManifests(All, Diags);
  if (Set)
    manifest::join(Set->Document);
  return Set;
}

} // namespace syclfuse::fuser
