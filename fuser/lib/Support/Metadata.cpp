// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl.kernel.arguments and lists like it. LaunchMetadata.cpp and PromotionMetadata.cpp have the rest of the header.
#include "Metadata.h"

#include "MetadataReader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace syclfuse::fuser {

static std::optional<ArgumentSource> readSource(const MDOperand &Op) {
  const MDNode *Node = readNode(Op, 4);
  if (!Node)
    return std::nullopt;
  std::array<unsigned, 4> Values;
  for (unsigned I = 0; I < 4; ++I) {
    std::optional<unsigned> V = readUnsigned(Node->getOperand(I));
    if (!V)
      return std::nullopt;
    Values[I] = *V;
  }
  if (Values[0] > static_cast<unsigned>(argument_source::device_global))
    return std::nullopt;
  return ArgumentSource{static_cast<argument_source>(Values[0]), Values[1], Values[2], Values[3]};
}

static Expected<SmallVector<ArgumentSource, 8>> readSources(const Function &F, StringRef Name) {
  SmallVector<ArgumentSource, 8> Sources;
  const MDNode *Node = F.getMetadata(Name);
  if (!Node)
    return Sources;
  for (const MDOperand &Op : Node->operands()) {
    std::optional<ArgumentSource> Source = readSource(Op);
    if (!Source)
      return metadataError(Name, F, "entry " + Twine(Sources.size()) + " is not {source, submission, offset, size}");
    Sources.push_back(*Source);
  }
  return Sources;
}

static MDNode *sourcesMetadata(LLVMContext &C, ArrayRef<ArgumentSource> Sources) {
  SmallVector<Metadata *, 8> Entries;
  for (const ArgumentSource &S : Sources)
    Entries.push_back(
        MDNode::get(C, {integerMetadata(C, 32, static_cast<unsigned>(S.Source)), integerMetadata(C, 32, S.Submission),
                        integerMetadata(C, 32, S.Offset), integerMetadata(C, 32, S.Size)}));
  return MDNode::get(C, Entries);
}

Expected<SmallVector<ArgumentSource, 8>> readArgumentSources(const Function &F) {
  if (const MDNode *Node = F.getMetadata(MDArguments); Node && Node->getNumOperands() != F.arg_size())
    return metadataError(MDArguments, F,
                         Twine(Node->getNumOperands()) + " entries for " + Twine(F.arg_size()) + " arguments");
  return readSources(F, MDArguments);
}

void writeArgumentSources(Function &F, ArrayRef<ArgumentSource> Sources) {
  F.setMetadata(MDArguments, sourcesMetadata(F.getContext(), Sources));
}

Expected<SmallVector<ArgumentSource, 8>> readAnySize(const Function &F) { return readSources(F, MDAnySize); }

void writeAnySize(Function &F, ArrayRef<ArgumentSource> Sources) {
  F.setMetadata(MDAnySize, Sources.empty() ? nullptr : sourcesMetadata(F.getContext(), Sources));
}

} // namespace syclfuse::fuser
