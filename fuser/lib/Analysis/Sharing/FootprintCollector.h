// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the accesses of a fused kernel to the table that a run looks for dependences in (syclfuse/footprints.hpp).
#pragma once

#include "AccessSide.h"
#include "FootprintValues.h"

#include <array>
#include <set>

namespace llvm {
class Argument;
} // namespace llvm

namespace syclfuse::fuser {

class FootprintCollector {
public:
  // Sources: of the fused kernel's arguments. Coordinates, those of the forms, must name whole ids, and outlive the
  // object as the forms do.
  FootprintCollector(AddressForms &Forms, const LaunchCoordinates &Coordinates, llvm::ArrayRef<ArgumentSource> Sources)
      : C(Coordinates), Sources(Sources), Values(Forms, Coordinates, Sources, Table) {}

  // The footprints that an access belongs to: several where its place is one of several, none if no work-item makes it.
  struct Added {
    llvm::SmallVector<std::pair<unsigned, Form>, 2> Footprints; // and where it is in them
    bool Told = false; // false: its place, or one of its places, depends on what is loaded, and the like
  };
  // An access through Arg by a kernel of the fused one (-1: any). One whose place depends on more than a run can tell
  // is left out. MayRequire: a run may fail if that makes the access one that can be told.
  Added add(const llvm::Argument &Arg, int Kernel, bool Reads, bool Writes, const AccessForm &Access, bool MayRequire);
  // An access to somewhere in what Arg points to, so that a run finds other pointers to the same memory.
  void addSomewhere(const llvm::Argument &Arg, int Kernel, bool Reads, bool Writes);
  // Number, the same for the launch, has to be at least zero. False if no run can tell.
  bool require(const Form &Number) { return Number.isUniform() && !Number.isBad() && require(Number.Constant); }
  // Two footprints of one argument that are to be compared. InGroups: work-items of one group may meet.
  void pair(unsigned First, unsigned Second, bool InGroups) {
    Pairs.insert({std::min(First, Second), std::max(First, Second), InGroups});
  }
  // Distinct: different arguments point to different memory.
  footprints::table take(bool Distinct);

private:
  using Axis = std::array<uint32_t, 5>; // an axis_record
  // By variables: values of the least and the greatest that they contribute together.
  using Limits = std::map<std::vector<unsigned>, std::pair<uint32_t, uint32_t>>;
  using EncodedLimits = std::vector<std::array<uint32_t, 3>>; // limit_records
  // Accesses that differ in a constant and the kernel only: the argument, the offset without its constant, the axes,
  // the limits.
  using Group = std::tuple<unsigned, Poly, uint32_t, uint32_t, EncodedLimits>;
  struct Extent {
    unsigned Footprint;
    int64_t Begin, End;
  };

  struct Piece {
    AccessForm Access;
    std::optional<Poly> Quotient; // the coefficient, not zero, of a quotient that could have gone
    llvm::SmallVector<std::pair<unsigned, Poly>, 2>
        Divided; // quotients and remainders that have stayed, with their room
  };

  bool isDividedFrom(unsigned V, unsigned Of) const;
  std::optional<Poly> roomOf(unsigned V, llvm::ArrayRef<Constraint> Guards) const;
  AccessForm undivided(AccessForm Access, unsigned V) const;
  std::optional<std::pair<unsigned, Poly>> divisionThatMayGo(const Piece &P, llvm::ArrayRef<Constraint> Guards) const;
  llvm::SmallVector<Piece, 2> pieces(const AccessForm &Access, llvm::ArrayRef<Constraint> Guards) const;
  llvm::SmallVector<Piece, 2> pieces(const AccessForm &Access);
  bool ruleOut(const Piece &P);
  bool require(const Poly &P);
  std::optional<bool> isDown(const Poly &P);
  bool require(const Form &F, const AccessSide &Side, const AssumedValue &Assumed);
  bool require(const AssumedValue &Assumed, bool EndsLoop, const AccessSide &Before, const AccessSide &Within);
  AccessForm withChecked(AccessForm Access);
  AccessForm withBoundsOfDividends(AccessForm Access) const;
  Limits limits(const Form &Offset, const AccessForm &Access, const AccessSide &Side);
  void addLimits(const Form &Offset, const Form &Guard, const AccessSide &Side, Limits &Found);
  std::optional<Axis> axis(unsigned Variable, const Poly &Stride, const AccessSide &Side, const Limits &Within);
  std::optional<Axis> axisOf(const Constraint &Guard);
  bool axes(const AccessForm &Access, const Form &Offset, const AccessSide &Side, const Limits &Within,
            std::vector<Axis> &Axes, EncodedLimits &Encoded);
  std::optional<unsigned> quotientOf(unsigned Variable, const Form &Offset) const;
  std::optional<unsigned> ownerOf(const Poly &Size, unsigned Dimension) const;
  std::optional<uint32_t> greatestBy(llvm::ArrayRef<Constraint> Guards, const Form &Id);
  std::vector<Axis> takeOwnIds(Form &Offset, llvm::ArrayRef<Constraint> Guards);
  uint32_t addAxes(const std::vector<Axis> &Axes);
  unsigned footprint(const Group &G, int64_t Begin, int64_t End);
  bool isPointer(const llvm::Argument &Arg) const;
  void mark(unsigned Footprint, int Kernel, bool Reads, bool Writes);
  bool isTold(unsigned Variable) const;

  const LaunchCoordinates &C;
  llvm::ArrayRef<ArgumentSource> Sources;
  footprints::table Table;
  FootprintValues Values;
  std::map<std::vector<Axis>, uint32_t> Runs; // where those of a footprint begin
  std::map<Group, std::vector<Extent>> Groups;
  std::map<EncodedLimits, uint32_t> LimitRuns;
  std::set<std::tuple<unsigned, unsigned, bool>> Pairs;
  std::set<uint32_t> Conditions;
};

// With the dividend less the divisor as often as it goes in place of each remainder by a number that only a run knows;
// with Of, of those whose quotient is this variable.
Form withoutRemainders(const Form &F, const LaunchCoordinates &C, std::optional<unsigned> Of = std::nullopt);

// True if A and B may be accesses to elements of the work-item's own, although their footprints do not show it: of
// quotients and remainders, footprints have the bounds only. But the same one in both kernels, like (i + h) % 256, may
// differ from work-item to work-item.
bool mayBeOwn(const Form &A, const Form &B, const LaunchCoordinates &C);

} // namespace syclfuse::fuser
