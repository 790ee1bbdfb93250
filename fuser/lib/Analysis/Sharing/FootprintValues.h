// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers of a table of footprints: what a run can compute of the sizes of the launch and the closures.
#pragma once

#include "Analysis/Addresses/AddressForms.h"

#include "Support/Metadata.h"
#include "syclfuse/footprints.hpp"

#include <map>
#include <optional>
#include <tuple>

namespace syclfuse::fuser {

class FootprintValues {
public:
  // Sources: of the fused kernel's arguments. Table gets the symbols, terms and values; all must outlive the object.
  FootprintValues(AddressForms &Forms, const LaunchCoordinates &Coordinates, llvm::ArrayRef<ArgumentSource> Sources,
                  footprints::table &Table)
      : Forms(Forms), C(Coordinates), Sources(Sources), Table(Table) {}

  // The index of the value; nothing if a run cannot compute it.
  std::optional<uint32_t> value(const Poly &P);
  // Of a kernel with a range of its own: the last id in its dimensions from Dimension on, where these are one.
  std::optional<uint32_t> lastOwnId(unsigned Kernel, unsigned Dimension);

private:
  // Polynomials in the symbols of the table.
  std::optional<Poly> inTable(const Poly &P);
  std::optional<Poly> symbol(unsigned Symbol);
  std::optional<Poly> symbolOf(const LaunchCoordinates::Origin &From);
  std::optional<Poly> read(const llvm::SCEV *S, bool Signed);
  std::optional<Poly> readUnknown(const llvm::SCEVUnknown *S, bool Signed);
  std::optional<Poly> readOperands(const llvm::SCEVNAryExpr *S, bool Signed);
  std::optional<Poly> make(footprints::operation By, std::optional<Poly> A, std::optional<Poly> B, const llvm::SCEV *S,
                           bool Signed);
  std::optional<Poly> add(const footprints::symbol_record &R);
  std::optional<uint32_t> encode(const Poly &P);

  AddressForms &Forms;
  const LaunchCoordinates &C;
  llvm::ArrayRef<ArgumentSource> Sources;
  footprints::table &Table;
  unsigned Depth = 0;
  std::map<Poly, std::optional<uint32_t>> Values; // by the polynomial in symbols of the table
  std::map<unsigned, std::optional<Poly>> Symbols;
  using SymbolKey = std::tuple<argument_source, footprints::operation, uint8_t, uint32_t, uint32_t, uint32_t>;
  std::map<SymbolKey, uint32_t> Records;
};

} // namespace syclfuse::fuser
