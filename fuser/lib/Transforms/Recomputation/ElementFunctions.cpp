// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ElementFunctions.h"

#include "Analysis/Dialects/Dialect.h"
#include "Analysis/Sharing/MemoryAccesses.h"
#include "Analysis/Sharing/RunChecks.h"
#include "Support/AnalysisManagers.h"
#include "Support/Metadata.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace syclfuse::fuser {

// A kernel that computes more for an element than this is not computed again.
static constexpr unsigned MostInstructions = 512;
// No dearer than a load and what its address takes.
static constexpr unsigned CheapInstructions = 16, CheapLoads = 2;

class ElementFunctions::Builder {
public:
  Builder(ElementFunctions &Of, unsigned Element)
      : Of(Of), F(Of.F), E(Of.All.Elements[Element]), Value(E.Stores.front()->getValueOperand()->getType()),
        D(Dialect::of(*F.getParent())) {}

  ElementFunctions::Result run() {
    create();
    const bool Built = replaceReads() && replaceIds() && keepValueOnly();
    if (Built)
      simplify();
    if (!Built || !describe()) {
      New.F->eraseFromParent();
      return {std::nullopt, WhyNot};
    }
    return {std::move(New), nullptr};
  }

private:
  // The answer of a step that cannot be done.
  bool refuse(const char *Why) {
    WhyNot = Why;
    return false;
  }

  void create() {
    LLVMContext &C = F.getContext();
    SmallVector<Type *, 16> Types;
    for (const Argument &Arg : F.args())
      Types.push_back(Arg.getType());
    Types.append(Of.All.Coordinates, Type::getInt64Ty(C));
    auto *Returned = StructType::get(C, {Value, Type::getInt1Ty(C)});
    New.F = Function::Create(FunctionType::get(Returned, Types, false), GlobalValue::InternalLinkage,
                             F.getAddressSpace(), F.getName() + ".element", F.getParent());
    for (const Argument &Arg : F.args())
      Map[&Arg] = New.F->getArg(Arg.getArgNo());
    SmallVector<ReturnInst *, 4> Returns;
    CloneFunctionInto(New.F, &F, Map, CloneFunctionChangeType::LocalChangesOnly, Returns);
    New.F->setCallingConv(CallingConv::C);
    New.F->setAttributes(AttributeList());
    SmallVector<std::pair<unsigned, MDNode *>, 8> All;
    New.F->getAllMetadata(All);
    for (auto [Kind, Node] : All)
      if (Kind != LLVMContext::MD_dbg)
        New.F->setMetadata(Kind, nullptr);
    IRBuilder<> B(&New.F->getEntryBlock(), New.F->getEntryBlock().begin());
    Slot = B.CreateAlloca(Value, D.Private, nullptr, "value");
    IsWritten = B.CreateAlloca(B.getInt1Ty(), D.Private, nullptr, "is_written");
    B.CreateStore(Constant::getNullValue(Value), Slot);
    B.CreateStore(B.getFalse(), IsWritten);
    for (ReturnInst *Return : Returns) {
      B.SetInsertPoint(Return);
      llvm::Value *Result = B.CreateInsertValue(PoisonValue::get(Returned), B.CreateLoad(Value, Slot), 0);
      B.CreateRet(B.CreateInsertValue(Result, B.CreateLoad(B.getInt1Ty(), IsWritten), 1));
      Return->eraseFromParent();
    }
  }

  // What earlier kernels write is computed again as well, each element of it.
  bool replaceReads() {
    constexpr const char *WhyNot = "that kernel reads what others write, which is not computed again itself";
    if (any_of(Of.All.Untold, [&](const UntoldRead &R) { return R.Kernel == E.Kernel; }))
      return refuse(WhyNot);
    for (const ProducedRead &R : Of.All.Reads) {
      if (R.Kernel != E.Kernel)
        continue;
      const ElementFunction *Inner = Of.get(R.Element);
      if (!Inner || (!Inner->AlwaysWrites && !R.IsWritten) || !Of.mayReplace(R, *Inner))
        return refuse(WhyNot);
      SmallVector<llvm::Value *, 3> Ids;
      for (llvm::Value *Id : R.Ids)
        Ids.push_back(isa<Constant>(Id) ? Id : static_cast<llvm::Value *>(Map[Id]));
      auto *Load = cast<LoadInst>(Map[R.Load]);
      IRBuilder<> B(Load);
      Load->replaceAllUsesWith(B.CreateExtractValue(call(*Inner, *New.F, Ids, *Load), 0));
      Load->eraseFromParent();
      Map.erase(R.Load);
      New.Reads.insert(Inner->Reads.begin(), Inner->Reads.end());
      New.Size += Inner->Size;
    }
    return true;
  }

  bool replaceIds() {
    Expected<SmallVector<DialectQuery, 16>> Queries = D.findQueries(*New.F);
    if (!Queries) {
      consumeError(Queries.takeError());
      return refuse("that kernel asks for its ids in a form that is not known");
    }
    for (const DialectQuery &Q : *Queries) {
      IRBuilder<> B(Q.At);
      llvm::Value *Id = nullptr;
      if (Q.Kind == Builtin::GlobalId && !Of.All.IsLinear && Q.Dimension < Of.All.Coordinates)
        Id = id(Q.Dimension);
      else if (Q.Kind == Builtin::GlobalLinearId)
        Id = Of.All.IsLinear ? id(0) : linearId(B);
      if (!Id)
        continue;
      Q.At->replaceAllUsesWith(B.CreateZExtOrTrunc(Id, Q.At->getType()));
      Q.At->eraseFromParent();
    }
    return true;
  }

  llvm::Value *id(unsigned Coordinate) { return New.F->getArg(F.arg_size() + Coordinate); }

  llvm::Value *linearId(IRBuilder<> &B) {
    llvm::Value *Id = id(Of.All.Coordinates - 1);
    for (unsigned K = Of.All.Coordinates - 1; K-- != 0;)
      Id = B.CreateAdd(B.CreateMul(Id, D.emitQuery(B, Builtin::GlobalSize, K)), id(K));
    return Id;
  }

  // Takes away all that is no part of the value. False if the kernel needs it.
  bool keepValueOnly() {
    for (StoreInst *Store : E.Stores) {
      auto *Copy = cast<StoreInst>(Map[Store]);
      IRBuilder<> B(Copy);
      B.CreateStore(Copy->getValueOperand(), Slot);
      B.CreateStore(B.getTrue(), IsWritten);
    }
    for (Instruction &I : make_early_inc_range(instructions(*New.F))) {
      if (!mustGo(I))
        continue;
      const int Kernel = submissionOf(I);
      if (!isa<StoreInst>(I) && !I.hasMetadata(MDInsertedBarrier) && !isCheck(I) &&
          (Kernel < 0 || Kernel == int(E.Kernel)))
        return refuse("that kernel uses barriers, groups, atomic operations or volatile memory");
      if (!I.use_empty()) {
        IRBuilder<> B(&I);
        I.replaceAllUsesWith(B.CreateFreeze(PoisonValue::get(I.getType())));
      }
      I.eraseFromParent();
    }
    return true;
  }

  static bool isCheck(const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && (isAtLeastZeroRequired(*Call) || isOnlyPointerRequired(*Call));
  }

  static bool isPrivate(const llvm::Value *Pointer) { return isa<AllocaInst>(getUnderlyingObject(Pointer)); }

  bool mustGo(const Instruction &I) const {
    if (auto *Store = dyn_cast<StoreInst>(&I))
      return !isPrivate(Store->getPointerOperand());
    if (I.isAtomic() || isa<FenceInst>(I) || I.isVolatile())
      return true;
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || isa<LifetimeIntrinsic, DbgInfoIntrinsic>(I) || Call->isDroppable() ||
        Of.isOne(Call->getCalledFunction()))
      return false;
    if (auto *Memory = dyn_cast<MemIntrinsic>(Call))
      return !isPrivate(Memory->getDest());
    const Function *Callee = Call->getCalledFunction();
    const std::optional<Builtin> Known = Callee ? classifyBuiltin(*Callee) : std::nullopt;
    if (Known && isQuery(*Known))
      return false;
    return D.isBarrier(*Call) || D.needsGroup(*Call) ||
           (Call->mayWriteToMemory() && !isLibmFunction(Callee ? Callee->getName() : ""));
  }

  void simplify() {
    PassBuilder PB;
    AnalysisManagers Managers;
    Managers.add(PB);
    FunctionPassManager Passes;
    Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    Passes.addPass(SimplifyCFGPass());
    Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    Passes.addPass(InstCombinePass());
    Passes.addPass(createFunctionToLoopPassAdaptor(LoopDeletionPass()));
    Passes.addPass(ADCEPass());
    Passes.addPass(SimplifyCFGPass());
    Passes.addPass(InstCombinePass());
    Passes.addPass(SimplifyCFGPass());
    Passes.run(*New.F, Managers.Functions);
  }

  // False if there is more to it than reading and computing.
  bool describe() {
    const FunctionAnalyses Analyses(*New.F);
    if (!Analyses.Loops.empty())
      return refuse("that kernel has a loop that is left after unrolling");
    unsigned Loads = 0, Calls = 0;
    for (Instruction &I : instructions(*New.F)) {
      I.setMetadata(MDSubmission, nullptr);
      if (isa<AllocaInst>(I) || I.mayThrow())
        return refuse("that kernel needs private memory");
      if (auto *Load = dyn_cast<LoadInst>(&I)) {
        ++Loads;
        if (!Load->isSimple() || !readsArgument(*Load))
          return refuse("that kernel reads what is no memory of an argument, or reads it in a special way");
      } else if (auto *Call = dyn_cast<CallBase>(&I)) {
        Calls += !isa<IntrinsicInst>(I);
        if (!isPlain(*Call))
          return refuse("that kernel calls a function that does more than to compute, or asks for its group");
      } else if (I.mayReadOrWriteMemory()) {
        return refuse("that kernel does more than to read and to compute");
      }
    }
    const unsigned Own = New.F->getInstructionCount();
    New.Size += Own;
    New.IsCheap = New.Size <= CheapInstructions && Loads <= CheapLoads && !Calls;
    New.AlwaysWrites = all_of(*New.F, [](const BasicBlock &BB) {
      auto *Return = dyn_cast<ReturnInst>(BB.getTerminator());
      return !Return || isWritten(Return->getReturnValue());
    });
    for (unsigned D = 0; D != Of.All.Coordinates; ++D)
      New.Clamps.push_back(isClamped(*id(D), 0));
    New.F->setMemoryEffects(MemoryEffects::readOnly());
    New.F->setDoesNotThrow();
    New.F->setWillReturn();
    return New.Size <= MostInstructions || refuse("that kernel has too many instructions for an element");
  }

  static bool isClamped(const llvm::Value &Number, unsigned Depth) {
    constexpr unsigned Deepest = 8;
    return any_of(Number.users(), [&](const User *U) {
      if (!U->getType()->isIntegerTy() || Depth == Deepest)
        return false;
      const auto *Call = dyn_cast<IntrinsicInst>(U);
      const bool IsChoice =
          isa<SelectInst>(U) || isa<MinMaxIntrinsic>(U) || (Call && Call->getIntrinsicID() == Intrinsic::usub_sat);
      return IsChoice || (isa<BinaryOperator, CastInst, ICmpInst>(U) && isClamped(*U, Depth + 1));
    });
  }

  // Through an argument that every work-item has.
  bool readsArgument(const LoadInst &Load) {
    const llvm::Value *Base = getUnderlyingObject(Load.getPointerOperand(), 0);
    if (auto *Variable = dyn_cast<GlobalVariable>(Base))
      return Variable->isConstant();
    auto *Arg = dyn_cast<Argument>(Base);
    if (!Arg || Load.getPointerAddressSpace() == D.Local)
      return false;
    if (!F.getArg(Arg->getArgNo())->hasByValAttr())
      New.Reads.insert({Arg->getArgNo(), E.Kernel});
    return true;
  }

  bool isPlain(const CallBase &Call) const {
    const Function *Callee = Call.getCalledFunction();
    if (!Callee)
      return false;
    if (Of.isOne(Callee) || Call.isDroppable() || isa<LifetimeIntrinsic>(Call))
      return true;
    switch (classifyBuiltin(*Callee).value_or(Builtin::GlobalSize)) {
    case Builtin::GlobalSize:
    case Builtin::LocalSize:
    case Builtin::NumGroups:
    case Builtin::GlobalOffset:
      break;
    default:
      return false;
    }
    return Call.doesNotAccessMemory() || isLibmFunction(Callee->getName()) || classifyBuiltin(*Callee);
  }

  static bool isWritten(const llvm::Value *Result) {
    auto *Insert = dyn_cast<InsertValueInst>(Result);
    if (auto *C = dyn_cast<ConstantStruct>(Result))
      return isa<ConstantInt>(C->getOperand(1)) && cast<ConstantInt>(C->getOperand(1))->isOne();
    auto *Flag = Insert && Insert->getIndices().front() == 1 ? dyn_cast<ConstantInt>(Insert->getInsertedValueOperand())
                                                             : nullptr;
    if (Flag)
      return Flag->isOne();
    return Insert && isWritten(Insert->getAggregateOperand());
  }

  ElementFunctions &Of;
  Function &F;
  const ProducedElement &E;
  Type *Value;
  const Dialect &D;
  ValueToValueMapTy Map;
  AllocaInst *Slot = nullptr, *IsWritten = nullptr;
  ElementFunction New;
  const char *WhyNot = nullptr;
};

const ElementFunctions::Result &ElementFunctions::known(unsigned Element) {
  auto [It, New] = Known.try_emplace(Element);
  if (New) {
    It->second = Builder(*this, Element).run();
    if (It->second.Function)
      Functions.try_emplace(It->second.Function->F, Element);
  }
  return It->second;
}

CallInst *ElementFunctions::call(const ElementFunction &E, Function &From, ArrayRef<Value *> Ids, LoadInst &Load) {
  IRBuilder<> B(&Load);
  SmallVector<Value *, 16> Arguments;
  for (unsigned A = 0; A != E.F->arg_size() - Ids.size(); ++A)
    Arguments.push_back(From.getArg(A));
  Arguments.append(Ids.begin(), Ids.end());
  CallInst *Call = B.CreateCall(E.F, Arguments);
  Call->setMetadata(MDSubmission, Load.getMetadata(MDSubmission));
  return Call;
}

void ElementFunctions::erase() {
  for (bool Changed = true; std::exchange(Changed, false);)
    for (auto &[Element, R] : Known)
      if (R.Function && R.Function->F && R.Function->F->use_empty()) {
        R.Function->F->eraseFromParent();
        R.Function->F = nullptr;
        Changed = true;
      }
}

} // namespace syclfuse::fuser
