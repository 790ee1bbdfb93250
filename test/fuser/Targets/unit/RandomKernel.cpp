// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RandomKernel.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;

LaunchShape TestLaunch::shape(bool Specialized) const {
  LaunchShape S;
  S.Kind = NDRange ? range_kind::nd_range : range_kind::range;
  S.Dims = Dims;
  if (!Specialized)
    return S;
  fuser::NDRange R;
  R.Dims = Dims;
  for (unsigned D = 0; D != Dims; ++D) {
    R.Global[Dims - 1 - D] = Global[D];
    R.Offset[Dims - 1 - D] = Offset[D];
    R.Local[Dims - 1 - D] = NDRange ? Local[D] : 0;
  }
  S.Constant = R;
  return S;
}

namespace {

int32_t apply(unsigned Operator, int32_t A, int32_t B) {
  uint32_t X = A, Y = B;
  switch (Operator % 5) {
  case 0:
    return X + Y;
  case 1:
    return X - Y;
  case 2:
    return X * Y;
  case 3:
    return X ^ (Y >> 3);
  default:
    return A < B ? A : B;
  }
}

// ---- Interpreter: every statement runs for all active work-items of a group before the next one does.
struct WorkItemState {
  std::array<int32_t, RandomKernel::Variables> V{};
  std::array<int32_t, RandomKernel::PrivateSize> Private{};
  std::array<uint64_t, 3> Global{}, Local{};
  bool Returned = false;
};

class Interpreter {
public:
  Interpreter(const TestLaunch &L, const std::vector<int32_t> &In, std::vector<int32_t> &Out, unsigned SubGroupSize)
      : L(L), In(In), Out(Out), SubGroupSize(SubGroupSize) {}

  std::vector<WorkItemState> Items;
  std::array<uint64_t, 3> Group{};

  void run(const std::vector<Statement> &Block, std::vector<bool> Active) {
    for (const Statement &S : Block)
      run(S, Active);
  }

private:
  int32_t query(unsigned Q, unsigned D, const WorkItemState &W) const {
    const uint64_t Values[] = {W.Global[D], W.Local[D], Group[D], L.Global[D], L.Local[D], L.Global[D] / L.Local[D],
                               L.Offset[D]};
    return int32_t(Values[Q]);
  }

  void run(const Statement &S, const std::vector<bool> &Active) {
    auto On = [&](size_t I) { return Active[I] && !Items[I].Returned; };
    std::vector<bool> Then(Items.size()), Else(Items.size());
    std::vector<int32_t> Shared(Items.size());
    switch (S.Kind) {
    case Statement::If:
      for (size_t I = 0; I != Items.size(); ++I) {
        bool Taken = Items[I].V[S.A] < Items[I].V[S.B];
        Then[I] = On(I) && Taken;
        Else[I] = On(I) && !Taken;
      }
      run(S.Then, Then);
      return run(S.Else, Else);
    case Statement::For:
      for (unsigned N = 0; N != S.Number; ++N)
        run(S.Then, Active);
      return;
    case Statement::Barrier:
      for (size_t I = 0; I != Items.size(); ++I)
        Shared[I] = Items[I].V[S.A];
      for (size_t I = 0; I != Items.size(); ++I)
        Items[I].V[S.B] = Shared[(I + S.Number) % Items.size()];
      return;
    case Statement::UniformFor:
      for (unsigned N = 0; N != (uint32_t(L.Scalar) >> S.Number & 3); ++N)
        run(S.Then, Active);
      return;
    case Statement::UniformIf:
      return run(uint32_t(L.Scalar) >> S.Number & 1 ? S.Then : S.Else, Active);
    case Statement::Guard:
      for (size_t I = 0; I != Items.size(); ++I) {
        uint64_t Linear = 0;
        for (unsigned D = 3; D-- > 0;)
          Linear = Linear * L.Global[D] + Items[I].Global[D] - L.Offset[D];
        bool Below = S.Number % 2 ? Linear < (uint32_t(L.Scalar) & 255) : Items[I].Global[0] < S.Number * 16;
        if (S.C == 2)
          Below &= Items[I].Global[0] != 0;
        if (S.C == 3)
          Below = int64_t(Linear) <= L.Scalar >> 22;
        Then[I] = On(I) && Below;
        Else[I] = On(I) && !Below;
      }
      run(S.Then, Then);
      return run(S.Else, Else);
    case Statement::UniformSwitch:
      if (uint32_t Case = uint32_t(L.Scalar) >> S.Number & 3; Case < 2)
        run(Case ? S.Then : S.Else, Active);
      return;
    case Statement::DivergentFor:
      for (size_t I = 0; I != Items.size(); ++I)
        Shared[I] = Items[I].V[S.A] & 3;
      for (int32_t N = 0; N != 3; ++N) {
        for (size_t I = 0; I != Items.size(); ++I)
          Then[I] = On(I) && N < Shared[I];
        run(S.Then, Then);
      }
      return;
    case Statement::SubGroupIf:
      for (size_t I = 0; I != Items.size(); ++I)
        Then[I] = On(I) && (I / SubGroupSize) % 2 == S.Number;
      return run(S.Then, Then);
    case Statement::SubGroupQuery:
      for (size_t I = 0; I != Items.size(); ++I) {
        uint64_t Size = Items.size(), First = I / SubGroupSize * SubGroupSize;
        const uint64_t Values[] = {std::min<uint64_t>(SubGroupSize, Size - First), SubGroupSize, I / SubGroupSize,
                                   (Size + SubGroupSize - 1) / SubGroupSize, I % SubGroupSize};
        if (On(I))
          Items[I].V[S.A] ^= int32_t(Values[S.Number] * 0x9e3779b9u);
      }
      return;
    case Statement::Group: {
      uint64_t Size = S.Sub ? SubGroupSize : Items.size();
      for (size_t First = 0; First < Items.size(); First += Size)
        if (On(First))
          runGroup(S, First, std::min(Items.size(), First + Size));
      return;
    }
    default:
      for (size_t I = 0; I != Items.size(); ++I)
        if (On(I))
          runOne(S, Items[I]);
    }
  }

  // All of First <= I < Last take part. The kinds are those of Generator::emitGroup.
  void runGroup(const Statement &S, size_t First, size_t Last) {
    size_t Size = Last - First;
    std::vector<uint32_t> V(Size), R(Size);
    for (size_t I = 0; I != Size; ++I)
      V[I] = Items[First + I].V[S.B];
    auto Fold = [&](uint32_t Start, auto Op, unsigned Operation) {
      uint32_t Sum = Start;
      for (size_t I = 0; I != Size; ++I) {
        if (Operation == 2)
          R[I] = Sum;
        Sum = Op(Sum, V[I]);
        if (Operation == 1)
          R[I] = Sum;
      }
      for (size_t I = 0; Operation == 0 && I != Size; ++I)
        R[I] = Sum;
    };
    auto Add = [](uint32_t X, uint32_t Y) { return X + Y; };
    auto Xor = [](uint32_t X, uint32_t Y) { return X ^ Y; };
    auto Shuffle = [&](auto From) {
      for (size_t I = 0; I != Size; ++I)
        R[I] = From(I) < Size ? V[From(I)] : 0;
    };
    switch (S.Number) {
    case 0:
    case 1:
    case 2:
      Fold(0, Add, S.Number);
      break;
    case 3:
      Fold(0x7fffffff, [](uint32_t X, uint32_t Y) { return uint32_t(std::min(int32_t(X), int32_t(Y))); }, 0);
      break;
    case 4:
      Fold(0, [](uint32_t X, uint32_t Y) { return std::max(X, Y); }, 2);
      break;
    case 5:
      Fold(0, Xor, 1);
      break;
    case 6:
    case 7:
      for (uint32_t &X : V)
        X &= 255;
      Fold(0, Add, S.Number == 6 ? 0 : 2);
      break;
    case 8:
      Fold(0, [](uint32_t X, uint32_t Y) { return X | ((Y & 7) == 0); }, 0);
      break;
    case 9:
      Fold(1, [](uint32_t X, uint32_t Y) { return X & ((Y & 7) != 0); }, 0);
      break;
    case 10:
      if (S.Sub) {
        std::fill(R.begin(), R.end(), V[uint32_t(L.Scalar) % Size]);
      } else {
        uint64_t Linear = 0;
        for (unsigned D = L.Dims; D-- > 0;)
          Linear = Linear * L.Local[D] + uint32_t(L.Scalar) % L.Local[D];
        std::fill(R.begin(), R.end(), V[Linear]);
      }
      break;
    case 11: { // sums of (v, ~v)
      uint32_t X = 0, Y = 0;
      for (uint32_t A : V)
        X += A, Y += ~A;
      std::fill(R.begin(), R.end(), X ^ (Y >> 1));
      break;
    }
    case 12:
      Shuffle([&](size_t I) { return uint32_t(Items[First + I].V[S.C]) % Size; });
      break;
    case 13:
      Shuffle([&](size_t I) { return I ^ 3; });
      break;
    case 14:
      Shuffle([&](size_t I) { return I - 2; });
      break;
    default:
      Shuffle([&](size_t I) { return I + (uint32_t(L.Scalar) & 3); });
    }
    for (size_t I = 0; I != Size; ++I)
      Items[First + I].V[S.A] = int32_t(R[I]);
  }

  void runOne(const Statement &S, WorkItemState &W) {
    switch (S.Kind) {
    case Statement::Load:
      W.V[S.A] = In[uint32_t(W.V[S.B]) % RandomKernel::InputSize];
      break;
    case Statement::Scalar:
      W.V[S.A] ^= L.Scalar;
      break;
    case Statement::Query:
      W.V[S.A] += query(S.Number, S.B % 3, W);
      break;
    case Statement::Arithmetic:
      W.V[S.A] = apply(S.Number, W.V[S.B], W.V[S.C]);
      break;
    case Statement::Private:
      W.Private[uint32_t(W.V[S.A]) % RandomKernel::PrivateSize] = W.V[S.B];
      W.V[S.C] = W.Private[uint32_t(W.V[S.B]) % RandomKernel::PrivateSize];
      break;
    case Statement::NeighbourLoad:
      W.V[S.A] += In[W.Global[0] + S.Number];
      break;
    case Statement::Atomic:
      Out[L.items() + S.Number] = int32_t(uint32_t(Out[L.items() + S.Number]) + uint32_t(W.V[S.B]));
      break;
    default:
      W.Returned = (W.V[S.A] & 7) == 3;
    }
  }

  const TestLaunch &L;
  const std::vector<int32_t> &In;
  std::vector<int32_t> &Out;
  unsigned SubGroupSize;
};

} // namespace

RandomKernel::RandomKernel(std::mt19937 &Random, bool WithGroups, unsigned ForSubGroups)
    : NDRange(Random() % 2), Barriers(NDRange && Random() % 3), Groups(Barriers && WithGroups && Random() % 2),
      Strips(!Groups && Random() % 2), SubGroupSize(std::array<unsigned, 6>{16, 16, 8, 32, 5, 1}[Random() % 6]),
      Dims(1 + Random() % 3), Body(randomBlock(Random, 0, Together::Group)) {
  if (ForSubGroups)
    SubGroupSize = ForSubGroups;
  // Variables start different in each work-item.
  for (unsigned D = 0; D != Dims; ++D) {
    Statement S;
    S.Kind = Statement::Query;
    S.A = D;
    S.B = D;
    S.Number = 0;
    Body.insert(Body.begin(), S);
  }
}

std::vector<Statement> RandomKernel::randomBlock(std::mt19937 &Random, unsigned Depth, Together Who) const {
  std::vector<Statement> Block(1 + Random() % (Depth ? 3 : 6));
  for (Statement &S : Block)
    S = randomStatement(Random, Depth, Who);
  return Block;
}

Statement RandomKernel::randomStatement(std::mt19937 &Random, unsigned Depth, Together Who) const {
  Statement S;
  S.A = Random() % Variables;
  S.B = Random() % Variables;
  S.C = Random() % Variables;
  auto Nested = [&](Together Inner) { return randomBlock(Random, Depth + 1, Inner); };
  if (Strips) {
    static constexpr enum Statement::Kind Kinds[] = {
        Statement::NeighbourLoad, Statement::NeighbourLoad, Statement::Arithmetic, Statement::Arithmetic,
        Statement::Scalar,        Statement::UniformFor,    Statement::UniformIf,  Statement::For};
    S.Kind = Kinds[Random() % (Depth < 3 ? 8 : 5)];
    S.Number = Random() % 8;
    if (Barriers && Random() % 6 == 0) {
      S.Kind = Statement::Barrier;
      S.Number = 1 + Random() % 5;
    }
    if (S.Kind == Statement::UniformFor || S.Kind == Statement::UniformIf || S.Kind == Statement::For)
      S.Then = Nested(Who);
    if (S.Kind == Statement::UniformIf)
      S.Else = Nested(Who);
    return S;
  }
  switch (Random() % (Depth < 2 ? 16 : Depth < 3 ? 9 : 6)) {
  case 0:
    S.Kind = Statement::Load;
    break;
  case 1:
    S.Kind = Statement::Scalar;
    break;
  case 2:
    S.Kind = Groups && Random() % 2 ? Statement::SubGroupQuery : Statement::Query;
    S.Number = Random() % (S.Kind == Statement::Query ? 7 : 5);
    break;
  case 3:
    S.Kind = Statement::Arithmetic;
    S.Number = Random() % 5;
    break;
  case 4:
    S.Kind = Statement::Private;
    break;
  case 5:
    S.Kind = Statement::Atomic;
    S.Number = Random() % Counters;
    break;
  case 6:
  case 7:
  case 8:
    // All work-items of a group meet a barrier or none does, so that none may have returned before.
    S.Kind = !Barriers ? Statement::Return : Who == Together::Group ? Statement::Barrier : Statement::Arithmetic;
    S.Number = 1 + Random() % 5;
    if (Groups && Who != Together::Nobody && Random() % 4) {
      S.Kind = Statement::Group;
      S.Sub = Who == Together::SubGroup || Random() % 2;
      S.Number = Random() % (S.Sub ? GroupFunctions : WorkGroupFunctions);
    }
    break;
  case 9:
    S.Kind = Depth < 2 && Random() % 2 ? Statement::Guard : Statement::If;
    S.Number = Random() % 8;
    S.Then = Nested(Together::Nobody);
    S.Else = Nested(Together::Nobody);
    break;
  case 10:
    S.Kind = Statement::DivergentFor;
    S.Then = Nested(Together::Nobody);
    break;
  case 11:
    S.Kind = Groups && Who != Together::Nobody ? Statement::SubGroupIf : Statement::UniformIf;
    S.Number = Random() % 2;
    S.Then = Nested(S.Kind == Statement::SubGroupIf ? Together::SubGroup : Who);
    if (S.Kind == Statement::UniformIf)
      S.Else = Nested(Who);
    break;
  case 12:
    S.Kind = Statement::UniformSwitch;
    S.Number = Random() % 8;
    S.Then = Nested(Who);
    S.Else = Nested(Who);
    break;
  case 13:
    S.Kind = Statement::UniformFor;
    S.Number = Random() % 8;
    S.Then = Nested(Who);
    break;
  default:
    S.Kind = Statement::For;
    S.Number = 1 + Random() % 4;
    S.Then = Nested(Who);
  }
  return S;
}

TestLaunch RandomKernel::randomLaunch(std::mt19937 &Random) const {
  TestLaunch L;
  L.Dims = Dims;
  L.NDRange = NDRange;
  L.Scalar = int32_t(Random());
  const unsigned LocalMax[] = {64, 10, 4};
  for (unsigned D = 0; D != Dims; ++D) {
    L.Local[D] = NDRange ? 1 + Random() % LocalMax[Dims - 1] : 1;
    L.Global[D] = NDRange ? L.Local[D] * (1 + Random() % 4) : 1 + Random() % (Dims == 1 ? 1000 : 17);
    L.Offset[D] = Random() % 2 ? Random() % 50 : 0;
  }
  // Rows long enough to be streamed.
  if (!NDRange && Dims > 1 && Random() % 2)
    L.Global[0] += 60 + Random() % 200;
  return L;
}

void RandomKernel::interpret(const TestLaunch &L, const std::vector<int32_t> &In, std::vector<int32_t> &Out) const {
  for (uint64_t Group = 0; Group != L.groups(); ++Group) {
    Interpreter I(L, In, Out, SubGroupSize);
    std::array<uint64_t, 3> Groups;
    for (unsigned D = 0; D != 3; ++D)
      Groups[D] = L.Global[D] / L.Local[D];
    I.Group = {Group % Groups[0], Group / Groups[0] % Groups[1], Group / Groups[0] / Groups[1]};
    I.Items.resize(L.groupItems());
    for (uint64_t N = 0; N != I.Items.size(); ++N) {
      WorkItemState &W = I.Items[N];
      W.Local = {N % L.Local[0], N / L.Local[0] % L.Local[1], N / L.Local[0] / L.Local[1]};
      for (unsigned D = 0; D != 3; ++D)
        W.Global[D] = I.Group[D] * L.Local[D] + W.Local[D] + L.Offset[D];
    }
    I.run(Body, std::vector<bool>(I.Items.size(), true));
    for (const WorkItemState &W : I.Items) {
      if (W.Returned)
        continue;
      uint32_t Result = W.V[0];
      for (unsigned N = 1; N != Variables; ++N)
        Result = (Result * 31) ^ uint32_t(W.V[N]);
      uint64_t Linear = 0;
      for (unsigned D = 3; D-- > 0;)
        Linear = Linear * L.Global[D] + W.Global[D] - L.Offset[D];
      Out[Linear] = int32_t(Result);
    }
  }
}

std::string RandomKernel::str() const {
  LLVMContext C;
  std::string Text;
  raw_string_ostream(Text) << *build(C, false);
  return Text;
}
