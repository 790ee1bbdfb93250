// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GroupFunctions.h"

#include <algorithm>
#include <numeric>

using namespace llvm;

namespace syclfuse::fuser::sequence {

GroupFunctionWriter::GroupFunctionWriter(IRBuilder<> &B, Module &M, unsigned Dims, Value *Scalar)
    : B(B), M(M), Dims(Dims), Scalar(Scalar), I32(B.getInt32Ty()), I64(B.getInt64Ty()) {}

Value *GroupFunctionWriter::builtin(StringRef Name, Type *T, ArrayRef<Value *> Operands) {
  SmallVector<Type *, 4> Types;
  std::string Mangling;
  for (Value *V : Operands) {
    Types.push_back(V->getType());
    if (auto *Vector = dyn_cast<FixedVectorType>(V->getType()))
      Mangling += "Dv" + std::to_string(Vector->getNumElements()) + "_";
    Type *Scalar = V->getType()->getScalarType();
    Mangling += Scalar->isFloatTy() ? "f" : Scalar->isIntegerTy(1) ? "b" : Scalar->isIntegerTy(64) ? "m" : "i";
  }
  const std::string Symbol = "_Z" + std::to_string(Name.size()) + Name.str() + (Mangling.empty() ? "v" : Mangling);
  FunctionCallee Callee = M.getOrInsertFunction(Symbol, FunctionType::get(T, Types, false));
  cast<Function>(Callee.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
  CallInst *Call = B.CreateCall(Callee, Operands);
  Call->setCallingConv(CallingConv::SPIR_FUNC);
  return Call;
}

Value *GroupFunctionWriter::query(unsigned Q) {
  static const char *const Names[SubGroupQueries] = {"__spirv_BuiltInSubgroupSize", "__spirv_BuiltInSubgroupMaxSize",
                                                     "__spirv_BuiltInSubgroupId", "__spirv_BuiltInNumSubgroups",
                                                     "__spirv_BuiltInSubgroupLocalInvocationId"};
  return builtin(Names[Q], I32, {});
}

Value *GroupFunctionWriter::group(StringRef Name, ArrayRef<Value *> Operands, bool Sub, Type *T) {
  SmallVector<Value *, 4> All{B.getInt32(Sub ? 3 : 2)};
  All.append(Operands.begin(), Operands.end());
  return builtin(Name, T, All);
}

Value *GroupFunctionWriter::scan(StringRef Name, bool Sub, unsigned Operation, Value *X) {
  return group(Name, {B.getInt32(Operation), X}, Sub, X->getType());
}

Value *GroupFunctionWriter::broadcast(bool Sub, Value *V) {
  if (Sub)
    return group("__spirv_GroupBroadcast", {V, B.CreateURem(Scalar, query(0))}, true, I32);
  auto At = [&](unsigned D) {
    return B.CreateURem(B.CreateZExt(Scalar, I64), builtin("__spirv_BuiltInWorkgroupSize", I64, {B.getInt32(D)}));
  };
  Value *Id = At(0);
  if (Dims > 1) {
    Id = PoisonValue::get(FixedVectorType::get(I64, Dims));
    for (unsigned D = 0; D != Dims; ++D)
      Id = B.CreateInsertElement(Id, At(D), D);
  }
  return group("__spirv_GroupBroadcast", {V, Id}, false, I32);
}

Value *GroupFunctionWriter::shuffle(unsigned Function, Value *V, Value *From) {
  Value *Own = query(4), *R = nullptr, *Few = B.CreateAnd(Scalar, 3);
  switch (Function) {
  case 12:
    From = B.CreateURem(From, query(0));
    R = group("__spirv_GroupNonUniformShuffle", {V, From}, true, I32);
    break;
  case 13:
    From = B.CreateXor(Own, 3);
    R = group("__spirv_GroupNonUniformShuffleXor", {V, B.getInt32(3)}, true, I32);
    break;
  case 14:
    From = B.CreateSub(Own, B.getInt32(2));
    R = group("__spirv_GroupNonUniformShuffleUp", {V, B.getInt32(2)}, true, I32);
    break;
  default:
    From = B.CreateAdd(Own, Few);
    R = group("__spirv_GroupNonUniformShuffleDown", {V, Few}, true, I32);
  }
  return B.CreateSelect(B.CreateICmpULT(From, query(0)), R, B.getInt32(0));
}

Value *GroupFunctionWriter::call(unsigned Function, bool Sub, Value *V, Value *From) {
  auto Float = [&](unsigned Operation) {
    Value *X = B.CreateUIToFP(B.CreateAnd(V, 255), B.getFloatTy());
    return B.CreateFPToSI(scan("__spirv_GroupFAdd", Sub, Operation, X), I32);
  };
  Value *Zero = B.CreateICmpEQ(B.CreateAnd(V, 7), B.getInt32(0));
  switch (Function) {
  case 0:
  case 1:
  case 2:
    return scan("__spirv_GroupIAdd", Sub, Function, V);
  case 3:
    return scan("__spirv_GroupSMin", Sub, 0, V);
  case 4:
    return scan("__spirv_GroupUMax", Sub, 2, V);
  case 5:
    return scan("__spirv_GroupBitwiseXorKHR", Sub, 1, V);
  case 6:
    return Float(0);
  case 7:
    return Float(2);
  case 8:
    return B.CreateZExt(group("__spirv_GroupAny", {Zero}, Sub, B.getInt1Ty()), I32);
  case 9:
    return B.CreateZExt(group("__spirv_GroupAll", {B.CreateNot(Zero)}, Sub, B.getInt1Ty()), I32);
  case 10:
    return broadcast(Sub, V);
  case 11: {
    Value *Both = B.CreateInsertElement(PoisonValue::get(FixedVectorType::get(I32, 2)), V, uint64_t(0));
    Both = scan("__spirv_GroupIAdd", Sub, 0, B.CreateInsertElement(Both, B.CreateNot(V), 1));
    return B.CreateXor(B.CreateExtractElement(Both, uint64_t(0)), B.CreateLShr(B.CreateExtractElement(Both, 1), 1));
  }
  default:
    return shuffle(Function, V, From);
  }
}

namespace {

// Operation 0: the result of all for each, 1: of all up to the work-item, 2: of all before it.
template <class F>
std::vector<uint32_t> fold(const std::vector<uint32_t> &V, uint32_t Start, F Op, unsigned Operation) {
  std::vector<uint32_t> R(V.size());
  for (size_t I = 0; I != V.size(); ++I) {
    R[I] = Start;
    Start = Op(Start, V[I]);
    if (Operation == 1)
      R[I] = Start;
  }
  if (Operation == 0)
    std::fill(R.begin(), R.end(), Start);
  return R;
}

size_t broadcastFrom(bool Sub, const GroupValues &G) {
  if (Sub)
    return G.Scalar % G.Values.size();
  uint64_t Linear = 0;
  for (unsigned D = 3; D-- > 0;)
    Linear = Linear * G.LocalSize[D] + G.Scalar % G.LocalSize[D];
  return Linear;
}

size_t shuffledFrom(unsigned Function, const GroupValues &G, size_t I) {
  switch (Function) {
  case 12:
    return G.From[I] % G.Values.size();
  case 13:
    return I ^ 3;
  case 14:
    return I - 2;
  default:
    return I + (G.Scalar & 3);
  }
}

} // namespace

std::vector<uint32_t> callGroupFunction(unsigned Function, bool Sub, GroupValues G) {
  std::vector<uint32_t> &V = G.Values;
  auto Add = [](uint32_t X, uint32_t Y) { return X + Y; };
  auto All = [&](uint32_t X) { return std::vector<uint32_t>(V.size(), X); };
  switch (Function) {
  case 0:
  case 1:
  case 2:
    return fold(V, 0, Add, Function);
  case 3:
    return fold(V, 0x7fffffff, [](uint32_t X, uint32_t Y) { return std::min(int32_t(X), int32_t(Y)); }, 0);
  case 4:
    return fold(V, 0, [](uint32_t X, uint32_t Y) { return std::max(X, Y); }, 2);
  case 5:
    return fold(V, 0, [](uint32_t X, uint32_t Y) { return X ^ Y; }, 1);
  case 6:
  case 7:
    for (uint32_t &X : V)
      X &= 255;
    return fold(V, 0, Add, Function == 6 ? 0 : 2);
  case 8:
    return fold(V, 0, [](uint32_t X, uint32_t Y) { return X | ((Y & 7) == 0); }, 0);
  case 9:
    return fold(V, 1, [](uint32_t X, uint32_t Y) { return X & ((Y & 7) != 0); }, 0);
  case 10:
    return All(V[broadcastFrom(Sub, G)]);
  case 11: { // sums of (v, ~v)
    const uint32_t Sum = std::accumulate(V.begin(), V.end(), uint32_t(0));
    return All(Sum ^ ((0u - Sum - uint32_t(V.size())) >> 1));
  }
  default:
    std::vector<uint32_t> R(V.size());
    for (size_t I = 0; I != V.size(); ++I) {
      const size_t From = shuffledFrom(Function, G, I);
      R[I] = From < V.size() ? V[From] : 0;
    }
    return R;
  }
}

} // namespace syclfuse::fuser::sequence
