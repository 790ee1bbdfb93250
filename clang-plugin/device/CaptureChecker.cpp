// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CaptureChecker.h"

#include "DeviceCheck.h"
#include "kernels/KernelRecorder.h"
#include "names/TypeNames.h"
#include "values/DepthGuard.h"

using namespace clang;

namespace syclfuse::plugin {

void CaptureChecker::check(const FunctionDecl *Entry) {
  const auto *Attr = Entry->getAttr<SYCLKernelEntryPointAttr>();
  const CXXRecordDecl *Closure = kernelClosure(Entry);
  if (!Attr || !Closure)
    return;
  Kernel = kernelName(AST.getCanonicalType(Attr->getKernelName()), AST);
  visitRecord(Closure, nullptr, isCopyable(Closure));
}

// Outer: the capture that Record is a part of; null for the kernel itself. Copies: Record is known to be device
// copyable, and so are its members.
void CaptureChecker::visitRecord(const CXXRecordDecl *Record, const Capture *Outer, bool Copies) {
  DepthGuard Guard(Depth);
  Record = Record->getDefinition();
  if (!Record || Guard.tooDeep() || Record->isUnion())
    return;
  if (Record->isLambda())
    return visitLambda(Record, Outer, Copies);
  for (const CXXBaseSpecifier &B : Record->bases())
    if (const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl())
      visitRecord(Base, Outer, Copies);
  bool IsOurs = isLibrary(Record, AST) && !Record->isInStdNamespace(); // its references are our business
  for (const FieldDecl *F : Record->fields()) {
    if (IsOurs && F->getType()->isReferenceType())
      continue;
    Capture Own = Outer ? *Outer : Capture{F->getNameAsString(), F->getLocation()};
    visitField(F->getType(), Own, Copies);
  }
}

void CaptureChecker::visitLambda(const CXXRecordDecl *Lambda, const Capture *Outer, bool Copies) {
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
      visitField(Field->getType(), {Name, Location}, Copies);
  }
}

void CaptureChecker::visitField(QualType T, const Capture &Of, bool Copies) {
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
  Copies = Copies || isCopyable(Record);
  if (!Copies && !Record->isLambda()) { // what a lambda holds counts, as no trait can be specialized for it
    Report.report({diag::capture_not_copyable, Of.Location, {Kernel, Of.Name, typeName(T, AST)}});
    return;
  }
  visitRecord(Record, &Of, Copies);
}

void CaptureChecker::reportThis(const LambdaCapture &Captured, SourceLocation Location) {
  Report.report({Captured.isExplicit() ? diag::capture_this_explicit : diag::capture_this, Location, {Kernel}});
}

} // namespace syclfuse::plugin
