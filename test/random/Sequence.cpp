// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sequence.h"

#include <algorithm>

namespace syclfuse::fuser::sequence {

unsigned bytesOf(Element E) {
  switch (E) {
  case Element::Vector4:
    return 16;
  case Element::Triple:
    return 12;
  case Element::Pair:
  case Element::F64:
    return 8;
  case Element::Byte:
    return 1;
  default:
    return 4;
  }
}
unsigned fieldsOf(Element E) { return E == Element::F64 ? 1 : std::max(1u, bytesOf(E) / 4); }
bool isFloat(Element E, unsigned Field) {
  return E == Element::F32 || E == Element::F64 || ((E == Element::Pair || E == Element::Triple) && Field >= 1);
}

const char *Statement::nameOf(unsigned Kind) {
  static const char *const Names[Kinds] = {"query",
                                           "scalar",
                                           "scalar by index",
                                           "own scalar",
                                           "integer",
                                           "float",
                                           "to-float",
                                           "to-integer",
                                           "private array",
                                           "call",
                                           "nested call",
                                           "struct call",
                                           "load",
                                           "gather",
                                           "shift",
                                           "clamped",
                                           "reversed",
                                           "near",
                                           "store",
                                           "store by loop",
                                           "clear",
                                           "copy",
                                           "vector",
                                           "own atomic",
                                           "shared atomic",
                                           "branch",
                                           "loop",
                                           "data loop",
                                           "uniform branch",
                                           "uniform loop",
                                           "uniform switch",
                                           "guard",
                                           "sub-group branch",
                                           "sub-group query",
                                           "group function",
                                           "exchange",
                                           "local atomic",
                                           "return"};
  return Names[Kind];
}

uint64_t Kernel::groupItems() const {
  return std::max<uint64_t>(1, Range.local_size[0] * Range.local_size[1] * Range.local_size[2]);
}

std::vector<submitted_range> Sequence::ranges() const {
  std::vector<submitted_range> Out;
  for (const Kernel &K : Kernels)
    Out.push_back(K.Range);
  return Out;
}

uint64_t Sequence::elementsOf(const Buffer &B) const {
  return std::max<uint64_t>(B.Reachable, beginOf(B) + B.Items * B.Ratio) + (B.Purpose == Role::Input ? NearestEnd : 0);
}

Memory randomMemory(const Sequence &S, uint64_t Seed) {
  std::mt19937_64 R(Seed);
  Memory Out;
  for (const Buffer &B : S.Buffers) {
    const unsigned Size = bytesOf(B.Type) / std::max(1u, fieldsOf(B.Type));
    std::vector<unsigned char> Bytes(S.elementsOf(B) * bytesOf(B.Type));
    for (size_t At = 0; At != Bytes.size(); At += Size) {
      const int32_t Int = static_cast<int32_t>(R() % 2000) - 1000;
      const float Float = static_cast<float>(Int) / 16;
      const double Double = Float;
      const void *From = B.Type == Element::F64                      ? static_cast<const void *>(&Double)
                         : isFloat(B.Type, At % bytesOf(B.Type) / 4) ? static_cast<const void *>(&Float)
                                                                     : &Int;
      std::copy_n(static_cast<const unsigned char *>(From), Size, Bytes.data() + At);
    }
    Out.push_back(std::move(Bytes));
  }
  return Out;
}

namespace {

class Sizes {
public:
  Sizes(Sequence &S, std::mt19937_64 &R) : S(S), R(R) {}

  // False: not all kernels could get sizes of their shapes.
  bool run() {
    chooseLaunch();
    for (Kernel &K : S.Kernels) {
      const unsigned Dims = K.Range.dimensions;
      const bool UsesGroups = K.Range.uses_groups;
      K.Range = rangeOf(K);
      K.Range.dimensions = Dims;
      K.Range.uses_groups = UsesGroups;
      const bool SameLocal = std::equal(K.Range.local_size, K.Range.local_size + 3, Launch.local_size);
      if (K.Range.kind == range_kind::nd_range && SameLocal != keepsGroups(K.Fit))
        return false;
    }
    for (Buffer &B : S.Buffers)
      B.Items = Items;
    S.Shift = below(9);
    return true;
  }

private:
  unsigned below(uint64_t N) { return static_cast<unsigned>(R() % N); }
  bool chance(unsigned Percent) { return below(100) < Percent; }

  void chooseLaunch() {
    Launch.kind = S.Groups ? range_kind::nd_range : range_kind::range;
    Launch.dimensions = S.leader().Range.dimensions;
    const bool Alone = S.Kernels.size() == 1;
    const unsigned LocalMax[] = {Alone ? 64u : 33, Alone ? 10u : 7, 4}, GlobalMax[] = {Alone ? 1000u : 150, 17, 7};
    for (unsigned D = 0; D != Launch.dimensions; ++D) {
      if (S.Groups)
        Launch.local_size[D] = 1 + below(LocalMax[Launch.dimensions - 1]);
      Launch.global_size[D] =
          S.Groups ? Launch.local_size[D] * (1 + below(4)) : 1 + below(GlobalMax[Launch.dimensions - 1]);
      Launch.global_offset[D] = S.Offsets ? below(40) : 0;
      if (S.LongRows && D == 0 && Launch.dimensions > 1)
        Launch.global_size[D] += 60 + below(200);
      Items *= Launch.global_size[D];
    }
    for (unsigned D = Launch.dimensions; S.Groups && D != 3; ++D)
      Launch.local_size[D] = 1;
  }

  submitted_range rangeOf(const Kernel &K) {
    submitted_range Out = Launch;
    if (K.Fit == Shape::Same)
      return Out;
    if (K.Fit == Shape::Outer) {
      const unsigned Outer = Launch.dimensions - 1;
      const uint64_t Step = S.Groups ? Launch.local_size[Outer] : 1;
      Out.global_size[Outer] = Step * (1 + below(Launch.global_size[Outer] / Step));
      return Out;
    }
    return reshaped(K.Range.dimensions, keepsAllItems(K.Fit) ? Items : 1 + below(Items),
                    K.Fit == Shape::Regroup || K.Fit == Shape::RegroupFewer);
  }

  submitted_range reshaped(unsigned Dims, uint64_t Left, bool Regroup) {
    submitted_range Out;
    for (unsigned D = 0; D + 1 < Dims; ++D) {
      Out.global_size[D] = divisor(Left);
      Left /= Out.global_size[D];
    }
    Out.global_size[Dims - 1] = Left;
    std::shuffle(Out.global_size, Out.global_size + Dims, R);
    if (Regroup) {
      Out.kind = range_kind::nd_range;
      for (unsigned D = 0; D != 3; ++D)
        Out.local_size[D] = divisor(Out.global_size[D]);
    }
    return Out;
  }

  uint64_t divisor(uint64_t N) {
    uint64_t Found = 1;
    for (uint64_t D = 2; D <= N && D <= 64; ++D)
      if (N % D == 0 && chance(40))
        Found = D;
    return Found;
  }

  Sequence &S;
  std::mt19937_64 &R;
  submitted_range Launch;
  uint64_t Items = 1;
};

} // namespace

void randomizeSizes(Sequence &S, std::mt19937_64 &R) {
  while (!Sizes(S, R).run()) {
  }
  for (Kernel &K : S.Kernels)
    for (int32_t &X : K.Scalars)
      X = static_cast<int32_t>(R());
}

} // namespace syclfuse::fuser::sequence
