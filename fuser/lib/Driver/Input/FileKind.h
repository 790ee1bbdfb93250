// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace llvm {
class MemoryBufferRef;
} // namespace llvm

namespace syclfuse::fuser {

enum class FileKind { Unknown, Elf, Archive, Bitcode, TextualIR, Spirv, Json, Bundle };

// By the first bytes, and for text by the extension.
FileKind classify(llvm::MemoryBufferRef Buffer);

} // namespace syclfuse::fuser
