// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace llvm {
class Module;
}

namespace syclfuse::fuser {

// Makes read-modify-write operations relaxed ones between fences. LLVM 22's back end selects PTX's atom for them
// without an order, which is relaxed whatever the operation says (PTX ISA, "atom"); of all other atomic operations it
// keeps the order itself.
void fenceUpdates(llvm::Module &M);

} // namespace syclfuse::fuser
