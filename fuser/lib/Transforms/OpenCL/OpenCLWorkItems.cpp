// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items and work-groups of OpenCL C: queries, barriers, group functions. They become builtins of Builtins.def.
#include "OpenCLFunction.h"

#include "Analysis/Dialects/Builtins.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

using C_ = OpenCLCall;

// SPIR-V's numbers (3.27 Scope, 3.25 Memory Semantics, 3.29 Group Operation).
constexpr uint32_t WorkGroup = 2, SubGroup = 3;
constexpr uint32_t SequentiallyConsistent = 0x10, OfWorkGroup = 0x100, OfGlobal = 0x200;
constexpr uint32_t Reduce = 0, InclusiveScan = 1, ExclusiveScan = 2;

Value *query(OpenCLCall &C, Builtin Kind, unsigned Dimension) {
  return C.B.CreateZExtOrTrunc(emitQueryCall(C.B, Kind, Dimension), C.Call.getType());
}

// Dimensions that there are not have ids and offsets 0 and sizes 1.
template <Builtin Kind, unsigned Beyond> Value *ofDimension(OpenCLCall &C) {
  if (!C.Call.getType()->isIntegerTy())
    return nullptr;
  Value *D = C.arg(0), *R = ConstantInt::get(C.Call.getType(), Beyond);
  if (auto *Constant = dyn_cast<ConstantInt>(D))
    return Constant->getValue().ult(3) ? query(C, Kind, Constant->getZExtValue()) : R;
  for (unsigned N = 3; N-- > 0;)
    R = C.B.CreateSelect(C.B.CreateICmpEQ(D, ConstantInt::get(D->getType(), N)), query(C, Kind, N), R);
  return R;
}

template <Builtin Kind> Value *scalar(OpenCLCall &C) { return query(C, Kind, 0); }

// As the Itanium ABI has it; LLVM's SPIR-V back end reads it.
std::string mangledType(const Type *T) {
  if (auto *V = dyn_cast<FixedVectorType>(T))
    return "Dv" + std::to_string(V->getNumElements()) + "_" + mangledType(V->getElementType());
  if (T->isFloatingPointTy())
    return T->isHalfTy() ? "Dh" : T->isFloatTy() ? "f" : "d";
  const unsigned Width = T->getIntegerBitWidth();
  return Width == 1 ? "b" : Width == 8 ? "c" : Width == 16 ? "s" : Width == 32 ? "i" : "m";
}

// Calls a builtin of ours, whose types are those of the call; null if something else has its name.
CallInst *call(OpenCLCall &C, StringRef Name, Type *Result, ArrayRef<Value *> Operands) {
  Module &M = *C.Call.getModule();
  SmallVector<Type *, 4> Types;
  std::string Symbol = "_Z" + std::to_string(Name.size()) + Name.str();
  for (Value *V : Operands) {
    Types.push_back(V->getType());
    Symbol += mangledType(V->getType());
  }
  auto *T = FunctionType::get(Result, Types, false);
  Function *F = M.getFunction(Symbol);
  if (M.getNamedValue(Symbol) && (!F || !F->isDeclaration() || F->getFunctionType() != T))
    return nullptr;
  if (!F) {
    F = Function::Create(T, GlobalValue::ExternalLinkage, Symbol, M);
    F->setCallingConv(CallingConv::SPIR_FUNC);
    F->addFnAttr(Attribute::Convergent);
    F->setDoesNotThrow();
  }
  CallInst *New = C.B.CreateCall(F, Operands);
  New->setCallingConv(F->getCallingConv());
  New->setConvergent();
  return New;
}

// (flags[, scope]): which memory is ordered; OpenCL C orders it for the work-group, or as scope says.
template <uint32_t Execution> Value *barrier(OpenCLCall &C) {
  std::optional<uint32_t> Flags = C.constant(0);
  std::optional<uint32_t> Scope = C.Args.size() > 1 ? C.constant(1) : 1;
  constexpr uint32_t Scopes[] = {4, 2, 1, 0, 3};
  if (!Flags || !Scope || *Scope >= std::size(Scopes))
    return nullptr;
  const uint32_t Memory = C.Args.size() > 1 ? Scopes[*Scope] : Execution;
  const uint32_t Semantics = SequentiallyConsistent | (*Flags & 1 ? OfWorkGroup : 0) | (*Flags & 2 ? OfGlobal : 0);
  Value *Operands[] = {C.B.getInt32(Execution), C.B.getInt32(Memory), C.B.getInt32(Semantics)};
  return call(C, "__spirv_ControlBarrier", C.B.getVoidTy(), Operands) ? C.done() : nullptr;
}

template <uint32_t Scope, bool All> Value *vote(OpenCLCall &C) {
  Value *Set = C.B.CreateICmpNE(C.arg(0), Constant::getNullValue(C.arg(0)->getType()));
  StringRef Name = All ? "__spirv_GroupAll" : "__spirv_GroupAny";
  Value *R = call(C, Name, C.B.getInt1Ty(), {C.B.getInt32(Scope), Set});
  return R ? C.truth(R) : nullptr;
}

enum Combination { Sum, Least, Greatest };

template <uint32_t Scope, uint32_t Operation, Combination How> Value *combine(OpenCLCall &C) {
  const bool Float = C.Main->isFPOrFPVectorTy();
  constexpr StringLiteral Names[][3] = {{"IAdd", "IAdd", "FAdd"}, {"SMin", "UMin", "FMin"}, {"SMax", "UMax", "FMax"}};
  const std::string Name = ("__spirv_Group" + Names[How][Float ? 2 : C.Unsigned]).str();
  return call(C, Name, C.Main, {C.B.getInt32(Scope), C.B.getInt32(Operation), C.arg(0)});
}

// (value, id of each dimension)
template <uint32_t Scope> Value *broadcast(OpenCLCall &C) {
  Value *Id = C.arg(1);
  if (C.Args.size() > 2) {
    Id = PoisonValue::get(FixedVectorType::get(C.arg(1)->getType(), C.Args.size() - 1));
    for (uint64_t N = 1; N != C.Args.size(); ++N) {
      if (C.arg(N)->getType() != C.arg(1)->getType())
        return nullptr;
      Id = C.B.CreateInsertElement(Id, C.arg(N), N - 1);
    }
  }
  return call(C, "__spirv_GroupBroadcast", C.Main, {C.B.getInt32(Scope), C.arg(0), Id});
}

Value *shuffle(OpenCLCall &C, StringRef Name) {
  return call(C, Name, C.Main, {C.B.getInt32(SubGroup), C.arg(0), C.B.CreateZExtOrTrunc(C.arg(1), C.B.getInt32Ty())});
}

#define SF_OCL_QUERY(Name, Kind, Beyond) {Name, "*:L", ofDimension<Builtin::Kind, Beyond>}
#define SF_OCL_SCALAR(Name, Kind) {Name, "L:", scalar<Builtin::Kind>}
#define SF_OCL_COMBINE(Prefix, Scope, Name, How)                                                                       \
  {Prefix "_reduce_" Name, "F:F", combine<Scope, Reduce, How>},                                                        \
      {Prefix "_reduce_" Name, "I:I", combine<Scope, Reduce, How>},                                                    \
      {Prefix "_scan_inclusive_" Name, "F:F", combine<Scope, InclusiveScan, How>},                                     \
      {Prefix "_scan_inclusive_" Name, "I:I", combine<Scope, InclusiveScan, How>},                                     \
      {Prefix "_scan_exclusive_" Name, "F:F", combine<Scope, ExclusiveScan, How>}, {                                   \
    Prefix "_scan_exclusive_" Name, "I:I", combine<Scope, ExclusiveScan, How>                                          \
  }
#define SF_OCL_GROUP(Prefix, Scope)                                                                                    \
  {Prefix "_all", "L:L", vote<Scope, true>}, {Prefix "_any", "L:L", vote<Scope, false>},                               \
      SF_OCL_COMBINE(Prefix, Scope, "add", Sum), SF_OCL_COMBINE(Prefix, Scope, "min", Least),                          \
      SF_OCL_COMBINE(Prefix, Scope, "max", Greatest), {Prefix "_broadcast", "F:FL", broadcast<Scope>}, {               \
    Prefix "_broadcast", "I:IL", broadcast<Scope>                                                                      \
  }
#define SF_OCL_SHUFFLE(Name, Spirv)                                                                                    \
  {Name, "F:FL", [](C_ &C) { return shuffle(C, Spirv); }}, {                                                           \
    Name, "I:IL", [](C_ &C) { return shuffle(C, Spirv); }                                                              \
  }

const OpenCLFunction Functions[] = {
    SF_OCL_QUERY("get_global_id", GlobalId, 0),
    SF_OCL_QUERY("get_global_size", GlobalSize, 1),
    SF_OCL_QUERY("get_global_offset", GlobalOffset, 0),
    SF_OCL_QUERY("get_local_id", LocalId, 0),
    SF_OCL_QUERY("get_local_size", LocalSize, 1),
    // All groups of a launch are of one size here.
    SF_OCL_QUERY("get_enqueued_local_size", LocalSize, 1),
    SF_OCL_QUERY("__spirv_BuiltInEnqueuedWorkgroupSize", LocalSize, 1),
    SF_OCL_QUERY("get_group_id", GroupId, 0),
    SF_OCL_QUERY("get_num_groups", NumGroups, 1),
    SF_OCL_SCALAR("get_global_linear_id", GlobalLinearId),
    SF_OCL_SCALAR("get_local_linear_id", LocalLinearId),
    SF_OCL_SCALAR("get_sub_group_size", SubGroupSize),
    SF_OCL_SCALAR("get_max_sub_group_size", SubGroupMaxSize),
    SF_OCL_SCALAR("get_sub_group_id", SubGroupId),
    SF_OCL_SCALAR("get_num_sub_groups", NumSubGroups),
    SF_OCL_SCALAR("get_sub_group_local_id", SubGroupLocalId),
    {"barrier", "V:L", barrier<WorkGroup>},
    {"work_group_barrier", "V:L", barrier<WorkGroup>},
    {"work_group_barrier", "V:LL", barrier<WorkGroup>},
    {"sub_group_barrier", "V:L", barrier<SubGroup>},
    {"sub_group_barrier", "V:LL", barrier<SubGroup>},
    SF_OCL_GROUP("work_group", WorkGroup),
    SF_OCL_GROUP("sub_group", SubGroup),
    {"work_group_broadcast", "F:FLL", broadcast<WorkGroup>},
    {"work_group_broadcast", "I:ILL", broadcast<WorkGroup>},
    {"work_group_broadcast", "F:FLLL", broadcast<WorkGroup>},
    {"work_group_broadcast", "I:ILLL", broadcast<WorkGroup>},
    SF_OCL_SHUFFLE("sub_group_shuffle", "__spirv_GroupNonUniformShuffle"),
    SF_OCL_SHUFFLE("sub_group_shuffle_xor", "__spirv_GroupNonUniformShuffleXor"),
    SF_OCL_SHUFFLE("sub_group_shuffle_up", "__spirv_GroupNonUniformShuffleUp"),
    SF_OCL_SHUFFLE("sub_group_shuffle_down", "__spirv_GroupNonUniformShuffleDown"),
    SF_OCL_SHUFFLE("__spirv_SubgroupShuffleINTEL", "__spirv_GroupNonUniformShuffle"),
    SF_OCL_SHUFFLE("__spirv_SubgroupShuffleXorINTEL", "__spirv_GroupNonUniformShuffleXor"),
};

} // namespace

ArrayRef<OpenCLFunction> openCLWorkItemFunctions() { return Functions; }

} // namespace syclfuse::fuser
