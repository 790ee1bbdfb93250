// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Internalization.h"

#include "InternalizedMemory.h"
#include "KernelFacts.h"
#include "PromotionChoice.h"
#include "Support/KernelSignature.h"
#include "Support/MetadataReader.h"
#include "Support/PassDiagnostics.h"

#include "Analysis/Promotion/ReadOrder.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// Arguments of the variants begin here; a larger alignment is not promised (argument_source::local_memory).
constexpr Align LocalAlignment = Align::Constant<16>();

// Some work-groups for each multiprocessor.
constexpr uint64_t MostBytesOfRows = 32768;

class Internalizer {
public:
  // Dims: of the launch, 0 if they are not known.
  Internalizer(Function &F, ArrayRef<PromotionChoice> Choices, const LaunchSizes &Launch, unsigned Dims,
               diagnostics &Remarks)
      : F(F), Choices(Choices), Launch(Launch), Dims(Dims), Remarks(Remarks), Dropped(F.arg_size()) {
    // Metadata that is malformed is for its user to tell of.
    if (Expected<SmallVector<ArgumentSource, 8>> Read = readArgumentSources(F))
      Sources = std::move(*Read);
    else
      consumeError(Read.takeError());
  }

  Function *run() {
    for (const PromotionChoice &Choice : Choices)
      promote(Choice);
    writePromotions(F, {});
    writeAnySize(F, OfAnySize);
    Function *New = Local.empty() ? &F : retypeLocals();
    return Dropped.any() ? dropArguments(*New, Dropped) : New;
  }

private:
  // Of a row: the work-item's own element in a register if it has but one, else the row in local memory.
  void promote(const PromotionChoice &Choice) {
    if (!Choice.BytesOfRow || Choice.Memory.Local) {
      tryToPromote(Choice, /*IsLast=*/true);
    } else if (!tryToPromote(Choice, /*IsLast=*/false)) {
      PromotionChoice OfRow = Choice;
      OfRow.Memory.Local = true;
      OfRow.Memory.Bytes = Choice.BytesOfRow;
      tryToPromote(OfRow, /*IsLast=*/true);
    }
  }

  // False, said if it is the last one, where it cannot be done.
  bool tryToPromote(PromotionChoice Choice, bool IsLast) {
    Argument &Arg = *Choice.Arg;
    PromotableUses Uses = findPromotableUses(Arg, Choice.Memory);
    PromotedLayout Layout;
    if (Uses.Refusal.empty()) {
      KernelFacts Facts(F);
      Layout = layOut(Uses, Arg, Choice.Memory, Launch, Facts.Classes, Facts.Analyses.SE);
      if (Uses.Refusal.empty())
        checkOrder(Uses, Layout, Choice, Facts.Classes);
      // The modulo takes the elements of a work-item or a work-group for one contiguous run, and would lay those that
      // are apart over each other, as the rows of a tile. A promise says whose an element is, not where it lies.
      const bool HasSeveral = Choice.Memory.Local ? Dims > 1 : Choice.Memory.Bytes != Choice.Memory.ElementSize;
      if (Uses.Refusal.empty() && !Layout.Injective && (Choice.Automatic || HasSeveral))
        Uses.refuse(nullptr, "the compiler cannot tell where in " + Choice.memoryName() + " its elements go");
    }
    // Where each element has an owner and a place, no number of them was assumed.
    const bool AnySize = Choice.Proven && Layout.Injective;
    if (Uses.Refusal.empty() && Choice.AtMost && !AnySize)
      Uses.refuse(nullptr, std::string("its elements are no multiple of the ") +
                               (Choice.Memory.Local ? "work-groups, and which are a work-group's own is not proven"
                                                    : "work-items, and which are a work-item's own is not proven"));
    if (Choice.BytesOfRow && Choice.Memory.Local) {
      Choice.Memory.Bytes = Layout.Bytes;
      if (Uses.Refusal.empty() && BytesOfRows + Layout.Bytes > MostBytesOfRows)
        Uses.refuse(nullptr, "there is no room for it in local memory beside others");
      BytesOfRows += Uses.Refusal.empty() ? Layout.Bytes : 0;
    }
    if (!Uses.Refusal.empty()) {
      if (IsLast)
        refuse(Choice, Uses); // at an instruction of a copy, it may be
      Uses.eraseCopies();
      return false;
    }
    if (AnySize && !Sources.empty())
      OfAnySize.push_back(Sources[Arg.getArgNo()]);
    move(Uses, Layout, Choice);
    if (Choice.Automatic)
      report(remarkOn(diag::internalized, Arg, {Choice.describe()}, nullptr), Remarks);
    return true;
  }

  void checkOrder(PromotableUses &Uses, const PromotedLayout &Layout, const PromotionChoice &Choice,
                  ValueClasses &Classes) {
    const ReadOrderResult Order = findReadOrder(Uses, Layout, Choice.Memory, Classes);
    if (Order.Kind == WrittenBefore::Never)
      Uses.refuse(Order.Read, "it is read before it is written");
    else if (Order.Kind == WrittenBefore::Unknown && Choice.Automatic)
      Uses.refuse(Order.Read, "it may be read before it is written");
  }

  void refuse(const PromotionChoice &Choice, const PromotableUses &Uses) {
    const diag Code = Choice.Automatic ? diag::stays_global : diag::not_internalized;
    report(remarkOn(Code, *Choice.Arg, {Uses.Refusal}, Uses.RefusedAt), Remarks);
  }

  void move(PromotableUses &Uses, const PromotedLayout &Layout, const PromotionChoice &Choice) {
    Argument &Arg = *Choice.Arg;
    BasicBlock &Entry = F.getEntryBlock();
    IRBuilder<> B(&Entry, Entry.begin());
    Align Alignment = neededAlignment(Uses);
    if (!Choice.Memory.Local) {
      AllocaInst *Memory = B.CreateAlloca(ArrayType::get(B.getInt8Ty(), Choice.Memory.Bytes),
                                          F.getDataLayout().getAllocaAddrSpace(), nullptr, Arg.getName() + ".private");
      Memory->setAlignment(Alignment);
      Dropped.set(Arg.getArgNo());
      return moveToMemory(Uses, Layout, Choice.Memory, Arg, *Memory, Alignment);
    }
    Alignment = std::min(Alignment, LocalAlignment);
    // Stands for the argument until the function has its new type.
    Type *Pointer = PointerType::get(F.getContext(), Dialect::of(*F.getParent()).Local);
    auto *Base = new FreezeInst(PoisonValue::get(Pointer), Arg.getName(), Entry.begin());
    Local.push_back({Arg.getArgNo(), Base, Alignment, Choice.Memory});
    moveToMemory(Uses, Layout, Choice.Memory, Arg, *Base, Alignment);
  }

  struct LocalArgument {
    unsigned Index;
    Instruction *Base;
    Align Alignment;
    ReplacementMemory Memory;
  };

  Function *retypeLocals() {
    describeLocals();
    LLVMContext &C = F.getContext();
    SmallVector<KernelParameter, 8> Parameters;
    for (Argument &Arg : F.args())
      Parameters.push_back({Arg.getType(), F.getAttributes().getParamAttrs(Arg.getArgNo()), Arg.getName().str()});
    for (const LocalArgument &L : Local)
      Parameters[L.Index] = {
          L.Base->getType(),
          AttributeSet::get(C, AttrBuilder(C).addAlignmentAttr(L.Alignment).addAttribute(Attribute::NoUndef)),
          Parameters[L.Index].Name};
    Function *New = moveBody(F, Parameters);
    for (const LocalArgument &L : Local) {
      L.Base->replaceAllUsesWith(New->getArg(L.Index));
      L.Base->eraseFromParent();
    }
    for (Argument &Arg : F.args())
      if (none_of(Local, [&](const LocalArgument &L) { return L.Index == Arg.getArgNo(); }))
        Arg.replaceAllUsesWith(New->getArg(Arg.getArgNo()));
    finishMove(F);
    return New;
  }

  // What is said about each argument in metadata.
  void describeLocals() {
    if (!Sources.empty()) {
      for (const LocalArgument &L : Local) {
        const auto Bytes = static_cast<unsigned>(L.Memory.Bytes);
        Sources[L.Index] = {argument_source::local_memory, Sources[L.Index].Submission,
                            L.Memory.PerWorkItem ? Bytes : 0, L.Memory.PerWorkItem ? 0 : Bytes};
      }
      writeArgumentSources(F, Sources);
    }
    MDNode *Spaces = F.getMetadata("kernel_arg_addr_space");
    if (!Spaces || Spaces->getNumOperands() != F.arg_size())
      return;
    SmallVector<Metadata *, 8> Entries(Spaces->operands());
    for (const LocalArgument &L : Local)
      Entries[L.Index] = integerMetadata(F.getContext(), 32, L.Base->getType()->getPointerAddressSpace());
    F.setMetadata("kernel_arg_addr_space", MDNode::get(F.getContext(), Entries));
  }

  Function &F;
  ArrayRef<PromotionChoice> Choices;
  const LaunchSizes &Launch;
  const unsigned Dims;
  diagnostics &Remarks;
  BitVector Dropped;
  uint64_t BytesOfRows = 0; // in local memory
  SmallVector<LocalArgument, 4> Local;
  SmallVector<ArgumentSource, 8> Sources; // of F's arguments; none if nothing tells
  SmallVector<ArgumentSource, 4> OfAnySize;
};

} // namespace

Expected<Function *> internalize(Function &F, diagnostics &Remarks) {
  Expected<std::vector<PromotedArgument>> Promotions = readPromotions(F);
  if (!Promotions)
    return Promotions.takeError();
  if (Promotions->empty())
    return &F;
  if (Promotions->size() != F.arg_size())
    return metadataError(MDPromote, F,
                         Twine(Promotions->size()) + " entries for " + Twine(F.arg_size()) + " arguments");
  if (F.isDeclaration() || hasCallers(F))
    return metadataError(MDPromote, F, "the function is not defined, or is called");
  Expected<std::optional<NDRange>> Range = readNDRange(F);
  if (!Range)
    return Range.takeError();
  Expected<std::optional<std::pair<range_kind, unsigned>>> Kind = readLaunch(F);
  if (!Kind)
    return Kind.takeError();
  const unsigned Dims = *Range ? (*Range)->Dims : *Kind ? (*Kind)->second : 0;
  Expected<SmallVector<PromotionChoice, 4>> Choices = choosePromotions(F, *Promotions, Remarks);
  if (!Choices)
    return Choices.takeError();
  return Internalizer(F, *Choices, LaunchSizes(*Range), Dims, Remarks).run();
}

PreservedAnalyses InternalizationPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &F : make_early_inc_range(M)) {
    if (!F.hasMetadata(MDPromote) || F.hasMetadata(MDFused)) // A stub is for sycl-kernel-fusion.
      continue;
    diagnostics Remarks;
    Expected<Function *> New = internalize(F, Remarks);
    if (!New) {
      diagnose(M.getContext(), New.takeError());
      continue;
    }
    emitRemarks(**New, "sycl-internalization", Remarks);
    Changed = true;
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace syclfuse::fuser
