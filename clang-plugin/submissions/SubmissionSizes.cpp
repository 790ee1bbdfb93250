// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ND-range of a submission: what of it is constant, and what it is computed from.
#include "SubmissionRecorder.h"

#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace syclfuse::plugin {

// The number of the submission's ND-range among those that can be told.
static void numberRange(const std::string &Key, RegionBuilder &Region, manifest::submission &Out) {
  auto It = llvm::find(Region.RangeKeys, Key);
  Out.range_id = It - Region.RangeKeys.begin();
  if (It == Region.RangeKeys.end())
    Region.RangeKeys.push_back(Key);
}

// Whether Part can stand in an expression.
static bool isPlain(llvm::StringRef Part) {
  return llvm::all_of(Part, [](char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; });
}

static std::string valueAtom(const Place &P, unsigned Index, RegionBuilder &Region) {
  std::string Key = llvm::utohexstr(reinterpret_cast<uintptr_t>(P.Root)) + "@" +
                    llvm::utohexstr(reinterpret_cast<uintptr_t>(P.Owner)) + P.Part + "[" + std::to_string(Index) + "]";
  auto It = llvm::find(Region.ValueKeys, Key);
  const size_t Number = It - Region.ValueKeys.begin();
  if (It == Region.ValueKeys.end())
    Region.ValueKeys.push_back(Key);
  return "#" + std::to_string(Number);
}

// A variable that never changes, or a part of an object that neither the region nor anybody who knows the object has
// changed so far.
std::string SubmissionRecorder::sizeAtom(Value V, unsigned Index, SourceLocation Horizon, RegionBuilder &Region) {
  std::optional<Place> P = Values.place(V);
  const VarDecl *D = P ? P->variable() : nullptr;
  const bool Whole = P && P->Part.empty();
  if (!P || (!D && (Whole || P->Root)) || (D && !D->hasLocalStorage()))
    return {};
  if (D && (Whole ? D->getType().getNonReferenceType()->isPointerType() || !Changes.isNeverChanged(D)
                  : Changes.isRedirected(D)))
    return {};
  if (Region.Memories.of(*P, /*IsExposed=*/false).Memory != P || (!Whole && Escaped.mayChange(*P)))
    return {};
  if (!Region.isParameter(*P) || !isPlain(P->Part) ||
      Values.names().of(V.E->getType().getNonReferenceType()) == Known::NdRange)
    return valueAtom(*P, Index, Region);
  const auto *Method = dyn_cast<CXXMethodDecl>(Region.Recorded);
  const unsigned Number = D ? cast<ParmVarDecl>(D)->getFunctionScopeIndex() + (Method && Method->isInstance()) : 0;
  return "$" + std::to_string(Number) + P->Part + "[" + std::to_string(Index) + "]";
}

std::string SubmissionRecorder::bufferAtom(Value Buffer, unsigned Index, SourceLocation Horizon,
                                           RegionBuilder &Region) {
  std::optional<Place> P = bufferMemory(Buffer, Horizon, Region);
  if (!P)
    return {};
  auto It = llvm::find(Region.Memory, *P);
  return It == Region.Memory.end()
             ? valueAtom(*P, 3 + Index, Region) // beside the value of that name
             : "&" + std::to_string(It - Region.Memory.begin()) + "[" + std::to_string(Index) + "]";
}

SizeExpressions SubmissionRecorder::expressions(SourceLocation Horizon, RegionBuilder &Region) {
  return {Values, Sizes,
          [this, Horizon, &Region](Value V, unsigned Index) { return sizeAtom(V, Index, Horizon, Region); },
          [this, Horizon, &Region](Value V, unsigned Index) { return bufferAtom(V, Index, Horizon, Region); }};
}

// How the ND-range is computed, and its number.
void SubmissionRecorder::settleSizes(manifest::nd_range_expressions All, RegionBuilder &Region,
                                     manifest::submission &Out) {
  if (Out.kind == range_kind::range && All.offset.empty())
    All.offset.assign(Out.dimensions, "0");
  std::string Key = std::to_string(static_cast<int>(Out.kind));
  bool Complete = true;
  for (std::vector<std::string> *List : {&All.global, &All.local, &All.offset}) {
    if (List->size() != Out.dimensions)
      List->clear();
    Complete &= !List->empty() || (List == &All.local && Out.kind == range_kind::range);
    Key += ";" + llvm::join(*List, ",");
  }
  if (Complete)
    numberRange(Key, Region, Out);
  Out.sizes = std::move(All);
}

void SubmissionRecorder::range(const CallExpr *Call, const Env *In, SourceLocation Horizon, RegionBuilder &Region,
                               manifest::submission &Out) {
  if (Out.kind == range_kind::single_task)
    return;
  if (Out.kind == range_kind::range)
    Out.range.offset.assign(Out.dimensions, 0);
  SizeExpressions Words = expressions(Horizon, Region);
  manifest::nd_range_expressions All;
  bool HasOffset = false;
  for (unsigned I = 0; I + 1 < Call->getNumArgs(); ++I) {
    QualType T = Call->getArg(I)->getType().getNonReferenceType();
    Value Argument{Call->getArg(I), In};
    Known Kind = Values.names().of(T);
    if (Kind == Known::NdRange) {
      Out.range = Sizes.ndRange(Argument);
      All = Words.ndRange(Argument);
    } else if (Kind == Known::Range || T->isIntegralOrUnscopedEnumerationType() || T->isConstantArrayType()) {
      Out.range.global = Sizes.sizes(Argument);
      All.global = Words.list(Argument);
    } else if (Kind == Known::Id) {
      Out.range.offset = Sizes.sizes(Argument);
      All.offset = Words.list(Argument);
      HasOffset = true;
    }
  }
  if (HasOffset && All.offset.empty())
    All.global.clear(); // not the same, wherever it begins
  settleSizes(std::move(All), Region, Out);
  for (std::vector<uint64_t> *List : {&Out.range.global, &Out.range.local, &Out.range.offset})
    if (List->size() != Out.dimensions)
      List->clear();
}

} // namespace syclfuse::plugin
