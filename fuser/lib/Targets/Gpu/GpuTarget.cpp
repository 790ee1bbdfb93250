// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GpuTarget.h"
#include "Analysis/Dialects/Builtins.h"
#include "Analysis/Dialects/Dialect.h"
#include "GpuHostServices.h"
#include "GpuKernel.h"
#include "GpuLines.h"
#include "GpuLoops.h"
#include "Support/AnalysisManagers.h"
#include "Support/FuseError.h"
#include "Support/ModuleText.h"
#include "Support/PassTimer.h"
#include "Support/UserNames.h"
#include "Targets/Common/FastMath.h"
#include "Targets/Common/GroupOperations.h"
#include "Targets/Common/KernelChecks.h"
#include "Targets/Common/LLVMOption.h"
#include "Targets/Common/LocalArguments.h"
#include "Targets/Common/WorkItem.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// The bits of a floating-point type that no GPU has, else 0.
unsigned unsupportedFloatBits(const Type *T) {
  T = T->getScalarType();
  return T->isX86_FP80Ty() ? 80 : T->isFP128Ty() || T->isPPC_FP128Ty() ? 128 : 0;
}

// Whether I converts between floating point and integers of more than Most bits.
bool convertsBeyond(const Instruction &I, unsigned Most) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  bool Saturates = Call && is_contained({Intrinsic::fptosi_sat, Intrinsic::fptoui_sat}, Call->getIntrinsicID());
  if (Saturates || isa<FPToSIInst, FPToUIInst>(I))
    return I.getType()->getScalarSizeInBits() > Most;
  return isa<SIToFPInst, UIToFPInst>(I) && I.getOperand(0)->getType()->getScalarSizeInBits() > Most;
}

constexpr uint64_t LargestAtomic = 8;

// What GPUs have no instructions for, besides calls: long floating point, conversions of wide integers, and wide
// atomics.
Error checkTypes(const Function &F, StringRef TargetName, unsigned WidestConversion) {
  auto Refuse = [&](const Instruction &I, const Twine &Why) {
    return fuseError(diag::unsupported_construct, {userName(F), TargetName.str(), Why.str()}, I);
  };
  for (const Instruction &I : instructions(F)) {
    unsigned Bits = unsupportedFloatBits(I.getType());
    for (const Value *Operand : I.operands())
      Bits = std::max(Bits, unsupportedFloatBits(Operand->getType()));
    if (Bits)
      return Refuse(I, "it uses " + std::to_string(Bits) + "-bit floating point");
    if (convertsBeyond(I, WidestConversion))
      return Refuse(I, "it converts between floating point and integers of more than " +
                           std::to_string(WidestConversion) + " bits");
  }
  return checkAtomics(F, TargetName, LargestAtomic);
}

// A kernel that counts on another size would compute something else.
Error checkSubGroupSize(const Function &Kernel, StringRef TargetName, unsigned Size) {
  Expected<std::optional<unsigned>> Required = requiredSubGroupSize(Kernel, TargetName);
  if (!Required)
    return Required.takeError();
  if (*Required && **Required != Size)
    return fuseError(diag::no_such_sub_groups,
                     {userName(Kernel), TargetName.str(), std::to_string(**Required), std::to_string(Size)}, Kernel);
  return Error::success();
}

bool isOfFamily(const Function &F, const GpuFamily &Family) {
  return F.isIntrinsic() && F.getName().starts_with(Family.IntrinsicPrefix);
}

// Instruction selection aborts the process on what it does not know; whatever the optimizer made is checked once more.
Error checkSelectable(const Module &M, StringRef KernelName, StringRef TargetName, const GpuFamily &Family) {
  for (const Function &F : M)
    if (F.isIntrinsic() && !F.use_empty() && !isOfFamily(F, Family) && !isSelectableOnGpu(F, Family))
      return fuseError(diag::unsupported_construct,
                       {KernelName.str(), TargetName.str(), "it uses '" + F.getName().str() + "'"});
  return Error::success();
}

// Collects the errors that LLVM reports to its context, which would end the process otherwise.
class ErrorCollector {
public:
  explicit ErrorCollector(LLVMContext &C) : C(C), Old(C.getDiagnosticHandler()) {
    C.setDiagnosticHandler(std::make_unique<Handler>(First));
  }
  ~ErrorCollector() { C.setDiagnosticHandler(std::move(Old)); }

  std::string First;

private:
  struct Handler final : DiagnosticHandler {
    explicit Handler(std::string &First) : First(First) {}
    bool handleDiagnostics(const DiagnosticInfo &Info) override {
      if (Info.getSeverity() == DS_Error && First.empty()) {
        raw_string_ostream OS(First);
        DiagnosticPrinterRawOStream Printer(OS);
        Info.print(Printer);
      }
      return true;
    }
    std::string &First;
  };

  LLVMContext &C;
  std::unique_ptr<DiagnosticHandler> Old; // taken out of the context
};

} // namespace

RetargetRules GpuTarget::rules() const {
  RetargetRules Rules;
  Rules.TargetName = Name;
  Rules.Triple = Family.Triple.str();
  copy(Family.AddressSpaces, Rules.AddressSpaces);
  Rules.Scopes["workgroup"] = Family.GroupScope.str();
  Rules.Scopes["subgroup"] = Family.SubGroupScope.str();
  Rules.Scopes["device"] = Family.DeviceScope.str();
  Rules.KeepDebugInfo = true;
  return Rules;
}

std::unique_ptr<TargetMachine> GpuTarget::createMachine(const Job &J) const {
  Family.InitializeBackEnd();
  Triple TT(Family.Triple);
  std::string Unused;
  const llvm::Target *T = TargetRegistry::lookupTarget(TT, Unused);
  if (!T)
    return nullptr;
  llvm::TargetOptions Options;
  // Only what one expression contracts (fmuladd): NVPTX then writes .rn forms, which ptxas leaves alone.
  Options.AllowFPOpFusion = FPOpFusion::Standard;
  return std::unique_ptr<TargetMachine>(T->createTargetMachine(TT, processor(), features(J), Options, Family.Relocation,
                                                               std::nullopt, CodeGenOptLevel::Aggressive));
}

Expected<SmallString<0>> GpuTarget::runBackEnd(Module &M, TargetMachine &Machine, bool Text, const Job &J) const {
  SmallString<0> Code;
  raw_svector_ostream OS(Code);
  ErrorCollector Errors(M.getContext());
  // Beyond this many accesses in a row the scheduler no longer compares each with each, which takes quadratic time.
  LLVMOption ShortRegions("dag-maps-huge-region", "200", "1000");
  legacy::PassManager Passes;
  CodeGenFileType Kind = Text ? CodeGenFileType::AssemblyFile : CodeGenFileType::ObjectFile;
  if (Machine.addPassesToEmitFile(Passes, OS, nullptr, Kind))
    return fuseError(diag::internal_error, {"this LLVM cannot write code for '" + Name + "'"});
  PassTimer::Scope Timing(J.Options.Timer, "code generation");
  Passes.run(M);
  if (!Errors.First.empty())
    return fuseError(diag::unsupported_construct, {J.KernelName, Name, Errors.First});
  return Code;
}

Expected<std::unique_ptr<Module>> GpuTarget::build(Module &M, Function &Kernel, StringRef EntryName,
                                                   const LaunchShape &Shape, bundle::builder::variant &V) const {
  std::string KernelName = Kernel.getName().str();
  if (Error E = canonicalizeQueries(M))
    return std::move(E);
  if (Error E = checkCalls(Kernel, Name, isSupportedOnGpu))
    return std::move(E);
  if (Error E = checkTypes(Kernel, Name, Family.WidestConversion))
    return std::move(E);
  specializeNDRange(Kernel, Shape);
  if (Shape.Kind == range_kind::nd_range && !findCalls(Kernel, Builtin::ControlBarrier).empty())
    V.record.flags |= bundle::variant_has_barriers;
  if (Shape.Kind == range_kind::nd_range && usesSubGroups(Kernel)) {
    if (Error E = checkSubGroupSize(Kernel, Name, device().SubGroupSize))
      return std::move(E);
    V.record.sub_group_size = device().SubGroupSize;
  }
  bool UsesGroups = usesGroups(Kernel);
  Expected<std::unique_ptr<Module>> New = retarget(M, rules());
  if (!New)
    return New.takeError();
  if (Error E = buildGpuKernel(*(*New)->getFunction(KernelName), EntryName, Name, device(), Shape, UsesGroups, V))
    return std::move(E);
  return New;
}

// A module that has the target's triple already: ids, barriers and the rest are the target's own.
Error GpuTarget::adopt(Module &M, Function &Kernel, StringRef EntryName, bundle::builder::variant &V) const {
  Triple TT(Family.Triple);
  M.setTargetTriple(TT);
  M.setDataLayout(TT.computeDataLayout());
  M.setModuleInlineAsm("");
  lowerLocalMemory(M);
  auto IsSupported = [&](const Function &F) {
    return !F.isDeclaration() || isOfFamily(F, Family) || isSupportedOnGpu(F);
  };
  for (const Function &F : M)
    if (isKnownBuiltin(F) && !F.use_empty())
      return fuseError(diag::undefined_function, {userName(Kernel), F.getName().str()}, Kernel);
  for (const Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (Error E = checkCalls(F, Name, IsSupported))
      return E;
    if (Error E = checkTypes(F, Name, Family.WidestConversion))
      return E;
  }
  // It computes its ids from those of its work-group, whatever it is launched with.
  V.record.flags &= ~uint32_t(bundle::variant_linear);
  for (GlobalValue &G : M.global_values())
    if (!G.isDeclaration() && &G != &Kernel) {
      G.setVisibility(GlobalValue::DefaultVisibility);
      G.setLinkage(GlobalValue::InternalLinkage);
    }
  if (GlobalValue *Other = M.getNamedValue(EntryName); Other && Other != &Kernel)
    Other->setName(EntryName + ".other");
  Kernel.setName(EntryName);
  Kernel.setLinkage(GlobalValue::ExternalLinkage);
  Kernel.setComdat(nullptr);
  Kernel.setCallingConv(Family.KernelConvention);
  return Error::success();
}

Error GpuTarget::checkLimits(Module &M, Job &J, bundle::builder::variant &V) const {
  auto Refuse = [&](uint64_t Needed, const char *What, uint64_t Most) {
    return fuseError(diag::target_limit, {J.KernelName, Name, std::to_string(Needed), What, std::to_string(Most)});
  };
  const DataLayout &DL = M.getDataLayout();
  for (GlobalVariable &G : make_early_inc_range(M.globals())) {
    if (G.getAddressSpace() != GpuLocalSpace || G.isDeclaration())
      continue;
    G.removeDeadConstantUsers();
    if (G.use_empty()) {
      G.eraseFromParent();
      continue;
    }
    G.setLinkage(GlobalValue::InternalLinkage);
    G.setInitializer(PoisonValue::get(G.getValueType()));
    uint64_t Begin = alignTo(V.record.local_memory, G.getAlign().value_or(DL.getPreferredAlign(&G)));
    uint64_t End = Begin + DL.getTypeAllocSize(G.getValueType());
    if (End > Family.LocalMemory)
      return Refuse(End, "bytes of local memory", Family.LocalMemory);
    V.record.local_memory = End;
  }
  for (const Argument &A : M.getFunction(J.EntryName)->args()) {
    Type *T = A.hasByValAttr() ? A.getParamByValType() : A.hasByRefAttr() ? A.getParamByRefType() : A.getType();
    Align Alignment = A.hasPointeeInMemoryValueAttr() ? A.getParamAlign().valueOrOne() : DL.getABITypeAlign(T);
    J.ArgumentBytes = alignTo(J.ArgumentBytes, Alignment) + DL.getTypeAllocSize(T);
  }
  if (uint64_t Most = Family.Arguments; Most && J.ArgumentBytes > Most)
    return Refuse(J.ArgumentBytes, "bytes of arguments", Most);
  return Error::success();
}

Error GpuTarget::optimize(Module &M, TargetMachine &Machine, const Job &J) const {
  if (Error E = verify(M, "invalid kernel for '" + J.KernelName + "' on '" + Name + "'"))
    return E;
  AnalysisManagers Managers;
  PassBuilder PB(&Machine, PipelineTuningOptions(), std::nullopt, PassTimer::callbacks(J.Options.Timer));
  Machine.registerPassBuilderCallbacks(PB);
  PB.registerVectorizerStartEPCallback(
      [](FunctionPassManager &FPM, OptimizationLevel) { FPM.addPass(UnrollReadingLoops()); });
  Managers.add(PB);
  PB.buildPerModuleDefaultPipeline(OptimizationLevel::O3).run(M, Managers.Modules);
  if (J.Options.OnStage)
    J.Options.OnStage("optimized.ll", textOf(M));
  return Error::success();
}

std::vector<std::string> GpuTarget::files(const TargetOptions &Options) const {
  std::vector<std::string> Files;
  if (std::optional<std::string> Tool = imageTool(Options))
    Files.push_back(*Tool);
  if (std::string Library = mathLibrary(Options).Path; !Library.empty())
    Files.push_back(Library);
  return Files;
}

Expected<std::vector<CompiledKernel>> GpuTarget::compile(std::unique_ptr<Module> M, StringRef KernelName,
                                                         StringRef EntryName, const LaunchShape &Shape,
                                                         const TargetOptions &Options, diagnostics &Remarks) const {
  Function *Kernel;
  if (Error E = findKernel(*M, KernelName).moveInto(Kernel))
    return std::move(E);
  if (Error E = lowerLocalArguments(*Kernel).moveInto(Kernel))
    return std::move(E);
  Job J{userName(*Kernel), EntryName, Options, Remarks};
  Expected<bundle::builder::variant> V = describeVariant(*Kernel, Shape);
  if (!V)
    return V.takeError();
  bool Own = M->getTargetTriple().getArch() == Triple(Family.Triple).getArch();
  if (Own) {
    if (Error E = adopt(*M, *Kernel, EntryName, *V))
      return std::move(E);
  } else if (Error E = build(*M, *Kernel, EntryName, Shape, *V).moveInto(M)) {
    return std::move(E);
  }
  keepLinesOnly(*M, Family.LineDirectives);
  if (Options.OnStage)
    Options.OnStage("retargeted.ll", textOf(*M));
  if (Error E = checkLimits(*M, J, *V))
    return std::move(E);
  lowerGpuAssertions(*M, Family);
  if (Error E = lowerGpuPrints(*M, J.KernelName, Name, Family))
    return std::move(E);
  for (Function &F : *M) {
    unsealMultiplyAdd(F, MultiplyAdd::Once);
    hideSealedConstants(F, Family.Folder);
  }
  lowerFastMath(*M, Family.Fast);
  if (Error E = lowerGpuMath(*M, J.KernelName, Name, Family, mathLibrary(Options)))
    return std::move(E);
  std::unique_ptr<TargetMachine> Machine = createMachine(J);
  if (!Machine)
    return fuseError(diag::internal_error, {"this LLVM has no back end for '" + Name + "'"});
  if (Error E = optimize(*M, *Machine, J))
    return std::move(E);
  for (Function &F : *M)
    hideConstantCalls(F, Family.Folder);
  if (Error E = checkSelectable(*M, J.KernelName, Name, Family))
    return std::move(E);
  if (uint64_t Bytes = stackBytes(*M->getFunction(EntryName)), Most = Family.PrivateMemory; Most && Bytes > Most)
    return fuseError(diag::target_limit,
                     {J.KernelName, Name, std::to_string(Bytes), "bytes of private memory", std::to_string(Most)});
  Expected<std::vector<Image>> Images = createImages(*M, *Machine, J);
  if (!Images)
    return Images.takeError();
  describe(V->record);
  V->record.target = kind();
  V->entry = EntryName.str();
  std::vector<CompiledKernel> Out;
  for (auto &[Format, Bytes] : *Images) {
    Out.push_back({*V, "", {}});
    Out.back().Variant.record.format = Format;
    Out.back().Variant.image = std::move(Bytes);
  }
  return Out;
}

} // namespace syclfuse::fuser
