// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ImageStack.h"

#include "llvm/BinaryFormat/MsgPackReader.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using object::ELF64LEFile;

namespace syclfuse::fuser {

static Error damaged(const Twine &What) { return createStringError(inconvertibleErrorCode(), What); }

// The index of the function in the symbol table.
static Expected<uint32_t> symbolIndex(const ELF64LEFile &File, StringRef Name) {
  auto Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  for (const auto &Section : *Sections) {
    if (Section.sh_type != ELF::SHT_SYMTAB)
      continue;
    auto Symbols = File.symbols(&Section);
    auto Strings = File.getStringTableForSymtab(Section);
    if (!Symbols || !Strings)
      return joinErrors(Symbols.takeError(), Strings.takeError());
    uint32_t Index = 0;
    for (const auto &Symbol : *Symbols) {
      Expected<StringRef> SymbolName = Symbol.getName(*Strings);
      if (!SymbolName)
        return SymbolName.takeError();
      if (*SymbolName == Name && Symbol.getType() == ELF::STT_FUNC)
        return Index;
      ++Index;
    }
  }
  return damaged("it has no kernel '" + Name + "'");
}

// .nv.info is a list of attributes: format and number, one byte each, then two bytes of value (formats 1 to 3) or their
// size (format 4).
static Expected<std::optional<uint64_t>> frameSize(StringRef Info, uint32_t Symbol) {
  constexpr uint8_t SizedValue = 4, FrameSize = 0x11;
  while (!Info.empty()) {
    if (Info.size() < 4)
      return damaged("its section .nv.info is cut");
    const uint8_t Format = Info[0], Attribute = Info[1];
    const uint16_t Size = support::endian::read16le(Info.data() + 2);
    Info = Info.drop_front(4);
    if (Format != SizedValue)
      continue;
    if (Size > Info.size())
      return damaged("its section .nv.info is cut");
    if (Attribute == FrameSize && Size == 8 && support::endian::read32le(Info.data()) == Symbol)
      return support::endian::read32le(Info.data() + 4);
    Info = Info.drop_front(Size);
  }
  return std::nullopt;
}

static Expected<std::optional<uint64_t>> stackOfCubin(const ELF64LEFile &File, StringRef Entry) {
  Expected<uint32_t> Symbol = symbolIndex(File, Entry);
  if (!Symbol)
    return Symbol.takeError();
  auto Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  for (const auto &Section : *Sections) {
    Expected<StringRef> Name = File.getSectionName(Section);
    if (!Name)
      return Name.takeError();
    if (*Name != ".nv.info")
      continue;
    auto Contents = File.getSectionContents(Section);
    if (!Contents)
      return Contents.takeError();
    return frameSize(toStringRef(*Contents), *Symbol);
  }
  return damaged("it has no section .nv.info");
}

namespace {
// MessagePack of a code object, read item by item: msgpack::Document trusts what it reads.
class Metadata {
public:
  explicit Metadata(StringRef Blob) : Items(Blob) {}

  // { "amdhsa.kernels": [ { ".name": …, ".private_segment_fixed_size": …, … }, … ], … }
  Expected<std::optional<uint64_t>> stackOf(StringRef Entry) {
    size_t Members, Kernels;
    if (!open(msgpack::Type::Map, Members))
      return malformed();
    for (; Members; --Members) {
      if (!next())
        return malformed();
      if (!isString("amdhsa.kernels")) {
        if (isContainer() || !skip())
          return malformed();
        continue;
      }
      if (!open(msgpack::Type::Array, Kernels))
        return malformed();
      for (; Kernels; --Kernels) {
        if (!readKernel())
          return malformed();
        if (Name == Entry && Stack)
          return *Stack;
      }
      return damaged("it has no kernel '" + Entry + "'");
    }
    return damaged("its metadata has no kernels");
  }

private:
  static Error malformed() { return damaged("its metadata is malformed"); }

  bool next() {
    Expected<bool> Read = Items.read(Item);
    if (Read)
      return *Read;
    consumeError(Read.takeError()); // said as "malformed"
    return false;
  }

  bool isContainer() const { return Item.Kind == msgpack::Type::Map || Item.Kind == msgpack::Type::Array; }
  bool isString(StringRef Text) const { return Item.Kind == msgpack::Type::String && Item.Raw == Text; }

  bool open(msgpack::Type Kind, size_t &Length) {
    if (!next() || Item.Kind != Kind)
      return false;
    Length = Item.Length;
    return true;
  }

  // The next item, with all that is in it.
  bool skip() {
    for (uint64_t Left = 1; Left; --Left) {
      if (!next())
        return false;
      if (isContainer())
        Left += uint64_t(Item.Length) * (Item.Kind == msgpack::Type::Map ? 2 : 1);
    }
    return true;
  }

  bool readKernel() {
    Name = {};
    Stack = std::nullopt;
    size_t Members;
    if (!open(msgpack::Type::Map, Members))
      return false;
    for (; Members; --Members) {
      if (!next() || isContainer())
        return false;
      const bool IsName = isString(".name"), IsStack = isString(".private_segment_fixed_size");
      if (!IsName && !IsStack) {
        if (!skip())
          return false;
        continue;
      }
      if (!next() || isContainer())
        return false;
      if (IsName && Item.Kind == msgpack::Type::String)
        Name = Item.Raw;
      else if (IsStack && Item.Kind == msgpack::Type::UInt)
        Stack = Item.UInt;
      else if (IsStack && Item.Kind == msgpack::Type::Int && Item.Int >= 0)
        Stack = uint64_t(Item.Int);
      else
        return false;
    }
    return true;
  }

  msgpack::Reader Items;
  msgpack::Object Item;
  StringRef Name;
  std::optional<uint64_t> Stack;
};
} // namespace

static Expected<std::optional<uint64_t>> stackOfCodeObject(const ELF64LEFile &File, StringRef Entry) {
  auto Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  for (const auto &Section : *Sections) {
    if (Section.sh_type != ELF::SHT_NOTE)
      continue;
    Error E = Error::success();
    std::string Blob;
    for (const auto &Note : File.notes(Section, E))
      if (Note.getName() == "AMDGPU" && Note.getType() == ELF::NT_AMDGPU_METADATA)
        Blob = Note.getDescAsStringRef(Section.sh_addralign).str();
    if (E)
      return std::move(E);
    if (!Blob.empty())
      return Metadata(Blob).stackOf(Entry);
  }
  return damaged("it has no metadata");
}

Expected<std::optional<uint64_t>> stackOfKernel(StringRef Image, image_format Format, StringRef Entry) {
  if (Format != image_format::cubin && Format != image_format::hsaco)
    return std::nullopt;
  // Images lie in bundles wherever they are.
  std::unique_ptr<MemoryBuffer> Copy = MemoryBuffer::getMemBufferCopy(Image);
  Expected<ELF64LEFile> File = ELF64LEFile::create(Copy->getBuffer());
  if (!File)
    return File.takeError();
  return Format == image_format::cubin ? stackOfCubin(*File, Entry) : stackOfCodeObject(*File, Entry);
}

} // namespace syclfuse::fuser
