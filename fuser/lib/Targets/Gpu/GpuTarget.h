// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The way from a flat kernel to code of a GPU. Derived classes and the GpuFamily say what vendors do differently.
#pragma once

#include "GpuDevice.h"
#include "GpuMath.h"
#include "Targets/Common/Retarget.h"
#include "Targets/Target.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace syclfuse::fuser {

class GpuTarget : public Target {
public:
  llvm::StringRef name() const override { return Name; }
  target_kind kind() const override { return Family.Kind; }
  llvm::Expected<std::vector<CompiledKernel>> compile(std::unique_ptr<llvm::Module> M, llvm::StringRef KernelName,
                                                      llvm::StringRef EntryName, const LaunchShape &Shape,
                                                      const TargetOptions &Options,
                                                      diagnostics &Remarks) const override;
  std::vector<std::string> files(const TargetOptions &Options) const override;

protected:
  // One call of compile(), for the derived classes.
  struct Job {
    std::string KernelName; // for messages
    llvm::StringRef EntryName;
    const TargetOptions &Options;
    diagnostics &Remarks;
    uint64_t ArgumentBytes = 0;
  };

  using Image = std::pair<image_format, std::vector<unsigned char>>;

  GpuTarget(std::string Name, const GpuFamily &Family) : Name(std::move(Name)), Family(Family) {}
  virtual const GpuDevice &device() const = 0;
  virtual MathLibrary mathLibrary(const TargetOptions &Options) const = 0;
  // The program that makes images of what LLVM writes, if there is one.
  virtual std::optional<std::string> imageTool(const TargetOptions &Options) const = 0;
  // For LLVM's back end, as `llc -mcpu= -mattr=` take them.
  virtual llvm::StringRef processor() const = 0;
  virtual std::string features(const Job &J) const { return ""; }
  // The record's fields that say which devices run the code.
  virtual void describe(bundle::variant_record &Record) const = 0;
  // The loadable images of the optimized module, in order of preference.
  virtual llvm::Expected<std::vector<Image>> createImages(llvm::Module &M, llvm::TargetMachine &Machine,
                                                          const Job &J) const = 0;

  // Runs the back end over M. SF4004 with what it has to say if it refuses.
  llvm::Expected<llvm::SmallString<0>> runBackEnd(llvm::Module &M, llvm::TargetMachine &Machine, bool Text,
                                                  const Job &J) const;

private:
  RetargetRules rules() const;
  std::unique_ptr<llvm::TargetMachine> createMachine(const Job &J) const;
  llvm::Expected<std::unique_ptr<llvm::Module>> build(llvm::Module &M, llvm::Function &Kernel,
                                                      llvm::StringRef EntryName, const LaunchShape &Shape,
                                                      bundle::builder::variant &V) const;
  llvm::Error adopt(llvm::Module &M, llvm::Function &Kernel, llvm::StringRef EntryName,
                    bundle::builder::variant &V) const;
  llvm::Error checkLimits(llvm::Module &M, Job &J, bundle::builder::variant &V) const;
  llvm::Error optimize(llvm::Module &M, llvm::TargetMachine &Machine, const Job &J) const;

  std::string Name;
  const GpuFamily &Family;
};

} // namespace syclfuse::fuser
