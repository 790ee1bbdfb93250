// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SubmissionRecorder.h"

#include "TypeNames.h"

using namespace clang;

namespace syclfuse::plugin {

// The kernel name that a call was given explicitly: its first type argument. Null without one.
static QualType explicitName(const FunctionDecl *Callee) {
  const TemplateArgumentList *Args = Callee ? Callee->getTemplateSpecializationArgs() : nullptr;
  if (!Args)
    return {};
  for (const TemplateArgument &A : Args->asArray())
    if (A.getKind() == TemplateArgument::Type)
      return A.getAsType();
  return {};
}

// The kernel function object is the last argument.
static const Expr *kernelObject(const CallExpr *Call) {
  return Call->getNumArgs() ? Call->getArg(Call->getNumArgs() - 1) : nullptr;
}

void SubmissionRecorder::range(const CallExpr *Call, const Env *In, manifest::submission &Out) {
  if (Out.kind == range_kind::single_task)
    return;
  if (Out.kind == range_kind::range)
    Out.range.offset.assign(Out.dimensions, 0);
  for (unsigned I = 0; I + 1 < Call->getNumArgs(); ++I) {
    QualType T = Call->getArg(I)->getType().getNonReferenceType();
    Value Argument{Call->getArg(I), In};
    Known Kind = Follow.names().of(T);
    if (Kind == Known::NdRange)
      Out.range = Sizes.ndRange(Argument);
    else if (Kind == Known::Range || T->isIntegralOrUnscopedEnumerationType() || T->isConstantArrayType())
      Out.range.global = Sizes.sizes(Argument);
    else if (Kind == Known::Id)
      Out.range.offset = Sizes.sizes(Argument);
  }
  for (std::vector<uint64_t> *List : {&Out.range.global, &Out.range.local, &Out.range.offset})
    if (List->size() != Out.dimensions)
      List->clear();
}

bool SubmissionRecorder::record(const CallExpr *Call, const Env *In, SourceLocation Horizon, RegionBuilder &Region) {
  const Expr *Object = kernelObject(Call);
  const RecordedKernel *K =
      Object ? Kernels.find(Object->getType().getNonReferenceType(), explicitName(Call->getDirectCallee())) : nullptr;
  if (!K)
    return false;
  manifest::submission Out;
  Out.kernel = K->Kernel.symbol;
  Out.location = Places.of(Call->getExprLoc());
  Out.kind = K->Kernel.kind;
  Out.dimensions = K->Kernel.dimensions;
  range(Call, In, Out);
  for (unsigned I = 0; I != K->Leaves.size(); ++I) {
    param_kind Kind = K->Leaves[I].Parameter.kind;
    if (Kind != param_kind::accessor && Kind != param_kind::pointer)
      continue;
    manifest::argument A = argument(K->Leaves[I], Follow.part({Object, In}, K->Leaves[I].Steps), Horizon, Region);
    A.parameter = I;
    Out.arguments.push_back(A);
  }
  Region.Region.submissions.push_back(std::move(Out));
  return true;
}

manifest::argument SubmissionRecorder::argument(const Leaf &L, Value Part, SourceLocation Horizon,
                                                RegionBuilder &Region) {
  manifest::argument Out;
  if (!Part)
    return Out;
  if (L.Parameter.kind == param_kind::accessor)
    accessor(L, Part, Horizon, Region, Out);
  else
    pointer(L, Part, Horizon, Region, Out);
  return Out;
}

// Whether P may be other memory than when the region began.
bool SubmissionRecorder::isRedirected(const Place &P, SourceLocation Horizon, const RegionBuilder &Region) {
  const auto *D = dyn_cast_or_null<VarDecl>(P.Root);
  return D && Changes.isRedirectedBetween(D, Region.Begin, Horizon, Places.sourceManager());
}

static SourceLocation placeLocation(const Place &P, SourceLocation Otherwise) {
  return P.Root ? P.Root->getLocation() : Otherwise;
}

void SubmissionRecorder::pointer(const Leaf &L, Value Part, SourceLocation Horizon, RegionBuilder &Region,
                                 manifest::argument &Out) {
  std::optional<Place> P = Follow.place(Part);
  if (!P)
    return;
  if (isRedirected(*P, Horizon, Region))
    return;
  SourceLocation Location = placeLocation(*P, Part.E->getExprLoc());
  Out.identity = Region.identity(*P, Location, [&] {
    manifest::buffer B;
    B.name = P->name();
    B.element_type = L.Parameter.type;
    B.element_size = L.Parameter.element_size;
    B.location = Places.of(Location);
    return B;
  });
}

// The expression of the buffer among the arguments of an accessor's creation.
static const Expr *bufferArgument(const Expr *Creation, Names &Recognize) {
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Creation))
    return Recognize.of(Call->getMethodDecl()) == Known::GetAccess ? Call->getImplicitObjectArgument() : nullptr;
  const auto *Construct = dyn_cast<CXXConstructExpr>(Creation);
  if (!Construct || Recognize.of(Construct->getType()) != Known::Accessor)
    return nullptr;
  for (const Expr *A : Construct->arguments())
    if (Recognize.of(A->getType().getNonReferenceType()) == Known::Buffer)
      return A;
  return nullptr;
}

static llvm::ArrayRef<const Expr *> argumentsOf(const Expr *E) {
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return {Call->getArgs(), Call->getNumArgs()};
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return {Construct->getArgs(), Construct->getNumArgs()};
  return {};
}

// The offset among the arguments of an accessor's creation, as it is written; empty: none.
static llvm::FoldingSetNodeID offsetProfile(llvm::ArrayRef<const Expr *> Arguments, Values &Follow) {
  llvm::FoldingSetNodeID Result;
  for (const Expr *A : Arguments)
    if (!isa<CXXDefaultArgExpr>(A) && Follow.names().of(A->getType().getNonReferenceType()) == Known::Id)
      A->Profile(Result, Follow.context(), /*Canonical=*/true);
  return Result;
}

void SubmissionRecorder::accessor(const Leaf &L, Value Part, SourceLocation Horizon, RegionBuilder &Region,
                                  manifest::argument &Out) {
  Value Creation = Follow.origin(Part);
  const Expr *Buffer = Creation ? bufferArgument(Creation.E, Follow.names()) : nullptr;
  if (!Buffer)
    return;
  Out.promote = Find.find(argumentsOf(Creation.E), Creation.In).Promote;
  Value BufferValue{Buffer, Creation.In};
  std::optional<Place> P = Follow.place(BufferValue);
  if (!P || isRedirected(*P, Horizon, Region))
    return;
  SourceLocation Location = placeLocation(*P, Buffer->getExprLoc());
  Out.identity = Region.identity(*P, Location, [&] { return describeBuffer(*P, BufferValue, Location); });
  promotion OfBuffer = Region.Region.buffers[*Out.identity].promote;
  if (Out.promote == promotion::none || (Out.promote == promotion::automatic && OfBuffer != promotion::none))
    Out.promote = OfBuffer;
  Region.Uses.push_back({*Out.identity, L.Parameter.name, Creation.E->getExprLoc(), Out.promote});
  // Accessors that start elsewhere in the buffer are other arguments.
  std::optional<llvm::FoldingSetNodeID> &First = Region.Offsets[*Out.identity];
  llvm::FoldingSetNodeID Offset = offsetProfile(argumentsOf(Creation.E), Follow);
  if (!First)
    First = Offset;
  else if (*First != Offset)
    Out.identity.reset();
}

manifest::buffer SubmissionRecorder::describeBuffer(const Place &P, Value Buffer, SourceLocation Location) {
  manifest::buffer B;
  B.name = P.name();
  B.location = Places.of(Location);
  QualType T = Buffer.E->getType().getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  if (const auto *D = Follow.names().specialization(T, Known::Buffer)) {
    const TemplateArgumentList &Args = D->getTemplateArgs();
    B.element_type = typeName(Args[0].getAsType(), Follow.context());
    B.element_size = Follow.context().getTypeSizeInChars(Args[0].getAsType()).getQuantity();
    if (Args.size() > 1 && Args[1].getKind() == TemplateArgument::Integral)
      B.dimensions = Args[1].getAsIntegral().getLimitedValue();
  }
  Value Made = Follow.made(Buffer, /*ThroughCaller=*/true);
  if (Made && isa<CXXConstructExpr>(Made.E))
    B.promote = Find.find(argumentsOf(Made.E), Made.In).Promote;
  B.range = Sizes.bufferRange(Buffer); // not through the caller: others may pass other sizes
  if (B.range.size() != B.dimensions)
    B.range.clear();
  return B;
}

} // namespace syclfuse::plugin
