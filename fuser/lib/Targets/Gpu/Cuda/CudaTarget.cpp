// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVIDIA GPUs: PTX by LLVM's back end, and a cubin by ptxas where that is installed.
#include "CudaAtomics.h"
#include "CudaDevice.h"
#include "CudaFamily.h"
#include "Libdevice.h"
#include "Ptxas.h"
#include "Support/PassTimer.h"
#include "Targets/Gpu/GpuTarget.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr StringLiteral Architectures[] = {"sm_75",  "sm_80",  "sm_86",   "sm_87",  "sm_89",  "sm_90",
                                           "sm_90a", "sm_100", "sm_100a", "sm_120", "sm_120a"};
// Bytes of parameters that a kernel of every PTX version has (PTX ISA, "Kernel Function Parameters").
constexpr uint64_t SmallArguments = 4096;

unsigned computeCapability(StringRef Arch) {
  unsigned Number = 0;
  Arch.drop_front(3).take_while(isDigit).getAsInteger(10, Number);
  return Number;
}

class CudaTarget final : public GpuTarget {
public:
  explicit CudaTarget(StringRef Arch)
      : GpuTarget(("cuda:" + Arch).str(), cudaFamily()), Arch(Arch), Device(computeCapability(Arch)) {}

protected:
  const GpuDevice &device() const override { return Device; }
  MathLibrary mathLibrary(const TargetOptions &Options) const override { return findLibdevice(Options.Libdevice); }
  std::optional<std::string> imageTool(const TargetOptions &Options) const override { return findPtxas(Options.Ptxas); }
  StringRef processor() const override { return Arch; }
  // Newer PTX needs a newer driver: only where the kernel needs it.
  std::string features(const Job &J) const override {
    return J.ArgumentBytes > SmallArguments && computeCapability(Arch) <= 90 ? "+ptx81" : "";
  }
  void describe(bundle::variant_record &Record) const override;
  Expected<std::vector<Image>> createImages(Module &M, TargetMachine &Machine, const Job &J) const override;

private:
  std::string Arch;
  CudaDevice Device;
};

void CudaTarget::describe(bundle::variant_record &Record) const {
  Record.arch = computeCapability(Arch);
  if (StringRef(Arch).ends_with("a")) // sm_90a: the code of exactly that chip
    Record.flags |= bundle::variant_exact_arch;
}

Expected<std::vector<GpuTarget::Image>> CudaTarget::createImages(Module &M, TargetMachine &Machine,
                                                                 const Job &J) const {
  lowerUpdates(M);
  Expected<SmallString<0>> Ptx = runBackEnd(M, Machine, /*Text=*/true, J);
  if (!Ptx)
    return Ptx.takeError();
  if (J.Options.OnStage)
    J.Options.OnStage("ptx", *Ptx);
  std::vector<Image> Images;
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
