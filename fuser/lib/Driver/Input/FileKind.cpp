// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FileKind.h"

#include "syclfuse/bundle.hpp"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace syclfuse::fuser {

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

} // namespace syclfuse::fuser
