// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symbols of kernels that several translation units may have under one name.
#pragma once

#include "LocationWriter.h"

namespace syclfuse::plugin {

// From Clang's symbols of kernels to those that they get; others keep theirs.
using KernelSymbols = llvm::StringMap<std::string>;

// The kernels among the entry points whose names have internal linkage: they are in a static function or an unnamed
// namespace, so that other translation units may have different kernels of the same symbol. Theirs gets a suffix that
// says which translation unit it is. Both passes give one result; it does not depend on where the sources lie.
KernelSymbols internalKernelSymbols(llvm::ArrayRef<const clang::FunctionDecl *> EntryPoints,
                                    const clang::CompilerInstance &CI, const LocationWriter &Locations);

// The suffix that the kernels of this translation unit get.
std::string unitSuffix(const clang::CompilerInstance &CI, const LocationWriter &Locations);

} // namespace syclfuse::plugin
