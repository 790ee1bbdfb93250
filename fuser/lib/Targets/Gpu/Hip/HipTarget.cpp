// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// AMD GPUs: an object by LLVM's back end, and a code object by ld.lld.
#include "HipDevice.h"
#include "Support/FuseError.h"
#include "Support/PassTiming.h"
#include "Targets/Common/Lld.h"
#include "Targets/Gpu/GpuTarget.h"
#include "Targets/TargetSupport.h"

#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <mutex>

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr StringLiteral HipTriple = "amdgcn-amd-amdhsa";
constexpr uint64_t LocalMemory = 64 << 10; // User Guide for AMDGPU Backend, "Memory Spaces": of one work-group

struct Processor {
  StringLiteral Name;
  unsigned SubGroupSize;
};
constexpr Processor Processors[] = {{"gfx90a", 64}, {"gfx942", 64}, {"gfx1030", 32}, {"gfx1100", 32}};

class HipTarget final : public GpuTarget {
public:
  explicit HipTarget(const Processor &P) : GpuTarget(("hip:" + P.Name).str()), P(P), Device(P.SubGroupSize) {}

  target_kind kind() const override { return target_kind::hip; }

protected:
  const GpuDevice &device() const override { return Device; }
  GpuLimits limits() const override { return {LocalMemory, 0, 0}; }
  RetargetRules rules() const override;
  MathLibrary mathLibrary(const TargetOptions &Options) const override;
  std::optional<std::string> imageTool(const TargetOptions &Options) const override { return findLld(Options.Lld); }
  std::unique_ptr<TargetMachine> createMachine(const Job &J) const override;
  void describe(bundle::variant_record &Record) const override;
  Expected<std::vector<std::pair<image_format, std::vector<unsigned char>>>>
  createImages(Module &M, TargetMachine &Machine, const Job &J) const override;

private:
  const Processor &P;
  HipDevice Device;
};

RetargetRules HipTarget::rules() const {
  RetargetRules Rules;
  Rules.TargetName = name().str();
  Rules.Triple = HipTriple.str();
  const unsigned Spaces[] = {5, 1, 4, 3, 0}; // private, global, constant, local, generic
  std::copy(std::begin(Spaces), std::end(Spaces), Rules.AddressSpaces);
  Rules.Scopes["workgroup"] = "workgroup";
  Rules.Scopes["subgroup"] = "wavefront";
  Rules.Scopes["device"] = "agent";
  Rules.KeepDebugInfo = true;
  return Rules;
}

MathLibrary HipTarget::mathLibrary(const TargetOptions &Options) const {
  std::string Path = Options.DeviceLibs;
  if (Path.empty() && sys::fs::exists("/usr/lib/clc/amdgcn-amd-amdhsa.bc"))
    Path = "/usr/lib/clc/amdgcn-amd-amdhsa.bc";
  bool Ocml = sys::path::filename(Path).contains("ocml");
  return {Path, Ocml ? MathNames::Ocml : MathNames::Libclc};
}

std::unique_ptr<TargetMachine> HipTarget::createMachine(const Job &J) const {
  static std::once_flag Once;
  std::call_once(Once, [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
    LLVMInitializeAMDGPUAsmParser();
  });
  Triple TT(HipTriple);
  std::string Unused;
  const llvm::Target *T = TargetRegistry::lookupTarget(TT, Unused);
  if (!T)
    return nullptr;
  llvm::TargetOptions Options;
  Options.AllowFPOpFusion = FPOpFusion::Standard; // only what one expression contracts (fmuladd)
  std::string Waves = P.Name.starts_with("gfx1") ? "+wavefrontsize" + std::to_string(P.SubGroupSize) : "";
  return std::unique_ptr<TargetMachine>(
      T->createTargetMachine(TT, P.Name, Waves, Options, Reloc::PIC_, std::nullopt, CodeGenOptLevel::Aggressive));
}

void HipTarget::describe(bundle::variant_record &Record) const {
  P.Name.drop_front(3).getAsInteger(16, Record.arch);
  Record.flags |= bundle::variant_exact_arch;
}

Expected<std::vector<std::pair<image_format, std::vector<unsigned char>>>>
HipTarget::createImages(Module &M, TargetMachine &Machine, const Job &J) const {
  std::optional<std::string> Lld = imageTool(J.Options);
  if (!Lld)
    return fuseError(diag::lld_missing, {J.KernelName.str(), name().str()});
  // What the driver looks up is the kernel and its descriptor, and nothing may replace them.
  M.getFunction(J.EntryName)->setVisibility(GlobalValue::ProtectedVisibility);
  Expected<SmallString<0>> Object = runBackEnd(M, Machine, /*Text=*/false, J);
  if (!Object)
    return Object.takeError();
  PassTimer::Scope Timing(J.Options.Timer, "ld.lld (without its process)");
  Expected<std::vector<unsigned char>> Image = linkCodeObject(*Lld, *Object, J.KernelName);
  if (!Image)
    return Image.takeError();
  std::vector<std::pair<image_format, std::vector<unsigned char>>> Images;
  Images.push_back({image_format::hsaco, std::move(*Image)});
  return Images;
}

} // namespace

std::unique_ptr<Target> createHipTarget(StringRef Name) {
  if (Name.consume_front("hip:"))
    for (const Processor &P : Processors)
      if (Name == P.Name)
        return std::make_unique<HipTarget>(P);
  return nullptr;
}

std::string namesHipTargets() {
  std::string Names;
  for (const Processor &P : Processors)
    Names += (Names.empty() ? "hip:" : ", hip:") + P.Name.str();
  return Names;
}

} // namespace syclfuse::fuser
