// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One launch with arguments, to run a kernel with: random, or as a program gives it.
#pragma once

#include "Case.h"
#include "WorkItems.h"

#include "syclfuse/footprints.hpp"

#include <optional>
#include <random>

namespace syclfuse::fuser::oracle {

struct Draw {
  LaunchSizes Launch;
  std::vector<submitted_range> Ranges; // of the submissions, if they may differ
  std::vector<uint32_t> Groups;        // that run
  // Given: by the program. Aliased: two arguments point to the same memory. Large: a launch in which what is proven to
  // be shared is shared (AccessPattern.h). Whole: all groups run.
  bool Given = false, Aliased = false, Large = false, Whole = true;
  std::vector<std::vector<unsigned char>> Arguments; // their bytes
  unsigned FillBelow = 40, FillWidth = 4;            // memory has integers below that, of so many bytes

  std::string str(const Case &C) const;
};

class DrawMaker {
public:
  DrawMaker(const Case &C, const Arenas &Memory);
  unsigned given() const { return C.Given.size(); }
  // Nothing where the ranges cannot be launched together.
  std::optional<Draw> random(uint64_t Seed) const;
  std::optional<Draw> fromProgram(unsigned Set, uint64_t Seed) const;
  // Writes random numbers to all memory.
  void fill(const Draw &D, uint64_t Seed) const;

private:
  using Random = std::mt19937_64;
  bool drawLaunch(Draw &D, Random &R) const;
  void drawRows(Draw &D, Random &R) const;
  bool drawRanges(Draw &D, Random &R) const;
  bool launchTogether(Draw &D) const;
  void chooseGroups(Draw &D, Random &R) const;
  void drawArguments(Draw &D, Random &R, const GivenLaunch *By) const;
  uint64_t drawScalar(const Draw &D, Random &R, const std::vector<uint64_t> &Pool) const;
  std::optional<uint64_t> valueOf(unsigned Argument, const Draw &D, const GivenLaunch *By) const;

  const Case &C;
  const Arenas &Memory;
  unsigned Asked = 0; // dimensions that ids are asked of one by one
  bool Linear = false;
};

// Pointer arguments to memory that work-items of several groups see, each with an arena of its number.
bool isArena(const llvm::Argument &Arg);

// The draw, as a run's check of footprints sees it.
class DrawnLaunch final : public footprints::launch {
public:
  DrawnLaunch(const Case &C, const Draw &D);
  const unsigned char *closure(uint32_t Submission) const override { return Closures[Submission].data(); }
  uint64_t size(argument_source Source, uint32_t Submission, uint32_t Dimension) const override;
  bool may_share(const footprints::footprint_record &A, const footprints::footprint_record &B) const override;

private:
  const Draw &D;
  std::vector<std::vector<unsigned char>> Closures;
};

uint64_t sizeOf(const Draw &D, argument_source Source, uint32_t Submission, uint32_t Dimension);

} // namespace syclfuse::fuser::oracle
