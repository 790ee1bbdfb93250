// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UserNames.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

static constexpr const char *MDNames = "sycl.names";

void writeUserNames(Module &M, const UserNames &Names) {
  if (Names.empty())
    return;
  LLVMContext &C = M.getContext();
  NamedMDNode *List = M.getOrInsertNamedMetadata(MDNames);
  for (const auto &[Symbol, Name] : Names)
    List->addOperand(MDNode::get(C, {MDString::get(C, Symbol), MDString::get(C, Name)}));
}

void copyUserNames(const Module &From, Module &To) {
  if (const NamedMDNode *List = From.getNamedMetadata(MDNames))
    for (unsigned I = 0; I != List->getNumOperands(); ++I)
      To.getOrInsertNamedMetadata(MDNames)->addOperand(List->getOperand(I));
}

std::string userName(const Module &M, StringRef Symbol) {
  if (const NamedMDNode *List = M.getNamedMetadata(MDNames))
    for (const MDNode *Entry : List->operands())
      if (Entry->getNumOperands() == 2)
        if (const auto *Known = dyn_cast_or_null<MDString>(Entry->getOperand(0)); Known && Known->getString() == Symbol)
          if (const auto *Name = dyn_cast_or_null<MDString>(Entry->getOperand(1)))
            return Name->getString().str();
  return Symbol.str();
}

std::string userName(const Function &F) { return userName(*F.getParent(), F.getName()); }

std::string userName(const Argument &Arg) {
  return Arg.hasName() ? userName(*Arg.getParent()->getParent(), Arg.getName()) : std::to_string(Arg.getArgNo());
}

} // namespace syclfuse::fuser
