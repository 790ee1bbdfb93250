// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and fills as kernels: what their operands are, and whose memory that is.
#include "SubmissionRecorder.h"

using namespace clang;

namespace syclfuse::plugin {

// What E, a copy or fill, moves.
struct MemoryOperands {
  Known Closure;
  llvm::SmallVector<QualType, 2> Of; // the first arguments of the closure's class
  const Expr *To, *From;             // From: null for fills
  const Expr *Count = nullptr;       // of pointers
  bool IsInBytes = false;
};

static std::optional<MemoryOperands> operandsOfAccessors(const CallExpr *E, KnownDeclarations &Names) {
  auto AccessorType = [&](unsigned I) {
    const QualType T = E->getArg(I)->getType().getNonReferenceType().getUnqualifiedType();
    return Names.of(T) == Known::Accessor ? T : QualType();
  };
  const Expr *const *A = E->getArgs();
  const QualType First = AccessorType(0), Second = AccessorType(1);
  const llvm::StringRef Name = E->getDirectCallee()->getName();
  if (Name == "fill" && !First.isNull())
    return MemoryOperands{Known::FillAccessor, {First}, A[0], nullptr};
  if (Name == "copy" && !First.isNull() && !Second.isNull())
    return MemoryOperands{Known::CopyAccessor, {First, Second}, A[1], A[0]};
  return std::nullopt;
}

// Nothing for other commands, and for those of memory of no type.
static std::optional<MemoryOperands> operandsOf(const CallExpr *E, KnownDeclarations &Names) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (Names.of(Callee) != Known::NotAKernel || E->getNumArgs() < 2 || Callee->getNumParams() < 2)
    return std::nullopt;
  const llvm::StringRef Name = Callee->getName();
  const QualType First = Callee->getParamDecl(0)->getType(), Second = Callee->getParamDecl(1)->getType();
  const Expr *const *A = E->getArgs();
  if (!First->isPointerType())
    return operandsOfAccessors(E, Names);
  if (E->getNumArgs() < 3)
    return std::nullopt;
  if (Name == "copy" && Second->isPointerType())
    return MemoryOperands{Known::CopyElements, {Second->getPointeeType()}, A[1], A[0], A[2]};
  if (Name == "memcpy" && Second->isPointerType())
    return MemoryOperands{Known::CopyElements, {First->getPointeeType()}, A[0], A[1], A[2], true};
  if (Name == "fill")
    return MemoryOperands{Known::FillElements, {Second.getNonReferenceType()}, A[0], nullptr, A[2]};
  if (Name == "memset")
    return MemoryOperands{Known::FillElements, {First->getPointeeType()}, A[0], nullptr, A[2], true};
  return std::nullopt;
}

const RecordedKernel *SubmissionRecorder::memoryKernel(const CallExpr *E) const {
  const std::optional<MemoryOperands> Operands = operandsOf(E, Values.names());
  return Operands ? Kernels.findMemoryKernel(Operands->Closure, Operands->Of) : nullptr;
}

// A container of the library's, whose elements are in memory of the host if no allocator says otherwise.
static bool isContainerOfHost(QualType T, KnownDeclarations &Names) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T.getNonReferenceType()->getAsCXXRecordDecl());
  return Class && Class->isInStdNamespace() &&
         llvm::none_of(Class->getTemplateArgs().asArray(), [&](const TemplateArgument &A) {
           return A.getKind() == TemplateArgument::Type && Names.of(A.getAsType()) == Known::UsmAllocator;
         });
}

static MemoryOwner ownerOfCall(const CallExpr *E, KnownDeclarations &Names) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (Names.of(Callee) == Known::AllocateUsm)
    return MemoryOwner::Device;
  if (Callee && Callee->getBuiltinID() && E->getType()->isPointerType()) // malloc, calloc
    return MemoryOwner::Host;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  const Expr *Object = Member ? Member->getImplicitObjectArgument() : Operator ? Operator->getArg(0) : nullptr;
  return Object && isContainerOfHost(Object->getType(), Names) ? MemoryOwner::Host : MemoryOwner::Unknown;
}

// The pointer that E adds something to; null if it adds nothing.
static const Expr *pointerAddedTo(const Expr *E) {
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp())
    return B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
  const auto *U = dyn_cast<UnaryOperator>(E); // &p[2]
  const auto *A =
      U && U->getOpcode() == UO_AddrOf ? dyn_cast<ArraySubscriptExpr>(U->getSubExpr()->IgnoreParens()) : nullptr;
  return A ? A->getBase() : nullptr;
}

// Where the memory was allocated that V, a pointer, was made with. What was assigned later is taken for memory of the
// same kind.
static MemoryOwner ownerOfMemory(Value V, HostValues &Values) {
  for (unsigned I = 0; I != 16; ++I) {
    V = Values.strip(V);
    if (!V)
      return MemoryOwner::Unknown;
    if (const auto *Call = dyn_cast<CallExpr>(V.E))
      return ownerOfCall(Call, Values.names());
    if (isa<CXXNewExpr>(V.E) || !V.E->getType().getNonReferenceType()->isPointerType())
      return MemoryOwner::Host;
    Value Next{pointerAddedTo(V.E), V.In};
    if (!Next)
      Next = Values.initializerOf(variableNamed(V.E), V.In);
    if (!Next)
      Next = Values.member(V);
    if (!Next)
      return MemoryOwner::Unknown;
    V = Next;
  }
  return MemoryOwner::Unknown;
}

MemoryOwner SubmissionRecorder::memoryOwner(const CallExpr *E, const Env *In) {
  const std::optional<MemoryOperands> Operands = operandsOf(E, Values.names());
  if (!Operands)
    return MemoryOwner::Unknown;
  if (!Operands->Count) // buffers
    return MemoryOwner::Device;
  const MemoryOwner To = ownerOfMemory({Operands->To, In}, Values),
                    From = Operands->From ? ownerOfMemory({Operands->From, In}, Values) : To;
  return To == From                                             ? To
         : To == MemoryOwner::Host || From == MemoryOwner::Host ? MemoryOwner::Host
                                                                : MemoryOwner::Unknown;
}

// How many elements of Size bytes V, a number of bytes, is; empty if that is not known.
static std::string elementsOf(Value V, uint64_t Size, ConstantNumbers &Sizes, SizeExpressions &Words) {
  if (std::optional<uint64_t> Bytes = Sizes.integer(V))
    return *Bytes % Size == 0 ? std::to_string(*Bytes / Size) : "";
  if (Size == 1)
    return Words.number(V);
  const Value Made = Sizes.source(V);
  const auto *Product = Made ? dyn_cast<BinaryOperator>(Made.E) : nullptr;
  if (!Product || Product->getOpcode() != BO_Mul)
    return {};
  const Value L{Product->getLHS(), Made.In}, R{Product->getRHS(), Made.In};
  if (Sizes.integer(R) == Size)
    return Words.number(L);
  if (Sizes.integer(L) == Size)
    return Words.number(R);
  const std::string Elements = elementsOf(L, Size, Sizes, Words), Factor = Words.number(R);
  return Elements.empty() || Factor.empty() ? "" : "(" + Elements + "*" + Factor + ")";
}

// The sizes of the range over Count elements, or over those of the accessor in Out's last argument.
static manifest::nd_range_expressions elementsOf(const MemoryOperands &Operands, const Env *In, uint64_t Size,
                                                 ConstantNumbers &Sizes, SizeExpressions Words) {
  const Value Count{Operands.Count, In};
  const std::string Text = Operands.IsInBytes ? elementsOf(Count, Size, Sizes, Words) : Words.number(Count);
  manifest::nd_range_expressions All;
  if (!Text.empty())
    All.global = {Text};
  return All;
}

void SubmissionRecorder::recordMemory(const CallExpr *Call, const RecordedKernel &K, const Env *In,
                                      SourceLocation Horizon, RegionBuilder &Region) {
  const MemoryOperands Operands = *operandsOf(Call, Values.names());
  manifest::submission Out = submissionOf(K, Call);
  manifest::nd_range_expressions All;
  for (unsigned I = 0; I != K.Leaves.size(); ++I) {
    const Leaf &L = K.Leaves[I];
    const bool IsFirst = llvm::StringRef(L.Parameter.name).starts_with(Operands.From ? "from" : "to");
    const Expr *Memory = llvm::StringRef(L.Parameter.name).starts_with("to") ? Operands.To : Operands.From;
    manifest::argument A;
    if (L.Parameter.kind == param_kind::pointer)
      pointer(L, Values.place({Memory, In}), Memory->getExprLoc(), Horizon, Region, A);
    else if (L.Parameter.kind == param_kind::accessor)
      accessor(L, {Memory, In}, Horizon, Region, A);
    else
      continue;
    A.parameter = I;
    if (IsFirst && !Operands.Count)
      Out.range.global = !A.range.empty() ? A.range
                         : A.identity     ? Region.Region.buffers[*A.identity].range
                                          : std::vector<uint64_t>();
    Out.arguments.push_back(A);
  }
  Out.range.offset.assign(Out.dimensions, 0);
  if (Operands.Count)
    All = elementsOf(Operands, In, Values.context().getTypeSizeInChars(Operands.Of.front()).getQuantity(), Sizes,
                     expressions(Horizon, Region));
  else
    for (uint64_t Constant : Out.range.global)
      All.global.push_back(std::to_string(Constant));
  if (uint64_t Constant; Operands.Count && !All.global.empty() && llvm::to_integer(All.global.front(), Constant, 10))
    Out.range.global = {Constant};
  settleSizes(std::move(All), Region, Out);
  Region.Region.submissions.push_back(std::move(Out));
}

} // namespace syclfuse::plugin
