// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The metadata that drives the passes (docs/passes.md). Names and forms are those of the former extension, unless a
// comment says that they are ours. All of it is attached to functions, so that lit inputs are
// self-contained.
#pragma once

#include "NDRange.h"

#include "syclfuse/kinds.hpp"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

inline constexpr llvm::StringLiteral MDFused = "sycl.kernel.fused";
inline constexpr llvm::StringLiteral MDParam = "sycl.kernel.param";
inline constexpr llvm::StringLiteral MDPromote = "sycl.kernel.promote";
inline constexpr llvm::StringLiteral MDPromoteLocalSize = "sycl.kernel.promote.localsize";
inline constexpr llvm::StringLiteral MDPromoteElemSize = "sycl.kernel.promote.elemsize";
inline constexpr llvm::StringLiteral MDConstants = "sycl.kernel.constants";
inline constexpr llvm::StringLiteral MDNDRange = "sycl.kernel.nd-range";
// That of each kernel. Stays on a fused kernel whose kernels have other ids than its launch.
inline constexpr llvm::StringLiteral MDNDRanges = "sycl.kernel.nd-ranges";
inline constexpr llvm::StringLiteral MDNoBarriers = "sycl.kernel.no-barriers"; // !{} on the stub: insert none
// Ours: !{} on the stub: kernels that may depend on other work-items of earlier ones, without a proof, are refused.
inline constexpr llvm::StringLiteral MDProvenOnly = "sycl.kernel.proven-only";
// Ours: !{} on the stub: its launch is by rows (FusionRequest::ByRows).
inline constexpr llvm::StringLiteral MDByRows = "sycl.kernel.by-rows";
// Ours: !{!{!"nd_range", i32 2}, …}, the range kind and dimensions of each kernel, for a fusion whose sizes are known
// at run time only and may differ: the fused kernel gets the sizes it needs as further arguments (MDArguments:
// global_size, local_size … of the submission).
inline constexpr llvm::StringLiteral MDRunTimeRanges = "sycl.kernel.run-time-ranges";
// Ours: !{!"nd_range", i32 2}, how the fused kernel is launched, where its sizes need not be known. Stays on the fused
// kernel.
inline constexpr llvm::StringLiteral MDLaunch = "sycl.kernel.launch";
// Ours, on instructions of a fused kernel that access memory or synchronize: !{i32 k}, the kernel they come from. For
// analyses right after fusion; an instruction without it may be of any.
inline constexpr llvm::StringLiteral MDSubmission = "sycl.kernel.submission";
// Ours, on instructions of a fused kernel that access memory, until barriers are elided: !{}. A run sees whether
// through another pointer a work-item of another kernel gets there, and does not take the fused kernel then
// (footprints.hpp).
inline constexpr llvm::StringLiteral MDSeenByRun = "sycl.kernel.seen-by-run";
// Ours, as MDSeenByRun: that no other work-item gets there through the same pointer in another kernel is proven, or a
// run checks it.
inline constexpr llvm::StringLiteral MDSettled = "sycl.kernel.settled";
// Ours, on loads of a fused kernel until barriers are elided: !{i32 k}. No work-item writes in kernel k what is read
// there through the same pointer: it was computed again, and turned out not to be written.
inline constexpr llvm::StringLiteral MDNotWrittenBy = "sycl.kernel.not-written-by";
// Ours, on a fused kernel: !{i32 k, …}, the kernels whose work-groups are not those of the launch, until it is proven
// that they need none (checkExchange).
inline constexpr llvm::StringLiteral MDLostGroups = "sycl.kernel.lost-groups";
// Ours, on the barriers that fusion put between kernels, as against those in kernels, and on the fences that belong to
// them.
inline constexpr llvm::StringLiteral MDInsertedBarrier = "sycl.kernel.inserted-barrier";
// Ours: where each argument's bytes come from, !{!{i32 source, i32 submission, i32 offset, i32 size}, …}, one per
// argument of the function in order. Written by sycl-flatten-arguments, composed by sycl-kernel-fusion, kept in step by
// every pass that drops or adds arguments.
inline constexpr llvm::StringLiteral MDArguments = "sycl.kernel.arguments";
// Ours, on a fused kernel after internalization: the promoted arguments, as MDArguments had them, of which the accesses
// prove which elements are a work-item's (work-group's) own, so that it makes no difference how many there are.
inline constexpr llvm::StringLiteral MDAnySize = "sycl.kernel.any-size";

struct ArgumentSource {
  argument_source Source = argument_source::closure;
  unsigned Submission = 0, Offset = 0, Size = 0;
  bool operator==(const ArgumentSource &O) const {
    return Source == O.Source && Submission == O.Submission && Offset == O.Offset && Size == O.Size;
  }
};

// Absent metadata: an empty list. Malformed metadata: SF3011.
llvm::Expected<llvm::SmallVector<ArgumentSource, 8>> readArgumentSources(const llvm::Function &F);
void writeArgumentSources(llvm::Function &F, llvm::ArrayRef<ArgumentSource> Sources);
// The same of MDAnySize.
llvm::Expected<llvm::SmallVector<ArgumentSource, 8>> readAnySize(const llvm::Function &F);
void writeAnySize(llvm::Function &F, llvm::ArrayRef<ArgumentSource> Sources);

// The launch of a fused kernel whose sizes are known (sycl.kernel.nd-range). Absent: none; malformed: SF3011.
llvm::Expected<std::optional<NDRange>> readNDRange(const llvm::Function &F);
void writeNDRange(llvm::Function &F, const NDRange &Range);
// Those of its kernels. Absent: an empty list; malformed: SF3011.
llvm::Expected<std::vector<NDRange>> readNDRanges(const llvm::Function &F);
void writeNDRanges(llvm::Function &F, llvm::ArrayRef<NDRange> Ranges);
// MDLaunch of a stub or a fused kernel, if it is there. SF3011 if it is malformed.
llvm::Expected<std::optional<std::pair<range_kind, unsigned>>> readLaunch(const llvm::Function &F);
void writeLaunch(llvm::Function &F, std::pair<range_kind, unsigned> Launch);

struct PromotedArgument {
  promotion Kind = promotion::none;
  // How many the replacement memory has (sycl.kernel.promote.localsize). For local memory in a kernel without a
  // constant local size: per work-item of the group, and PerWorkItem is set ("per-item" after the number, as in
  // !{!"2 per-item"}). For automatic promotion: per work-item of the launch.
  uint64_t Elements = 0;
  unsigned ElementSize = 0; // bytes (sycl.kernel.promote.elemsize)
  bool PerWorkItem = false;
  // The buffer's elements are no multiple of the work-items (work-groups): room for the most that one of them can have,
  // if the accesses prove which are whose ("at-most" after the number). Not together with PerWorkItem.
  bool AtMost = false;
  // Room for as many, if the accesses prove that a work-group of a launch by rows has no more, and that they are its
  // own
  // ("of-row" after the number). Not together with the others.
  bool OfRow = false;
};

// The lists that stubs and fused kernels share. Writing a list that says nothing removes the metadata; absent metadata
// reads as an empty list; malformed metadata is SF3011.
void writePromotions(llvm::Function &F, llvm::ArrayRef<PromotedArgument> Promotions);
llvm::Expected<std::vector<PromotedArgument>> readPromotions(const llvm::Function &F);
void writeConstants(llvm::Function &F, llvm::ArrayRef<std::pair<unsigned, std::string>> Constants);
llvm::Expected<std::vector<std::pair<unsigned, std::string>>> readConstants(const llvm::Function &F);

} // namespace syclfuse::fuser
