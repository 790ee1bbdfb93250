// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which queue an expression denotes, where copies of a queue are the queue, and whether two queues are one. What only a
// run knows is unknown; nothing else decides which region a command belongs to.
#pragma once

#include "values/HostValues.h"

namespace syclfuse::plugin {

enum class Alias { Same, Different, Unknown };

// What stands for a queue: the variable, parameter or member that it is copied from last, or else the expression.
struct QueueIdentity {
  std::optional<Place> At;
  llvm::FoldingSetNodeID Written; // the expression, where there is no place
  const Env *In = nullptr;        // that it is to be read in; null if that does not matter
  bool IsNamed = true;            // false: there is nothing that says which one it is
  bool IsMade = false;            // by the definition of the variable: no copy of another one, and always that one
  bool IsPassed = false;          // by a caller, who does not know what the function makes itself
  bool IsOfWrapper = false;       // of which only the wrapper, or that a caller has it, is known
  unsigned Version = 0;           // how often the place had been assigned to
};

// For one walk through a function.
class QueueIdentities {
public:
  QueueIdentities(HostValues &Values, Mutations &Changes) : Values(Values), Changes(Changes) {}

  // Of a queue, a pointer to one, or what holds one.
  QueueIdentity ofQueue(Value Queue);
  // Of the queue that a fusion_wrapper or a fusion_region was made of.
  QueueIdentity ofWrapper(Value Wrapper);
  // The memory of the wrapper that Wrapper is a copy of, and shares its regions with.
  std::optional<Place> placeOfWrapper(Value Wrapper);

  // Some queue that a caller passes to the function.
  static QueueIdentity given();
  // Whether nothing is known of Queue, so that the first one that is used may be taken for it.
  bool isUnknown(const QueueIdentity &Queue) const;

  // Supposing: also by what the walk only supposes.
  Alias compare(const QueueIdentity &A, const QueueIdentity &B, bool Supposing = true) const;
  // From here on they are the same, or not: the walk supposes it.
  void suppose(const QueueIdentity &A, const QueueIdentity &B, bool Same) {
    Facts.push_back({A, B, Same, /*IsSupposed=*/true});
  }
  // They are different, or the program would have failed.
  void differ(const QueueIdentity &A, const QueueIdentity &B) { Facts.push_back({A, B, false, false}); }
  // The library has made the object at P with the constructor that Inside is an activation of.
  void constructed(const Place &P, const Env *Inside) { Objects.push_back({P, Inside, version(P)}); }
  // The queue, the pointer to one, or the object that may have some, at P is another one from here on.
  void assigned(const Place &P) { Assigned.push_back(P); }

private:
  struct Fact {
    QueueIdentity A, B;
    bool Same, IsSupposed;
  };
  struct Object {
    Place At;
    const Env *Inside;
    unsigned Version;
  };
  Value source(Value Queue);
  Value copied(Value Init, Known Kind);
  Value ofVariable(Value V, Known Kind);
  Value ofMember(Value Queue);
  Value ofConstructor(Value Member);
  Value ofConstructed(const clang::MemberExpr *Member, const Env *In);
  Value firstWrapper(Value Wrapper);
  Value held(Value Queue);
  Value makerOfHeld(Value Queue);
  bool isMade(Value Queue, const Place &P);
  QueueIdentity named(Value Queue);
  static Alias direct(const QueueIdentity &A, const QueueIdentity &B);
  std::vector<QueueIdentity> allNames(const QueueIdentity &Of, bool Supposing) const;
  unsigned version(const Place &P) const;

  HostValues &Values;
  Mutations &Changes;
  std::vector<Fact> Facts;
  std::vector<Place> Assigned;
  std::vector<Object> Objects;
  llvm::DenseMap<const clang::FunctionDecl *, const Env *>
      Constructors; // one activation of each, for the members of `this`
};

// Whether T is a queue, or may hold one: a pointer to it, an optional or a smart pointer of it.
bool isQueueHolder(clang::QualType T, KnownDeclarations &Names);

} // namespace syclfuse::plugin
