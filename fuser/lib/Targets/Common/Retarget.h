// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From generic device IR to a target's IR: triple, data layout, address spaces, calling conventions, synchronization
// scopes and mangled intrinsics. Nothing here is specific to a target; what differs stands in RetargetRules.
#pragma once

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

struct RetargetRules {
  std::string TargetName; // for messages
  std::string Triple;
  // Indexed by the generic address space: private, global, constant, local, generic.
  unsigned AddressSpaces[5] = {0, 0, 0, 0, 0};
  // SPIR-V's scope to the target's; one that is not listed becomes the widest scope.
  llvm::StringMap<std::string> Scopes;
  bool KeepDebugInfo = false;
};

// A copy of M for the target, in M's context, without debug information (so that no path gets into the code) unless the
// rules keep it. Needs all kernels of M to be flat. SF4005 where a type that is used in memory is laid out differently;
// SF4004 for an address space that is none of SPIR-V's.
llvm::Expected<std::unique_ptr<llvm::Module>> retarget(const llvm::Module &M, const RetargetRules &Rules);

} // namespace syclfuse::fuser
