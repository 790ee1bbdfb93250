// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ProducedReads.h"

#include "Analysis/Dialects/Dialect.h"
#include "Analysis/Sharing/AccessAnalyses.h"
#include "Analysis/Sharing/AccessView.h"
#include "Analysis/Sharing/KernelQueries.h"
#include "Analysis/Sharing/ProducerItems.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <map>

using namespace llvm;

namespace syclfuse::fuser {

namespace {

class Finder {
public:
  Finder(Function &F, const AccessLaunch &Launch)
      : F(F), Analyses(F), Queries(F), Accesses(findAccesses(F, Queries.All, Analyses.SE, Attribution::Kernel)),
        View(Queries.coordinates(known(Launch), false, {}), Analyses.SE, Queries.All, /*Assume=*/true),
        Expander(Analyses.SE, "item") {
    View.add(Accesses, BlockConditions(F, Analyses.DT, Analyses.PDT, Analyses.LI), Analyses.SE);
  }

  ProducedReads run() {
    Found.Coordinates = View.Coordinates.coordinates().size();
    Found.IsLinear = !View.Coordinates.query(Builtin::GlobalId, 0);
    for (auto [I, A] : enumerate(Accesses)) {
      if (!A.Writes)
        continue;
      Found.WritesAnywhere |= A.Memory == MemoryAccess::Anywhere || A.Submission < 0;
      if (A.Memory == MemoryAccess::OfArgument && A.Submission >= 0) {
        Found.Writers.insert({A.Arg, unsigned(A.Submission)});
        Writes[{A.Arg, unsigned(A.Submission)}].push_back(I);
      }
    }
    // What is emitted for a read comes in front of it, and no form changes.
    for (unsigned I = 0; I != Accesses.size(); ++I)
      if (Accesses[I].Reads && Accesses[I].Memory == MemoryAccess::OfArgument && !Accesses[I].OnlyOthers)
        lookAt(I);
    return std::move(Found);
  }

private:
  static AccessLaunch known(AccessLaunch Launch) {
    Launch.Range = checkedRange(Launch);
    Launch.NoOffset = true; // the runtime takes no variant of several kernels for others
    return Launch;
  }

  void lookAt(unsigned I) {
    const MemoryAccess &A = Accesses[I];
    auto *Load = dyn_cast<LoadInst>(const_cast<Instruction *>(A.I));
    const std::optional<unsigned> Writer = lastWriter(A);
    if (!Load || !Writer)
      return;
    const char *WhyNot = "the read is volatile or atomic, or may be of other memory";
    if (!A.Certain || !Load->isSimple() || !produce(I, *Load, *Writer, WhyNot))
      Found.Untold.push_back({Load, unsigned(A.Submission), *Writer, A.Arg, WhyNot});
  }

  // The last kernel before that writes through the same pointer.
  std::optional<unsigned> lastWriter(const MemoryAccess &A) const {
    std::optional<unsigned> Last;
    for (auto [Arg, Kernel] : Found.Writers)
      if (Arg == A.Arg && A.Submission > int(Kernel) && (!Last || Kernel > *Last))
        Last = Kernel;
    return Last;
  }

  bool produce(unsigned I, LoadInst &Load, unsigned Writer, const char *&WhyNot) {
    const MemoryAccess &A = Accesses[I];
    const SmallVector<unsigned, 4> &Stores = Writes[{A.Arg, Writer}];
    for (const unsigned W : Stores) {
      std::optional<ProducerItem> Item = findProducer(View.Accesses[I], View.Accesses[W], View.Coordinates, WhyNot);
      if (!Item)
        continue;
      const std::optional<unsigned> Element = elementOf(W, Stores, Writer, Load);
      if (!Element) {
        WhyNot = "another store may be to a part of the element, or what is read is of another type";
        continue;
      }
      ProducedRead R;
      R.Load = &Load;
      R.Kernel = A.Submission;
      R.Element = *Element;
      R.IsWritten = Item->Writes;
      R.IsOnly = Item->IsOnly;
      R.IsOfOther = any_of(enumerate(Item->Ids), [](const auto &Id) {
        const Form Distance = Id.value() - Form::variable(Id.index());
        return !Distance.isUniform() || Distance.Constant.constant().value_or(0) != 0;
      });
      for (const Form &Id : Item->Ids) {
        R.Ids.push_back(emit(Id, Load));
        R.Clamped.push_back(any_of(Id.Terms, [&](const auto &T) { return isChoice(T.first); }));
      }
      for (const Poly &P : Item->Conditions)
        requireAtLeastZero(P, R);
      for (auto [A, B] : Item->Equal)
        requireEqual(A, B, R);
      WhyNot = "the work-item that writes there cannot be computed where it is read";
      if (is_contained(R.Ids, nullptr) || is_contained(R.AtLeastZero, nullptr))
        return false;
      Found.Reads.push_back(std::move(R));
      return true;
    }
    return false;
  }

  // The stores to the same element as that of W; nothing if another one may be to a part of it, or if it is not of the
  // type that is read.
  std::optional<unsigned> elementOf(unsigned W, ArrayRef<unsigned> Stores, unsigned Kernel, const LoadInst &Load) {
    ProducedElement E;
    E.Kernel = Kernel;
    E.Memory = Accesses[W].Arg;
    for (const unsigned S : Stores) {
      auto *Store = dyn_cast<StoreInst>(const_cast<Instruction *>(Accesses[S].I));
      const std::optional<Form> &Offset = View.Accesses[S].Offset;
      if (!Store || !Store->isSimple() || !Accesses[S].Certain || !Offset)
        return std::nullopt;
      const Form Distance = *Offset - *View.Accesses[W].Offset;
      if (Distance == Form()) {
        if (Store->getValueOperand()->getType() != Load.getType())
          return std::nullopt;
        E.Stores.push_back(Store);
        continue;
      }
      const std::optional<int64_t> Bytes = Distance.isUniform() ? Distance.Constant.constant() : std::nullopt;
      if (!Bytes || !Accesses[S].Size || std::abs(*Bytes) < int64_t(std::max(Accesses[S].Size, Accesses[W].Size)))
        return std::nullopt;
    }
    auto [It, New] = Elements.try_emplace(E.Stores.front(), Found.Elements.size());
    if (New)
      Found.Elements.push_back(std::move(E));
    return It->second;
  }

  bool isChoice(unsigned Variable) const { return View.Coordinates.variable(Variable).By != FormVariable::Free; }

  // What is written down has numbers with a sign only: one of 64 bits without has to be one.
  void requireAtLeastZero(const Poly &P, ProducedRead &R) {
    R.AtLeastZero.push_back(emit(Form(P), *R.Load));
    for (const auto &[M, Coefficient] : P.terms())
      for (const unsigned Symbol : M.symbols())
        if (const LaunchCoordinates::Origin &From = View.Coordinates.origin(Symbol);
            From.Of && !From.Signed && Unsigned.insert({R.Load, Symbol}).second)
          R.AtLeastZero.push_back(emit(Form(Poly::symbol(Symbol)), *R.Load));
  }

  void requireEqual(unsigned A, unsigned B, ProducedRead &R) {
    Argument *X = argumentOf(A), *Y = argumentOf(B);
    if (X && Y && X->getType() == Y->getType()) {
      R.Equal.push_back({X, Y});
      return;
    }
    const Poly Difference = Poly::symbol(A) - Poly::symbol(B);
    requireAtLeastZero(Difference, R);
    requireAtLeastZero(-Difference, R);
  }

  Argument *argumentOf(unsigned Symbol) const {
    const LaunchCoordinates::Origin &From = View.Coordinates.origin(Symbol);
    auto *Of = dyn_cast_or_null<SCEVUnknown>(From.Of);
    return Of && From.Signed ? dyn_cast<Argument>(Of->getValue()) : nullptr;
  }

  Value *emit(const Form &Number, Instruction &At) {
    const SCEV *S =
        View.Forms.expressionOf(Number, [&](Builtin Kind, unsigned Dimension) { return query(Kind, Dimension); });
    return S && isKnownAt(S, At) && Expander.isSafeToExpand(S) ? Expander.expandCodeFor(S, S->getType(), &At) : nullptr;
  }

  bool isKnownAt(const SCEV *S, const Instruction &At) const {
    return !SCEVExprContains(S, [&](const SCEV *Op) {
      if (auto *Counter = dyn_cast<SCEVAddRecExpr>(Op))
        return !Counter->getLoop()->contains(&At);
      auto *Unknown = dyn_cast<SCEVUnknown>(Op);
      auto *I = Unknown ? dyn_cast<Instruction>(Unknown->getValue()) : nullptr;
      return I && !Analyses.DT.dominates(I, &At);
    });
  }

  const SCEV *query(Builtin Kind, unsigned Dimension) {
    Value *&Known = Emitted[{Kind, Dimension}];
    for (const auto &[Of, Q] : Queries.All)
      if (Q.Kind == Kind && Q.Dimension == Dimension && Q.At->getParent()->isEntryBlock())
        Known = Q.At->getType()->isIntegerTy(64) ? Q.At : Known;
    if (!Known) {
      IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().getFirstInsertionPt());
      Known = B.CreateZExtOrTrunc(Dialect::of(*F.getParent()).emitQuery(B, Kind, Dimension), B.getInt64Ty());
    }
    return Analyses.SE.getUnknown(Known);
  }

  Function &F;
  AccessAnalyses Analyses;
  KernelQueries Queries;
  const std::vector<MemoryAccess> Accesses;
  AccessView View;
  SCEVExpander Expander;
  std::map<std::pair<const Argument *, unsigned>, SmallVector<unsigned, 4>> Writes; // looked up only
  DenseMap<const StoreInst *, unsigned> Elements;
  std::map<std::pair<Builtin, unsigned>, Value *> Emitted;
  std::set<std::pair<const LoadInst *, unsigned>> Unsigned; // symbols that are required to have no sign
  ProducedReads Found;
};

} // namespace

// Each kernel asks by itself: what is computed of the same answer is the same then.
static void uniteQueries(Function &F) {
  Expected<SmallVector<DialectQuery, 16>> Queries = Dialect::of(*F.getParent()).findQueries(F);
  if (!Queries) {
    consumeError(Queries.takeError());
    return;
  }
  std::map<std::pair<Builtin, unsigned>, Instruction *> First;
  for (const DialectQuery &Q : *Queries) {
    auto *Call = dyn_cast<CallInst>(Q.At);
    if (!Call || !all_of(Call->args(), [](const Use &U) { return isa<Constant>(U); }))
      continue;
    auto [It, New] = First.try_emplace({Q.Kind, Q.Dimension}, Call);
    if (New) {
      Call->moveBefore(F.getEntryBlock(), F.getEntryBlock().getFirstInsertionPt());
    } else if (It->second->getType() == Call->getType()) {
      Call->replaceAllUsesWith(It->second);
      Call->eraseFromParent();
    }
  }
}

ProducedReads findProducedReads(Function &F, const AccessLaunch &Launch) {
  uniteQueries(F);
  return Finder(F, Launch).run();
}

} // namespace syclfuse::fuser
