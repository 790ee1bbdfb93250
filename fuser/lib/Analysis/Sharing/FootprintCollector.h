// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the accesses of a fused kernel to the table that a run looks for dependences in (syclfuse/footprints.hpp).
#pragma once

#include "AccessSide.h"

#include "Support/Metadata.h"
#include "syclfuse/footprints.hpp"

#include <array>
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

  // The footprints that an access belongs to: several where its place is one of several, none if no work-item makes it.
  struct Added {
    llvm::SmallVector<unsigned, 2> Footprints;
    bool Told = false; // false: its place, or one of its places, depends on what is loaded, and the like
  };
  // An access through Arg by a kernel of the fused one (-1: any). One whose place depends on more than a run can tell
  // is left out.
  Added add(const llvm::Argument &Arg, int Kernel, bool Reads, bool Writes, const AccessForm &Access);
  // As if every work-item accessed the first byte that Arg points to: then a run finds other pointers to the same
  // memory.
  void addFirstByte(const llvm::Argument &Arg, int Kernel, bool Reads, bool Writes);
  // Two footprints of one argument that are to be compared.
  void pair(unsigned First, unsigned Second) { Pairs.insert(std::minmax(First, Second)); }
  // Distinct: different arguments point to different memory.
  footprints::table take(bool Distinct);

private:
  using Axis = std::array<uint32_t, 5>; // an axis_record
  using Limits = std::pair<uint32_t, uint32_t>;
  // Accesses that differ in a constant and the kernel only: the argument, the offset without its constant, the axes,
  // the limits.
  using Group = std::tuple<unsigned, Poly, uint32_t, uint32_t, Limits>;
  struct Extent {
    unsigned Footprint;
    int64_t Begin, End;
  };

  std::optional<uint32_t> value(const Poly &P);
  std::optional<uint16_t> symbol(unsigned Symbol);
  std::optional<footprints::symbol_record> describe(const LaunchCoordinates::Origin &From) const;
  Limits limits(const AccessForm &Access);
  std::optional<Axis> axis(unsigned Variable, const Poly &Stride, const AccessSide &Side, Limits Within);
  std::optional<Axis> axisOf(const Constraint &Guard);
  std::optional<std::vector<Axis>> axes(const AccessForm &Access, const Form &Offset, std::vector<Axis> OwnIds,
                                        const AccessSide &Side, Limits Within);
  std::optional<unsigned> quotientOf(unsigned Variable, const Form &Offset) const;
  std::optional<unsigned> ownerOf(const Poly &Size, unsigned Dimension) const;
  std::optional<uint32_t> lastOwnId(unsigned Kernel, unsigned Dimension);
  std::vector<Axis> takeOwnIds(Form &Offset);
  uint32_t addAxes(const std::vector<Axis> &Axes);
  unsigned footprint(const Group &G, int64_t Begin, int64_t End);
  bool isPointer(const llvm::Argument &Arg) const;
  void mark(unsigned Footprint, int Kernel, bool Reads, bool Writes);
  bool isTold(unsigned Variable) const;

  const LaunchCoordinates &C;
  llvm::ArrayRef<ArgumentSource> Sources;
  footprints::table Table;
  std::map<Poly, std::optional<uint32_t>> Values;
  std::map<unsigned, std::optional<uint16_t>> Symbols;
  std::map<std::pair<unsigned, unsigned>, uint32_t> LastOwnIds; // by kernel and first dimension
  std::map<std::vector<Axis>, uint32_t> Runs;                   // where those of a footprint begin
  std::map<Group, std::vector<Extent>> Groups;
  std::set<std::pair<unsigned, unsigned>> Pairs;
};

// True if A and B may be accesses to elements of the work-item's own, although their footprints do not show it: of
// quotients and remainders, footprints have the bounds only. But the same one in both kernels, like (i + h) % 256, may
// differ from work-item to work-item.
bool mayBeOwn(const Form &A, const Form &B, const LaunchCoordinates &C);

} // namespace syclfuse::fuser
