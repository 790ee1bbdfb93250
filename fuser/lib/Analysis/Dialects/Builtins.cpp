// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Builtins.h"
#include "Support/FuseError.h"
#include "Support/UserNames.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

enum class Form { Query, ScalarQuery, Function, Group };

struct Entry {
  Builtin Kind;
  Form How;
  StringLiteral Name; // without the prefix of queries
  StringLiteral Mangling;
};

constexpr StringLiteral QueryPrefix = "__spirv_BuiltIn";
// Other SYCL compilers have a function for each dimension, `size_t __spirv_GlobalInvocationId_x()`, and scalar queries
// without "BuiltIn" in their names.
constexpr StringLiteral ShortQueryPrefix = "__spirv_";

constexpr Entry Entries[] = {
#define SF_QUERY(Kind, Name) {Builtin::Kind, Form::Query, Name, "i"},
#define SF_SCALAR_QUERY(Kind, Name) {Builtin::Kind, Form::ScalarQuery, Name, "v"},
#define SF_FUNCTION(Kind, Name, Mangling) {Builtin::Kind, Form::Function, Name, Mangling},
#define SF_GROUP(Kind, Name) {Builtin::Kind, Form::Group, Name, ""},
#include "Builtins.def"
};

const Entry &entry(Builtin B) { return Entries[static_cast<unsigned>(B)]; }

// The query that a function with such a name is, and its dimension.
std::optional<std::pair<const Entry *, unsigned>> shortQuery(const GlobalValue &G) {
  auto [Name, Parameters] = splitMangled(G.getName());
  if (!isa<Function>(G) || !Name.consume_front(ShortQueryPrefix) || !(Parameters.empty() || Parameters == "v"))
    return std::nullopt;
  unsigned Dimension = 0;
  bool HasDimension = false;
  for (unsigned D = 0; D < 3 && !HasDimension; ++D) {
    HasDimension = Name.consume_back(StringRef("_x_y_z").substr(2 * D, 2));
    Dimension = D;
  }
  for (const Entry &E : Entries)
    if (E.How == (HasDimension ? Form::Query : Form::ScalarQuery) && Name == E.Name)
      return std::pair(&E, Dimension);
  return std::nullopt;
}

bool isQueryType(const FunctionType &T, const Entry &E) {
  const unsigned Parameters = E.How == Form::Query;
  return !T.isVarArg() && T.getReturnType()->isIntegerTy() && T.getNumParams() == Parameters &&
         (!Parameters || T.getParamType(0)->isIntegerTy());
}

Function *queryFunction(Module &M, const Entry &E) {
  const std::string Name = (QueryPrefix + E.Name).str();
  const std::string Mangled = "_Z" + std::to_string(Name.size()) + Name + E.Mangling.str();
  for (const std::string &Symbol : {Mangled, Name})
    if (Function *Known = M.getFunction(Symbol); Known && isQueryType(*Known->getFunctionType(), E))
      return Known;
  SmallVector<Type *, 1> Parameters;
  if (E.How == Form::Query)
    Parameters.push_back(Type::getInt32Ty(M.getContext()));
  Function *F = Function::Create(FunctionType::get(Type::getInt64Ty(M.getContext()), Parameters, false),
                                 GlobalValue::ExternalLinkage, Mangled, M);
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  return F;
}

// A part of a builtin variable that is read.
struct VariableLoad {
  LoadInst *Load;
  GlobalVariable *Variable;
  int64_t Offset;         // bytes
  Value *Index = nullptr; // of an element, if known at run time only
};

GlobalVariable *builtinVariable(Value *V) {
  auto *G = dyn_cast<GlobalVariable>(V);
  return G && classifyBuiltin(*G) ? G : nullptr;
}

// The one index of a GEP that is not constant and counts elements of the variable, or null.
Value *elementIndex(const GEPOperator &GEP, const DataLayout &DL, uint64_t ElementSize) {
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant(DL.getIndexTypeSizeInBits(GEP.getType()), 0);
  if (!GEP.collectOffset(DL, Constant.getBitWidth(), Variable, Constant) || Variable.size() != 1 || !Constant.isZero())
    return nullptr;
  return Variable.front().second == ElementSize ? Variable.front().first : nullptr;
}

std::optional<VariableLoad> variableLoad(LoadInst &Load, const DataLayout &DL) {
  auto Strip = [&](Value *P, int64_t &Offset) {
    APInt Bytes(DL.getIndexTypeSizeInBits(P->getType()), 0);
    Value *Base = P->stripAndAccumulateConstantOffsets(DL, Bytes, /*AllowNonInbounds=*/true);
    Offset = Bytes.getSExtValue();
    return Base;
  };
  int64_t Offset = 0, Before = 0;
  Value *Base = Strip(Load.getPointerOperand(), Offset);
  if (GlobalVariable *G = builtinVariable(Base))
    return VariableLoad{&Load, G, Offset};
  auto *GEP = dyn_cast<GEPOperator>(Base);
  GlobalVariable *G = GEP ? builtinVariable(Strip(GEP->getPointerOperand(), Before)) : nullptr;
  if (!G || Offset || Before)
    return std::nullopt;
  uint64_t Size = DL.getTypeAllocSize(Load.getType());
  Value *Index = elementIndex(*GEP, DL, Size);
  return Index ? std::optional(VariableLoad{&Load, G, 0, Index}) : std::nullopt;
}

// The value of the query with a dimension known at run time.
Value *emitChoice(IRBuilderBase &B, Builtin Kind, Value *Index) {
  auto Is = [&](unsigned D) { return B.CreateICmpEQ(Index, ConstantInt::get(Index->getType(), D)); };
  Value *V[3];
  for (unsigned D = 0; D != 3; ++D)
    V[D] = emitQueryCall(B, Kind, D);
  return B.CreateSelect(Is(0), V[0], B.CreateSelect(Is(1), V[1], V[2]));
}

Error refuse(const Instruction &I, const GlobalVariable &G, StringRef Why) {
  return fuseError(diag::unsupported_construct,
                   {userName(*I.getFunction()), "any target", ("'" + G.getName() + "' " + Why).str()}, I);
}

Error replaceVariableLoad(const VariableLoad &Use) {
  LoadInst &Load = *Use.Load;
  const Builtin Kind = *classifyBuiltin(*Use.Variable);
  IRBuilder<> B(&Load);
  Type *T = Load.getType(), *Element = T->getScalarType();
  const uint64_t Size = Load.getModule()->getDataLayout().getTypeStoreSize(Element);
  auto *Vector = dyn_cast<FixedVectorType>(T);
  const unsigned Count = Vector ? Vector->getNumElements() : 1;
  if (!Element->isIntegerTy() || isa<ScalableVectorType>(T) || Use.Offset < 0 || Use.Offset % Size ||
      Use.Offset / Size + Count > 4)
    return refuse(Load, *Use.Variable, "is read with another type");
  const unsigned D = Use.Offset / Size;
  auto Emit = [&](unsigned N) { return B.CreateZExtOrTrunc(emitQueryCall(B, Kind, N), Element); };
  Value *New = PoisonValue::get(T);
  if (Use.Index)
    New = B.CreateZExtOrTrunc(emitChoice(B, Kind, Use.Index), T);
  else if (!Vector)
    New = Emit(D);
  for (unsigned N = 0; Vector && N != Count && D + N < 3; ++N)
    New = B.CreateInsertElement(New, Emit(D + N), N);
  Load.replaceAllUsesWith(New);
  Value *Address = Load.getPointerOperand();
  Load.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Address);
  return Error::success();
}

// Constants that lead to a variable are looked through; instructions that compute addresses lead to other uses.
Error checkNoOtherUses(Function &F) {
  for (Instruction &I : instructions(F))
    if (!isa<GetElementPtrInst, AddrSpaceCastInst>(I))
      for (Value *Op : I.operands())
        if (Op->getType()->isPointerTy())
          if (GlobalVariable *G = builtinVariable(getUnderlyingObject(Op)))
            return refuse(I, *G, "is used by more than loads");
  return Error::success();
}

void canonicalizeCall(CallInst &Call, const Entry &E) {
  if (auto Short = shortQuery(*Call.getCalledFunction()); Short && Call.getType()->isIntegerTy()) {
    IRBuilder<> B(&Call);
    Call.replaceAllUsesWith(B.CreateZExtOrTrunc(emitQueryCall(B, E.Kind, Short->second), Call.getType()));
    Call.eraseFromParent();
    return;
  }
  if (E.How != Form::Query || Call.arg_size() != 1 || isa<ConstantInt>(Call.getArgOperand(0)) ||
      !Call.getArgOperand(0)->getType()->isIntegerTy() || !Call.getType()->isIntegerTy())
    return;
  IRBuilder<> B(&Call);
  Call.replaceAllUsesWith(B.CreateZExtOrTrunc(emitChoice(B, E.Kind, Call.getArgOperand(0)), Call.getType()));
  Call.eraseFromParent();
}

std::optional<Builtin> calledBuiltin(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  return F ? classifyBuiltin(*F) : std::nullopt;
}

} // namespace

std::pair<StringRef, StringRef> splitMangled(StringRef Symbol) {
  StringRef Rest = Symbol;
  unsigned Length = 0;
  if (!Rest.consume_front("_Z") || Rest.consumeInteger(10, Length) || Rest.size() < Length)
    return {Symbol, ""};
  return {Rest.take_front(Length), Rest.drop_front(Length)};
}

std::optional<Builtin> classifyBuiltin(const GlobalValue &G) {
  if (auto Short = shortQuery(G))
    return Short->first->Kind;
  auto [Name, Parameters] = splitMangled(G.getName());
  bool Query = Name.consume_front(QueryPrefix);
  if (!Query && !Name.starts_with("__s"))
    return std::nullopt;
  for (const Entry &E : Entries)
    if (Query == isQuery(E.Kind) && Name == E.Name &&
        (Parameters.empty() || Parameters == E.Mangling || E.How == Form::Group || isa<GlobalVariable>(G)))
      return isa<GlobalVariable>(G) && !Query ? std::nullopt : std::optional(E.Kind);
  return std::nullopt;
}

bool isKnownBuiltin(const Function &F) { return F.isDeclaration() && classifyBuiltin(F).has_value(); }
bool isGpuLibraryFunction(StringRef Name) { return Name.starts_with("__nv_") || Name.starts_with("__ocml_"); }

bool isLibmFunction(StringRef Name) {
  static const StringSet<> Names = {
#define SF_LIBM(Name, Arity) #Name, #Name "f",
#include "syclfuse/libm_functions.def"
  };
  return Names.contains(Name) || !fastFunction(Name).empty();
}

StringRef fastFunction(StringRef Name) {
  static const StringSet<> Names = {
#define SF_FAST(Name, Arity) #Name,
#include "FastFunctions.def"
  };
  return Name.consume_front("__sycl_") && Names.contains(Name) ? Name : StringRef();
}

bool isAssertion(const Function &F) {
  return F.isDeclaration() && F.getName() == "__assert_fail" && F.arg_size() == 4 && F.getReturnType()->isVoidTy();
}

bool isPrint(const Function &F) {
  return F.isDeclaration() && F.isVarArg() && F.arg_size() == 1 && F.getArg(0)->getType()->isPointerTy() &&
         F.getReturnType()->isIntegerTy(32) && splitMangled(F.getName()).first == "__spirv_ocl_printf";
}

bool isHostService(const Function &F) { return isAssertion(F) || isPrint(F); }

bool isQuery(Builtin B) { return entry(B).How == Form::Query || entry(B).How == Form::ScalarQuery; }
bool isGroupFunction(Builtin B) { return entry(B).How == Form::Group; }
bool hasDimension(Builtin B) { return entry(B).How == Form::Query; }
bool isSizeOfLaunch(Builtin B) {
  return is_contained({Builtin::GlobalSize, Builtin::LocalSize, Builtin::NumGroups, Builtin::GlobalOffset}, B);
}

std::optional<uint64_t> groupOperand(const CallInst &Call, unsigned N) {
  auto *C = N < Call.arg_size() ? dyn_cast<ConstantInt>(Call.getArgOperand(N)) : nullptr;
  return C && C->getValue().getActiveBits() <= 64 ? std::optional(C->getZExtValue()) : std::nullopt;
}

bool isSubGroupQuery(Builtin Kind) {
  switch (Kind) {
  case Builtin::SubGroupSize:
  case Builtin::SubGroupMaxSize:
  case Builtin::SubGroupId:
  case Builtin::NumSubGroups:
  case Builtin::SubGroupLocalId:
    return true;
  default:
    return false;
  }
}

template <class Test> static bool anyCall(const Function &F, const Test &Is) {
  return any_of(instructions(F), [&](const Instruction &I) {
    const auto *Call = dyn_cast<CallInst>(&I);
    auto Kind = Call && Call->getCalledFunction() ? classifyBuiltin(*Call->getCalledFunction()) : std::nullopt;
    return Kind && Is(*Call, *Kind);
  });
}

bool waitsInSubGroups(const Function &F) {
  return anyCall(F, [](const CallInst &Call, Builtin Kind) {
    return (Kind == Builtin::ControlBarrier || isGroupFunction(Kind)) && groupOperand(Call, 0) == SubGroupScope;
  });
}

bool usesSubGroups(const Function &F) {
  return waitsInSubGroups(F) || anyCall(F, [](const CallInst &, Builtin Kind) { return isSubGroupQuery(Kind); });
}

bool isUniformQuery(Builtin B) { return B == Builtin::GroupId || isSizeOfLaunch(B); }

Value *emitQueryCall(IRBuilderBase &B, Builtin Kind, unsigned Dimension) {
  const Entry &E = entry(Kind);
  Function *F = queryFunction(*B.GetInsertBlock()->getModule(), E);
  SmallVector<Value *, 1> Arguments;
  if (E.How == Form::Query)
    Arguments.push_back(ConstantInt::get(F->getFunctionType()->getParamType(0), Dimension));
  CallInst *Call = B.CreateCall(F, Arguments);
  Call->setCallingConv(F->getCallingConv());
  return B.CreateZExtOrTrunc(Call, B.getInt64Ty());
}

Error canonicalizeQueries(Function &F) {
  const DataLayout &DL = F.getDataLayout();
  SmallVector<VariableLoad, 8> Loads;
  for (Instruction &I : instructions(F))
    if (auto *Load = dyn_cast<LoadInst>(&I))
      if (auto Found = variableLoad(*Load, DL))
        Loads.push_back(*Found);
  for (const VariableLoad &Use : Loads)
    if (Error E = replaceVariableLoad(Use))
      return E;
  if (Error E = checkNoOtherUses(F))
    return E;
  SmallVector<CallInst *, 16> Calls;
  for (Instruction &I : instructions(F))
    if (auto Kind = calledBuiltin(I); Kind && isQuery(*Kind))
      Calls.push_back(cast<CallInst>(&I));
  for (CallInst *Call : Calls)
    canonicalizeCall(*Call, entry(*calledBuiltin(*Call)));
  return Error::success();
}

Error canonicalizeQueries(Module &M) {
  for (Function &F : M)
    if (Error E = canonicalizeQueries(F))
      return E;
  for (GlobalVariable &G : M.globals())
    if (classifyBuiltin(G))
      G.removeDeadConstantUsers();
  return Error::success();
}

SmallVector<QueryUse, 16> findQueries(Function &F) {
  SmallVector<QueryUse, 16> Found;
  for (Instruction &I : instructions(F)) {
    auto Kind = calledBuiltin(I);
    if (!Kind || !isQuery(*Kind))
      continue;
    auto &Call = cast<CallInst>(I);
    unsigned D = 0;
    if (Call.arg_size() == 1)
      if (auto *C = dyn_cast<ConstantInt>(Call.getArgOperand(0)))
        D = C->getValue().ult(3) ? C->getZExtValue() : 3;
    Found.push_back({&Call, *Kind, D});
  }
  return Found;
}

SmallVector<CallInst *, 4> findCalls(Function &F, Builtin Kind) {
  SmallVector<CallInst *, 4> Found;
  for (Instruction &I : instructions(F))
    if (auto K = calledBuiltin(I); K && *K == Kind)
      Found.push_back(&cast<CallInst>(I));
  return Found;
}

void replaceQueries(Function &F, function_ref<Value *(const QueryUse &)> Get) {
  for (const QueryUse &Use : findQueries(F)) {
    Value *New = Get(Use);
    if (!New || !Use.Call->getType()->isIntegerTy())
      continue;
    IRBuilder<> B(Use.Call);
    Use.Call->replaceAllUsesWith(B.CreateZExtOrTrunc(New, Use.Call->getType()));
    Use.Call->eraseFromParent();
  }
}

} // namespace syclfuse::fuser
