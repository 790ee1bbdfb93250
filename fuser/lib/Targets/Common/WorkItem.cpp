// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WorkItem.h"
#include "Support/FuseError.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// Beyond any size a launch can have, so that sums of two ids do not wrap.
constexpr uint64_t IdLimit = uint64_t(1) << 62;

std::optional<uint64_t> constantOf(Builtin Kind, unsigned D, const LaunchShape &Shape,
                                   const std::optional<LaunchConstants> &C) {
  if (D >= 3)
    return Kind == Builtin::GlobalSize || Kind == Builtin::LocalSize || Kind == Builtin::NumGroups ? 1 : 0;
  bool Unused = D >= Shape.Dims, Plain = Shape.Kind != range_kind::nd_range;
  switch (Kind) {
  case Builtin::GlobalSize:
    return C ? std::optional(C->Global[D]) : Unused ? std::optional<uint64_t>(1) : std::nullopt;
  case Builtin::LocalSize:
    return C ? std::optional(C->Local[D]) : Unused || Plain ? std::optional<uint64_t>(1) : std::nullopt;
  case Builtin::NumGroups:
    return C ? std::optional(C->Groups[D]) : Unused ? std::optional<uint64_t>(1) : std::nullopt;
  case Builtin::GlobalOffset:
    return C ? std::optional(C->Offset[D]) : Unused ? std::optional<uint64_t>(0) : std::nullopt;
  case Builtin::LocalId:
  case Builtin::LocalLinearId:
    return Plain || (Unused && Kind == Builtin::LocalId) ? std::optional<uint64_t>(0) : std::nullopt;
  case Builtin::GlobalId:
  case Builtin::GroupId:
    return Unused ? std::optional<uint64_t>(0) : std::nullopt;
  default:
    return std::nullopt;
  }
}

ConstantRange rangeOf(Builtin Kind, unsigned D, const std::optional<LaunchConstants> &C) {
  auto Range = [](uint64_t Low, uint64_t High) { return ConstantRange::getNonEmpty(APInt(64, Low), APInt(64, High)); };
  if (!C)
    return Range(0, IdLimit);
  switch (Kind) {
  case Builtin::GlobalId:
    return Range(C->Offset[D], C->Offset[D] + C->Global[D]);
  case Builtin::LocalId:
    return Range(0, C->Local[D]);
  case Builtin::GroupId:
    return Range(0, C->Groups[D]);
  case Builtin::GlobalLinearId:
    return Range(0, C->total());
  case Builtin::LocalLinearId:
    return Range(0, C->groupSize());
  default:
    return Range(0, IdLimit);
  }
}

SmallVector<GlobalVariable *, 2> localVariables(Module &M) {
  SmallVector<GlobalVariable *, 2> Found;
  for (GlobalVariable &G : M.globals())
    if (G.hasMetadata("syclfuse.local"))
      Found.push_back(&G);
  return Found;
}

} // namespace

std::optional<LaunchConstants> launchConstants(const LaunchShape &Shape) {
  if (!Shape.Constant)
    return std::nullopt;
  const launch_sizes Sizes = Shape.Constant->sizes();
  LaunchConstants C;
  for (unsigned D = 0; D != 3; ++D) {
    C.Global[D] = Sizes.global_size[D];
    C.Offset[D] = Sizes.global_offset[D];
    if (Shape.Kind == range_kind::nd_range && Sizes.local_size[D])
      C.Local[D] = Sizes.local_size[D];
    C.Groups[D] = C.Global[D] / C.Local[D];
  }
  return C;
}

void specializeNDRange(Function &Kernel, const LaunchShape &Shape) {
  std::optional<LaunchConstants> C = launchConstants(Shape);
  Type *I64 = Type::getInt64Ty(Kernel.getContext());
  replaceQueries(Kernel, [&](const QueryUse &Use) -> Value * {
    if (auto Known = constantOf(Use.Kind, Use.Dimension, Shape, C))
      return ConstantInt::get(I64, *Known);
    if (Use.Call->getType() == I64)
      Use.Call->addRangeRetAttr(rangeOf(Use.Kind, Use.Dimension, C));
    return nullptr;
  });
}

// Of modules of other compilers nothing is known.
static SmallBitVector launchSizes(const Function &Kernel) {
  SmallBitVector Sizes(Kernel.arg_size());
  Expected<SmallVector<ArgumentSource, 8>> Sources = readArgumentSources(Kernel);
  if (!Sources) {
    consumeError(Sources.takeError());
    return Sizes;
  }
  for (auto [N, Source] : enumerate(*Sources))
    Sizes[N] = Source.Source == argument_source::global_size || Source.Source == argument_source::num_groups ||
               Source.Source == argument_source::local_size;
  return Sizes;
}

WorkItemFunction makeWorkItemFunction(Function &Kernel, bool LocalsAsParameters) {
  WorkItemFunction Item;
  Module &M = *Kernel.getParent();
  LLVMContext &C = M.getContext();
  Item.KernelName = Kernel.getName().str();
  Item.KernelArguments = Kernel.arg_size();
  Item.LaunchSizes = launchSizes(Kernel);
  Item.Aggregates.resize(Item.KernelArguments);
  for (const Argument &A : Kernel.args())
    Item.Aggregates[A.getArgNo()] = A.hasByValAttr();
  MapVector<std::pair<Builtin, unsigned>, SmallVector<CallInst *, 4>> Queries;
  for (const QueryUse &Use : findQueries(Kernel))
    Queries[{Use.Kind, Use.Dimension}].push_back(Use.Call);
  if (LocalsAsParameters)
    Item.Locals = localVariables(M);
  SmallVector<CallInst *, 4> LocalMemory = findCalls(Kernel, Builtin::LocalMemory);
  Item.UsesLocalMemory = !LocalMemory.empty();

  SmallVector<Type *, 16> Parameters(Kernel.getFunctionType()->params());
  Parameters.append(Queries.size(), Type::getInt64Ty(C));
  for (GlobalVariable *G : Item.Locals)
    Parameters.push_back(G->getType());
  if (Item.UsesLocalMemory)
    Parameters.push_back(LocalMemory.front()->getType());
  Function *F = Function::Create(FunctionType::get(Type::getVoidTy(C), Parameters, false), GlobalValue::InternalLinkage,
                                 Kernel.getName() + ".item", M);
  F->setAttributes(Kernel.getAttributes());
  F->setSubprogram(Kernel.getSubprogram());
  Kernel.setSubprogram(nullptr);
  F->splice(F->begin(), &Kernel);
  for (auto [From, To] : zip_first(Kernel.args(), F->args())) {
    To.takeName(&From);
    From.replaceAllUsesWith(&To);
  }

  unsigned Next = Item.KernelArguments;
  for (auto &[Query, Calls] : Queries) {
    Argument *Parameter = F->getArg(Next++);
    Item.Queries.push_back(Query);
    if (Attribute Range = Calls.front()->getAttributes().getRetAttrs().getAttribute(Attribute::Range); Range.isValid())
      Parameter->addAttr(Range);
    for (CallInst *Call : Calls) {
      IRBuilder<> B(Call);
      Call->replaceAllUsesWith(B.CreateZExtOrTrunc(Parameter, Call->getType()));
      Call->eraseFromParent();
    }
  }
  for (GlobalVariable *G : Item.Locals) {
    convertUsersOfConstantsToInstructions({G});
    G->replaceAllUsesWith(F->getArg(Next++));
  }
  for (CallInst *Call : LocalMemory) {
    Call->replaceAllUsesWith(F->getArg(Next));
    Call->eraseFromParent();
  }
  Kernel.eraseFromParent();
  Item.F = F;
  return Item;
}

Error checkCalls(const Function &F, StringRef TargetName, function_ref<bool(const Function &)> IsSupported) {
  auto Refuse = [&](const Instruction &I, const Twine &Why) {
    return fuseError(diag::unsupported_construct, {F.getName().str(), TargetName.str(), Why.str()}, I);
  };
  for (const Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call) {
      if (isa<InvokeInst, ResumeInst, LandingPadInst, IndirectBrInst>(I))
        return Refuse(I, "it uses exceptions or computed jumps");
      continue;
    }
    const Function *Callee = Call->getCalledFunction();
    if (!Callee)
      return Refuse(I, Call->isInlineAsm() ? "it contains inline assembly" : "it calls through a function pointer");
    if (isKnownBuiltin(*Callee) || IsSupported(*Callee))
      continue;
    if (Callee->isIntrinsic())
      return Refuse(I, "it uses '" + Callee->getName() + "'");
    if (Callee->isDeclaration())
      return fuseError(diag::undefined_function, {F.getName().str(), Callee->getName().str()}, I);
    return Refuse(I, "it calls '" + Callee->getName() + "', which was not inlined");
  }
  return Error::success();
}

} // namespace syclfuse::fuser
