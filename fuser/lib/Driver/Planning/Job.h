// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work of a build: one job per target and kernel, and per target, region and variant.
#pragma once

#include "RegionPlan.h"

#include "Driver/Driver.h"
#include "Driver/Input/KernelLibrary.h"

#include "syclfuse/manifest.hpp"

namespace syclfuse::fuser {

// A launch by rows, with names as Job has them.
struct AlternativeByRows {
  std::string Id, Entry;
  PlannedFusion Plan;
};

// All that a job is compiled from, besides the code of its kernels (Plan.Request.Kernels), is here by value; Kernel
// belongs to the manifest of the build that planned it, and Region is a number in it.
struct Job {
  std::string Id;    // "main.specialized-4096.internalized.native": unique in the build, good in a file name
  std::string Entry; // symbol of the compiled kernel
  std::string What;  // for people: "region 'main' for 4096"
  manifest::source_location Where;
  const Target *On = nullptr;
  const manifest::kernel *Kernel = nullptr; // either this or Region
  std::optional<size_t> Region;
  LaunchShape Shape;
  // Of a kernel: bundle::groups_used and the like.
  uint8_t UsesGroups = bundle::groups_unused;
  bool Internalize = false;
  PlannedFusion Plan; // of a kernel alone: its symbol and the names that users know

  // What is tried where kernels of Plan turn out to depend on other work-items than their own, or a run may find that.
  std::optional<AlternativeByRows> ByRows;
  bool IsSpare = false; // the region is built without it: that it fails is not said

  // A kernel alone is compiled as it is.
  bool isFused() const { return !Plan.Request.FusedName.empty(); }
};

// J with what is tried in place of its plan; J.ByRows must be there.
inline Job jobByRows(const Job &J) {
  Job Rows = J;
  Rows.Id = J.ByRows->Id;
  Rows.Entry = J.ByRows->Entry;
  Rows.Plan = J.ByRows->Plan;
  Rows.ByRows.reset();
  Rows.Shape = Rows.Plan.Launch.Shape;
  Rows.Internalize = !Rows.Plan.Promotions.empty();
  return Rows;
}

// Regions whose kernels cannot be fused and listed ND-ranges that do not fit get no job but a message in Diags, an
// error if the options require it. Regions that the options switch off get no job and no message, nor
// does a graph of the kernels of an earlier one: at run time they are one.
std::vector<Job> planJobs(const manifest::document &Document, const KernelLibrary &Library,
                          llvm::ArrayRef<std::unique_ptr<Target>> Targets, const BuildOptions &Options,
                          diagnostics &Diags);

// A region of the document, by its number, for a target.
using RegionOnTarget = std::pair<size_t, const Target *>;

// The same for these regions, behind jobs that were planned before: to the end of Jobs. A region that was planned for
// some targets is no region for the others, until it is one of these.
void planMoreJobs(const manifest::document &Document, llvm::ArrayRef<RegionOnTarget> Regions,
                  const KernelLibrary &Library, const BuildOptions &Options, std::vector<Job> &Jobs,
                  diagnostics &Diags);

// Null for a kernel alone.
inline const manifest::region *regionOf(const Job &J, const manifest::document &Document) {
  return J.Region ? &Document.regions[*J.Region] : nullptr;
}

// True if it is an error that the region cannot be built, or with null a kernel alone.
bool isRequired(const manifest::region *Region, const BuildOptions &Options);

// How it is said that the region cannot be built. Of an automatic one, for which nobody has asked, it is a note, which
// is given on demand only (reportAll).
severity levelOfRefusal(const manifest::region *Region, const BuildOptions &Options);

} // namespace syclfuse::fuser
