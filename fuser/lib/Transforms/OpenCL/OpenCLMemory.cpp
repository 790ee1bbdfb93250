// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of OpenCL C: vectors and halfs, atomics of both forms (those of 1.2 are relaxed, those of 2.0 carry order and
// scope) and as SPIR-V's instructions, fences. Orders and scopes must be constants.
#include "OpenCLFunction.h"

#include "Analysis/Dialects/Builtins.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

using C_ = OpenCLCall;

Align alignOf(OpenCLCall &C, Type *T) { return C.Call.getModule()->getDataLayout().getABITypeAlign(T); }

// Element Index of vectors of type T that lie one after the other, aligned as their elements are.
Value *vectorAddress(OpenCLCall &C, FixedVectorType *T, Value *Index, Value *Base) {
  Value *First = C.B.CreateMul(Index, ConstantInt::get(Index->getType(), T->getNumElements()));
  return C.B.CreateGEP(T->getElementType(), Base, First);
}

Value *vload(OpenCLCall &C) {
  auto *T = dyn_cast<FixedVectorType>(C.Call.getType());
  return T ? C.B.CreateAlignedLoad(T, vectorAddress(C, T, C.arg(0), C.arg(1)), alignOf(C, T->getElementType()))
           : nullptr;
}

Value *vstore(OpenCLCall &C) {
  auto *T = dyn_cast<FixedVectorType>(C.arg(0)->getType());
  if (!T)
    return nullptr;
  C.B.CreateAlignedStore(C.arg(0), vectorAddress(C, T, C.arg(1), C.arg(2)), alignOf(C, T->getElementType()));
  return C.done();
}

Value *vloadHalf(OpenCLCall &C) {
  if (!C.Call.getType()->isFloatTy())
    return nullptr;
  Type *Half = C.B.getHalfTy();
  return C.B.CreateFPExt(C.B.CreateLoad(Half, C.B.CreateGEP(Half, C.arg(1), C.arg(0))), C.B.getFloatTy());
}

Value *vstoreHalf(OpenCLCall &C) {
  Type *Half = C.B.getHalfTy(), *From = C.arg(0)->getType();
  if (!From->isFloatTy() && !From->isDoubleTy())
    return nullptr;
  C.B.CreateStore(C.B.CreateFPTrunc(C.arg(0), Half), C.B.CreateGEP(Half, C.arg(2), C.arg(1)));
  return C.done();
}

// How an access is ordered, and among whom.
struct Ordering {
  AtomicOrdering Order = AtomicOrdering::Monotonic;
  SyncScope::ID Scope = SyncScope::System;
};

// SPIR-V's numbers (3.27 Scope).
std::optional<SyncScope::ID> scopeOf(OpenCLCall &C, std::optional<uint32_t> Scope) {
  constexpr const char *Names[] = {"", "device", "workgroup", "subgroup", "singlethread"};
  if (!Scope || *Scope >= std::size(Names))
    return std::nullopt;
  return C.Call.getContext().getOrInsertSyncScopeID(Names[*Scope]);
}

// Memory semantics of SPIR-V (3.25).
std::optional<AtomicOrdering> spirvOrder(std::optional<uint32_t> Semantics) {
  if (!Semantics)
    return std::nullopt;
  switch (*Semantics & 0x1e) {
  case 0:
    return AtomicOrdering::Monotonic;
  case 2:
    return AtomicOrdering::Acquire;
  case 4:
    return AtomicOrdering::Release;
  case 8:
    return AtomicOrdering::AcquireRelease;
  case 16:
    return AtomicOrdering::SequentiallyConsistent;
  }
  return std::nullopt;
}

// memory_order and memory_scope of OpenCL C, whose numbers are Clang's.
std::optional<AtomicOrdering> openCLOrder(std::optional<uint32_t> Order) {
  constexpr AtomicOrdering Orders[] = {AtomicOrdering::Monotonic,      AtomicOrdering::Acquire,
                                       AtomicOrdering::Acquire,        AtomicOrdering::Release,
                                       AtomicOrdering::AcquireRelease, AtomicOrdering::SequentiallyConsistent};
  return Order && *Order < std::size(Orders) ? std::optional(Orders[*Order]) : std::nullopt;
}

std::optional<uint32_t> spirvScope(std::optional<uint32_t> OpenCLScope) {
  constexpr uint32_t Scopes[] = {4, 2, 1, 0, 3};
  return OpenCLScope && *OpenCLScope < std::size(Scopes) ? std::optional(Scopes[*OpenCLScope]) : std::nullopt;
}

std::optional<Ordering> combined(std::optional<AtomicOrdering> Order, std::optional<SyncScope::ID> Scope) {
  return Order && Scope ? std::optional(Ordering{*Order, *Scope}) : std::nullopt;
}

// (…, scope, semantics, …) from operand N on.
std::optional<Ordering> ofSpirv(OpenCLCall &C, unsigned N) {
  return combined(spirvOrder(C.constant(N + 1)), scopeOf(C, C.constant(N)));
}
// (…, order, scope) from operand N on, or none: sequentially consistent on the device.
std::optional<Ordering> ofOpenCL2(OpenCLCall &C, unsigned N) {
  if (N >= C.Args.size())
    return combined(AtomicOrdering::SequentiallyConsistent, scopeOf(C, 1));
  std::optional<uint32_t> Scope = N + 1 < C.Args.size() ? spirvScope(C.constant(N + 1)) : 1;
  return combined(openCLOrder(C.constant(N)), scopeOf(C, Scope));
}
std::optional<Ordering> relaxed(OpenCLCall &C) { return combined(AtomicOrdering::Monotonic, scopeOf(C, 1)); }

bool isAtomicType(Type *T) { return T->isIntegerTy(32) || T->isIntegerTy(64) || T->isFloatTy() || T->isDoubleTy(); }

// Whether the value of an atomic is unsigned: its letter comes after the pointer's and before those of order and scope.
bool isUnsignedAtomic(const OpenCLCall &C) {
  StringRef Letters = C.Parameters.take_front(C.Parameters.find("12memory_order"));
  return !Letters.empty() && StringRef("jm").contains(Letters.back());
}

Value *readModifyWrite(OpenCLCall &C, AtomicRMWInst::BinOp Op, Value *V, std::optional<Ordering> How) {
  Type *T = V->getType();
  const bool Floating = AtomicRMWInst::isFPOperation(Op);
  if (!How || !isAtomicType(T) || (Op != AtomicRMWInst::Xchg && Floating != T->isFloatingPointTy()) ||
      !(C.Call.getType()->isVoidTy() || C.Call.getType() == T))
    return nullptr;
  return C.B.CreateAtomicRMW(Op, C.arg(0), V, alignOf(C, T), How->Order, How->Scope);
}

// For floating point the operation of the same name.
AtomicRMWInst::BinOp operationOf(AtomicRMWInst::BinOp Op, OpenCLCall &C) {
  const bool Float = C.Args.size() > 1 && C.arg(1)->getType()->isFloatingPointTy();
  if (Op == AtomicRMWInst::Max)
    return Float ? AtomicRMWInst::FMax : isUnsignedAtomic(C) ? AtomicRMWInst::UMax : Op;
  if (Op == AtomicRMWInst::Min)
    return Float ? AtomicRMWInst::FMin : isUnsignedAtomic(C) ? AtomicRMWInst::UMin : Op;
  if (Op == AtomicRMWInst::Add && Float)
    return AtomicRMWInst::FAdd;
  return Op == AtomicRMWInst::Sub && Float ? AtomicRMWInst::FSub : Op;
}

template <AtomicRMWInst::BinOp Op> Value *atomic12(OpenCLCall &C) {
  return readModifyWrite(C, operationOf(Op, C), C.arg(1), relaxed(C));
}
template <AtomicRMWInst::BinOp Op> Value *atomic20(OpenCLCall &C) {
  return readModifyWrite(C, operationOf(Op, C), C.arg(1), ofOpenCL2(C, 2));
}
template <AtomicRMWInst::BinOp Op> Value *atomicSpirv(OpenCLCall &C) {
  return readModifyWrite(C, Op, C.arg(3), ofSpirv(C, 1));
}

// Plus or minus one.
template <AtomicRMWInst::BinOp Op> Value *step(OpenCLCall &C, std::optional<Ordering> How) {
  Type *T = C.Call.getType();
  return T->isIntegerTy() ? readModifyWrite(C, Op, ConstantInt::get(T, 1), How) : nullptr;
}

Value *load(OpenCLCall &C, std::optional<Ordering> How) {
  Type *T = C.Call.getType();
  if (!How || !isAtomicType(T) ||
      isReleaseOrStronger(How->Order) != (How->Order == AtomicOrdering::SequentiallyConsistent))
    return nullptr;
  LoadInst *Load = C.B.CreateAlignedLoad(T, C.arg(0), alignOf(C, T));
  Load->setAtomic(How->Order, How->Scope);
  return Load;
}

Value *store(OpenCLCall &C, Value *V, std::optional<Ordering> How) {
  if (!How || !isAtomicType(V->getType()) ||
      isAcquireOrStronger(How->Order) != (How->Order == AtomicOrdering::SequentiallyConsistent))
    return nullptr;
  StoreInst *Store = C.B.CreateAlignedStore(V, C.arg(0), alignOf(C, V->getType()));
  Store->setAtomic(How->Order, How->Scope);
  return C.done();
}

// The pair of old value and success, or null.
Value *exchangeIfEqual(OpenCLCall &C, Value *Expected, Value *New, std::optional<Ordering> Success,
                       std::optional<Ordering> Failure) {
  if (!Success || !Failure || Expected->getType() != New->getType() || !New->getType()->isIntegerTy() ||
      !isAtomicType(New->getType()) || !AtomicCmpXchgInst::isValidFailureOrdering(Failure->Order))
    return nullptr;
  return C.B.CreateAtomicCmpXchg(C.arg(0), Expected, New, alignOf(C, New->getType()), Success->Order, Failure->Order,
                                 Success->Scope);
}

Value *oldValue(OpenCLCall &C, Value *Pair) { return Pair ? C.B.CreateExtractValue(Pair, 0) : nullptr; }

Value *atomicCmpxchg(OpenCLCall &C) {
  return C.arg(1)->getType() == C.Call.getType()
             ? oldValue(C, exchangeIfEqual(C, C.arg(1), C.arg(2), relaxed(C), relaxed(C)))
             : nullptr;
}

// (object, expected in memory, desired[, success, failure[, scope]])
Value *compareExchange20(OpenCLCall &C) {
  std::optional<Ordering> Success = ofOpenCL2(C, 3), Failure = Success;
  if (C.Args.size() > 3) {
    std::optional<uint32_t> Scope = C.Args.size() > 5 ? spirvScope(C.constant(5)) : 1;
    Success = combined(openCLOrder(C.constant(3)), scopeOf(C, Scope));
    Failure = combined(openCLOrder(C.constant(4)), scopeOf(C, Scope));
  }
  Type *T = C.arg(2)->getType();
  if (!Success || !Failure || !T->isIntegerTy() || !isAtomicType(T) || !C.Call.getType()->isIntegerTy() ||
      !AtomicCmpXchgInst::isValidFailureOrdering(Failure->Order))
    return nullptr;
  Value *Expected = C.B.CreateLoad(T, C.arg(1));
  Value *Pair = exchangeIfEqual(C, Expected, C.arg(2), Success, Failure);
  C.B.CreateStore(C.B.CreateExtractValue(Pair, 0), C.arg(1)); // the same again if they were equal
  return C.B.CreateZExtOrTrunc(C.B.CreateExtractValue(Pair, 1), C.Call.getType());
}

// (pointer, scope, if equal, if unequal, value, compared)
Value *compareExchangeSpirv(OpenCLCall &C) {
  return C.arg(4)->getType() == C.Call.getType()
             ? oldValue(C, exchangeIfEqual(C, C.arg(5), C.arg(4), ofSpirv(C, 1),
                                           combined(spirvOrder(C.constant(3)), scopeOf(C, C.constant(1)))))
             : nullptr;
}

Value *fence(OpenCLCall &C, std::optional<Ordering> How) {
  if (!How)
    return nullptr;
  if (How->Order != AtomicOrdering::Monotonic)
    C.B.CreateFence(How->Order, How->Scope);
  return C.done();
}

template <AtomicOrdering Order> Value *memFence(OpenCLCall &C) { return fence(C, combined(Order, scopeOf(C, 2))); }

#define SF_RMW(Name, Op)                                                                                               \
  {"atomic_" Name, "*:P*", atomic12<AtomicRMWInst::Op>}, { "atom_" Name, "*:P*", atomic12<AtomicRMWInst::Op> }
#define SF_FETCH(Name, Op)                                                                                             \
  {"atomic_" Name, "*:P*", atomic20<AtomicRMWInst::Op>},                                                               \
      {"atomic_" Name "_explicit", "*:P*J", atomic20<AtomicRMWInst::Op>}, {                                            \
    "atomic_" Name "_explicit", "*:P*JJ", atomic20<AtomicRMWInst::Op>                                                  \
  }
#define SF_STEP(Name, Op) {Name, "*:P", [](C_ &C) { return step<AtomicRMWInst::Op>(C, relaxed(C)); }}
#define SF_SPIRV(Name, Op) {"__spirv_Atomic" Name, "*:PLL*", atomicSpirv<AtomicRMWInst::Op>}

const OpenCLFunction Functions[] = {
    {"vload2", "*:LP", vload},
    {"vload3", "*:LP", vload},
    {"vload4", "*:LP", vload},
    {"vload8", "*:LP", vload},
    {"vload16", "*:LP", vload},
    {"vloadn", "*:LPL", vload},
    {"vstore2", "V:*LP", vstore},
    {"vstore3", "V:*LP", vstore},
    {"vstore4", "V:*LP", vstore},
    {"vstore8", "V:*LP", vstore},
    {"vstore16", "V:*LP", vstore},
    {"vstoren", "V:*LP", vstore},
    {"vload_half", "*:LP", vloadHalf},
    {"vstore_half", "V:*LP", vstoreHalf},
    {"vstore_half_rte", "V:*LP", vstoreHalf},
    {"prefetch", "V:PL", [](C_ &C) { return C.done(); }},
    SF_RMW("add", Add),
    SF_RMW("sub", Sub),
    SF_RMW("xchg", Xchg),
    SF_RMW("min", Min),
    SF_RMW("max", Max),
    SF_RMW("and", And),
    SF_RMW("or", Or),
    SF_RMW("xor", Xor),
    SF_STEP("atomic_inc", Add),
    SF_STEP("atom_inc", Add),
    SF_STEP("atomic_dec", Sub),
    SF_STEP("atom_dec", Sub),
    {"atomic_cmpxchg", "*:P**", atomicCmpxchg},
    {"atom_cmpxchg", "*:P**", atomicCmpxchg},
    SF_FETCH("fetch_add", Add),
    SF_FETCH("fetch_sub", Sub),
    SF_FETCH("fetch_min", Min),
    SF_FETCH("fetch_max", Max),
    SF_FETCH("fetch_and", And),
    SF_FETCH("fetch_or", Or),
    SF_FETCH("fetch_xor", Xor),
    SF_FETCH("exchange", Xchg),
    {"atomic_load", "*:P", [](C_ &C) { return load(C, ofOpenCL2(C, 1)); }},
    {"atomic_load_explicit", "*:PJ", [](C_ &C) { return load(C, ofOpenCL2(C, 1)); }},
    {"atomic_load_explicit", "*:PJJ", [](C_ &C) { return load(C, ofOpenCL2(C, 1)); }},
    {"atomic_store", "V:P*", [](C_ &C) { return store(C, C.arg(1), ofOpenCL2(C, 2)); }},
    {"atomic_store_explicit", "V:P*J", [](C_ &C) { return store(C, C.arg(1), ofOpenCL2(C, 2)); }},
    {"atomic_store_explicit", "V:P*JJ", [](C_ &C) { return store(C, C.arg(1), ofOpenCL2(C, 2)); }},
    {"atomic_compare_exchange_strong", "B:PP*", compareExchange20},
    {"atomic_compare_exchange_weak", "B:PP*", compareExchange20},
    {"atomic_compare_exchange_strong_explicit", "B:PP*JJ", compareExchange20},
    {"atomic_compare_exchange_strong_explicit", "B:PP*JJJ", compareExchange20},
    {"atomic_compare_exchange_weak_explicit", "B:PP*JJ", compareExchange20},
    {"atomic_compare_exchange_weak_explicit", "B:PP*JJJ", compareExchange20},
    SF_SPIRV("IAdd", Add),
    SF_SPIRV("ISub", Sub),
    SF_SPIRV("SMin", Min),
    SF_SPIRV("UMin", UMin),
    SF_SPIRV("SMax", Max),
    SF_SPIRV("UMax", UMax),
    SF_SPIRV("And", And),
    SF_SPIRV("Or", Or),
    SF_SPIRV("Xor", Xor),
    SF_SPIRV("Exchange", Xchg),
    SF_SPIRV("FAddEXT", FAdd),
    SF_SPIRV("FMinEXT", FMin),
    SF_SPIRV("FMaxEXT", FMax),
    {"__spirv_AtomicIIncrement", "*:PLL", [](C_ &C) { return step<AtomicRMWInst::Add>(C, ofSpirv(C, 1)); }},
    {"__spirv_AtomicIDecrement", "*:PLL", [](C_ &C) { return step<AtomicRMWInst::Sub>(C, ofSpirv(C, 1)); }},
    {"__spirv_AtomicLoad", "*:PLL", [](C_ &C) { return load(C, ofSpirv(C, 1)); }},
    {"__spirv_AtomicStore", "V:PLL*", [](C_ &C) { return store(C, C.arg(3), ofSpirv(C, 1)); }},
    {"__spirv_AtomicCompareExchange", "*:PLLL**", compareExchangeSpirv},
    {"__spirv_AtomicCompareExchangeWeak", "*:PLLL**", compareExchangeSpirv},
    {"mem_fence", "V:L", memFence<AtomicOrdering::AcquireRelease>},
    {"read_mem_fence", "V:L", memFence<AtomicOrdering::Acquire>},
    {"write_mem_fence", "V:L", memFence<AtomicOrdering::Release>},
    {"atomic_work_item_fence", "V:LLL",
     [](C_ &C) { return fence(C, combined(openCLOrder(C.constant(1)), scopeOf(C, spirvScope(C.constant(2))))); }},
};

} // namespace

ArrayRef<OpenCLFunction> openCLMemoryFunctions() { return Functions; }

} // namespace syclfuse::fuser
