// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SubmissionRecorder.h"

#include "kernels/InternalPointers.h"
#include "names/TypeNames.h"

#include "llvm/ADT/StringExtras.h"

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

manifest::submission SubmissionRecorder::submissionOf(const RecordedKernel &K, const CallExpr *Call) const {
  manifest::submission Out;
  Out.kernel = K.Kernel.symbol;
  Out.location = Locations.of(Call->getExprLoc());
  Out.kind = K.Kernel.kind;
  Out.dimensions = K.Kernel.dimensions;
  return Out;
}

bool SubmissionRecorder::record(const CallExpr *Call, const Env *In, SourceLocation Horizon, RegionBuilder &Region) {
  if (const RecordedKernel *K = memoryKernel(Call)) {
    recordMemory(Call, *K, In, Horizon, Region);
    return true;
  }
  const Expr *Object = kernelObject(Call);
  const RecordedKernel *K =
      Object ? Kernels.find(Object->getType().getNonReferenceType(), explicitName(Call->getDirectCallee())) : nullptr;
  if (!K)
    return false;
  manifest::submission Out = submissionOf(*K, Call);
  for (unsigned I = 0; I != K->Leaves.size(); ++I) {
    param_kind Kind = K->Leaves[I].Parameter.kind;
    if (Kind == param_kind::std_layout && !K->Leaves[I].IsBeside)
      value(K->Leaves[I], {Object, In}, I, Out);
    if (Kind != param_kind::accessor && Kind != param_kind::pointer)
      continue;
    manifest::argument A =
        K->Leaves[I].IsBeside ? manifest::argument() : argument(K->Leaves[I], {Object, In}, Horizon, Region);
    A.parameter = I;
    Out.arguments.push_back(A);
  }
  if (K->IsReduction)
    results(Call, In, Horizon, Region);
  range(Call, In, Horizon, Region, Out); // in the words of the buffers that the kernel uses
  checkLocalSize(Out, Call->getExprLoc(), Region);
  Region.Region.submissions.push_back(std::move(Out));
  return true;
}

void SubmissionRecorder::checkLocalSize(const manifest::submission &S, SourceLocation Location, RegionBuilder &Region) {
  for (const manifest::submission &Other : Region.Region.submissions)
    if (!S.range.local.empty() && !Other.range.local.empty() && S.range.local != Other.range.local) {
      auto Text = [](const std::vector<uint64_t> &Sizes) {
        return llvm::join(llvm::map_range(Sizes, [](uint64_t Size) { return std::to_string(Size); }), "x");
      };
      Region.Warnings.push_back(
          {diag::local_sizes_differ, Location, {Text(S.range.local), Text(Other.range.local)}, {Region.start()}});
      return;
    }
}

// A number that a function object, which is made for this submission or does not change, holds.
void SubmissionRecorder::value(const Leaf &L, Value Object, unsigned Parameter, manifest::submission &Out) {
  Object = Values.strip(Object);
  const VarDecl *D = variableNamed(Object.E);
  if (!Object || L.Steps.size() != 1 || (isa<DeclRefExpr>(Object.E) && (!D || !Changes.isNeverChanged(D))))
    return;
  std::string Bytes = Sizes.bytes(Values.part(Object, L.Steps));
  if (Bytes.size() == 2 * size_t(L.Parameter.size) && !Bytes.empty())
    Out.values.push_back({Parameter, std::move(Bytes)});
}

manifest::argument SubmissionRecorder::argument(const Leaf &L, Value Object, SourceLocation Horizon,
                                                RegionBuilder &Region) {
  manifest::argument Out;
  if (L.Parameter.kind == param_kind::pointer)
    pointer(L, Values.placeOfPart(Object, L.Steps), Object.E->getExprLoc(), Horizon, Region, Out);
  else if (L.Hint != promotion::none)
    internalPointer(L, Object, Horizon, Region, Out);
  else if (Value Part = Values.part(Object, L.Steps))
    accessor(L, Part, Horizon, Region, Out);
  return Out;
}

// Whether P may be other memory than when the region began.
bool SubmissionRecorder::isRedirected(const Place &P, SourceLocation Horizon, const RegionBuilder &Region) {
  const VarDecl *D = P.variable();
  const bool IsEarlier = Region.Run && Region.Run->Since.isValid();
  return D && Changes.isRedirectedBetween(D, IsEarlier ? Region.Run->Since : Region.Begin, Horizon,
                                          Locations.sourceManager());
}

static SourceLocation placeLocation(const Place &P, SourceLocation Otherwise) {
  return P.Root ? P.Root->getLocation() : Otherwise;
}

// Memory of which nothing is known but what L, a leaf that leads there, says.
manifest::buffer SubmissionRecorder::describe(const Leaf &L, const std::string &Name, SourceLocation Location) const {
  manifest::buffer B;
  B.name = Name;
  B.element_type = L.Parameter.type;
  B.element_size = L.Parameter.element_size;
  B.dimensions = std::max(1u, L.Parameter.dimensions);
  B.location = Locations.of(Location);
  return B;
}

void SubmissionRecorder::pointer(const Leaf &L, const std::optional<Place> &P, SourceLocation Otherwise,
                                 SourceLocation Horizon, RegionBuilder &Region, manifest::argument &Out) {
  Value Named;
  std::optional<Place> M = memoryAt(P, true, Named, Horizon, Region);
  if (!M)
    return;
  M = pointerOrigin(*M);
  SourceLocation Location = placeLocation(*M, Otherwise);
  Out.identity = Region.identity(*M, Location, [&] { return describe(L, M->name(), Location); });
}

// The expression of the buffer among the arguments of an accessor's creation.
static const Expr *bufferArgument(const Expr *Creation, KnownDeclarations &Names) {
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Creation))
    return Names.of(Call->getMethodDecl()) == Known::GetAccess ? Call->getImplicitObjectArgument() : nullptr;
  const auto *Construct = dyn_cast<CXXConstructExpr>(Creation);
  if (!Construct || Names.of(Construct->getType()) != Known::Accessor)
    return nullptr;
  for (const Expr *A : Construct->arguments())
    if (Names.of(A->getType().getNonReferenceType()) == Known::Buffer)
      return A;
  return nullptr;
}

// Whether an accessor of type T only reads.
static bool onlyReads(QualType T, KnownDeclarations &Names) {
  const auto *Class = Names.specialization(T.getNonReferenceType(), Known::Accessor);
  const EnumConstantDecl *Mode =
      Class && Class->getTemplateArgs().size() > 2 ? enumeratorOf(Class->getTemplateArgs()[2]) : nullptr;
  return Mode && Mode->getName() == "read";
}

std::optional<BufferUse> SubmissionRecorder::use(const Expr *Creation, const Env *In, SourceLocation Horizon,
                                                 const RegionBuilder &Region) {
  const Expr *Buffer = bufferArgument(Creation, Values.names());
  Value Named{Buffer, In};
  std::optional<Place> P = Buffer ? bufferMemory(Named, Horizon, Region) : std::nullopt;
  return P ? std::optional(BufferUse{*P, !onlyReads(Creation->getType(), Values.names()), parentOf(Named)})
           : std::nullopt;
}

bool SubmissionRecorder::conflicts(const Expr *Creation, const Env *In, SourceLocation Horizon,
                                   const RegionBuilder &Region) {
  std::optional<BufferUse> Used = use(Creation, In, Horizon, Region);
  if (!Used)
    return false;
  auto IsOf = [&](const RegionBuilder &R) {
    auto It = llvm::find(R.Memory, Used->Buffer);
    const unsigned Identity = It - R.Memory.begin();
    return llvm::any_of(R.Results, [&](const BufferUse &Result) { return Result.Buffer == Used->Buffer; }) ||
           (It != R.Memory.end() && llvm::any_of(R.Uses, [&](const AccessorUse &U) {
              return U.Buffer == Identity && (U.Writes || Used->Writes);
            }));
  };
  return IsOf(Region) || llvm::any_of(Region.Earlier, IsOf);
}

// The buffers that the reductions of Call bring their values into.
void SubmissionRecorder::results(const CallExpr *Call, const Env *In, SourceLocation Horizon, RegionBuilder &Region) {
  for (const Expr *A : Call->arguments()) {
    const Value Made = Values.origin({A, In});
    const auto *Reduction = Made ? dyn_cast<CallExpr>(Made.E) : nullptr;
    if (!Reduction || Values.names().of(Reduction->getDirectCallee()) != Known::MakeReduction ||
        !Reduction->getNumArgs())
      continue;
    Value Named = Values.strip({Reduction->getArg(0), Made.In});
    if (Named && Values.names().of(Named.E->getType().getNonReferenceType()) == Known::Buffer)
      if (std::optional<Place> P = bufferMemory(Named, Horizon, Region))
        Region.Results.push_back({*P, true, parentOf(Named)});
  }
}

static llvm::ArrayRef<const Expr *> argumentsOf(const Expr *E) {
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return {Call->getArgs(), Call->getNumArgs()};
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return {Construct->getArgs(), Construct->getNumArgs()};
  return {};
}

// The offset among the arguments of an accessor's creation, as it is written; empty: none.
static llvm::FoldingSetNodeID offsetProfile(llvm::ArrayRef<const Expr *> Arguments, HostValues &Values) {
  llvm::FoldingSetNodeID Result;
  for (const Expr *A : Arguments)
    if (!isa<CXXDefaultArgExpr>(A) && Values.names().of(A->getType().getNonReferenceType()) == Known::Id)
      A->Profile(Result, Values.context(), /*Canonical=*/true);
  return Result;
}

// An accessor that the recorded function is given.
void SubmissionRecorder::passedAccessor(const Leaf &L, Value Part, SourceLocation Horizon, RegionBuilder &Region,
                                        manifest::argument &Out) {
  std::optional<Place> P = Region.Recorded ? Values.place(Part) : std::nullopt;
  if (!P || !Region.isParameter(*P) || isRedirected(*P, Horizon, Region))
    return;
  SourceLocation Location = placeLocation(*P, Part.E->getExprLoc());
  Out.identity = Region.identity(*P, Location, [&] { return describe(L, P->name(), Location); });
}

// The identity of a buffer.
std::optional<unsigned> SubmissionRecorder::buffer(Value Buffer, SourceLocation Horizon, RegionBuilder &Region) {
  const QualType T = Buffer.E->getType().getNonReferenceType();
  const SourceLocation Otherwise = Buffer.E->getExprLoc();
  std::optional<Place> P = bufferMemory(Buffer, Horizon, Region);
  if (!P)
    return std::nullopt;
  SourceLocation Location = placeLocation(*P, Otherwise);
  Properties Promised;
  const size_t Before = Region.Memory.size();
  unsigned Identity = Region.identity(*P, Location, [&] { return describeBuffer(*P, Buffer, T, Location, Promised); });
  if (Region.Memory.size() != Before)
    Region.Promises[Identity] = Promised;
  if (Buffer && !Region.Parents[Identity])
    Region.Parents[Identity] = parentOf(Buffer);
  return Identity;
}

std::optional<manifest::call_argument> SubmissionRecorder::passed(Value V, SourceLocation Horizon,
                                                                  RegionBuilder &Region) {
  QualType T = V.E->getType().getNonReferenceType();
  manifest::call_argument Out;
  Known Kind = Values.names().of(T);
  if (Kind == Known::Accessor) {
    Leaf L;
    manifest::argument A;
    accessor(L, V, Horizon, Region, A);
    Out = {0, "", A.identity, A.promote, A.range, A.offset};
  } else if (Kind == Known::Buffer || Values.names().ofPointee(T) == Known::Buffer) {
    Out.identity = buffer(V, Horizon, Region);
    // The function's accessors are from its first element on.
    if (Out.identity) {
      std::optional<llvm::FoldingSetNodeID> &First = Region.Offsets[*Out.identity];
      if (!First)
        First.emplace();
      else if (*First != llvm::FoldingSetNodeID())
        Out.identity.reset();
    }
  } else if (T->isPointerType() && !T->isFunctionPointerType() && Values.names().ofPointee(T) == Known::None) {
    QualType Pointee = T->getPointeeType();
    Leaf L;
    L.Parameter.type = typeName(Pointee, Values.context());
    L.Parameter.element_size =
        Pointee->isIncompleteType() ? 0 : Values.context().getTypeSizeInChars(Pointee).getQuantity();
    manifest::argument A;
    pointer(L, Values.place(V), V.E->getExprLoc(), Horizon, Region, A);
    Out.identity = A.identity;
  } else if (Kind == Known::Range || Kind == Known::Id || T->isIntegralOrUnscopedEnumerationType()) {
    Out.sizes = expressions(Horizon, Region).list(V);
  }
  return Out.identity || !Out.sizes.empty() || Out.promote != promotion::none ? std::optional(std::move(Out))
                                                                              : std::nullopt;
}

void SubmissionRecorder::accessor(const Leaf &L, Value Part, SourceLocation Horizon, RegionBuilder &Region,
                                  manifest::argument &Out) {
  Value Creation = Values.origin(Part);
  const Expr *Buffer = Creation ? bufferArgument(Creation.E, Values.names()) : nullptr;
  if (!Buffer)
    return passedAccessor(L, Part, Horizon, Region, Out);
  const Properties Own = Promises.find(argumentsOf(Creation.E), Creation.In);
  Out.promote = promotionOf(Own, {});
  for (const Expr *A : argumentsOf(Creation.E)) {
    Known Kind = isa<CXXDefaultArgExpr>(A) ? Known::None : Values.names().of(A->getType().getNonReferenceType());
    if (Kind == Known::Range)
      Out.range = Sizes.sizes({A, Creation.In});
    else if (Kind == Known::Id)
      Out.offset = Sizes.sizes({A, Creation.In});
  }
  Value BufferValue{Buffer, Creation.In};
  Out.identity = buffer(BufferValue, Horizon, Region);
  if (!Out.identity)
    return;
  const Properties &OfBuffer = Region.Promises[*Out.identity];
  auto IsPromise = [](promotion P) { return P == promotion::private_memory || P == promotion::local_memory; };
  if (IsPromise(Own.Promote) && IsPromise(OfBuffer.Promote) && Own.Promote != OfBuffer.Promote) {
    auto Text = [](promotion P) { return std::string(P == promotion::private_memory ? "private" : "local"); };
    Region.Warnings.push_back({diag::promotion_conflict,
                               Creation.E->getExprLoc(),
                               {Region.Region.buffers[*Out.identity].name, Text(OfBuffer.Promote), Text(Own.Promote)},
                               {{Region.MemoryLocations[*Out.identity], "the buffer is declared here"}}});
  }
  Out.promote = promotionOf(Own, OfBuffer);
  Region.Uses.push_back({static_cast<unsigned>(Region.Region.submissions.size()), *Out.identity, L.Parameter.name,
                         Creation.E->getExprLoc(), Out.promote, L.Parameter.mode != access_mode::read});
  // Accessors that start elsewhere in the buffer are other arguments.
  std::optional<llvm::FoldingSetNodeID> &First = Region.Offsets[*Out.identity];
  llvm::FoldingSetNodeID Offset = offsetProfile(argumentsOf(Creation.E), Values);
  if (!First && !(Region.Recorded && Region.isParameter(Region.Memory[*Out.identity])))
    First = Offset;
  // What a caller passes is taken from its first element on.
  if (First ? *First != Offset : Offset != llvm::FoldingSetNodeID())
    Out.identity.reset();
}

// The arguments that a sub-buffer is made with; null if Made is none.
static const CXXConstructExpr *asSubBuffer(Value Made, KnownDeclarations &Names) {
  const auto *Construct = Made ? dyn_cast<CXXConstructExpr>(Made.E) : nullptr;
  bool IsSub = Construct && Construct->getNumArgs() > 1 &&
               Names.of(Construct->getArg(1)->getType().getNonReferenceType()) == Known::Id;
  return IsSub ? Construct : nullptr;
}

std::optional<Place> SubmissionRecorder::parentOf(Value Buffer) {
  Value Made = Values.made(Buffer);
  const CXXConstructExpr *Construct = asSubBuffer(Made, Values.names());
  return Construct ? Values.place({Construct->getArg(0), Made.In}) : std::nullopt;
}

// T: its type, or a pointer to it.
manifest::buffer SubmissionRecorder::describeBuffer(const Place &P, Value Buffer, QualType T, SourceLocation Location,
                                                    Properties &Promised) {
  manifest::buffer B;
  B.name = P.name();
  B.location = Locations.of(Location);
  if (T->isPointerType())
    T = T->getPointeeType();
  if (const auto *D = Values.names().specialization(T, Known::Buffer)) {
    const TemplateArgumentList &Args = D->getTemplateArgs();
    B.element_type = typeName(Args[0].getAsType(), Values.context());
    B.element_size = Values.context().getTypeSizeInChars(Args[0].getAsType()).getQuantity();
    if (Args.size() > 1 && Args[1].getKind() == TemplateArgument::Integral)
      B.dimensions = Args[1].getAsIntegral().getLimitedValue();
  }
  Value Made = Buffer ? Values.made(Buffer, /*ThroughCaller=*/true) : Value{};
  if (Made)
    Promised = Promises.find(Values.makers(Made), Made.In);
  B.promote = Promised.Promote;
  if (const CXXConstructExpr *Construct = asSubBuffer(Made, Values.names()))
    B.offset = Sizes.sizes({Construct->getArg(1), Made.In});
  B.range = Buffer ? Sizes.bufferRange(Buffer)
                   : std::vector<uint64_t>(); // not through the caller: others may pass other sizes
  if (B.range.size() != B.dimensions)
    B.range.clear();
  if (B.offset.size() != B.dimensions)
    B.offset.clear();
  return B;
}

} // namespace syclfuse::plugin
