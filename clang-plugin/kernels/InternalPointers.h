// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers whose type says that their memory is internal to the region: annotated_ptr with fusion_internal_memory. They
// are laid out like accessors.
#pragma once

#include "names/KnownDeclarations.h"

namespace syclfuse::plugin {

// The enumerator that A, an argument of a template, is; null if it is none.
const clang::EnumConstantDecl *enumeratorOf(const clang::TemplateArgument &A);

// The memory that T, a Known::AccessScope, allows: access_scope<memory_scope::work_item> or of work_group.
promotion scopeOf(clang::QualType T);

// The hint that Pointer, a Known::InternalPointer, gives with its properties, as the runtime has it.
promotion promotionOf(const clang::ClassTemplateSpecializationDecl *Pointer, KnownDeclarations &Names);

} // namespace syclfuse::plugin
