// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads from the types of a kernel and of its property list whether it can be in a region.
#pragma once

#include "names/KnownDeclarations.h"

namespace syclfuse::plugin {

// True if the kernel that Call submits has the property with this key: in a list among the arguments, or in what its
// functor's get(properties_tag) returns.
bool hasKernelProperty(const clang::CallExpr *Call, KnownDeclarations &Names, Known Key);
// True if the kernel that Call submits has reductions.
bool takesReductions(const clang::CallExpr *Call, KnownDeclarations &Names);
// True if the kernel that Call submits holds a sycl::stream.
bool capturesStream(const clang::CallExpr *Call, KnownDeclarations &Names);

} // namespace syclfuse::plugin
