// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NDRangeRemapping.h"

#include "Analysis/Dialects/Dialect.h"

using namespace llvm;

namespace syclfuse::fuser {

static std::pair<unsigned, unsigned> keyOf(Builtin Kind, unsigned Dimension) {
  return {static_cast<unsigned>(Kind), Dimension};
}

LaunchValues::LaunchValues(Function &F, const Dialect &D) : D(D), B(F.getEntryBlock().getTerminator()) {}

Value *LaunchValues::get(Builtin Kind, unsigned Dimension) {
  Value *&V = Known[keyOf(Kind, Dimension)];
  if (!V)
    V = D.emitQuery(B, Kind, Dimension);
  return V;
}

void LaunchValues::set(Builtin Kind, unsigned Dimension, Value *V) { Known[keyOf(Kind, Dimension)] = V; }

Value *LaunchValues::item(unsigned Dimension, std::optional<uint64_t> Offset) {
  Value *&V = Items[{Dimension, 0}];
  if (!V && D.hasGlobalId()) {
    Value *Id = get(Builtin::GlobalId, Dimension);
    Value *By = Offset ? B.getInt64(*Offset) : get(Builtin::GlobalOffset, Dimension);
    V = Offset == uint64_t(0) ? Id : B.CreateSub(Id, By);
  } else if (!V) {
    Value *First = B.CreateNUWMul(get(Builtin::GroupId, Dimension), get(Builtin::LocalSize, Dimension));
    V = B.CreateNUWAdd(First, get(Builtin::LocalId, Dimension));
  }
  return V;
}

Value *LaunchValues::size(Builtin Size, unsigned Dimension, const submitted_range &Launch) {
  if (Launch.global_size[0] == 0) // known in a run only
    return get(Size, Dimension);
  const uint64_t All = Launch.global_size[Dimension], Local = Launch.local_size[Dimension];
  return B.getInt64(Size == Builtin::GlobalSize ? All : Size == Builtin::LocalSize ? Local : All / Local);
}

Value *LaunchValues::linear(Builtin Kind, Builtin Size, const submitted_range &Launch) {
  Value *V = nullptr;
  for (unsigned Dimension = Launch.dimensions; Dimension-- > 0;) {
    Value *Id = Kind == Builtin::GlobalId ? item(Dimension, 0) : get(Kind, Dimension);
    V = V ? B.CreateNUWAdd(B.CreateNUWMul(V, size(Size, Dimension, Launch)), Id) : Id;
  }
  return V;
}

Value *LaunchValues::product(Builtin Size, const submitted_range &Launch) {
  Value *V = size(Size, 0, Launch);
  for (unsigned Dimension = 1; Dimension < Launch.dimensions; ++Dimension)
    V = B.CreateNUWMul(V, size(Size, Dimension, Launch));
  return V;
}

Value *LaunchValues::unit(const submitted_range &Launch) {
  return Launch.kind == range_kind::nd_range ? linear(Builtin::GroupId, Builtin::NumGroups, Launch)
                                             : linear(Builtin::GlobalId, Builtin::GlobalSize, Launch);
}

Value *LaunchValues::placeInUnit(const submitted_range &Launch) {
  return Launch.kind == range_kind::nd_range ? linear(Builtin::LocalId, Builtin::LocalSize, Launch) : B.getInt64(0);
}

Value *LaunchValues::units(const submitted_range &Launch) {
  return product(Launch.kind == range_kind::nd_range ? Builtin::NumGroups : Builtin::GlobalSize, Launch);
}

Value *LaunchValues::unitSize(const submitted_range &Launch) {
  return Launch.kind == range_kind::nd_range ? product(Builtin::LocalSize, Launch) : B.getInt64(1);
}

Instruction &makePrologue(Function &F) {
  BasicBlock &Entry = F.getEntryBlock();
  BasicBlock *Rest = Entry.splitBasicBlock(Entry.getFirstNonPHIOrDbgOrAlloca());
  for (Instruction &I : make_early_inc_range(*Rest))
    if (auto *Alloca = dyn_cast<AllocaInst>(&I); Alloca && isa<ConstantInt>(Alloca->getArraySize()))
      Alloca->moveBefore(Entry.getTerminator()->getIterator());
  return *Entry.getTerminator();
}

RemappedIds::~RemappedIds() = default;

Value *RemappedIds::get(Builtin Kind, unsigned Dimension) {
  // SPIR-V: sizes of dimensions that there are not are 1, ids are 0.
  if (hasDimension(Kind) && Dimension >= 3)
    return B.getInt64(Kind == Builtin::GlobalSize || Kind == Builtin::LocalSize || Kind == Builtin::NumGroups);
  auto [It, New] = Known.try_emplace(keyOf(Kind, Dimension), nullptr);
  if (!New)
    return It->second;
  Value *V = hasDimension(Kind) ? compute(Kind, Dimension) : computeScalar(Kind);
  return Known[keyOf(Kind, Dimension)] = V;
}

Value *RemappedIds::computeScalar(Builtin Kind) {
  if (Kind == Builtin::GlobalLinearId)
    return linearId();
  if (Kind == Builtin::SubGroupMaxSize || !hasOwnLocalIds())
    return nullptr;
  if (Kind != Builtin::LocalLinearId)
    return computeSubGroup(Kind);
  Value *V = get(Builtin::LocalId, 2);
  for (unsigned D : {1u, 0u})
    V = B.CreateAdd(B.CreateMul(V, get(Builtin::LocalSize, D)), get(Builtin::LocalId, D));
  return V;
}

// Sub-groups are runs of consecutive work-items of a work-group.
Value *RemappedIds::computeSubGroup(Builtin Kind) {
  Value *Size = B.CreateMul(get(Builtin::LocalSize, 0), get(Builtin::LocalSize, 1));
  Size = B.CreateMul(Size, get(Builtin::LocalSize, 2));
  Value *Max = Launch.get(Builtin::SubGroupMaxSize, 0), *Item = get(Builtin::LocalLinearId, 0);
  switch (Kind) {
  case Builtin::SubGroupLocalId:
    return B.CreateURem(Item, Max);
  case Builtin::SubGroupId:
    return B.CreateUDiv(Item, Max);
  case Builtin::NumSubGroups:
    return B.CreateUDiv(B.CreateAdd(Size, B.CreateSub(Max, B.getInt64(1))), Max);
  default: // SubGroupSize
    return B.CreateBinaryIntrinsic(Intrinsic::umin, Max,
                                   B.CreateSub(Size, B.CreateMul(get(Builtin::SubGroupId, 0), Max)));
  }
}

namespace {

// A query in a kernel without a local size whose ids are remapped. PTX has no global id, so that there all work-items
// are one group; else each work-item is a group.
Value *withoutLocalSize(Builtin Kind, const Dialect &D, Value *Zero, Value *One,
                        function_ref<Value *(Builtin)> Global) {
  switch (Kind) {
  case Builtin::LocalSize:
    return D.isOneGroupWithoutLocalSize() ? Global(Builtin::GlobalSize) : One;
  case Builtin::NumGroups:
    return D.isOneGroupWithoutLocalSize() ? One : Global(Builtin::GlobalSize);
  case Builtin::LocalId:
    return D.isOneGroupWithoutLocalSize() ? Global(Builtin::GlobalId) : Zero;
  default: // GroupId
    return D.isOneGroupWithoutLocalSize() ? Zero : Global(Builtin::GlobalId);
  }
}

class ConstantIds : public RemappedIds {
public:
  ConstantIds(const submitted_range &K, const submitted_range &L, LaunchValues &Launch, Instruction &Place)
      : RemappedIds(Launch, Place), K(K), L(L), HasLocal(has_groups(K)), IdsDiffer(!same_inner_sizes(K, L)) {
    while (!remapsLinearId() && Common < 3 && K.global_size[Common] == L.global_size[Common])
      ++Common;
  }

  Value *guard(IRBuilder<> &At) override {
    if (work_items(K) == work_items(L))
      return nullptr;
    const unsigned Outer = K.dimensions - 1;
    if (K.uses_groups) {
      const uint64_t Groups = has_groups(L) ? K.global_size[Outer] / L.local_size[Outer] : K.global_size[Outer];
      return At.CreateICmpULT(Launch.get(Builtin::GroupId, Outer), At.getInt64(Groups));
    }
    if (!IdsDiffer)
      return At.CreateICmpULT(Launch.item(Outer, L.global_offset[Outer]), At.getInt64(K.global_size[Outer]));
    IRBuilder<>::InsertPointGuard Back(B);
    B.SetInsertPoint(At.GetInsertPoint());
    return At.CreateICmpULT(linear(0), At.getInt64(work_items(K)));
  }

protected:
  bool hasOwnLocalIds() const override {
    if (K.uses_groups)
      return false;
    return HasLocal ? IdsDiffer || !std::equal(K.local_size, K.local_size + 3, L.local_size) : remapsWithoutLocal();
  }

  Value *compute(Builtin Kind, unsigned D) override {
    switch (Kind) {
    case Builtin::GlobalSize:
      return B.getInt64(K.global_size[D]);
    case Builtin::GlobalOffset:
      return B.getInt64(K.global_offset[D]);
    case Builtin::GlobalId:
      return IdsDiffer ? withOffset(D) : nullptr;
    case Builtin::LocalSize:
      if (HasLocal)
        return B.getInt64(K.local_size[D]);
      break;
    case Builtin::NumGroups:
      if (HasLocal)
        return B.getInt64(K.global_size[D] / K.local_size[D]);
      break;
    case Builtin::LocalId:
      if (HasLocal && hasOwnLocalIds())
        return local(D);
      break;
    case Builtin::GroupId:
      if (HasLocal && hasOwnLocalIds())
        return group(D);
      break;
    default:
      return nullptr;
    }
    if (HasLocal || !hasOwnLocalIds())
      return nullptr;
    return withoutLocalSize(Kind, Launch.dialect(), B.getInt64(0), B.getInt64(1), [&](Builtin Global) -> Value * {
      return Global == Builtin::GlobalSize ? B.getInt64(K.global_size[D]) : item(D);
    });
  }

private:
  // As where sizes are known at run time only: the native target gives such kernels loops over their own ranges.
  bool remapsLinearId() const { return IdsDiffer && !has_groups(L); }

  // PTX computes the number of work-items as well from what the launch tells.
  bool remapsWithoutLocal() const {
    return IdsDiffer || (Launch.dialect().isOneGroupWithoutLocalSize() && work_items(K) != work_items(L));
  }

  Value *withOffset(unsigned D) {
    Value *Item = item(D);
    return K.global_offset[D] ? B.CreateAdd(Item, B.getInt64(K.global_offset[D])) : Item;
  }

  // The id less the offset.
  Value *item(unsigned D) {
    if (D < Common)
      return Launch.item(D, L.global_offset[D]);
    if (Items.empty())
      splitLinear();
    return Items[D - Common];
  }

  // Dimensions that the kernel has in common with the launch need no arithmetic. What is left is split, the last of it
  // without a remainder: the guard bounds it.
  void splitLinear() {
    uint64_t Bound = 1;
    for (unsigned D = Common; D < 3; ++D)
      Bound *= L.global_size[D];
    unsigned Top = Common;
    for (unsigned D = Common; D < 3; ++D)
      if (K.global_size[D] != 1)
        Top = D;
    Value *Rest = linear(Common);
    const bool Narrow = Bound - 1 <= 0xffffffff && Top != Common;
    if (Narrow)
      Rest = B.CreateTrunc(Rest, B.getInt32Ty());
    auto Widen = [&](Value *V) { return Narrow ? B.CreateZExt(V, B.getInt64Ty()) : V; };
    for (unsigned D = Common; D < 3; ++D) {
      // Nobody asks in a kernel without work-items, but the code is there.
      const uint64_t Size = std::max<uint64_t>(K.global_size[D], 1);
      Value *By = ConstantInt::get(Rest->getType(), Size);
      if (D > Top || Size == 1)
        Items.push_back(B.getInt64(0));
      else if (D == Top)
        Items.push_back(Widen(Rest));
      else {
        Items.push_back(Widen(B.CreateURem(Rest, By)));
        Rest = B.CreateUDiv(Rest, By);
      }
    }
  }

  // The number of the work-item among those with the same ids below dimension From.
  Value *linear(unsigned From) {
    if (remapsLinearId())
      return Launch.get(Builtin::GlobalLinearId, 0);
    Value *V = nullptr;
    for (unsigned D = 3; D-- > From;) {
      if (L.global_size[D] == 1)
        continue;
      Value *Item = Launch.item(D, L.global_offset[D]);
      V = V ? B.CreateNUWAdd(B.CreateNUWMul(V, B.getInt64(L.global_size[D])), Item) : Item;
    }
    return V ? V : B.getInt64(0);
  }

  // Of a dimension that is cut as the launch is.
  bool isCutAlike(unsigned D) const { return has_groups(L) && D < Common && K.local_size[D] == L.local_size[D]; }

  // One of the two parts of an item's id.
  Value *part(unsigned D, Builtin Of, Instruction::BinaryOps Op) {
    if (isCutAlike(D))
      return Launch.get(Of, D);
    Value *Item = item(D);
    if (K.global_size[D] - 1 > 0xffffffff)
      return B.CreateBinOp(Op, Item, B.getInt64(K.local_size[D]));
    Value *Narrow = B.CreateTrunc(Item, B.getInt32Ty());
    return B.CreateZExt(B.CreateBinOp(Op, Narrow, B.getInt32(K.local_size[D])), B.getInt64Ty());
  }

  Value *local(unsigned D) {
    if (K.local_size[D] == 1)
      return B.getInt64(0);
    return K.local_size[D] == K.global_size[D] ? item(D) : part(D, Builtin::LocalId, Instruction::URem);
  }

  Value *group(unsigned D) {
    if (K.local_size[D] == K.global_size[D])
      return B.getInt64(0);
    return K.local_size[D] == 1 ? item(D) : part(D, Builtin::GroupId, Instruction::UDiv);
  }

  const submitted_range &K, &L;
  const bool HasLocal, IdsDiffer;
  unsigned Common = 0; // dimensions from 0 on with the sizes of the launch
  SmallVector<Value *, 3> Items;
};

class RunTimeIds : public RemappedIds {
public:
  RunTimeIds(const submitted_range &K, SizeFn SizeOf, LaunchValues &Launch, Instruction &Place)
      : RemappedIds(Launch, Place), K(K), SizeOf(std::move(SizeOf)), HasLocal(K.kind == range_kind::nd_range) {}

  Value *guard(IRBuilder<> &At) override {
    const unsigned Outer = K.dimensions - 1;
    if (K.uses_groups && HasLocal)
      return At.CreateICmpULT(Launch.get(Builtin::GroupId, Outer), size(Builtin::NumGroups, Outer));
    if (K.uses_groups) {
      Value *First = At.CreateNUWMul(Launch.get(Builtin::GroupId, Outer), Launch.get(Builtin::LocalSize, Outer));
      return At.CreateICmpULT(First, size(Builtin::GlobalSize, Outer));
    }
    Value *Items = size(Builtin::GlobalSize, 0);
    for (unsigned D = 1; D < K.dimensions; ++D)
      Items = At.CreateNUWMul(Items, size(Builtin::GlobalSize, D));
    return At.CreateICmpULT(Launch.get(Builtin::GlobalLinearId, 0), Items);
  }

protected:
  bool hasOwnLocalIds() const override { return !K.uses_groups; }

  Value *compute(Builtin Kind, unsigned D) override {
    if (Kind == Builtin::GlobalSize || (Kind == Builtin::NumGroups && HasLocal))
      return size(Kind, D);
    // The offset is that of all kernels, and so of the launch.
    if (K.uses_groups || Kind == Builtin::GlobalOffset)
      return nullptr;
    if (Kind == Builtin::GlobalId)
      return D < K.dimensions ? B.CreateAdd(item(D), Launch.get(Builtin::GlobalOffset, D)) : B.getInt64(0);
    if (!HasLocal)
      return withoutLocalSize(Kind, Launch.dialect(), B.getInt64(0), B.getInt64(1), [&](Builtin Global) {
        return Global == Builtin::GlobalSize ? size(Builtin::GlobalSize, D) : item(D);
      });
    if (Kind == Builtin::LocalSize || D >= K.dimensions)
      return Kind == Builtin::LocalSize ? size(Kind, D) : B.getInt64(0);
    return B.CreateBinOp(Kind == Builtin::LocalId ? Instruction::URem : Instruction::UDiv, item(D),
                         size(Builtin::LocalSize, D));
  }

private:
  Value *size(Builtin Kind, unsigned D) {
    return D < K.dimensions && K.kind != range_kind::single_task ? SizeOf(Kind, D) : B.getInt64(1);
  }

  Value *item(unsigned D) {
    if (Items.empty()) {
      Value *Rest = Launch.get(Builtin::GlobalLinearId, 0);
      for (unsigned Low = 0; Low + 1 < K.dimensions; ++Low) {
        Items.push_back(B.CreateURem(Rest, size(Builtin::GlobalSize, Low)));
        Rest = B.CreateUDiv(Rest, size(Builtin::GlobalSize, Low));
      }
      Items.push_back(Rest);
      Items.resize(3, B.getInt64(0));
    }
    return Items[D];
  }

  const submitted_range &K;
  const SizeFn SizeOf;
  const bool HasLocal;
  SmallVector<Value *, 3> Items;
};

// Unit and place in its block come from outside. The rows of a matrix need no division.
class RowIds : public RemappedIds {
public:
  RowIds(const submitted_range &K, const RowItem &Item, SizeFn SizeOf, LaunchValues &Launch, Instruction &Place)
      : RemappedIds(Launch, Place), K(K), Item(Item), SizeOf(std::move(SizeOf)),
        HasLocal(K.kind == range_kind::nd_range) {}

  Value *guard(IRBuilder<> &) override { return nullptr; }

protected:
  bool hasOwnLocalIds() const override { return true; }
  Value *linearId() override { return B.CreateNUWAdd(B.CreateNUWMul(Item.Unit, Item.Size), Item.InBlock); }

  Value *compute(Builtin Kind, unsigned D) override {
    if (Kind == Builtin::GlobalSize || (HasLocal && (Kind == Builtin::LocalSize || Kind == Builtin::NumGroups)))
      return size(Kind, D);
    if (Kind == Builtin::GlobalOffset)
      return B.getInt64(0);
    if (Kind == Builtin::GlobalId)
      return item(D);
    if (HasLocal)
      return B.CreateBinOp(Kind == Builtin::LocalId ? Instruction::URem : Instruction::UDiv, item(D),
                           size(Builtin::LocalSize, D));
    return withoutLocalSize(Kind, Launch.dialect(), B.getInt64(0), B.getInt64(1), [&](Builtin Global) {
      return Global == Builtin::GlobalSize ? size(Builtin::GlobalSize, D) : item(D);
    });
  }

private:
  Value *size(Builtin Kind, unsigned D) { return D < K.dimensions ? SizeOf(Kind, D) : B.getInt64(1); }

  Value *item(unsigned D) {
    if (Items.empty() && Item.InnerDims == 0)
      split(linearId(), K.dimensions);
    if (Items.empty()) {
      split(Item.InBlock, Item.InnerDims);
      split(Item.Unit, K.dimensions);
    }
    Items.resize(3, B.getInt64(0));
    return Items[D];
  }

  // The dimensions before To that have no ids yet.
  void split(Value *Rest, unsigned To) {
    while (Items.size() + 1 < To) {
      Value *Size = size(Builtin::GlobalSize, Items.size());
      Items.push_back(B.CreateURem(Rest, Size));
      Rest = B.CreateUDiv(Rest, Size);
    }
    if (Items.size() < To)
      Items.push_back(Rest);
  }

  const submitted_range &K;
  const RowItem Item;
  const SizeFn SizeOf;
  const bool HasLocal;
  SmallVector<Value *, 3> Items;
};

} // namespace

std::unique_ptr<RemappedIds> constantIds(const submitted_range &Kernel, const submitted_range &TheLaunch,
                                         LaunchValues &Launch, Instruction &Place) {
  return std::make_unique<ConstantIds>(Kernel, TheLaunch, Launch, Place);
}

std::unique_ptr<RemappedIds> runTimeIds(const submitted_range &Kernel, SizeFn Size, LaunchValues &Launch,
                                        Instruction &Place) {
  return std::make_unique<RunTimeIds>(Kernel, std::move(Size), Launch, Place);
}

std::unique_ptr<RemappedIds> rowIds(const submitted_range &Kernel, const RowItem &Item, SizeFn Size,
                                    LaunchValues &Launch, Instruction &Place) {
  return std::make_unique<RowIds>(Kernel, Item, std::move(Size), Launch, Place);
}

} // namespace syclfuse::fuser
