// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FusionPlan.h"

#include "Analysis/Dialects/Builtins.h"
#include "Analysis/Dialects/Dialect.h"
#include "Support/FuseError.h"
#include "Support/MetadataReader.h"
#include "Support/UserNames.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace syclfuse::fuser {

namespace {

using KernelArgument = FusionPlan::KernelArgument;

bool namesLocal(const Value *V, unsigned Space) {
  if (const auto *G = dyn_cast<GlobalVariable>(V))
    return G->getAddressSpace() == Space;
  const auto *C = dyn_cast<ConstantExpr>(V);
  return C && any_of(C->operands(), [&](const Use &Op) { return namesLocal(Op, Space); });
}

// Whether the body of F, where everything is inlined, names a variable in local memory.
bool usesLocalVariables(const Function &F) {
  const unsigned Space = Dialect::of(*F.getParent()).Local;
  return any_of(instructions(F), [&](const Instruction &I) {
    return any_of(I.operands(), [&](const Use &Op) { return namesLocal(Op, Space); });
  });
}

// Fused, the lines of one kernel would stand among those of the next.
bool prints(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return Call && Call->getCalledFunction() && isPrint(*Call->getCalledFunction());
  });
}

class Planner {
public:
  explicit Planner(Function &Stub) : Stub(Stub) {}

  Expected<FusionPlan> run() {
    if (Error E = readFusionStub(Stub).moveInto(P.Request))
      return std::move(E);
    for (auto Step : {&Planner::findKernels, &Planner::checkName, &Planner::findLaunch, &Planner::mapArguments,
                      &Planner::checkLists, &Planner::composeSources})
      if (Error E = (this->*Step)())
        return std::move(E);
    return std::move(P);
  }

private:
  Error findKernels() {
    for (const std::string &Name : P.Request.Kernels) {
      Function *Kernel = Stub.getParent()->getFunction(Name);
      if (!Kernel || Kernel->isDeclaration())
        return fuseError(diag::kernel_not_in_ir, {userName(*Stub.getParent(), Name)}, Stub);
      auto Refuse = [&](const char *Why) { return refuseKernel(P.Request, *Kernel, P.Kernels.size(), Why); };
      if (!Kernel->getReturnType()->isVoidTy() || Kernel->isVarArg())
        return Refuse("it is no kernel: it returns a value or takes a variable number of arguments");
      if (is_contained(P.Kernels, Kernel) && usesLocalVariables(*Kernel))
        return Refuse("it has local memory of its own (group_local_memory), and is there twice");
      if (Expected<SmallVector<ArgumentSource, 8>> Sources = readArgumentSources(*Kernel); !Sources)
        return Sources.takeError();
      else if (any_of(*Sources, [](const ArgumentSource &S) { return S.Source == argument_source::device_global; }))
        return Refuse("it uses a device_global variable");
      if (prints(*Kernel))
        return Refuse("it prints (ext::oneapi::experimental::printf)");
      if (InlineResult Viable = isInlineViable(*Kernel); !Viable.isSuccess())
        return Refuse(Viable.getFailureReason());
      P.Kernels.push_back(Kernel);
    }
    return Error::success();
  }

  Error checkName() {
    if (StringRef Name = P.Request.FusedName; Name.starts_with("llvm.") || Name.contains('\0'))
      return metadataError(MDFused, Stub, "no kernel can have the name '" + Name + "'");
    const GlobalValue *Other = Stub.getParent()->getNamedValue(P.Request.FusedName);
    if (Other && Other != &Stub)
      return metadataError(MDFused, Stub, "the module already has a symbol '" + P.Request.FusedName + "'");
    return Error::success();
  }

  Error findLaunch() {
    Expected<FusedLaunch> Launch = planLaunch(P.Request, P.Kernels);
    if (!Launch)
      return Launch.takeError();
    P.Launch = std::move(*Launch);
    return Error::success();
  }

  // Groups the identical arguments, then numbers those of the fused kernel. Tuples that share an argument are one
  // group.
  Error mapArguments() {
    EquivalenceClasses<KernelArgument> Identical;
    for (const std::vector<KernelArgument> &Group : P.Request.IdenticalArguments) {
      if (Group.size() < 2)
        return metadataError(MDParam, Stub, "a tuple has less than two arguments");
      for (KernelArgument A : Group) {
        if (A.first >= P.Kernels.size() || A.second >= P.Kernels[A.first]->arg_size())
          return metadataError(MDParam, Stub,
                               "there is no argument " + Twine(A.second) + " of kernel " + Twine(A.first));
        if (count(Group, A) > 1)
          return metadataError(MDParam, Stub,
                               "argument " + Twine(A.second) + " of kernel " + Twine(A.first) + " is listed twice");
        if (Error E = checkSameType(Group.front(), A))
          return E;
        Identical.unionSets(Group.front(), A);
      }
    }
    // By the leader of a group, the first of it.
    std::map<KernelArgument, unsigned> Known;
    for (unsigned K = 0; K < P.Kernels.size(); ++K) {
      P.FusedArgument.emplace_back();
      for (unsigned A = 0; A < P.Kernels[K]->arg_size(); ++A) {
        const auto Leader = Identical.findLeader({K, A});
        const KernelArgument Group = Leader == Identical.member_end() ? KernelArgument(K, A) : *Leader;
        auto [It, New] = Known.try_emplace(Group, P.Order.size());
        P.FusedArgument[K].push_back(It->second);
        if (New)
          P.Order.push_back({K, A});
      }
    }
    return Error::success();
  }

  Error checkSameType(KernelArgument A, KernelArgument B) {
    const Argument &X = P.argument(A), &Y = P.argument(B);
    if (X.getType() == Y.getType() && X.getParamByValType() == Y.getParamByValType() &&
        X.getParamByRefType() == Y.getParamByRefType())
      return Error::success();
    return metadataError(MDParam, Stub,
                         "argument " + Twine(B.second) + " of kernel " + Twine(B.first) +
                             " is declared identical to one of another type");
  }

  Error checkLists() {
    const size_t Count = P.Order.size();
    if (!P.Request.Promotions.empty() && P.Request.Promotions.size() != Count)
      return metadataError(MDPromote, Stub,
                           Twine(P.Request.Promotions.size()) + " entries for " + Twine(Count) + " arguments");
    for (const auto &[Index, Bytes] : P.Request.Constants)
      if (Index >= Count)
        return metadataError(MDConstants, Stub, "there is no argument " + Twine(Index));
    return Error::success();
  }

  // The kernel's own sources, with its place in the sequence for the submission.
  Error composeSources() {
    SmallVector<SmallVector<ArgumentSource, 8>, 8> ByKernel;
    for (Function *Kernel : P.Kernels) {
      auto Sources = readArgumentSources(*Kernel);
      if (!Sources)
        return Sources.takeError();
      ByKernel.push_back(std::move(*Sources));
    }
    for (Function *Kernel : P.Kernels)
      if (!Kernel->hasMetadata(MDArguments))
        return P.Request.RunTimeRanges.empty()
                   ? Error::success()
                   : metadataError(MDRunTimeRanges, Stub, "kernel '" + userName(*Kernel) + "' has no " + MDArguments);
    P.Sources.emplace();
    for (auto [K, A] : P.Order) {
      ArgumentSource Source = ByKernel[K][A];
      Source.Submission = K;
      P.Sources->push_back(Source);
    }
    return Error::success();
  }

  Function &Stub;
  FusionPlan P;
};

} // namespace

Error refuseKernel(const FusionRequest &Request, const Function &Kernel, size_t At, StringRef Why) {
  return handleErrors(fuseError(diag::kernel_not_fusible,
                                {userName(Kernel), userName(*Kernel.getParent(), Request.FusedName), Why.str()},
                                Kernel),
                      [&](const FuseError &E) -> Error {
                        if (Request.Kernels.size() == 2)
                          return make_error<FuseError>(E.get());
                        return make_error<FuseError>(E.get(), std::max<unsigned>(At, 1));
                      });
}

Expected<FusionPlan> planFusion(Function &Stub) { return Planner(Stub).run(); }

} // namespace syclfuse::fuser
