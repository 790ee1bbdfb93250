// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace llvm {
class Module;
}

namespace syclfuse::fuser {

// Makes read-modify-write operations relaxed ones between fences, with PTX's atom.sys where their scope is the system.
// LLVM 22's back end selects atom for them without order and scope, which is relaxed and .gpu whatever the operation
// says (PTX ISA, "atom"); of all other atomic operations it keeps both itself.
void lowerUpdates(llvm::Module &M);

} // namespace syclfuse::fuser
