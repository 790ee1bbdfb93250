// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CaptureChecker.h"

#include "DeviceCheck.h"
#include "kernels/KernelRecorder.h"
#include "names/TypeNames.h"
#include "values/DepthGuard.h"

using namespace clang;

namespace syclfuse::plugin {

static bool isDeviceCopyable(const CXXRecordDecl *Record) {
  return !Record->hasNonTrivialDestructor() && !Record->hasNonTrivialCopyConstructor();
}

void CaptureChecker::check(const FunctionDecl *Entry, bool NamesNotCopyable) {
  const auto *Attr = Entry->getAttr<SYCLKernelEntryPointAttr>();
  const CXXRecordDecl *Closure = kernelClosure(Entry);
  if (!Attr || !Closure)
    return;
  Kernel = kernelName(AST.getCanonicalType(Attr->getKernelName()), AST);
  AfterErrors = NamesNotCopyable && !isDeviceCopyable(Closure);
  visitRecord(Closure, nullptr);
}

// Outer: the capture that Record is a part of; null for the kernel itself.
void CaptureChecker::visitRecord(const CXXRecordDecl *Record, const Capture *Outer) {
  DepthGuard Guard(Depth);
  Record = Record->getDefinition();
  if (!Record || Guard.tooDeep() || Record->isUnion())
    return;
  if (Record->isLambda())
    return visitLambda(Record, Outer);
  for (const CXXBaseSpecifier &B : Record->bases())
    if (const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl())
      visitRecord(Base, Outer);
  bool IsOurs = isLibrary(Record, AST) && !Record->isInStdNamespace(); // its references are our business
  for (const FieldDecl *F : Record->fields()) {
    if (IsOurs && F->getType()->isReferenceType())
      continue;
    Capture Own = Outer ? *Outer : Capture{F->getNameAsString(), F->getLocation()};
    visitField(F->getType(), Own);
  }
}

void CaptureChecker::visitLambda(const CXXRecordDecl *Lambda, const Capture *Outer) {
  bool IsOurs = isLibrary(Lambda, AST);
  for (auto [Captured, Field] : llvm::zip(Lambda->captures(), Lambda->fields())) {
    SourceLocation Location = IsOurs && Outer ? Outer->Location : Captured.getLocation();
    if (Captured.getCaptureKind() == LCK_This) {
      if (!IsOurs)
        reportThis(Captured, Location);
      continue;
    }
    std::string Name = Captured.capturesVariable() ? Captured.getCapturedVar()->getNameAsString() : "*this";
    if (!(IsOurs && Captured.getCaptureKind() == LCK_ByRef))
      visitField(Field->getType(), {Name, Location});
  }
}

void CaptureChecker::visitField(QualType T, const Capture &Of) {
  if (T->isReferenceType()) {
    Report.report({diag::capture_by_reference, Of.Location, {Kernel, Of.Name}});
    return;
  }
  T = AST.getBaseElementType(T);
  if (isHostType(T))
    Report.report({diag::device_host_type, Of.Location, {T.getUnqualifiedType().getAsString(), ""}});
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition())
    return;
  if (AfterErrors && !isDeviceCopyable(Record) && !Record->isLambda()) {
    Report.report({diag::capture_not_copyable, Of.Location, {Kernel, Of.Name, typeName(T, AST)}});
    return;
  }
  visitRecord(Record, &Of);
}

void CaptureChecker::reportThis(const LambdaCapture &Captured, SourceLocation Location) {
  Report.report({Captured.isExplicit() ? diag::capture_this_explicit : diag::capture_this, Location, {Kernel}});
}

} // namespace syclfuse::plugin
