// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ObjectReader.h"
#include "FileKind.h"

#include "syclfuse/manifest_section.hpp"

#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace syclfuse::fuser {

// OffloadBinary trusts the offsets inside its header; a damaged object must not.
static bool isWellFormed(StringRef Bytes) {
  using object::OffloadBinary;
  auto Fits = [&](uint64_t Offset, uint64_t Size) { return Offset <= Bytes.size() && Size <= Bytes.size() - Offset; };
  auto IsString = [&](uint64_t Offset) { return Offset < Bytes.size() && Bytes.find('\0', Offset) != StringRef::npos; };
  if (!Fits(0, sizeof(OffloadBinary::Header)))
    return false;
  OffloadBinary::Header Header;
  memcpy(&Header, Bytes.data(), sizeof(Header));
  if (Header.Size < sizeof(Header) || !Fits(0, Header.Size) ||
      !Fits(Header.EntryOffset, sizeof(OffloadBinary::Entry)) || Header.EntryOffset % alignof(OffloadBinary::Entry))
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

ObjectReader::ObjectReader(std::string Input, std::string Member, const SpirvReader &Reader,
                           std::vector<DeviceImage> &Images, diagnostics &Diags)
    : Input(std::move(Input)), Member(std::move(Member)), Reader(Reader), Images(Images), First(Images.size()),
      Diags(Diags) {}

bool ObjectReader::unreadable(const std::string &Why) {
  Diags.add(diag::input_unreadable, "", 0, 0, {Input, Why});
  return false;
}

bool ObjectReader::takeDeviceCode(StringRef Contents) {
  while (!Contents.empty()) {
    if (!isWellFormed(Contents))
      return unreadable(std::string("its section ") + DeviceCodeSection + " is damaged");
    // Alignment in the file says nothing about alignment in memory.
    std::unique_ptr<MemoryBuffer> Copy = MemoryBuffer::getMemBufferCopy(Contents, Input);
    Expected<std::unique_ptr<object::OffloadBinary>> Binary = object::OffloadBinary::create(*Copy);
    if (!Binary)
      return unreadable(toString(Binary.takeError()));
    // Host objects of other offloading models may be linked into one program with ours.
    if ((*Binary)->getOffloadKind() == object::OFK_SYCL && !takeImage(**Binary))
      return false;
    uint64_t Size = alignTo((*Binary)->getSize(), object::OffloadBinary::getAlignment());
    if (Size == 0 || Size >= Contents.size())
      return true;
    Contents = Contents.drop_front(Size);
  }
  return true;
}

bool ObjectReader::takeImage(const object::OffloadBinary &Binary) {
  DeviceImage Image{Input, Member, MemoryBuffer::getMemBufferCopy(Binary.getImage(), Input)};
  if (classify(*Image.Bytes) == FileKind::Spirv) {
    Image.Bytes = readSpirv(Image.Bytes->getBuffer(), Image.displayName(), Reader, Diags);
    if (!Image.Bytes)
      return false;
  }
  if (classify(*Image.Bytes) != FileKind::Bitcode) {
    Diags.add(diag::input_unreadable, "", 0, 0,
              {Image.displayName(), "its device image is " + object::getImageKindName(Binary.getImageKind()).str() +
                                        ", needed: LLVM bitcode"});
    return false;
  }
  Images.push_back(std::move(Image));
  return true;
}

bool ObjectReader::takeManifests(StringRef Contents) {
  std::string Why;
  std::optional<std::vector<std::string_view>> Texts = manifest::from_section(Contents, Why);
  if (!Texts)
    return unreadable(std::string("its section ") + manifest::section_name + " is damaged: " + Why);
  Manifests.insert(Manifests.end(), Texts->begin(), Texts->end());
  return true;
}

void ObjectReader::finish() {
  if (Images.size() != First)
    Images[First].Manifests = std::move(Manifests);
}

} // namespace syclfuse::fuser
