// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows values through the host code, symbolically: from an expression to the expression that made its value, through
// copies, references, captures, members, and the parameters of functions that are being walked. Nothing is executed.
// All functions give nothing where the code cannot be followed.
#pragma once

#include "Expressions.h"
#include "Mutations.h"
#include "Place.h"
#include "kernels/ClosureLayout.h"

#include <deque>
#include <functional>

namespace syclfuse::plugin {

struct Env;

// An expression and the function activation that it is to be read in.
struct Value {
  const clang::Expr *E = nullptr;
  const Env *In = nullptr;
  explicit operator bool() const { return E; }
};

// An element of a C array, a container, a tuple or an initializer list.
struct Element {
  Value Of;
  uint64_t Index = 0;
  bool IsPointee = false; // what Of, an optional or a smart pointer, holds
};

using Variables = llvm::DenseSet<const clang::VarDecl *>;

// One activation of a function: what its parameters are bound to. A lambda's parent is where it was made, if that is
// known, else where it is called. One round of a loop that is walked round by round is an activation as well, of the
// same function: its variables are others in each round.
struct Env {
  const Env *Parent = nullptr;
  const clang::FunctionDecl *Function = nullptr;
  llvm::DenseMap<const clang::VarDecl *, Value> Parameters;
  Value This;
  const Variables *Locals = nullptr;        // of a round: what is declared in the loop; null: all of the function's
  const clang::VarDecl *Variable = nullptr; // of a round: the loop's variable, and what it is: a number or an element
  std::optional<llvm::APSInt> Number;
  Element Item;
};

class HostValues {
public:
  HostValues(clang::ASTContext &Context, KnownDeclarations &Names, Mutations &Changes)
      : Context(Context), Names(Names), Changes(Changes) {}

  // A new activation of Callee. Arguments that Call does not give are unbound. Made: where the lambda that is called
  // was made.
  const Env *call(const clang::FunctionDecl *Callee, llvm::ArrayRef<const clang::Expr *> Arguments, Value This,
                  const Env *Caller, const Env *Made = nullptr);
  // The activation that made the lambda Object; null if Object is no lambda, or that is not known.
  const Env *madeIn(Value Object);
  const Env *root(const clang::FunctionDecl *Function) { return call(Function, {}, {}, nullptr); }
  // One round of a loop in In that declares Locals. The loop's variable is Number, or Item where there is no number.
  const Env *round(const Env *In, const Variables &Locals, const clang::VarDecl *Variable,
                   std::optional<llvm::APSInt> Number, Element Item);

  // V without parentheses, conversions that keep the value, copies, moves, references and bound parameters.
  Value strip(Value V);
  // The expression that made the value of V: follows variables to their initializers as well.
  Value origin(Value V);
  // As origin, and further: to the initializer of a member in the one constructor of its class, or its default
  // initializer; from an element of a container to what the container is made of; from a call to what its function
  // returns. ThroughCaller: from a parameter to what the caller passes that was given to setCaller.
  Value made(Value V, bool ThroughCaller = false);
  // The value of the element that V, a call, names, of a container, an optional or a smart pointer.
  Value contained(Value V);
  // Takes Caller for what calls the function that is looked at, with Arguments.
  void setCaller(const clang::FunctionDecl *Function, llvm::ArrayRef<const clang::Expr *> Arguments,
                 const clang::FunctionDecl *Caller);
  // True if made was asked for a parameter through the caller.
  bool sawParameter() const { return SawParameter; }
  // The initializer of D, a variable that is no parameter; nothing for others and for null.
  static Value initializerOf(const clang::VarDecl *D, const Env *In);
  // The value that made the field that V names; nothing if V names none.
  Value member(Value V);
  // The part of V that Steps lead to.
  Value part(Value V, llvm::ArrayRef<PathStep> Steps);
  // The memory that V denotes.
  std::optional<Place> place(Value V);
  // The part of its object that E, a field, is: ".tmp", or "::Base.tmp".
  static std::string partOf(const clang::MemberExpr *E);
  // The memory that the part of Object denotes that Steps lead to.
  std::optional<Place> placeOfPart(Value Object, llvm::ArrayRef<PathStep> Steps);
  // The arguments that Made, what made(…) gives of a buffer, makes it of; none if it does not.
  llvm::ArrayRef<const clang::Expr *> makers(Value Made);
  // How many elements Range, an array, a std::array or a list in braces, always has.
  std::optional<uint64_t> elements(Value Range);
  // The integer that V always is, as an index: ConstantNumbers knows it.
  std::optional<uint64_t> integer(Value V);
  std::function<std::optional<uint64_t>(Value)> Integers;
  // The result of a call of a function whose only statement is `return …;`.
  Value returned(Value V);
  // The round whose variable D is; null if there is none.
  const Env *roundOf(const clang::VarDecl *D, const Env *In) const;
  // The parameter D's argument; nothing if it is not known.
  Value argumentOf(const clang::VarDecl *D, const Env *In) const;
  // The definition of the operator() of E's class that takes one parameter of the given class; null if there is none.
  const clang::FunctionDecl *callOperator(const clang::Expr *E, Known Argument);

  clang::ASTContext &context() { return Context; }
  KnownDeclarations &names() { return Names; }

private:
  Value stripOnce(Value V);
  Value referred(Value V);
  Value partOfElement(const Element &E, llvm::ArrayRef<PathStep> Steps);
  Value ofVariable(const clang::VarDecl *D, const Env *In);
  Element elementNamed(const clang::CallExpr *E, const Env *In);
  Value constructedElement(const clang::CXXConstructExpr *E, const Env *In, uint64_t Index);
  Value result(Value V);
  Value madeByConstructor(const clang::FieldDecl *Field);
  Value partOfThis(const Env *In, llvm::ArrayRef<PathStep> Steps);
  Value partOfInitializers(const clang::CXXConstructorDecl *Constructor, const Env *Inside,
                           llvm::ArrayRef<PathStep> Steps);
  Value partOfConstruct(const clang::CXXConstructExpr *E, const Env *In, llvm::ArrayRef<PathStep> Steps);
  Value partOfList(const clang::InitListExpr *E, const Env *In, llvm::ArrayRef<PathStep> Steps);
  Value partOfLambda(const clang::LambdaExpr *E, const Env *In, llvm::ArrayRef<PathStep> Steps);
  std::optional<Place> placeOfCall(const clang::CallExpr *E, const Env *In);
  std::optional<Place> placeOfMember(const clang::MemberExpr *E, const Env *In);
  std::optional<Place> placeOfElement(const Element &E);
  std::optional<Place> element(const clang::Expr *Base, std::optional<uint64_t> Index, const Env *In);
  std::optional<Place> pointerSum(const clang::Expr *Pointer, const clang::Expr *Elements, bool Subtract,
                                  const Env *In);
  std::optional<Place> placeOfPointer(const clang::Expr *E, const Env *In);

  clang::ASTContext &Context;
  KnownDeclarations &Names;
  Mutations &Changes;
  std::deque<Env> Activations;
  llvm::DenseMap<const clang::VarDecl *, Value> Passed; // by the caller
  bool SawParameter = false;
  unsigned Depth = 0; // initializers may refer to themselves
};

// The activation whose local variable D is; null for globals and statics.
const Env *ownerOf(const clang::VarDecl *D, const Env *In);

} // namespace syclfuse::plugin
