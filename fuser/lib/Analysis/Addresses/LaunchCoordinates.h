// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The variables that affine forms of a kernel are made of, and the forms of the work-item queries.
//
// Plain coordinates name a work-item by one number for each dimension (global id less offset), group coordinates by its
// group and its place in it. A number that the kernel takes apart by constants (id / 32, id & 31, id ^ 1) is several
// variables, its digits. Everything else that differs between work-items or iterations is a private variable.
#pragma once

#include "AccessLaunch.h"
#include "AffineForm.h"
#include "SymbolBounds.h"

#include "Analysis/Dialects/Builtins.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace llvm {
class SCEV;
} // namespace llvm

namespace syclfuse::fuser {

struct Constraint {
  enum KindT { AtLeastZero, Zero, NotZero } Kind;
  Form F;
  bool operator==(const Constraint &O) const { return Kind == O.Kind && F == O.F; }
};

// A value of the kernel of which a form says what it is if it does not overflow.
struct AssumedValue {
  Form Value;
  unsigned Width = 0; // bits
  bool Signed = false;
  Form Start; // where it has a Step: a counter of a loop, which nothing changes but that
  std::optional<Poly> Step;
};

// What is known of each work-item in which none of these values overflow.
struct RelyingConstraint {
  Constraint Known;
  std::vector<AssumedValue> Relies;
};

// Makes a name for people. It takes as long to print an expression of a kernel as the kernel is large, so names are
// only made when they are asked for.
using DisplayName = std::function<std::string()>;
inline DisplayName displayName(std::string Text) {
  return [Text = std::move(Text)] { return Text; };
}
DisplayName displayName(const llvm::SCEV *S);

struct FormVariable {
  enum KindT { Group, Item, Private } Kind = Private; // Item: of the launch, or of the group
  std::optional<Poly> Lowest, Highest;                // inclusive
  DisplayName Name;
  bool Exact = false;  // private: takes each value between Lowest and Highest, in every work-item (a loop)
  bool Counts = false; // private: a round of a loop, or a group
  // Private: what it is of other variables, all of which were added before.
  enum ByT { Free, OneOf, Quotient, Remainder } By = Free;
  std::vector<Form> Operands;
  int64_t Divisor = 1;            // Quotient, Remainder: of the first operand, rounded down
  std::optional<Poly> RunDivisor; // Free: the first operand divided by a number that only a run knows, rounded down
  Poly ModularDivisor;            // the same number modulo 2^64, as it is part of coefficients
  std::optional<Poly> RunModulus; // Remainder: of the first operand by a number that only a run knows
  unsigned RunQuotient = 0;       // with it: the variable of the quotient
  std::vector<std::vector<Constraint>> Conditions;     // OneOf: for each operand, what is known where it is this one
  std::vector<std::vector<RelyingConstraint>> Relying; // the same, or empty
  bool Least = false, Greatest = false;                // OneOf: the least, or the greatest, of its operands
};

// A number that names a work-item in one dimension: Σ weight × digit, below Size.
struct Coordinate {
  std::vector<std::pair<unsigned, int64_t>> Digits; // variable, weight
  Poly Size;
  FormVariable::KindT Kind = FormVariable::Item;
};

// By coordinate, in the order of coordinates(): constants by which the kernel takes it apart.
using CoordinateModuli = std::vector<llvm::SmallVector<uint64_t, 4>>;

class LaunchCoordinates : public SymbolBounds {
public:
  // Dims: dimensions that are used, of which the first Asked are not used by linear ids only. Linear: the kernel only
  // ever asks for linear ids, so that a work-item is one number. Moduli: none for coordinates beyond its end.
  LaunchCoordinates(const AccessLaunch &Launch, unsigned Dims, unsigned Asked, bool Grouped, bool Linear,
                    const CoordinateModuli &Moduli);

  // True if a part may differ between work-items in a way that nothing tells: it was loaded, or computed from a loaded
  // value.
  bool mentionsUnknown(const Form &F) const;

  bool isGrouped() const { return Grouped; }
  // With local size × number of groups as the global size, where that is a symbol of its own.
  Form withGlobalSizes(const Form &F) const;
  // The value of a query; nothing if these coordinates do not tell it.
  std::optional<Form> query(Builtin Kind, unsigned D) const;

  unsigned addVariable(FormVariable V);
  const FormVariable &variable(unsigned V) const { return Variables[V]; }
  unsigned variables() const { return Variables.size(); }
  // How many of the variables are coordinates; these come first.
  unsigned idVariables() const { return IdVariables; }
  llvm::ArrayRef<Coordinate> coordinates() const { return Coordinates; }

  // If the symbol is the value of an expression, Of is that expression, and Signed tells how to read the value.
  unsigned addSymbol(DisplayName Name, std::optional<int64_t> Least, const llvm::SCEV *Of = nullptr,
                     bool Signed = true);
  std::optional<int64_t> leastValue(unsigned Symbol) const override { return Symbols[Symbol].Least; }
  // The symbols of the launch's unknown sizes, and of its unknown offset.
  bool isSize(unsigned Symbol) const { return Symbol < Sizes; }
  bool isOffset(unsigned Symbol) const { return Symbol >= Sizes && Symbol < Offsets; }
  // The origin of a symbol's value: a size or offset of the launch in a dimension, or an expression, or nothing that
  // is known.
  struct Origin {
    std::optional<std::pair<Builtin, unsigned>> Query;
    const llvm::SCEV *Of = nullptr;
    bool Signed = true;
  };
  const Origin &origin(unsigned Symbol) const { return Symbols[Symbol].From; }
  // The least value of a size in a launch that counts as large: two work-items or groups in the dimensions that the
  // kernel asks for one by one, one in the others.
  int64_t leastSizeOfLarge(unsigned Symbol) const { return Symbols[Symbol].Large; }

  // Numbers below 2^31 in each launch whose sizes are not known: its work-items, its highest id in each dimension.
  llvm::ArrayRef<Poly> idLimits() const { return IdLimits; }

  std::optional<Poly> lowest(const Form &F) const;
  std::optional<Poly> highest(const Form &F) const;
  std::string str(const Form &F) const;

private:
  struct Symbol {
    DisplayName Name;
    std::optional<int64_t> Least;
    Origin From;
    int64_t Large = 1;
  };
  unsigned addSymbol(Builtin Kind, llvm::StringRef Name, unsigned Dimension, int64_t Least);
  void addSizes(const AccessLaunch &Launch, unsigned Dims, unsigned Asked);
  void addCoordinates(unsigned Dims, bool Linear, const CoordinateModuli &Moduli);
  void addCoordinate(FormVariable::KindT Kind, Poly Size, llvm::Twine Name, const CoordinateModuli &Moduli);
  unsigned addDigit(FormVariable::KindT Kind, Poly Highest, std::string Name);
  std::optional<Poly> bound(const Form &F, bool High) const;
  Form form(const Coordinate &C) const;

  bool Grouped;
  std::array<Poly, 3> Global{1, 1, 1}, Local{1, 1, 1}, Groups{1, 1, 1}, Offset{0, 0, 0};
  std::array<Form, 3> Place, GroupOf, InGroup; // global id less offset
  llvm::SmallVector<Poly, 4> IdLimits;
  // Local size, number of groups, global size, by dimension, where all are symbols.
  llvm::SmallVector<std::array<unsigned, 3>, 3> SizeSymbols;
  std::optional<Form> LinearPlace;
  std::vector<Symbol> Symbols;
  unsigned Sizes = 0, Offsets = 0, IdVariables = 0;
  std::vector<FormVariable> Variables;
  std::vector<Coordinate> Coordinates;
};

} // namespace syclfuse::fuser
