// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RandomModule.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace syclfuse::fuser {

static constexpr StringLiteral Triples[] = {"spirv64-unknown-unknown", "nvptx64-nvidia-cuda", "amdgcn-amd-amdhsa"};
static constexpr CallingConv::ID KernelConventions[] = {CallingConv::SPIR_KERNEL, CallingConv::PTX_Kernel,
                                                        CallingConv::AMDGPU_KERNEL};

static Type *argumentType(LLVMContext &C, KernelDialect Dialect, ByteReader &In) {
  switch (In.below(12)) {
  case 6:
    return PointerType::get(C, 3);
  case 7:
    return PointerType::get(C, Dialect == KernelDialect::Generic ? 4 : 0);
  case 8:
    return Type::getInt32Ty(C);
  case 9:
    return Type::getFloatTy(C);
  case 10:
    return In.below(2) ? static_cast<Type *>(FixedVectorType::get(Type::getFloatTy(C), 3))
                       : ArrayType::get(Type::getInt32Ty(C), 2);
  case 4:
  case 5:
    return Type::getInt64Ty(C);
  case 11:
    return Type::getIntNTy(C, In.below(129) + 1);
  default:
    return PointerType::get(C, 1);
  }
}

static Function *makeKernel(Module &M, unsigned Number, KernelDialect Dialect, ByteReader &In) {
  LLVMContext &C = M.getContext();
  SmallVector<Type *, 6> Types;
  for (unsigned I = In.below(6); I; --I)
    Types.push_back(argumentType(C, Dialect, In));
  // A kernel may also be one that is marked by metadata only.
  const bool Annotated = Dialect == KernelDialect::Nvptx && In.chance(100);
  auto *F = Function::Create(FunctionType::get(Type::getVoidTy(C), Types, false), GlobalValue::ExternalLinkage,
                             "k" + Twine(Number), M);
  if (Annotated)
    M.getOrInsertNamedMetadata("nvvm.annotations")
        ->addOperand(MDNode::get(C, {ValueAsMetadata::get(F), MDString::get(C, "kernel"),
                                     ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), 1))}));
  else
    F->setCallingConv(KernelConventions[static_cast<unsigned>(Dialect)]);
  if (Dialect != KernelDialect::Generic)
    return F;
  for (Argument &Arg : F->args())
    if (Arg.getType() == PointerType::get(C, 4) && In.chance(60)) {
      Arg.mutateType(PointerType::get(C, 4));
      Arg.addAttr(Attribute::getWithByValType(C, ArrayType::get(Type::getInt32Ty(C), 1 + In.below(8))));
    }
  return F;
}

std::unique_ptr<Module> makeModule(LLVMContext &C, ByteReader &In) {
  auto Dialect = static_cast<KernelDialect>(In.below(3));
  auto M = std::make_unique<Module>("fuzz", C);
  M->setTargetTriple(Triple(Triples[static_cast<unsigned>(Dialect)]));
  M->setDataLayout(M->getTargetTriple().computeDataLayout());
  SmallVector<Function *, 4> Kernels;
  for (unsigned I = 0, Count = 1 + In.below(3); I != Count; ++I)
    Kernels.push_back(makeKernel(*M, I, Dialect, In));
  for (Function *Kernel : Kernels)
    makeBody(*Kernel, Dialect, In);
  makeMetadata(*M, Kernels, In);
  return M;
}

} // namespace syclfuse::fuser
