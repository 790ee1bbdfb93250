// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules as llvm-spirv writes them, with functions of any names that look like mangled builtins, into our dialect and through passes
// that the bytes choose. A second time changes nothing.
#include "RandomModule.h"
#include "RunPasses.h"
#include "SpirvInput.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;
using namespace syclfuse::fuser;

static std::string builtinName(ByteReader &In) {
  static constexpr StringLiteral Names[] = {"__spirv_ControlBarrier", "__spirv_MemoryBarrier", "__spirv_BuiltInGlobalInvocationId",
                                            "__spirv_GroupIAdd", "__spirv_BuiltInGlobalLinearId", "__spirv_", "barrier"};
  static constexpr StringLiteral Endings[] = {"jjj", "iii", "jj", "i", "j", "v", "", "iij", "l"};
  std::string Plain = In.oneOf(Names).str();
  if (In.chance(30))
    Plain += In.take(In.below(5)).str();
  const uint64_t Length = In.chance(60) ? In.number() : Plain.size();
  return (In.chance(20) ? "" : "_Z" + std::to_string(Length)) + Plain + In.oneOf(Endings).str();
}

// Calls of functions with this name and any parameters, in front of everything else in a kernel.
static void callBuiltin(Function &Kernel, ByteReader &In) {
  IRBuilder<> B(&Kernel.getEntryBlock(), Kernel.getEntryBlock().begin());
  SmallVector<Type *, 4> Types(In.below(5), In.chance(60) ? B.getInt64Ty() : B.getInt32Ty());
  Type *Result = In.below(2) ? B.getVoidTy() : static_cast<Type *>(B.getInt64Ty());
  auto *Type = FunctionType::get(Result, Types, false);
  auto *Callee = Function::Create(Type, GlobalValue::ExternalLinkage, builtinName(In), Kernel.getParent());
  SmallVector<Value *, 4> Arguments;
  for (llvm::Type *T : Types)
    Arguments.push_back(ConstantInt::get(T, In.number()));
  B.CreateCall(Callee, Arguments);
}

static std::string textOf(const Module &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  M.print(OS, nullptr);
  return Text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  LLVMContext C;
  ByteReader In(Data, Size);
  StringRef Passes = In.take(5), Names = In.take(40);
  std::unique_ptr<Module> M = makeModule(C, In);
  ByteReader Builtins(Names.bytes_begin(), Names.size());
  for (Function &F : make_early_inc_range(*M))
    if (!F.isDeclaration())
      callBuiltin(F, Builtins);
  if (verifyModule(*M))
    return 0;
  normalizeSpirv(*M);
  const std::string Once = textOf(*M);
  normalizeSpirv(*M);
  if (verifyModule(*M, &errs()) || textOf(*M) != Once) {
    errs() << "=== normalizeSpirv\n" << Once << textOf(*M);
    std::abort();
  }
  ByteReader Choice(Passes.bytes_begin(), Passes.size());
  runChosenPasses(*M, Choice);
  return 0;
}
