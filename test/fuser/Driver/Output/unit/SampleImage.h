// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Images by hand: the smallest ELF files that have what KernelResources.h reads.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/ELF.h"

#include <string>
#include <vector>

namespace syclfuse::fuser::test {

template <class T> void put(std::string &To, const T &Value) {
  To.append(reinterpret_cast<const char *>(&Value), sizeof(T));
}

// An ELF file with the symbols "", "one" and "two", the last two of them functions, and one more section with these
// contents.
inline std::string sampleImage(const std::string &SectionName, uint32_t Type, llvm::StringRef Contents) {
  using namespace llvm::ELF;
  const std::string Names = std::string("\0.shstrtab\0.strtab\0.symtab\0", 27) + SectionName + '\0',
                    Strings("\0one\0two\0", 9);
  std::string Symbols;
  put(Symbols, Elf64_Sym{});
  for (uint32_t Name : {1, 5}) {
    Elf64_Sym Symbol{};
    Symbol.st_name = Name;
    Symbol.setBindingAndType(STB_GLOBAL, STT_FUNC);
    put(Symbols, Symbol);
  }
  Elf64_Ehdr Header{};
  const unsigned char Magic[] = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT};
  std::copy(std::begin(Magic), std::end(Magic), Header.e_ident);
  Header.e_type = ET_EXEC;
  Header.e_version = EV_CURRENT;
  Header.e_ehsize = sizeof(Header);
  Header.e_shentsize = sizeof(Elf64_Shdr);
  Header.e_shnum = 5;
  Header.e_shstrndx = 1;
  std::vector<Elf64_Shdr> Sections(1);
  std::string Bytes(sizeof(Header), '\0');
  auto Add = [&](uint32_t Name, uint32_t SectionType, llvm::StringRef Data, uint32_t Link, uint64_t EntrySize) {
    Bytes.resize((Bytes.size() + 7) / 8 * 8);
    Elf64_Shdr Section{};
    Section.sh_name = Name;
    Section.sh_type = SectionType;
    Section.sh_offset = Bytes.size();
    Section.sh_size = Data.size();
    Section.sh_link = Link;
    Section.sh_entsize = EntrySize;
    Section.sh_addralign = 4;
    Bytes += Data;
    Sections.push_back(Section);
  };
  Add(1, SHT_STRTAB, Names, 0, 0);
  Add(11, SHT_STRTAB, Strings, 0, 0);
  Add(19, SHT_SYMTAB, Symbols, 2, sizeof(Elf64_Sym));
  Add(27, Type, Contents, 0, 0);
  Bytes.resize((Bytes.size() + 7) / 8 * 8);
  Header.e_shoff = Bytes.size();
  for (const Elf64_Shdr &Section : Sections)
    put(Bytes, Section);
  Bytes.replace(0, sizeof(Header), reinterpret_cast<const char *>(&Header), sizeof(Header));
  return Bytes;
}

inline std::string sampleCubin(llvm::StringRef Info) { return sampleImage(".nv.info", 0x70000000, Info); }

// A note of the AMDGPU back end with this metadata.
inline std::string sampleCodeObject(llvm::StringRef Metadata) {
  std::string Note;
  for (uint32_t Word : {7u, uint32_t(Metadata.size()), uint32_t(llvm::ELF::NT_AMDGPU_METADATA)})
    put(Note, Word);
  Note += std::string("AMDGPU\0\0", 8) + Metadata.str();
  Note.resize((Note.size() + 3) / 4 * 4);
  return sampleImage(".note", llvm::ELF::SHT_NOTE, Note);
}

} // namespace syclfuse::fuser::test
