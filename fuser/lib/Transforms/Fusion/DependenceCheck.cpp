// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DependenceCheck.h"

#include "Support/FuseError.h"
#include "Support/UserNames.h"
#include "syclfuse/footprints.hpp"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instruction.h"

#include <optional>

using namespace llvm;

namespace syclfuse::fuser {

static void addNote(diagnostic &D, const Instruction &I, StringRef Kernel) {
  diagnostic_note N;
  N.text = std::string(I.mayWriteToMemory() ? "written here" : "read here") + " in '" +
           userName(*I.getModule(), Kernel) + "'";
  if (const DILocation *At = I.getDebugLoc(); At && At->getLine()) {
    N.file = At->getFilename().str();
    N.line = At->getLine();
    N.column = At->getColumn();
  }
  D.notes.push_back(std::move(N));
}

// Notes name the accesses.
static diagnostic dependence(diag Code, ArrayRef<std::string> Kernels, unsigned First, unsigned Second,
                             const Instruction &Before, const Instruction &After) {
  diagnostic D;
  handleAllErrors(
      fuseError(Code, {userName(*After.getModule(), Kernels[First]), userName(*After.getModule(), Kernels[Second])},
                After),
      [&](const FuseError &Known) { D = Known.get(); });
  addNote(D, Before, Kernels[First]);
  addNote(D, After, Kernels[Second]);
  return D;
}

static void remarkUnknown(OptimizationRemarkEmitter &ORE, const SharingResult &R, StringRef First, StringRef Second) {
  ORE.emit([&] {
    OptimizationRemarkAnalysis Remark("sycl-fuse-region", "UnknownDependence", R.First);
    Remark << "whether '" << Second << "' depends on what other work-groups do in '" << First << "' is not known";
    return Remark;
  });
}

// Whether the user has said that what other work-items access there is not what a work-item needs.
static bool isPromised(const FusionRequest &Request, const UntoldDependence &D) {
  const promotion Kind = D.Argument < Request.Promotions.size() ? Request.Promotions[D.Argument].Kind : promotion::none;
  return Kind == promotion::private_memory || Kind == promotion::local_memory;
}

// The first kernel that may depend on others, and the last one of those: a cut before it settles what comes later.
static Error checkUntold(const FusionRequest &Request, ArrayRef<UntoldDependence> Untold, diagnostics &Warnings) {
  std::optional<UntoldDependence> Found;
  for (UntoldDependence D : Untold) {
    if (isPromised(Request, D))
      continue;
    if (D.First > D.Second) {
      std::swap(D.First, D.Second);
      std::swap(D.Before, D.After);
    }
    D.First = std::max(D.First, 0); // what may be any kernel's
    D.Second = std::max(D.Second, D.First + 1);
    if (unsigned(D.Second) >= Request.Kernels.size()) // by malformed metadata, or no kernel comes after it
      continue;
    if (!Found || std::pair(D.Second, -D.First) < std::pair(Found->Second, -Found->First))
      Found = D;
  }
  if (!Found)
    return Error::success();
  diagnostic D = dependence(Request.ProvenOnly ? diag::dependence_not_known : diag::dependence_assumed_away,
                            Request.Kernels, Found->First, Found->Second, *Found->Before, *Found->After);
  if (Request.ProvenOnly)
    return make_error<FuseError>(std::move(D), Found->Second);
  report(make_error<FuseError>(std::move(D)), Warnings);
  return Error::success();
}

Error checkDependences(Function &F, const AccessLaunch &Launch, const FusionRequest &Request, diagnostics &Warnings,
                       footprints::table *Footprints, std::vector<KernelTraffic> *Traffic) {
  const ArrayRef<std::string> Kernels = Request.Kernels;
  const bool Barriers = Request.Barriers;
  const AccessPattern Pattern(F, Launch);
  if (Traffic)
    *Traffic = Pattern.traffic();
  Expected<SmallVector<ArgumentSource, 8>> Sources = readArgumentSources(F);
  if (!Sources)
    return Sources.takeError();
  std::vector<UntoldDependence> Untold;
  CheckedByRun Checked;
  footprints::table Table = Pattern.footprints(*Sources, Barriers, Untold, Checked);
  // The user has promised what nothing can tell, whatever pointer it is about.
  for (footprints::footprint_record &R : Table.footprints)
    if (!Request.ProvenOnly && R.first_axis == footprints::no_value)
      R.reads = R.writes = 0;
  if (Footprints) {
    *Footprints = std::move(Table);
    for (Instruction &I : instructions(F))
      for (auto [Set, Name] : {std::pair(&Checked.Others, MDSeenByRun), {&Checked.Same, MDSettled}})
        if (Set->contains(&I))
          I.setMetadata(Name, MDNode::get(F.getContext(), {}));
  }
  Error Found = checkUntold(Request, Untold, Warnings);
  OptimizationRemarkEmitter ORE(&F);
  const unsigned Count = std::min<unsigned>(Kernels.size(), Pattern.submissions());
  for (unsigned Second = 1; Second < Count; ++Second)
    for (unsigned First = 0; First != Second; ++First) {
      const SharingResult R = Pattern.dependence(First, Second, DependenceThrough::SameArgument);
      if (R.Kind == Sharing::Unknown && R.First)
        remarkUnknown(ORE, R, userName(*F.getParent(), Kernels[First]), userName(*F.getParent(), Kernels[Second]));
      const bool WithinGroup = R.Kind == Sharing::WorkGroup && !Barriers && Launch.Groups;
      if (!R.isProven() || (R.Kind != Sharing::Launch && !WithinGroup))
        continue;
      const diag Code = WithinGroup ? diag::dependence_needs_barrier : diag::dependence_crosses_groups;
      Found = joinErrors(std::move(Found),
                         make_error<FuseError>(dependence(Code, Kernels, First, Second, *R.First, *R.Second), Second));
    }
  return Found;
}

// What is not proven of kernels K and Other; the accesses are those of the earlier and the later of them.
static Error exchangeError(Function &F, ArrayRef<std::string> Kernels, unsigned K, unsigned Other,
                           const SharingResult &R) {
  const std::vector<std::string> Names{userName(*F.getParent(), Kernels[K]), userName(*F.getParent(), Kernels[Other])};
  Error E = R.First ? fuseError(diag::groups_not_kept, Names, *R.First) : fuseError(diag::groups_not_kept, Names, F);
  return handleErrors(std::move(E), [&](const FuseError &Known) -> Error {
    diagnostic D = Known.get();
    if (R.First && R.Second) {
      addNote(D, *R.First, Kernels[std::min(K, Other)]);
      addNote(D, *R.Second, Kernels[std::max(K, Other)]);
    }
    return make_error<FuseError>(std::move(D), std::max(K, Other));
  });
}

Error checkExchange(Function &F, ArrayRef<std::string> Kernels, bool Barriers) {
  const MDNode *Lost = F.getMetadata(MDLostGroups);
  if (!Lost)
    return Error::success();
  F.setMetadata(MDLostGroups, nullptr);
  if (!Barriers) // then nothing is exchanged in work-groups anyhow, that is the user's word
    return Error::success();
  Expected<AccessLaunch> Launch = readAccessLaunch(F);
  if (!Launch)
    return Launch.takeError();
  const AccessPattern Pattern(F, *Launch);
  const unsigned Count = std::min<unsigned>(Kernels.size(), Pattern.submissions());
  for (const MDOperand &Op : Lost->operands()) {
    const auto *Number = mdconst::dyn_extract_or_null<ConstantInt>(Op);
    const auto K = Number ? static_cast<unsigned>(Number->getLimitedValue(UINT_MAX)) : UINT_MAX;
    for (unsigned Other = 0; Other < Count && K < Count; ++Other) {
      if (Other == K)
        continue;
      const SharingResult R =
          Pattern.dependence(std::min(K, Other), std::max(K, Other), DependenceThrough::SameArgument);
      if (R.Kind != Sharing::WorkItem && R.Kind != Sharing::WorkGroup)
        return exchangeError(F, Kernels, K, Other, R);
    }
  }
  return Error::success();
}

} // namespace syclfuse::fuser
