// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DeviceInput.h"
#include "JobRunner.h"

#include "syclfuse/bundle.hpp"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/OffloadBinary.h"
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

FileKind classify(MemoryBufferRef Buffer) {
  StringRef Bytes = Buffer.getBuffer();
  if (Bytes.starts_with(StringRef(bundle::magic, sizeof(bundle::magic))))
    return FileKind::Bundle;
  switch (identify_magic(Bytes)) {
  case file_magic::elf:
  case file_magic::elf_relocatable:
  case file_magic::elf_executable:
  case file_magic::elf_shared_object:
    return FileKind::Elf;
  case file_magic::archive:
    return FileKind::Archive;
  case file_magic::bitcode:
    return FileKind::Bitcode;
  case file_magic::spirv_object:
    return FileKind::Spirv;
  default:
    break;
  }
  if (sys::path::extension(Buffer.getBufferIdentifier()) == ".ll")
    return FileKind::TextualIR;
  return Bytes.ltrim().starts_with("{") ? FileKind::Json : FileKind::Unknown;
}

std::unique_ptr<MemoryBuffer> readInput(const std::string &Path, diagnostics &Diags) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  if (Buffer)
    return std::move(*Buffer);
  unreadable(Diags, Path, Buffer.getError().message());
  return nullptr;
}

// OffloadBinary trusts the offsets inside its header; a damaged object must not.
static bool isWellFormed(StringRef Bytes) {
  using object::OffloadBinary;
  auto Fits = [&](uint64_t Offset, uint64_t Size) { return Offset <= Bytes.size() && Size <= Bytes.size() - Offset; };
  auto IsString = [&](uint64_t Offset) { return Offset < Bytes.size() && Bytes.find('\0', Offset) != StringRef::npos; };
  if (!Fits(0, sizeof(OffloadBinary::Header)))
    return false;
  OffloadBinary::Header Header;
  memcpy(&Header, Bytes.data(), sizeof(Header));
  if (Header.Size < sizeof(Header) || !Fits(0, Header.Size) || !Fits(Header.EntryOffset, sizeof(OffloadBinary::Entry)) ||
      Header.EntryOffset % alignof(OffloadBinary::Entry))
    return false;
  OffloadBinary::Entry Entry;
  memcpy(&Entry, Bytes.data() + Header.EntryOffset, sizeof(Entry));
  if (!Fits(Entry.ImageOffset, Entry.ImageSize) || Entry.NumStrings > Bytes.size() ||
      !Fits(Entry.StringOffset, Entry.NumStrings * sizeof(OffloadBinary::StringEntry)) ||
      Entry.StringOffset % alignof(OffloadBinary::StringEntry))
    return false;
  for (uint64_t I = 0; I != Entry.NumStrings; ++I) {
    OffloadBinary::StringEntry String;
    memcpy(&String, Bytes.data() + Entry.StringOffset + I * sizeof(String), sizeof(String));
    if (!IsString(String.KeyOffset) || !IsString(String.ValueOffset))
      return false;
  }
  return true;
}

// One `.llvm.offloading` section: several binaries one after the other, each with its own header and size.
static bool collectOffloadSection(StringRef Contents, const std::string &Input, const std::string &Member,
                                  const SpirvReader &Reader, std::vector<DeviceImage> &Images, diagnostics &Diags) {
  const uint64_t Alignment = object::OffloadBinary::getAlignment();
  while (!Contents.empty()) {
    if (!isWellFormed(Contents))
      return unreadable(Diags, Input, "its section .llvm.offloading is damaged");
    // Alignment in the file says nothing about alignment in memory.
    std::unique_ptr<MemoryBuffer> Copy = MemoryBuffer::getMemBufferCopy(Contents, Input);
    Expected<std::unique_ptr<object::OffloadBinary>> Binary = object::OffloadBinary::create(*Copy);
    if (!Binary)
      return unreadable(Diags, Input, Binary.takeError());
    object::OffloadBinary &B = **Binary;
    // Host objects of other offloading models may be linked into one program with ours.
    if (B.getOffloadKind() == object::OFK_SYCL) {
      DeviceImage Image{Input, Member, MemoryBuffer::getMemBufferCopy(B.getImage(), Input)};
      if (classify(*Image.Bytes) == FileKind::Spirv) {
        Image.Bytes = readSpirv(Image.Bytes->getBuffer(), Image.displayName(), Reader, Diags);
        if (!Image.Bytes)
          return false;
      }
      if (classify(*Image.Bytes) != FileKind::Bitcode)
        return unreadable(Diags, Image.displayName(),
                          "its device image is " + object::getImageKindName(B.getImageKind()).str() +
                              ", needed: LLVM bitcode");
      Images.push_back(std::move(Image));
    }
    uint64_t Size = alignTo(B.getSize(), Alignment);
    if (B.getSize() == 0 || Size >= Contents.size())
      return true;
    Contents = Contents.drop_front(Size);
  }
  return true;
}

static bool collectElf(MemoryBufferRef Buffer, const std::string &Input, const std::string &Member,
                       const SpirvReader &Reader, std::vector<DeviceImage> &Images, diagnostics &Diags) {
  Expected<std::unique_ptr<object::ObjectFile>> Object = object::ObjectFile::createELFObjectFile(Buffer);
  if (!Object)
    return unreadable(Diags, Input, Object.takeError());
  for (const object::SectionRef &Section : (*Object)->sections()) {
    if (object::ELFSectionRef(Section).getType() != ELF::SHT_LLVM_OFFLOADING)
      continue;
    Expected<StringRef> Contents = Section.getContents();
    if (!Contents)
      return unreadable(Diags, Input, Contents.takeError());
    if (!collectOffloadSection(*Contents, Input, Member, Reader, Images, Diags))
      return false;
  }
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
    return collectElf(Buffer, Input, Member, Reader, Images, Diags);
  case FileKind::Archive:
    return collectArchive(Buffer, Input, Reader, Images, Diags);
  case FileKind::Bitcode:
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
  if (!Buffer)
    return false;
  size_t Before = Images.size();
  if (!collectDeviceImages(*Buffer, Path, "", Reader, Images, Diags))
    return false;
  if (Images.size() == Before)
    Diags.add(diag::input_no_device_code, "", 0, 0, {Path});
  return Images.size() != Before;
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
