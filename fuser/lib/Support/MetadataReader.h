// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Readers and writers of metadata that the passes share. Readers of single operands give nothing for an operand that is
// absent or of another kind: metadata is input, and may be anything.
#pragma once

#include "FuseError.h"
#include "Metadata.h"

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

// The lists that stubs and fused kernels share. Writing a list that says nothing removes the metadata; absent metadata
// reads as an empty list; malformed metadata is SF3011.
void writePromotions(llvm::Function &F, llvm::ArrayRef<PromotedArgument> Promotions);
llvm::Expected<std::vector<PromotedArgument>> readPromotions(const llvm::Function &F);
void writeConstants(llvm::Function &F, llvm::ArrayRef<std::pair<unsigned, std::string>> Constants);
llvm::Expected<std::vector<std::pair<unsigned, std::string>>> readConstants(const llvm::Function &F);

} // namespace syclfuse::fuser
