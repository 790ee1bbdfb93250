// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Leaves of M's debug information what line tables need: which line of which file, and the kernels that were inlined.
// Files have their names without folders, so that the code does not depend on where it was built. Directives: as `.loc`
// in assembly only (PTX), else as a line table.
void keepLinesOnly(llvm::Module &M, bool Directives);

} // namespace syclfuse::fuser
