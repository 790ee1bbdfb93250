// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DeviceInput.h"
#include "Driver/Process/CrashScope.h"
#include "Driver/Process/DiagnosticCollector.h"
#include "ObjectReader.h"

#include "syclfuse/manifest_section.hpp"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace syclfuse::fuser {

static bool unreadable(diagnostics &Diags, const std::string &Path, const std::string &Why) {
  Diags.add(diag::input_unreadable, "", 0, 0, {Path, Why});
  return false;
}

static bool unreadable(diagnostics &Diags, const std::string &Path, Error E) {
  return unreadable(Diags, Path, toString(std::move(E)));
}

std::unique_ptr<MemoryBuffer> readInput(const std::string &Path, diagnostics &Diags) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  if (Buffer)
    return std::move(*Buffer);
  unreadable(Diags, Path, Buffer.getError().message());
  return nullptr;
}

static bool collectElf(MemoryBufferRef Buffer, const std::string &Input, ObjectReader Object, diagnostics &Diags) {
  Expected<std::unique_ptr<object::ObjectFile>> File = object::ObjectFile::createELFObjectFile(Buffer);
  if (!File)
    return unreadable(Diags, Input, File.takeError());
  for (const object::SectionRef &Section : (*File)->sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      return unreadable(Diags, Input, Name.takeError());
    const bool IsManifest = *Name == manifest::section_name;
    if (!IsManifest && object::ELFSectionRef(Section).getType() != ELF::SHT_LLVM_OFFLOADING)
      continue;
    Expected<StringRef> Contents = Section.getContents();
    if (!Contents)
      return unreadable(Diags, Input, Contents.takeError());
    if (IsManifest ? !Object.takeManifests(*Contents) : !Object.takeDeviceCode(*Contents))
      return false;
  }
  Object.finish();
  return true;
}

// The later sections of an object of -flto, which is bitcode: global variables of its module. None if it is
// device code itself, or damaged: its reader says so.
static std::vector<std::pair<std::string, std::string>> sectionsOf(MemoryBufferRef Bitcode, const std::string &Name) {
  CrashScope Scope(Name, Bitcode.getBuffer(), CrashScope::Reading);
  diagnostics Ignored;
  LLVMContext Context;
  DiagnosticCollector Collector(Context, Ignored);
  Expected<std::unique_ptr<Module>> M = getLazyBitcodeModule(Bitcode, Context);
  std::vector<std::pair<std::string, std::string>> Sections;
  if (!M) {
    consumeError(M.takeError());
    return Sections;
  }
  for (const GlobalVariable &Variable : (*M)->globals()) {
    const auto *Data =
        Variable.hasInitializer() ? dyn_cast<ConstantDataSequential>(Variable.getInitializer()) : nullptr;
    if (Data && (Variable.getSection() == DeviceCodeSection || Variable.getSection() == manifest::section_name))
      Sections.emplace_back(Variable.getSection().str(), Data->getRawDataValues().str());
  }
  return Sections;
}

static bool collectBitcode(MemoryBufferRef Buffer, const std::string &Input, const std::string &Member,
                           ObjectReader Object, std::vector<DeviceImage> &Images) {
  const std::vector<std::pair<std::string, std::string>> Sections = sectionsOf(Buffer, Input);
  if (Sections.empty())
    Images.push_back({Input, Member, MemoryBuffer::getMemBufferCopy(Buffer.getBuffer(), Buffer.getBufferIdentifier())});
  for (const auto &[Name, Contents] : Sections)
    if (Name == manifest::section_name ? !Object.takeManifests(Contents) : !Object.takeDeviceCode(Contents))
      return false;
  Object.finish();
  return true;
}

static bool collectMember(const object::Archive::Child &Child, const std::string &Input, const SpirvReader &Reader,
                          std::vector<DeviceImage> &Images, diagnostics &Diags) {
  Expected<MemoryBufferRef> Member = Child.getMemoryBufferRef();
  if (!Member)
    return unreadable(Diags, Input, Member.takeError());
  FileKind Kind = classify(*Member);
  if (Kind != FileKind::Elf && Kind != FileKind::Bitcode)
    return true;
  std::string Name = sys::path::filename(Member->getBufferIdentifier()).str();
  return collectDeviceImages(*Member, Input, Name, Reader, Images, Diags);
}

static bool collectArchive(MemoryBufferRef Buffer, const std::string &Input, const SpirvReader &Reader,
                           std::vector<DeviceImage> &Images, diagnostics &Diags) {
  Expected<std::unique_ptr<object::Archive>> Archive = object::Archive::create(Buffer);
  if (!Archive)
    return unreadable(Diags, Input, Archive.takeError());
  Error E = Error::success();
  for (const object::Archive::Child &Child : (*Archive)->children(E))
    if (!collectMember(Child, Input, Reader, Images, Diags)) {
      consumeError(std::move(E)); // The loop ended early, for a reason that has been reported.
      return false;
    }
  return E ? unreadable(Diags, Input, std::move(E)) : true;
}

bool collectDeviceImages(MemoryBufferRef Buffer, const std::string &Input, const std::string &Member,
                         const SpirvReader &Reader, std::vector<DeviceImage> &Images, diagnostics &Diags) {
  switch (classify(Buffer)) {
  case FileKind::Elf:
    return collectElf(Buffer, Input, ObjectReader(Input, Member, Reader, Images, Diags), Diags);
  case FileKind::Archive:
    return collectArchive(Buffer, Input, Reader, Images, Diags);
  case FileKind::Bitcode:
    return collectBitcode(Buffer, Input, Member, ObjectReader(Input, Member, Reader, Images, Diags), Images);
  case FileKind::TextualIR:
    Images.push_back({Input, Member, MemoryBuffer::getMemBufferCopy(Buffer.getBuffer(), Buffer.getBufferIdentifier())});
    return true;
  case FileKind::Spirv: {
    std::unique_ptr<MemoryBuffer> Bitcode = readSpirv(Buffer.getBuffer(), Input, Reader, Diags);
    bool Read = Bitcode != nullptr;
    if (Read)
      Images.push_back({Input, Member, std::move(Bitcode)});
    return Read;
  }
  case FileKind::Json:
  case FileKind::Bundle:
  case FileKind::Unknown:
    break;
  }
  return unreadable(Diags, Input, "it is no object, archive, executable, LLVM bitcode or textual IR (.ll)");
}

bool readDeviceImages(const std::string &Path, const SpirvReader &Reader, std::vector<DeviceImage> &Images,
                      diagnostics &Diags) {
  std::unique_ptr<MemoryBuffer> Buffer = readInput(Path, Diags);
  return Buffer && collectDeviceImages(*Buffer, Path, "", Reader, Images, Diags);
}

std::unique_ptr<Module> parseDeviceImage(const DeviceImage &Image, LLVMContext &Context, diagnostics &Diags) {
  CrashScope Scope(Image.displayName(), Image.Bytes->getBuffer(), CrashScope::Reading);
  SMDiagnostic Parse;
  std::unique_ptr<Module> M = parseIR(*Image.Bytes, Parse, Context);
  if (!M) {
    bool HasPlace = Parse.getLineNo() > 0;
    Diags.add(diag::input_unreadable, HasPlace ? Image.Input : "", HasPlace ? Parse.getLineNo() : 0,
              HasPlace ? Parse.getColumnNo() + 1 : 0, {Image.displayName(), Parse.getMessage().str()});
    return nullptr;
  }
  // Damaged bitcode may well be read; LLVM's passes would abort on it.
  std::string Problem;
  raw_string_ostream OS(Problem);
  if (!verifyModule(*M, &OS))
    return M;
  unreadable(Diags, Image.displayName(), "invalid device code: " + StringRef(Problem).split('\n').first.str());
  return nullptr;
}

} // namespace syclfuse::fuser
