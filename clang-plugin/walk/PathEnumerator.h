// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ways through a function that conditions choose at run time, one after the other.
#pragma once

#include "values/HostValues.h"
#include "values/Mutations.h"

namespace syclfuse::plugin {

class PathEnumerator {
public:
  explicit PathEnumerator(Mutations &Changes) : Changes(Changes) {}

  // Before each walk.
  void begin();
  // Chooses one of Count ways for this walk where Condition decides (null if it is not known). The same condition on
  // variables that do not change takes the same way each time.
  unsigned take(const clang::Expr *Condition, const Env *In, unsigned Count, HostValues &Values);
  // The same where Condition chooses between two lists of properties. Conditions with the same text take the same way:
  // that keeps the ways few. If a run takes different ones, it finds no kernel for what it submits.
  unsigned takeProperties(const clang::Expr *Condition, const Env *In, HostValues &Values);
  // Prepares the next walk; false if there is none.
  bool next();
  // From here on nothing is chosen: what hangs on conditions is not followed each way.
  void giveUp() { Given = true; }
  bool gaveUp() const { return Given; }
  // How many conditions have been met in this walk.
  unsigned made() const { return Position; }

private:
  struct Choice {
    unsigned Taken, Count;
  };
  using Key = std::pair<const Env *, llvm::FoldingSetNodeID>;
  unsigned take(std::optional<Key> Same, unsigned Count);
  std::optional<Key> keyOf(const clang::Expr *Condition, const Env *In, HostValues &Values);

  Mutations &Changes;
  std::vector<Choice> Made;
  size_t Position = 0;
  std::vector<std::pair<Key, unsigned>> Decided; // in this walk
  bool Given = false;
};

} // namespace syclfuse::plugin
