// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows assignments, swaps and what is given away: what pointers, buffers and objects that have some hold afterwards
// in each open region (ReassignedMemory), and whose numbers may change unseen (EscapedObjects).
#pragma once

#include "OpenRegions.h"
#include "effects/EffectFinder.h"
#include "effects/EscapedObjects.h"

namespace syclfuse::plugin {

class MemoryChanges {
public:
  MemoryChanges(OpenRegions &Regions, QueueIdentities &Queues, HostValues &Values, EffectFinder &Effects,
                EscapedObjects &Escaped, Mutations &Changes)
      : Regions(Regions), Queues(Queues), Values(Values), Effects(Effects), Escaped(Escaped), Changes(Changes) {}

  // Takes note of what S itself changes; its parts have been looked at.
  void by(const clang::Stmt *S, const Env *In);
  // Gives the parameters of Callee that it changes itself their first values, in its activation Inside. The others are
  // followed to what is passed.
  void pass(const clang::FunctionDecl *Callee, llvm::ArrayRef<const clang::Expr *> Arguments, const Env *In,
            const Env *Inside);

private:
  void queue(const clang::Stmt *S, const Env *In);
  void assigned(const clang::Expr *To, const clang::Expr *From, const Env *In);
  void hold(const Place &To, const clang::Expr *From, const Env *In, const clang::Expr *Assigned = nullptr);
  Held heldBy(const RegionBuilder &R, const clang::Expr *E, const Env *In);
  void throughPointer(RegionBuilder &R, const std::optional<Place> &To, clang::QualType T);
  void swapped(const clang::Expr *A, const clang::Expr *B, const Env *In);
  void called(const clang::CallExpr *E, const Env *In);
  void declared(const clang::VarDecl *D, const Env *In);
  std::optional<Place> changedPlace(const clang::Expr *E, const Env *In);

  OpenRegions &Regions;
  QueueIdentities &Queues;
  HostValues &Values;
  EffectFinder &Effects;
  EscapedObjects &Escaped;
  Mutations &Changes;
};

} // namespace syclfuse::plugin
