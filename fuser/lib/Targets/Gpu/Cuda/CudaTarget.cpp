// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVIDIA GPUs: PTX by LLVM's back end, and a cubin by ptxas where that is installed.
#include "CudaDevice.h"
#include "CudaToolkit.h"
#include "Ptxas.h"
#include "Support/FuseError.h"
#include "Support/PassTiming.h"
#include "Targets/Gpu/GpuTarget.h"
#include "Targets/TargetSupport.h"

#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <mutex>

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr StringLiteral CudaTriple = "nvptx64-nvidia-cuda";
constexpr StringLiteral Architectures[] = {"sm_75",  "sm_80",  "sm_86",   "sm_87",  "sm_89",  "sm_90",
                                           "sm_90a", "sm_100", "sm_100a", "sm_120", "sm_120a"};
// Parameters of a kernel, in bytes: of every PTX version, and from PTX 8.1 on (PTX ISA, "Kernel Function Parameters";
// sm_70).
constexpr uint64_t SmallArguments = 4096, LargeArguments = 32764;
// CUDA C++ Programming Guide, "Technical Specifications".
constexpr uint64_t StaticLocalMemory = 48 << 10, PrivateMemory = 512 << 10;

unsigned computeCapability(StringRef Arch) {
  unsigned Number = 0;
  Arch.drop_front(3).take_while(isDigit).getAsInteger(10, Number);
  return Number;
}

class CudaTarget final : public GpuTarget {
public:
  explicit CudaTarget(StringRef Arch)
      : GpuTarget(("cuda:" + Arch).str()), Arch(Arch), Device(computeCapability(Arch)) {}

  target_kind kind() const override { return target_kind::cuda; }

protected:
  const GpuDevice &device() const override { return Device; }
  GpuLimits limits() const override { return {StaticLocalMemory, LargeArguments, PrivateMemory}; }
  RetargetRules rules() const override;
  MathLibrary mathLibrary(const TargetOptions &Options) const override;
  std::optional<std::string> imageTool(const TargetOptions &Options) const override { return findPtxas(Options.Ptxas); }
  std::unique_ptr<TargetMachine> createMachine(const Job &J) const override;
  void describe(bundle::variant_record &Record) const override;
  Expected<std::vector<std::pair<image_format, std::vector<unsigned char>>>>
  createImages(Module &M, TargetMachine &Machine, const Job &J) const override;

private:
  std::string Arch;
  CudaDevice Device;
};

RetargetRules CudaTarget::rules() const {
  RetargetRules Rules;
  Rules.TargetName = name().str();
  Rules.Triple = CudaTriple.str();
  // private -> generic (the back end finds the local ones), global, constant data -> global, shared, generic
  const unsigned Spaces[] = {0, 1, 1, 3, 0};
  std::copy(std::begin(Spaces), std::end(Spaces), Rules.AddressSpaces);
  Rules.Scopes["workgroup"] = "block";
  Rules.Scopes["subgroup"] = "block";
  Rules.Scopes["device"] = "device";
  Rules.KeepDebugInfo = true;
  return Rules;
}

MathLibrary CudaTarget::mathLibrary(const TargetOptions &Options) const {
  auto Named = [](std::string Path) {
    MathNames Names = StringRef(Path).contains("libdevice") ? MathNames::Libdevice : MathNames::Libclc;
    return MathLibrary{std::move(Path), Names};
  };
  if (!Options.Libdevice.empty())
    return Named(Options.Libdevice);
  std::vector<std::string> Places;
  for (const std::string &Toolkit : cudaToolkitFolders())
    for (const char *Folder : {"/nvvm/libdevice", "/libdevice"}) // the second: Debian's package
      Places.push_back(Toolkit + Folder + "/libdevice.10.bc");
  Places.push_back("/usr/lib/clc/nvptx64--nvidiacl.bc");
  for (std::string &Place : Places)
    if (sys::fs::exists(Place))
      return Named(std::move(Place));
  return {};
}

std::unique_ptr<TargetMachine> CudaTarget::createMachine(const Job &J) const {
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
  // Newer PTX needs a newer driver: only where the kernel needs it.
  bool Newer = J.ArgumentBytes > SmallArguments && computeCapability(Arch) <= 90;
  return std::unique_ptr<TargetMachine>(T->createTargetMachine(TT, Arch, Newer ? "+ptx81" : "", Options, std::nullopt,
                                                               std::nullopt, CodeGenOptLevel::Aggressive));
}

void CudaTarget::describe(bundle::variant_record &Record) const {
  Record.arch = computeCapability(Arch);
  if (StringRef(Arch).ends_with("a")) // sm_90a: the code of exactly that chip
    Record.flags |= bundle::variant_exact_arch;
}

Expected<std::vector<std::pair<image_format, std::vector<unsigned char>>>>
CudaTarget::createImages(Module &M, TargetMachine &Machine, const Job &J) const {
  Expected<SmallString<0>> Ptx = runBackEnd(M, Machine, /*Text=*/true, J);
  if (!Ptx)
    return Ptx.takeError();
  if (J.Options.OnStage)
    J.Options.OnStage("ptx", *Ptx);
  std::vector<std::pair<image_format, std::vector<unsigned char>>> Images;
  if (std::optional<std::string> Ptxas = imageTool(J.Options)) {
    PassTimer::Scope Timing(J.Options.Timer, "ptxas (without its process)");
    Expected<std::vector<unsigned char>> Cubin = assemblePtx(*Ptxas, *Ptx, Arch, J.KernelName);
    if (!Cubin)
      return Cubin.takeError();
    Images.push_back({image_format::cubin, std::move(*Cubin)});
  } else if (J.Options.Ptxas != "none") {
    J.Remarks.add(diag::ptxas_missing, "", 0, 0, {name().str()});
  }
  std::vector<unsigned char> Text(Ptx->begin(), Ptx->end());
  Text.push_back(0); // the driver wants it
  Images.push_back({image_format::ptx, std::move(Text)});
  return Images;
}

} // namespace

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
