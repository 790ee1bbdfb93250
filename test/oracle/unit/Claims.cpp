// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Claims.h"

#include "Analysis/Dialects/Dialect.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace syclfuse::fuser::oracle {

static constexpr unsigned MostSubmissions = 64;

static QueryMap queriesOf(Function &F) {
  QueryMap Queries;
  Expected<SmallVector<DialectQuery, 16>> Found = Dialect::of(*F.getParent()).findQueries(F);
  if (!Found) {
    consumeError(Found.takeError());
    return Queries;
  }
  for (const DialectQuery &Q : *Found)
    Queries[Q.At] = Q;
  return Queries;
}

Claims::Claims(const Case &C, Injected Wrong) : C(C), Wrong(Wrong) {
  Function &F = *C.F;
  const AccessPattern Pattern(F, C.Launch);
  const QueryMap Queries = queriesOf(F);
  AccessAnalyses Analyses(F);
  for (const Instruction &I : instructions(F))
    Numbers.push_back(&I);
  SubmissionOf.assign(Numbers.size(), -1);
  BehindBarrier = SubmissionOf;
  for (const MemoryAccess &A : findAccesses(F, Queries, Analyses.SE, Attribution::Kernel))
    Accesses[A.I].push_back(A);
  std::map<const Instruction *, int> Behind;
  for (const MemoryAccess &A : findAccesses(F, Queries, Analyses.SE, Attribution::Barrier))
    Behind[A.I] = A.Submission;
  for (size_t N = 0; N != Numbers.size(); ++N)
    if (auto It = Accesses.find(Numbers[N]); It != Accesses.end()) {
      SubmissionOf[N] = It->second.front().Submission;
      BehindBarrier[N] = Behind[Numbers[N]];
    }
  Submissions = std::min(Pattern.submissions(), MostSubmissions); // numbers of metadata may be any
  Estimated = Pattern.totalTraffic();
  KeepsGroups = C.Barriers && C.Launch.Groups;
  for (const Argument &A : F.args()) {
    Shared.emplace_back(Pattern.sharing(A), isArena(A) && Pattern.isOneElementPerItem(A));
    if (Wrong == Injected::NothingShared)
      Shared.back().first = {};
    if (Wrong == Injected::AllShared)
      Shared.back().first = {Sharing::Launch, Numbers.front(), Numbers.front()};
  }
  for (unsigned Second = 1; Second < Submissions; ++Second)
    for (unsigned First = 0; First != Second; ++First)
      Pairs[{First, Second}].Claim = Wrong == Injected::NothingShared
                                         ? SharingResult()
                                         : Pattern.dependence(First, Second, DependenceThrough::SameArgument);
  for (auto &[Key, Pair] : Pairs)
    Pair.Exchanges = accessTheSame(Key.first, Key.second);
  addFootprints();
  findElidedBarriers();
}

// Whether one of them writes through an argument that both access.
bool Claims::accessTheSame(unsigned First, unsigned Second) const {
  std::map<const Argument *, std::array<unsigned, 2>> Modes; // 1: accesses, 2: writes
  for (const auto &[I, List] : Accesses)
    for (const MemoryAccess &A : List)
      if (A.Arg && (A.Submission == int(First) || A.Submission == int(Second)))
        Modes[A.Arg][A.Submission == int(Second)] |= A.Writes ? 3 : 1;
  return any_of(Modes, [](const auto &M) { return M.second[0] && M.second[1] && ((M.second[0] | M.second[1]) & 2); });
}

void Claims::addFootprints() {
  HasTable = C.Sources.size() == C.F->arg_size() && Submissions > 1;
  if (!HasTable)
    return;
  const AccessPattern Pattern(*C.F, C.Launch);
  std::vector<UntoldDependence> Found;
  CheckedByRun Checked;
  Table = Pattern.footprints(C.Sources, C.Barriers, Found, Checked);
  InTable = Checked.Others;
  for (const UntoldDependence &U : Found) {
    Untold.insert({U.Before, U.After});
    Untold.insert({U.After, U.Before});
    for (auto &[Key, Pair] : Pairs)
      for (auto [A, B] : {std::pair(U.First, U.Second), {U.Second, U.First}})
        Pair.Untold |= (A < 0 || unsigned(A) == Key.first) && (B < 0 || unsigned(B) == Key.second);
  }
  for (Instruction &I : instructions(*C.F))
    for (auto [Set, Name] : {std::pair(&Checked.Others, MDSeenByRun), {&Checked.Same, MDSettled}})
      if (Set->contains(&I))
        I.setMetadata(Name, MDNode::get(C.F->getContext(), {}));
}

// As elideBarriers decides.
void Claims::findElidedBarriers() {
  unsigned Count = 0, First = 0;
  for (const Instruction &I : instructions(*C.F))
    Count += I.hasMetadata(MDInsertedBarrier) && isa<CallBase>(I);
  const AccessPattern Pattern(*C.F, C.Launch, Attribution::Barrier);
  for (unsigned I = 0; I != Count; ++I)
    if (!Pattern.mayDepend(First, I, I + 1))
      Elided.push_back({First, I});
    else
      First = I + 1;
}

std::string Claims::place(const Instruction &I, bool Writes) const {
  std::string Text;
  if (const DILocation *At = I.getDebugLoc(); At && At->getLine()) {
    Text = At->getFilename().str() + ":" + std::to_string(At->getLine()) + ":" + std::to_string(At->getColumn()) + ": ";
  } else {
    raw_string_ostream OS(Text);
    I.print(OS);
    Text += ": ";
  }
  return Text + (Writes ? "write" : "read");
}

std::string Claims::nameOf(unsigned Argument) const {
  return "argument " + std::to_string(Argument) + (C.Names[Argument].empty() ? "" : " '" + C.Names[Argument] + "'");
}

bool Claims::isBetween(const Meeting &M, unsigned First, unsigned Last, unsigned Second,
                       const std::vector<int> &Of) const {
  const int A = Of[M.A.Instruction], B = Of[M.B.Instruction];
  auto Before = [&](int S) { return S >= int(First) && S <= int(Last); };
  return (Before(A) && B == int(Second)) || (Before(B) && A == int(Second));
}

bool Claims::isDependence(const Meeting &M) const {
  auto A = Accesses.find(Numbers[M.A.Instruction]), B = Accesses.find(Numbers[M.B.Instruction]);
  return A == Accesses.end() || B == Accesses.end() || !commute(A->second.front(), B->second.front());
}

bool Claims::isIndependent(const Draw &D, const footprints::table &Of) const {
  if (!HasTable || Of.footprints.empty() || Wrong == Injected::RunFindsNothing)
    return true;
  const std::vector<unsigned char> Bytes = footprints::encode(Of);
  footprints::view View;
  return footprints::view::open(Bytes.data(), Bytes.size(), View) &&
         footprints::are_independent(View, DrawnLaunch(C, D));
}

std::string Claims::tableText() const {
  const std::vector<unsigned char> Bytes = syclfuse::footprints::encode(Table);
  syclfuse::footprints::view View;
  return syclfuse::footprints::view::open(Bytes.data(), Bytes.size(), View) ? View.str() : "";
}

bool Claims::isOrdered(const Meeting &M) const {
  const int A = SubmissionOf[M.A.Instruction], B = SubmissionOf[M.B.Instruction];
  return !isDependence(M) || (A != B && A >= 0 && B >= 0 && !crosses(M));
}

bool Claims::check(const Draw &D, const RunResult &Run, Refuted Report) {
  const std::vector<Meeting> Found = findMeetings(Run, D.Launch.groupSize());
  if (!D.Aliased) {
    checkKnown(Run, Report);
    checkSharing(D, Run, Found, Report);
    checkDependences(D, Run, Found, Report);
    recordTraffic(D, Run);
  }
  if (HasTable && isIndependent(D, Table)) {
    checkFusion(D, Found, Report);
    checkBarriers(Found, Report);
  } else if (!HasTable && !D.Aliased) {
    checkBarriers(Found, Report);
  }
  return all_of(Found, [&](const Meeting &M) { return isOrdered(M); });
}

std::vector<unsigned> Claims::elementSizes() const {
  struct Accessed {
    uint64_t Size = 0;
    bool Known = true, Reads = false, Writes = false;
  };
  std::map<const Argument *, Accessed> Found;
  for (const auto &[I, List] : Accesses)
    for (const MemoryAccess &A : List) {
      Accessed &Of = Found[A.Arg];
      Of.Size = std::max(Of.Size, A.Size);
      Of.Known &= A.Size != 0;
      Of.Reads |= A.Reads;
      Of.Writes |= A.Writes;
    }
  std::vector<unsigned> Result;
  for (const Argument &A : C.F->args()) {
    const Accessed &Of = Found[&A];
    Result.push_back(isArena(A) && Of.Known && Of.Reads && Of.Writes ? Of.Size : 0);
  }
  return Result;
}

// Each byte that the launch reads counts once, and so does each that it writes.
void Claims::recordTraffic(const Draw &D, const RunResult &Run) {
  const uint64_t Items = D.Launch.groupSize() * D.Launch.groupCount();
  if (Submissions > 1 || !D.Whole || Run.Strays || Items < LargestDraw)
    return;
  std::set<std::tuple<unsigned, int64_t, bool>> Bytes;
  for (const RecordedAccess &A : Run.Accesses)
    for (int64_t At = A.Offset; At != A.Offset + A.Size; ++At)
      Bytes.insert({A.Arena, At, A.Writes});
  LargestDraw = Items;
  Moved = double(Bytes.size()) / double(Items);
}

std::string Claims::trafficText() const {
  if (LargestDraw == 0)
    return "";
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 8> Edges;
  FindFunctionBackedges(*C.F, Edges);
  return "estimated " + std::to_string(Estimated.Read + Estimated.Written) + ", recorded " + std::to_string(Moved) +
         " bytes of each of " + std::to_string(LargestDraw) + " work-items" + (Edges.empty() ? "" : ", loops") +
         (Estimated.Arrays ? ", gathers" : "");
}

// Each access that is made is one that the analysis knows.
void Claims::checkKnown(const RunResult &Run, Refuted Report) const {
  std::set<std::pair<uint32_t, unsigned>> Seen;
  for (const RecordedAccess &A : Run.Accesses) {
    if (!Seen.insert({A.Instruction, A.Arena}).second)
      continue;
    auto It = Accesses.find(Numbers[A.Instruction]);
    const bool Known = It != Accesses.end() && any_of(It->second, [&](const MemoryAccess &M) {
                         return M.Memory == MemoryAccess::Anywhere ||
                                (M.Memory == MemoryAccess::OfArgument && M.Arg->getArgNo() == A.Arena);
                       });
    if (!Known)
      Report("no access of " + nameOf(A.Arena) + " at " + place(*Numbers[A.Instruction], A.Writes), nullptr);
  }
}

// What is proven to be shared is shared in each launch that is large enough.
void Claims::checkExistence(const SharingResult &Claim, const std::string &What, bool Shown, bool Crossed,
                            Refuted Report) const {
  if (!Claim.isProven() || Claim.Kind == Sharing::WorkItem)
    return;
  if (!Shown || (Claim.Kind == Sharing::Launch && !Crossed))
    Report(What + (Claim.Kind == Sharing::Launch ? ": work-items of different groups share an element for certain"
                                                 : ": work-items of a group share an element for certain"),
           nullptr);
}

void Claims::checkSharing(const Draw &D, const RunResult &Run, Meetings Found, Refuted Report) const {
  for (const Argument &A : C.F->args()) {
    if (!isArena(A))
      continue;
    const auto &[Claim, OneElement] = Shared[A.getArgNo()];
    bool Shown = false, Crossed = false;
    for (const Meeting &M : Found) {
      if (M.Arena != A.getArgNo())
        continue;
      Shown = true;
      Crossed |= M.CrossesGroups;
      if (Claim.Kind == Sharing::WorkItem || (Claim.Kind == Sharing::WorkGroup && M.CrossesGroups))
        Report(nameOf(A.getArgNo()) + (Claim.Kind == Sharing::WorkItem
                                           ? ": no work-items share an element"
                                           : ": only work-items of one group share an element"),
               &M);
    }
    if (D.Large && D.Whole && !Run.Strays)
      checkExistence(Claim, nameOf(A.getArgNo()), Shown, Crossed, Report);
    if (OneElement)
      checkOneElement(A, Run, Report);
  }
}

void Claims::checkOneElement(const Argument &Arg, const RunResult &Run, Refuted Report) const {
  std::map<uint32_t, const RecordedAccess *> Of;
  std::map<int64_t, uint32_t> Owner;
  for (const RecordedAccess &A : Run.Accesses) {
    if (A.Arena != Arg.getArgNo())
      continue;
    const RecordedAccess &First = *Of.try_emplace(A.Item, &A).first->second;
    bool Own = First.Offset == A.Offset && First.Size == A.Size;
    for (int64_t At = A.Offset; At != A.Offset + A.Size; ++At)
      Own &= Owner.try_emplace(At, A.Item).first->second == A.Item;
    if (!Own) {
      Report(nameOf(Arg.getArgNo()) + ": one element for each work-item, but not at " +
                 place(*Numbers[A.Instruction], A.Writes),
             nullptr);
      return;
    }
  }
}

void Claims::checkDependences(const Draw &D, const RunResult &Run, Meetings Found, Refuted Report) {
  for (auto &[Key, Pair] : Pairs) {
    const std::string Name = "kernels " + std::to_string(Key.first) + " and " + std::to_string(Key.second);
    bool Shown = false, Crossed = false, Depends = false;
    for (const Meeting &M : Found) {
      if (!isBetween(M, Key.first, Key.first, Key.second, SubmissionOf) || !isDependence(M))
        continue;
      Shown = true;
      Crossed |= M.CrossesGroups;
      Depends |= crosses(M);
      if (Pair.Claim.Kind == Sharing::WorkItem || (Pair.Claim.Kind == Sharing::WorkGroup && M.CrossesGroups))
        Report(Name + (Pair.Claim.Kind == Sharing::WorkItem ? ": no dependence on other work-items"
                                                            : ": no dependence on other work-groups"),
               &M);
    }
    if (D.Large && D.Whole && !Run.Strays)
      checkExistence(Pair.Claim, Name, Shown, Crossed, Report);
    if (D.Whole && (D.Given || C.Given.empty()))
      summarize(D, Pair, Key.first, Key.second, Depends);
  }
}

void Claims::summarize(const Draw &D, PairSummary &Pair, unsigned First, unsigned Second, bool Depends) const {
  ++Pair.Draws;
  Pair.Dependent += Depends;
  if (Depends || !HasTable)
    return;
  // What is in the table of these two alone.
  footprints::table Own = Table;
  const uint64_t Mask = uint64_t(1) << std::min(First, 63u) | uint64_t(1) << std::min(Second, 63u);
  for (footprints::footprint_record &F : Own.footprints)
    F.reads &= Mask, F.writes &= Mask;
  footprints::keep(Own, [](const footprints::footprint_record &F) { return (F.reads | F.writes) != 0; });
  Pair.FoundIndependent += isIndependent(D, Own);
}

// Where a run's check finds nothing, the kernels are fused.
void Claims::checkFusion(const Draw &D, Meetings Found, Refuted Report) const {
  for (const Meeting &M : Found) {
    const int A = SubmissionOf[M.A.Instruction], B = SubmissionOf[M.B.Instruction];
    if (A == B || A < 0 || B < 0 || !crosses(M) || !isDependence(M) ||
        Untold.count({Numbers[M.A.Instruction], Numbers[M.B.Instruction]}))
      continue;
    const PairSummary &Pair = Pairs.at({unsigned(std::min(A, B)), unsigned(std::max(A, B))});
    const bool Refused = Pair.Claim.isProven() &&
                         (Pair.Claim.Kind == Sharing::Launch || (Pair.Claim.Kind == Sharing::WorkGroup && !C.Barriers));
    if (!Refused)
      Report("kernels " + std::to_string(A) + " and " + std::to_string(B) +
                 ": fused, as the run's check finds no dependence",
             &M);
  }
}

void Claims::checkBarriers(Meetings Found, Refuted Report) const {
  for (auto [First, Last] : Elided)
    for (const Meeting &M : Found)
      if (isBetween(M, First, Last, Last + 1, BehindBarrier) && isDependence(M) &&
          !Untold.count({Numbers[M.A.Instruction], Numbers[M.B.Instruction]}))
        Report("no barrier is needed between kernels " + std::to_string(Last) + " and " + std::to_string(Last + 1), &M);
}

} // namespace syclfuse::fuser::oracle
