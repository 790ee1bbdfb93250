// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DenseLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

constexpr int64_t MaxOffset = int64_t(1) << 40;
constexpr unsigned MaxPitches = 16;

class Packer {
public:
  Packer(ArrayRef<SizedOffset> Accesses, LinearOffsets &Offsets, uint64_t Element, uint64_t Size)
      : Accesses(Accesses), Offsets(Offsets), Element(static_cast<int64_t>(Element)), Size(static_cast<int64_t>(Size)) {
    for (const SizedOffset &A : Accesses)
      Inner.push_back(A.Offset);
  }

  std::optional<SmallVector<LinearOffset, 8>> run() {
    for (int64_t Pitch : pitches())
      if (!split(Pitch, Pitch / 2))
        split(Pitch, 0);
    return pack();
  }

private:
  struct Digit {
    SmallVector<LinearOffset, 8> Values; // by access
    OffsetRange Range;
  };

  // Factors of symbols and distances of constants, the largest first.
  SmallVector<int64_t, 8> pitches() const {
    SmallVector<int64_t, 8> Out;
    auto Add = [&](int64_t P) {
      if (P > Element && P < MaxOffset && P % Element == 0 && !is_contained(Out, P))
        Out.push_back(P);
      else if (P < -Element && P > -MaxOffset && P % Element == 0 && !is_contained(Out, -P))
        Out.push_back(-P);
    };
    for (const LinearOffset &O : Inner) {
      if (O.Constant > -MaxOffset && O.Constant < MaxOffset && std::abs(Inner.front().Constant) < MaxOffset)
        Add(O.Constant - Inner.front().Constant);
      for (const OffsetTerm &T : O.Terms)
        Add(T.Factor);
    }
    llvm::sort(Out, std::greater<int64_t>());
    Out.truncate(std::min<size_t>(Out.size(), MaxPitches));
    return Out;
  }

  // Makes a digit of what are multiples of Pitch; constants are cut so that Below of them at least is left on the lower
  // side.
  bool split(int64_t Pitch, int64_t Below) {
    SmallVector<LinearOffset, 8> Outer, Rest;
    for (const LinearOffset &O : Inner) {
      if (std::abs(O.Constant) >= MaxOffset)
        return false;
      LinearOffset High, Low;
      High.Constant = divideFloorSigned(O.Constant + Below, Pitch);
      Low.Constant = O.Constant - High.Constant * Pitch;
      for (OffsetTerm T : O.Terms) {
        const bool Multiple = T.Factor % Pitch == 0;
        if (Multiple)
          T.Factor /= Pitch;
        (Multiple ? High : Low).Terms.push_back(T);
      }
      Outer.push_back(std::move(High));
      Rest.push_back(std::move(Low));
    }
    const std::optional<OffsetRange> Within = rangeOf(Rest, /*Ends=*/true), Values = rangeOf(Outer, /*Ends=*/false);
    if (!Within || !Values || Within->Max - Within->Min > Pitch || Values->Min == Values->Max)
      return false;
    Digits.push_back({std::move(Outer), *Values});
    Inner = std::move(Rest);
    return true;
  }

  // The smallest and the largest value; Ends: the largest end of an access.
  std::optional<OffsetRange> rangeOf(ArrayRef<LinearOffset> Sums, bool Ends) {
    OffsetRange Out{INT64_MAX, INT64_MIN};
    for (auto [Sum, Access] : zip(Sums, Accesses)) {
      const std::optional<OffsetRange> R = Offsets.range(Sum, Access.Ids);
      if (!R || R->Min <= -MaxOffset || R->Max >= MaxOffset || Access.Bytes >= static_cast<uint64_t>(MaxOffset))
        return std::nullopt;
      Out.Min = std::min(Out.Min, R->Min);
      Out.Max = std::max(Out.Max, R->Max + (Ends ? static_cast<int64_t>(Access.Bytes) : 0));
    }
    return Out;
  }

  std::optional<SmallVector<LinearOffset, 8>> pack() {
    const std::optional<OffsetRange> Within = rangeOf(Inner, /*Ends=*/true);
    if (!Within)
      return std::nullopt;
    // From an element on, so that what was aligned in it stays so.
    const int64_t First = divideFloorSigned(Within->Min, Element) * Element;
    int64_t Pitch =
        static_cast<int64_t>(alignTo(static_cast<uint64_t>(Within->Max - First), static_cast<uint64_t>(Element)));
    SmallVector<LinearOffset, 8> Places = Inner;
    for (LinearOffset &P : Places)
      P.Constant -= First;
    for (const Digit &D : reverse(Digits)) {
      const int64_t Count = D.Range.Max - D.Range.Min + 1;
      if (Pitch == 0 || Count > Size / Pitch)
        return std::nullopt;
      for (auto [P, V] : zip(Places, D.Values))
        if (!addDigit(P, V, D.Range.Min, Pitch))
          return std::nullopt;
      Pitch *= Count;
    }
    return Pitch <= Size ? std::optional(std::move(Places)) : std::nullopt;
  }

  static bool addDigit(LinearOffset &Place, const LinearOffset &Value, int64_t First, int64_t Pitch) {
    int64_t Constant = 0;
    if (MulOverflow(Value.Constant - First, Pitch, Constant) || AddOverflow(Place.Constant, Constant, Place.Constant))
      return false;
    for (OffsetTerm T : Value.Terms) {
      if (MulOverflow(T.Factor, Pitch, T.Factor))
        return false;
      Place.Terms.push_back(T);
    }
    return true;
  }

  ArrayRef<SizedOffset> Accesses;
  LinearOffsets &Offsets;
  const int64_t Element, Size;
  SmallVector<LinearOffset, 8> Inner; // what is left of the offsets
  SmallVector<Digit, 3> Digits;       // the largest pitch first
};

} // namespace

std::optional<SmallVector<LinearOffset, 8>> layOutDensely(ArrayRef<SizedOffset> Accesses, LinearOffsets &Offsets,
                                                          uint64_t Element, uint64_t Size) {
  if (Accesses.empty() || Element == 0 || Size >= static_cast<uint64_t>(MaxOffset))
    return std::nullopt;
  return Packer(Accesses, Offsets, Element, Size).run();
}

} // namespace syclfuse::fuser
