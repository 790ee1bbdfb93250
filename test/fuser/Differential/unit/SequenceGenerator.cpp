// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sequence.h"

#include <algorithm>

namespace syclfuse::fuser::sequence {

uint64_t Kernel::groupItems() const {
  return std::max<uint64_t>(1, Range.local_size[0] * Range.local_size[1] * Range.local_size[2]);
}

std::vector<submitted_range> Sequence::ranges() const {
  std::vector<submitted_range> Out;
  for (const Kernel &K : Kernels)
    Out.push_back(K.Range);
  return Out;
}

Memory randomMemory(const Sequence &S, uint64_t Seed) {
  std::mt19937_64 R(Seed);
  Memory Out;
  for (const Buffer &B : S.Buffers) {
    std::vector<unsigned char> Bytes(B.bytes());
    for (size_t At = 0; At != Bytes.size(); At += 4) {
      const int32_t Int = static_cast<int32_t>(R() % 2000) - 1000;
      const float Float = static_cast<float>(Int) / 16;
      const void *From = isFloat(B.Type, At % bytesOf(B.Type) / 4) ? static_cast<const void *>(&Float) : &Int;
      std::copy_n(static_cast<const unsigned char *>(From), 4, Bytes.data() + At);
    }
    Out.push_back(std::move(Bytes));
  }
  return Out;
}

namespace {

class Generator {
public:
  explicit Generator(uint64_t Seed) : R(Seed) {}

  Sequence run() {
    S.Groups = chance(60);
    Homogeneous = chance(40);
    chooseRanges();
    chooseBuffers();
    Ready.resize(S.Buffers.size());
    for (Kernel &K : S.Kernels)
      fillKernel(K);
    return std::move(S);
  }

private:
  unsigned below(uint64_t N) { return static_cast<unsigned>(R() % N); }
  bool chance(unsigned Percent) { return below(100) < Percent; }

  // ---- Ranges. The first kernel has the launch's.
  void chooseRanges() {
    submitted_range Base;
    Base.kind = S.Groups ? range_kind::nd_range : range_kind::range;
    Base.dimensions = 1 + below(3);
    const unsigned LocalMax[] = {33, 7, 4}, GlobalMax[] = {150, 17, 7};
    for (unsigned D = 0; D != Base.dimensions; ++D) {
      if (S.Groups)
        Base.local_size[D] = 1 + below(LocalMax[Base.dimensions - 1]);
      Base.global_size[D] = S.Groups ? Base.local_size[D] * (1 + below(4)) : 1 + below(GlobalMax[Base.dimensions - 1]);
    }
    for (unsigned D = Base.dimensions; S.Groups && D != 3; ++D)
      Base.local_size[D] = 1;
    if (Homogeneous && chance(30))
      for (unsigned D = 0; D != Base.dimensions; ++D)
        Base.global_offset[D] = below(40);
    OtherLocals = S.Groups && !Homogeneous && chance(40);
    S.Kernels.resize(2 + below(5));
    for (auto &K : S.Kernels) {
      K.Name = "k" + std::to_string(&K - S.Kernels.data());
      K.Range = &K == &S.Kernels.front() || Homogeneous ? Base : chance(50) ? smaller(Base) : other(Base);
      // With other local sizes about, those that keep the first one's must need it.
      K.Range.uses_groups = K.Range.kind == range_kind::nd_range && sameLocal(K.Range, Base) &&
                            (OtherLocals ? true : chance(50));
      for (int32_t &X : K.Scalars)
        X = static_cast<int32_t>(R());
    }
  }

  static bool sameLocal(const submitted_range &A, const submitted_range &B) {
    return std::equal(A.local_size, A.local_size + 3, B.local_size);
  }

  // Fewer rows, planes, or none fewer.
  submitted_range smaller(submitted_range Base) {
    const unsigned Outer = Base.dimensions - 1;
    const uint64_t Step = S.Groups ? Base.local_size[Outer] : 1;
    Base.global_size[Outer] = Step * (1 + below(Base.global_size[Outer] / Step));
    return Base;
  }

  // As many work-items as Base, or fewer, in any shape.
  submitted_range other(const submitted_range &Base) {
    uint64_t Items = Base.global_size[0] * Base.global_size[1] * Base.global_size[2];
    if (chance(40))
      Items = 1 + below(Items);
    submitted_range Out;
    Out.dimensions = 1 + below(3);
    for (unsigned D = 0; D + 1 != Out.dimensions; ++D) {
      Out.global_size[D] = divisor(Items);
      Items /= Out.global_size[D];
    }
    Out.global_size[Out.dimensions - 1] = Items;
    std::shuffle(Out.global_size, Out.global_size + Out.dimensions, R);
    if (OtherLocals && chance(60)) {
      Out.kind = range_kind::nd_range;
      for (unsigned D = 0; D != 3; ++D)
        Out.local_size[D] = divisor(Out.global_size[D]);
      // One that is the same by chance would be of the other sort.
      if (sameLocal(Out, Base))
        Out = Base;
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

  // ---- Buffers.
  void chooseBuffers() {
    const Kernel &First = S.Kernels.front();
    S.Buffers.resize(3 + below(5));
    for (Buffer &B : S.Buffers) {
      B.Type = static_cast<Element>(below(4));
      const unsigned Kind = below(100);
      B.Purpose = Kind < 20 ? Role::Input : Kind < 55 ? Role::Output : Role::Temporary;
      B.Order = S.Groups && !OtherLocals && chance(40) ? Layout::Group : Layout::Item;
      B.Ratio = B.Order == Layout::Group || chance(50) ? 1 : 2 + below(3);
      B.Items = First.items();
      if (B.Purpose == Role::Temporary)
        B.Promote = promotionOf(B);
    }
    S.Buffers.front().Purpose = Role::Input;
    S.Buffers.front().Promote = promotion::none;
    S.Buffers.back().Purpose = Role::Output;
    S.Buffers.back().Promote = promotion::none;
  }

  promotion promotionOf(const Buffer &B) {
    if (chance(15))
      return promotion::none;
    if (chance(20))
      return promotion::automatic;
    // In one dimension the elements of a work-group follow each other.
    const bool Local = B.Order == Layout::Group ||
                       (S.Groups && !OtherLocals && S.Kernels.front().Range.dimensions == 1 && chance(30));
    return Local ? promotion::local_memory : promotion::private_memory;
  }

  bool canUse(const Kernel &K, const Buffer &B) const {
    const Kernel &First = S.Kernels.front();
    const bool InGroups = K.Range.kind == range_kind::nd_range && sameLocal(K.Range, First.Range);
    if (B.Purpose == Role::Temporary && K.items() != B.Items)
      return false;
    return (B.Order != Layout::Group && B.Promote != promotion::local_memory) || InGroups;
  }

  // ---- Bodies.
  struct Access {
    unsigned Slot;
    bool Shift;
  };

  void fillKernel(Kernel &K) {
    std::vector<unsigned> Readable, Writable, Shifted;
    for (unsigned B = 0; B != S.Buffers.size(); ++B) {
      if (!canUse(K, S.Buffers[B]) || !chance(70))
        continue;
      const unsigned Slot = K.Buffers.size();
      const Buffer &Of = S.Buffers[B];
      const bool Available = Of.Purpose != Role::Temporary || Ready[B];
      const bool Reads = Available && chance(75), Writes = Of.Purpose != Role::Input && (!Available || chance(50));
      if (!Reads && !Writes)
        continue;
      K.Buffers.push_back(B);
      // What neighbours read stays as it is while they do.
      if (Reads && Of.Order == Layout::Group && !(Writes && !chance(50))) {
        Shifted.push_back(Slot);
        continue;
      }
      if (Reads)
        Readable.push_back(Slot);
      if (Writes)
        Writable.push_back(Slot);
    }
    Uniform = K.Range.uses_groups;
    Local = K.Range.kind == range_kind::nd_range;
    Current = &K;
    // Variables start different in each work-item.
    for (unsigned D = 0; D != K.Range.dimensions; ++D) {
      K.Body.push_back(statement(Statement::Query, D, D));
      K.Body.back().Number = 0;
    }
    append(K.Body, block(0, Readable, Shifted, true));
    if (K.Range.uses_groups) // at least once
      K.Body.push_back(exchange());
    for (unsigned Slot : Writable)
      writeAll(K.Body, Slot);
    append(K.Body, block(0, Readable, Shifted, true));
    lateWrites(K.Body, Writable, Readable);
    for (unsigned Slot : Writable)
      Ready[K.Buffers[Slot]] = true;
  }

  static void append(std::vector<Statement> &To, std::vector<Statement> From) {
    To.insert(To.end(), From.begin(), From.end());
  }

  Statement statement(Statement::Kind What, unsigned A, unsigned B) {
    Statement T;
    T.What = What;
    T.A = A;
    T.B = B;
    T.C = below(Integers);
    T.Number = below(8);
    T.Form = below(64);
    return T;
  }
  Statement statement(Statement::Kind What) { return statement(What, below(Integers), below(Integers)); }

  Statement exchange() {
    Statement T = statement(Statement::Exchange);
    T.Number = 1 + below(5);
    return T;
  }

  const Buffer &buffer(unsigned Slot) const { return S.Buffers[Current->Buffers[Slot]]; }

  Statement access(Statement::Kind What, unsigned Slot) {
    Statement T = statement(What);
    T.Slot = Slot;
    T.Field = below(fieldsOf(buffer(Slot).Type));
    T.Number = below(buffer(Slot).Ratio);
    return T;
  }

  void writeAll(std::vector<Statement> &To, unsigned Slot) {
    for (unsigned E = 0; E != buffer(Slot).Ratio; ++E)
      for (unsigned Field = 0; Field != fieldsOf(buffer(Slot).Type); ++Field) {
        Statement T = access(Statement::Store, Slot);
        T.Number = E;
        T.Field = Field;
        To.push_back(T);
      }
  }

  // Elements that were written already may be written again: somewhere, or not by all work-items.
  void lateWrites(std::vector<Statement> &To, const std::vector<unsigned> &Writable, const std::vector<unsigned> &Readable) {
    if (!Uniform && chance(25))
      To.push_back(statement(Statement::Return));
    for (unsigned Slot : Writable) {
      if (chance(30)) {
        Statement T = statement(Statement::If);
        T.Then.push_back(access(Statement::Store, Slot));
        if (chance(50))
          T.Else.push_back(access(Statement::Store, Slot));
        To.push_back(T);
      }
      for (unsigned From : Readable)
        if (From != Slot && buffer(From).Type == buffer(Slot).Type && chance(40)) {
          Statement T = access(Statement::Copy, Slot);
          T.B = From;
          T.Other = below(buffer(From).Ratio);
          To.push_back(T);
        }
    }
  }

  std::vector<Statement> block(unsigned Depth, const std::vector<unsigned> &Readable, const std::vector<unsigned> &Shifted,
                               bool AllTakePart) {
    std::vector<Statement> Out;
    for (unsigned N = 1 + below(Depth ? 3 : 5); N; --N)
      Out.push_back(one(Depth, Readable, Shifted, AllTakePart));
    return Out;
  }

  Statement one(unsigned Depth, const std::vector<unsigned> &Readable, const std::vector<unsigned> &Shifted,
                bool AllTakePart) {
    switch (below(Depth < 2 ? 16 : 11)) {
    case 0: {
      Statement T = statement(Statement::Query);
      T.Number = below(Local ? 9 : 4);
      T.B %= 3;
      return T;
    }
    case 1: return statement(Statement::Scalar);
    case 2: return statement(Statement::Float);
    case 3: return statement(Statement::ToFloat);
    case 4: return statement(Statement::ToInteger);
    case 5: return statement(Statement::Private);
    case 6: return statement(Statement::Call);
    case 7:
    case 8:
    case 9:
      if (!Shifted.empty() && chance(50)) {
        Statement T = access(Statement::LoadShift, Shifted[below(Shifted.size())]);
        T.Number = below(6);
        return T;
      }
      if (!Readable.empty()) {
        const unsigned Slot = Readable[below(Readable.size())];
        const bool Gather = buffer(Slot).Purpose == Role::Input && chance(50);
        return access(Gather ? Statement::LoadGather : Statement::Load, Slot);
      }
      return statement(Statement::Integer);
    case 11:
    case 12: {
      Statement T = statement(Statement::If);
      T.Then = block(Depth + 1, Readable, Shifted, false);
      T.Else = block(Depth + 1, Readable, Shifted, false);
      return T;
    }
    case 13: {
      Statement T = statement(Statement::For);
      T.Number = 1 + below(4);
      T.Then = block(Depth + 1, Readable, Shifted, AllTakePart);
      return T;
    }
    case 14: {
      Statement T = statement(Statement::ForData);
      T.Then = block(Depth + 1, Readable, Shifted, false);
      return T;
    }
    case 15:
      if (Uniform && AllTakePart)
        return exchange();
      return statement(Statement::Integer);
    default: return statement(Statement::Integer);
    }
  }

  std::mt19937_64 R;
  Sequence S;
  bool Homogeneous = true, OtherLocals = false, Uniform = false, Local = false;
  const Kernel *Current = nullptr;
  std::vector<bool> Ready;
};

// An index of 32 bits is another element for very many work-items: of code for all sizes, nothing is proven.
bool isNarrow(unsigned Form) { return Form % 6 == 3; }

bool stores(const std::vector<Statement> &Block, unsigned Slot) {
  return std::any_of(Block.begin(), Block.end(), [&](const Statement &T) {
    return T.What == Statement::Store && T.Slot == Slot && T.Number == 0 && T.Field == 0 && !isNarrow(T.Form);
  });
}

// A statement that all work-items reach and that stores a float, or an integer, into another buffer than B.
std::vector<Statement>::iterator findStore(const Sequence &S, Kernel &K, unsigned B, bool Float) {
  return std::find_if(K.Body.begin(), K.Body.end(), [&](const Statement &T) {
    return T.What == Statement::Store && K.Buffers[T.Slot] != B && isFloat(S.Buffers[K.Buffers[T.Slot]].Type, T.Field) == Float;
  });
}

} // namespace

Sequence randomSequence(uint64_t Seed) { return Generator(Seed).run(); }

bool addCrossingDependence(Sequence &S, uint64_t Seed) {
  std::mt19937_64 R(Seed);
  for (size_t Writer = 0; Writer + 1 < S.Kernels.size(); ++Writer)
    for (size_t Slot = 0; Slot != S.Kernels[Writer].Buffers.size(); ++Slot) {
      const Kernel &W = S.Kernels[Writer];
      const unsigned B = W.Buffers[Slot];
      Kernel &Reader = S.Kernels[Writer + 1];
      const bool Same = std::equal(W.Range.global_size, W.Range.global_size + 3, Reader.Range.global_size) &&
                        std::equal(W.Range.local_size, W.Range.local_size + 3, Reader.Range.local_size);
      if (S.Buffers[B].Order != Layout::Item || !Same || W.Range.dimensions != Reader.Range.dimensions ||
          W.items() / W.groupItems() < 3 || !stores(W.Body, Slot))
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
      if (It == Reader.Buffers.end())
        Reader.Buffers.push_back(B);
      S.Buffers[B].Promote = promotion::none;
      Reader.Body.insert(Use, T);
      return true;
    }
  return false;
}

} // namespace syclfuse::fuser::sequence
