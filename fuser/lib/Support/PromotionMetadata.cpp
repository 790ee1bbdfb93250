// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl.kernel.promote* and sycl.kernel.constants: on stubs and, after fusion, on the fused kernel.
#include "Metadata.h"
#include "MetadataReader.h"

#include "syclfuse/names.hpp"

#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace syclfuse::fuser {

static constexpr StringLiteral PerItem = " per-item", AtMost = " at-most", OfRow = " of-row";

static Metadata *promotionName(LLVMContext &C, promotion Kind) {
  const std::string_view Name = name_of(Kind);
  return MDString::get(C, StringRef(Name.data(), Name.size()));
}

static std::optional<promotion> promotionKind(const MDOperand &Op) {
  std::optional<StringRef> Name = readString(Op);
  return Name ? value_of<promotion>(std::string_view(Name->data(), Name->size())) : std::nullopt;
}

static Metadata *sizeMetadata(LLVMContext &C, const PromotedArgument &P) {
  if (P.Kind == promotion::none)
    return MDString::get(C, "");
  if (P.PerWorkItem || P.AtMost || P.OfRow)
    return MDString::get(C, std::to_string(P.Elements) + (P.PerWorkItem ? PerItem : P.OfRow ? OfRow : AtMost).str());
  return integerMetadata(C, 64, P.Elements);
}

void writePromotions(Function &F, ArrayRef<PromotedArgument> Promotions) {
  for (StringRef Name : {MDPromote, MDPromoteLocalSize, MDPromoteElemSize})
    F.setMetadata(Name, nullptr);
  auto Promoted = [](const PromotedArgument &P) { return P.Kind != promotion::none; };
  if (none_of(Promotions, Promoted))
    return;
  LLVMContext &C = F.getContext();
  SmallVector<Metadata *, 8> Kinds, Sizes, Elements;
  Metadata *Empty = MDString::get(C, "");
  for (const PromotedArgument &P : Promotions) {
    Kinds.push_back(promotionName(C, P.Kind));
    Sizes.push_back(sizeMetadata(C, P));
    Elements.push_back(Promoted(P) ? integerMetadata(C, 64, P.ElementSize) : Empty);
  }
  F.setMetadata(MDPromote, MDNode::get(C, Kinds));
  F.setMetadata(MDPromoteLocalSize, MDNode::get(C, Sizes));
  F.setMetadata(MDPromoteElemSize, MDNode::get(C, Elements));
}

// An integer, or, where Of says what it is the number of, a string: `2 per-item` (of local memory), `2 at-most` or `2
// of-row` (automatic).
static std::optional<uint64_t> readElements(const MDOperand &Op, PromotedArgument *Of) {
  std::optional<StringRef> Text = Of ? readString(Op) : std::nullopt;
  uint64_t V = 0;
  if (!Text)
    return readInteger(Op);
  Of->AtMost = Text->consume_back(AtMost);
  Of->OfRow = !Of->AtMost && Of->Kind == promotion::automatic && Text->consume_back(OfRow);
  Of->PerWorkItem = !Of->AtMost && Of->Kind == promotion::local_memory && Text->consume_back(PerItem);
  return (Of->AtMost || Of->OfRow || Of->PerWorkItem) && !Text->getAsInteger(10, V) ? std::optional(V) : std::nullopt;
}

// The number at Index of the list Name; SF3011 if there is none.
static Expected<uint64_t> readSize(const Function &F, StringRef Name, unsigned Index, unsigned Count,
                                   PromotedArgument *Of) {
  const MDNode *List = F.getMetadata(Name);
  if (!List || List->getNumOperands() != Count)
    return metadataError(Name, F, "needed is one entry for each of " + Twine(Count) + " arguments");
  std::optional<uint64_t> V = readElements(List->getOperand(Index), Of);
  if (!V || *V == 0)
    return metadataError(Name, F, "entry " + Twine(Index) + " of a promoted argument is not a positive integer");
  return *V;
}

Expected<std::vector<PromotedArgument>> readPromotions(const Function &F) {
  std::vector<PromotedArgument> Promotions;
  const MDNode *Kinds = F.getMetadata(MDPromote);
  if (!Kinds)
    return Promotions;
  const unsigned Count = Kinds->getNumOperands();
  for (unsigned I = 0; I < Count; ++I) {
    std::optional<promotion> Kind = promotionKind(Kinds->getOperand(I));
    if (!Kind)
      return metadataError(MDPromote, F,
                           "entry " + Twine(I) + " is not \"none\", \"private\", \"local\" or \"automatic\"");
    PromotedArgument P{*Kind, 0, 0};
    if (P.Kind != promotion::none) {
      uint64_t ElementSize = 0;
      if (Error E = readSize(F, MDPromoteLocalSize, I, Count, &P).moveInto(P.Elements))
        return std::move(E);
      if (Error E = readSize(F, MDPromoteElemSize, I, Count, nullptr).moveInto(ElementSize))
        return std::move(E);
      // Memory of this size is a mistake, and the byte arithmetic on it must not overflow.
      constexpr uint64_t Limit = uint64_t(1) << 30;
      if (ElementSize > Limit || P.Elements > Limit / ElementSize)
        return metadataError(MDPromoteLocalSize, F, "entry " + Twine(I) + " is more than 1 GiB");
      P.ElementSize = static_cast<unsigned>(ElementSize);
    }
    Promotions.push_back(P);
  }
  return Promotions;
}

void writeConstants(Function &F, ArrayRef<std::pair<unsigned, std::string>> Constants) {
  LLVMContext &C = F.getContext();
  SmallVector<Metadata *, 8> Entries;
  for (const auto &[Index, Bytes] : Constants)
    Entries.push_back(MDNode::get(C, {integerMetadata(C, 64, Index), MDString::get(C, Bytes)}));
  F.setMetadata(MDConstants, Entries.empty() ? nullptr : MDNode::get(C, Entries));
}

using ConstantList = std::vector<std::pair<unsigned, std::string>>;

// Pairs, or what they would hold one after the other: index and bytes.
static std::optional<ConstantList> readIndexed(const MDNode &List) {
  SmallVector<const MDOperand *, 16> Flat;
  for (const MDOperand &Op : List.operands()) {
    const MDNode *Pair = dyn_cast_or_null<MDNode>(Op.get());
    if (Pair && Pair->getNumOperands() != 2)
      return std::nullopt;
    if (!Pair)
      Flat.push_back(&Op);
    else
      Flat.append({&Pair->getOperand(0), &Pair->getOperand(1)});
  }
  ConstantList Constants;
  for (size_t I = 0; I < Flat.size(); I += 2) {
    std::optional<unsigned> Index = readUnsigned(*Flat[I]);
    std::optional<StringRef> Bytes = I + 1 < Flat.size() ? readString(*Flat[I + 1]) : std::nullopt;
    if (!Index || !Bytes)
      return std::nullopt;
    Constants.emplace_back(*Index, Bytes->str());
  }
  return Constants;
}

// A string for each argument, empty where nothing is known.
static std::optional<ConstantList> readByPlace(const MDNode &List) {
  ConstantList Constants;
  for (auto [Index, Op] : enumerate(List.operands())) {
    std::optional<StringRef> Bytes = readString(Op);
    if (!Bytes)
      return std::nullopt;
    if (!Bytes->empty())
      Constants.emplace_back(Index, Bytes->str());
  }
  return Constants;
}

Expected<ConstantList> readConstants(const Function &F) {
  const MDNode *List = F.getMetadata(MDConstants);
  if (!List)
    return ConstantList();
  if (std::optional<ConstantList> Constants = readByPlace(*List))
    return std::move(*Constants);
  if (std::optional<ConstantList> Constants = readIndexed(*List))
    return std::move(*Constants);
  return metadataError(MDConstants, F, "needed is a list of {argument, bytes}");
}

} // namespace syclfuse::fuser
