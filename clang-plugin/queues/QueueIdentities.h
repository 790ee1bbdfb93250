// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells which queue an expression denotes, where copies of a queue are the queue, and whether two queues are one. What
// only a run knows is unknown, and the region that it may belong to is left open.
#pragma once

#include "values/HostValues.h"

namespace syclfuse::plugin {

enum class Alias { Same, Different, Unknown };

// The identity of a queue: the variable, parameter or member that it is copied from last, or else the expression.
struct QueueIdentity {
  std::optional<Place> At;
  llvm::FoldingSetNodeID Written; // the expression, where there is no place
  const Env *In = nullptr;        // that it is to be read in; null if that does not matter
  bool IsNamed = true;            // false: there is nothing that says which one it is
  bool IsMade = false;            // by Maker: no copy of another one, and always that one
  Value Maker;                    // the definition of the variable, or what initializes the member
  bool IsPassed = false;          // by a caller, who does not know what the function makes itself
  bool IsOfWrapper = false;       // of which only the wrapper, or that a caller has it, is known
  unsigned Version = 0;           // how often the place had been assigned to
};

// True if T is fusion_region, whose objects end their regions; a fusion_wrapper ends nothing when it is destroyed.
bool endsItsRegion(clang::QualType T, KnownDeclarations &Names);

// For one walk through a function.
class QueueIdentities {
public:
  QueueIdentities(HostValues &Values, Mutations &Changes) : Values(Values), Changes(Changes) {}

  // The identity of a queue, of a pointer to one, or of an object that holds one.
  QueueIdentity ofQueue(Value Queue);
  // The identity of the queue that a fusion_wrapper or a fusion_region was made of.
  QueueIdentity ofWrapper(Value Wrapper);
  // The memory of the wrapper that Wrapper is a copy of, and shares its regions with.
  std::optional<Place> placeOfWrapper(Value Wrapper);
  // The same of a graph.
  std::optional<Place> placeOfGraph(Value Graph);

  // Some queue that a caller passes to the function.
  static QueueIdentity given();
  static Alias compare(const QueueIdentity &A, const QueueIdentity &B);

  // The queue, the pointer to one, or the object that may have some, at P is another one from here on.
  void assigned(const Place &P) { Assigned.push_back(P); }

private:
  Value copied(Value Init, Known Kind);
  Value ofVariable(Value V, Known Kind);
  Value ofMember(Value Queue);
  Value ofConstructor(Value Member);
  Value first(Value Object, Known Kind);
  Value makerOf(const Place &P);
  bool makesQueue(const clang::Expr *E);
  Value makerOfMember(Value Queue);
  QueueIdentity named(Value Queue);
  unsigned version(const Place &P) const;

  HostValues &Values;
  Mutations &Changes;
  std::vector<Place> Assigned;
  // One activation of each, for the members of `this`.
  llvm::DenseMap<const clang::FunctionDecl *, const Env *> Constructors;
};

} // namespace syclfuse::plugin
