// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls through constant tables of functions, as std::visit of several variants makes them: device code has no pointers
// to functions, but where all that a table has is known, the call is a choice between these.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Where the function that is called is loaded from a constant variable that holds pointers to functions alone, its
// number is, and a switch calls the one that has it. Other calls stay.
void lowerFunctionTables(llvm::Module &M);

} // namespace syclfuse::fuser
