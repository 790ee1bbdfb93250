// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the memory that buffers and pointers are at the time of a submission.
#include "SubmissionRecorder.h"

using namespace clang;

namespace syclfuse::plugin {

// A copy of a buffer is the buffer, as long as nothing is assigned to it.
Value SubmissionRecorder::original(Value Buffer) {
  for (unsigned I = 0; I != 16; ++I) {
    Value Named = Values.strip(Buffer);
    std::optional<Place> P = Named ? Values.place(Named) : std::nullopt;
    const VarDecl *D = P ? P->variable() : nullptr;
    if (!D || Changes.isRedirected(D) || Values.names().of(Named.E->getType()) != Known::Buffer)
      return Buffer;
    Value Next = Values.strip(isa<DeclRefExpr>(Named.E) ? Values.initializerOf(D, Named.In) : Values.member(Named));
    if (!Next || !isa<DeclRefExpr, MemberExpr>(Next.E) || Next.E == Named.E ||
        Values.names().of(Next.E->getType()) != Known::Buffer)
      return Buffer;
    Buffer = Next;
  }
  return Buffer;
}

// What P holds at this time, by the name that it had when the region began. Where that is another name, Named becomes
// an expression that named it, or null.
std::optional<Place> SubmissionRecorder::memoryAt(const std::optional<Place> &P, bool IsPointer, Value &Named,
                                                  SourceLocation Horizon, const RegionBuilder &Region) {
  if (!P || isRedirected(*P, Horizon, Region))
    return std::nullopt;
  Held Now = Region.Memories.of(*P, IsPointer && Escaped.mayBeReached(*P));
  if (!Now.Memory || isRedirected(*Now.Memory, Horizon, Region))
    return std::nullopt;
  if (*Now.Memory != *P)
    Named = Now.Named;
  return Now.Memory;
}

// The memory of a buffer. Buffer becomes an expression that names it; null if there is none.
std::optional<Place> SubmissionRecorder::bufferMemory(Value &Buffer, SourceLocation Horizon,
                                                      const RegionBuilder &Region) {
  Value Named = Buffer;
  std::optional<Place> First = Values.place(Buffer), M = memoryAt(First, false, Named, Horizon, Region);
  if (M && *M != *First) {
    Buffer = Named;
    return M;
  }
  Buffer = original(Buffer);
  std::optional<Place> P = Values.place(Buffer);
  return P && M && !isRedirected(*P, Horizon, Region) ? P : std::nullopt;
}

// A copy of a pointer from before the region, where none of the two ever changes, is the pointer.
Place SubmissionRecorder::pointerOrigin(Place P) {
  for (unsigned I = 0; I != 16; ++I) {
    const VarDecl *D = P.variable();
    if (!D || !D->getType()->isPointerType() || !D->getInit() || isa<ParmVarDecl>(D) || !Changes.isNeverChanged(D) ||
        (!P.Part.empty() && P.Part.front() != '+' && P.Part.front() != '-'))
      return P;
    std::optional<Place> From = Values.place({D->getInit(), P.Owner});
    const VarDecl *Root = From ? From->variable() : nullptr;
    if (!Root || !Root->hasLocalStorage() || Changes.isRedirected(Root))
      return P;
    From->append(P.Part);
    P = *From;
  }
  return P;
}

std::optional<Place> SubmissionRecorder::allocation(const Expr *E, const Env *In, SourceLocation Horizon,
                                                    const RegionBuilder &Region) {
  Value Named;
  std::optional<Place> M = memoryAt(Values.place({E, In}), true, Named, Horizon, Region);
  return M ? std::optional(pointerOrigin(*M).allocation()) : std::nullopt;
}

// An annotated_ptr: an accessor of the memory that the pointer leads to of which it was made, or else of memory that
// goes by its own name. The hint is in its type.
void SubmissionRecorder::internalPointer(const Leaf &L, Value Object, SourceLocation Horizon, RegionBuilder &Region,
                                         manifest::argument &Out) {
  Out.promote = L.Hint;
  const Value Part = Values.part(Object, L.Steps), Made = Part ? Values.origin(Part) : Value{};
  const auto *Construct = Made ? dyn_cast<CXXConstructExpr>(Made.E) : nullptr;
  std::optional<Place> P;
  Value Named;
  if (Construct && Construct->getNumArgs() && Construct->getArg(0)->getType()->isPointerType())
    P = memoryAt(Values.place({Construct->getArg(0), Made.In}), true, Named, Horizon, Region);
  if (!P && Part)
    P = memoryAt(Values.place(Part), false, Named, Horizon, Region);
  if (!P)
    return;
  const Place Memory = pointerOrigin(*P);
  const SourceLocation Location = Memory.Root ? Memory.Root->getLocation() : Object.E->getExprLoc();
  Out.identity = Region.identity(Memory.annotated(), Location, [&] { return describe(L, Memory.name(), Location); });
  Region.Uses.push_back({static_cast<unsigned>(Region.Region.submissions.size()), *Out.identity, L.Parameter.name,
                         Part ? Part.E->getExprLoc() : Location, Out.promote, L.Parameter.mode != access_mode::read});
}

} // namespace syclfuse::plugin
