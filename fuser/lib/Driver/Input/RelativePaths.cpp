// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RelativePaths.h"

#include "llvm/ADT/SetVector.h"
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

void makePathsRelative(Module &M) {
  M.setModuleIdentifier("kernels");
  M.setSourceFileName("kernels");
  for (DIFile *File : findFiles(M)) {
    // A file is referred to from many places: its operands change, not the references. Operand 0 is the name, 1 the
    // directory.
    std::string Name = relativeName(File->getFilename());
    File->replaceOperandWith(0, MDString::get(M.getContext(), Name));
    File->replaceOperandWith(1, MDString::get(M.getContext(), ""));
  }
}

} // namespace syclfuse::fuser
