// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files in which device code is looked for, by their first bytes and our own checks of what is in them. The bytes are also put
// into an object's section .llvm.offloading. SPIR-V is left out: another program reads it, which takes too long for this.
#include "DeviceInput.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdlib>
#include <cstring>

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;

static void collect(StringRef Bytes) {
  if (classify(MemoryBufferRef(Bytes, "input")) == FileKind::Spirv)
    return;
  std::vector<DeviceImage> Images;
  diagnostics Diags;
  if (!collectDeviceImages(MemoryBufferRef(Bytes, "input"), "input", "", SpirvReader(), Images, Diags) && !Diags.has_errors())
    std::abort();
}

// An ELF file with this one section besides that of the names.
static std::string object(StringRef Contents) {
  static constexpr char Names[] = "\0.llvm.offloading\0.shstrtab";
  ELF::Elf64_Ehdr Header{};
  ELF::Elf64_Shdr Sections[3] = {};
  memcpy(Header.e_ident, "\x7f" "ELF\2\1\1", 7);
  Header.e_type = ELF::ET_REL;
  Header.e_machine = ELF::EM_X86_64;
  Header.e_version = 1;
  Header.e_ehsize = sizeof(Header);
  Header.e_shentsize = sizeof(Sections[0]);
  Header.e_shnum = 3;
  Header.e_shstrndx = 2;
  Header.e_shoff = sizeof(Header);
  Sections[1].sh_name = 1;
  Sections[1].sh_type = ELF::SHT_LLVM_OFFLOADING;
  Sections[1].sh_offset = sizeof(Header) + sizeof(Sections) + sizeof(Names);
  Sections[1].sh_size = Contents.size();
  Sections[2].sh_name = 18;
  Sections[2].sh_type = ELF::SHT_STRTAB;
  Sections[2].sh_offset = sizeof(Header) + sizeof(Sections);
  Sections[2].sh_size = sizeof(Names);
  std::string Bytes(reinterpret_cast<const char *>(&Header), sizeof(Header));
  Bytes.append(reinterpret_cast<const char *>(Sections), sizeof(Sections));
  Bytes.append(Names, sizeof(Names));
  return Bytes + Contents.str();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  collect(Bytes);
  // The first word of an offload binary, so that what follows it is looked at.
  collect(object(StringRef("\x10\xff\x10\xad", 4).str() + Bytes.str()));
  return 0;
}
