// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Machine code for what the native target returned.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class Module;
class TargetMachine;
class raw_pwrite_stream;
} // namespace llvm

namespace syclfuse::fuser {

// One relocatable x86-64 ELF object of native bitcode modules, joined in the given order, and of whatever
// AddGlobals adds to the joined module (the bundle, its registration). Deterministic. Needs no external tool.
llvm::Expected<llvm::SmallVector<char, 0>> emitNativeObject(llvm::ArrayRef<std::string> Bitcodes,
                                                            llvm::function_ref<llvm::Error(llvm::Module &)> AddGlobals);

// Code generation for optimized native code as emitNativeObject has it: an object, or its text. False if this LLVM
// cannot.
bool generateNativeCode(llvm::Module &M, llvm::TargetMachine &TM, llvm::raw_pwrite_stream &OS,
                        llvm::CodeGenFileType Type);

} // namespace syclfuse::fuser
