// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons for the carry become intrinsics in large blocks only, and the code computes the same.
#include "Targets/Native/Object/CarriesOfLargeBlocks.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace syclfuse::fuser;

namespace {

// i64 f(i64 %a0, i64 %b0), one block; each step has two sums and a difference with their carries.
std::string code(unsigned Steps) {
  std::string Text = "define i64 @f(i64 %a0, i64 %b0) nounwind {\n";
  for (unsigned N = 0; N != Steps; ++N) {
    std::string Step = R"(
  %s# = add i64 %a#, %b#
  %c# = icmp ult i64 %s#, %a#
  %cw# = zext i1 %c# to i64
  %t# = add i64 %s#, %cw#
  %x# = xor i64 %b#, -1
  %o# = icmp ugt i64 %t#, %x#
  %u# = add i64 %t#, %b#
  %ow# = select i1 %o#, i64 4294967295, i64 0
  %v# = add i64 %u#, %ow#
  %l# = icmp ult i64 %v#, %a#
  %d# = sub i64 %v#, %a#
  %lw# = zext i1 %l# to i64
  %e# = sub i64 %d#, %lw#
  %a@ = add i64 %b#, 0
  %b@ = mul i64 %e#, 6364136223846793005
)";
    for (char C : Step)
      Text += C == '#' ? std::to_string(N) : C == '@' ? std::to_string(N + 1) : std::string(1, C);
  }
  return Text + "  ret i64 %b" + std::to_string(Steps) + "\n}\n";
}

uint64_t reference(uint64_t A, uint64_t B, unsigned Steps) {
  for (unsigned N = 0; N != Steps; ++N) {
    const unsigned __int128 Sum = static_cast<unsigned __int128>(A) + B;
    const uint64_t T = static_cast<uint64_t>(Sum) + static_cast<uint64_t>(Sum >> 64);
    const bool Over = (static_cast<unsigned __int128>(T) + B) >> 64;
    const uint64_t V = T + B + (Over ? 4294967295u : 0);
    const uint64_t E = V - A - (V < A ? 1 : 0);
    A = B;
    B = E * 6364136223846793005u;
  }
  return B;
}

std::unique_ptr<Module> parse(LLVMContext &C, unsigned Steps) {
  SMDiagnostic Error;
  return parseAssemblyString(code(Steps), Error, C);
}

unsigned carries(const Module &M) {
  return count_if(instructions(M.getFunction("f")), [](const Instruction &I) { return isa<WithOverflowInst>(I); });
}

TEST(Carries, OfSmallBlocksStay) {
  LLVMContext C;
  std::unique_ptr<Module> M = parse(C, 60); // 901 instructions
  ASSERT_TRUE(M);
  formCarries(*M);
  EXPECT_EQ(carries(*M), 0u);
}

TEST(Carries, OfLargeBlocksAreIntrinsicsThatComputeTheSame) {
  constexpr unsigned Steps = 101;
  auto C = std::make_unique<LLVMContext>();
  std::unique_ptr<Module> M = parse(*C, Steps);
  ASSERT_TRUE(M);
  formCarries(*M);
  EXPECT_EQ(carries(*M), 3 * Steps);
  ASSERT_FALSE(verifyModule(*M, &errs()));

  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto Jit = cantFail(orc::LLJITBuilder().create());
  cantFail(Jit->addIRModule({std::move(M), std::move(C)}));
  auto *Run = cantFail(Jit->lookup("f")).toPtr<uint64_t (*)(uint64_t, uint64_t)>();
  const uint64_t Values[] = {
      0, 1, 0x7fffffffffffffff, 0x8000000000000000, 0xfffffffffffffffe, 0xffffffffffffffff, 0x123456789abcdef0};
  for (uint64_t A : Values)
    for (uint64_t B : Values)
      EXPECT_EQ(Run(A, B), reference(A, B, Steps)) << A << ' ' << B;
}

} // namespace
