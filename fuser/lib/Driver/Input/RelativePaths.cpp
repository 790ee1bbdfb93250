// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RelativePaths.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace syclfuse::fuser {

std::string relativeName(StringRef Path) {
  return (sys::path::is_absolute(Path) ? sys::path::filename(Path) : Path).str();
}

static SetVector<DIFile *> findFiles(const Module &M) {
  DebugInfoFinder Finder;
  Finder.processModule(M);
  SetVector<DIFile *> Files;
  auto Add = [&](DIScope *Scope) {
    if (DIFile *File = Scope->getFile())
      Files.insert(File);
  };
  for_each(Finder.compile_units(), Add);
  for_each(Finder.subprograms(), Add);
  for_each(Finder.types(), Add);
  for_each(Finder.scopes(), Add);
  return Files;
}

static SmallString<128> absolutePath(const DIFile &File) {
  SmallString<128> Path(File.getDirectory());
  sys::path::append(Path, File.getFilename());
  return Path;
}

// Clang takes the directories that a file has in common with the compilation directory out of the file's name.
std::string sourcePath(const DIFile &File, const Module &M) {
  if (File.getDirectory().empty() || sys::path::is_absolute(File.getFilename()))
    return File.getFilename().str();
  const SmallString<128> Path = absolutePath(File);
  bool IsBelow = false;
  for (const DICompileUnit *Unit : M.debug_compile_units()) {
    if (Unit->getFilename() == Path)
      return Path.str().str(); // as the user gave it
    IsBelow |= Unit->getDirectory() == File.getDirectory();
  }
  return IsBelow ? File.getFilename().str() : Path.str().str();
}

std::vector<NamedPath> makePathsRelative(Module &M) {
  M.setModuleIdentifier("kernels");
  M.setSourceFileName("kernels");
  std::vector<NamedPath> Paths;
  const SetVector<DIFile *> Files = findFiles(M);
  for (const DIFile *File : Files)
    Paths.emplace_back(relativeName(File->getFilename()), sourcePath(*File, M));
  for (DIFile *File : Files) {
    // A file is referred to from many places: its operands change, not the references. Operand 0 is the name, 1 the
    // directory.
    std::string Name = relativeName(File->getFilename());
    File->replaceOperandWith(0, MDString::get(M.getContext(), Name));
    File->replaceOperandWith(1, MDString::get(M.getContext(), ""));
  }
  return Paths;
}

void SourcePaths::add(ArrayRef<NamedPath> Paths) {
  for (const auto &[Name, Path] : Paths) {
    auto [Entry, IsNew] = Known.try_emplace(Name, Path);
    // A file that was named in two ways is one file, and another one may have the same name.
    if (!IsNew && Entry->second != Path && Path != Name)
      Entry->second = Entry->second == Name ? Path : "";
  }
}

void SourcePaths::restoreName(std::string &Name) const {
  if (const auto Found = Known.find(Name); Found != Known.end() && !Found->second.empty())
    Name = Found->second;
}

void SourcePaths::restore(diagnostics &Diags) const {
  diagnostics Restored;
  for (diagnostic D : Diags.list()) {
    restoreName(D.file);
    for (diagnostic_note &N : D.notes)
      restoreName(N.file);
    Restored.add(D.code, D.file, D.line, D.column, {}) = D;
  }
  Diags = std::move(Restored);
}

void SourcePaths::restore(std::string &Line) const {
  auto [Name, Rest] = StringRef(Line).split(':');
  if (Rest.empty())
    return;
  std::string Path = Name.str();
  restoreName(Path);
  Line = Path + ":" + Rest.str();
}

} // namespace syclfuse::fuser
