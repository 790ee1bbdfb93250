// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RenameKernels.h"

#include "syclfuse/signature.hpp"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::plugin {

void renameKernelFunctions(Module &Device, const KernelNames &Names) {
  for (const auto &Entry : Names)
    if (Function *F = Device.getFunction(Entry.getKey()))
      F->setName(Entry.getValue());
}

// The records of the kernel whose symbol is in Old: its hash is constant there.
static void renameRecords(GlobalVariable &Old, uint64_t OldHash, GlobalVariable &New, uint64_t NewHash) {
  for (User *U : Old.users()) {
    auto *Record = dyn_cast<ConstantStruct>(U);
    if (!Record)
      continue;
    SmallVector<Constant *, 12> Fields;
    for (Use &Field : Record->operands()) {
      auto *Number = dyn_cast<ConstantInt>(Field);
      bool IsHash = Number && Number->getBitWidth() == 64 && Number->getZExtValue() == OldHash;
      Fields.push_back(Field == &Old ? &New
                       : IsHash      ? ConstantInt::get(Number->getType(), NewHash)
                                     : cast<Constant>(Field.get()));
    }
    Record->replaceAllUsesWith(ConstantStruct::get(Record->getType(), Fields));
  }
}

void renameKernelStrings(Module &Host, const KernelNames &Names) {
  for (GlobalVariable &Old : make_early_inc_range(Host.globals())) {
    auto *Text = Old.hasPrivateLinkage() ? dyn_cast<ConstantDataArray>(Old.getInitializer()) : nullptr;
    auto Found = Text && Text->isCString() ? Names.find(Text->getAsCString()) : Names.end();
    if (Found == Names.end())
      continue;
    Constant *Name = ConstantDataArray::getString(Host.getContext(), Found->getValue());
    auto *New = new GlobalVariable(Host, Name->getType(), /*isConstant=*/true, Old.getLinkage(), Name, Old.getName());
    New->copyAttributesFrom(&Old);
    renameRecords(Old, hash_bytes(Found->getKey().str()), *New, hash_bytes(Found->getValue()));
    Old.replaceAllUsesWith(New);
  }
}

} // namespace syclfuse::plugin
