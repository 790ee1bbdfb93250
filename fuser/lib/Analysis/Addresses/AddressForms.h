// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer values of a kernel as affine forms, on top of scalar evolution.
#pragma once

#include "LaunchCoordinates.h"

#include "Analysis/Dialects/Dialect.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

#include <map>
#include <set>
#include <unordered_map>

namespace llvm {
class SelectInst;
} // namespace llvm

namespace syclfuse::fuser {

// Expressions that are taken not to overflow, as signed (true) or unsigned integers.
using Assumptions = std::set<std::pair<const llvm::SCEV *, bool>>;

using QueryMap = llvm::DenseMap<const llvm::Value *, DialectQuery>;

class AddressForms {
public:
  // Assume: assumptions are allowed.
  AddressForms(llvm::ScalarEvolution &SE, const QueryMap &Queries, LaunchCoordinates &Coordinates, bool Assume = false)
      : SE(SE), Queries(Queries), C(Coordinates), Assume(Assume) {}

  // The value of S modulo 2^(its width): what addresses are made of.
  const Form &modular(const llvm::SCEV *S);
  // The value of S, read as a signed or unsigned integer. Nothing where that is not known.
  std::optional<Form> exact(const llvm::SCEV *S, bool Signed);
  // As exact(). If nothing is known, and assumptions are allowed: the value if it does not overflow. Work-items in
  // which it does overflow access something else, of which nothing is known.
  std::optional<Form> assumed(const llvm::SCEV *S, bool Signed);
  // As exact(), and for an argument that is read as unsigned its own symbol. Needs no assumption.
  std::optional<Form> exactOrArgument(const llvm::SCEV *S, bool Signed);
  // How often a loop's back edge will be taken yet, which is no less than zero; nothing if it is not known, or the same
  // for all work-items, so that the loop's variable has this bound itself.
  std::optional<Form> roundsLeft(const llvm::Loop &L);
  bool assumes() const { return Assume; }
  const LaunchCoordinates &coordinates() const { return C; }
  // The size or offset of the launch that V asks for; nothing if V asks for nothing, or for an id.
  std::optional<Form> launchSize(const llvm::Value &V) const;
  const llvm::SCEV *expression(const llvm::Value &V) { return SE.getSCEV(const_cast<llvm::Value *>(&V)); }
  // Emits the value of a query, as an expression of 64 bits.
  using EmitQuery = llvm::function_ref<const llvm::SCEV *(Builtin Kind, unsigned Dimension)>;
  // An expression of 64 bits that is F's value in a work-item; null if there is none. Of forms without digits of
  // coordinates.
  const llvm::SCEV *expressionOf(const Form &F, EmitQuery Query);
  // Whether it is the same for all work-items.
  bool isUniform(const llvm::SCEV *S);
  // Calls Ask. What the forms that were asked for in it rely on.
  Assumptions assumptionsOf(llvm::function_ref<void()> Ask);
  std::vector<AssumedValue> values(const Assumptions &Of);
  // A remainder that was written as x - c*(x/c) is its own variable between 0 and c - 1.
  Form withRemainders(Form F);
  // Adds to Moduli where the ids that were divided so far have to be taken apart, so that their quotients become
  // linear. False if Moduli has all of this already.
  bool addModuli(CoordinateModuli &Moduli) const;

private:
  Form compute(const llvm::SCEV *S);
  Form unknown(const llvm::SCEVUnknown *S);
  Form instruction(const llvm::Instruction &I, const llvm::SCEV *S);
  std::optional<Form> shifted(const llvm::Instruction &I, const llvm::SCEV *S);
  Form recurrence(const llvm::SCEVAddRecExpr *S);
  Form minMax(const llvm::SCEVNAryExpr *S);
  std::optional<Form> saturated(const llvm::SCEVAddExpr &Sum);
  std::optional<Form> selectOrRemainder(const llvm::SCEV *S, bool Signed);
  std::optional<FormVariable> select(const llvm::SelectInst &I, bool Signed);
  std::optional<FormVariable> valueOfWays(const llvm::PHINode &I, bool Signed);
  std::optional<FormVariable> remainder(const llvm::Instruction &I);
  Form extended(const llvm::SCEVCastExpr *S, bool Signed);
  std::optional<Form> masked(const Form &X, const llvm::APInt &Mask);
  Form quotient(const Form &F, int64_t D);
  Form quotient(const llvm::SCEVUDivExpr *S, const Form &F);
  void relyAs(const void *Known);
  Form opaque(const llvm::SCEV *S);
  Form fresh(const llvm::SCEV *S, std::optional<Poly> Lowest, std::optional<Poly> Highest);
  Form fresh(const llvm::SCEV *S, FormVariable V, bool Signed = true);
  const llvm::SCEV *expressionOf(const Poly &P, EmitQuery Query);
  const llvm::SCEV *expressionOf(unsigned Variable, EmitQuery Query);
  const llvm::SCEV *extendedTo64(const llvm::SCEV *S, bool Signed);
  unsigned loopVariable(const llvm::Loop &L);

  bool isExact(const llvm::SCEV *S, bool Signed);
  bool isExactUnknown(const llvm::Value &V, const llvm::SCEV *S, bool Signed);
  bool isBelow(const Poly &P, int64_t Limit) const;
  bool fits(const Form &F, unsigned Width, bool Signed);
  bool isUniform(const llvm::Value &V, unsigned Depth);

  llvm::ScalarEvolution &SE;
  const QueryMap &Queries;
  LaunchCoordinates &C;
  const bool Assume;
  Assumptions Assumed;                               // in what is being computed
  llvm::DenseMap<const void *, Assumptions> Relying; // expressions and loops, and on what
  std::map<std::pair<const llvm::SCEV *, bool>, std::pair<std::optional<Form>, Assumptions>> Chosen;
  llvm::SmallPtrSet<const llvm::Value *, 4> WaysOf; // is computed
  std::map<const llvm::SCEV *, unsigned> Unsigned;  // symbols of arguments
  std::unordered_map<const llvm::SCEV *, Form> Known;
  llvm::SmallPtrSet<const llvm::SCEV *, 16> Opaque; // read as signed
  llvm::DenseMap<const llvm::Loop *, unsigned> Loops;
  llvm::DenseMap<unsigned, std::pair<const llvm::SCEV *, bool>> ReadAs; // variables: the expression, and if with a sign
  struct Division {
    Form Dividend;
    Poly Divisor;                      // as it is in products
    Poly Below;                        // the same, as the unsigned number that remainders are below
    std::optional<unsigned> Remainder; // made when it is needed
  };
  std::map<std::pair<Form, int64_t>, Form> Quotients;
  llvm::DenseMap<unsigned, Division> Divisions; // by the variable of the quotient
};

} // namespace syclfuse::fuser
