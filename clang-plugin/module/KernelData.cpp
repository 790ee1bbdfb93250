// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelData.h"

#include "syclfuse/kernel_attributes.hpp"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace syclfuse::plugin {

// The records of the kernel whose symbol is the text that this points to; null if there are none.
static const std::vector<uint64_t> *recordsOf(const Value *Symbol, const AttributeRecords &Records) {
  const auto *Variable = dyn_cast<GlobalVariable>(Symbol);
  const auto *Text = Variable && Variable->isConstant() && Variable->hasInitializer()
                         ? dyn_cast<ConstantDataSequential>(Variable->getInitializer())
                         : nullptr;
  const auto Found = Text && Text->isCString() ? Records.find(Text->getAsCString()) : Records.end();
  return Found == Records.end() ? nullptr : &Found->second;
}

// A constructor that tells the runtime of kernels: the texts of their symbols, and the tables.
static void noteAttributes(Module &M, ArrayRef<std::pair<Value *, Constant *>> Kernels) {
  LLVMContext &Context = M.getContext();
  Type *Void = Type::getVoidTy(Context), *Pointer = PointerType::getUnqual(Context);
  FunctionCallee Note = M.getOrInsertFunction("sycl_fuse_note_attributes", Void, Pointer, Pointer);
  auto *Constructor = Function::createWithDefaultAttr(FunctionType::get(Void, false), GlobalValue::InternalLinkage, 0,
                                                      "sycl_fuse.note_attributes", &M);
  IRBuilder<> Builder(BasicBlock::Create(Context, "", Constructor));
  for (auto [Symbol, Table] : Kernels)
    Builder.CreateCall(Note, {Symbol, Table});
  Builder.CreateRetVoid();
  appendToGlobalCtors(M, Constructor, /*Priority=*/65535);
}

void setKernelAttributes(Module &M, const AttributeRecords &Records) {
  SmallVector<std::pair<Value *, Constant *>> Kernels;
  for (GlobalVariable &Variable : make_early_inc_range(M.globals())) {
    auto *Info = Variable.hasInitializer() ? dyn_cast<ConstantStruct>(Variable.getInitializer()) : nullptr;
    const unsigned Fields = Info ? Info->getNumOperands() : 0;
    if (Fields < 3 || !Info->getOperand(Fields - 1)->getType()->isPointerTy())
      continue;
    const std::vector<uint64_t> *Found = recordsOf(Info->getOperand(0), Records);
    if (!Found)
      continue;
    Constant *Data = ConstantDataArray::get(M.getContext(), *Found);
    auto *Table = new GlobalVariable(M, Data->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage, Data,
                                     "sycl_fuse.attributes");
    SmallVector<Constant *> Values;
    for (Value *Field : Info->operand_values())
      Values.push_back(cast<Constant>(Field));
    Values.back() = Table;
    Variable.setInitializer(ConstantStruct::get(Info->getType(), Values));
    Kernels.push_back({Info->getOperand(0), Table});
  }
  if (!Kernels.empty())
    noteAttributes(M, Kernels);
}

// No device has larger ones: the runtime refuses the launch.
constexpr uint64_t LargestSubGroup = 1024;

void setSubGroupSizes(Module &M, const AttributeRecords &Records) {
  for (const auto &[Symbol, Values] : Records)
    for (const uint64_t *Record = Values.data(); attribute_kind(*Record) != attribute_kind::end;
         Record += 2 + Record[1])
      if (Function *Kernel = M.getFunction(Symbol);
          Kernel && attribute_kind(*Record) == attribute_kind::reqd_sub_group_size && Record[2] - 1 < LargestSubGroup) {
        auto *Size = ConstantInt::get(Type::getInt32Ty(M.getContext()), Record[2]);
        Kernel->setMetadata("intel_reqd_sub_group_size", MDNode::get(M.getContext(), ConstantAsMetadata::get(Size)));
      }
}

} // namespace syclfuse::plugin
