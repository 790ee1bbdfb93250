// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FusedProperties.h"

#include "Analysis/Dialects/Builtins.h"
#include "Support/KernelSignature.h"
#include "Support/MetadataReader.h"

#include "Support/FuseError.h"
#include "Support/Metadata.h"
#include "Support/UserNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// Metadata by which a kernel constrains its launch: kernels without it follow those that have it.
constexpr StringLiteral LaunchMetadata[] = {
    "reqd_work_group_size",  "work_group_num_dim",  "intel_reqd_sub_group_size", "reqd_sub_group_size",
    "sub_group_size",        "max_work_group_size", "max_global_work_dim",       "intel_max_global_work_dim",
    "min_work_groups_per_cu"};

// Attributes that change what the code computes, so that they cannot be united.
constexpr StringLiteral ModeAttributes[] = {"denormal-fp-math", "denormal-fp-math-f32", "amdgpu-ieee",
                                            "amdgpu-dx10-clamp"};

// Attributes that limit the launch or the code generated for it, lists of numbers, and how two of them become one.
enum class Unite { Equal, Smallest, Largest, Overlap };
struct LimitAttribute {
  StringLiteral Name;
  Unite How;
};
constexpr LimitAttribute LimitAttributes[] = {{"nvvm.reqntid", Unite::Equal},
                                              {"nvvm.cluster_dim", Unite::Equal},
                                              {"nvvm.maxntid", Unite::Smallest},
                                              {"nvvm.maxnreg", Unite::Smallest},
                                              {"nvvm.maxclusterrank", Unite::Smallest},
                                              {"nvvm.minctasm", Unite::Largest},
                                              {"amdgpu-max-num-workgroups", Unite::Smallest},
                                              {"amdgpu-flat-work-group-size", Unite::Overlap}};

bool isLimit(Attribute A) {
  return A.isStringAttribute() &&
         any_of(LimitAttributes, [&](const LimitAttribute &L) { return A.getKindAsString() == L.Name; });
}

// Numbers separated by commas; none if the text is anything else.
SmallVector<uint64_t, 3> numbers(StringRef Text) {
  SmallVector<uint64_t, 3> Out;
  for (StringRef Part : split(Text, ',')) {
    uint64_t N;
    if (Part.trim().getAsInteger(10, N))
      return {};
    Out.push_back(N);
  }
  return Out;
}

// The limit that keeps both, or nothing.
std::optional<std::string> unite(Unite How, StringRef A, StringRef B) {
  if (A == B)
    return A.str();
  SmallVector<uint64_t, 3> X = numbers(A), Y = numbers(B);
  if (How == Unite::Equal || X.empty() || X.size() != Y.size() || (How == Unite::Overlap && X.size() != 2))
    return std::nullopt;
  for (unsigned I = 0; I < X.size(); ++I) {
    const bool Max = How == Unite::Largest || (How == Unite::Overlap && I == 0);
    X[I] = Max ? std::max(X[I], Y[I]) : std::min(X[I], Y[I]);
  }
  if (How == Unite::Overlap && X[0] > X[1])
    return std::nullopt;
  return join(map_range(X, [](uint64_t N) { return std::to_string(N); }), ",");
}

// Kernels that do not run in work-groups of their own size have nothing to say about those of the launch.
SmallVector<Function *, 8> kernelsInTheirGroups(const FusionPlan &P) {
  SmallVector<Function *, 8> Out;
  for (auto [K, Kernel] : enumerate(P.Kernels))
    if (P.Launch.keepsGroups(K))
      Out.push_back(Kernel);
  return Out;
}

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

// Kernel does not fit to Other, which may be behind it.
Error refuse(const FusionPlan &P, const Function &Kernel, const Function &Other, const std::string &Why) {
  const auto Number = [&](const Function &F) { return find(P.Kernels, &F) - P.Kernels.begin(); };
  return refuseKernel(P.Request, Kernel, std::max(Number(Kernel), Number(Other)), Why);
}

Error checkLaunchMetadata(ArrayRef<Function *> Kernels, const FusionPlan &P) {
  for (StringRef Name : LaunchMetadata) {
    const MDNode *First = nullptr;
    for (Function *Kernel : Kernels) {
      const MDNode *Node = Kernel->getMetadata(Name);
      if (First && Node && Node != First)
        return refuse(P, *Kernel, *Kernel, (Name + " " + describe(*Node) + " differs from " + describe(*First)).str());
      First = First ? First : Node;
    }
  }
  return Error::success();
}

// A kernel that says nothing may have sub-groups of any size, but programs ask for that size before they launch it.
Error checkSubGroups(ArrayRef<Function *> Kernels, const FusionPlan &P) {
  for (StringRef Name : {"intel_reqd_sub_group_size", "reqd_sub_group_size"}) {
    auto IsOther = [&](const Function *Kernel) {
      const MDNode *Node = Kernel->getMetadata(Name);
      const auto *Size = Node ? mdconst::dyn_extract_or_null<ConstantInt>(Node->getOperand(0)) : nullptr;
      return Size && !Size->equalsInt(DefaultSubGroupSize);
    };
    const auto *Other = find_if(Kernels, IsOther);
    for (Function *Kernel : Kernels)
      if (Other != Kernels.end() && !Kernel->hasMetadata(Name) && usesSubGroups(*Kernel))
        return refuse(P, *Kernel, **Other,
                      "it has sub-groups and requires no size of them, '" + userName(**Other) + "' requires " +
                          describe(*(*Other)->getMetadata(Name)));
  }
  return Error::success();
}

Error checkModes(ArrayRef<Function *> Kernels, const FusionPlan &P) {
  const Function &First = *Kernels.front();
  for (Function *Kernel : Kernels) {
    if (Kernel->getCallingConv() != First.getCallingConv())
      return refuse(P, *Kernel, *Kernel, "its calling convention differs from that of '" + userName(First) + "'");
    if (Kernel->hasFnAttribute(Attribute::StrictFP) != First.hasFnAttribute(Attribute::StrictFP))
      return refuse(P, *Kernel, *Kernel, "only one of the kernels uses a strict floating-point environment");
    for (StringRef Name : ModeAttributes)
      if (Kernel->getFnAttribute(Name) != First.getFnAttribute(Name))
        return refuse(P, *Kernel, *Kernel, (Name + " differs from that of '" + userName(First) + "'").str());
  }
  return Error::success();
}

Error checkLimits(ArrayRef<Function *> Kernels, const FusionPlan &P) {
  for (const LimitAttribute &Limit : LimitAttributes) {
    std::optional<std::string> United;
    for (Function *Kernel : Kernels) {
      const Attribute A = Kernel->getFnAttribute(Limit.Name);
      if (!A.isValid())
        continue;
      const std::optional<std::string> Both =
          United ? unite(Limit.How, *United, A.getValueAsString()) : A.getValueAsString().str();
      if (!Both)
        return refuse(P, *Kernel, *Kernel, (Limit.Name + " " + A.getValueAsString() + " excludes " + *United).str());
      United = Both;
    }
  }
  return Error::success();
}

// Statements about the whole body that barriers, or what other kernels do, would make wrong.
bool isAboutWholeBody(Attribute A) {
  return A.hasAttribute(Attribute::Memory) || A.hasAttribute(Attribute::NoSync) ||
         A.hasAttribute(Attribute::Speculatable) || A.hasAttribute(Attribute::OptimizeNone) ||
         A.hasAttribute(Attribute::NoInline);
}

// Promises not to ask for ids, which remapping does.
bool isAboutQueries(Attribute A) { return A.isStringAttribute() && A.getKindAsString().starts_with("amdgpu-no-"); }

void inheritAttributes(Function &Fused, const FusionPlan &P) {
  AttrBuilder Attributes(Fused.getContext());
  for (Attribute A : P.Kernels.front()->getAttributes().getFnAttrs()) {
    auto HasIt = [&](const Function *Kernel) {
      return A.isStringAttribute() ? Kernel->getFnAttribute(A.getKindAsString()) == A
                                   : Kernel->getFnAttribute(A.getKindAsEnum()) == A;
    };
    if (!isAboutWholeBody(A) && !isLimit(A) && !(P.Launch.isRemapped() && isAboutQueries(A)) &&
        all_of(P.Kernels, HasIt))
      Attributes.addAttribute(A);
  }
  if (any_of(P.Kernels, [](const Function *Kernel) { return Kernel->isConvergent(); }))
    Attributes.addAttribute(Attribute::Convergent);
  Fused.addFnAttrs(Attributes);
}

void inheritLimits(Function &Fused, ArrayRef<Function *> Kernels) {
  for (const LimitAttribute &Limit : LimitAttributes)
    for (Function *Kernel : Kernels)
      if (const Attribute A = Kernel->getFnAttribute(Limit.Name); A.isValid()) {
        const Attribute Known = Fused.getFnAttribute(Limit.Name);
        const StringRef Before = Known.isValid() ? Known.getValueAsString() : A.getValueAsString();
        Fused.addFnAttr(Limit.Name, unite(Limit.How, Before, A.getValueAsString()).value_or(Before.str()));
      }
}

bool isLaunchMetadata(StringRef Name) { return is_contained(LaunchMetadata, Name); }

void inheritMetadata(Function &Fused, const FusionPlan &P) {
  SmallVector<StringRef, 32> Names;
  Fused.getContext().getMDKindNames(Names);
  SmallVector<std::pair<unsigned, MDNode *>, 8> All;
  P.Kernels.front()->getAllMetadata(All);
  for (auto [Kind, Node] : All) {
    StringRef Name = Names[Kind];
    const bool Ours = Name.starts_with("sycl.kernel.");
    auto HasIt = [Kind = Kind, Node = Node](const Function *Kernel) { return Kernel->getMetadata(Kind) == Node; };
    if (Kind != LLVMContext::MD_dbg && Kind != LLVMContext::MD_prof && !Ours && !isArgumentList(Name) &&
        Name != MDOmittedArguments && !isLaunchMetadata(Name) && all_of(P.Kernels, HasIt))
      Fused.setMetadata(Kind, Node);
  }
  for (Function *Kernel : kernelsInTheirGroups(P))
    for (StringRef Name : LaunchMetadata)
      if (MDNode *Node = Kernel->getMetadata(Name))
        Fused.setMetadata(Name, Node);
}

// What an OpenCL list says about an i64 passed by value; null for lists we do not know.
Metadata *entryOfSize(LLVMContext &C, StringRef List, const Argument &Arg) {
  if (List == "kernel_arg_addr_space")
    return integerMetadata(C, 32, 0);
  if (List == "kernel_arg_access_qual")
    return MDString::get(C, "none");
  if (List == "kernel_arg_type" || List == "kernel_arg_base_type")
    return MDString::get(C, "ulong");
  if (List == "kernel_arg_type_qual")
    return MDString::get(C, "");
  if (List == "kernel_arg_name")
    return MDString::get(C, Arg.getName());
  return nullptr;
}

MDNode *unitedList(Function &Fused, const FusionPlan &P, unsigned Kind, StringRef Name) {
  auto HasList = [&](const Function *Kernel) {
    const MDNode *List = Kernel->getMetadata(Kind);
    return List && List->getNumOperands() == Kernel->arg_size();
  };
  if (!all_of(P.Kernels, HasList))
    return nullptr;
  SmallVector<Metadata *, 8> United;
  for (auto [Kernel, Argument] : P.Order)
    United.push_back(P.Kernels[Kernel]->getMetadata(Kind)->getOperand(Argument));
  for (Argument &Arg : drop_begin(Fused.args(), P.Order.size())) {
    United.push_back(entryOfSize(Fused.getContext(), Name, Arg));
    if (!United.back())
      return nullptr;
  }
  return MDNode::get(Fused.getContext(), United);
}

// The source's arguments of all kernels in order: those that a kernel lacks, and those that are the same as an earlier
// one, are omitted.
void uniteOmittedArguments(Function &Fused, const FusionPlan &P) {
  if (none_of(P.Kernels, [](const Function *Kernel) { return Kernel->hasMetadata(MDOmittedArguments); }))
    return;
  SmallVector<bool, 16> All;
  for (auto [K, Kernel] : enumerate(P.Kernels)) {
    unsigned Argument = 0;
    for (bool Omitted : omittedArguments(*Kernel)) {
      if (!Omitted)
        Omitted = P.Order[P.FusedArgument[K][Argument]] != FusionPlan::KernelArgument(K, Argument), ++Argument;
      All.push_back(Omitted);
    }
  }
  All.append(Fused.arg_size() - P.Order.size(), false);
  writeOmittedArguments(Fused, All);
}

} // namespace

Error checkCompatible(const FusionPlan &P) {
  const SmallVector<Function *, 8> InGroups = kernelsInTheirGroups(P);
  if (Error E = checkLaunchMetadata(InGroups, P))
    return E;
  if (Error E = checkSubGroups(InGroups, P))
    return E;
  if (Error E = checkLimits(InGroups, P))
    return E;
  return checkModes(P.Kernels, P);
}

void inheritProperties(Function &Fused, const FusionPlan &P) {
  inheritAttributes(Fused, P);
  inheritLimits(Fused, kernelsInTheirGroups(P));
  inheritMetadata(Fused, P);
}

void uniteArgumentLists(Function &Fused, const FusionPlan &P) {
  SmallVector<StringRef, 32> Names;
  Fused.getContext().getMDKindNames(Names);
  for (auto [Kind, Name] : enumerate(Names))
    if (isArgumentList(Name))
      if (MDNode *United = unitedList(Fused, P, Kind, Name))
        Fused.setMetadata(Kind, United);
  uniteOmittedArguments(Fused, P);
}

} // namespace syclfuse::fuser
