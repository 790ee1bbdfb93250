// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelGenerator.h"

namespace syclfuse::fuser::sequence {

namespace {

class BodyGenerator {
public:
  BodyGenerator(const Sequence &S, const Kernel &K, const KernelSlots &Slots, Random &R)
      : S(S), K(K), Slots(Slots), R(R), Uniform(K.Range.uses_groups), Local(S.Groups && keepsGroups(K.Fit)) {}

  std::vector<Statement> run() {
    std::vector<Statement> Body;
    // Variables start different in each work-item.
    for (unsigned D = 0; D != K.Range.dimensions; ++D) {
      Body.push_back(statement(Statement::Query, D, D));
      Body.back().Number = 0;
    }
    append(Body, block(0, true));
    if (Uniform) // at least once
      Body.push_back(groupStatement());
    for (unsigned Slot : Slots.Writable)
      writeAll(Body, Slot);
    append(Body, block(0, true));
    lateWrites(Body);
    return Body;
  }

private:
  static void append(std::vector<Statement> &To, std::vector<Statement> From) {
    To.insert(To.end(), From.begin(), From.end());
  }

  Statement statement(Statement::Kind What, unsigned A, unsigned B) {
    Statement T;
    T.What = What;
    T.A = A;
    T.B = B;
    T.C = R.below(Integers);
    T.Number = R.below(8);
    T.Form = R.below(64);
    return T;
  }
  Statement statement(Statement::Kind What) { return statement(What, R.below(Integers), R.below(Integers)); }

  Statement groupStatement() {
    Statement T = statement(R.chance(70) ? Statement::Exchange : Statement::GroupAtomic);
    T.Number = 1 + R.below(5);
    return T;
  }

  const Buffer &buffer(unsigned Slot) const { return S.Buffers[K.Buffers[Slot]]; }
  unsigned oneOf(const std::vector<unsigned> &From) { return From[R.below(From.size())]; }

  Statement access(Statement::Kind What, unsigned Slot) {
    Statement T = statement(What);
    T.Slot = Slot;
    T.Field = R.below(fieldsOf(buffer(Slot).Type));
    T.Number = R.below(buffer(Slot).Ratio);
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
  void lateWrites(std::vector<Statement> &To) {
    if (!Uniform && R.chance(25))
      To.push_back(statement(Statement::Return));
    for (unsigned Slot : Slots.Writable) {
      if (R.chance(30)) {
        Statement T = statement(Statement::If);
        T.Then.push_back(access(Statement::Store, Slot));
        if (R.chance(50))
          T.Else.push_back(access(Statement::Store, Slot));
        To.push_back(T);
      }
      const Element Type = buffer(Slot).Type;
      if ((Type == Element::I32 || Type == Element::Vector4) && R.chance(20))
        To.push_back(access(Statement::AtomicOwn, Slot));
      for (unsigned From : Slots.Readable)
        if (From != Slot && buffer(From).Type == Type && R.chance(40)) {
          Statement T =
              access(Type == Element::Vector4 && R.chance(60) ? Statement::CopyVector : Statement::Copy, Slot);
          T.B = From;
          T.Other = R.below(buffer(From).Ratio);
          To.push_back(T);
        }
    }
  }

  std::vector<Statement> block(unsigned Depth, bool AllTakePart) {
    std::vector<Statement> Out;
    for (unsigned N = 1 + R.below(Depth ? 3 : 5); N; --N)
      Out.push_back(one(Depth, AllTakePart));
    return Out;
  }

  Statement one(unsigned Depth, bool AllTakePart) {
    switch (R.below(Depth < 2 ? 20 : 15)) {
    case 0: {
      Statement T = statement(Statement::Query);
      T.Number = R.below(Local ? 9 : 4);
      T.B %= 3;
      return T;
    }
    case 1:
      return statement(Statement::Scalar);
    case 2:
    case 3:
      return statement(Statement::Float);
    case 4:
      return statement(Statement::ToFloat);
    case 5:
      return statement(Statement::ToInteger);
    case 6:
      return statement(Statement::Private);
    case 7:
      return statement(R.chance(50) ? Statement::Call : R.chance(50) ? Statement::CallDeep : Statement::CallFloat);
    case 8:
    case 9:
    case 10:
    case 11:
      return memoryStatement();
    case 15:
    case 16: {
      Statement T = statement(Statement::If);
      T.Then = block(Depth + 1, false);
      T.Else = block(Depth + 1, false);
      return T;
    }
    case 17: {
      Statement T = statement(Statement::For);
      T.Number = 1 + R.below(4);
      T.Then = block(Depth + 1, AllTakePart);
      return T;
    }
    case 18: {
      Statement T = statement(Statement::ForData);
      T.Then = block(Depth + 1, false);
      return T;
    }
    case 19:
      return Uniform && AllTakePart ? groupStatement() : statement(Statement::Integer);
    default:
      return statement(Statement::Integer);
    }
  }

  Statement memoryStatement() {
    if (!Slots.Sums.empty() && R.chance(25))
      return access(Statement::AtomicAny, oneOf(Slots.Sums));
    if (!Slots.Shifted.empty() && R.chance(50)) {
      Statement T = access(R.chance(50) ? Statement::LoadShift : Statement::LoadClamped, oneOf(Slots.Shifted));
      T.Number = R.below(6);
      T.B = R.below(K.Range.dimensions);
      return T;
    }
    if (Slots.Readable.empty())
      return statement(Statement::Integer);
    const unsigned Slot = oneOf(Slots.Readable);
    const bool Gather = buffer(Slot).Purpose == Role::Input && R.chance(50);
    return access(Gather ? Statement::LoadGather : Statement::Load, Slot);
  }

  const Sequence &S;
  const Kernel &K;
  const KernelSlots &Slots;
  Random &R;
  const bool Uniform, Local;
};

} // namespace

std::vector<Statement> randomBody(const Sequence &S, const Kernel &K, const KernelSlots &Slots, Random &R) {
  return BodyGenerator(S, K, Slots, R).run();
}

} // namespace syclfuse::fuser::sequence
