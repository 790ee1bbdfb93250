// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of symbols.
#pragma once

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace syclfuse::fuser {

// Symbols, sorted, with repetition: as one number, so that polynomials are cheap to copy and to add. The first symbol
// is in its highest digit, and each digit is one more than the symbol, so that numbers are in the order of such lists.
class Monomial {
public:
  static constexpr unsigned MostFactors = 8, DigitBits = 16, Symbols = (1u << DigitBits) - 1;

  Monomial() = default;
  // The symbol must be below Symbols.
  explicit Monomial(unsigned Symbol) { append(Symbol); }

  bool empty() const { return Digits == 0; }
  unsigned size() const { return Size; }
  unsigned operator[](unsigned I) const { return unsigned(Digits >> shift(I)) % (1u << DigitBits) - 1; }
  llvm::SmallVector<unsigned, MostFactors> symbols() const {
    llvm::SmallVector<unsigned, MostFactors> Out;
    for (unsigned I = 0; I != Size; ++I)
      Out.push_back((*this)[I]);
    return Out;
  }

  bool operator==(const Monomial &O) const { return Digits == O.Digits; }
  bool operator!=(const Monomial &O) const { return Digits != O.Digits; }
  bool operator<(const Monomial &O) const { return Digits < O.Digits; }

  // Nothing if it has more than MostFactors.
  std::optional<Monomial> operator*(const Monomial &O) const {
    if (empty() || O.empty())
      return empty() ? O : *this;
    if (Size + O.Size > MostFactors)
      return std::nullopt;
    Monomial R;
    for (unsigned A = 0, B = 0; R.Size != Size + O.Size;)
      R.append(B == O.Size || (A != Size && (*this)[A] <= O[B]) ? (*this)[A++] : O[B++]);
    return R;
  }

private:
  static unsigned shift(unsigned I) { return DigitBits * (MostFactors - 1 - I); }
  void append(unsigned Symbol) { Digits |= static_cast<unsigned __int128>(Symbol + 1) << shift(Size++); }

  unsigned __int128 Digits = 0;
  unsigned Size = 0;
};

} // namespace syclfuse::fuser
