// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where parts of objects may come to change in a way that the walk of a region does not follow: what is given their
// address or a reference to them, which is not constant.
#pragma once

#include "values/HostValues.h"

#include <map>

namespace syclfuse::plugin {

class EscapedObjects {
public:
  explicit EscapedObjects(const clang::ASTContext &Context) : Context(Context) {}

  // Whether what P names may have been changed before Horizon, a place in In, the function that is walked, by one who
  // was given a way to it.
  bool mayChange(const Place &P, const clang::FunctionDecl *In, clang::SourceLocation Horizon);
  // Whether an assignment through a pointer that leads somewhere may change the pointer P: what is elsewhere in memory,
  // and what is exposed.
  bool mayBeReached(const Place &P, const clang::FunctionDecl *In, clang::SourceLocation Horizon);

  // What follows a pointer in a part that begins with one: "" is the pointer itself, whatever has been added to it.
  static llvm::StringRef behind(llvm::StringRef Part);

  // A mention of an object that may change it.
  struct Mention {
    std::string Part;                            // of the object
    clang::SourceLocation At;                    // from which on it may: the end of the call that it is an argument of
    const clang::FunctionDecl *Callee = nullptr; // which is given it
    int Parameter = Object;                      // of the callee
    bool OfPointee = false; // the value of a pointer is given away: only what it leads to may change
    static constexpr int Object = -1;
  };
  using Mentions = std::vector<Mention>;

private:
  using Key =
      std::pair<const clang::FunctionDecl *, const clang::VarDecl *>; // the outermost function, and null for `this`
  const Mentions &of(const clang::FunctionDecl *Outermost, const clang::VarDecl *D);
  bool mayChange(const clang::FunctionDecl *Outermost, const clang::VarDecl *D, llvm::StringRef Part,
                 clang::SourceLocation Horizon);
  bool callMayChange(const Mention &M, llvm::StringRef Part);

  const clang::ASTContext &Context;
  llvm::DenseSet<const clang::FunctionDecl *> Scanned;
  llvm::DenseMap<Key, Mentions> Known;
  std::map<std::pair<Key, std::string>, bool> Called; // what callMayChange has found
};

} // namespace syclfuse::plugin
