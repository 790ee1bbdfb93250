// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which kernels may get constants, and that what is sealed stays as it is.
#include "Driver/Input/ExactFolding.h"

#include "Transforms/Prepare/SealMathematics.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace syclfuse::fuser;

namespace {

// %p and %q: memory; %a, %b, %n, %c: scalar arguments that may become constants.
bool folds(const std::string &Body, bool Seal = true) {
  const std::string Text =
      "define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, float %a, float %b, i32 %n, i1 %c) {\n"
      "  %x = load float, ptr addrspace(1) %q\n  %y = load float, ptr addrspace(1) %p\n" +
      Body +
      "  store float %r, ptr addrspace(1) %p\n  ret void\n}\n"
      "declare float @llvm.sin.f32(float)\ndeclare float @llvm.pow.f32(float, float)\n"
      "declare float @llvm.fmuladd.f32(float, float, float)\ndeclare float @llvm.sqrt.f32(float)\n"
      "declare float @llvm.maxnum.f32(float, float)\ndeclare float @cbrtf(float)\n"
      "declare i64 @__spirv_BuiltInGlobalInvocationId(i32)\n"
      "define float @defined(float %v) {\n  ret float %v\n}\n";
  LLVMContext Context;
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Error, Context);
  EXPECT_TRUE(M) << Error.getMessage().str() << "\n" << Text;
  if (!M)
    return false;
  Function &F = *M->getFunction("k");
  if (Seal)
    sealMathematics(F);
  return foldsExactly(F);
}

TEST(ExactFolding, ArithmeticHasOneResult) {
  for (const char *Op : {"fadd", "fsub", "fmul", "fdiv", "frem"}) {
    EXPECT_TRUE(folds("  %r = " + std::string(Op) + " float %x, %a\n"));
    EXPECT_TRUE(folds("  %r = " + std::string(Op) + " float %a, %b\n"));
  }
  EXPECT_TRUE(folds("  %d = fpext float %a to double\n  %r = fptrunc double %d to float\n"));
  EXPECT_TRUE(folds("  %r = sitofp i32 %n to float\n"));
  EXPECT_TRUE(folds("  %r = call float @llvm.sqrt.f32(float %a)\n"));
}

// These operations have no one result: with a constant the optimizer may choose another one than without.
TEST(ExactFolding, FastMathDoesNotFold) {
  for (const char *Flag : {"contract", "reassoc", "arcp", "afn", "nsz", "nnan", "ninf", "fast"}) {
    const std::string Multiply = "  %r = fmul " + std::string(Flag) + " float ";
    EXPECT_FALSE(folds(Multiply + "%x, %a\n")) << Flag;
    EXPECT_FALSE(folds(Multiply + "%a, %b\n")) << Flag;
    EXPECT_TRUE(folds(Multiply + "%x, %y\n")) << Flag;
    EXPECT_TRUE(folds(Multiply + "%x, 3.0\n")) << Flag; // it was a constant before
  }
}

// What a constant condition, size or factor may make a constant of.
TEST(ExactFolding, ConstantsComeThroughConditions) {
  const std::string Add = "  %r = fadd reassoc float %y, %v\n";
  EXPECT_FALSE(folds("  %v = select i1 %c, float %x, float 1.0\n" + Add));
  EXPECT_FALSE(folds("  %v = select i1 %c, float %x, float %a\n" + Add));
  EXPECT_TRUE(folds("  %v = select i1 %c, float %x, float %y\n" + Add));
  EXPECT_FALSE(
      folds("  br i1 %c, label %t, label %e\nt:\n  br label %e\ne:\n  %v = phi float [ %x, %t ], [ 1.0, %0 ]\n" + Add));
  const std::string Id = "  %i = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0)\n  %t = trunc i64 %i to i32\n";
  EXPECT_FALSE(folds(Id + "  %m = mul i32 %t, %n\n  %v = sitofp i32 %m to float\n" + Add)); // n may be 0
  EXPECT_TRUE(folds(Id + "  %v = sitofp i32 %t to float\n" + Add));
}

// Private memory may become registers.
TEST(ExactFolding, ConstantsComeThroughPrivateMemory) {
  const std::string Store = "  %m = alloca float\n  store float %a, ptr %m\n  %v = load float, ptr %m\n";
  EXPECT_FALSE(folds(Store + "  %r = fadd reassoc float %x, %v\n"));
  EXPECT_TRUE(folds(Store + "  %r = fadd float %x, %v\n"));
}

// Sealed, mathematics is not evaluated; as it comes from the compiler it is.
TEST(ExactFolding, MathematicsFoldsIfSealed) {
  for (const char *Call : {"@llvm.sin.f32(float %a)", "@llvm.pow.f32(float %x, float %a)",
                           "@llvm.fmuladd.f32(float %a, float %b, float %x)", "@llvm.maxnum.f32(float %x, float %a)",
                           "@cbrtf(float %a)"}) {
    EXPECT_TRUE(folds("  %r = call float " + std::string(Call) + "\n")) << Call;
    EXPECT_FALSE(folds("  %r = call float " + std::string(Call) + "\n", false)) << Call;
  }
  EXPECT_FALSE(folds("  %r = call afn float @llvm.sin.f32(float %a)\n"));
  EXPECT_FALSE(folds("  %r = call float @defined(float %a)\n")); // nobody knows what is in it
}

} // namespace
