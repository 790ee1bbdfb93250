// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Meetings.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <map>

using namespace llvm;

namespace syclfuse::fuser::oracle {

namespace {

// What one instruction did to a place. Of its work-items the first, one that is another, and one of another group are
// enough to tell whether two instructions were executed there by different ones.
struct Touch {
  uint32_t Access; // 2 × instruction, + 1 for writes
  std::array<int64_t, 3> Items{-1, -1, -1};

  void add(uint32_t Item, uint64_t GroupSize) {
    if (Items[0] < 0)
      Items[0] = Item;
    if (Items[1] < 0 && Items[0] != Item)
      Items[1] = Item;
    if (Items[2] < 0 && Items[0] / GroupSize != Item / GroupSize)
      Items[2] = Item;
  }
};

class Finder {
public:
  Finder(const RunResult &Run, uint64_t GroupSize) : Run(Run), GroupSize(GroupSize) {
    uint64_t Bits = 8;
    for (const RecordedAccess &A : Run.Accesses)
      Bits |= uint64_t(A.Offset) | A.Size;
    Grain = Bits & -Bits; // all accesses are whole ones of these
  }

  std::vector<Meeting> find() {
    for (const RecordedAccess &A : Run.Accesses)
      for (int64_t At = A.Offset; At < A.Offset + int64_t(A.Size); At += Grain)
        add(key(A.Arena, At), 2 * A.Instruction + A.Writes, A.Item);
    for (const auto &[Place, Index] : Places)
      compare(Place, Touches[Index]);
    std::vector<Meeting> Result;
    for (const auto &[Key, M] : Found)
      Result.push_back(M);
    return Result;
  }

private:
  static constexpr unsigned OffsetBits = 40; // more than Arenas has room for
  static uint64_t key(unsigned Arena, int64_t At) {
    return uint64_t(Arena) << OffsetBits | (uint64_t(At) & ((uint64_t(1) << OffsetBits) - 1));
  }

  void add(uint64_t Place, uint32_t Access, uint32_t Item) {
    const auto [It, New] = Places.try_emplace(Place, Touches.size());
    if (New)
      Touches.emplace_back();
    SmallVector<Touch, 2> &Here = Touches[It->second];
    for (Touch &T : Here)
      if (T.Access == Access)
        return T.add(Item, GroupSize);
    Here.push_back({Access});
    Here.back().add(Item, GroupSize);
  }

  void compare(uint64_t Place, ArrayRef<Touch> Here) {
    for (size_t X = 0; X != Here.size(); ++X)
      for (size_t Y = X; Y != Here.size(); ++Y)
        if ((Here[X].Access | Here[Y].Access) & 1)
          compare(Place, Here[X], Here[Y]);
  }

  void compare(uint64_t Place, const Touch &X, const Touch &Y) {
    const auto [Low, High] = std::minmax(X.Access, Y.Access);
    auto It = Found.find({Place >> OffsetBits, Low, High});
    if (It != Found.end() && It->second.CrossesGroups)
      return;
    const Touch &A = X.Access == Low ? X : Y, &B = X.Access == Low ? Y : X;
    for (int64_t I : A.Items)
      for (int64_t K : B.Items) {
        if (I < 0 || K < 0 || I == K)
          continue;
        const bool Crosses = I / GroupSize != K / GroupSize;
        Meeting &M = Found[{Place >> OffsetBits, Low, High}];
        if (M.CrossesGroups || (!Crosses && (M.A.Item || M.B.Item)))
          continue;
        M = {unsigned(Place >> OffsetBits),
             int64_t(Place << (64 - OffsetBits)) >> (64 - OffsetBits),
             Crosses,
             {Low / 2, bool(Low & 1), uint32_t(I)},
             {High / 2, bool(High & 1), uint32_t(K)}};
      }
  }

  const RunResult &Run;
  const uint64_t GroupSize;
  int64_t Grain;
  DenseMap<uint64_t, uint32_t> Places;
  std::vector<SmallVector<Touch, 2>> Touches;
  std::map<std::tuple<uint64_t, uint32_t, uint32_t>, Meeting> Found;
};

} // namespace

std::vector<Meeting> findMeetings(const RunResult &Run, uint64_t GroupSize) { return Finder(Run, GroupSize).find(); }

} // namespace syclfuse::fuser::oracle
