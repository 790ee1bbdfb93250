// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognises the SYCL declarations of KnownDeclarations.def.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

enum class Known {
  None,
#define SF_KNOWN(Enumerator, ...) Enumerator,
#include "KnownDeclarations.def"
};

class KnownDeclarations {
public:
  KnownDeclarations();
  // The row of D; None for null and for everything that is not in KnownDeclarations.def. Specializations have the row
  // of their template.
  Known of(const clang::NamedDecl *D);
  // The row of the class type T, references and pointers not removed.
  Known of(clang::QualType T);
  // The same without one level of reference or pointer.
  Known ofPointee(clang::QualType T);
  // The class template specialization if T is one of the given kind.
  const clang::ClassTemplateSpecializationDecl *specialization(clang::QualType T, Known Kind);

private:
  bool isInternal(const clang::NamedDecl *D);
  struct Entry {
    llvm::StringRef QualifiedName;
    Known Kind;
  };
  llvm::StringMap<llvm::SmallVector<Entry, 2>> ByLastName;
  llvm::DenseMap<const clang::Decl *, Known> Cache;
};

// Calls F with the type of each property that Pointer, an annotated_ptr, has.
void forEachProperty(const clang::ClassTemplateSpecializationDecl *Pointer,
                     llvm::function_ref<void(clang::QualType)> F);

// True if FD makes a graph that is to be built, and does not copy one.
bool makesGraph(const clang::FunctionDecl *FD, KnownDeclarations &Names);

} // namespace syclfuse::plugin
