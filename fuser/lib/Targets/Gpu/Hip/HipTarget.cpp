// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// AMD GPUs: an object by LLVM's back end, and a code object by ld.lld.
#include "HipDevice.h"
#include "HipFamily.h"
#include "Ocml.h"
#include "Support/FuseError.h"
#include "Support/PassTimer.h"
#include "Targets/Common/ExternalTool.h"
#include "Targets/Gpu/GpuTarget.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

struct Processor {
  StringLiteral Name;
  unsigned SubGroupSize;
};
constexpr Processor Processors[] = {{"gfx90a", 64}, {"gfx942", 64}, {"gfx1030", 32}, {"gfx1100", 32}};

class HipTarget final : public GpuTarget {
public:
  explicit HipTarget(const Processor &P)
      : GpuTarget(("hip:" + P.Name).str(), hipFamily()), P(P), Device(P.SubGroupSize) {}

protected:
  const GpuDevice &device() const override { return Device; }
  MathLibrary mathLibrary(const TargetOptions &Options) const override {
    return findOcml(Options.DeviceLibs, P.SubGroupSize);
  }
  std::optional<std::string> imageTool(const TargetOptions &Options) const override { return findLld(Options.Lld); }
  StringRef processor() const override { return P.Name; }
  std::string features(const Job &) const override {
    return P.Name.starts_with("gfx1") ? "+wavefrontsize" + std::to_string(P.SubGroupSize) : "";
  }
  void describe(bundle::variant_record &Record) const override;
  Expected<std::vector<Image>> createImages(Module &M, TargetMachine &Machine, const Job &J) const override;

private:
  const Processor &P;
  HipDevice Device;
};

void HipTarget::describe(bundle::variant_record &Record) const {
  P.Name.drop_front(3).getAsInteger(16, Record.arch);
  Record.flags |= bundle::variant_exact_arch;
}

Expected<std::vector<GpuTarget::Image>> HipTarget::createImages(Module &M, TargetMachine &Machine, const Job &J) const {
  std::optional<std::string> Lld = imageTool(J.Options);
  if (!Lld)
    return fuseError(diag::lld_missing, {J.KernelName, name().str()});
  // What the driver looks up is the kernel and its descriptor, and nothing may replace them.
  M.getFunction(J.EntryName)->setVisibility(GlobalValue::ProtectedVisibility);
  Expected<SmallString<0>> Object = runBackEnd(M, Machine, /*Text=*/false, J);
  if (!Object)
    return Object.takeError();
  PassTimer::Scope Timing(J.Options.Timer, "ld.lld (without its process)");
  Expected<std::vector<unsigned char>> Linked =
      runTool(*Lld, {"-flavor", "gnu", "-shared", "--no-undefined", "--build-id=none"}, *Object, "o", "hsaco");
  if (!Linked)
    return fuseError(diag::lld_failed, {J.KernelName, toString(Linked.takeError())});
  std::vector<Image> Images;
  Images.push_back({image_format::hsaco, std::move(*Linked)});
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
