// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelGenerator.h"
#include "Sequence.h"

#include <algorithm>

namespace syclfuse::fuser::sequence {

namespace {

// Buffers, and which of them each kernel uses.
class Generator {
public:
  explicit Generator(uint64_t Seed) : R(Seed) {}

  Sequence runSingle(const KernelOptions &Options) {
    S.Kernels.resize(1);
    chooseKernel(Options);
    chooseBuffers();
    for (Buffer &B : S.Buffers) {
      if (B.Purpose == Role::Temporary)
        B.Purpose = Role::Output;
      B.Promote = promotion::none;
      if (!Options.Floats && B.Purpose != Role::Accumulator)
        B.Type = R.chance(70) ? Element::I32 : R.chance(50) ? Element::Byte : Element::Vector4;
    }
    Ready.resize(S.Buffers.size());
    Body.Single = true;
    Body.Floats = Options.Floats;
    Body.Strips = !S.Kernels.front().CallsGroups && R.chance(50);
    fill(S.Kernels.front());
    randomizeSizes(S, R.Engine);
    return std::move(S);
  }

  Sequence run() {
    chooseShapes();
    chooseBuffers();
    Ready.resize(S.Buffers.size());
    for (unsigned N = 0; N != S.Kernels.size(); ++N)
      if (N && N != S.Leader && R.chance(25))
        repeat(S.Kernels[R.below(N)], S.Kernels[N]);
      else
        fill(S.Kernels[N]);
    randomizeSizes(S, R.Engine);
    return std::move(S);
  }

private:
  void chooseKernel(const KernelOptions &Options) {
    Kernel &K = S.Kernels.front();
    K.Name = "k0";
    S.Groups = R.chance(50);
    S.Offsets = R.chance(50);
    S.LongRows = !S.Groups && R.chance(50);
    K.Range.dimensions = 1 + R.below(3);
    K.Range.uses_groups = S.Groups && R.chance(66);
    K.CallsGroups = K.Range.uses_groups && Options.Groups && R.chance(50);
    K.StaticTile = true;
    K.LinearForm = R.below(4);
    static constexpr unsigned Sizes[] = {16, 16, 8, 32, 5, 1};
    K.SubGroupSize = Options.SubGroupSize ? Options.SubGroupSize : Sizes[R.below(std::size(Sizes))];
  }

  void chooseShapes() {
    S.Groups = R.chance(60);
    const bool Homogeneous = R.chance(40);
    OtherLocals = S.Groups && !Homogeneous && R.chance(40);
    S.Offsets = Homogeneous && R.chance(30);
    S.Kernels.resize(2 + R.below(4));
    S.Leader = R.below(S.Kernels.size());
    const unsigned Dims = 1 + R.below(3);
    const bool Closures = R.chance(40);
    for (auto &K : S.Kernels) {
      K.Name = "k" + std::to_string(&K - S.Kernels.data());
      if (!Homogeneous && &K != &S.leader())
        K.Fit = R.chance(50) ? Shape::Outer : other();
      K.Range.dimensions = keepsGroups(K.Fit) ? Dims : 1 + R.below(3);
      // With other local sizes about, those that keep the launch's must need it.
      K.Range.uses_groups = S.Groups && keepsGroups(K.Fit) && (OtherLocals || R.chance(50));
      K.LinearForm = R.below(4);
      K.Closure = Closures;
    }
  }

  Shape other() {
    if (OtherLocals && R.chance(60))
      return R.chance(60) ? Shape::Regroup : Shape::RegroupFewer;
    return R.chance(60) ? Shape::Other : Shape::Fewer;
  }

  void chooseBuffers() {
    S.Buffers.resize(3 + R.below(5));
    for (Buffer &B : S.Buffers) {
      B.Type = static_cast<Element>(R.below(Elements));
      const unsigned Kind = R.below(100);
      B.Purpose = Kind < 20 ? Role::Input : Kind < 50 ? Role::Output : Kind < 60 ? Role::Accumulator : Role::Temporary;
      B.Order = S.Groups && !OtherLocals && R.chance(40) ? Layout::Group : Layout::Item;
      B.Ratio = B.Order == Layout::Group || R.chance(50) ? 1 : 2 + R.below(3);
      B.Begin = R.chance(30) ? R.below(9) : 0;
      B.Moved = R.chance(20);
      if (B.Purpose == Role::Temporary)
        B.Promote = promotionOf(B);
      if (B.Purpose == Role::Accumulator)
        B.Type = Element::I32;
      B.Operation = R.below(6);
      B.Reachable = 1 + R.below(R.chance(50) ? 5 : 64);
    }
    S.Buffers.front().Purpose = Role::Input;
    S.Buffers.front().Promote = promotion::none;
    S.Buffers.back().Purpose = Role::Output;
    S.Buffers.back().Promote = promotion::none;
  }

  promotion promotionOf(const Buffer &B) {
    if (R.chance(15))
      return promotion::none;
    if (R.chance(20))
      return promotion::automatic;
    // In one dimension the elements of a work-group follow each other.
    const bool Local =
        B.Order == Layout::Group || (S.Groups && !OtherLocals && S.leader().Range.dimensions == 1 && R.chance(30));
    return Local ? promotion::local_memory : promotion::private_memory;
  }

  bool canUse(const Kernel &K, const Buffer &B) const {
    if (B.Purpose == Role::Temporary && !keepsAllItems(K.Fit))
      return false;
    return (B.Order != Layout::Group && B.Promote != promotion::local_memory) || (S.Groups && keepsGroups(K.Fit));
  }

  void fill(Kernel &K) {
    KernelSlots Slots;
    for (unsigned B = 0; B != S.Buffers.size(); ++B) {
      if (!canUse(K, S.Buffers[B]) || !R.chance(70))
        continue;
      const unsigned Slot = K.Buffers.size();
      const Buffer &Of = S.Buffers[B];
      const bool Available = Of.Purpose != Role::Temporary || Ready[B], Sums = Of.Purpose == Role::Accumulator;
      const bool Reads = Available && !Sums && R.chance(75);
      const bool Writes = Of.Purpose != Role::Input && !Sums && (!Available || R.chance(50));
      if (!Reads && !Writes && !Sums)
        continue;
      // What neighbours read stays as it is while they do.
      const bool Shifted = Reads && Of.Order == Layout::Group && !(Writes && !R.chance(50));
      K.Buffers.push_back(B);
      K.Reads.push_back(Reads);
      K.Writes.push_back((Writes && !Shifted) || Sums);
      if (Sums)
        Slots.Sums.push_back(Slot);
      if (Of.Purpose == Role::Input)
        Slots.Inputs.push_back(Slot);
      if (Shifted)
        Slots.Shifted.push_back(Slot);
      if (Reads && !Shifted)
        Slots.Readable.push_back(Slot);
      if (Writes && !Shifted)
        Slots.Writable.push_back(Slot);
    }
    K.Body = randomBody(S, K, Slots, Body, R);
    for (unsigned Slot : Slots.Writable)
      Ready[K.Buffers[Slot]] = true;
  }

  // The same code on the same buffers or, where there are some, on others of the same form.
  void repeat(const Kernel &Of, Kernel &K) {
    Kernel New = Of;
    for (unsigned Slot = 0; Slot != New.Buffers.size(); ++Slot)
      for (unsigned B = 0; B != S.Buffers.size(); ++B)
        if (R.chance(30) && fits(New, Slot, B))
          New.Buffers[Slot] = B;
    for (unsigned Slot = 0; Slot != New.Buffers.size(); ++Slot)
      if (S.Buffers[New.Buffers[Slot]].Purpose != Role::Accumulator && New.Writes[Slot])
        Ready[New.Buffers[Slot]] = true;
    K = std::move(New);
  }

  bool fits(const Kernel &K, unsigned Slot, unsigned B) const {
    const Buffer &New = S.Buffers[B], &Old = S.Buffers[K.Buffers[Slot]];
    // Pointers in IR are global or generic by the number of the buffer.
    const bool SameForm = New.Type == Old.Type && New.Order == Old.Order && New.Ratio == Old.Ratio &&
                          New.Begin == Old.Begin && New.Moved == Old.Moved && B % 2 == K.Buffers[Slot] % 2;
    if (!SameForm || !canUse(K, New) || std::count(K.Buffers.begin(), K.Buffers.end(), B))
      return false;
    if (New.Purpose == Role::Accumulator || Old.Purpose == Role::Accumulator || New.Purpose == Role::Input ||
        Old.Purpose == Role::Input)
      return New.Purpose == Old.Purpose && New.Operation == Old.Operation && New.Reachable == Old.Reachable;
    return !K.Reads[Slot] || New.Purpose == Role::Output || Ready[B];
  }

  Random R;
  Sequence S;
  BodyOptions Body;
  bool OtherLocals = false;
  std::vector<bool> Ready;
};

} // namespace

Sequence randomSequence(uint64_t Seed) { return Generator(Seed).run(); }
Sequence randomKernel(uint64_t Seed, const KernelOptions &Options) { return Generator(Seed).runSingle(Options); }

} // namespace syclfuse::fuser::sequence
