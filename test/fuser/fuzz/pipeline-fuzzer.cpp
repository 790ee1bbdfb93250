// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names and parameters of passes: a pipeline is refused, or runs.
#include "RunPasses.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace syclfuse::fuser;

static constexpr StringLiteral Kernels = R"(
target triple = "spirv64-unknown-unknown"
define spir_kernel void @a(ptr addrspace(1) %p, i32 %n) !sycl.kernel.promote !2 !sycl.kernel.promote.localsize !3 !sycl.kernel.promote.elemsize !3 {
  store i32 %n, ptr addrspace(1) %p
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"a", !"a"}
!2 = !{!"private", !"none"}
!3 = !{i64 4, !""}
)";

// Commas, brackets and the like are LLVM's to read, and may be there too; names of LLVM's own passes hardly are.
static std::string pipelineOf(ByteReader &In) {
  static constexpr StringLiteral Names[] = {
      "sycl-flatten-arguments", "sycl-kernel-fusion", "sycl-internalization", "sycl-cp",
      "sycl-prepare-kernels",   "sycl-fuse-region",   "print<sycl-dialect",   "sycl"};
  static constexpr StringLiteral Parts[] = {"<", ">", ";", "no-barriers", "no-", ",", "(", ")", "<no-barriers>", "<>"};
  std::string Text;
  for (unsigned Left = 1 + In.below(3); Left; --Left) {
    Text += (Text.empty() ? "" : ",") + In.oneOf(Names).str();
    for (unsigned I = In.below(5); I; --I)
      Text += In.chance(80) ? In.take(1 + In.below(4)).str() : In.oneOf(Parts).str();
  }
  return Text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ByteReader In(Data, Size);
  LLVMContext C;
  SMDiagnostic Ignored;
  std::unique_ptr<Module> M = parseAssemblyString(Kernels, Ignored, C);
  M->setDataLayout(M->getTargetTriple().computeDataLayout());
  runPipeline(*M, pipelineOf(In));
  return 0;
}
