// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl.kernel.nd-range and sycl.kernel.launch: on stubs and, after fusion, on the fused kernel.
#include "Metadata.h"
#include "MetadataReader.h"
#include "syclfuse/names.hpp"

#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

bool readTriple(const MDOperand &Op, std::array<uint64_t, 3> &Out) {
  const MDNode *Node = readNode(Op, 3);
  for (unsigned I = 0; Node && I < 3; ++I) {
    std::optional<uint64_t> V = readInteger(Node->getOperand(I));
    if (!V)
      return false;
    Out[I] = *V;
  }
  return Node != nullptr;
}

} // namespace

MDNode *rangeMetadata(LLVMContext &C, const NDRange &N) {
  auto Triple = [&](const std::array<uint64_t, 3> &V) {
    return MDNode::get(C, {integerMetadata(C, 64, V[0]), integerMetadata(C, 64, V[1]), integerMetadata(C, 64, V[2])});
  };
  return MDNode::get(C, {integerMetadata(C, 32, N.Dims), Triple(N.Global), Triple(N.Local), Triple(N.Offset)});
}

// Entries of dimensions that are not used become those of an NDRange, whatever they are.
std::optional<NDRange> readRange(const MDNode *Node) {
  if (!Node || Node->getNumOperands() != 4)
    return std::nullopt;
  NDRange N;
  std::optional<unsigned> Dims = readUnsigned(Node->getOperand(0));
  if (!Dims || *Dims < 1 || *Dims > 3 || !readTriple(Node->getOperand(1), N.Global) ||
      !readTriple(Node->getOperand(2), N.Local) || !readTriple(Node->getOperand(3), N.Offset))
    return std::nullopt;
  N.Dims = *Dims;
  for (unsigned D = N.Dims; D < 3; ++D)
    N.Global[D] = N.Local[D] = N.Offset[D] = 0;
  return N;
}

MDNode *kindMetadata(LLVMContext &C, std::pair<range_kind, unsigned> Range) {
  const std::string_view Name = name_of(Range.first);
  return MDNode::get(C, {MDString::get(C, StringRef(Name.data(), Name.size())), integerMetadata(C, 32, Range.second)});
}

std::optional<std::pair<range_kind, unsigned>> readKind(const MDNode *Node) {
  if (!Node || Node->getNumOperands() != 2)
    return std::nullopt;
  const std::optional<StringRef> Name = readString(Node->getOperand(0));
  const std::optional<unsigned> Dims = readUnsigned(Node->getOperand(1));
  const std::optional<range_kind> Kind =
      Name ? value_of<range_kind>(std::string_view(Name->data(), Name->size())) : std::nullopt;
  if (!Kind || !Dims || *Dims > 3)
    return std::nullopt;
  // A single task has one work-item, whatever its dimensions are said to be.
  if (*Kind == range_kind::single_task)
    return std::pair(*Kind, 1u);
  return *Dims ? std::optional(std::pair(*Kind, *Dims)) : std::nullopt;
}

Expected<std::optional<NDRange>> readNDRange(const Function &F) {
  const MDNode *Node = F.getMetadata(MDNDRange);
  if (!Node)
    return std::nullopt;
  std::optional<NDRange> Range = readRange(Node);
  if (!Range)
    return metadataError(MDNDRange, F, "needed is {dimensions, {global}, {local}, {offset}}, three sizes each");
  return Range;
}

void writeNDRange(Function &F, const NDRange &Range) { F.setMetadata(MDNDRange, rangeMetadata(F.getContext(), Range)); }

Expected<std::vector<NDRange>> readNDRanges(const Function &F) {
  std::vector<NDRange> Ranges;
  if (const MDNode *List = F.getMetadata(MDNDRanges))
    for (const MDOperand &Op : List->operands()) {
      std::optional<NDRange> Range = readRange(dyn_cast_or_null<MDNode>(Op.get()));
      if (!Range)
        return metadataError(MDNDRanges, F, "entry " + Twine(Ranges.size()) + " is no ND-range");
      Ranges.push_back(*Range);
    }
  return Ranges;
}

void writeNDRanges(Function &F, ArrayRef<NDRange> Ranges) {
  SmallVector<Metadata *, 8> List;
  for (const NDRange &Range : Ranges)
    List.push_back(rangeMetadata(F.getContext(), Range));
  F.setMetadata(MDNDRanges, MDNode::get(F.getContext(), List));
}

Expected<std::optional<std::pair<range_kind, unsigned>>> readLaunch(const Function &F) {
  const MDNode *Node = F.getMetadata(MDLaunch);
  if (!Node)
    return std::nullopt;
  std::optional<std::pair<range_kind, unsigned>> Launch = readKind(Node);
  if (!Launch)
    return metadataError(MDLaunch, F, "needed is {kind, dimensions}");
  return Launch;
}

void writeLaunch(Function &F, std::pair<range_kind, unsigned> Launch) {
  F.setMetadata(MDLaunch, kindMetadata(F.getContext(), Launch));
}

} // namespace syclfuse::fuser
