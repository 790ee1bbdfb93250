// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The users' names of the kernels, regions and arguments of a module. Passes know symbols ('_ZTS…', 'k0.arg.16');
// whoever makes a message asks here for the name to put in. A module without such names, as under opt, is its own user.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <utility>
#include <vector>

namespace llvm {
class Argument;
class Function;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Symbols of functions or names of arguments, and what users call them.
using UserNames = std::vector<std::pair<std::string, std::string>>;

// Leaves Names in M, as the metadata sycl.names.
void writeUserNames(llvm::Module &M, const UserNames &Names);

// Gives To the names of From, of which it is a copy.
void copyUserNames(const llvm::Module &From, llvm::Module &To);

// The name of what M calls Symbol; Symbol itself, if it has none.
std::string userName(const llvm::Module &M, llvm::StringRef Symbol);
std::string userName(const llvm::Function &F);
// An argument without any name is its number.
std::string userName(const llvm::Argument &Arg);

} // namespace syclfuse::fuser
