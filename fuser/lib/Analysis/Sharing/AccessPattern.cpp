// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AccessPattern.h"

#include "AccessAnalyses.h"
#include "AccessView.h"
#include "FootprintCollector.h"
#include "KernelQueries.h"
#include "MemoryAccesses.h"
#include "OverlapSolver.h"
#include "RunChecks.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// How much two results are worth telling, of one argument or several.
unsigned rank(const SharingResult &R) {
  switch (R.Kind) {
  case Sharing::WorkItem:
    return 0;
  case Sharing::WorkGroup:
    return R.isProven() ? 2 : 1;
  case Sharing::Unknown:
    return 3;
  case Sharing::Launch:
    return 4;
  }
  return 3;
}

// Through one argument, by what was shown before.
bool neverMeetThere(const MemoryAccess &A, const MemoryAccess &B) {
  auto Never = [](const MemoryAccess &X, const MemoryAccess &Y) {
    return X.OnlyOthers || (X.NotWrittenBy >= 0 && X.NotWrittenBy == Y.Submission);
  };
  return Never(A, B) || Never(B, A);
}

// Through arguments, by different kernels.
bool conflict(const MemoryAccess &A, const MemoryAccess &B) {
  return A.Memory == MemoryAccess::OfArgument && B.Memory == MemoryAccess::OfArgument &&
         (A.Submission != B.Submission || A.Submission < 0) && (A.Writes || B.Writes) &&
         (A.Arg != B.Arg || !neverMeetThere(A, B)) && !commute(A, B);
}

void unite(SharingResult &Into, const SharingResult &R) {
  if (rank(R) > rank(Into))
    Into = R;
}

} // namespace

class AccessPattern::Implementation {
public:
  Implementation(Function &F, const AccessLaunch &L, Attribution By) : F(F), Launch(L), Queries(F), Analyses(F) {
    Launch.Range = checkedRange(L);
    Accesses = findAccesses(F, Queries.All, Analyses.SE, By);
    for (auto [I, A] : enumerate(Accesses)) {
      if (A.Memory == MemoryAccess::OfArgument)
        ByArgument[A.Arg].push_back(I);
      BySubmission[A.Submission].push_back(I);
    }
    Launch.NoOffset = submissions() > 1;
    makeViews();
    classify();
  }

  SharingResult sharing(const Argument &Arg) const {
    SharingResult Result;
    for (unsigned I : Everywhere)
      unite(Result, {Sharing::Unknown, Accesses[I].I, nullptr});
    auto It = ByArgument.find(&Arg);
    if (It == ByArgument.end())
      return Everywhere.empty() ? SharingResult() : Result;
    DenseSet<std::pair<unsigned, unsigned>> Done;
    for (size_t A = 0; A != It->second.size() && Result.Kind != Sharing::Launch; ++A)
      for (size_t B = A; B != It->second.size() && Result.Kind != Sharing::Launch; ++B) {
        const unsigned X = It->second[A], Y = It->second[B];
        if ((Accesses[X].Writes || Accesses[Y].Writes) && !Accesses[X].OnlyOthers && !Accesses[Y].OnlyOthers &&
            Done.insert({Class[X], Class[Y]}).second)
          unite(Result, meet(X, Y));
      }
    return Result;
  }

  SharingResult dependence(unsigned First, unsigned Last, unsigned Second, DependenceThrough Through) const {
    SharingResult Result;
    anyPair(First, Last, Second, [&](unsigned X, unsigned Y) {
      unite(Result, depend(X, Y, Through));
      return Result.Kind == Sharing::Launch;
    });
    return Result;
  }

  bool mayDepend(unsigned First, unsigned Last, unsigned Second) const {
    return anyPair(First, Last, Second, [&](unsigned X, unsigned Y) {
      const std::optional<SharingResult> Plainly = dependWithoutForms(X, Y, DependenceThrough::AnyMemory);
      return Plainly ? Plainly->Kind != Sharing::WorkItem : !neverMeet(X, Y);
    });
  }

  bool isOneElementPerItem(const Argument &Arg) const {
    auto It = ByArgument.find(&Arg);
    return It != ByArgument.end() && Everywhere.empty() &&
           any_of(Plain, [&](const auto &V) { return isOneElementPerItem(It->second, *V); });
  }

  footprints::table footprints(ArrayRef<ArgumentSource> Sources, bool Barriers, std::vector<UntoldDependence> &Untold,
                               CheckedByRun &Checked) {
    addAnywhere(Untold);
    // All accesses through two arguments that may be the same memory, and those through one that are open.
    BitVector Needed(Accesses.size());
    for (unsigned X = 0; X != Accesses.size() && !Launch.DistinctPointers; ++X)
      if (any_of(Accesses, [&, &A = Accesses[X]](const MemoryAccess &B) { return A.Arg != B.Arg && conflict(A, B); }))
        Needed.set(X);
    BitVector Unsettled(Accesses.size());
    const std::vector<std::pair<unsigned, unsigned>> Open = openPairs(Barriers, Untold, Unsettled);
    BitVector IsOpen(Accesses.size());
    for (auto [X, Y] : Open)
      IsOpen.set(X).set(Y);
    Needed |= IsOpen;
    const SmallVector<CallBase *, 4> Required = requiredNumbers();
    if (Needed.none() && Required.empty())
      return {};
    const bool InGroups = Queries.UsesGroupIds && !Grouped.empty();
    // What a run has to check anyhow need not be proven here.
    AccessView V(Queries.coordinates(Launch, InGroups, {}), Analyses.SE, Queries.All, /*Assume=*/true);
    V.add(Accesses, BlockConditions(F, Analyses.DT, Analyses.PDT, Analyses.LI), Analyses.SE);
    FootprintCollector Collector(V.Forms, V.Coordinates, Sources);
    for (CallBase *Check : Required)
      if (!Collector.require(V.Forms.modular(Analyses.SE.getSCEV(Check->getArgOperand(0)))))
        Untold.push_back({0, static_cast<int>(submissions()) - 1, UntoldDependence::NoArgument, Check, Check});
    std::vector<FootprintCollector::Added> Added(Accesses.size());
    BitVector NotSeen(Accesses.size(), true);
    for (unsigned X : Needed.set_bits()) {
      const MemoryAccess &A = Accesses[X];
      Added[X] = Collector.add(*A.Arg, A.Submission, A.Reads, A.Writes, V.Accesses[X], IsOpen[X]);
      if (Added[X].Told)
        NotSeen.reset(X);
      else
        Collector.addSomewhere(*A.Arg, A.Submission, A.Reads, A.Writes);
    }
    for (auto [X, Y] : Open) {
      const AccessForm &A = V.Accesses[X], &B = V.Accesses[Y];
      const bool MayBeOwn = A.Offset && B.Offset && mayBeOwn(*A.Offset, *B.Offset, V.Coordinates);
      if (MayBeOwn || NotSeen[X] || NotSeen[Y]) {
        Unsettled.set(X).set(Y);
        Untold.push_back(untold(X, Y, Accesses[X].Arg->getArgNo()));
      }
      for (const auto &[First, OfFirst] : Added[X].Footprints)
        for (const auto &[Second, OfSecond] : Added[Y].Footprints) {
          // What another place in the work-group accesses may be exchanged in it, behind the barrier.
          const bool Exchanged = Barriers && InGroups && mayExchange(OfFirst, OfSecond, V.Coordinates);
          Collector.pair(First, Second, Exchanged);
          if (Exchanged)
            Unsettled.set(X).set(Y);
        }
    }
    if (Barriers && InGroups && !Launch.DistinctPointers)
      NotSeen |= exchangedThroughOthers(Needed, Added, V.Coordinates, Collector);
    Checked = {instructionsBut(NotSeen), instructionsBut(Unsettled)};
    return Collector.take(Launch.DistinctPointers);
  }

  // Accesses through different arguments that, if these point to the same memory, may exchange data in a work-group,
  // behind the barrier: a run compares them by groups.
  BitVector exchangedThroughOthers(const BitVector &Needed, ArrayRef<FootprintCollector::Added> Added,
                                   const LaunchCoordinates &C, FootprintCollector &Collector) const {
    unsigned Left = 10000;
    BitVector Exchanged(Accesses.size());
    for (unsigned X : Needed.set_bits())
      for (unsigned Y : Needed.set_bits()) {
        if (Y >= X || Accesses[X].Arg == Accesses[Y].Arg || !conflict(Accesses[X], Accesses[Y]))
          continue;
        if (Left-- == 0)
          return Exchanged;
        for (const auto &[First, OfFirst] : Added[X].Footprints)
          for (const auto &[Second, OfSecond] : Added[Y].Footprints)
            if (mayExchange(OfFirst, OfSecond, C)) {
              Collector.pair(First, Second, /*InGroups=*/true);
              Exchanged.set(X).set(Y);
            }
      }
    return Exchanged;
  }

  SmallVector<CallBase *, 4> requiredNumbers() const {
    SmallVector<CallBase *, 4> Found;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && isAtLeastZeroRequired(*Call))
        Found.push_back(Call);
    return Found;
  }

  // True unless the places that a work-item accesses depend on its place in the group in the same way, as far as it is
  // known: then it may be that work-items access their own only.
  static bool mayExchange(const Form &A, const Form &B, const LaunchCoordinates &C) {
    // Sizes may be equal whatever argument they come from.
    auto MayBeEqual = [](const Poly &X, const Poly &Y) {
      return X.terms().size() == Y.terms().size() && X.constantTerm() == Y.constantTerm() && (!X.constant() || X == Y);
    };
    return !MayBeEqual(A.Constant, B.Constant) || any_of(C.coordinates(), [&](const Coordinate &K) {
      const Poly OfA = A.coefficient(K.Digits.front().first), OfB = B.coefficient(K.Digits.front().first);
      return K.Kind == FormVariable::Item && (OfA.isZero() || !MayBeEqual(OfA, OfB));
    });
  }

  unsigned submissions() const { return BySubmission.empty() ? 0 : unsigned(BySubmission.rbegin()->first) + 1; }

  std::vector<KernelTraffic> traffic() const { return trafficOf(Accesses, *Plain.front(), submissions()); }
  KernelTraffic totalTraffic() const { return totalTrafficOf(Accesses, *Plain.front(), submissions()); }

  void print(raw_ostream &OS) const;

private:
  using Views = SmallVector<std::unique_ptr<AccessView>, 2>; // of whole ids, and of their digits where they have some

  void makeViews() {
    const BlockConditions Blocks(F, Analyses.DT, Analyses.PDT, Analyses.LI);
    // Which coordinates are taken apart, and where, shows when the forms are made of whole ones: then again, with their
    // digits.
    auto Make = [&](Views &List, bool InGroups) {
      CoordinateModuli Moduli;
      for (unsigned Round = 0; Round != 3; ++Round) {
        List.resize(std::min<size_t>(Round, 1));
        List.push_back(
            std::make_unique<AccessView>(Queries.coordinates(Launch, InGroups, Moduli), Analyses.SE, Queries.All));
        List.back()->add(Accesses, Blocks, Analyses.SE);
        if (!List.back()->Forms.addModuli(Moduli))
          return;
      }
    };
    Make(Plain, false);
    // Groups of a size that is neither known nor a symbol are not told apart.
    if (Launch.Groups && (!Launch.Range || Launch.Range->hasLocal()))
      Make(Grouped, true);
  }

  // Accesses that are the same in all that matters.
  void classify() {
    std::map<const Argument *, SmallVector<unsigned, 8>> Representatives;
    for (unsigned I = 0; I != Accesses.size(); ++I) {
      if (Accesses[I].Memory == MemoryAccess::Anywhere)
        Everywhere.push_back(I);
      auto &Known = Representatives[Accesses[I].Arg];
      auto Same = find_if(Known, [&](unsigned R) {
        auto Alike = [&](const auto &V) { return V->Accesses[R] == V->Accesses[I]; };
        return Accesses[R].Memory == Accesses[I].Memory && all_of(Plain, Alike) && all_of(Grouped, Alike);
      });
      Class.push_back(Same == Known.end() ? I : *Same);
      if (Same == Known.end())
        Known.push_back(I);
    }
  }

  // Whether Is holds for an access of submissions First to Last and one of Second.
  bool anyPair(unsigned First, unsigned Last, unsigned Second, function_ref<bool(unsigned, unsigned)> Is) const {
    SmallVector<unsigned, 32> Before;
    for (auto &[K, List] : BySubmission)
      if (K == -1 || (K >= static_cast<int>(First) && K <= static_cast<int>(Last)))
        Before.append(List.begin(), List.end());
    for (int K : {-1, static_cast<int>(Second)})
      if (auto It = BySubmission.find(K); It != BySubmission.end())
        for (unsigned Y : It->second)
          if (any_of(Before, [&](unsigned X) { return Is(X, Y); }))
            return true;
    return false;
  }

  SharingResult depend(unsigned X, unsigned Y, DependenceThrough Through) const {
    const std::optional<SharingResult> Plainly = dependWithoutForms(X, Y, Through);
    return Plainly ? *Plainly : meet(X, Y);
  }

  // Nothing where it is for their forms to tell.
  std::optional<SharingResult> dependWithoutForms(unsigned X, unsigned Y, DependenceThrough Through) const {
    const MemoryAccess &A = Accesses[X], &B = Accesses[Y];
    if ((!A.Writes && !B.Writes) || commute(A, B))
      return SharingResult();
    const bool Any = Through == DependenceThrough::AnyMemory;
    if (A.Memory == MemoryAccess::Anywhere || B.Memory == MemoryAccess::Anywhere)
      return Any ? SharingResult{Sharing::Unknown, A.I, B.I} : SharingResult();
    if (A.Memory != B.Memory)
      return SharingResult();
    if (A.Memory == MemoryAccess::OfLocalMemory)
      return Any ? SharingResult{Sharing::WorkGroup, A.I, nullptr} : SharingResult();
    if (A.Arg == B.Arg && neverMeetThere(A, B))
      return SharingResult();
    if (A.Arg == B.Arg)
      return Any && (A.Settled || B.Settled) ? std::optional(SharingResult()) : std::nullopt;
    const bool Distinct =
        Launch.DistinctPointers || A.Arg->hasNoAliasAttr() || B.Arg->hasNoAliasAttr() || (A.SeenByRun && B.SeenByRun);
    return Distinct || !Any ? SharingResult() : SharingResult{Sharing::Unknown, A.I, B.I};
  }

  bool isOneElementPerItem(ArrayRef<unsigned> List, const AccessView &V) const {
    const AccessForm &A = V.Accesses[List.front()];
    if (!A.Offset || !A.Size ||
        any_of(A.Offset->Terms, [&](const auto &T) { return T.first >= V.Coordinates.idVariables(); }))
      return false;
    for (unsigned I : List) {
      const AccessForm &B = V.Accesses[I];
      // Guards make it fewer work-items, not other elements.
      if (!B.Offset || !(*B.Offset == *A.Offset) || B.Size != A.Size)
        return false;
    }
    AccessForm Unguarded = A;
    Unguarded.Guards.clear();
    return accessesMeet(Unguarded, Unguarded, Crossing::Items, false, V.Coordinates, Effort) == Meets::Never;
  }

  // Accesses of different kernels through one argument of which it is not known whether they depend on each other.
  // Those of kernels with very many accesses are not all looked at.
  UntoldDependence untold(unsigned X, unsigned Y, unsigned Argument) const {
    return {Accesses[X].Submission, Accesses[Y].Submission, Argument, Accesses[X].I, Accesses[Y].I};
  }

  // An instruction may access two places.
  SmallPtrSet<const Instruction *, 32> instructionsBut(const BitVector &LeftOut) const {
    SmallPtrSet<const Instruction *, 32> Found;
    for (const MemoryAccess &A : Accesses)
      Found.insert(A.I);
    for (unsigned X : LeftOut.set_bits())
      Found.erase(Accesses[X].I);
    return Found;
  }

  // Where a pointer was loaded, nothing tells what it points to.
  void addAnywhere(std::vector<UntoldDependence> &Untold) const {
    for (unsigned X : Everywhere)
      for (unsigned Y = 0; Y != Accesses.size(); ++Y) {
        const MemoryAccess &A = Accesses[X], &B = Accesses[Y];
        if (B.Memory != MemoryAccess::OfLocalMemory && (A.Submission != B.Submission || A.Submission < 0) &&
            (A.Writes || B.Writes) && !commute(A, B))
          Untold.push_back(untold(X, Y, UntoldDependence::NoArgument));
      }
  }

  // Pairs beyond a number are not looked at; the first of them is told of. Unsettled gets what may depend on others and
  // is in no pair.
  std::vector<std::pair<unsigned, unsigned>> openPairs(bool Barriers, std::vector<UntoldDependence> &Untold,
                                                       BitVector &Unsettled) const {
    std::vector<std::pair<unsigned, unsigned>> Open;
    unsigned Left = 100000;
    for (const auto &[Arg, List] : ByArgument)
      for (size_t I = 0; I != List.size(); ++I)
        for (size_t K = I + 1; K != List.size(); ++K) {
          if (!conflict(Accesses[List[I]], Accesses[List[K]]))
            continue;
          if (Left-- == 0) {
            Untold.push_back(untold(List[I], List[K], Arg->getArgNo()));
            Unsettled.set();
            return Open;
          }
          const SharingResult R = meet(List[I], List[K]);
          if (R.Kind == Sharing::Unknown || (R.Kind == Sharing::WorkGroup && !Barriers))
            Open.emplace_back(List[I], List[K]);
          else if (R.Kind != Sharing::WorkItem)
            Unsettled.set(List[I]).set(List[K]);
        }
    llvm::sort(Open);
    return Open;
  }

  // Two accesses through one argument.
  SharingResult meet(unsigned X, unsigned Y) const {
    auto [It, New] = Known.try_emplace({Class[X], Class[Y]});
    if (New)
      It->second = computeMeet(Class[X], Class[Y]);
    SharingResult Result{It->second.first, nullptr, nullptr};
    if (Result.Kind == Sharing::WorkItem)
      return Result;
    Result.First = Accesses[X].I;
    if (It->second.second)
      Result.Second = Accesses[Y].I;
    return Result;
  }

  // What whole ids do not tell, their digits may.
  Meets meetIn(const Views &List, Crossing Over, bool Corners, unsigned X, unsigned Y) const {
    for (const auto &V : List)
      if (const Meets Result = accessesMeet(V->Accesses[X], V->Accesses[Y], Over, Corners, V->Coordinates, Effort);
          Result != Meets::Unknown)
        return Result;
    return Meets::Unknown;
  }

  Meets itemsMeet(bool Corners, unsigned X, unsigned Y) const {
    const Meets Result = meetIn(Plain, Crossing::Items, Corners, X, Y);
    return Result == Meets::Unknown ? meetIn(Grouped, Crossing::Items, Corners, X, Y) : Result;
  }

  // Whether meet() is Sharing::WorkItem.
  bool neverMeet(unsigned X, unsigned Y) const {
    auto [It, New] = KnownNever.try_emplace({Class[X], Class[Y]});
    if (New)
      It->second = itemsMeet(false, Class[X], Class[Y]) == Meets::Never;
    return It->second;
  }

  // The kind, and whether both accesses are part of what there is to tell.
  std::pair<Sharing, bool> computeMeet(unsigned X, unsigned Y) const {
    const bool Analyzed = Plain.front()->Accesses[X].Offset && Plain.front()->Accesses[Y].Offset;
    // Work-items that meet are worth the search where groups do not tell.
    const Meets Items = itemsMeet(!Launch.Groups, X, Y);
    if (Items == Meets::Never)
      return {Sharing::WorkItem, false};
    if (!Launch.Groups)
      return {Items == Meets::Always ? Sharing::Launch : Sharing::Unknown, Items == Meets::Always || Analyzed};
    switch (meetIn(Grouped, Crossing::Groups, true, X, Y)) {
    case Meets::Always:
      return {Sharing::Launch, true};
    case Meets::Never:
      return {Sharing::WorkGroup, Items == Meets::Always || itemsMeet(true, X, Y) == Meets::Always};
    case Meets::Unknown:
      break;
    }
    return {Sharing::Unknown, Analyzed};
  }

  void printAccess(raw_ostream &OS, unsigned I) const {
    const Views &List = !Grouped.empty() && Queries.UsesGroupIds ? Grouped : Plain;
    const bool InDigits = List.size() > 1 && !List.front()->isLinear(I);
    List[InDigits ? 1 : 0]->print(OS, Accesses[I], I);
  }

  Function &F;
  AccessLaunch Launch;
  const KernelQueries Queries;
  AccessAnalyses Analyses;
  std::vector<MemoryAccess> Accesses;
  Views Plain, Grouped;
  MapVector<const Argument *, SmallVector<unsigned, 8>> ByArgument; // in module order: Effort is spent in it
  std::map<int, SmallVector<unsigned, 8>> BySubmission;
  SmallVector<unsigned, 4> Everywhere;
  SmallVector<unsigned, 32> Class; // the first access that is the same
  mutable DenseMap<std::pair<unsigned, unsigned>, std::pair<Sharing, bool>> Known;
  mutable DenseMap<std::pair<unsigned, unsigned>, bool> KnownNever;
  mutable unsigned Effort = 2048; // some 20 ms
};

static StringRef describe(Sharing Kind) {
  switch (Kind) {
  case Sharing::WorkItem:
    return "work-item";
  case Sharing::WorkGroup:
    return "work-group";
  case Sharing::Launch:
    return "launch";
  case Sharing::Unknown:
    return "unknown";
  }
  return "unknown";
}

void AccessPattern::Implementation::print(raw_ostream &OS) const {
  OS << "access pattern of '" << F.getName() << "':\n";
  for (const Argument &Arg : F.args()) {
    auto It = ByArgument.find(&Arg);
    if (It == ByArgument.end())
      continue;
    const SharingResult R = sharing(Arg);
    OS << "argument " << Arg.getArgNo() << ' ';
    Arg.printAsOperand(OS, false);
    OS << ": " << describe(R.Kind) << (R.Kind == Sharing::WorkGroup && !R.isProven() ? " at most" : "")
       << (isOneElementPerItem(Arg) ? ", one element each" : "") << '\n';
    for (unsigned I : It->second)
      printAccess(OS, I);
  }
  for (auto [Memory, Title] :
       {std::pair(MemoryAccess::OfLocalMemory, "local memory:\n"), {MemoryAccess::Anywhere, "any memory:\n"}}) {
    bool Any = false;
    for (unsigned I = 0; I != Accesses.size(); ++I)
      if (Accesses[I].Memory == Memory) {
        if (!Any)
          OS << Title;
        Any = true;
        printAccess(OS, I);
      }
  }
  // Numbers come from metadata: those between two kernels need not be there.
  for (auto A = BySubmission.lower_bound(0); A != BySubmission.end(); ++A)
    for (auto B = std::next(A); B != BySubmission.end(); ++B) {
      const SharingResult R = dependence(A->first, A->first, B->first, DependenceThrough::AnyMemory);
      if (R.Kind != Sharing::WorkItem)
        OS << "kernel " << A->first << " to " << B->first << ": " << describe(R.Kind)
           << (R.Kind == Sharing::WorkGroup && !R.isProven() ? " at most" : "") << '\n';
    }
}

AccessPattern::AccessPattern(Function &F, const AccessLaunch &Launch, Attribution By)
    : Impl(std::make_unique<Implementation>(F, Launch, By)) {}
AccessPattern::~AccessPattern() = default;

SharingResult AccessPattern::sharing(const Argument &Arg) const { return Impl->sharing(Arg); }
SharingResult AccessPattern::dependence(unsigned First, unsigned Last, unsigned Second,
                                        DependenceThrough Through) const {
  return Impl->dependence(First, Last, Second, Through);
}
bool AccessPattern::mayDepend(unsigned First, unsigned Last, unsigned Second) const {
  return Impl->mayDepend(First, Last, Second);
}
bool AccessPattern::isOneElementPerItem(const Argument &Arg) const { return Impl->isOneElementPerItem(Arg); }
footprints::table AccessPattern::footprints(ArrayRef<ArgumentSource> Sources, bool Barriers,
                                            std::vector<UntoldDependence> &Untold, CheckedByRun &Checked) const {
  return Impl->footprints(Sources, Barriers, Untold, Checked);
}
unsigned AccessPattern::submissions() const { return Impl->submissions(); }
std::vector<KernelTraffic> AccessPattern::traffic() const { return Impl->traffic(); }
KernelTraffic AccessPattern::totalTraffic() const { return Impl->totalTraffic(); }
void AccessPattern::print(raw_ostream &OS) const { Impl->print(OS); }

} // namespace syclfuse::fuser
