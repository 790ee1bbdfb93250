// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Retarget.h"
#include "Support/FuseError.h"
#include "Support/UserNames.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

class SpaceRemapper : public ValueMapTypeRemapper {
public:
  explicit SpaceRemapper(const RetargetRules &Rules) : Rules(Rules) {}

  Type *remapType(Type *T) override {
    auto [It, New] = Cache.try_emplace(T, T);
    if (!New)
      return It->second;
    Type *Result = compute(T);
    return Cache[T] = Result;
  }

private:
  Type *compute(Type *T) {
    if (auto *P = dyn_cast<PointerType>(T))
      return P->getAddressSpace() < 5 ? PointerType::get(T->getContext(), Rules.AddressSpaces[P->getAddressSpace()])
                                      : T;
    if (auto *A = dyn_cast<ArrayType>(T))
      return ArrayType::get(remapType(A->getElementType()), A->getNumElements());
    if (auto *V = dyn_cast<VectorType>(T))
      return VectorType::get(remapType(V->getElementType()), V->getElementCount());
    if (auto *F = dyn_cast<FunctionType>(T))
      return FunctionType::get(remapType(F->getReturnType()), remapAll(F->params()), F->isVarArg());
    if (auto *S = dyn_cast<StructType>(T))
      return remapStruct(*S);
    return T;
  }

  Type *remapStruct(StructType &S) {
    SmallVector<Type *, 8> Elements = remapAll(S.elements());
    // Literal: the name of a struct means nothing here, and the context is shared with the generic module.
    return ArrayRef<Type *>(Elements) == S.elements() ? &S : StructType::get(S.getContext(), Elements, S.isPacked());
  }

  SmallVector<Type *, 8> remapAll(ArrayRef<Type *> Types) {
    SmallVector<Type *, 8> Out;
    for (Type *T : Types)
      Out.push_back(remapType(T));
    return Out;
  }

  const RetargetRules &Rules;
  DenseMap<Type *, Type *> Cache;
};

// Casts between two spaces that become one would be invalid constants: skip them while mapping.
class CastDropper : public ValueMaterializer {
public:
  CastDropper(SpaceRemapper &Types, ValueToValueMapTy &Map) : Types(Types), Map(Map) {}

  Value *materialize(Value *V) override {
    auto *Cast = dyn_cast<ConstantExpr>(V);
    if (!Cast || Cast->getOpcode() != Instruction::AddrSpaceCast)
      return nullptr;
    Constant *From = Cast->getOperand(0);
    if (Types.remapType(From->getType()) != Types.remapType(Cast->getType()))
      return nullptr;
    return MapValue(From, Map, RF_None, &Types, this);
  }

private:
  SpaceRemapper &Types;
  ValueToValueMapTy &Map;
};

// Compares layouts of one type; caches what is equal.
class LayoutCheck {
public:
  LayoutCheck(const DataLayout &A, const DataLayout &B) : A(A), B(B) {}

  bool same(Type *T) {
    if (!T->isSized() || !Seen.insert(T).second)
      return true;
    if (auto *S = dyn_cast<StructType>(T))
      return sameStruct(*S);
    if (auto *Array = dyn_cast<ArrayType>(T))
      return same(Array->getElementType()) && A.getTypeAllocSize(T) == B.getTypeAllocSize(T);
    if (isa<ScalableVectorType>(T))
      return false;
    return A.getTypeAllocSize(T) == B.getTypeAllocSize(T) && A.getTypeStoreSize(T) == B.getTypeStoreSize(T);
  }

private:
  bool sameStruct(StructType &S) {
    const StructLayout *X = A.getStructLayout(&S), *Y = B.getStructLayout(&S);
    if (X->getSizeInBytes() != Y->getSizeInBytes())
      return false;
    for (unsigned I = 0; I != S.getNumElements(); ++I)
      if (X->getElementOffset(I) != Y->getElementOffset(I) || !same(S.getElementType(I)))
        return false;
    return true;
  }

  const DataLayout &A, &B;
  DenseSet<Type *> Seen;
};

std::string typeName(Type *T) {
  std::string Text;
  raw_string_ostream(Text) << *T;
  return Text;
}

// Types through which memory is addressed or accessed.
Type *memoryType(const Instruction &I) {
  if (auto *GEP = dyn_cast<GetElementPtrInst>(&I))
    return GEP->getSourceElementType();
  if (auto *Alloca = dyn_cast<AllocaInst>(&I))
    return Alloca->getAllocatedType();
  if (isa<LoadInst>(I))
    return I.getType();
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Store->getValueOperand()->getType();
  return nullptr;
}

Error checkLayouts(const Module &M, const DataLayout &Target, const RetargetRules &Rules) {
  LayoutCheck Check(M.getDataLayout(), Target);
  auto Differs = [&](const Function &F, Type *T) {
    return fuseError(diag::layout_differs, {userName(F), Rules.TargetName, typeName(T)}, F);
  };
  for (const Function &F : M) {
    for (const Argument &Arg : F.args())
      for (Type *T : {Arg.getType(), Arg.getParamByValType()})
        if (T && !F.isDeclaration() && !Check.same(T))
          return Differs(F, T);
    for (const Instruction &I : instructions(F))
      if (Type *T = memoryType(I); T && !Check.same(T))
        return Differs(F, T);
  }
  return Error::success();
}

class Retargeter {
public:
  Retargeter(const Module &M, const RetargetRules &Rules)
      : Old(M), Rules(Rules), Types(Rules), Casts(Types, Map), New(std::make_unique<Module>("kernel", M.getContext())) {
  }

  std::unique_ptr<Module> run() {
    Triple TT(Rules.Triple);
    New->setDataLayout(TT.computeDataLayout());
    New->setTargetTriple(TT);
    New->setSourceFileName("");
    copyUserNames(Old, *New);
    declareGlobals();
    declareFunctions();
    defineGlobals();
    for (const Function &F : Old)
      if (!F.isDeclaration())
        defineFunction(F, *cast<Function>(Map[&F]));
    for (Function &F : make_early_inc_range(*New))
      if (auto Remangled = Intrinsic::remangleIntrinsicFunction(&F)) {
        F.replaceAllUsesWith(*Remangled);
        F.eraseFromParent();
      }
    return std::move(New);
  }

private:
  void declareGlobals() {
    for (const GlobalVariable &G : Old.globals()) {
      unsigned Space = G.getAddressSpace() < 5 ? Rules.AddressSpaces[G.getAddressSpace()] : G.getAddressSpace();
      auto *Copy = new GlobalVariable(*New, Types.remapType(G.getValueType()), G.isConstant(), G.getLinkage(), nullptr,
                                      G.getName(), nullptr, GlobalVariable::NotThreadLocal, Space);
      Copy->copyAttributesFrom(&G);
      // Where it lay is what tells local memory from other memory.
      Copy->setMetadata("syclfuse.local", G.getAddressSpace() == 3 ? MDNode::get(G.getContext(), {}) : nullptr);
      Map[&G] = Copy;
    }
  }

  void declareFunctions() {
    for (const Function &F : Old) {
      auto *Type = cast<FunctionType>(Types.remapType(F.getFunctionType()));
      Function *Copy = Function::Create(Type, F.getLinkage(), F.getName(), *New);
      if (F.isDeclaration())
        Copy->setAttributes(F.getAttributes());
      Map[&F] = Copy;
    }
  }

  void defineGlobals() {
    for (const GlobalVariable &G : Old.globals())
      if (G.hasInitializer())
        cast<GlobalVariable>(Map[&G])->setInitializer(MapValue(G.getInitializer(), Map, RF_None, &Types, &Casts));
  }

  void defineFunction(const Function &F, Function &Copy) {
    for (auto [From, To] : zip(F.args(), Copy.args())) {
      To.setName(From.getName());
      Map[&From] = &To;
    }
    SmallVector<ReturnInst *, 4> Returns;
    CloneFunctionInto(&Copy, &F, Map, CloneFunctionChangeType::DifferentModule, Returns, "", nullptr, &Types, &Casts);
    Copy.setCallingConv(CallingConv::C);
    Copy.setComdat(nullptr);
    // Strings are about the machine of the generic module.
    AttrBuilder Kept(Copy.getContext());
    for (Attribute A : Copy.getAttributes().getFnAttrs())
      if (!A.isStringAttribute())
        Kept.addAttribute(A);
    Copy.setAttributes(AttributeList::get(Copy.getContext(), AttributeSet::get(Copy.getContext(), Kept),
                                          Copy.getAttributes().getRetAttrs(), parameterAttributes(Copy)));
    for (Instruction &I : make_early_inc_range(instructions(Copy)))
      fixInstruction(I);
  }

  static SmallVector<AttributeSet, 8> parameterAttributes(const Function &F) {
    SmallVector<AttributeSet, 8> Out;
    for (unsigned I = 0; I != F.arg_size(); ++I)
      Out.push_back(F.getAttributes().getParamAttrs(I));
    return Out;
  }

  void fixInstruction(Instruction &I) {
    if (auto *Cast = dyn_cast<AddrSpaceCastInst>(&I); Cast && Cast->getSrcTy() == Cast->getDestTy()) {
      Cast->replaceAllUsesWith(Cast->getOperand(0));
      Cast->eraseFromParent();
      return;
    }
    if (auto *Call = dyn_cast<CallBase>(&I))
      Call->setCallingConv(CallingConv::C);
    if (auto Scope = getAtomicSyncScopeID(&I); Scope && *Scope != SyncScope::SingleThread)
      setAtomicSyncScopeID(&I, mapScope(*Scope));
  }

  SyncScope::ID mapScope(SyncScope::ID ID) {
    LLVMContext &C = New->getContext();
    SmallVector<StringRef, 8> Names;
    C.getSyncScopeNames(Names);
    auto It = Rules.Scopes.find(Names[ID]);
    return It == Rules.Scopes.end() ? SyncScope::System : C.getOrInsertSyncScopeID(It->second);
  }

  const Module &Old;
  const RetargetRules &Rules;
  ValueToValueMapTy Map;
  SpaceRemapper Types;
  CastDropper Casts;
  std::unique_ptr<Module> New;
};

} // namespace

Expected<std::unique_ptr<Module>> retarget(const Module &M, const RetargetRules &Rules) {
  DataLayout Target(Triple(Rules.Triple).computeDataLayout());
  if (Error E = checkLayouts(M, Target, Rules))
    return std::move(E);
  std::unique_ptr<Module> New = Retargeter(M, Rules).run();
  if (!Rules.KeepDebugInfo)
    StripDebugInfo(*New);
  return New;
}

} // namespace syclfuse::fuser
