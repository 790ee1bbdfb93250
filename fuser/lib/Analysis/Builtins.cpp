// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/fuser/Builtins.h"
#include "syclfuse/fuser/FuseError.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

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

constexpr Entry Entries[] = {
#define SF_QUERY(Kind, Name) {Builtin::Kind, Form::Query, Name, "i"},
#define SF_SCALAR_QUERY(Kind, Name) {Builtin::Kind, Form::ScalarQuery, Name, "v"},
#define SF_FUNCTION(Kind, Name, Mangling) {Builtin::Kind, Form::Function, Name, Mangling},
#define SF_GROUP(Kind, Name) {Builtin::Kind, Form::Group, Name, ""},
#include "syclfuse/fuser/Builtins.def"
};

const Entry &entry(Builtin B) { return Entries[static_cast<unsigned>(B)]; }

// `_Z<length><name><parameters>` of a function that is in no namespace.
std::pair<StringRef, StringRef> splitMangled(StringRef Symbol) {
  StringRef Rest = Symbol;
  unsigned Length = 0;
  if (!Rest.consume_front("_Z") || Rest.consumeInteger(10, Length) || Rest.size() < Length)
    return {Symbol, ""};
  return {Rest.take_front(Length), Rest.drop_front(Length)};
}

Function *queryFunction(Module &M, const Entry &E) {
  std::string Name = (QueryPrefix + E.Name).str();
  std::string Mangled = "_Z" + std::to_string(Name.size()) + Name + E.Mangling.str();
  Type *I64 = Type::getInt64Ty(M.getContext());
  SmallVector<Type *, 1> Parameters;
  if (E.How == Form::Query)
    Parameters.push_back(Type::getInt32Ty(M.getContext()));
  auto *F = dyn_cast<Function>(M.getOrInsertFunction(Mangled, FunctionType::get(I64, Parameters, false)).getCallee());
  if (F) {
    F->setDoesNotAccessMemory();
    F->setDoesNotThrow();
    F->setWillReturn();
  }
  return F;
}

// The value of dimension D at the place of B.
Value *emitQuery(IRBuilder<> &B, Module &M, const Entry &E, unsigned D, Type *T) {
  Function *F = queryFunction(M, E);
  CallInst *Call = E.How == Form::Query ? B.CreateCall(F, {B.getInt32(D)}) : B.CreateCall(F, {});
  Call->setCallingConv(F->getCallingConv());
  return B.CreateZExtOrTrunc(Call, T);
}

// Loads that read from Offset bytes into the variable, found through casts and constant address arithmetic.
Error collectLoads(Value &Pointer, int64_t Offset, const DataLayout &DL, StringRef Name,
                   SmallVectorImpl<std::pair<LoadInst *, int64_t>> &Loads) {
  for (User *U : Pointer.users()) {
    auto *I = dyn_cast<Instruction>(U);
    if (auto *Load = dyn_cast<LoadInst>(U)) {
      Loads.push_back({Load, Offset});
      continue;
    }
    APInt Step(64, 0);
    auto *GEP = dyn_cast<GetElementPtrInst>(U);
    if (isa<AddrSpaceCastInst>(U) || (GEP && GEP->accumulateConstantOffset(DL, Step))) {
      if (Error E = collectLoads(*I, Offset + Step.getSExtValue(), DL, Name, Loads))
        return E;
      continue;
    }
    const Function *F = I ? I->getFunction() : nullptr;
    return fuseError(diag::unsupported_construct,
                     {F ? F->getName().str() : "", "any target", "'" + Name.str() + "' is used by more than loads"});
  }
  return Error::success();
}

Error canonicalizeVariable(GlobalVariable &G, const Entry &E) {
  Module &M = *G.getParent();
  convertUsersOfConstantsToInstructions({&G});
  SmallVector<std::pair<LoadInst *, int64_t>, 8> Loads;
  if (Error Failed = collectLoads(G, 0, M.getDataLayout(), G.getName(), Loads))
    return Failed;
  Type *Element = G.getValueType()->getScalarType();
  uint64_t Size = M.getDataLayout().getTypeStoreSize(Element);
  for (auto [Load, Offset] : Loads) {
    IRBuilder<> B(Load);
    unsigned D = Size ? Offset / Size : 0;
    auto *Vector = dyn_cast<FixedVectorType>(Load->getType());
    if (D + (Vector ? Vector->getNumElements() : 1) > 4 || !Load->getType()->getScalarType()->isIntegerTy())
      return fuseError(
          diag::unsupported_construct,
          {Load->getFunction()->getName().str(), "any target", "'" + G.getName().str() + "' is read with another type"},
          *Load);
    Value *New = PoisonValue::get(Load->getType());
    if (!Vector)
      New = emitQuery(B, M, E, D, Load->getType());
    for (unsigned N = 0; Vector && N != Vector->getNumElements() && D + N < 3; ++N)
      New = B.CreateInsertElement(New, emitQuery(B, M, E, D + N, Vector->getElementType()), N);
    Load->replaceAllUsesWith(New);
    Load->eraseFromParent();
  }
  return Error::success();
}

void canonicalizeCall(CallInst &Call, const Entry &E) {
  if (E.How != Form::Query || Call.arg_size() != 1 || isa<ConstantInt>(Call.getArgOperand(0)))
    return;
  IRBuilder<> B(&Call);
  Module &M = *Call.getModule();
  Value *Index = Call.getArgOperand(0);
  Value *V[3];
  for (unsigned D = 0; D != 3; ++D)
    V[D] = emitQuery(B, M, E, D, Call.getType());
  auto Is = [&](unsigned D) { return B.CreateICmpEQ(Index, ConstantInt::get(Index->getType(), D)); };
  Call.replaceAllUsesWith(B.CreateSelect(Is(0), V[0], B.CreateSelect(Is(1), V[1], V[2])));
  Call.eraseFromParent();
}

std::optional<Builtin> calledBuiltin(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  return F ? classifyBuiltin(*F) : std::nullopt;
}

} // namespace

std::optional<Builtin> classifyBuiltin(const GlobalValue &G) {
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
bool isLibmFunction(StringRef Name) {
  static const StringSet<> Names = {
#define SF_LIBM(Name, Arity) #Name, #Name "f",
#include "syclfuse/fuser/LibmFunctions.def"
  };
  return Names.contains(Name);
}

bool isQuery(Builtin B) { return entry(B).How == Form::Query || entry(B).How == Form::ScalarQuery; }
bool isGroupFunction(Builtin B) { return entry(B).How == Form::Group; }
bool hasDimension(Builtin B) { return entry(B).How == Form::Query; }

Error canonicalizeQueries(Module &M) {
  SmallVector<GlobalVariable *, 4> Variables;
  for (GlobalVariable &G : M.globals())
    if (classifyBuiltin(G))
      Variables.push_back(&G);
  for (GlobalVariable *G : Variables) {
    if (Error E = canonicalizeVariable(*G, entry(*classifyBuiltin(*G))))
      return E;
    G->removeDeadConstantUsers();
  }
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto Kind = calledBuiltin(I); Kind && isQuery(*Kind))
        canonicalizeCall(cast<CallInst>(I), entry(*Kind));
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
