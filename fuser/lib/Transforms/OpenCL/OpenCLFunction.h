// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of OpenCL C, by what they are in our terms. One table of all names, in four files.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

#include <optional>

namespace syclfuse::fuser {

// A call of a known function, its operands checked against the signature, B in front of it.
struct OpenCLCall {
  llvm::CallInst &Call;
  llvm::StringRef Name;       // as in the table
  llvm::StringRef Plain;      // as in the module, without mangling
  llvm::StringRef Parameters; // mangled
  bool Unsigned;              // the first operand is an unsigned integer
  llvm::IRBuilder<> B;
  llvm::SmallVector<llvm::Value *, 6> Args;
  llvm::Type *Main = nullptr; // of F or I

  llvm::Value *arg(unsigned N) const { return Args[N]; }
  llvm::Value *intrinsic(llvm::Intrinsic::ID ID, llvm::ArrayRef<llvm::Value *> Operands);
  llvm::Constant *number(double X) const { return llvm::ConstantFP::get(Main, X); }
  llvm::Constant *integer(int64_t X) const { return llvm::ConstantInt::getSigned(Main, X); }
  // A comparison as OpenCL C returns it: 0 and 1, or 0 and -1 in vectors.
  llvm::Value *truth(llvm::Value *Condition);
  // The value of operand N, if it is a constant of 32 bits.
  std::optional<uint32_t> constant(unsigned N) const;
  // The result for a call that has no value.
  llvm::Value *done() { return B.getTrue(); }
};

// Signature: result and operands as one letter each, as in "F:FF".
//   F floating point, I integer: scalars or vectors, all of one type; a scalar beside a vector stands for one of equal
//     elements
//   E an element of F or I
//   J 32-bit integers, as many as F or I has elements
//   B integers of any width, as many
//   L one integer
//   P a pointer
//   V nothing
//   * any value of a type that can be loaded
// Emit returns what replaces the call, or null, having changed nothing, if it cannot be replaced.
struct OpenCLFunction {
  llvm::StringLiteral Name;
  llvm::StringLiteral Signature;
  llvm::Value *(*Emit)(OpenCLCall &);
};

llvm::ArrayRef<OpenCLFunction> openCLFloatFunctions();
llvm::ArrayRef<OpenCLFunction> openCLIntegerFunctions();  // and comparisons
llvm::ArrayRef<OpenCLFunction> openCLMemoryFunctions();   // vectors in memory, atomics, fences
llvm::ArrayRef<OpenCLFunction> openCLWorkItemFunctions(); // queries, barriers, group functions

// `convert_uint4_sat_rte`, `__spirv_ConvertFToU_Ruint4_sat_rte`; null for rounding that LLVM has no instruction for.
bool isOpenCLConversion(llvm::StringRef Plain);
llvm::Value *emitOpenCLConversion(OpenCLCall &C);

} // namespace syclfuse::fuser
