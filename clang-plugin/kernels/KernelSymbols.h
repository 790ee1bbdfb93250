// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The symbols of kernels, by which the program, the manifest and the device code know them.
#pragma once

#include "names/LocationWriter.h"

namespace syclfuse::plugin {

// The kernel called Name, whose symbol Clang makes of the name alone: __builtin_sycl_unique_stable_name. Two
// translation units may each have a kernel of that name if it has internal linkage (in an unnamed namespace or a static
// function); UnitMark is appended to the symbol of such a kernel. Empty if there is no such kernel.
std::string kernelSymbol(const clang::ASTContext &Context, clang::CanQualType Name, llvm::StringRef UnitMark);

// Differs between the translation units of a program, and is the same in the host and the device pass: made of the
// source's path, as the manifest has it, and of the macros of the command line.
std::string unitMark(const clang::CompilerInstance &CI, const LocationWriter &Locations);

} // namespace syclfuse::plugin
