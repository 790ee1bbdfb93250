// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks what a kernel takes with it: its closure is copied byte by byte to the device (SYCL 2020, 3.13.1 and 4.12.4),
// so that references and `this` would refer to memory of the host.
#pragma once

#include "DeviceCopyable.h"
#include "diagnostics/Diagnostics.h"

namespace syclfuse::plugin {

class CaptureChecker {
public:
  CaptureChecker(const clang::ASTContext &AST, clang::Sema &S, Diagnostics &Report)
      : AST(AST), isCopyable(S), Report(Report) {}
  // Reports what the kernel of an entry point cannot capture.
  void check(const clang::FunctionDecl *Entry);

private:
  struct Capture {
    std::string Name;
    clang::SourceLocation Location;
  };
  void visitRecord(const clang::CXXRecordDecl *Record, const Capture *Outer, bool Copies);
  void visitLambda(const clang::CXXRecordDecl *Lambda, const Capture *Outer, bool Copies);
  void visitField(clang::QualType T, const Capture &Of, bool Copies);
  void reportThis(const clang::LambdaCapture &Captured, clang::SourceLocation Location);

  const clang::ASTContext &AST;
  DeviceCopyable isCopyable;
  Diagnostics &Report;
  std::string Kernel;
  unsigned Depth = 0;
};

} // namespace syclfuse::plugin
