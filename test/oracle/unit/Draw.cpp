// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Draw.h"

#include "Analysis/Dialects/Dialect.h"

#include <algorithm>
#include <cstring>
#include <numeric>

using namespace llvm;

namespace syclfuse::fuser::oracle {

// More work-items are not run: of a launch that the program gives, of one whose sizes the code has, of a random one.
static constexpr uint64_t MostGivenItems = 16384, MostItems = 2048, MostRandomItems = 700;

bool isArena(const Argument &Arg) {
  return Arg.getType()->isPointerTy() && !Arg.hasByValAttr() &&
         Arg.getType()->getPointerAddressSpace() != Dialect::of(*Arg.getParent()->getParent()).Local;
}

DrawMaker::DrawMaker(const Case &C, const Arenas &Memory) : C(C), Memory(Memory) {
  Expected<SmallVector<DialectQuery, 16>> Queries = Dialect::of(*C.F->getParent()).findQueries(*C.F);
  if (!Queries) {
    consumeError(Queries.takeError());
    return;
  }
  for (const DialectQuery &Q : *Queries) {
    if (Q.Kind == Builtin::GlobalId || Q.Kind == Builtin::LocalId || Q.Kind == Builtin::GroupId)
      Asked = std::max(Asked, Q.Dimension + 1);
    Linear |= Q.Kind == Builtin::GlobalLinearId || Q.Kind == Builtin::LocalLinearId;
  }
}

static uint64_t pick(std::mt19937_64 &R, ArrayRef<uint64_t> From) { return From[R() % From.size()]; }

static void setKnown(LaunchSizes &L, const NDRange &Range) {
  L.Dims = Range.Dims;
  for (unsigned D = 0; D != 3; ++D) {
    L.Global[D] = Range.global(D);
    L.Local[D] = L.Groups ? Range.local(D) : 1;
    L.Offset[D] = Range.offset(D);
  }
}

bool DrawMaker::drawLaunch(Draw &D, Random &R) const {
  LaunchSizes &L = D.Launch;
  L.Groups = C.Launch.Groups;
  if (const std::optional<NDRange> Known = checkedRange(C.Launch)) {
    L.Groups &= Known->hasLocal();
    setKnown(L, *Known);
    D.Large = true;
    return true;
  }
  if (!C.SubmittedRanges.empty())
    return drawRanges(D, R) && launchTogether(D);
  // What a kernel alone may have, and kernels of unknown ranges that are fused have not.
  if (C.MayHaveOffset && R() % 6 == 0)
    L.Offset[0] = 1 + R() % 9;
  // Dimensions that no kernel asks for have one work-item.
  const unsigned Used = Linear ? 3 : std::max(1u, Asked);
  L.Dims = C.Launch.Dims ? C.Launch.Dims : Linear ? 1 + R() % 3 : Used;
  const bool Small = R() % 8 == 0;
  for (unsigned K = 0; K != std::min(L.Dims, Used); ++K) {
    L.Local[K] = L.Groups ? pick(R, {2, 3, 4, 5, 8, 16, 1}) : 1;
    L.Global[K] = L.Local[K] * (L.Groups ? 1 + R() % 5 : pick(R, {2, 3, 5, 7, 8, 16, 17, 33, 64}));
    if (Small)
      L.Global[K] = L.Local[K];
  }
  return true;
}

// Kernels by groups, a row for each; others over the elements of the rows, or over the rows.
void DrawMaker::drawRows(Draw &D, Random &R) const {
  const uint64_t Rows = pick(R, {1, 2, 3, 5, 8}), Columns = pick(R, {1, 2, 3, 8, 13}), Local = pick(R, {2, 4, 8});
  for (const submitted_range &Known : C.SubmittedRanges) {
    submitted_range &Range = D.Ranges.emplace_back(Known);
    const unsigned Slowest = Range.dimensions - 1u;
    if (Range.uses_groups)
      Range.local_size[0] = Range.global_size[0] = Local, Range.local_size[1] = Range.local_size[2] = 1;
    else
      Range.global_size[0] = Slowest == 0 && R() % 3 == 0 ? 1 : Columns;
    Range.global_size[Slowest] = Slowest == 0 ? Range.global_size[0] * Rows : Rows;
  }
}

bool DrawMaker::drawRanges(Draw &D, Random &R) const {
  if (C.ByRows) {
    drawRows(D, R);
    return true;
  }
  std::array<uint64_t, 3> Sizes{pick(R, {2, 4, 8, 16, 24, 5}), pick(R, {1, 2, 3, 8}), pick(R, {1, 2, 4})};
  const uint64_t Local = pick(R, {2, 4, 8});
  for (const submitted_range &Known : C.SubmittedRanges) {
    submitted_range &Range = D.Ranges.emplace_back(Known);
    if (R() % 3 == 0)
      Sizes = {pick(R, {1, 2, 4, 8, 16, 32, 5}), pick(R, {1, 2, 3, 8}), pick(R, {1, 2, 4})};
    for (unsigned K = 0; K != Range.dimensions && Range.kind != range_kind::single_task; ++K)
      Range.global_size[K] =
          Range.kind == range_kind::nd_range && K == 0 ? (Sizes[K] + Local - 1) / Local * Local : Sizes[K];
    if (Range.kind == range_kind::nd_range)
      Range.local_size[0] = Local, Range.local_size[1] = Range.local_size[2] = 1;
  }
  return true;
}

// As the runtime does for variants that take kernels of any range.
bool DrawMaker::launchTogether(Draw &D) const {
  const fused_range_result Fused = C.ByRows ? fused_rows(D.Ranges.data(), D.Ranges.size())
                                            : fused_range(D.Ranges.data(), D.Ranges.size(), /*linear=*/true);
  LaunchSizes &L = D.Launch;
  L.Groups = Fused.launch.kind == range_kind::nd_range;
  if (Fused.conflict != range_conflict::none || L.Groups != C.Launch.Groups)
    return false;
  L.Dims = Fused.launch.dimensions;
  for (unsigned K = 0; K != 3; ++K) {
    L.Global[K] = Fused.launch.global_size[K];
    L.Local[K] = L.Groups ? std::max<uint64_t>(1, Fused.launch.local_size[K]) : 1;
    L.Offset[K] = Fused.launch.global_offset[K];
    if (L.Global[K] % L.Local[K])
      return false;
  }
  return C.Launch.Dims == 0 || C.Launch.Dims == L.Dims;
}

// Of a launch with too many work-items, groups side by side at its beginning and at its end.
void DrawMaker::chooseGroups(Draw &D, Random &R) const {
  const LaunchSizes &L = D.Launch;
  const uint64_t Count = L.groupCount(),
                 Most = std::max<uint64_t>(2, (D.Given ? MostGivenItems : MostItems) / L.groupSize());
  D.Whole = Count <= Most;
  D.Groups.resize(std::min(Count, Most));
  std::iota(D.Groups.begin(), D.Groups.end(), 0);
  for (uint64_t G = 0; !D.Whole && G != Most / 4; ++G)
    D.Groups[Most - 1 - G] = Count - 1 - G;
  if (!checkedRange(C.Launch)) {
    D.Large = L.Offset[0] == 0;
    for (unsigned K = 0; K != std::max(1u, std::min(Asked, 3u)); ++K)
      D.Large &= L.groups(K) >= 2 && (!L.Groups || L.Local[K] >= 2);
  }
}

uint64_t sizeOf(const Draw &D, argument_source Source, uint32_t Submission, uint32_t Dimension) {
  const bool Own = Submission != footprints::of_launch && Submission < D.Ranges.size();
  auto Local = [&] {
    return Own ? std::max<uint64_t>(1, D.Ranges[Submission].local_size[Dimension]) : D.Launch.Local[Dimension];
  };
  auto Global = [&] { return Own ? D.Ranges[Submission].global_size[Dimension] : D.Launch.Global[Dimension]; };
  switch (Source) {
  case argument_source::global_size:
    return Global();
  case argument_source::global_offset:
    return Own ? D.Ranges[Submission].global_offset[Dimension] : D.Launch.Offset[Dimension];
  case argument_source::local_size:
    return Local();
  case argument_source::num_groups:
    return Global() / Local();
  default:
    return 0;
  }
}

uint64_t DrawMaker::drawScalar(const Draw &D, Random &R, const std::vector<uint64_t> &Pool) const {
  const uint64_t Kind = R() % 100;
  if (Kind < 40)
    return pick(R, Pool);
  if (Kind < 60)
    return pick(R, Pool) + R() % 7 - 3;
  if (Kind < 90)
    return 1 + R() % 40;
  return Kind < 94 ? 0 : Kind < 97 ? uint64_t(-1) : R() % 300;
}

// What is not drawn: sizes of the launch, and what the program gives.
std::optional<uint64_t> DrawMaker::valueOf(unsigned Argument, const Draw &D, const GivenLaunch *By) const {
  if (Argument < C.Sources.size()) {
    const ArgumentSource &S = C.Sources[Argument];
    if (S.Source == argument_source::local_memory)
      return Argument * 1024;
    if (S.Source != argument_source::closure)
      return sizeOf(D, S.Source, S.Submission, S.Offset);
  }
  const std::string &Name = C.Names[Argument];
  if (!By || Name.empty())
    return std::nullopt;
  if (auto It = By->Values.find(Name); It != By->Values.end())
    return It->second;
  // Fields of accessors of one dimension to a whole buffer.
  const size_t Dot = Name.find('.');
  if (Dot == std::string::npos)
    return std::nullopt;
  const std::string Field = Name.substr(Dot);
  return Field == ".24" || Field == ".32" ? 1 << 20 : 0;
}

void DrawMaker::drawArguments(Draw &D, Random &R, const GivenLaunch *By) const {
  const DataLayout &DL = C.F->getDataLayout();
  std::vector<uint64_t> Pool{D.Launch.Local[0], D.Launch.groupCount(), D.Launch.groupSize() * D.Launch.groupCount()};
  Pool.insert(Pool.end(), D.Launch.Global.begin(), D.Launch.Global.begin() + D.Launch.Dims);
  if (R() % 2)
    Pool = {pick(R, Pool), 1 + R() % 40, pick(R, Pool)};
  std::vector<unsigned> Pointers;
  for (const Argument &A : C.F->args()) {
    Type *T = A.hasByValAttr() ? A.getParamByValType() : A.getType();
    std::vector<unsigned char> &Bytes = D.Arguments.emplace_back(DL.getTypeAllocSize(T) + 8);
    const std::optional<uint64_t> Known = valueOf(A.getArgNo(), D, By);
    uint64_t Value = Known ? *Known : drawScalar(D, R, Pool);
    if (isArena(A)) {
      if (!A.hasNoAliasAttr())
        Pointers.push_back(A.getArgNo());
      Value = reinterpret_cast<uintptr_t>(Memory.origin(A.getArgNo()));
    } else if (T->isFloatTy() || T->isDoubleTy()) {
      const float Single = Value % 50;
      const double Double = Single;
      T->isFloatTy() ? std::memcpy(Bytes.data(), &Single, sizeof(Single))
                     : std::memcpy(Bytes.data(), &Double, sizeof(Double));
      continue;
    }
    std::memcpy(Bytes.data(), &Value, sizeof(Value));
    for (size_t At = 8; T->isAggregateType() && At + 4 <= Bytes.size(); At += 4)
      Bytes[At] = R() % 40;
  }
  if (By || Pointers.size() < 2 || R() % 4)
    return;
  D.Aliased = true;
  std::shuffle(Pointers.begin(), Pointers.end(), R);
  const unsigned From = Pointers[0], To = Pointers[1];
  const int64_t Distance = R() % 2 ? 0 : int64_t(R() % 65) * 4 - 128;
  unsigned char *At = Memory.origin(To) + Distance;
  std::memcpy(D.Arguments[From].data(), &At, sizeof(At));
}

std::optional<Draw> DrawMaker::random(uint64_t Seed) const {
  Random R(Seed);
  Draw D;
  if (!drawLaunch(D, R))
    return std::nullopt;
  const bool Known = checkedRange(C.Launch).has_value();
  LaunchSizes &L = D.Launch;
  while (!Known && D.Ranges.empty() && L.groupSize() * L.groupCount() > MostRandomItems)
    for (unsigned K = 0; K != 3; ++K) {
      const uint64_t Groups = L.groups(K);
      L.Local[K] = Groups == 1 ? (L.Local[K] + 1) / 2 : L.Local[K];
      L.Global[K] = (Groups + 1) / 2 * L.Local[K];
    }
  chooseGroups(D, R);
  D.FillBelow = pick(R, {2, 8, 40, 200});
  D.FillWidth = R() % 4 ? 4 : 8;
  drawArguments(D, R, nullptr);
  return D;
}

std::optional<Draw> DrawMaker::fromProgram(unsigned Set, uint64_t Seed) const {
  Random R(Seed);
  Draw D;
  D.Given = true;
  const GivenLaunch &By = C.Given[Set];
  D.Ranges = By.Ranges;
  for (size_t K = 0; K < D.Ranges.size() && K < C.SubmittedRanges.size(); ++K)
    D.Ranges[K].uses_groups = C.SubmittedRanges[K].uses_groups;
  if (!launchTogether(D))
    return std::nullopt;
  if (const std::optional<NDRange> Known = checkedRange(C.Launch))
    setKnown(D.Launch, *Known);
  // A variant for kernels of one range.
  if (C.SubmittedRanges.empty())
    D.Ranges.clear();
  chooseGroups(D, R);
  drawArguments(D, R, &By);
  return D;
}

void DrawMaker::fill(const Draw &D, uint64_t Seed) const {
  Random R(Seed);
  constexpr unsigned Before = 1 << 10, Bytes = 1 << 16;
  for (const Argument &A : C.F->args()) {
    if (!isArena(A))
      continue;
    unsigned char *At = Memory.origin(A.getArgNo()) - Before;
    for (unsigned I = 0; I != Bytes + Before; I += D.FillWidth) {
      const uint64_t Value = R() % D.FillBelow;
      std::memcpy(At + I, &Value, D.FillWidth);
    }
  }
}

std::string Draw::str(const Case &C) const {
  auto Sizes = [&](const std::array<uint64_t, 3> &S) {
    return std::to_string(S[0]) + "x" + std::to_string(S[1]) + "x" + std::to_string(S[2]);
  };
  std::string Text = "launch " + Sizes(Launch.Global);
  if (Launch.Groups)
    Text += " in groups of " + Sizes(Launch.Local);
  if (Launch.Offset != std::array<uint64_t, 3>{0, 0, 0})
    Text += " from " + Sizes(Launch.Offset);
  for (const submitted_range &R : Ranges)
    Text += " | " + std::to_string(R.global_size[0]) + "x" + std::to_string(R.global_size[1]) + "x" +
            std::to_string(R.global_size[2]) + (R.local_size[0] ? ":" + std::to_string(R.local_size[0]) : "");
  for (const Argument &A : C.F->args()) {
    int64_t Value;
    std::memcpy(&Value, Arguments[A.getArgNo()].data(), sizeof(Value));
    if (!isArena(A) && !A.hasByValAttr())
      Text += ", " + (C.Names[A.getArgNo()].empty() ? A.getName().str() : C.Names[A.getArgNo()]) + "=" +
              std::to_string(Value);
  }
  return Text + (Aliased ? ", pointers into the same memory" : "") + (Whole ? "" : ", some groups only");
}

DrawnLaunch::DrawnLaunch(const Case &C, const Draw &D) : D(D) {
  for (auto [S, Bytes] : zip(C.Sources, D.Arguments)) {
    if (S.Source != argument_source::closure)
      continue;
    if (Closures.size() <= S.Submission)
      Closures.resize(S.Submission + 1);
    std::vector<unsigned char> &To = Closures[S.Submission];
    To.resize(std::max<size_t>(To.size(), S.Offset + S.Size + 8));
    std::memcpy(To.data() + S.Offset, Bytes.data(), std::min<size_t>(S.Size, Bytes.size()));
  }
}

// Pointers of one arena are not far apart.
bool DrawnLaunch::may_share(const footprints::footprint_record &A, const footprints::footprint_record &B) const {
  int64_t P, Q;
  std::memcpy(&P, closure(A.submission) + A.offset, sizeof(P));
  std::memcpy(&Q, closure(B.submission) + B.offset, sizeof(Q));
  return Arenas::areNear(P, Q);
}

uint64_t DrawnLaunch::size(argument_source Source, uint32_t Submission, uint32_t Dimension) const {
  return sizeOf(D, Source, Submission, Dimension);
}

} // namespace syclfuse::fuser::oracle
