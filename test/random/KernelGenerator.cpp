// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelGenerator.h"

#include "GroupFunctions.h"

namespace syclfuse::fuser::sequence {

namespace {

class BodyGenerator {
public:
  BodyGenerator(const Sequence &S, const Kernel &K, const KernelSlots &Slots, const BodyOptions &Options, Random &R)
      : S(S), K(K), Slots(Slots), Options(Options), R(R), Uniform(K.Range.uses_groups),
        Local(S.Groups && keepsGroups(K.Fit)) {}

  std::vector<Statement> run() {
    std::vector<Statement> Body;
    // Variables start different in each work-item.
    for (unsigned D = 0; D != K.Range.dimensions; ++D) {
      Body.push_back(statement(Statement::Query, D, D));
      Body.back().Number = 0;
    }
    append(Body, block(0, Together::Group));
    if (Uniform) // at least once
      Body.push_back(groupStatement());
    for (unsigned Slot : Slots.Writable)
      writeAll(Body, Slot);
    append(Body, block(0, Together::Group));
    lateWrites(Body);
    return Body;
  }

private:
  // Whose work-items all run a statement.
  enum class Together { Nobody, SubGroup, Group };

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
    T.Form = R.below(72);
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
  Statement access(Statement::Kind What, unsigned Slot, unsigned Number) {
    Statement T = access(What, Slot);
    T.Number = Number;
    return T;
  }

  void writeAll(std::vector<Statement> &To, unsigned Slot) {
    const bool Loop = R.chance(20);
    for (unsigned E = 0; E != (Loop ? 1 : buffer(Slot).Ratio); ++E)
      for (unsigned Field = 0; Field != fieldsOf(buffer(Slot).Type); ++Field) {
        Statement T = access(Loop ? Statement::StoreAll : Statement::Store, Slot);
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
      if (R.chance(10))
        To.push_back(access(Statement::Clear, Slot));
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

  std::vector<Statement> block(unsigned Depth, Together Who) {
    std::vector<Statement> Out;
    for (unsigned N = 1 + R.below(Depth ? 3 : 5); N; --N)
      Out.push_back(Options.Strips ? oneOfStrip(Depth, Who) : one(Depth, Who));
    return Out;
  }

  Statement one(unsigned Depth, Together Who) {
    switch (R.below(Depth < 2 ? 26 : 17)) {
    case 0: {
      Statement T = statement(Statement::Query);
      T.Number = R.below(Local ? 9 : 4);
      T.B %= 3;
      return T;
    }
    case 1:
      return statement(R.chance(60) ? Statement::Scalar : R.chance(60) ? Statement::ScalarAt : Statement::Assign);
    case 2:
    case 3:
      return floating(Statement::Float);
    case 4:
      return floating(Statement::ToFloat);
    case 5:
      return floating(Statement::ToInteger);
    case 6:
      return statement(Statement::Private);
    case 7:
      return functionCall();
    case 8:
    case 9:
    case 10:
    case 11:
      return memoryStatement();
    case 12:
    case 13:
      return Options.Single ? ofSingle(Who) : statement(Statement::Integer);
    case 17:
    case 18:
      return branch(Statement::If, Depth, Together::Nobody);
    case 19:
    case 20: {
      Statement T = statement(Statement::For);
      T.Number = 1 + R.below(4);
      T.Then = block(Depth + 1, Who);
      return T;
    }
    case 21: {
      Statement T = statement(Statement::ForData);
      T.Then = block(Depth + 1, Together::Nobody);
      return T;
    }
    case 22:
      return Uniform && Who == Together::Group ? groupStatement() : statement(Statement::Integer);
    case 23:
      return branch(R.chance(50) ? Statement::UniformIf : Statement::UniformSwitch, Depth, Who);
    case 24: {
      Statement T = statement(Statement::UniformFor);
      T.Then = block(Depth + 1, Who);
      return T;
    }
    case 25:
      if (K.CallsGroups && Who != Together::Nobody && R.chance(60)) {
        Statement T = statement(Statement::SubGroupIf);
        T.Number %= 2;
        T.Then = block(Depth + 1, Together::SubGroup);
        return T;
      }
      return branch(Statement::Guard, Depth, Together::Nobody);
    default:
      return statement(Statement::Integer);
    }
  }

  // What the work-items of a sub-group do side by side when the loop over them is vectorized.
  Statement oneOfStrip(unsigned Depth, Together Who) {
    if (Uniform && R.below(6) == 0)
      return groupStatement();
    switch (R.below(Depth < 3 ? 8 : 5)) {
    case 0:
    case 1:
      return Slots.Inputs.empty() ? statement(Statement::Scalar)
                                  : access(Statement::LoadNear, oneOf(Slots.Inputs), R.below(8));
    case 2:
      return statement(Statement::Scalar);
    case 5: {
      Statement T = statement(Statement::UniformFor);
      T.Then = block(Depth + 1, Who);
      return T;
    }
    case 6:
      return branch(Statement::UniformIf, Depth, Who);
    case 7: {
      Statement T = statement(Statement::For);
      T.Number = R.below(4);
      T.Then = block(Depth + 1, Who);
      return T;
    }
    default:
      return statement(Statement::Integer);
    }
  }

  Statement branch(Statement::Kind What, unsigned Depth, Together Who) {
    Statement T = statement(What);
    T.Then = block(Depth + 1, Who);
    T.Else = block(Depth + 1, Who);
    return T;
  }

  Statement floating(Statement::Kind What) { return statement(Options.Floats ? What : Statement::Integer); }

  Statement functionCall() {
    if (Options.Single) // nothing inlines it
      return statement(Statement::Integer);
    return statement(R.chance(50) ? Statement::Call : R.chance(50) ? Statement::CallDeep : Statement::CallFloat);
  }

  Statement ofSingle(Together Who) {
    if (!Uniform)
      return statement(R.chance(30) ? Statement::Return : Statement::Integer);
    if (!K.CallsGroups)
      return Who == Together::Group ? groupStatement() : statement(Statement::Integer);
    if (Who == Together::Nobody || R.chance(30)) {
      Statement T = statement(Statement::SubGroupQuery);
      T.Number %= SubGroupQueries;
      return T;
    }
    Statement T = statement(Statement::GroupFunction);
    T.Field = Who == Together::SubGroup || R.chance(50);
    T.Number = R.below(T.Field ? GroupFunctions : WorkGroupFunctions);
    return T;
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
    if (!Slots.Inputs.empty() && R.chance(15))
      return access(Statement::LoadNear, oneOf(Slots.Inputs), R.below(8));
    if (Slots.Readable.empty())
      return statement(Statement::Integer);
    const unsigned Slot = oneOf(Slots.Readable);
    const bool Gather = buffer(Slot).Purpose == Role::Input && R.chance(50);
    return access(Gather ? Statement::LoadGather : Statement::Load, Slot);
  }

  const Sequence &S;
  const Kernel &K;
  const KernelSlots &Slots;
  const BodyOptions &Options;
  Random &R;
  const bool Uniform, Local;
};

} // namespace

std::vector<Statement> randomBody(const Sequence &S, const Kernel &K, const KernelSlots &Slots,
                                  const BodyOptions &Options, Random &R) {
  return BodyGenerator(S, K, Slots, Options, R).run();
}

} // namespace syclfuse::fuser::sequence
