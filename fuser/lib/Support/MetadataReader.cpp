// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MetadataReader.h"
#include "UserNames.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace syclfuse::fuser {

Error metadataError(StringRef Name, const Function &F, const Twine &Problem) {
  return fuseError(diag::invalid_fusion_metadata, {Name.str(), userName(F), Problem.str()}, F);
}

std::optional<uint64_t> readInteger(const MDOperand &Op) {
  const auto *C = mdconst::dyn_extract_or_null<ConstantInt>(Op.get());
  if (!C || C->getValue().getActiveBits() > 64)
    return std::nullopt;
  return C->getZExtValue();
}

std::optional<unsigned> readUnsigned(const MDOperand &Op) {
  std::optional<uint64_t> V = readInteger(Op);
  if (!V || *V > std::numeric_limits<unsigned>::max())
    return std::nullopt;
  return static_cast<unsigned>(*V);
}

const MDNode *readNode(const MDOperand &Op, unsigned Operands) {
  const auto *Node = dyn_cast_or_null<MDNode>(Op.get());
  return Node && (Operands == AnyCount || Node->getNumOperands() == Operands) ? Node : nullptr;
}

std::optional<StringRef> readString(const MDOperand &Op) {
  if (const auto *S = dyn_cast_or_null<MDString>(Op.get()))
    return S->getString();
  return std::nullopt;
}

Metadata *integerMetadata(LLVMContext &C, unsigned Bits, uint64_t Value) {
  return ConstantAsMetadata::get(ConstantInt::get(IntegerType::get(C, Bits), Value));
}

} // namespace syclfuse::fuser
