// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PromotionChoice.h"

#include "Analysis/Sharing/AccessPattern.h"
#include "Support/FuseError.h"
#include "Support/UserNames.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace syclfuse::fuser {

std::string PromotionChoice::describe() const {
  return memoryName() + ", " + std::to_string(Memory.Bytes) +
         (!Memory.Local || Memory.PerWorkItem ? " bytes of each work-item" : " bytes of each work-group");
}

Error remarkOn(diag Code, const Argument &Arg, std::vector<std::string> More, const Instruction *At) {
  std::vector<std::string> Arguments = {userName(Arg), userName(*Arg.getParent())};
  for (std::string &Text : More)
    Arguments.push_back(std::move(Text));
  return At ? fuseError(Code, std::move(Arguments), *At) : fuseError(Code, std::move(Arguments), *Arg.getParent());
}

namespace {

class Chooser {
public:
  Chooser(Function &F, const AccessLaunch &Launch, diagnostics &Remarks)
      : Launch(Launch), Pattern(F, Launch), Remarks(Remarks) {}

  // What the user promised. Refuted: it is wrong; what is not known is the user's word.
  std::optional<PromotionChoice> promised(Argument &Arg, const PromotedArgument &P) {
    PromotionChoice Choice;
    Choice.Arg = &Arg;
    Choice.Memory = {P.Kind == promotion::local_memory, P.PerWorkItem, P.Elements * P.ElementSize, P.ElementSize};
    Choice.AtMost = P.AtMost;
    const SharingResult Sharing = Pattern.sharing(Arg);
    Choice.Proven = Sharing.Kind == Sharing::WorkItem || (Sharing.Kind == Sharing::WorkGroup && Choice.Memory.Local);
    const bool Beyond = Sharing.Kind == Sharing::Launch || (Sharing.Kind == Sharing::WorkGroup && !Choice.Memory.Local);
    if (!Beyond || !Sharing.isProven() || isRace(Sharing))
      return Choice;
    Refuted = joinErrors(std::move(Refuted), refute(Choice, Sharing));
    return std::nullopt;
  }

  // What the accesses prove.
  std::optional<PromotionChoice> proven(Argument &Arg, const PromotedArgument &P) {
    PromotionChoice Choice;
    Choice.Arg = &Arg;
    Choice.Automatic = Choice.Proven = true;
    Choice.AtMost = P.AtMost;
    Choice.Memory = {false, false, P.Elements * P.ElementSize, P.ElementSize};
    const SharingResult Sharing = Pattern.sharing(Arg);
    if (P.OfRow && Launch.Groups) {
      Choice.BytesOfRow = Choice.Memory.Bytes;
      Choice.Memory.Bytes = P.ElementSize;
    }
    if (Sharing.Kind == Sharing::WorkItem)
      return Choice;
    if (Sharing.Kind == Sharing::WorkGroup && Launch.Groups) {
      Choice.Memory.Local = true;
      if (P.OfRow) {
        Choice.Memory.Bytes = Choice.BytesOfRow;
        return Choice;
      }
      Choice.Memory.PerWorkItem = !Launch.Range || !Launch.Range->hasLocal();
      if (!Choice.Memory.PerWorkItem)
        for (unsigned D = 0; D < Launch.Range->Dims; ++D)
          Choice.Memory.Bytes *= Launch.Range->Local[D];
      return Choice;
    }
    const char *Why = Sharing.Kind == Sharing::Launch && Sharing.isProven()
                          ? "work-items of several work-groups share its elements"
                          : "work-items of several work-groups may share its elements";
    report(remarkOn(diag::stays_global, Arg, {Why}, Sharing.First), Remarks);
    return std::nullopt;
  }

  Error takeRefuted() { return std::move(Refuted); }

private:
  // One plain store by which several work-items write to one element: which of them it keeps was nobody's promise, and
  // memory of their own keeps one of them.
  static bool isRace(const SharingResult &Sharing) {
    return Sharing.First == Sharing.Second && !Sharing.First->isAtomic();
  }

  Error refute(const PromotionChoice &Choice, const SharingResult &Sharing) {
    const std::string Why = Choice.Memory.Local ? "work-items of several work-groups access the same element"
                                                : "several work-items access the same element";
    Error E = remarkOn(diag::promotion_refuted, *Choice.Arg, {Choice.memoryName(), Why}, Sharing.First);
    return handleErrors(std::move(E), [&](const FuseError &Known) -> Error {
      diagnostic D = Known.get();
      for (const Instruction *I : {Sharing.First, Sharing.Second})
        D.notes.push_back(note(*I));
      return make_error<FuseError>(std::move(D));
    });
  }

  static diagnostic_note note(const Instruction &I) {
    diagnostic_note N;
    if (const DILocation *Loc = I.getDebugLoc(); Loc && Loc->getLine()) {
      N.file = Loc->getFilename().str();
      N.line = Loc->getLine();
      N.column = Loc->getColumn();
    }
    N.text = isa<LoadInst>(I) ? "it is read here" : isa<StoreInst>(I) ? "it is written here" : "it is accessed here";
    return N;
  }

  const AccessLaunch &Launch;
  AccessPattern Pattern;
  diagnostics &Remarks;
  Error Refuted = Error::success();
};

} // namespace

Expected<SmallVector<PromotionChoice, 4>> choosePromotions(Function &F, ArrayRef<PromotedArgument> Promotions,
                                                           diagnostics &Remarks) {
  SmallVector<PromotionChoice, 4> Choices;
  Expected<AccessLaunch> Launch = readAccessLaunch(F);
  if (!Launch)
    return Launch.takeError();
  Chooser C(F, *Launch, Remarks);
  for (Argument &Arg : F.args()) {
    const PromotedArgument &P = Promotions[Arg.getArgNo()];
    if (P.Kind == promotion::none)
      continue;
    if (!Arg.getType()->isPointerTy() || Arg.hasPassPointeeByValueCopyAttr()) {
      report(remarkOn(diag::not_internalized, Arg, {"it is no pointer to global memory"}, nullptr), Remarks);
      continue;
    }
    if (auto Choice = P.Kind == promotion::automatic ? C.proven(Arg, P) : C.promised(Arg, P))
      Choices.push_back(*Choice);
  }
  if (Error E = C.takeRefuted())
    return std::move(E);
  return Choices;
}

} // namespace syclfuse::fuser
