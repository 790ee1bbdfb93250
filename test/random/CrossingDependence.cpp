// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sequence.h"

#include <algorithm>

namespace syclfuse::fuser::sequence {

namespace {

// An index of 32 bits is another element for very many work-items: of code for all sizes, nothing is proven.
// Nor of one of two addresses.
bool isNarrow(unsigned Form) { return Form % 6 == 3 || Form >= 64; }

bool stores(const std::vector<Statement> &Block, unsigned Slot) {
  return std::any_of(Block.begin(), Block.end(), [&](const Statement &T) {
    return T.What == Statement::Store && T.Slot == Slot && T.Number == 0 && T.Field == 0 && !isNarrow(T.Form);
  });
}

// A statement that all work-items reach and that stores a float, or an integer, into another buffer than B.
std::vector<Statement>::iterator findStore(const Sequence &S, Kernel &K, unsigned B, bool Float) {
  return std::find_if(K.Body.begin(), K.Body.end(), [&](const Statement &T) {
    return T.What == Statement::Store && K.Buffers[T.Slot] != B &&
           isFloat(S.Buffers[K.Buffers[T.Slot]].Type, T.Field) == Float;
  });
}

bool haveOneRange(const Kernel &A, const Kernel &B) {
  return A.Range.dimensions == B.Range.dimensions &&
         std::equal(A.Range.global_size, A.Range.global_size + 3, B.Range.global_size) &&
         std::equal(A.Range.local_size, A.Range.local_size + 3, B.Range.local_size);
}

bool isSubmittedOnce(const Sequence &S, const Kernel &K) {
  return 1 ==
         std::count_if(S.Kernels.begin(), S.Kernels.end(), [&](const Kernel &Other) { return Other.Name == K.Name; });
}

} // namespace

bool addCrossingDependence(Sequence &S, uint64_t Seed) {
  std::mt19937_64 R(Seed);
  for (size_t Writer = 0; Writer + 1 < S.Kernels.size(); ++Writer)
    for (size_t Slot = 0; Slot != S.Kernels[Writer].Buffers.size(); ++Slot) {
      const Kernel &W = S.Kernels[Writer];
      const unsigned B = W.Buffers[Slot];
      Kernel &Reader = S.Kernels[Writer + 1];
      // Sub-ranges that begin where each kernel was told may be different ones.
      if (S.Buffers[B].Order != Layout::Item || S.Buffers[B].Moved || !haveOneRange(W, Reader) ||
          !isSubmittedOnce(S, Reader) || W.items() / W.groupItems() < 3 || !stores(W.Body, Slot))
        continue;
      // What is read must matter.
      const auto Use = findStore(S, Reader, B, isFloat(S.Buffers[B].Type, 0));
      if (Use == Reader.Body.end())
        continue;
      auto It = std::find(Reader.Buffers.begin(), Reader.Buffers.end(), B);
      Statement T;
      T.What = Statement::LoadReversed;
      T.A = Use->A;
      T.Slot = It - Reader.Buffers.begin();
      do
        T.Form = R() % 64;
      while (isNarrow(T.Form));
      if (It == Reader.Buffers.end()) {
        Reader.Buffers.push_back(B);
        Reader.Reads.push_back(true);
        Reader.Writes.push_back(false);
      }
      S.Buffers[B].Promote = promotion::none;
      Reader.Body.insert(Use, T);
      return true;
    }
  return false;
}

} // namespace syclfuse::fuser::sequence
