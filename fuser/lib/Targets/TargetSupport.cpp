// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TargetSupport.h"
#include "Support/FuseError.h"
#include "Targets/Common/WorkItem.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace syclfuse::fuser {

Target::~Target() = default;

namespace {

struct TargetFamily {
  std::unique_ptr<Target> (*Create)(StringRef Name);
  std::string (*Names)();
};

constexpr TargetFamily Families[] = {
#define SF_TARGET(Family) {create##Family##Target, names##Family##Targets},
#include "Targets.def"
};

} // namespace

Expected<std::unique_ptr<Target>> createTarget(StringRef Name) {
  std::string Known;
  for (const TargetFamily &F : Families) {
    if (std::unique_ptr<Target> T = F.Create(Name))
      return T;
    Known += (Known.empty() ? "" : ", ") + F.Names();
  }
  return fuseError(diag::unknown_target, {Name.str(), Known});
}

Expected<bundle::builder::variant> describeVariant(const Function &Kernel, const LaunchShape &Shape) {
  Expected<SmallVector<ArgumentSource, 8>> Sources = readArgumentSources(Kernel);
  if (!Sources)
    return Sources.takeError();
  bundle::builder::variant V;
  for (const ArgumentSource &S : *Sources) {
    bundle::argument_record A;
    A.source = S.Source;
    A.submission = S.Submission;
    A.offset = S.Offset;
    A.size = S.Size;
    V.arguments.push_back(A);
  }
  V.record.dimensions = Shape.Dims;
  if (Shape.Kind != range_kind::nd_range)
    V.record.flags |= bundle::variant_linear;
  if (std::optional<LaunchConstants> C = launchConstants(Shape)) {
    V.record.kind = variant_kind::specialized;
    for (unsigned D = 0; D != 3; ++D) {
      V.record.nd_range.global_size[D] = C->Global[D];
      V.record.nd_range.global_offset[D] = C->Offset[D];
      if (Shape.Kind == range_kind::nd_range)
        V.record.nd_range.local_size[D] = C->Local[D];
    }
  }
  return V;
}

Error checkAtomics(const Function &F, StringRef TargetName, uint64_t MostBytes) {
  for (const Instruction &I : instructions(F)) {
    if (!I.isAtomic() || isa<FenceInst, CallBase>(I))
      continue;
    Type *T = isa<StoreInst>(I) ? getLoadStoreType(&I) : I.getType();
    if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      T = Exchange->getCompareOperand()->getType();
    Align Aligned;
    if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
      Aligned = Update->getAlign();
    else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      Aligned = Exchange->getAlign();
    else
      Aligned = getLoadStoreAlignment(&I);
    uint64_t Size = F.getDataLayout().getTypeStoreSize(T);
    std::string Why = "it has an atomic access of " + std::to_string(Size) + " bytes";
    if (Size <= MostBytes && Aligned.value() >= Size)
      continue;
    if (Size <= MostBytes)
      Why += " that are aligned to " + std::to_string(Aligned.value());
    return fuseError(diag::unsupported_construct, {F.getName().str(), TargetName.str(), Why}, I);
  }
  return Error::success();
}

uint64_t stackBytes(const Function &F) {
  uint64_t Bytes = 0;
  for (const Instruction &I : instructions(F))
    if (auto *Alloca = dyn_cast<AllocaInst>(&I))
      if (std::optional<TypeSize> Size = Alloca->getAllocationSize(F.getDataLayout()); Size && !Size->isScalable())
        Bytes = SaturatingAdd<uint64_t>(Bytes, Size->getFixedValue());
  return Bytes;
}

LLVMOption::LLVMOption(StringRef Name, StringRef Value, StringRef Default) : Name(Name), Default(Default) {
  set(Value);
}

LLVMOption::~LLVMOption() { set(Default); }

// An LLVM that does not have it does not need it either.
void LLVMOption::set(StringRef Value) const {
  if (cl::Option *Option = cl::getRegisteredOptions().lookup(Name))
    Option->addOccurrence(0, Name, Value);
}

} // namespace syclfuse::fuser
