// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The way from a flat kernel to code of a GPU, with what the vendors do differently asked of the derived classes.
#pragma once

#include "GpuDevice.h"
#include "GpuMath.h"
#include "Targets/Common/Retarget.h"
#include "Targets/Target.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace syclfuse::fuser {

struct GpuLimits {
  uint64_t LocalMemory = 0;   // static, bytes
  uint64_t Arguments = 0;     // bytes, 0: any
  uint64_t PrivateMemory = 0; // of a work-item, bytes; 0: LLVM knows
};

class GpuTarget : public Target {
public:
  llvm::StringRef name() const override { return Name; }
  llvm::Expected<std::vector<CompiledKernel>> compile(std::unique_ptr<llvm::Module> M, llvm::StringRef KernelName,
                                                      llvm::StringRef EntryName, const LaunchShape &Shape,
                                                      const TargetOptions &Options,
                                                      diagnostics &Remarks) const override;
  std::vector<std::string> files(const TargetOptions &Options) const override;

protected:
  // What generate() is given besides the module.
  struct Job {
    llvm::StringRef KernelName, EntryName;
    const TargetOptions &Options;
    diagnostics &Remarks;
    uint64_t ArgumentBytes = 0;
  };

  explicit GpuTarget(std::string Name) : Name(std::move(Name)) {}
  virtual RetargetRules rules() const = 0;
  virtual const GpuDevice &device() const = 0;
  virtual GpuLimits limits() const = 0;
  virtual MathLibrary mathLibrary(const TargetOptions &Options) const = 0;
  // The program that makes images of what LLVM writes, if there is one.
  virtual std::optional<std::string> imageTool(const TargetOptions &Options) const = 0;
  virtual std::unique_ptr<llvm::TargetMachine> createMachine(const Job &J) const = 0;
  // The record's fields that say which devices run the code.
  virtual void describe(bundle::variant_record &Record) const = 0;
  // The loadable images of the optimized module, in order of preference.
  virtual llvm::Expected<std::vector<std::pair<image_format, std::vector<unsigned char>>>>
  createImages(llvm::Module &M, llvm::TargetMachine &Machine, const Job &J) const = 0;

  // Runs the back end over M. SF4004 with what it has to say if it refuses.
  llvm::Expected<llvm::SmallString<0>> runBackEnd(llvm::Module &M, llvm::TargetMachine &Machine, bool Text,
                                                  const Job &J) const;

private:
  llvm::Expected<std::unique_ptr<llvm::Module>> build(llvm::Module &M, llvm::Function &Kernel,
                                                      llvm::StringRef EntryName, const LaunchShape &Shape,
                                                      bundle::builder::variant &V) const;
  llvm::Error adopt(llvm::Module &M, llvm::Function &Kernel, llvm::StringRef EntryName,
                    bundle::builder::variant &V) const;
  llvm::Error checkLimits(llvm::Module &M, Job &J, bundle::builder::variant &V) const;
  llvm::Error optimize(llvm::Module &M, llvm::TargetMachine &Machine, const Job &J) const;

  std::string Name;
};

} // namespace syclfuse::fuser
