// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Readers and writers of parts of metadata. Readers give nothing for an operand that is absent or of another kind:
// metadata is input, and may be anything.
#pragma once

#include "FuseError.h"
#include "NDRange.h"
#include "syclfuse/kinds.hpp"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>

namespace llvm {
class Function;
class LLVMContext;
class MDNode;
class MDOperand;
class Metadata;
} // namespace llvm

namespace syclfuse::fuser {

inline constexpr unsigned AnyCount = ~0u;

// SF3011: the metadata Name on F is wrong; Problem says how.
llvm::Error metadataError(llvm::StringRef Name, const llvm::Function &F, const llvm::Twine &Problem);

std::optional<uint64_t> readInteger(const llvm::MDOperand &Op);
std::optional<unsigned> readUnsigned(const llvm::MDOperand &Op);
std::optional<llvm::StringRef> readString(const llvm::MDOperand &Op);
// A node with this many operands; null if it is anything else.
const llvm::MDNode *readNode(const llvm::MDOperand &Op, unsigned Operands);

llvm::Metadata *integerMetadata(llvm::LLVMContext &C, unsigned Bits, uint64_t Value);

// Single entries of lists; null or nothing for other nodes.
llvm::MDNode *rangeMetadata(llvm::LLVMContext &C, const NDRange &Range);
std::optional<NDRange> readRange(const llvm::MDNode *Node);
llvm::MDNode *kindMetadata(llvm::LLVMContext &C, std::pair<range_kind, unsigned> Range);
std::optional<std::pair<range_kind, unsigned>> readKind(const llvm::MDNode *Node);

} // namespace syclfuse::fuser
