// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds all functions that device code reaches. Each is walked once, however many kernels and callers it has.
#pragma once

#include "DeviceGraph.h"

namespace syclfuse::plugin {

class GraphBuilder {
public:
  explicit GraphBuilder(const clang::ASTContext &AST) : AST(AST) {}
  // Adds a kernel entry point, or a function that is marked SYCL_EXTERNAL; others, and templates, are left out.
  void addRoot(const clang::FunctionDecl *FD);
  // Walks what was added. The graph is complete after it.
  void build();
  DeviceGraph Graph;

private:
  DeviceFunction &get(const clang::FunctionDecl *FD);

  const clang::ASTContext &AST;
  llvm::DenseMap<const clang::FunctionDecl *, DeviceFunction *> Known; // by canonical declaration
  llvm::DenseSet<const clang::CXXRecordDecl *> Closures;
};

} // namespace syclfuse::plugin
