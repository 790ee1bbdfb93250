// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules as llvm-spirv and other compilers write them, with functions of any names and types that look like mangled
// builtins, into our dialect and through passes that the bytes choose. A second time changes nothing.
#include "RandomModule.h"
#include "RunPasses.h"

#include "Transforms/OpenCL/NormalizeBuiltins.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

#include <cstdlib>

using namespace llvm;
using namespace syclfuse::fuser;

static std::string builtinName(ByteReader &In) {
  static constexpr StringLiteral Names[] = {"__spirv_ControlBarrier",
                                            "__spirv_MemoryBarrier",
                                            "__spirv_BuiltInGlobalInvocationId",
                                            "__spirv_GroupIAdd",
                                            "__spirv_BuiltInGlobalLinearId",
                                            "__spirv_",
                                            "barrier",
                                            "get_global_id",
                                            "get_local_linear_id",
                                            "sin",
                                            "fract",
                                            "frexp",
                                            "acosh",
                                            "pown",
                                            "powr",
                                            "cross",
                                            "length",
                                            "max",
                                            "clamp",
                                            "mul_hi",
                                            "mad_sat",
                                            "upsample",
                                            "select",
                                            "bitselect",
                                            "any",
                                            "isnan",
                                            "convert_int4_sat_rte",
                                            "convert_uchar",
                                            "convert_float",
                                            "__spirv_ConvertFToS_Rint",
                                            "__spirv_ocl_u_max",
                                            "__spirv_ocl_fclamp",
                                            "__spirv_ocl_vloadn_Rfloat4",
                                            "__spirv_ocl_native_exp",
                                            "__spirv_IsNan",
                                            "__spirv_Dot",
                                            "vload4",
                                            "vstore3",
                                            "vload_half",
                                            "atomic_add",
                                            "atomic_inc",
                                            "atomic_cmpxchg",
                                            "atomic_fetch_min_explicit",
                                            "atomic_load",
                                            "atomic_compare_exchange_strong_explicit",
                                            "__spirv_AtomicIAdd",
                                            "__spirv_AtomicLoad",
                                            "__spirv_AtomicStore",
                                            "__spirv_AtomicCompareExchange",
                                            "mem_fence",
                                            "atomic_work_item_fence",
                                            "work_group_reduce_add",
                                            "work_group_all",
                                            "work_group_broadcast",
                                            "sub_group_shuffle_xor",
                                            "__spirv_GlobalSize_y",
                                            "rotate",
                                            "nan",
                                            "ilogb",
                                            "prefetch"};
  static constexpr StringLiteral Endings[] = {
      "jjj", "iii", "jj", "i",       "j",       "v",         "",
      "iij", "l",   "ff", "Dv4_fS_", "Dv2_jS_", "PU3AS1Vjj", "PU3AS4VU7_Atomicjj12memory_order12memory_scope"};
  std::string Plain = In.oneOf(Names).str();
  if (In.chance(30))
    Plain += In.take(In.below(5)).str();
  const uint64_t Length = In.chance(60) ? In.number() : Plain.size();
  return (In.chance(20) ? "" : "_Z" + std::to_string(Length)) + Plain + In.oneOf(Endings).str();
}

static Type *anyType(LLVMContext &C, ByteReader &In) {
  Type *Scalars[] = {Type::getInt32Ty(C), Type::getInt64Ty(C),    Type::getFloatTy(C),    Type::getDoubleTy(C),
                     Type::getHalfTy(C),  Type::getInt8Ty(C),     Type::getInt1Ty(C),     Type::getInt128Ty(C),
                     Type::getFP128Ty(C), PointerType::get(C, 0), PointerType::get(C, 1), PointerType::get(C, 4)};
  Type *T = Scalars[In.below(std::size(Scalars))];
  return In.chance(60) ? FixedVectorType::get(T, 1 + In.below(5)) : In.chance(5) ? ScalableVectorType::get(T, 2) : T;
}

// Calls of functions with this name and any parameters, in front of everything else in a kernel: often all of one type,
// as the functions want them.
static void callBuiltin(Function &Kernel, ByteReader &In) {
  IRBuilder<> B(&Kernel.getEntryBlock(), Kernel.getEntryBlock().begin());
  LLVMContext &C = Kernel.getContext();
  SmallVector<Type *, 6> Types(In.below(7), anyType(C, In));
  for (Type *&T : Types)
    if (In.chance(70))
      T = anyType(C, In);
  Type *Result = In.below(4) == 0 ? B.getVoidTy() : In.below(2) && !Types.empty() ? Types[0] : anyType(C, In);
  auto *Type = FunctionType::get(Result, Types, false);
  auto *Callee = Function::Create(Type, GlobalValue::ExternalLinkage, builtinName(In), Kernel.getParent());
  SmallVector<Value *, 6> Arguments;
  for (llvm::Type *T : Types)
    Arguments.push_back(T->isIntegerTy() ? ConstantInt::get(T, In.below(8)) : static_cast<Value *>(UndefValue::get(T)));
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
  M->setTargetTriple(Triple("spir64-unknown-unknown"));
  if (verifyModule(*M))
    return 0;
  normalizeBuiltins(*M);
  const std::string Once = textOf(*M);
  normalizeBuiltins(*M);
  if (verifyModule(*M, &errs()) || textOf(*M) != Once) {
    errs() << "=== normalizeBuiltins\n" << Once << textOf(*M);
    std::abort();
  }
  ByteReader Choice(Passes.bytes_begin(), Passes.size());
  runChosenPasses(*M, Choice);
  return 0;
}
