// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace llvm {
class MemoryBufferRef;
} // namespace llvm

namespace syclfuse::fuser {

enum class FileKind { Unknown, Elf, Archive, Bitcode, TextualIR, Spirv, Json, Bundle };

// Tells the kind of a file by its first bytes, and of text by the extension.
FileKind classify(llvm::MemoryBufferRef Buffer);

} // namespace syclfuse::fuser
