// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the memory that buffers and pointers are at the time of a submission.
#include "SubmissionRecorder.h"

using namespace clang;

namespace syclfuse::plugin {

// A copy of a buffer is the buffer, as long as nothing is assigned to it.
Value SubmissionRecorder::original(Value Buffer) {
  for (unsigned I = 0; I != 16; ++I) {
    Value Named = Values.strip(Buffer), Next;
    std::optional<Place> P = Named ? Values.place(Named) : std::nullopt;
    const auto *D = P ? dyn_cast_or_null<VarDecl>(P->Root) : nullptr;
    if (!D || Changes.isRedirected(D) || Values.names().of(Named.E->getType()) != Known::Buffer)
      return Buffer;
    const auto *Member = dyn_cast<MemberExpr>(Named.E);
    if (const auto *Field = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr)
      Next = Values.part({Member->getBase(), Named.In}, {PathStep{Field, nullptr, 0}});
    else if (isa<DeclRefExpr>(Named.E) && D->getInit() && !isa<ParmVarDecl>(D))
      Next = {D->getInit(), ownerOf(D, Named.In) ? ownerOf(D, Named.In) : Named.In};
    Next = Values.strip(Next);
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
    const auto *D = dyn_cast_or_null<VarDecl>(P.Root);
    if (!D || !D->getType()->isPointerType() || !D->getInit() || isa<ParmVarDecl>(D) || !Changes.isNeverChanged(D) ||
        (!P.Part.empty() && P.Part.front() != '+' && P.Part.front() != '-'))
      return P;
    std::optional<Place> From = Values.place({D->getInit(), P.Owner});
    const auto *Root = From ? dyn_cast_or_null<VarDecl>(From->Root) : nullptr;
    if (!Root || !Root->hasLocalStorage() || Changes.isRedirected(Root))
      return P;
    From->append(P.Part);
    P = *From;
  }
  return P;
}

} // namespace syclfuse::plugin
