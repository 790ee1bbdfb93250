// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WorkItem.h"
#include "Support/FuseError.h"
#include "Support/UserNames.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

SmallVector<GlobalVariable *, 2> localVariables(Module &M) {
  SmallVector<GlobalVariable *, 2> Found;
  for (GlobalVariable &G : M.globals())
    if (G.hasMetadata("syclfuse.local"))
      Found.push_back(&G);
  return Found;
}

} // namespace

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
  Item.KernelName = userName(Kernel);
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
    if (std::optional<ConstantRange> Range = Calls.front()->getRange())
      Parameter->addAttr(Attribute::get(C, Attribute::Range, Range->zextOrTrunc(64)));
    for (CallInst *Call : Calls) {
      IRBuilder<> B(Call);
      Call->replaceAllUsesWith(B.CreateZExtOrTrunc(Parameter, Call->getType()));
      Call->eraseFromParent();
    }
  }
  for (GlobalVariable *G : Item.Locals) {
    convertUsersOfConstantsToInstructions({G});
    G->replaceUsesWithIf(F->getArg(Next++), [&](Use &U) {
      auto *User = dyn_cast<Instruction>(U.getUser()); // not those of another version of the kernel
      return User && User->getFunction() == F;
    });
  }
  for (CallInst *Call : LocalMemory) {
    Call->replaceAllUsesWith(F->getArg(Next));
    Call->eraseFromParent();
  }
  Kernel.eraseFromParent();
  Item.F = F;
  return Item;
}

} // namespace syclfuse::fuser
