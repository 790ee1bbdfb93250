// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FusedProperties.h"

#include "KernelSignature.h"

#include "syclfuse/fuser/FuseError.h"
#include "syclfuse/fuser/Metadata.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// Metadata by which a kernel constrains its launch: kernels without it follow those that have it.
constexpr StringLiteral LaunchMetadata[] = {"reqd_work_group_size", "intel_reqd_sub_group_size", "reqd_sub_group_size",
                                            "max_work_group_size", "intel_max_global_work_dim"};

// Attributes that change what the code computes, so that they cannot be united.
constexpr StringLiteral ModeAttributes[] = {"denormal-fp-math", "denormal-fp-math-f32"};

// {64, 1, 1} for a node of integers.
std::string describe(const MDNode &Node) {
  std::string Out = "{";
  for (const MDOperand &Op : Node.operands()) {
    if (Out.size() > 1)
      Out += ", ";
    const auto *C = mdconst::dyn_extract_or_null<ConstantInt>(Op.get());
    Out += C && C->getValue().getActiveBits() <= 64 ? std::to_string(C->getZExtValue()) : "?";
  }
  return Out + "}";
}

Error refuse(const Function &Kernel, StringRef FusedName, const std::string &Why) {
  return fuseError(diag::kernel_not_fusible, {Kernel.getName().str(), FusedName.str(), Why}, Kernel);
}

Error checkLaunchMetadata(ArrayRef<Function *> Kernels, StringRef FusedName) {
  for (StringRef Name : LaunchMetadata) {
    const MDNode *First = nullptr;
    for (Function *Kernel : Kernels) {
      const MDNode *Node = Kernel->getMetadata(Name);
      if (First && Node && Node != First)
        return refuse(*Kernel, FusedName, (Name + " " + describe(*Node) + " differs from " + describe(*First)).str());
      First = First ? First : Node;
    }
  }
  return Error::success();
}

Error checkModes(ArrayRef<Function *> Kernels, StringRef FusedName) {
  const Function &First = *Kernels.front();
  for (Function *Kernel : Kernels) {
    if (Kernel->getCallingConv() != First.getCallingConv())
      return refuse(*Kernel, FusedName, "its calling convention differs from that of '" + First.getName().str() + "'");
    if (Kernel->hasFnAttribute(Attribute::StrictFP) != First.hasFnAttribute(Attribute::StrictFP))
      return refuse(*Kernel, FusedName, "only one of the kernels uses a strict floating-point environment");
    for (StringRef Name : ModeAttributes)
      if (Kernel->getFnAttribute(Name) != First.getFnAttribute(Name))
        return refuse(*Kernel, FusedName, (Name + " differs from that of '" + First.getName() + "'").str());
  }
  return Error::success();
}

// Statements about the whole body that barriers, or what other kernels do, would make wrong.
bool isAboutWholeBody(Attribute A) {
  return A.hasAttribute(Attribute::Memory) || A.hasAttribute(Attribute::NoSync) || A.hasAttribute(Attribute::Speculatable) ||
         A.hasAttribute(Attribute::OptimizeNone) || A.hasAttribute(Attribute::NoInline);
}

} // namespace

Error checkCompatible(ArrayRef<Function *> Kernels, StringRef FusedName) {
  if (Error E = checkLaunchMetadata(Kernels, FusedName))
    return E;
  return checkModes(Kernels, FusedName);
}

static void inheritAttributes(Function &Fused, ArrayRef<Function *> Kernels) {
  AttrBuilder Attributes(Fused.getContext());
  for (Attribute A : Kernels.front()->getAttributes().getFnAttrs()) {
    auto HasIt = [&](const Function *Kernel) {
      return A.isStringAttribute() ? Kernel->getFnAttribute(A.getKindAsString()) == A
                                   : Kernel->getFnAttribute(A.getKindAsEnum()) == A;
    };
    if (!isAboutWholeBody(A) && all_of(Kernels, HasIt))
      Attributes.addAttribute(A);
  }
  if (any_of(Kernels, [](const Function *Kernel) { return Kernel->isConvergent(); }))
    Attributes.addAttribute(Attribute::Convergent);
  Fused.addFnAttrs(Attributes);
}

static void inheritMetadata(Function &Fused, ArrayRef<Function *> Kernels) {
  SmallVector<StringRef, 32> Names;
  Fused.getContext().getMDKindNames(Names);
  SmallVector<std::pair<unsigned, MDNode *>, 8> All;
  Kernels.front()->getAllMetadata(All);
  for (auto [Kind, Node] : All) {
    StringRef Name = Names[Kind];
    const bool Ours = Name.starts_with("sycl.kernel.");
    auto HasIt = [Kind = Kind, Node = Node](const Function *Kernel) { return Kernel->getMetadata(Kind) == Node; };
    if (Kind != LLVMContext::MD_dbg && Kind != LLVMContext::MD_prof && !Ours && !isArgumentList(Name) &&
        all_of(Kernels, HasIt))
      Fused.setMetadata(Kind, Node);
  }
  for (StringRef Name : LaunchMetadata)
    for (Function *Kernel : Kernels)
      if (MDNode *Node = Kernel->getMetadata(Name))
        Fused.setMetadata(Name, Node);
}

void inheritProperties(Function &Fused, ArrayRef<Function *> Kernels) {
  inheritAttributes(Fused, Kernels);
  inheritMetadata(Fused, Kernels);
}

void uniteArgumentLists(Function &Fused, ArrayRef<Function *> Kernels, ArrayRef<std::pair<unsigned, unsigned>> Order) {
  SmallVector<StringRef, 32> Names;
  Fused.getContext().getMDKindNames(Names);
  for (auto [Kind, Name] : enumerate(Names)) {
    if (!isArgumentList(Name))
      continue;
    const unsigned K = Kind;
    auto HasList = [K](const Function *Kernel) {
      const MDNode *List = Kernel->getMetadata(K);
      return List && List->getNumOperands() == Kernel->arg_size();
    };
    if (!all_of(Kernels, HasList))
      continue;
    SmallVector<Metadata *, 8> United;
    for (auto [Kernel, Argument] : Order)
      United.push_back(Kernels[Kernel]->getMetadata(K)->getOperand(Argument));
    Fused.setMetadata(K, MDNode::get(Fused.getContext(), United));
  }
}

} // namespace syclfuse::fuser
