// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PromotionChoice.h"

#include "syclfuse/fuser/FuseError.h"

#include "llvm/IR/Function.h"

using namespace llvm;

namespace syclfuse::fuser {

static std::string nameOf(const Argument &Arg) { return Arg.hasName() ? Arg.getName().str() : std::to_string(Arg.getArgNo()); }

Error remarkOn(diag Code, const Argument &Arg, std::vector<std::string> More, const Instruction *At) {
  std::vector<std::string> Arguments = {nameOf(Arg), Arg.getParent()->getName().str()};
  for (std::string &Text : More)
    Arguments.push_back(std::move(Text));
  return At ? fuseError(Code, std::move(Arguments), *At) : fuseError(Code, std::move(Arguments), *Arg.getParent());
}

Expected<SmallVector<PromotionChoice, 4>> choosePromotions(Function &F, ArrayRef<PromotedArgument> Promotions,
                                                           diagnostics &Remarks) {
  SmallVector<PromotionChoice, 4> Choices;
  for (Argument &Arg : F.args()) {
    const PromotedArgument &P = Promotions[Arg.getArgNo()];
    if (P.Kind == promotion::none)
      continue;
    if (!Arg.getType()->isPointerTy() || Arg.hasPassPointeeByValueCopyAttr()) {
      report(remarkOn(diag::not_internalized, Arg, {"it is no pointer to global memory"}, nullptr), Remarks);
      continue;
    }
    if (P.Kind == promotion::automatic) {
      report(remarkOn(diag::stays_global, Arg, {"nobody promised which work-items share its elements"}, nullptr), Remarks);
      continue;
    }
    PromotionChoice Choice;
    Choice.Arg = &Arg;
    Choice.Memory = {P.Kind == promotion::local_memory, P.PerWorkItem, P.Elements * P.ElementSize, P.ElementSize};
    Choices.push_back(Choice);
  }
  return Choices;
}

} // namespace syclfuse::fuser
