// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LLVMOption.h"

#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace syclfuse::fuser {

LLVMOption::LLVMOption(StringRef Name, StringRef Value, StringRef Default) : Name(Name), Default(Default) {
  set(Value);
}

LLVMOption::~LLVMOption() { set(Default); }

// An LLVM that does not have it does not need it either.
void LLVMOption::set(StringRef Value) const {
  if (cl::Option *Option = cl::getRegisteredOptions().lookup(Name))
    Option->addOccurrence(0, Name, Value);
}

} // namespace syclfuse::fuser
