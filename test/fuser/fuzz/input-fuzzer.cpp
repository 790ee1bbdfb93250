// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files in which device code is looked for, by their first bytes and our own checks of what is in them. The bytes
// are also put into an object's sections .llvm.offloading and .sycl_fuse_manifest, there also as the text of a
// manifest. Left out are SPIR-V, which another program reads, and bitcode, of which LLVM looks at each part.
#include "Driver/Input/ManifestInput.h"

#include "syclfuse/manifest_section.hpp"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdlib>
#include <cstring>

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;

static void collect(StringRef Bytes) {
  if (FileKind Kind = classify(MemoryBufferRef(Bytes, "input")); Kind == FileKind::Spirv || Kind == FileKind::Bitcode)
    return;
  std::vector<DeviceImage> Images;
  diagnostics Diags;
  if (!collectDeviceImages(MemoryBufferRef(Bytes, "input"), "input", "", SpirvReader(), Images, Diags) &&
      !Diags.has_errors())
    std::abort();
  std::vector<ManifestSource> Sources;
  for (const DeviceImage &Image : Images)
    for (const std::string &Text : Image.Manifests)
      Sources.push_back({Image.displayName(), Text});
  if (!readManifests(Sources, Diags) && !Diags.has_errors())
    std::abort();
}

// An ELF file with this device code and these manifests, and the section of the names.
static std::string objectWith(StringRef Code, StringRef Manifests) {
  static constexpr char Names[] = "\0.llvm.offloading\0.shstrtab\0.sycl_fuse_manifest";
  ELF::Elf64_Ehdr Header{};
  ELF::Elf64_Shdr Sections[4] = {};
  memcpy(Header.e_ident,
         "\x7f"
         "ELF\2\1\1",
         7);
  Header.e_type = ELF::ET_REL;
  Header.e_machine = ELF::EM_X86_64;
  Header.e_version = 1;
  Header.e_ehsize = sizeof(Header);
  Header.e_shentsize = sizeof(Sections[0]);
  Header.e_shnum = 4;
  Header.e_shstrndx = 2;
  Header.e_shoff = sizeof(Header);
  Sections[1].sh_name = 1;
  Sections[1].sh_type = ELF::SHT_LLVM_OFFLOADING;
  Sections[1].sh_offset = sizeof(Header) + sizeof(Sections) + sizeof(Names);
  Sections[1].sh_size = Code.size();
  Sections[2].sh_name = 18;
  Sections[2].sh_type = ELF::SHT_STRTAB;
  Sections[2].sh_offset = sizeof(Header) + sizeof(Sections);
  Sections[2].sh_size = sizeof(Names);
  Sections[3].sh_name = 28;
  Sections[3].sh_type = ELF::SHT_PROGBITS;
  Sections[3].sh_offset = Sections[1].sh_offset + Code.size();
  Sections[3].sh_size = Manifests.size();
  std::string Bytes(reinterpret_cast<const char *>(&Header), sizeof(Header));
  Bytes.append(reinterpret_cast<const char *>(Sections), sizeof(Sections));
  Bytes.append(Names, sizeof(Names));
  return Bytes + Code.str() + Manifests.str();
}

// An image that belongs to the manifests: they count only with one.
static std::string deviceCode() {
  object::OffloadBinary::OffloadingImage Image{};
  Image.TheImageKind = object::IMG_Bitcode;
  Image.TheOffloadKind = object::OFK_SYCL;
  Image.Image = MemoryBuffer::getMemBuffer("BC\xC0\xDE", "", /*RequiresNullTerminator=*/false);
  return object::OffloadBinary::write(Image).str().str();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  collect(Bytes);
  // The first word of an offload binary, so that what follows it is looked at.
  collect(objectWith(StringRef("\x10\xff\x10\xad", 4).str() + Bytes.str(), ""));
  // Its magic bytes and version, and a whole one with this text.
  static const std::string Code = deviceCode(), Whole = manifest::to_section("{}").substr(0, 16);
  collect(objectWith(Code, Whole + Bytes.str()));
  collect(objectWith(Code, manifest::to_section({Bytes.data(), Bytes.size()})));
  return 0;
}
