// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelResources.h"

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
static Expected<KernelResources> resourcesIn(StringRef Info, uint32_t Symbol) {
  constexpr uint8_t SizedValue = 4, FrameSize = 0x11, RegisterCount = 0x2f;
  KernelResources Found;
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
    if (Size == 8 && support::endian::read32le(Info.data()) == Symbol) {
      const uint64_t Value = support::endian::read32le(Info.data() + 4);
      if (Attribute == FrameSize)
        Found.Stack = Value;
      else if (Attribute == RegisterCount)
        Found.Registers = Value;
    }
    Info = Info.drop_front(Size);
  }
  return Found;
}

static Expected<KernelResources> resourcesOfCubin(const ELF64LEFile &File, StringRef Entry) {
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
    return resourcesIn(toStringRef(*Contents), *Symbol);
  }
  return damaged("it has no section .nv.info");
}

namespace {
// MessagePack of a code object, read item by item: msgpack::Document trusts what it reads.
class Metadata {
public:
  explicit Metadata(StringRef Blob) : Items(Blob) {}

  // { "amdhsa.kernels": [ { ".name": …, ".private_segment_fixed_size": …, ".vgpr_count": …, … }, … ], … }
  Expected<KernelResources> resourcesOf(StringRef Entry) {
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
        if (Name == Entry && Resources.Stack)
          return Resources;
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

  // What the item is the name of, in the metadata of a kernel.
  std::optional<uint64_t> *numberNamed() {
    if (isString(".private_segment_fixed_size"))
      return &Resources.Stack;
    return isString(".vgpr_count") ? &Resources.Registers : nullptr;
  }

  bool readKernel() {
    Name = {};
    Resources = {};
    size_t Members;
    if (!open(msgpack::Type::Map, Members))
      return false;
    for (; Members; --Members) {
      if (!next() || isContainer())
        return false;
      const bool IsName = isString(".name");
      std::optional<uint64_t> *Number = numberNamed();
      if (!IsName && !Number) {
        if (!skip())
          return false;
        continue;
      }
      if (!next() || isContainer())
        return false;
      if (IsName && Item.Kind == msgpack::Type::String)
        Name = Item.Raw;
      else if (Number && Item.Kind == msgpack::Type::UInt)
        *Number = Item.UInt;
      else if (Number && Item.Kind == msgpack::Type::Int && Item.Int >= 0)
        *Number = uint64_t(Item.Int);
      else
        return false;
    }
    return true;
  }

  msgpack::Reader Items;
  msgpack::Object Item;
  StringRef Name;
  KernelResources Resources;
};
} // namespace

static Expected<KernelResources> resourcesOfCodeObject(const ELF64LEFile &File, StringRef Entry) {
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
      return Metadata(Blob).resourcesOf(Entry);
  }
  return damaged("it has no metadata");
}

Expected<KernelResources> resourcesOfKernel(StringRef Image, image_format Format, StringRef Entry) {
  if (Format != image_format::cubin && Format != image_format::hsaco)
    return KernelResources();
  // Images lie in bundles wherever they are.
  std::unique_ptr<MemoryBuffer> Copy = MemoryBuffer::getMemBufferCopy(Image);
  Expected<ELF64LEFile> File = ELF64LEFile::create(Copy->getBuffer());
  if (!File)
    return File.takeError();
  return Format == image_format::cubin ? resourcesOfCubin(*File, Entry) : resourcesOfCodeObject(*File, Entry);
}

Expected<KernelResources> resourcesOfKernel(const bundle::view &View, const bundle::variant_record &V) {
  const bundle::array_view<unsigned char> Image = View.image(V);
  return resourcesOfKernel({reinterpret_cast<const char *>(Image.data), Image.size()}, V.format, View.string(V.entry));
}

namespace {
struct Multiprocessor {
  unsigned Threads, LocalMemory; // bytes
};
} // namespace

static Multiprocessor multiprocessorOf(uint32_t ComputeCapability) {
  constexpr unsigned KiB = 1024;
  switch (ComputeCapability) {
  case 75:
    return {1024, 64 * KiB};
  case 80:
  case 87:
    return {ComputeCapability == 80 ? 2048u : 1536u, 164 * KiB};
  case 86:
  case 89:
  case 120:
  case 121:
    return {1536, 100 * KiB};
  default:
    return {2048, (ComputeCapability < 80 ? 96 : 228) * KiB};
  }
}

std::optional<double> occupancyOf(const KernelResources &Resources, const bundle::variant_record &V) {
  if (V.target != target_kind::cuda || !Resources.Registers)
    return std::nullopt;
  constexpr uint64_t FileSize = 65536, Warp = 32, Unit = 256, ReservedForGroup = 1024;
  const Multiprocessor M = multiprocessorOf(V.arch);
  const uint64_t OfWarp = alignTo(std::max<uint64_t>(*Resources.Registers, 1) * Warp, Unit);
  uint64_t Threads = std::min<uint64_t>(M.Threads, FileSize / OfWarp * Warp);
  const auto &Local = V.nd_range.local_size;
  if (const uint64_t GroupThreads = Local[0] * Local[1] * Local[2]; V.local_memory && GroupThreads)
    Threads = std::min(Threads, M.LocalMemory / (V.local_memory + ReservedForGroup) * GroupThreads);
  return double(Threads) / M.Threads;
}

} // namespace syclfuse::fuser
