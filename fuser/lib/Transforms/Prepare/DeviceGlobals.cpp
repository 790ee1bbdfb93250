// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DeviceGlobals.h"

#include "Analysis/Dialects/Dialect.h"
#include "Support/KernelSignature.h"
#include "Support/Metadata.h"

#include "syclfuse/device_globals.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

using UsesByVariable = MapVector<GlobalVariable *, SmallVector<Use *, 8>>;

uint64_t keyOf(const GlobalVariable &Variable) {
  uint64_t Key = 0;
  Variable.getAttribute(device_global_attribute).getValueAsString().getAsInteger(16, Key);
  return Key;
}

UsesByVariable usesIn(Function &F) {
  UsesByVariable Uses;
  for (Instruction &I : instructions(F))
    for (Use &U : I.operands())
      if (auto *Variable = dyn_cast<GlobalVariable>(U.get()); Variable && isDeviceGlobal(*Variable))
        Uses[Variable].push_back(&U);
  return Uses;
}

Error addArguments(Function &Kernel, const UsesByVariable &Uses) {
  Expected<SmallVector<ArgumentSource, 8>> Sources = readArgumentSources(Kernel);
  if (!Sources)
    return Sources.takeError();
  SmallVector<KernelParameter, 16> Parameters;
  for (Argument &A : Kernel.args())
    Parameters.push_back({A.getType(), Kernel.getAttributes().getParamAttrs(A.getArgNo()), A.getName().str()});
  for (auto &[Variable, Unused] : Uses) {
    AttrBuilder Attributes(Kernel.getContext());
    Attributes.addAlignmentAttr(Variable->getAlign().valueOrOne()).addAttribute(Attribute::NoUndef);
    Parameters.push_back(
        {Variable->getType(), AttributeSet::get(Kernel.getContext(), Attributes), Variable->getName().str()});
    const uint64_t Key = keyOf(*Variable);
    Sources->push_back(
        {argument_source::device_global, 0, static_cast<unsigned>(Key), static_cast<unsigned>(Key >> 32)});
  }
  const unsigned First = Kernel.arg_size();
  Function *New = moveBody(Kernel, Parameters);
  for (Argument &A : Kernel.args())
    A.replaceAllUsesWith(New->getArg(A.getArgNo()));
  for (auto [I, Entry] : enumerate(Uses))
    for (Use *U : Entry.second)
      U->set(New->getArg(First + I));
  New->removeFnAttr(Attribute::Memory);
  writeArgumentSources(*New, *Sources);
  finishMove(Kernel);
  return Error::success();
}

} // namespace

bool isDeviceGlobal(const GlobalVariable &Variable) { return Variable.hasAttribute(device_global_attribute); }

Error passDeviceGlobals(Module &M) {
  SmallVector<Constant *, 4> Variables;
  for (GlobalVariable &Variable : M.globals())
    if (isDeviceGlobal(Variable))
      Variables.push_back(&Variable);
  if (Variables.empty())
    return Error::success();
  convertUsersOfConstantsToInstructions(Variables);
  for (Function &F : make_early_inc_range(M)) {
    if (F.isDeclaration() || !isKernel(F))
      continue;
    if (const UsesByVariable Uses = usesIn(F); !Uses.empty())
      if (Error E = addArguments(F, Uses))
        return E;
  }
  return Error::success();
}

} // namespace syclfuse::fuser
