// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelRecorder.h"

#include "names/TypeNames.h"

using namespace clang;

namespace syclfuse::plugin {

// Range kind and dimensions are template arguments of the entry point: its only enumeration and its only integer.
static void readLaunchKind(const FunctionDecl *FD, manifest::kernel &Out) {
  const TemplateArgumentList *Args = FD->getTemplateSpecializationArgs();
  if (!Args)
    return;
  for (const TemplateArgument &A : Args->asArray()) {
    if (A.getKind() != TemplateArgument::Integral)
      continue;
    uint64_t Value = A.getAsIntegral().getLimitedValue();
    if (A.getIntegralType()->isEnumeralType() && Value <= static_cast<uint64_t>(range_kind::nd_range))
      Out.kind = static_cast<range_kind>(Value);
    else if (!A.getIntegralType()->isEnumeralType() && Value >= 1 && Value <= 3)
      Out.dimensions = Value;
  }
  if (Out.kind == range_kind::single_task)
    Out.dimensions = 1;
}

const CXXRecordDecl *kernelClosure(const FunctionDecl *Entry) {
  const auto *Attr = Entry->getAttr<SYCLKernelEntryPointAttr>();
  if (!Attr || Attr->isInvalidAttr() || Entry->isDependentContext() || Entry->getNumParams() == 0)
    return nullptr;
  const CXXRecordDecl *Record = Entry->getParamDecl(0)->getType()->getAsCXXRecordDecl();
  return Record && Record->getDefinition() && !Record->isInvalidDecl() ? Record->getDefinition() : nullptr;
}

SourceLocation kernelBodyLocation(const CXXRecordDecl *Closure) {
  if (Closure->isLambda())
    return Closure->getBeginLoc();
  DeclarationName Call = Closure->getASTContext().DeclarationNames.getCXXOperatorName(OO_Call);
  for (const NamedDecl *D : Closure->lookup(Call))
    return D->getLocation();
  return Closure->getLocation();
}

// The function objects in Closure that the headers have put beside what the kernel is given, from the outermost to the
// user's; none if that is Closure.
static llvm::SmallVector<QualType, 2> wrappedClosures(QualType Closure, KnownDeclarations &Names) {
  llvm::SmallVector<QualType, 2> Wrapped;
  for (Known Kind : {Known::ReductionClosure, Known::KernelWithHandler})
    if (const auto *Wrapper = Names.specialization(Closure, Kind))
      Wrapped.push_back(Closure = Wrapper->getTemplateArgs()[0].getAsType());
  return Wrapped;
}

// For people, who have written no kernel: "copy<float>".
static std::string memoryKernelName(const ClassTemplateSpecializationDecl *Closure, const ASTContext &Context,
                                    KnownDeclarations &Names) {
  const Known Kind = Names.of(Closure);
  QualType Element = Closure->getTemplateArgs()[0].getAsType();
  if (const auto *Accessor = Names.specialization(Element, Known::Accessor))
    Element = Accessor->getTemplateArgs()[0].getAsType().getUnqualifiedType();
  return (Kind == Known::CopyElements || Kind == Known::CopyAccessor ? "copy<" : "fill<") + typeName(Element, Context) +
         ">";
}

void KernelRecorder::add(const FunctionDecl *FD) {
  const CXXRecordDecl *Record = kernelClosure(FD);
  if (!Record)
    return;
  CanQualType Name = Context.getCanonicalType(FD->getAttr<SYCLKernelEntryPointAttr>()->getKernelName());
  const SYCLKernelInfo *Info = Context.findSYCLKernelInfo(Name);
  QualType Closure = FD->getParamDecl(0)->getType();
  if (!Info || !NamesSeen.insert(Name).second)
    return;

  auto Recorded = std::make_unique<RecordedKernel>();
  const llvm::SmallVector<QualType, 2> Wrapped = wrappedClosures(Closure, Names);
  QualType User = Wrapped.empty() ? Closure : Wrapped.back();
  Recorded->Entry = FD;
  Recorded->Name = Name;
  Recorded->IsReduction = Names.specialization(Closure, Known::ReductionClosure);
  Recorded->Closure = Context.getCanonicalType(User.getUnqualifiedType());
  Recorded->Leaves = closureLeaves(Record, Context, Names);
  for (Leaf &L : Recorded->Leaves) // from the user's object on
    for (QualType Inner : Wrapped) {
      const FieldDecl *Field = L.Steps.empty() ? nullptr : L.Steps.front().Field;
      L.IsBeside = !Field || !Context.hasSameUnqualifiedType(Field->getType(), Inner);
      if (L.IsBeside)
        break;
      L.Steps.erase(L.Steps.begin());
    }
  manifest::kernel &K = Recorded->Kernel;
  auto Renamed = Symbols.find(Info->GetKernelName());
  K.symbol = Renamed == Symbols.end() ? Info->GetKernelName() : Renamed->second;
  K.name = kernelName(Name, Context);
  K.location = Locations.of(kernelBodyLocation(User->getAsCXXRecordDecl() ? User->getAsCXXRecordDecl() : Record));
  readLaunchKind(FD, K);
  K.closure_size = Context.getTypeSizeInChars(Closure).getQuantity();
  K.closure_align = Context.getTypeAlignInChars(Closure).getQuantity();
  for (const Leaf &L : Recorded->Leaves)
    K.parameters.push_back(L.Parameter);
  K.fused_only = isMemoryKernel(Names.of(Closure));
  if (K.fused_only) {
    K.name = memoryKernelName(cast<ClassTemplateSpecializationDecl>(Record), Context, Names);
    K.location = {}; // nothing that the user has written
  }
  ByClosure[Recorded->Closure].push_back(Recorded.get());
  Kernels.push_back(std::move(Recorded));
}

const RecordedKernel *KernelRecorder::find(QualType Closure, QualType Name) const {
  auto It = ByClosure.find(Context.getCanonicalType(Closure.getUnqualifiedType()));
  if (It == ByClosure.end())
    return nullptr;
  CanQualType Wanted = Name.isNull() ? CanQualType() : Context.getCanonicalType(Name);
  for (const RecordedKernel *K : It->second)
    if (K->Name == Wanted)
      return K;
  // The kernel of a reduction is named after the user's name, or its closure.
  auto NamedAfter = [&](const RecordedKernel *K) {
    const auto *Named = dyn_cast_or_null<ClassTemplateSpecializationDecl>(K->Name->getAsCXXRecordDecl());
    const TemplateArgument *First = Named && Named->getTemplateArgs().size() ? &Named->getTemplateArgs()[0] : nullptr;
    return First && First->getKind() == TemplateArgument::Type &&
           Context.getCanonicalType(First->getAsType()) == (Wanted.isNull() ? K->Closure : Wanted);
  };
  for (const RecordedKernel *K : It->second)
    if (K->IsReduction && NamedAfter(K))
      return K;
  // Unnamed: the name is the closure's type.
  for (const RecordedKernel *K : It->second)
    if (K->Name == K->Closure)
      return K;
  return It->second.size() == 1 ? It->second.front() : nullptr;
}

const RecordedKernel *KernelRecorder::findMemoryKernel(Known Closure, llvm::ArrayRef<QualType> Of) const {
  auto IsOf = [&](const ClassTemplateSpecializationDecl *Class) {
    return llvm::all_of(llvm::enumerate(Of), [&](const auto &Pair) {
      return Context.hasSameUnqualifiedType(Class->getTemplateArgs()[Pair.index()].getAsType(), Pair.value());
    });
  };
  for (const auto &K : Kernels)
    if (const auto *Class = K->Kernel.fused_only ? Names.specialization(K->Closure, Closure) : nullptr;
        Class && IsOf(Class))
      return K.get();
  return nullptr;
}

} // namespace syclfuse::plugin
