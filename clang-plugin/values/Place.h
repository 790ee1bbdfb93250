// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A piece of memory of the host program.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

struct Env;

// A variable (or the object `this`, if Root is null) and the way from it to one of its parts.
struct Place {
  const Env *Owner = nullptr; // whose local variable Root is; null for globals and `this`
  const clang::ValueDecl *Root = nullptr;
  std::string Part; // ".tmp[2]"; "::Base.tmp" where an object has several members of one name

  // Goes on to a part of it: ".tmp", or "+16 bytes" of a pointer.
  void append(llvm::StringRef Way);
  // Goes on by so many bytes from where a pointer leads.
  void advance(int64_t Bytes);
  // Takes the bytes off that it was advanced by.
  int64_t takeBytes();
  // The way from Whole to it: "" if they are one; nothing if it is no part of Whole.
  std::optional<llvm::StringRef> wayFrom(const Place &Whole) const;
  bool overlaps(const Place &O) const { return wayFrom(O) || O.wayFrom(*this); }
  // The same memory by an annotated_ptr, which has hints of its own.
  Place annotated() const { return {Owner, Root, Part + "::annotated"}; }
  bool isAnnotated() const { return llvm::StringRef(Part).ends_with("::annotated"); }
  // The pointer that it was made of, without what was added to that.
  Place allocation() const;
  // The part behind a pointer: "" is the pointer itself, whatever has been added to it.
  llvm::StringRef behindPointer() const;
  std::string name() const;
  const clang::VarDecl *variable() const { return llvm::dyn_cast_or_null<clang::VarDecl>(Root); }
  bool operator!=(const Place &O) const { return !(*this == O); }
  bool operator==(const Place &O) const { return Owner == O.Owner && Root == O.Root && Part == O.Part; }
};

} // namespace syclfuse::plugin
