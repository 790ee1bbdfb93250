// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names types and functions for the manifest: qualified, without anything that depends on where the source
// lies.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

std::string typeName(clang::QualType T, const clang::ASTContext &Context);

// The qualified name of the function that a person would say D is in: lambdas and local classes count as their
// enclosing function. Without template arguments and parameters.
std::string functionName(const clang::FunctionDecl *D);

// The symbol of a function, as the linker has it.
std::string linkerName(const clang::FunctionDecl *D, clang::ASTContext &Context);

// The name of a kernel for people: the name's type, or `function::lambda:line` for a lambda.
std::string kernelName(clang::QualType Name, const clang::ASTContext &Context);

} // namespace syclfuse::plugin
