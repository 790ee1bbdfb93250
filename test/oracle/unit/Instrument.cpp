// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Instrument.h"

#include "Hooks.h"

#include "Analysis/Dialects/Dialect.h"
#include "Support/Metadata.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace syclfuse::fuser::oracle {

namespace {

// Local memory of accessors and of arguments that point to local memory, behind that of variables.
constexpr uint64_t AccessorBytes = 1 << 16, ArgumentBytes = 1 << 14;
// What the stacks of WorkItems.cpp have room for.
constexpr uint64_t MostPrivateBytes = 100 << 10;

class Instrumenter {
public:
  Instrumenter(Module &M, Function &F, const DenseMap<const Instruction *, unsigned> &Ids, InstrumentedKernel &Result)
      : M(M), F(F), D(Dialect::of(M)), C(M.getContext()), Ids(Ids), Result(Result), Pointer(PointerType::get(C, 0)),
        I32(Type::getInt32Ty(C)), I64(Type::getInt64Ty(C)) {}

  Error run() {
    if (Error E = replaceQueries())
      return E;
    placeLocalVariables();
    SmallVector<Instruction *, 64> All;
    for (Instruction &I : instructions(F))
      All.push_back(&I);
    for (Instruction *I : All)
      if (Error E = visit(*I))
        return E;
    countRounds();
    addEntry();
    return Error::success();
  }

private:
  Error refuse(const Twine &What) { return createStringError("cannot run " + What); }

  CallInst *call(IRBuilder<> &B, StringRef Name, Type *Returned, ArrayRef<Value *> Given) {
    SmallVector<Type *, 6> Types;
    for (Value *V : Given)
      Types.push_back(V->getType());
    return B.CreateCall(M.getOrInsertFunction(Name, FunctionType::get(Returned, Types, false)), Given);
  }
  CallInst *callVoid(IRBuilder<> &B, StringRef Name, ArrayRef<Value *> Given) {
    return call(B, Name, B.getVoidTy(), Given);
  }
  Value *plain(IRBuilder<> &B, Value *P) { return B.CreatePointerBitCastOrAddrSpaceCast(P, Pointer); }

  Error replaceQueries() {
    Expected<SmallVector<DialectQuery, 16>> Queries = D.findQueries(F);
    if (!Queries)
      return Queries.takeError();
    for (const DialectQuery &Q : *Queries) {
      IRBuilder<> B(Q.At);
      Value *V = call(B, "oracleQuery", I64, {B.getInt32(unsigned(Q.Kind)), B.getInt32(Q.Dimension)});
      Q.At->replaceAllUsesWith(B.CreateZExtOrTrunc(V, Q.At->getType()));
      Q.At->eraseFromParent();
    }
    return Error::success();
  }

  Value *localMemory(uint64_t Bytes, Type *T) {
    IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
    const uint64_t At = alignTo(Result.LocalBytes, 64);
    Result.LocalBytes = At + Bytes;
    return B.CreatePointerBitCastOrAddrSpaceCast(call(B, "oracleLocal", Pointer, {B.getInt64(At)}), T);
  }

  void placeLocalVariables() {
    for (GlobalVariable &V : M.globals()) {
      if (V.getAddressSpace() != D.Local || V.use_empty())
        continue;
      convertUsersOfConstantsToInstructions({&V});
      V.replaceUsesWithIf(localMemory(M.getDataLayout().getTypeAllocSize(V.getValueType()), V.getType()), [&](Use &U) {
        auto *I = dyn_cast<Instruction>(U.getUser());
        return I && I->getFunction() == &F;
      });
    }
  }

  Error visit(Instruction &I) {
    IRBuilder<> B(&I);
    if (auto *Alloca = dyn_cast<AllocaInst>(&I); Alloca && Alloca->getAddressSpace() != 0)
      return refuse("private memory of an address space of its own");
    else if (Alloca)
      PrivateBytes += Alloca->getAllocationSize(M.getDataLayout()).value_or(TypeSize::getFixed(MostPrivateBytes + 1));
    if (PrivateBytes > MostPrivateBytes)
      return refuse("so much private memory");
    if (auto *Divide = dyn_cast<BinaryOperator>(&I))
      guardDivision(*Divide);
    if (auto *Compare = dyn_cast<ICmpInst>(&I))
      checkSigns(*Compare);
    if (isa<UnreachableInst>(I))
      callVoid(B, "oracleAssume", {B.getFalse()});
    if (auto *Call = dyn_cast<CallBase>(&I))
      return visitCall(*Call);
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
      access(I, 0, Load->getType(), false);
      if (!Load->isAtomic())
        Load->setAlignment(Align(1));
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      access(I, 1, Store->getValueOperand()->getType(), true);
      if (!Store->isAtomic())
        Store->setAlignment(Align(1));
    } else if (isa<AtomicRMWInst>(I)) {
      access(I, 0, I.getType(), true);
    } else if (auto *CmpXchg = dyn_cast<AtomicCmpXchgInst>(&I)) {
      access(I, 0, CmpXchg->getNewValOperand()->getType(), true);
    }
    return Error::success();
  }

  // At a fixed place in memory of the work-item's own, or in a constant.
  bool isFixed(const Value *P) const {
    APInt Offset(64, 0);
    const Value *Object = P->stripAndAccumulateConstantOffsets(M.getDataLayout(), Offset, /*AllowNonInbounds=*/true);
    auto *Variable = dyn_cast<GlobalVariable>(Object);
    auto *Arg = dyn_cast<Argument>(Object);
    return isa<AllocaInst>(Object) || (Variable && Variable->isConstant()) || (Arg && Arg->hasByValAttr());
  }

  // The bytes of a constant, or of an object in private memory; 0 for others.
  uint64_t sizeOfObject(const Value *Object) const {
    const DataLayout &DL = M.getDataLayout();
    if (auto *Variable = dyn_cast<GlobalVariable>(Object))
      return Variable->isConstant() ? DL.getTypeAllocSize(Variable->getValueType()).getFixedValue() : 0;
    if (auto *Alloca = dyn_cast<AllocaInst>(Object))
      return Alloca->getAllocationSize(DL).value_or(TypeSize::getFixed(0));
    auto *Arg = dyn_cast<Argument>(Object);
    return Arg && Arg->hasByValAttr() ? DL.getTypeAllocSize(Arg->getParamByValType()).getFixedValue() : 0;
  }

  // P, or the beginning of such an object that it leads out of; null if it points to none.
  Value *intoObject(IRBuilder<> &B, Value *P, Type *T) {
    Value *Object = getUnderlyingObject(P, 0);
    const uint64_t Room = sizeOfObject(Object), Size = M.getDataLayout().getTypeStoreSize(T);
    if (Room < Size)
      return nullptr;
    Value *Base = B.CreatePointerBitCastOrAddrSpaceCast(Object, P->getType());
    Value *Offset = B.CreateSub(B.CreatePtrToInt(P, I64), B.CreatePtrToInt(Base, I64));
    return B.CreateSelect(B.CreateICmpULE(Offset, B.getInt64(Room - Size)), P, Base);
  }

  static Value *argumentOf(IRBuilder<> &B, const Value *P) {
    const Value *Object = getUnderlyingObject(P, 0);
    auto *Arg = dyn_cast<Argument>(Object);
    if (isa<AllocaInst>(Object) || (Arg && Arg->hasByValAttr()))
      return B.getInt32(OwnMemory);
    return B.getInt32(Arg ? Arg->getArgNo() : NoArgument);
  }

  Value *idOf(IRBuilder<> &B, const Instruction &I) { return B.getInt32(Ids.lookup(&I)); }

  void access(Instruction &I, unsigned Operand, Type *T, bool Writes) {
    Value *P = I.getOperand(Operand);
    if (isFixed(P))
      return;
    IRBuilder<> B(&I);
    if (Value *Inside = intoObject(B, P, T)) {
      I.setOperand(Operand, Inside);
      return;
    }
    Value *To = call(B, "oracleAccess", Pointer,
                     {plain(B, P), B.getInt64(M.getDataLayout().getTypeStoreSize(T)), idOf(B, I),
                      B.getInt32(Writes ? 1 : 0), argumentOf(B, P)});
    I.setOperand(Operand, B.CreatePointerBitCastOrAddrSpaceCast(To, P->getType()));
  }

  void replace(CallBase &Call, Value *By) {
    if (By)
      Call.replaceAllUsesWith(By);
    Call.eraseFromParent();
  }

  static bool takesPointers(const CallBase &Call) {
    return any_of(Call.args(), [](const Use &U) { return U->getType()->isPtrOrPtrVectorTy(); });
  }

  Error visitCall(CallBase &Call) {
    IRBuilder<> B(&Call);
    Function *Callee = Call.getCalledFunction();
    if (!Callee)
      return refuse("a call through a pointer");
    if (Callee->getName().starts_with("oracle"))
      return Error::success();
    if (!Callee->isDeclaration())
      return refuse("a call of '" + Callee->getName() + "'");
    if (auto *Assume = dyn_cast<AssumeInst>(&Call))
      callVoid(B, "oracleAssume", {Assume->getArgOperand(0)});
    const std::optional<Builtin> Known = classifyBuiltin(*Callee);
    if (D.isBarrier(Call)) {
      const bool Inserted = Call.hasMetadata(MDInsertedBarrier);
      wait(B, "oracleBarrier", {B.getInt32(unsigned(Inserted ? Scope::Launch : scopeOf(Call, Known)))});
      replace(Call, nullptr);
      return Error::success();
    }
    if (Known && isGroupFunction(*Known))
      return callGroup(Call, *Known);
    if (Known == Builtin::LocalMemory) {
      replace(Call, localMemory(AccessorBytes, Call.getType()));
      return Error::success();
    }
    if (auto *Memory = dyn_cast<MemIntrinsic>(&Call))
      return moveMemory(*Memory);
    if (D.needsGroup(Call))
      return refuse("'" + Callee->getName() + "'");
    return otherCall(Call, *Callee);
  }

  // Values of functions that only targets have make no difference to what a kernel accesses, as a rule.
  Error otherCall(CallBase &Call, Function &Callee) {
    const bool Intrinsic = Callee.isIntrinsic() && !Callee.isTargetIntrinsic();
    if (isa<LifetimeIntrinsic>(Call) || Call.isDroppable() || isHostService(Callee)) {
      replace(Call, Call.getType()->isVoidTy() ? nullptr : Constant::getNullValue(Call.getType()));
      return Error::success();
    }
    if (takesPointers(Call) && !Call.doesNotAccessMemory())
      return refuse("'" + Callee.getName() + "', which is given pointers");
    if (Intrinsic || (isLibmFunction(Callee.getName()) && fastFunction(Callee.getName()).empty())) {
      Call.setCallingConv(CallingConv::C);
      Callee.setCallingConv(CallingConv::C);
      return Error::success();
    }
    if (Call.getType()->isPtrOrPtrVectorTy())
      return refuse("'" + Callee.getName() + "', which returns a pointer");
    if (Call.getType()->isVoidTy()) {
      replace(Call, nullptr);
      return Error::success();
    }
    Value *First = Call.arg_size() && Call.getArgOperand(0)->getType() == Call.getType()
                       ? Call.getArgOperand(0)
                       : Constant::getNullValue(Call.getType());
    replace(Call, First);
    return Error::success();
  }

  static Scope scopeOf(const CallBase &Call, std::optional<Builtin> Known) {
    auto *Asked = dyn_cast<CallInst>(&Call);
    return Known && Asked && groupOperand(*Asked, 0) == SubGroupScope ? Scope::SubGroup : Scope::Group;
  }

  CallInst *wait(IRBuilder<> &B, StringRef Name, ArrayRef<Value *> Given, Type *Returned = nullptr) {
    Result.Waits = true;
    return call(B, Name, Returned ? Returned : B.getVoidTy(), Given);
  }

  Error callGroup(CallBase &Call, Builtin Kind) {
    IRBuilder<> B(&Call);
    Type *T = Call.getType();
    const bool HasOperation = Kind >= Builtin::GroupIAdd && Kind <= Builtin::GroupXor;
    Value *Operand = Call.getArgOperand(HasOperation ? 2 : 1);
    Value *Extra = Call.arg_size() > 2 && !HasOperation ? Call.getArgOperand(2) : B.getInt64(0);
    const unsigned Bits = T->getPrimitiveSizeInBits();
    if (Operand->getType()->isVectorTy() || !Extra->getType()->isIntegerTy() || Bits == 0 || Bits > 64)
      return refuse("a group function of vectors");
    Value *Value = B.CreateZExt(B.CreateBitCast(Operand, B.getIntNTy(Bits)), I64);
    const std::optional<uint64_t> Operation = groupOperand(cast<CallInst>(Call), 1);
    auto *Of = wait(B, "oracleGroup",
                    {B.getInt32(unsigned(Kind)), B.getInt32(unsigned(scopeOf(Call, Kind))),
                     B.getInt32(HasOperation && Operation ? *Operation : 0), B.getInt32(Bits), Value,
                     B.CreateZExtOrTrunc(Extra, I64)},
                    I64);
    replace(Call, B.CreateBitCast(B.CreateTrunc(Of, B.getIntNTy(Bits)), T));
    return Error::success();
  }

  Error moveMemory(MemIntrinsic &Call) {
    IRBuilder<> B(&Call);
    Value *To = plain(B, Call.getDest()), *Size = B.CreateZExtOrTrunc(Call.getLength(), I64);
    if (auto *Move = dyn_cast<MemTransferInst>(&Call))
      callVoid(
          B, "oracleCopy",
          {To, argumentOf(B, To), plain(B, Move->getSource()), argumentOf(B, Move->getSource()), Size, idOf(B, Call)});
    else
      callVoid(B, "oracleFill",
               {To, argumentOf(B, To), B.CreateZExt(cast<MemSetInst>(Call).getValue(), I32), Size, idOf(B, Call)});
    replace(Call, nullptr);
    return Error::success();
  }

  // A division by zero is no run.
  void guardDivision(BinaryOperator &I) {
    Value *Divisor = I.getOperand(1);
    if (!I.isIntDivRem() || isa<Constant>(Divisor))
      return;
    IRBuilder<> B(&I);
    Value *Bad = B.CreateICmpEQ(Divisor, Constant::getNullValue(I.getType()));
    if (I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::SRem)
      Bad = B.CreateOr(Bad, B.CreateICmpEQ(Divisor, Constant::getAllOnesValue(I.getType())));
    I.setOperand(1, B.CreateSelect(Bad, ConstantInt::get(I.getType(), 1), Divisor));
    callVoid(B, "oracleAssume", {B.CreateNot(I.getType()->isVectorTy() ? B.CreateOrReduce(Bad) : Bad)});
  }

  // Nor is a comparison whose operands are said to have one sign, and have not.
  void checkSigns(ICmpInst &I) {
    if (!I.hasSameSign() || I.getType()->isVectorTy())
      return;
    IRBuilder<> B(&I);
    Value *Signs = B.CreateXor(I.getOperand(0), I.getOperand(1));
    callVoid(B, "oracleAssume", {B.CreateICmpSGE(Signs, Constant::getNullValue(Signs->getType()))});
  }

  void countRounds() {
    SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 8> Edges;
    FindFunctionBackedges(F, Edges);
    SmallPtrSet<const BasicBlock *, 8> Headers;
    for (auto [From, To] : Edges)
      Headers.insert(To);
    for (BasicBlock &BB : F)
      if (Headers.contains(&BB)) {
        IRBuilder<> B(&*BB.getFirstInsertionPt());
        callVoid(B, "oracleStep", {});
      }
  }

  void addEntry() {
    auto *Entry = Function::Create(FunctionType::get(Type::getVoidTy(C), {Pointer}, false),
                                   GlobalValue::ExternalLinkage, EntryName, M);
    IRBuilder<> B(BasicBlock::Create(C, "", Entry));
    SmallVector<Value *, 16> Given;
    for (Argument &A : F.args()) {
      Value *P = B.CreateLoad(Pointer, B.CreateConstGEP1_32(Pointer, Entry->getArg(0), A.getArgNo()));
      if (A.hasByValAttr()) {
        Value *Own = B.CreateAlloca(A.getParamByValType());
        B.CreateMemCpy(Own, Align(1), P, Align(1), M.getDataLayout().getTypeAllocSize(A.getParamByValType()));
        Given.push_back(B.CreatePointerBitCastOrAddrSpaceCast(Own, A.getType()));
      } else if (A.getType()->isPointerTy() && A.getType()->getPointerAddressSpace() == D.Local) {
        Value *At = call(B, "oracleLocal", Pointer, {B.getInt64(alignTo(Result.LocalBytes, 64))});
        Result.LocalBytes = alignTo(Result.LocalBytes, 64) + ArgumentBytes;
        Given.push_back(B.CreatePointerBitCastOrAddrSpaceCast(At, A.getType()));
      } else {
        Given.push_back(B.CreateAlignedLoad(A.getType(), P, Align(1)));
      }
    }
    B.CreateCall(&F, Given);
    B.CreateRetVoid();
    F.setLinkage(GlobalValue::InternalLinkage);
    F.setCallingConv(CallingConv::C);
    F.setVisibility(GlobalValue::DefaultVisibility);
    F.setComdat(nullptr);
    F.setAttributes(AttributeList());
  }

  Module &M;
  Function &F;
  const Dialect &D;
  LLVMContext &C;
  const DenseMap<const Instruction *, unsigned> &Ids;
  InstrumentedKernel &Result;
  uint64_t PrivateBytes = 0;
  PointerType *Pointer;
  Type *I32, *I64;
};

// Only F, for the host.
void makeHostModule(Module &M, Function &F) {
  StripDebugInfo(M);
  for (Function &Other : make_early_inc_range(M))
    if (&Other != &F && Other.getName() != EntryName && !Other.isDeclaration())
      Other.deleteBody();
  for (StringRef Name : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors"})
    if (GlobalVariable *V = M.getNamedGlobal(Name))
      V->eraseFromParent();
  for (Function &Other : make_early_inc_range(M))
    if (Other.isDeclaration() && Other.use_empty())
      Other.eraseFromParent();
  while (!M.named_metadata_empty())
    M.eraseNamedMetadata(&*M.named_metadata_begin());
  M.setTargetTriple(Triple(sys::getProcessTriple()));
  M.setDataLayout("");
}

} // namespace

Expected<InstrumentedKernel> instrument(Function &F) {
  InstrumentedKernel Result;
  ValueToValueMapTy Map;
  std::unique_ptr<Module> Clone = CloneModule(*F.getParent(), Map);
  DenseMap<const Instruction *, unsigned> Ids;
  for (Instruction &I : instructions(F)) {
    Ids[cast<Instruction>(Map[&I])] = Result.Numbers.size();
    Result.Numbers.push_back(&I);
  }
  Function &Copy = *cast<Function>(Map[&F]);
  if (Error E = Instrumenter(*Clone, Copy, Ids, Result).run())
    return std::move(E);
  makeHostModule(*Clone, Copy);
  std::string Problem;
  raw_string_ostream Text(Problem), OS(Result.Bitcode);
  if (verifyModule(*Clone, &Text))
    return createStringError("broken: " + Problem);
  WriteBitcodeToFile(*Clone, OS);
  return Result;
}

} // namespace syclfuse::fuser::oracle
