// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GroupFunctions.h"
#include "Sequence.h"
#include "SequenceValues.h"

#include <algorithm>
#include <cstring>

namespace syclfuse::fuser::sequence {

namespace {

struct Item {
  std::array<int32_t, Integers> I{};
  std::array<float, Floats> F{};
  std::array<int32_t, PrivateSize> P{};
  std::array<uint64_t, 3> Global{}, Local{};
  uint64_t Linear = 0, LocalLinear = 0;
  int32_t OwnScalar = 0;
  bool Returned = false;
};

class GroupRun {
public:
  GroupRun(const Sequence &S, const Kernel &K, Memory &Data, std::array<uint64_t, 3> Group,
           std::array<uint64_t, 3> LocalSize)
      : S(S), K(K), Data(Data), Group(Group), LocalSize(LocalSize) {
    for (unsigned D = 0; D != 3; ++D)
      Groups[D] = K.Range.global_size[D] / LocalSize[D];
    GroupLinear = (Group[2] * Groups[1] + Group[1]) * Groups[0] + Group[0];
    Items.resize(LocalSize[0] * LocalSize[1] * LocalSize[2]);
    for (uint64_t N = 0; N != Items.size(); ++N)
      place(Items[N], N);
  }

  void run() { run(K.Body, std::vector<bool>(Items.size(), true)); }

private:
  void place(Item &W, uint64_t N) {
    W.LocalLinear = N;
    W.OwnScalar = K.Scalars[0];
    W.Local = {N % LocalSize[0], N / LocalSize[0] % LocalSize[1], N / LocalSize[0] / LocalSize[1]};
    for (unsigned D = 3; D-- > 0;) {
      const uint64_t Id = Group[D] * LocalSize[D] + W.Local[D];
      W.Linear = W.Linear * K.Range.global_size[D] + Id;
      W.Global[D] = Id + K.Range.global_offset[D];
    }
  }

  const Buffer &buffer(unsigned Slot) const { return S.Buffers[K.Buffers[Slot]]; }
  unsigned char *at(unsigned Slot, uint64_t Index, unsigned Field) {
    return Data[K.Buffers[Slot]].data() + Index * bytesOf(buffer(Slot).Type) + 4 * Field;
  }
  uint64_t own(const Item &W, unsigned Slot, unsigned E) const {
    const Buffer &B = buffer(Slot);
    const uint64_t First = B.Order == Layout::Item ? W.Linear : GroupLinear * Items.size() + W.LocalLinear;
    return S.beginOf(B) + First * B.Ratio + E;
  }

  void run(const std::vector<Statement> &Block, const std::vector<bool> &Active) {
    for (const Statement &T : Block)
      run(T, Active);
  }

  void run(const Statement &T, const std::vector<bool> &Active) {
    auto On = [&](size_t N) { return Active[N] && !Items[N].Returned; };
    std::vector<bool> Then(Items.size()), Else(Items.size());
    auto Branch = [&](auto Taken) {
      for (size_t N = 0; N != Items.size(); ++N)
        (Taken(Items[N]) ? Then : Else)[N] = On(N);
      run(T.Then, Then);
      run(T.Else, Else);
    };
    const uint32_t Bits = uint32_t(K.Scalars[1]) >> T.Number;
    switch (T.What) {
    case Statement::If:
      return Branch([&](const Item &W) { return W.I[T.A] < W.I[T.B]; });
    case Statement::Guard:
      return Branch([&](const Item &W) { return guard(T, W); });
    case Statement::SubGroupIf:
      return Branch([&](const Item &W) { return W.LocalLinear / K.SubGroupSize % 2 == T.Number; });
    case Statement::UniformIf:
      return run(Bits & 1 ? T.Then : T.Else, Active);
    case Statement::UniformSwitch:
      if ((Bits & 3) < 2)
        run(Bits & 3 ? T.Then : T.Else, Active);
      return;
    case Statement::UniformFor:
      for (unsigned Turn = 0; Turn != (Bits & 3); ++Turn)
        run(T.Then, Active);
      return;
    case Statement::GroupFunction: {
      const size_t Size = T.Field ? K.SubGroupSize : Items.size();
      for (size_t First = 0; First < Items.size(); First += Size)
        if (On(First))
          callGroup(T, First, std::min(Items.size(), First + Size));
      return;
    }
    case Statement::For:
      for (unsigned Turn = 0; Turn != T.Number; ++Turn)
        run(T.Then, Active);
      return;
    case Statement::ForData: {
      std::vector<unsigned> Trips;
      for (const Item &W : Items)
        Trips.push_back(W.I[T.A] & 3);
      for (unsigned Turn = 0; Turn != 3; ++Turn) {
        for (size_t N = 0; N != Items.size(); ++N)
          Then[N] = On(N) && Turn < Trips[N];
        run(T.Then, Then);
      }
      return;
    }
    case Statement::Exchange: {
      std::vector<int32_t> Tile;
      for (const Item &W : Items)
        Tile.push_back(W.I[T.A]);
      for (size_t N = 0; N != Items.size(); ++N)
        Items[N].I[T.B] = Tile[(N + T.Number) % Items.size()];
      return;
    }
    case Statement::GroupAtomic: {
      std::vector<uint32_t> Tile(Items.size());
      for (const Item &W : Items)
        Tile[uint32_t(W.I[T.C]) % Items.size()] += W.I[T.A];
      for (size_t N = 0; N != Items.size(); ++N)
        Items[N].I[T.B] = Tile[N];
      return;
    }
    default:
      for (size_t N = 0; N != Items.size(); ++N)
        if (On(N))
          runOne(T, Items[N]);
    }
  }

  bool guard(const Statement &T, const Item &W) const {
    if (T.Form % 4 == 3)
      return int64_t(W.Linear) <= K.Scalars[1] >> 22;
    const bool Below = T.Number % 2 ? W.Linear < (uint32_t(K.Scalars[1]) & 255) : W.Global[0] < T.Number * 16;
    return Below && (T.Form % 4 != 2 || W.Global[0] != 0);
  }

  void callGroup(const Statement &T, size_t First, size_t Last) {
    GroupValues G;
    for (size_t N = First; N != Last; ++N) {
      G.Values.push_back(Items[N].I[T.B]);
      G.From.push_back(Items[N].I[T.C]);
    }
    G.Scalar = K.Scalars[1];
    G.LocalSize = LocalSize;
    const std::vector<uint32_t> Results = callGroupFunction(T.Number, T.Field, std::move(G));
    for (size_t N = First; N != Last; ++N)
      Items[N].I[T.A] = Results[N - First];
  }

  uint32_t subGroupQuery(unsigned Q, const Item &W) const {
    const uint64_t Size = K.SubGroupSize, Own = W.LocalLinear / Size;
    const uint64_t Values[SubGroupQueries] = {std::min<uint64_t>(Size, Items.size() - Own * Size), Size, Own,
                                              (Items.size() + Size - 1) / Size, W.LocalLinear % Size};
    return Values[Q];
  }

  uint64_t query(const Item &W, unsigned Q, unsigned D) const {
    switch (Q) {
    case 0:
      return W.Global[D];
    case 1:
      return K.Range.global_size[D];
    case 2:
      return K.Range.global_offset[D];
    case 3:
      return W.Linear;
    case 4:
      return W.Local[D];
    case 5:
      return Group[D];
    case 6:
      return LocalSize[D];
    case 7:
      return Groups[D];
    default:
      return W.LocalLinear;
    }
  }

  void load(Item &W, const Statement &T, uint64_t Index) {
    const unsigned char *From = at(T.Slot, Index, T.Field);
    if (buffer(T.Slot).Type == Element::Byte)
      W.I[T.A] = static_cast<signed char>(*From);
    else if (buffer(T.Slot).Type == Element::F64)
      W.F[T.A % Floats] = readDouble(From);
    else if (isFloat(buffer(T.Slot).Type, T.Field))
      std::memcpy(&W.F[T.A % Floats], From, 4);
    else
      std::memcpy(&W.I[T.A], From, 4);
  }
  static float readDouble(const unsigned char *From) {
    double D;
    std::memcpy(&D, From, 8);
    return static_cast<float>(D);
  }
  void store(const Item &W, const Statement &T, unsigned Number) {
    unsigned char *To = at(T.Slot, own(W, T.Slot, Number), T.Field);
    const double Double = W.F[T.A % Floats];
    if (buffer(T.Slot).Type == Element::Byte)
      *To = static_cast<unsigned char>(W.I[T.A]);
    else if (buffer(T.Slot).Type == Element::F64)
      std::memcpy(To, &Double, 8);
    else if (isFloat(buffer(T.Slot).Type, T.Field))
      std::memcpy(To, &W.F[T.A % Floats], 4);
    else
      std::memcpy(To, &W.I[T.A], 4);
  }

  // Returns what was there.
  uint32_t update(unsigned Op, unsigned char *At, uint32_t By) {
    uint32_t Old;
    std::memcpy(&Old, At, 4);
    const uint32_t New = values::atomic(Op, Old, By);
    std::memcpy(At, &New, 4);
    return Old;
  }

  uint64_t clamped(const Item &W, unsigned D, unsigned Distance) const {
    std::array<uint64_t, 3> Id = W.Local;
    Id[D] = std::min(Id[D] + Distance, LocalSize[D] - 1);
    return (Id[2] * LocalSize[1] + Id[1]) * LocalSize[0] + Id[0];
  }

  void copyVector(const Item &W, const Statement &T) {
    std::array<uint32_t, 4> From, To;
    std::memcpy(From.data(), at(T.B, own(W, T.B, T.Other), 0), 16);
    for (unsigned L = 0; L != 4; ++L)
      To[L] = From[(L + 1) % 4] + uint32_t(W.I[T.A]);
    std::memcpy(at(T.Slot, own(W, T.Slot, T.Number), 0), To.data(), 16);
  }

  void runOne(const Statement &T, Item &W) {
    switch (T.What) {
    case Statement::Query:
      W.I[T.A] = uint32_t(W.I[T.A]) + uint32_t(query(W, T.Number, T.B));
      break;
    case Statement::Scalar:
      W.I[T.A] ^= T.B % 2 ? K.Scalars[1] : W.OwnScalar;
      break;
    case Statement::ScalarAt:
      W.I[T.A] ^= W.I[T.B] & 1 ? K.Scalars[1] : W.OwnScalar;
      break;
    case Statement::Assign:
      W.OwnScalar = W.I[T.A];
      break;
    case Statement::SubGroupQuery:
      W.I[T.A] ^= subGroupQuery(T.Number, W) * 0x9e3779b9u;
      break;
    case Statement::LoadNear:
      load(W, T, W.Global[0] + T.Number);
      break;
    case Statement::Integer:
      W.I[T.A] = values::integer(T.Number, W.I[T.B], W.I[T.C]);
      break;
    case Statement::Float:
      W.F[T.A % Floats] = values::floating(T.Number, W.F[T.B % Floats], W.F[T.C % Floats]);
      break;
    case Statement::ToFloat:
      W.F[T.A % Floats] = float(W.I[T.B] & 1023);
      break;
    case Statement::ToInteger:
      W.I[T.A] = int32_t(W.F[T.B % Floats]);
      break;
    case Statement::Private:
      W.P[uint32_t(W.I[T.A]) % PrivateSize] = W.I[T.B];
      W.I[T.C] = W.P[uint32_t(W.I[T.B]) % PrivateSize];
      break;
    case Statement::Call:
      W.I[T.A] = values::mix(W.I[T.B], W.I[T.C]);
      break;
    case Statement::CallDeep:
      W.I[T.A] = values::deep(W.I[T.B], W.I[T.C]);
      break;
    case Statement::CallFloat:
      W.F[T.A % Floats] = values::filter(W.F[T.B % Floats], W.I[T.B], W.I[T.C]);
      break;
    case Statement::Load:
      load(W, T, own(W, T.Slot, T.Number));
      break;
    case Statement::LoadGather:
      load(W, T, uint32_t(W.I[T.B]) % buffer(T.Slot).Reachable);
      break;
    case Statement::LoadShift:
      load(W, T, S.beginOf(buffer(T.Slot)) + GroupLinear * Items.size() + (W.LocalLinear + T.Number) % Items.size());
      break;
    case Statement::LoadClamped:
      load(W, T, S.beginOf(buffer(T.Slot)) + GroupLinear * Items.size() + clamped(W, T.B, T.Number));
      break;
    case Statement::LoadReversed:
      load(W, T, S.beginOf(buffer(T.Slot)) + (K.items() - 1 - W.Linear) * buffer(T.Slot).Ratio);
      break;
    case Statement::Store:
      store(W, T, T.Number);
      break;
    case Statement::StoreAll:
      for (unsigned E = 0; E != buffer(T.Slot).Ratio; ++E)
        store(W, T, E);
      break;
    case Statement::Clear:
      std::memset(at(T.Slot, own(W, T.Slot, T.Number), 0), 0, bytesOf(buffer(T.Slot).Type));
      break;
    case Statement::Copy:
      std::memmove(at(T.Slot, own(W, T.Slot, T.Number), 0), at(T.B, own(W, T.B, T.Other), 0),
                   bytesOf(buffer(T.Slot).Type));
      break;
    case Statement::CopyVector:
      copyVector(W, T);
      break;
    case Statement::AtomicOwn:
      W.I[T.B] = update(0, at(T.Slot, own(W, T.Slot, T.Number), T.Field), W.I[T.A]);
      break;
    case Statement::AtomicAny:
      update(buffer(T.Slot).Operation, at(T.Slot, uint32_t(W.I[T.B]) % buffer(T.Slot).Reachable, 0), W.I[T.A]);
      break;
    case Statement::Return:
      W.Returned = (W.I[T.A] & 7) == 3;
      break;
    default:
      break;
    }
  }

  const Sequence &S;
  const Kernel &K;
  Memory &Data;
  std::array<uint64_t, 3> Group, LocalSize, Groups{};
  uint64_t GroupLinear = 0;
  std::vector<Item> Items;
};

} // namespace

void interpret(const Sequence &S, Memory &Data) {
  for (const Kernel &K : S.Kernels) {
    std::array<uint64_t, 3> LocalSize{1, 1, 1}, Group{};
    for (unsigned D = 0; D != 3; ++D)
      if (K.Range.local_size[D])
        LocalSize[D] = K.Range.local_size[D];
    const uint64_t N[] = {K.Range.global_size[0] / LocalSize[0], K.Range.global_size[1] / LocalSize[1],
                          K.Range.global_size[2] / LocalSize[2]};
    for (Group[2] = 0; Group[2] != N[2]; ++Group[2])
      for (Group[1] = 0; Group[1] != N[1]; ++Group[1])
        for (Group[0] = 0; Group[0] != N[0]; ++Group[0])
          GroupRun(S, K, Data, Group, LocalSize).run();
  }
}

} // namespace syclfuse::fuser::sequence
