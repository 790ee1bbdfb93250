// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpirvKernel.h"
#include "Analysis/Dialects/Builtins.h"
#include "Support/FuseError.h"
#include "Support/UserNames.h"
#include "Targets/Common/GroupOperations.h"
#include "Targets/Common/WorkItem.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned Private = 0, Global = 1, Constant = 2, Local = 3;

struct QueryName {
  Builtin Kind;
  StringLiteral Name;
  bool HasDimension;
};
constexpr QueryName QueryNames[] = {
#define SF_QUERY(Kind, Name) {Builtin::Kind, Name, true},
#define SF_SCALAR_QUERY(Kind, Name) {Builtin::Kind, Name, false},
#include "Analysis/Dialects/Builtins.def"
};

Value *emitQuery(IRBuilder<> &B, Builtin Kind, unsigned Dimension) {
  const QueryName &Q = *find_if(QueryNames, [&](const QueryName &Q) { return Q.Kind == Kind; });
  std::string Name = ("__spirv_BuiltIn" + Q.Name).str();
  Name = "_Z" + std::to_string(Name.size()) + Name + (Q.HasDimension ? "i" : "v");
  Module &M = *B.GetInsertBlock()->getModule();
  Type *Result = isSubGroupQuery(Kind) ? B.getInt32Ty() : B.getInt64Ty();
  SmallVector<Type *, 1> Parameters(Q.HasDimension ? 1 : 0, B.getInt32Ty());
  SmallVector<Value *, 1> Arguments(Q.HasDimension ? 1 : 0, B.getInt32(Dimension));
  auto *Type = FunctionType::get(Result, Parameters, false);
  Function *F = M.getFunction(Name);
  if (F && F->getFunctionType() != Type) {
    F->setName(Name + ".other");
    F = nullptr;
  }
  if (!F)
    F = Function::Create(Type, GlobalValue::ExternalLinkage, Name, M);
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->addFnAttr(Attribute::WillReturn);
  return B.CreateCall(F, Arguments);
}

// Integers as wide as the alignment allows, so that the type asks for that alignment.
StructType *aggregateType(LLVMContext &C, uint64_t Size, uint64_t Alignment) {
  uint64_t Width = std::min<uint64_t>(Alignment, 8);
  while (Size % Width)
    Width /= 2;
  Type *Element = IntegerType::get(C, 8 * Width);
  uint64_t Count = Size / Width;
  if (Alignment >= 16 && Size % 16 == 0) {
    Element = FixedVectorType::get(Type::getInt32Ty(C), 4);
    Count = Size / 16;
  }
  return StructType::get(C, ArrayRef<Type *>{ArrayType::get(Element, Count)});
}

// Whether the code may use pointers that it finds in a structure: loads one, or hands the structure on.
bool usesPointersIn(const Value &Structure) {
  for (const User *U : Structure.users()) {
    if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(U)) {
      if (isa<PHINode>(U) || usesPointersIn(*U)) // a phi may come back to itself
        return true;
    } else if (const auto *L = dyn_cast<LoadInst>(U)) {
      if (L->getType()->isPtrOrPtrVectorTy() || any_of(L->users(), [](const User *V) { return isa<IntToPtrInst>(V); }))
        return true;
    } else if (!isa<ICmpInst>(U)) {
      return true;
    }
  }
  return false;
}

class KernelBuilder {
public:
  KernelBuilder(Function &Old, StringRef Entry, bundle::builder::variant &V)
      : Old(Old), Entry(Entry), V(V), M(*Old.getParent()), C(M.getContext()) {}

  Expected<Function *> build() {
    SmallVector<CallInst *, 4> LocalMemory = findCalls(Old, Builtin::LocalMemory);
    SmallVector<Type *, 16> Types;
    for (Argument &A : Old.args()) {
      Type *T = typeOf(A);
      if (!T)
        return fuseError(diag::unsupported_construct, {userName(Old), "spirv",
                                                       "argument " + std::to_string(A.getArgNo()) +
                                                           " points to an address space that arguments cannot have"});
      Types.push_back(T);
    }
    if (!LocalMemory.empty()) {
      Types.push_back(PointerType::get(C, Local));
      bundle::argument_record A;
      A.source = argument_source::local_memory;
      V.arguments.push_back(A);
    }
    for (auto [A, T] : zip(V.arguments, Types))
      A.pointer = T->isPointerTy() && is_contained({Global, Constant}, T->getPointerAddressSpace());
    for (auto [A, Old] : zip(V.arguments, Old.args()))
      if (Old.hasByValAttr() && usesPointersIn(Old))
        A.pointer = 2;
    declare(Types);
    for (Argument &A : Old.args())
      replaceArgument(A, *New->getArg(A.getArgNo()));
    for (CallInst *Call : LocalMemory) {
      Value *Base = New->getArg(New->arg_size() - 1);
      if (Call->getType() != Base->getType())
        Base = CastInst::CreatePointerBitCastOrAddrSpaceCast(Base, Call->getType(), "", Call->getIterator());
      Call->replaceAllUsesWith(Base);
      Call->eraseFromParent();
    }
    Old.eraseFromParent();
    return New;
  }

private:
  Type *typeOf(const Argument &A) {
    Type *T = A.getType();
    if (T->isIntegerTy(1))
      return Type::getInt8Ty(C);
    if (!T->isPointerTy())
      return T;
    unsigned Space = T->getPointerAddressSpace();
    if (A.hasByValAttr())
      return Space == Private ? T : nullptr;
    bool InLocal =
        A.getArgNo() < V.arguments.size() && V.arguments[A.getArgNo()].source == argument_source::local_memory;
    if (Space == Local || Space == Constant)
      return Space == Constant || InLocal || V.arguments.empty() ? T : nullptr;
    // What a command group passes are pointers to global memory.
    return PointerType::get(C, InLocal ? Local : Global);
  }

  void declare(ArrayRef<Type *> Types) {
    auto *T = FunctionType::get(Type::getVoidTy(C), Types, false);
    New = Function::Create(T, GlobalValue::ExternalLinkage, "", M);
    New->setCallingConv(CallingConv::SPIR_KERNEL);
    New->setDoesNotThrow();
    New->splice(New->begin(), &Old);
    Old.setName(Old.getName() + ".flat");
    New->setName(Entry);
    for (StringRef Kind : {"reqd_work_group_size", "work_group_size_hint", "intel_reqd_sub_group_size"})
      if (MDNode *Node = Old.getMetadata(Kind))
        New->setMetadata(Kind, Node);
  }

  void replaceArgument(Argument &From, Argument &To) {
    To.setName(From.getName());
    Value *Use = &To;
    IRBuilder<> B(&New->getEntryBlock(), New->getEntryBlock().getFirstInsertionPt());
    if (From.hasByValAttr()) {
      const DataLayout &DL = M.getDataLayout();
      uint64_t Size = DL.getTypeAllocSize(From.getParamByValType());
      Align Alignment = From.getParamAlign().value_or(DL.getABITypeAlign(From.getParamByValType()));
      To.addAttr(Attribute::getWithByValType(C, aggregateType(C, Size, Alignment.value())));
      To.addAttr(Attribute::getWithAlignment(C, Alignment));
    } else if (From.getType()->isIntegerTy(1)) {
      Use = B.CreateICmpNE(&To, B.getInt8(0));
    } else if (From.getType() != To.getType()) {
      Use = B.CreateAddrSpaceCast(&To, From.getType());
    }
    if (From.hasNoAliasAttr() && !From.hasByValAttr())
      To.addAttr(Attribute::NoAlias);
    From.replaceAllUsesWith(Use);
  }

  Function &Old;
  Function *New = nullptr;
  StringRef Entry;
  bundle::builder::variant &V;
  Module &M;
  LLVMContext &C;
};

// Local variables are undefined at the start. Their names say which kernel they belong to, as OpenCL C's do.
uint64_t adaptLocalVariables(Module &M, StringRef Entry) {
  uint64_t Size = 0;
  for (GlobalVariable &G : M.globals()) {
    if (G.getAddressSpace() != Local || G.use_empty())
      continue;
    G.setInitializer(UndefValue::get(G.getValueType()));
    G.setLinkage(GlobalValue::InternalLinkage);
    G.setName(Entry + "." + G.getName());
    G.setMetadata("syclfuse.local", nullptr);
    Align Alignment = G.getAlign().value_or(M.getDataLayout().getABITypeAlign(G.getValueType()));
    Size = alignTo(Size, Alignment) + M.getDataLayout().getTypeAllocSize(G.getValueType());
  }
  return Size;
}

void setRequiredSizes(Function &Kernel, const LaunchShape &Shape, bundle::builder::variant &V) {
  LLVMContext &C = Kernel.getContext();
  auto Number = [&](uint64_t N) { return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), N)); };
  std::optional<LaunchConstants> Sizes = launchConstants(Shape);
  if (Sizes && Shape.Kind == range_kind::nd_range)
    Kernel.setMetadata("reqd_work_group_size",
                       MDNode::get(C, {Number(Sizes->Local[0]), Number(Sizes->Local[1]), Number(Sizes->Local[2])}));
  if (MDNode *Node = Kernel.getMetadata("intel_reqd_sub_group_size"); Node && Node->getNumOperands() == 1)
    if (auto *Size = mdconst::dyn_extract_or_null<ConstantInt>(Node->getOperand(0)))
      V.record.sub_group_size = Size->getZExtValue();
}

} // namespace

void adaptQueriesForSpirv(Function &Kernel, const LaunchShape &Shape) {
  bool Plain = Shape.Kind != range_kind::nd_range;
  for (const QueryUse &Use : findQueries(Kernel)) {
    if (!Use.Call->getType()->isIntegerTy() || Use.Dimension >= 3)
      continue;
    IRBuilder<> B(Use.Call);
    Value *New = nullptr;
    if (Plain && Use.Kind == Builtin::GroupId)
      New = B.CreateSub(emitQuery(B, Builtin::GlobalId, Use.Dimension),
                        emitQuery(B, Builtin::GlobalOffset, Use.Dimension));
    else if (Plain && Use.Kind == Builtin::NumGroups)
      New = emitQuery(B, Builtin::GlobalSize, Use.Dimension);
    else
      New = emitQuery(B, Use.Kind, Use.Dimension);
    Use.Call->replaceAllUsesWith(B.CreateZExtOrTrunc(New, Use.Call->getType()));
    Use.Call->eraseFromParent();
  }
}

Expected<Function *> buildSpirvKernel(Function &Kernel, StringRef EntryName, const LaunchShape &Shape,
                                      bundle::builder::variant &V) {
  Module &M = *Kernel.getParent();
  SmallVector<llvm::Constant *, 8> Variables;
  for (GlobalVariable &G : M.globals())
    Variables.push_back(&G);
  convertUsersOfConstantsToInstructions(Variables);
  Expected<Function *> New = KernelBuilder(Kernel, EntryName, V).build();
  if (!New)
    return New;
  V.record.local_memory = adaptLocalVariables(M, EntryName);
  setRequiredSizes(**New, Shape, V);
  return New;
}

} // namespace syclfuse::fuser
