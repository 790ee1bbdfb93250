// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels to look at: those of a module of IR, and the regions and kernels of a program's object.
#pragma once

#include "Analysis/Addresses/AccessLaunch.h"
#include "Support/FusionRequest.h"
#include "syclfuse/fused_range.hpp"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"

#include <map>

namespace syclfuse::fuser::oracle {

// What a program submits: values of its variables, the ranges of its kernels.
struct GivenLaunch {
  std::map<std::string, int64_t> Values;
  std::vector<submitted_range> Ranges;
};

struct Case {
  std::string Name;
  llvm::Function *F = nullptr;
  AccessLaunch Launch;
  std::vector<ArgumentSource> Sources;          // of F's arguments; empty if nothing says it
  std::vector<std::string> Names;               // of F's arguments, by the user; "" if they have none
  std::vector<submitted_range> SubmittedRanges; // kind, dimensions, uses_groups of each, if sizes are not known
  bool MayHaveOffset = false;
  bool Barriers = false; // inserted ones
  bool ByRows = false;
  std::vector<GivenLaunch> Given;
  // F with barriers between its kernels: these run one after the other, whatever they exchange. Null if F is no region
  // of a program.
  llvm::Function *InOrder = nullptr;
  bool Taken = true; // by a launch that the program gives, if it gives any
};

using CaseVisitor = llvm::function_ref<void(const Case &)>;

// The kernels of a module, or the fused kernel of its stub. An error if it cannot be read.
llvm::Error forEachCase(llvm::StringRef File, CaseVisitor Visit);
enum class Also : unsigned char { Nothing, Kernels, Neighbours };
// The regions of an object as they are planned, before any is cut; of each region the variants that differ. And its
// kernels alone, and (Neighbours) regions of each kernel with the next one of the object as well, as if a program
// submitted them one after the other with the same values for parameters of one name. Sizes: {"<region>": [{"values": {"<name>": n}, "ranges": [{"dims", "global", "local"}]}]},
// in SPIR-V order.
llvm::Error forEachPlannedCase(llvm::StringRef Object, Also More, const llvm::json::Object &Sizes, CaseVisitor Visit);

} // namespace syclfuse::fuser::oracle
