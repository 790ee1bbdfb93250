// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVIDIA GPUs: PTX by LLVM's back end, and a cubin by ptxas where that is installed.
#include "CudaKernel.h"
#include "CudaMath.h"
#include "LocalArguments.h"
#include "Ptxas.h"
#include "Retarget.h"
#include "TargetSupport.h"
#include "WorkItem.h"
#include "syclfuse/fuser/Builtins.h"
#include "syclfuse/fuser/FuseError.h"
#include "syclfuse/fuser/PassTiming.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/Internalize.h"

#include <mutex>

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr StringLiteral CudaTriple = "nvptx64-nvidia-cuda";
constexpr StringLiteral Architectures[] = {"sm_75",  "sm_80",  "sm_86",   "sm_87",  "sm_89",  "sm_90",
                                           "sm_90a", "sm_100", "sm_100a", "sm_120", "sm_120a"};

class CudaTarget final : public Target {
public:
  explicit CudaTarget(StringRef Arch) : Name(("cuda:" + Arch).str()), Arch(Arch) {}

  StringRef name() const override { return Name; }
  target_kind kind() const override { return target_kind::cuda; }
  Expected<std::vector<CompiledKernel>> compile(std::unique_ptr<Module> M, StringRef KernelName, StringRef EntryName,
                                                const LaunchShape &Shape, const TargetOptions &Options,
                                                diagnostics &Remarks) const override;

private:
  Expected<std::string> generate(Module &M, StringRef KernelName, StringRef EntryName,
                                 const TargetOptions &Options) const;

  std::string Name, Arch;
};

RetargetRules rules(StringRef Name) {
  RetargetRules Rules;
  Rules.TargetName = Name.str();
  Rules.Triple = CudaTriple.str();
  // private -> generic (the back end finds the local ones), global, constant data -> global, shared, generic
  const unsigned Spaces[] = {0, 1, 1, 3, 0};
  std::copy(std::begin(Spaces), std::end(Spaces), Rules.AddressSpaces);
  Rules.Scopes["workgroup"] = "block";
  Rules.Scopes["subgroup"] = "block";
  Rules.Scopes["device"] = "device";
  return Rules;
}

std::unique_ptr<TargetMachine> createMachine(StringRef Arch) {
  static std::once_flag Once;
  std::call_once(Once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  Triple TT(CudaTriple);
  std::string Unused;
  const llvm::Target *T = TargetRegistry::lookupTarget(TT, Unused);
  if (!T)
    return nullptr;
  llvm::TargetOptions Options;
  // Only what one expression contracts (fmuladd): the back end then writes .rn forms, which ptxas leaves alone.
  Options.AllowFPOpFusion = FPOpFusion::Standard;
  return std::unique_ptr<TargetMachine>(
      T->createTargetMachine(TT, Arch, "", Options, std::nullopt, std::nullopt, CodeGenOptLevel::Aggressive));
}

void optimize(Module &M, TargetMachine &TM, PassTimer *Timer) {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB(&TM, PipelineTuningOptions(), std::nullopt, PassTimer::callbacks(Timer));
  TM.registerPassBuilderCallbacks(PB);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  PB.buildPerModuleDefaultPipeline(OptimizationLevel::O3).run(M, MAM);
}

// What NVPTX has no instructions for, besides calls: quadruple precision, and atomics beyond 64 bits.
Error checkTypes(const Function &F, StringRef TargetName) {
  for (const Instruction &I : instructions(F)) {
    bool Quad = I.getType()->getScalarType()->isFP128Ty();
    for (const Value *Operand : I.operands())
      Quad |= Operand->getType()->getScalarType()->isFP128Ty();
    if (Quad)
      return fuseError(diag::unsupported_construct,
                       {F.getName().str(), TargetName.str(), "it uses 128-bit floating point"}, I);
    if (!I.isAtomic() || isa<FenceInst, CallBase>(I))
      continue;
    Type *T = isa<StoreInst>(I) ? getLoadStoreType(&I) : I.getType();
    if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      T = Exchange->getCompareOperand()->getType();
    uint64_t Size = F.getDataLayout().getTypeStoreSize(T);
    if (Size > 8)
      return fuseError(
          diag::unsupported_construct,
          {F.getName().str(), TargetName.str(), "it has an atomic access of " + std::to_string(Size) + " bytes"}, I);
  }
  return Error::success();
}

// Instruction selection aborts the process on what it does not know; whatever the optimizer made is checked once more.
Error checkSelectable(const Module &M, StringRef KernelName, StringRef TargetName) {
  for (const Function &F : M)
    if (F.isIntrinsic() && !F.use_empty() && !F.getName().starts_with("llvm.nvvm.") &&
        (!isSupportedOnCuda(F) || neededFromLibrary(F)))
      return fuseError(diag::unsupported_construct,
                       {KernelName.str(), TargetName.str(), "it uses '" + F.getName().str() + "'"});
  return Error::success();
}

} // namespace

Expected<std::string> CudaTarget::generate(Module &M, StringRef KernelName, StringRef EntryName,
                                           const TargetOptions &Options) const {
  std::unique_ptr<TargetMachine> TM = createMachine(Arch);
  if (!TM)
    return fuseError(diag::internal_error, {"this LLVM has no NVPTX back end"});
  if (Error E = lowerCudaMath(M, KernelName, Name, Options.Libdevice))
    return std::move(E);
  std::string Problem;
  raw_string_ostream ProblemStream(Problem);
  if (verifyModule(M, &ProblemStream))
    return fuseError(diag::internal_error, {"invalid CUDA kernel for '" + KernelName.str() + "': " + Problem});
  optimize(M, *TM, Options.Timer);
  if (Options.OnStage) {
    std::string Text;
    raw_string_ostream(Text) << M;
    Options.OnStage("optimized.ll", Text);
  }
  if (Error E = checkSelectable(M, KernelName, Name))
    return std::move(E);
  SmallString<0> Ptx;
  raw_svector_ostream OS(Ptx);
  legacy::PassManager Passes;
  if (TM->addPassesToEmitFile(Passes, OS, nullptr, CodeGenFileType::AssemblyFile))
    return fuseError(diag::internal_error, {"this LLVM cannot write PTX"});
  PassTimer::Scope Timing(Options.Timer, "code generation");
  Passes.run(M);
  return Ptx.str().str();
}

Expected<std::vector<CompiledKernel>> CudaTarget::compile(std::unique_ptr<Module> M, StringRef KernelName,
                                                          StringRef EntryName, const LaunchShape &Shape,
                                                          const TargetOptions &Options, diagnostics &Remarks) const {
  Function *Kernel = M->getFunction(KernelName);
  if (!Kernel || Kernel->isDeclaration())
    return fuseError(diag::internal_error, {"no kernel '" + KernelName.str() + "' in the module"});
  if (Error E = lowerLocalArguments(*Kernel).moveInto(Kernel))
    return std::move(E);
  Expected<bundle::builder::variant> Variant = describeVariant(*Kernel, Shape);
  if (!Variant)
    return Variant.takeError();
  if (Error E = canonicalizeQueries(*M))
    return std::move(E);
  if (Error E = checkCalls(*Kernel, Name, isSupportedOnCuda))
    return std::move(E);
  if (Error E = checkTypes(*Kernel, Name))
    return std::move(E);
  specializeNDRange(*Kernel, Shape);
  if (Shape.Kind == range_kind::nd_range && !findCalls(*Kernel, Builtin::ControlBarrier).empty())
    Variant->record.flags |= bundle::variant_has_barriers;
  Expected<std::unique_ptr<Module>> New = retarget(*M, rules(Name));
  if (!New)
    return New.takeError();
  buildCudaKernel(*(*New)->getFunction(KernelName), EntryName, Shape, *Variant);
  if (Options.OnStage) {
    std::string Text;
    raw_string_ostream(Text) << **New;
    Options.OnStage("retargeted.ll", Text);
  }
  Expected<std::string> Ptx = generate(**New, KernelName, EntryName, Options);
  if (!Ptx)
    return Ptx.takeError();
  if (Options.OnStage)
    Options.OnStage("ptx", *Ptx);
  Variant->record.target = target_kind::cuda;
  StringRef(Arch).drop_front(3).take_while(isDigit).getAsInteger(10, Variant->record.arch);
  if (StringRef(Arch).ends_with("a")) // sm_90a: the code of exactly that chip
    Variant->record.flags |= bundle::variant_exact_arch;
  Variant->entry = EntryName.str();

  std::vector<CompiledKernel> Out;
  if (std::optional<std::string> Ptxas = findPtxas(Options.Ptxas)) {
    PassTimer::Scope Timing(Options.Timer, "ptxas (without its process)");
    Expected<std::vector<unsigned char>> Cubin = assemblePtx(*Ptxas, *Ptx, Arch, KernelName);
    if (!Cubin)
      return Cubin.takeError();
    Out.push_back({*Variant, ""});
    Out.back().Variant.record.format = image_format::cubin;
    Out.back().Variant.image = std::move(*Cubin);
  } else if (Options.Ptxas != "none") {
    Remarks.add(diag::ptxas_missing, "", 0, 0, {Name});
  }
  Out.push_back({std::move(*Variant), ""});
  Out.back().Variant.record.format = image_format::ptx;
  // The driver wants the text terminated by a zero.
  Out.back().Variant.image.assign(Ptx->c_str(), Ptx->c_str() + Ptx->size() + 1);
  return Out;
}

std::unique_ptr<Target> createCudaTarget(StringRef Name) {
  if (Name.consume_front("cuda:"))
    for (StringRef Arch : Architectures)
      if (Name == Arch)
        return std::make_unique<CudaTarget>(Arch);
  return nullptr;
}

std::string namesCudaTargets() {
  std::string Names;
  for (StringRef Arch : Architectures)
    Names += (Names.empty() ? "cuda:" : ", cuda:") + Arch.str();
  return Names;
}

} // namespace syclfuse::fuser
