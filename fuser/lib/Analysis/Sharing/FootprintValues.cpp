// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FootprintValues.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/Instruction.h"

using namespace llvm;

namespace syclfuse::fuser {

static argument_source sourceOf(Builtin Kind) {
  switch (Kind) {
  case Builtin::GlobalOffset:
    return argument_source::global_offset;
  case Builtin::NumGroups:
    return argument_source::num_groups;
  case Builtin::LocalSize:
    return argument_source::local_size;
  default:
    return argument_source::global_size;
  }
}

std::optional<uint32_t> FootprintValues::value(const Poly &P) {
  const std::optional<Poly> Of = P.isBad() ? std::nullopt : inTable(P);
  return Of ? encode(*Of) : std::nullopt;
}

std::optional<Poly> FootprintValues::inTable(const Poly &P) {
  bool All = true;
  Poly Of = P.substitute([&](unsigned Symbol) {
    const std::optional<Poly> S = symbol(Symbol);
    All &= S.has_value();
    return S.value_or(Poly());
  });
  return All && !Of.isBad() ? std::optional(Of) : std::nullopt;
}

std::optional<Poly> FootprintValues::symbol(unsigned Symbol) {
  if (auto It = Symbols.find(Symbol); It != Symbols.end())
    return It->second;
  return Symbols[Symbol] = symbolOf(C.origin(Symbol));
}

std::optional<Poly> FootprintValues::symbolOf(const LaunchCoordinates::Origin &From) {
  if (From.Query)
    return add(
        {sourceOf(From.Query->first), 0, footprints::operation::none, 0, footprints::of_launch, From.Query->second, 8});
  return From.Of && Forms.isUniform(From.Of) ? read(From.Of, From.Signed) : std::nullopt;
}

// The number that S is if it is read with or without a sign. What its instructions cut to fewer bits has to fit.
std::optional<Poly> FootprintValues::read(const SCEV *S, bool Signed) {
  constexpr unsigned MostDepth = 12;
  const bool Fits = S->getType()->isIntegerTy() && S->getType()->getIntegerBitWidth() <= 64;
  if (!Fits || Depth == MostDepth)
    return std::nullopt;
  ++Depth;
  const scope_exit Leave([&] { --Depth; });
  switch (S->getSCEVType()) {
  case scConstant: {
    const APInt &N = cast<SCEVConstant>(S)->getAPInt();
    return Signed                   ? std::optional(Poly(N.getSExtValue()))
           : N.getActiveBits() < 64 ? std::optional(Poly(N.getZExtValue()))
                                    : std::nullopt;
  }
  case scZeroExtend:
  case scSignExtend:
    return read(cast<SCEVCastExpr>(S)->getOperand(), isa<SCEVSignExtendExpr>(S));
  case scTruncate: {
    const std::optional<Poly> Whole = read(cast<SCEVCastExpr>(S)->getOperand(), Signed);
    return make(footprints::operation::least, Whole, Whole, S, Signed);
  }
  case scUDivExpr: {
    const auto *Division = cast<SCEVUDivExpr>(S);
    return make(footprints::operation::quotient, read(Division->getLHS(), false), read(Division->getRHS(), false), S,
                Signed);
  }
  case scAddExpr:
  case scMulExpr:
  case scUMinExpr:
  case scSequentialUMinExpr:
  case scSMinExpr:
  case scUMaxExpr:
  case scSMaxExpr:
    return readOperands(cast<SCEVNAryExpr>(S), Signed);
  case scUnknown:
    return readUnknown(cast<SCEVUnknown>(S), Signed);
  default:
    return std::nullopt;
  }
}

std::optional<Poly> FootprintValues::readOperands(const SCEVNAryExpr *S, bool Signed) {
  const bool Least = isa<SCEVSMinExpr, SCEVUMinExpr, SCEVSequentialUMinExpr>(S);
  const bool Greatest = isa<SCEVSMaxExpr, SCEVUMaxExpr>(S);
  const bool OfSigned = isa<SCEVSMinExpr, SCEVSMaxExpr>(S);
  std::optional<Poly> Result;
  for (const SCEV *Op : S->operands()) {
    // A difference is a sum with a constant below zero.
    const bool Minus = isa<SCEVAddExpr>(S) && isa<SCEVConstant>(Op);
    const std::optional<Poly> X = read(Op, Least || Greatest ? OfSigned : Signed || Minus);
    if (!X || !Result) {
      if (!X)
        return std::nullopt;
      Result = X;
    } else if (Least || Greatest) {
      Result = make(Least ? footprints::operation::least : footprints::operation::greatest, Result, X, S, Signed);
    } else {
      Result = isa<SCEVAddExpr>(S) ? *Result + *X : *Result * *X;
    }
    if (!Result || Result->isBad())
      return std::nullopt;
  }
  return Least || Greatest ? Result : make(footprints::operation::least, Result, Result, S, Signed);
}

std::optional<Poly> FootprintValues::readUnknown(const SCEVUnknown *S, bool Signed) {
  if (const std::optional<Form> Size = Forms.launchSize(*S->getValue()))
    return Size->isUniform() ? inTable(Size->Constant) : std::nullopt;
  if (const auto *I = dyn_cast<Instruction>(S->getValue()); I && I->getOpcode() == Instruction::SDiv)
    return make(footprints::operation::quotient, read(Forms.expression(*I->getOperand(0)), true),
                read(Forms.expression(*I->getOperand(1)), true), S, Signed);
  const auto *Arg = dyn_cast<Argument>(S->getValue());
  if (!Arg || Arg->getArgNo() >= Sources.size())
    return std::nullopt;
  const ArgumentSource &Source = Sources[Arg->getArgNo()];
  if (Source.Source == argument_source::local_memory || !Arg->getType()->isIntegerTy(8 * Source.Size))
    return std::nullopt;
  return add({Source.Source, Signed, footprints::operation::none, 0, Source.Submission, Source.Offset, Source.Size});
}

std::optional<Poly> FootprintValues::make(footprints::operation By, std::optional<Poly> A, std::optional<Poly> B,
                                          const SCEV *S, bool Signed) {
  const std::optional<uint32_t> First = A ? encode(*A) : std::nullopt, Second = B ? encode(*B) : std::nullopt;
  const unsigned Width = S->getType()->getIntegerBitWidth();
  if (!First || !Second || (Width != 8 && Width != 16 && Width != 32 && Width != 64))
    return std::nullopt;
  return add({argument_source::closure, Signed, By, 0, *First, *Second, Width / 8});
}

std::optional<Poly> FootprintValues::add(const footprints::symbol_record &R) {
  auto [It, New] = Records.try_emplace({R.source, R.made_by, R.is_signed, R.submission, R.offset, R.size},
                                       static_cast<uint32_t>(Table.symbols.size()));
  if (New && Table.symbols.size() >= footprints::no_symbol - 1u) {
    Records.erase(It);
    return std::nullopt;
  }
  if (New)
    Table.symbols.push_back(R);
  return Poly::symbol(It->second);
}

std::optional<uint32_t> FootprintValues::encode(const Poly &P) {
  auto [It, New] = Values.try_emplace(P);
  if (!New)
    return It->second;
  std::vector<footprints::term_record> Terms;
  for (const auto &[M, Coefficient] : P.terms()) {
    if (M.empty())
      continue;
    if (M.size() > footprints::most_factors)
      return std::nullopt;
    footprints::term_record &T = Terms.emplace_back();
    T.coefficient = Coefficient;
    for (auto [I, S] : enumerate(M.symbols()))
      T.symbols[I] = static_cast<uint16_t>(S);
  }
  It->second = Table.values.size();
  Table.values.push_back(
      {P.constantTerm(), static_cast<uint32_t>(Table.terms.size()), static_cast<uint32_t>(Terms.size())});
  Table.terms.insert(Table.terms.end(), Terms.begin(), Terms.end());
  return It->second;
}

std::optional<uint32_t> FootprintValues::lastOwnId(unsigned Kernel, unsigned Dimension) {
  std::optional<Poly> Ids = Poly(1);
  for (unsigned D = Dimension; D != 3 && Ids; ++D) {
    const std::optional<Poly> Size =
        add({argument_source::global_size, 0, footprints::operation::none, 0, Kernel, D, 8});
    Ids = Size ? std::optional(*Ids * *Size) : std::nullopt;
  }
  return Ids ? encode(*Ids - Poly(1)) : std::nullopt;
}

} // namespace syclfuse::fuser
