// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The members of objects that hold what kernels work on: queues, buffers, accessors, pointers.
#pragma once

#include "HostValues.h"

namespace syclfuse::plugin {

// Calls Visit with each member of Object, an object of a class of the user's or a pointer to one, and with the members
// of those that are such objects themselves. Part: the way to it, as Place has it: ".state.in".
void forEachMember(Value Object, HostValues &Values,
                   llvm::function_ref<void(Value Member, const std::string &Part)> Visit);

// True if code that has a T can submit to a queue through it: a queue, handler or fusion_wrapper, or an object of the
// user's that holds one, and is not constant.
bool leadsToQueue(clang::QualType T, const clang::ASTContext &Context, KnownDeclarations &Names);

// True if T is a queue, or may hold one: a pointer to it, an optional or a smart pointer of it.
bool isQueueHolder(clang::QualType T, KnownDeclarations &Names);

} // namespace syclfuse::plugin
