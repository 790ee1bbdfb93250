// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Metadata of stubs and kernels: first of the right form with any values, then damaged.
#include "RandomModule.h"

#include "Support/FusionRequest.h"
#include "Support/MetadataReader.h"

#include "llvm/IR/Constants.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

class MetadataMaker {
public:
  MetadataMaker(Module &M, ArrayRef<Function *> Kernels, ByteReader &In)
      : M(M), C(M.getContext()), Kernels(Kernels), In(In) {}

  void run() {
    Function *Stub = createFusionStub(M, request());
    for (Function *Kernel : Kernels)
      if (In.chance(70))
        onKernel(*Kernel);
    if (!In.chance(90))
      return;
    damage(*Stub);
    for (Function *Kernel : Kernels)
      damage(*Kernel);
  }

private:
  FusionRequest request() {
    static const char *const Names[] = {"fused", "k0", "k0.stub", "llvm.memcpy", "helper1"};
    FusionRequest R;
    R.FusedName = In.chance(40) ? In.oneOf(Names) : Names[0];
    for (unsigned I = 0, Count = 1 + In.below(4); I != Count; ++I)
      R.Kernels.push_back(In.chance(8) ? "missing" : Kernels[In.below(Kernels.size())]->getName().str());
    for (unsigned I = In.chance(128) ? 1 + In.below(3) : 0; I; --I)
      R.IdenticalArguments.push_back(identical());
    const unsigned Arguments = argumentsOf(R);
    if (In.chance(100))
      R.Promotions = promotions(Arguments);
    for (unsigned I = In.chance(80) ? 1 + In.below(3) : 0; I; --I)
      R.Constants.push_back(constant(Arguments));
    ranges(R);
    R.Barriers = !In.chance(80);
    return R;
  }

  // After identical ones are left out, if the request makes sense.
  unsigned argumentsOf(const FusionRequest &R) {
    unsigned Count = 0;
    for (const std::string &Name : R.Kernels)
      if (const Function *F = M.getFunction(Name))
        Count += F->arg_size();
    for (const auto &Group : R.IdenticalArguments)
      Count -= std::min<unsigned>(Count, Group.empty() ? 0 : Group.size() - 1);
    return Count;
  }

  std::vector<FusionRequest::KernelArgument> identical() {
    std::vector<FusionRequest::KernelArgument> Group;
    for (unsigned I = 0, Count = In.below(4), Argument = In.below(5); I != Count; ++I)
      Group.push_back({In.chance(20) ? static_cast<unsigned>(In.number()) : I, In.chance(20) ? In.below(9) : Argument});
    return Group;
  }

  std::vector<PromotedArgument> promotions(unsigned Arguments) {
    static constexpr promotion Kinds[] = {promotion::none, promotion::private_memory, promotion::local_memory,
                                          promotion::automatic};
    std::vector<PromotedArgument> List(In.chance(20) ? In.below(12) : Arguments);
    for (PromotedArgument &P : List) {
      P.Kind = In.oneOf(Kinds);
      if (P.Kind == promotion::none)
        continue;
      P.Elements = In.number();
      P.ElementSize = In.chance(60) ? static_cast<unsigned>(In.number()) : 4;
      P.PerWorkItem = P.Kind == promotion::local_memory && In.chance(60);
    }
    return List;
  }

  std::pair<unsigned, std::string> constant(unsigned Arguments) {
    const unsigned Index = In.chance(20) ? static_cast<unsigned>(In.number()) : In.below(Arguments + 1);
    static constexpr unsigned Sizes[] = {8, 4, 0, 1, 2, 16, 12, 300};
    const unsigned Size = In.oneOf(Sizes);
    std::string Bytes = In.take(Size).str();
    Bytes.resize(Size);
    return {Index, Bytes};
  }

  std::array<uint64_t, 3> sizes(unsigned Dims, bool Any) {
    static constexpr uint64_t Usual[] = {64, 1, 32, 16, 128, 48, 17, 1024};
    std::array<uint64_t, 3> Sizes{0, 0, 0};
    for (unsigned D = 0; D != Dims; ++D)
      Sizes[D] = Any ? In.number() : In.oneOf(Usual);
    return Sizes;
  }

  NDRange range() {
    NDRange R;
    R.Dims = 1 + In.below(3);
    const bool Any = In.chance(40);
    R.Global = sizes(R.Dims, Any);
    if (In.below(2))
      for (unsigned D = 0; D != R.Dims; ++D)
        R.Local[D] = Any ? In.number() : std::max<uint64_t>(1, R.Global[D] >> In.below(7));
    if (In.chance(40))
      R.Offset = sizes(R.Dims, Any);
    return R;
  }

  void ranges(FusionRequest &R) {
    static constexpr range_kind Kinds[] = {range_kind::range, range_kind::nd_range, range_kind::single_task};
    const unsigned Kernels = In.chance(10) ? In.below(6) : R.Kernels.size();
    switch (In.below(5)) {
    case 0:
      return;
    case 1:
      R.Range = range();
      R.Ranges.assign(Kernels, *R.Range);
      return;
    case 2:
    case 3:
      for (unsigned I = 0; I != Kernels; ++I)
        R.Ranges.push_back(range());
      if (In.below(2))
        R.Range = In.below(2) ? range() : R.Ranges.empty() ? range() : R.Ranges.front();
      return;
    case 4:
      for (unsigned I = 0; I != Kernels; ++I)
        R.RunTimeRanges.push_back({In.oneOf(Kinds), In.below(4)});
      if (In.chance(10))
        R.Range = range();
      return;
    }
  }

  void onKernel(Function &F) {
    if (In.below(2)) {
      SmallVector<ArgumentSource, 4> Sources;
      for (unsigned I = 0; I != F.arg_size(); ++I)
        Sources.push_back(
            {static_cast<argument_source>(In.chance(60) ? In.below(6) : 0), In.chance(20) ? In.below(4) : 0, 8 * I, 8});
      writeArgumentSources(F, Sources);
    }
    if (In.below(2))
      writePromotions(F, promotions(F.arg_size()));
    if (In.chance(60))
      writeConstants(F, {constant(F.arg_size())});
    if (In.below(2))
      writeNDRange(F, range());
    if (In.chance(60))
      F.setMetadata("kernel_arg_addr_space", numbers(F.arg_size()));
    if (In.chance(60))
      F.setMetadata("reqd_work_group_size", numbers(3));
    if (In.chance(40))
      F.setMetadata("intel_reqd_sub_group_size", numbers(1));
    if (In.chance(40))
      F.setMetadata("kernel_arg_type", strings(F.arg_size()));
  }

  MDNode *numbers(unsigned Count) {
    SmallVector<Metadata *, 4> Out;
    for (unsigned I = 0; I != Count; ++I)
      Out.push_back(integerMetadata(C, 32, 1 + In.below(4)));
    return MDNode::get(C, Out);
  }
  MDNode *strings(unsigned Count) {
    return MDNode::get(C, SmallVector<Metadata *, 4>(Count, MDString::get(C, "int*")));
  }

  // Another thing in the place of one in a tree.
  Metadata *junk() {
    switch (In.below(9)) {
    case 0:
      return nullptr;
    case 1:
      return integerMetadata(C, 64, In.number());
    case 2:
      return integerMetadata(C, 32, In.number());
    case 3:
      return MDString::get(C, In.take(In.below(9)));
    case 4:
      return MDNode::get(C, {});
    case 5:
      return MDNode::get(C, {integerMetadata(C, 32, 1), MDNode::get(C, {nullptr})});
    case 6:
      return ValueAsMetadata::get(Kernels[In.below(Kernels.size())]);
    case 7:
      return ConstantAsMetadata::get(ConstantInt::get(IntegerType::get(C, 128), APInt::getAllOnes(128)));
    default:
      return ConstantAsMetadata::get(ConstantFP::get(Type::getFloatTy(C), 1));
    }
  }

  Metadata *damaged(Metadata *Old) {
    auto *Node = dyn_cast_or_null<MDTuple>(Old);
    if (!Node || In.chance(12))
      return In.chance(25) ? junk() : Old;
    SmallVector<Metadata *, 8> Operands;
    for (const MDOperand &Op : Node->operands())
      if (!In.chance(10))
        Operands.push_back(damaged(Op.get()));
    for (unsigned I = In.chance(10) ? 1 + In.below(3) : 0; I; --I)
      Operands.push_back(Operands.empty() || In.below(2) ? junk() : Operands[In.below(Operands.size())]);
    return MDNode::get(C, Operands);
  }

  void damage(Function &F) {
    SmallVector<std::pair<unsigned, MDNode *>, 8> All;
    F.getAllMetadata(All);
    for (auto [Kind, Node] : All)
      if (In.chance(100))
        F.setMetadata(Kind, dyn_cast_or_null<MDNode>(damaged(Node)));
  }

  Module &M;
  LLVMContext &C;
  ArrayRef<Function *> Kernels;
  ByteReader &In;
};

} // namespace

void makeMetadata(Module &M, ArrayRef<Function *> Kernels, ByteReader &In) { MetadataMaker(M, Kernels, In).run(); }

} // namespace syclfuse::fuser
