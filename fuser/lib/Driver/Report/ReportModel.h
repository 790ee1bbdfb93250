// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the report says of a program, whatever its form. All texts are ready to be shown (ShownText.h).
#pragma once

#include "Driver/Commands/Inspect/FusionEstimate.h"

#include "syclfuse/kinds.hpp"
#include "syclfuse/manifest.hpp"
#include "syclfuse/statistics.hpp"

#include <optional>
#include <string>
#include <vector>

namespace syclfuse::fuser {

struct SourceLine {
  unsigned Number = 0;
  std::string Text;
};

struct ReportKernel {
  std::string Name, Shape; // "range<1>"
  manifest::source_location Where;
  std::vector<SourceLine> Source; // from the place on; empty: there is no such file, or another one now
};

// Memory that kernels of a region use, as far as it is known to be the same.
struct ReportMemory {
  struct Use {
    unsigned Submission = 0;
    access_mode Mode = access_mode::none; // none: of a pointer, which does not say
    std::string Parameter;
  };
  std::string Name, Type;
  std::vector<Use> Uses;
};

enum class Residence { Memory, Registers, LocalMemory };

// What a run has measured of one fused kernel, at one size.
using ReportTime = statistics::timing;

struct ReportVariant {
  std::string Arch, Range; // "x86-64-v3", "any"
  std::optional<FusionEstimate> Estimate;
  KernelResources Resources, AloneResources; // the latter: the most that one of its kernels needs by itself
  unsigned SubGroup = 0, ItemsPerThread = 1, LocalMemory = 0;
  std::vector<std::string> Recomputed; // "2 computes 3 elements of s again, as 0 does"
  std::vector<std::string> Checks;     // of a run, before it is launched: "2 arguments are the same memory"
  std::vector<ReportTime> Times;
};

// Submissions [Begin, End) of a region that are one kernel, or one submission that stays alone.
struct ReportSegment {
  unsigned Begin = 0, End = 0;
  bool Fused = false; // else they run one by one, be there variants that are not used
  std::vector<ReportVariant> Variants;

  unsigned launches() const { return Fused ? 1 : End - Begin; }
};

// Why a fused kernel ends before submission At, or there is none; or what else the build said.
struct ReportReason {
  std::optional<unsigned> At;
  std::string Code, Text, Remedy; // "SF3029"
  std::vector<std::string> Notes; // with their places
};

// A region on one target.
struct ReportPlan {
  std::string Target;
  std::vector<ReportSegment> Segments;
  std::vector<ReportReason> Reasons;
  std::vector<Residence> Residences; // of the region's memories

  unsigned launches() const;
  // Whether a picture of the one is one of the other.
  bool looksLike(const ReportPlan &Other) const;
};

// What became of a region in the runs.
struct ReportRun {
  statistics::region Counts;
  std::vector<ReportReason> Missed; // Text begins with how often
};

struct ReportRegion {
  std::string Name, Kind;
  manifest::source_location Where;
  unsigned EndLine = 0;
  std::vector<unsigned> Submissions; // numbers of kernels
  std::vector<ReportMemory> Memories;
  std::vector<ReportPlan> Plans;      // a target each
  std::vector<ReportReason> Messages; // of the build, about no single cut
  std::optional<ReportRun> Run;
  bool SharesRun = false; // with other sequences of the same place, which runs do not tell apart

  unsigned launches() const; // on the target that needs the most
};

struct Report {
  std::string Title;
  std::vector<std::string> Producers, Targets, Runs;
  std::vector<ReportKernel> Kernels;
  std::vector<ReportRegion> Regions;
  std::vector<ReportReason> NotBuilt; // regions whose sequence only a run decides
};

// "main.cpp:12:3"; "unknown place"
std::string placeText(const manifest::source_location &Where);
// "1 launch", "2 launches"
std::string launchesText(unsigned Count);
// "20 submissions", and what became of them.
std::string runText(const statistics::region &Counts);
// "2.5 us fused, 4 us one by one, the best of 6 and 5; 1000 work-items"; what was never measured is not a time.
std::string timesText(const ReportTime &T);
// "memory", "registers", "local memory"
const char *toText(Residence R);
// "read", "written", "read and written", "used"
const char *toText(access_mode Mode);
// "40 registers (alone: at most 22)", "sub-groups of 32", "1024 bytes of local memory"
std::vector<std::string> needsOf(const ReportVariant &V);

} // namespace syclfuse::fuser
