// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelData.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

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

void setKernelAttributes(Module &M, const AttributeRecords &Records) {
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
  }
}

} // namespace syclfuse::plugin
