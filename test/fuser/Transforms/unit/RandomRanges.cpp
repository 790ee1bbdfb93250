// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RandomRanges.h"

#include "Analysis/Dialects/Dialect.h"
#include "Support/Metadata.h"

#include "llvm/IR/IRBuilder.h"

#include <algorithm>

using namespace llvm;

namespace syclfuse::fuser::test {

namespace {

class Generator {
public:
  Generator(uint64_t Seed, const std::string &TripleName, LLVMContext &C) : R(Seed) {
    Case.M = std::make_unique<Module>("case", C);
    Case.M->setTargetTriple(Triple(TripleName));
    Case.M->setDataLayout(Case.M->getTargetTriple().computeDataLayout());
    // So that the dialect has an offset.
    Type *Pointer = PointerType::get(C, Case.M->getTargetTriple().isAMDGCN() ? 5 : 0);
    for (const char *Name : {"llvm.nvvm.implicit.offset", "llvm.amdgcn.implicit.offset"})
      if (StringRef(Name).contains(Case.M->getTargetTriple().isNVPTX() ? "nvvm" : "amdgcn"))
        Case.M->getOrInsertFunction(Name, FunctionType::get(Pointer, false));
  }

  RangeCase run() {
    chooseBase();
    for (unsigned N = 1 + below(5), K = 0; K < N; ++K) {
      bool Groups = false;
      Case.Ranges.push_back(range(Groups));
      Case.Ranges.back().uses_groups = Groups;
      Case.Kernels.push_back("k" + std::to_string(K));
      Case.Factors.push_back(1 + 2 * below(1000));
      define(K, Groups);
    }
    return std::move(Case);
  }

private:
  unsigned below(unsigned N) { return static_cast<unsigned>(R() % N); }
  bool chance(unsigned Percent) { return below(100) < Percent; }

  void chooseBase() {
    Base.kind = range_kind::nd_range;
    Base.dimensions = static_cast<uint8_t>(1 + below(3));
    for (unsigned D = 0; D < 3; ++D) {
      Base.local_size[D] = D < Base.dimensions ? 1 + below(4) : 1;
      Base.global_size[D] = D < Base.dimensions ? Base.local_size[D] * (1 + below(3)) : 1;
    }
    Offsets = chance(20);
    for (unsigned D = 0; Offsets && D < Base.dimensions; ++D)
      Base.global_offset[D] = below(5);
    AllPlain = chance(40);
  }

  // Like the base but for its slowest dimension, or anything.
  submitted_range range(bool &Groups) {
    submitted_range N = Base;
    const unsigned Outer = N.dimensions - 1u;
    if (Offsets || chance(50)) {
      N.global_size[Outer] = N.local_size[Outer] * (1 + below(5));
      Groups = !AllPlain && chance(60);
    } else {
      N.dimensions = static_cast<uint8_t>(1 + below(3));
      for (unsigned D = 0; D < 3; ++D) {
        N.local_size[D] = D < N.dimensions ? 1 + below(3) : 1;
        N.global_size[D] = D < N.dimensions ? N.local_size[D] * (1 + below(3)) : 1;
      }
    }
    if (AllPlain || (!Groups && chance(40))) {
      N.kind = range_kind::range;
      std::fill_n(N.local_size, 3, 0);
    }
    return N;
  }

  void define(unsigned K, bool Groups) {
    Module &M = *Case.M;
    LLVMContext &C = M.getContext();
    Type *I64 = Type::getInt64Ty(C);
    auto *T = FunctionType::get(Type::getVoidTy(C), {PointerType::get(C, 1), I64}, false);
    auto *F = Function::Create(T, GlobalValue::ExternalLinkage, Case.Kernels[K], M);
    F->setCallingConv(M.getTargetTriple().isNVPTX()    ? CallingConv::PTX_Kernel
                      : M.getTargetTriple().isAMDGCN() ? CallingConv::AMDGPU_KERNEL
                                                       : CallingConv::SPIR_KERNEL);
    writeArgumentSources(*F, {{argument_source::closure, 0, 0, 8}, {argument_source::closure, 0, 8, 8}});
    IRBuilder<> B(BasicBlock::Create(C, "", F));
    if (!chance(40)) {
      addValues(B, *F, K);
    } else {
      auto *Callee = Function::Create(T, GlobalValue::InternalLinkage, F->getName() + ".callee", M);
      Callee->addFnAttr(Attribute::NoInline);
      IRBuilder<> Inner(BasicBlock::Create(C, "", Callee));
      Inner.CreateAlloca(I64);
      addValues(Inner, *Callee, K);
      Inner.CreateRetVoid();
      B.CreateCall(Callee, {F->getArg(0), F->getArg(1)});
    }
    if (Groups)
      Dialect::of(M).emitBarrier(B);
    B.CreateRetVoid();
  }

  void addValues(IRBuilder<> &B, Function &F, unsigned K) {
    const Dialect &D = Dialect::of(*Case.M);
    std::vector<Value *> Values;
    auto Ask = [&](Builtin Kind, unsigned Dimension = 0) { Values.push_back(D.emitQuery(B, Kind, Dimension)); };
    for (unsigned I = 0; I < 3; ++I)
      for (Builtin Kind : {Builtin::GlobalId, Builtin::GlobalSize, Builtin::GlobalOffset})
        Ask(Kind, I);
    Value *Item = B.getInt64(0);
    for (unsigned I = 3; I-- > 0;)
      Item = B.CreateAdd(B.CreateMul(Item, Values[3 * I + 1]), B.CreateSub(Values[3 * I], Values[3 * I + 2]));
    if (Case.Ranges[K].kind == range_kind::nd_range) {
      for (unsigned I = 0; I < 3; ++I)
        for (Builtin Kind : {Builtin::LocalId, Builtin::LocalSize, Builtin::GroupId, Builtin::NumGroups})
          Ask(Kind, I);
      Ask(Builtin::LocalLinearId);
      if (D.hasGlobalId()) // else sub-groups are those of the hardware
        for (Builtin Kind : {Builtin::SubGroupLocalId, Builtin::SubGroupId})
          Ask(Kind);
    }
    Value *First = B.CreateMul(Item, B.getInt64(ValuesPerItem));
    for (unsigned I = 0; I < Values.size(); ++I) {
      Value *At = B.CreateGEP(B.getInt64Ty(), F.getArg(0), B.CreateAdd(First, B.getInt64(I)));
      Value *Old = B.CreateMul(B.CreateLoad(B.getInt64Ty(), At), B.getInt64(31));
      B.CreateStore(B.CreateAdd(Old, B.CreateMul(Values[I], F.getArg(1))), At);
    }
  }

  std::mt19937_64 R;
  RangeCase Case;
  submitted_range Base;
  bool Offsets = false, AllPlain = false;
};

} // namespace

RangeCase randomRanges(uint64_t Seed, const std::string &TripleName, LLVMContext &C) {
  return Generator(Seed, TripleName, C).run();
}

} // namespace syclfuse::fuser::test
