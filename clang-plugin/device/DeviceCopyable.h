// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::is_device_copyable (SYCL 2020, 3.13.1) of types that no source names: the members of closures.
#pragma once

#include "ClangHeaders.h"

namespace clang {
class Sema;
}

namespace syclfuse::plugin {

class DeviceCopyable {
public:
  explicit DeviceCopyable(clang::Sema &S);
  // Instantiates the trait for a class that is not copied byte by byte as it is. Programs specialize it for theirs.
  bool operator()(const clang::CXXRecordDecl *Record) const;

private:
  clang::Sema &S;
  clang::ClassTemplateDecl *Trait = nullptr; // null where the headers are not included
};

} // namespace syclfuse::plugin
