// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fusion that fails late, after kernels have been inlined, leaves the module as it was.
#include "Transforms/Fusion/KernelFusion.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace syclfuse::fuser;

namespace {

// Inlining %m declares llvm.lifetime.start; remapping with sizes known at run time cannot copy a function that calls
// itself.
constexpr StringLiteral Kernels = R"(
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr %f) !sycl.kernel.arguments !4 {
  %m = alloca i64
  store i64 0, ptr %m
  call void @again(ptr %m)
  ret void
}
define void @again(ptr %m) {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %n = load i64, ptr %m
  %c = icmp eq i64 %n, %x
  br i1 %c, label %end, label %more
more:
  call void @again(ptr %m)
  br label %end
end:
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare !sycl.kernel.fused !0 !sycl.kernel.run-time-ranges !2 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!2 = !{!3, !3}
!3 = !{!"range", i32 2}
!4 = !{!{i32 0, i32 0, i32 0, i32 8}}
)";

std::string textOf(const Module &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  M.print(OS, nullptr);
  return Text;
}

TEST(FailedFusion, LeavesTheModuleAsItWas) {
  LLVMContext C;
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseAssemblyString(Kernels, Problem, C);
  ASSERT_TRUE(M) << Problem.getMessage().str();
  M->setDataLayout(M->getTargetTriple().computeDataLayout());
  const std::string Before = textOf(*M);
  Expected<FusedKernel> Fused = fuseKernels(*M->getFunction("stub"));
  ASSERT_FALSE(static_cast<bool>(Fused));
  const std::string Why = toString(Fused.takeError());
  EXPECT_NE(Why.find("'again' calls itself"), std::string::npos) << Why;
  EXPECT_EQ(textOf(*M), Before);
}

} // namespace
