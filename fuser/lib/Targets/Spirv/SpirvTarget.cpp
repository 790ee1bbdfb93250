// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V for OpenCL drivers, by LLVM's own back end; and SPIR, which is made of it, for those that take no SPIR-V.
#include "Analysis/Dialects/Builtins.h"
#include "SpirFile.h"
#include "SpirGroups.h"
#include "SpirvBinary.h"
#include "SpirvCheck.h"
#include "SpirvCodeGen.h"
#include "SpirvIntegers.h"
#include "SpirvKernel.h"
#include "SpirvLowering.h"
#include "Support/AnalysisManagers.h"
#include "Support/FuseError.h"
#include "Support/ModuleText.h"
#include "Support/UserNames.h"
#include "Targets/Common/FastMath.h"
#include "Targets/Common/KernelChecks.h"
#include "Targets/Common/Retarget.h"
#include "Targets/Common/WorkItem.h"
#include "Transforms/Prepare/SealMathematics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/xxhash.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned GenericSpace = 4;

class SpirvTarget final : public Target {
public:
  explicit SpirvTarget(bool IsSpir) : IsSpir(IsSpir) {}
  StringRef name() const override { return IsSpir ? "spir" : "spirv"; }
  target_kind kind() const override { return target_kind::spirv; }
  Expected<std::vector<CompiledKernel>> compile(std::unique_ptr<Module> M, StringRef KernelName, StringRef EntryName,
                                                const LaunchShape &Shape, const TargetOptions &Options,
                                                diagnostics &Remarks) const override;
  std::vector<std::string> files(const TargetOptions &Options) const override {
    std::optional<std::string> Tool = IsSpir ? findLlvmSpirv(Options.LlvmSpirv) : std::nullopt;
    return Tool ? std::vector<std::string>{*Tool} : std::vector<std::string>();
  }

private:
  Error lowerGeneric(Function &Kernel, const LaunchShape &Shape, bundle::builder::variant &Variant) const;
  Error lower(Module &M, const Function &Entry, StringRef Name, const TargetOptions &Options) const;

  const bool IsSpir;
};

RetargetRules rules() {
  RetargetRules Rules;
  Rules.TargetName = "spirv";
  Rules.Triple = "spirv64-unknown-unknown";
  for (unsigned Space = 0; Space != 5; ++Space)
    Rules.AddressSpaces[Space] = Space;
  for (const char *Scope : {"device", "workgroup", "subgroup", "singlethread"})
    Rules.Scopes[Scope] = Scope;
  return Rules;
}

// The least that runs the module: what a device must have decides where the image loads.
struct Needs {
  unsigned Version = 12; // as 1.2
  std::vector<std::string> Extensions;
};

Needs needsOf(const Module &M) {
  Needs N;
  for (const Function &F : M) {
    if (F.use_empty())
      continue;
    switch (classifyBuiltin(F).value_or(Builtin::GlobalId)) {
    case Builtin::Shuffle:
    case Builtin::ShuffleXor:
    case Builtin::ShuffleUp:
    case Builtin::ShuffleDown:
      N.Version = 13;
      break;
    case Builtin::GroupIMul:
    case Builtin::GroupFMul:
    case Builtin::GroupAnd:
    case Builtin::GroupOr:
    case Builtin::GroupXor:
      N.Extensions = {"SPV_KHR_uniform_group_instructions"};
      break;
    default:
      break;
    }
  }
  return N;
}

// Folds what the ND-range made constant and finds out which pointers are to global memory. No pass that makes integers
// of other widths or wider vectors; the driver compiles the image for its device anyway.
void optimize(Module &M) {
  AnalysisManagers Managers;
  PassBuilder PB;
  Managers.add(PB);
  FunctionPassManager FPM;
  cantFail(PB.parsePassPipeline(FPM, "sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg"));
  FPM.addPass(InferAddressSpacesPass(GenericSpace));
  cantFail(PB.parsePassPipeline(FPM, "gvn,instcombine<no-verify-fixpoint>,simplifycfg,adce"));
  ModulePassManager MPM;
  MPM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
  MPM.run(M, Managers.Modules);
}

// Names mean nothing in an image.
void dropNames(Module &M) {
  for (Function &F : M)
    for (BasicBlock &BB : F) {
      BB.setName("");
      for (Instruction &I : BB)
        I.setName("");
    }
}

Expected<std::vector<unsigned char>> generate(Module &M, const Needs &N, StringRef KernelName, StringRef EntryName) {
  M.setTargetTriple(Triple("spirv64v1." + std::to_string(N.Version % 10) + "-unknown-unknown"));
  Expected<std::string> Bytes = generateSpirv(M, N.Extensions, KernelName);
  if (!Bytes)
    return Bytes.takeError();
  return finishSpirv(*Bytes, EntryName);
}

// PoCL makes folders and files of a kernel's name, and fails where that gives too long a path.
std::string entryName(StringRef Given, bool IsSpir) {
  constexpr size_t Longest = 80;
  if (!IsSpir || Given.size() <= Longest)
    return Given.str();
  return (Given.take_front(Longest - 17) + "_" + utohexstr(xxh3_64bits(Given), /*LowerCase=*/true, 16)).str();
}

} // namespace

// Still in terms of the builtins that all targets share.
Error SpirvTarget::lowerGeneric(Function &Kernel, const LaunchShape &Shape, bundle::builder::variant &Variant) const {
  Module &M = *Kernel.getParent();
  lowerFastMath(M, nullptr);
  if (Error E = canonicalizeQueries(M))
    return E;
  if (Error E = checkCalls(Kernel, name(), isSupportedOnSpirv))
    return E;
  if (IsSpir)
    lowerSpirReductions(Kernel, Shape);
  specializeNDRange(Kernel, Shape);
  if (Shape.Kind == range_kind::nd_range && !findCalls(Kernel, Builtin::ControlBarrier).empty())
    Variant.record.flags |= bundle::variant_has_barriers;
  adaptQueriesForSpirv(Kernel, Shape);
  return Error::success();
}

// Optimizes M, and leaves nothing in it that the back end does not take. Name: of the kernel, for errors.
Error SpirvTarget::lower(Module &M, const Function &Entry, StringRef Name, const TargetOptions &Options) const {
  optimize(M);
  for (Function &F : M)
    unsealMultiplyAdd(F, MultiplyAdd::AsLikes);
  if (IsSpir)
    nameSpacesOfAtomics(M);
  for (Function &F : M)
    if (!F.isDeclaration())
      widenIntegers(F);
  lowerForSpirv(M);
  keepTypesOfVariables(M);
  dropNames(M);
  if (Options.OnStage)
    Options.OnStage("optimized.ll", textOf(M));
  if (Error E = verify(M, "invalid SPIR-V kernel for '" + Name + "'"))
    return E;
  if (Error E = checkSpirv(Entry, Name))
    return E;
  return IsSpir ? checkSpir(M, Name) : Error::success();
}

Expected<std::vector<CompiledKernel>> SpirvTarget::compile(std::unique_ptr<Module> M, StringRef KernelName,
                                                           StringRef GivenName, const LaunchShape &Shape,
                                                           const TargetOptions &Options, diagnostics &) const {
  const std::string EntryName = entryName(GivenName, IsSpir);
  Function *Kernel;
  if (Error E = findKernel(*M, KernelName).moveInto(Kernel))
    return std::move(E);
  const std::string Name = userName(*Kernel);
  Expected<bundle::builder::variant> Variant = describeVariant(*Kernel, Shape);
  if (!Variant)
    return Variant.takeError();
  if (Error E = lowerGeneric(*Kernel, Shape, *Variant))
    return std::move(E);
  Expected<std::unique_ptr<Module>> New = retarget(*M, rules());
  if (!New)
    return New.takeError();
  if (Options.OnStage)
    Options.OnStage("retargeted.ll", textOf(**New));
  Expected<Function *> Entry = buildSpirvKernel(*(*New)->getFunction(KernelName), EntryName, Shape, *Variant);
  if (!Entry)
    return Entry.takeError();
  if (Error E = lower(**New, **Entry, Name, Options))
    return std::move(E);
  Needs N = needsOf(**New);
  Expected<std::vector<unsigned char>> Image = generate(**New, N, Name, EntryName);
  if (!Image)
    return Image.takeError();
  if (Options.OnStage)
    Options.OnStage("spv", StringRef(reinterpret_cast<const char *>(Image->data()), Image->size()));
  if (IsSpir)
    if (Error E = writeSpir(*Image, Name, Options.LlvmSpirv).moveInto(*Image))
      return std::move(E);
  Variant->record.target = target_kind::spirv;
  Variant->record.format = IsSpir ? image_format::spir : image_format::spirv;
  Variant->record.arch = N.Version;
  Variant->entry = EntryName;
  Variant->image = std::move(*Image);
  std::vector<CompiledKernel> Out;
  Out.push_back({std::move(*Variant), "", {}});
  return Out;
}

std::unique_ptr<Target> createSpirvTarget(StringRef Name) {
  return Name == "spirv" || Name == "spir" ? std::make_unique<SpirvTarget>(Name == "spir") : nullptr;
}

std::string namesSpirvTargets() { return "spirv, spir"; }

} // namespace syclfuse::fuser
