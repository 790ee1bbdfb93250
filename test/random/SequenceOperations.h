// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What statements compute, as IR. SequenceValues.h says the same in C++.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace syclfuse::fuser::sequence {

llvm::Value *integerOperation(llvm::IRBuilder<> &B, unsigned Operation, llvm::Value *X, llvm::Value *Y);
llvm::Value *floatOperation(llvm::IRBuilder<> &B, unsigned Operation, llvm::Value *X, llvm::Value *Y);
// Whose order does not show.
llvm::AtomicRMWInst::BinOp atomicOperation(unsigned Operation);

// i32 mix(i32, i32); i32 deep(i32, i32), which calls it in a loop and a branch; float filter(ptr to {float, [2 x
// i32]}), which reads and writes it. Made when they are asked for first.
llvm::Function *mixFunction(llvm::Module &M);
llvm::Function *deepFunction(llvm::Module &M);
llvm::Function *filterFunction(llvm::Module &M);
llvm::StructType *filterType(llvm::LLVMContext &C);

} // namespace syclfuse::fuser::sequence
