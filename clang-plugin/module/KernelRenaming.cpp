// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelRenaming.h"

#include "syclfuse/signature.hpp"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::plugin {

void renameKernels(Module &M, const KernelSymbols &Symbols) {
  for (const auto &Symbol : Symbols)
    if (Function *F = M.getFunction(Symbol.getKey()))
      F->setName(Symbol.getValue());
}

void noteCompilation(Module &M, StringRef Compiled) {
  for (Function &F : M)
    if (F.getCallingConv() == CallingConv::SPIR_KERNEL)
      F.addFnAttr("sycl-fuse-compiled", Compiled);
}

// The symbol in a variable that is a constant string; empty if there is none.
static StringRef symbolIn(const GlobalVariable &Variable, const KernelSymbols &Symbols) {
  const auto *Text = Variable.isConstant() && Variable.hasInitializer()
                         ? dyn_cast<ConstantDataSequential>(Variable.getInitializer())
                         : nullptr;
  return Text && Text->isCString() && Symbols.contains(Text->getAsCString()) ? Text->getAsCString() : "";
}

static void replaceHashes(Module &M, const DenseMap<uint64_t, uint64_t> &Hashes,
                          const SmallPtrSetImpl<const Value *> &Strings) {
  for (GlobalVariable &Variable : M.globals()) {
    auto *Info = Variable.hasInitializer() ? dyn_cast<ConstantStruct>(Variable.getInitializer()) : nullptr;
    if (!Info || Info->getNumOperands() < 2 || !Strings.contains(Info->getOperand(0)))
      continue;
    SmallVector<Constant *> Fields;
    for (Value *Field : Info->operand_values()) {
      auto *Number = dyn_cast<ConstantInt>(Field);
      const auto Known = Number && Number->getBitWidth() == 64 ? Hashes.find(Number->getZExtValue()) : Hashes.end();
      Fields.push_back(Known == Hashes.end() ? cast<Constant>(Field)
                                             : ConstantInt::get(Number->getType(), Known->second));
    }
    Variable.setInitializer(ConstantStruct::get(Info->getType(), Fields));
  }
}

void renameKernelStrings(Module &M, const KernelSymbols &Symbols) {
  DenseMap<uint64_t, uint64_t> Hashes;
  SmallPtrSet<const Value *, 8> Strings;
  for (GlobalVariable &Variable : make_early_inc_range(M.globals())) {
    const StringRef Symbol = symbolIn(Variable, Symbols);
    if (Symbol.empty())
      continue;
    const std::string &New = Symbols.find(Symbol)->second;
    Hashes[syclfuse::hash_bytes({Symbol.data(), Symbol.size()})] = syclfuse::hash_bytes(New);
    Constant *Text = ConstantDataArray::getString(M.getContext(), New);
    auto *Longer =
        new GlobalVariable(M, Text->getType(), /*isConstant=*/true, Variable.getLinkage(), Text, "", &Variable);
    Longer->copyAttributesFrom(&Variable);
    Longer->takeName(&Variable);
    Variable.replaceAllUsesWith(Longer);
    Variable.eraseFromParent();
    Strings.insert(Longer);
  }
  replaceHashes(M, Hashes, Strings);
}

} // namespace syclfuse::plugin
