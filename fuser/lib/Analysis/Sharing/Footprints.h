// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the accesses of a fused kernel to the table that a run looks for dependences in (syclfuse/footprints.hpp).
#pragma once

#include "AccessSide.h"
#include "Analysis/Addresses/AddressForms.h"

#include "Support/Metadata.h"
#include "syclfuse/footprints.hpp"

#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace llvm {
class Argument;
} // namespace llvm

namespace syclfuse::fuser {

class FootprintCollector {
public:
  // Sources: of the fused kernel's arguments. Coordinates must name whole ids, and outlive the object.
  FootprintCollector(const LaunchCoordinates &Coordinates, llvm::ArrayRef<ArgumentSource> Sources)
      : C(Coordinates), Sources(Sources) {}

  // An access through Arg by a kernel of the fused one (-1: any), in the work-items in which its assumptions hold. One
  // whose place depends on more than a run can tell is left out. Returns the footprints that it belongs to, for pair():
  // several where its place is one of several.
  llvm::SmallVector<unsigned, 2> add(const llvm::Argument &Arg, int Kernel, bool Reads, bool Writes,
                                     const AccessForm &Form, const std::set<AddressForms::Assumption> &Assumptions);
  // Two footprints of one argument that are to be compared.
  void pair(unsigned First, unsigned Second) { Pairs.insert(std::minmax(First, Second)); }
  // Distinct: different arguments point to different memory.
  footprints::table take(bool Distinct);

private:
  // Indices of values; a bound is one with its divisor.
  struct Axis {
    uint32_t Stride = 0;
    std::vector<std::pair<uint32_t, uint32_t>> Lows, Highs;
    bool operator<(const Axis &O) const { return std::tie(Stride, Lows, Highs) < std::tie(O.Stride, O.Lows, O.Highs); }
  };
  // Accesses that differ in a constant and the kernel only.
  struct Group {
    const llvm::Argument *Arg = nullptr;
    bool Writes = false;
    Poly Base; // without its constant
    std::vector<Axis> Axes;
    bool operator<(const Group &O) const;
  };
  struct Extent {
    unsigned Number; // in the order of the first accesses
    int64_t End;
    uint64_t Reads = 0, Writes = 0;
  };
  using Extents = std::map<int64_t, Extent>; // by where they begin

  std::optional<uint32_t> value(const Poly &P);
  std::optional<uint16_t> symbol(unsigned Symbol);
  std::optional<footprints::symbol_record> describe(const LaunchCoordinates::Origin &From) const;
  bool addBounds(std::vector<std::pair<uint32_t, uint32_t>> &To, llvm::ArrayRef<AccessSide::Bound> Bounds);
  void addFootprint(const Group &G, int64_t Begin, const Extent &E, llvm::ArrayRef<unsigned> Numbers);
  std::optional<unsigned> addPiece(const llvm::Argument &Arg, int Kernel, bool Reads, bool Writes,
                                   const AccessForm &Access);
  std::optional<Axis> axis(unsigned Variable, const Poly &Stride, const AccessSide &Side);
  bool isTold(unsigned Variable) const;
  Axis uniform(const AccessForm &Access);
  uint32_t addAxes(const std::vector<Axis> &Axes);

  const LaunchCoordinates &C;
  llvm::ArrayRef<ArgumentSource> Sources;
  footprints::table Table;
  std::map<Poly, std::optional<uint32_t>> Values;
  std::map<unsigned, std::optional<uint16_t>> Symbols;
  std::map<Group, Extents> Groups;
  unsigned Numbers = 0;
  std::set<std::pair<unsigned, unsigned>> Pairs;
  std::map<unsigned, uint32_t> Index; // of footprints, by number
  // One run of bounds or axes for all that have it, and one footprint for what is written and read alike.
  std::map<std::vector<std::pair<uint32_t, uint32_t>>, uint32_t> Bounds;
  std::map<std::vector<Axis>, uint32_t> Runs;
  std::map<std::vector<uint32_t>, uint32_t> Known;
};

// Whether the accesses may be to elements that each work-item has for itself, or each work-group behind barriers,
// although no footprint tells: of quotients and remainders it has the bounds alone. The same number in both kernels,
// like (i + h) % 256, may be another one for each work-item; i ^ 1 stays near i.
bool mayBeExchange(const Form &A, const Form &B, const LaunchCoordinates &Coordinates, bool InGroups);

} // namespace syclfuse::fuser
