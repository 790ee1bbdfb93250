// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelSignature.h"

#include "Metadata.h"
#include "MetadataReader.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

bool hasCallers(const Function &F) {
  return any_of(F.users(), [&](const User *U) {
    const auto *Call = dyn_cast<CallBase>(U);
    return Call && Call->getCalledOperand() == &F;
  });
}

bool isArgumentList(StringRef MetadataName) {
  return MetadataName.starts_with("kernel_arg_") || MetadataName == "spirv.ParameterDecorations";
}

SmallVector<bool, 16> omittedArguments(const Function &F) {
  SmallVector<bool, 16> Omitted;
  const MDNode *List = F.getMetadata(MDOmittedArguments);
  for (unsigned I = 0; List && I < List->getNumOperands(); ++I)
    Omitted.push_back(readInteger(List->getOperand(I)).value_or(0) != 0);
  if (count(Omitted, false) != static_cast<ptrdiff_t>(F.arg_size()))
    Omitted.assign(F.arg_size(), false);
  return Omitted;
}

void writeOmittedArguments(Function &F, ArrayRef<bool> Omitted) {
  SmallVector<Metadata *, 16> Entries;
  for (bool Is : Omitted)
    Entries.push_back(integerMetadata(F.getContext(), 1, Is));
  F.setMetadata(MDOmittedArguments, MDNode::get(F.getContext(), Entries));
}

Function *moveBody(Function &Old, ArrayRef<KernelParameter> Parameters) {
  SmallVector<Type *, 8> Types;
  SmallVector<AttributeSet, 8> Attributes;
  for (const KernelParameter &P : Parameters) {
    Types.push_back(P.Ty);
    Attributes.push_back(P.Attributes);
  }
  auto *New =
      Function::Create(FunctionType::get(Old.getReturnType(), Types, false), Old.getLinkage(), Old.getAddressSpace());
  Old.getParent()->getFunctionList().insert(Old.getIterator(), New);
  New->takeName(&Old);
  New->copyAttributesFrom(&Old);
  New->setAttributes(AttributeList::get(Old.getContext(), Old.getAttributes().getFnAttrs(),
                                        Old.getAttributes().getRetAttrs(), Attributes));
  New->setComdat(Old.getComdat());
  New->copyMetadata(&Old, 0);
  New->splice(New->begin(), &Old);
  for (auto [Arg, P] : zip(New->args(), Parameters))
    Arg.setName(P.Name);
  Old.replaceAllUsesWith(New);
  return New;
}

void finishMove(Function &Old) {
  for (Argument &Arg : Old.args())
    Arg.replaceAllUsesWith(PoisonValue::get(Arg.getType()));
  Old.eraseFromParent();
}

// The operands of List that are not dropped, or List itself if it is not a list by argument.
static MDNode *filterList(MDNode *List, const BitVector &Drop) {
  if (List->getNumOperands() != Drop.size())
    return List;
  SmallVector<Metadata *, 8> Kept;
  for (unsigned I = 0; I < Drop.size(); ++I)
    if (!Drop[I])
      Kept.push_back(List->getOperand(I));
  return MDNode::get(List->getContext(), Kept);
}

static void filterMetadata(Function &F, const BitVector &Drop) {
  if (F.hasMetadata(MDOmittedArguments)) {
    SmallVector<bool, 16> Omitted = omittedArguments(F);
    unsigned Argument = 0;
    for (bool &Is : Omitted)
      Is = Is || Drop[Argument++];
    writeOmittedArguments(F, Omitted);
  }
  SmallVector<StringRef, 32> Names;
  F.getContext().getMDKindNames(Names);
  SmallVector<std::pair<unsigned, MDNode *>, 8> All;
  F.getAllMetadata(All);
  for (auto [Kind, Node] : All) {
    StringRef Name = Names[Kind];
    if (isArgumentList(Name) || Name == MDArguments || Name == MDPromote || Name == MDPromoteLocalSize ||
        Name == MDPromoteElemSize)
      F.setMetadata(Kind, filterList(Node, Drop));
  }
}

// Constants name arguments by index: indices above a dropped one move down.
static void renumberConstants(Function &F, const BitVector &Drop) {
  Expected<std::vector<std::pair<unsigned, std::string>>> Constants = readConstants(F);
  if (!Constants) // Malformed: sycl-cp reports it when it gets there.
    return consumeError(Constants.takeError());
  std::vector<std::pair<unsigned, std::string>> Kept;
  for (auto &[Index, Bytes] : *Constants) {
    if (Index < Drop.size() && Drop[Index])
      continue;
    unsigned Below = 0;
    for (unsigned I = 0; I < std::min<unsigned>(Index, Drop.size()); ++I)
      Below += Drop[I];
    Kept.emplace_back(Index - Below, std::move(Bytes));
  }
  writeConstants(F, Kept);
}

Function *dropArguments(Function &F, const BitVector &Drop) {
  SmallVector<KernelParameter, 8> Kept;
  for (Argument &Arg : F.args())
    if (!Drop[Arg.getArgNo()])
      Kept.push_back({Arg.getType(), F.getAttributes().getParamAttrs(Arg.getArgNo()), Arg.getName().str()});
  filterMetadata(F, Drop);
  renumberConstants(F, Drop);
  Function *New = moveBody(F, Kept);
  auto NewArg = New->arg_begin();
  for (Argument &Arg : F.args())
    if (!Drop[Arg.getArgNo()])
      Arg.replaceAllUsesWith(&*NewArg++);
  finishMove(F);
  return New;
}

} // namespace syclfuse::fuser
