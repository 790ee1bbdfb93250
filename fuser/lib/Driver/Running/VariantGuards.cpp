// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "VariantGuards.h"

#include "syclfuse/distinct_buffers.hpp"

#include "llvm/ADT/STLExtras.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace syclfuse::fuser {

namespace {
class VariantGuards {
public:
  VariantGuards(bundle::builder::variant &V, const Job &J, const FusedFacts &Facts)
      : V(V), J(J), FusedArguments(Facts.Arguments), Facts(Facts) {}

  void complete() {
    V.record.kind = J.Shape.Constant ? variant_kind::specialized : variant_kind::generic;
    V.record.dimensions = J.Shape.Dims;
    if (J.Shape.Constant)
      V.record.nd_range = J.Shape.Constant->sizes();
    if (J.Plan.Launch.Heterogeneous) {
      V.record.flags |= bundle::variant_heterogeneous | (J.Plan.Launch.ByRows ? bundle::variant_by_rows : 0u) |
                        (J.Plan.Request.ProvenOnly ? 0u : bundle::variant_promised);
      guardRanges();
    }
    noteRecomputed();
    guardPromotions();
    guardConstants();
    for (const DistinctArguments &D : J.Plan.Distinct)
      if (is_contained(FusedArguments, D.A) && is_contained(FusedArguments, D.B))
        addDistinct(bundle::distinct_pair, D.A, D.B);
    for (const ArgumentGuard &G : J.Plan.Identities)
      if (uses(G.Argument) || isPromoted(G.Argument))
        V.guards.push_back(G.Guard);
    // Last: it takes the longest.
    if (footprints::may_conflict(Facts.Footprints))
      addGuard(guard_kind::independent_kernels, {}, footprints::encode(Facts.Footprints));
  }

private:
  // Memory that is in no closure has no name that people know.
  void noteRecomputed() {
    for (const RecomputedElements &R : Facts.Recomputed)
      if (R.Memory.Source == argument_source::closure)
        V.recomputations.push_back({R.Producer, R.Consumer, R.Memory.Submission, R.Memory.Offset, R.Elements, 0});
  }

  // With a constant.
  void addGuard(guard_kind Kind, const ArgumentSource &Of, std::vector<unsigned char> Constant) {
    bundle::guard_record G;
    G.kind = Kind;
    G.submission_a = Of.Submission;
    G.offset_a = Of.Offset;
    G.size = Constant.size();
    G.value = V.constants.size();
    V.constants.push_back(std::move(Constant));
    V.guards.push_back(G);
  }

  void addDistinct(bundle::distinct_form Form, const ArgumentSource &A, const ArgumentSource &B) {
    bundle::guard_record G;
    G.kind = guard_kind::distinct_buffers;
    G.size = Form;
    G.submission_a = A.Submission;
    G.offset_a = A.Offset;
    G.submission_b = B.Submission;
    G.offset_b = B.Offset;
    V.guards.push_back(G);
  }

  bool uses(const ArgumentSource &S) const {
    return any_of(V.arguments, [&](const bundle::argument_record &A) {
      return A.source == S.Source && A.submission == S.Submission && A.offset == S.Offset && A.size == S.Size;
    });
  }

  using Key = std::tuple<argument_source, unsigned, unsigned, unsigned>;
  static Key keyOf(const ArgumentSource &S) { return {S.Source, S.Submission, S.Offset, S.Size}; }

  // A pointer that is still an argument was not promoted (SF3015 has said so).
  std::set<Key> collectPromoted() const {
    std::set<Key> Result;
    for (const PlannedPromotion &P : J.Plan.Promotions)
      Result.insert(keyOf(P.Argument));
    for (const ArgumentSource &S : FusedArguments)
      Result.erase(keyOf(S));
    return Result;
  }
  bool isPromoted(const ArgumentSource &S) const { return Promoted.count(keyOf(S)) != 0; }

  // The ND-range of each submission, in so far as it is known.
  void guardRanges() {
    for (auto [Index, Range] : enumerate(J.Plan.Launch.Ranges)) {
      launch_sizes Record = Range.sizes();
      auto *Bytes = reinterpret_cast<const unsigned char *>(&Record);
      ArgumentSource Of;
      Of.Submission = Index;
      addGuard(guard_kind::nd_range, Of, {Bytes, Bytes + sizeof(Record)});
    }
  }

  void guardConstants() {
    for (const PlannedConstant &P : J.Plan.Constants)
      addGuard(guard_kind::constant_bytes, P.Argument, {P.Bytes.begin(), P.Bytes.end()});
  }

  void guardPromotions() {
    bool HasLocalMemory =
        any_of(V.arguments, [](const bundle::argument_record &A) { return A.source == argument_source::local_memory; });
    for (const PlannedPromotion &P : J.Plan.Promotions) {
      if (!isPromoted(P.Argument))
        continue;
      V.record.flags |= bundle::variant_internalized;
      for (bundle::guard_record G : P.Guards) {
        // The kind of memory that was found for it is not known here; if it is local, its kernels must keep their
        // work-groups.
        if (P.Kind == promotion::automatic && G.kind == guard_kind::promoted_elements && HasLocalMemory &&
            !J.Plan.Launch.ByRows)
          G.size = promoted_per_group_item;
        if (G.kind == guard_kind::promoted_elements && is_contained(Facts.OfAnySize, P.Argument))
          G.value = 0;
        V.guards.push_back(G);
      }
    }
    guardPromotedBuffers();
  }

  // Nobody else may reach a promoted buffer.
  void guardPromotedBuffers() {
    ArrayRef<ArgumentSource> All = J.Plan.Accessors;
    const size_t OfPromoted = count_if(All, [&](const ArgumentSource &A) { return isPromoted(A); });
    if (OfPromoted == 0)
      return;
    if (OfPromoted * (2 * All.size() - OfPromoted - 1) / 2 <= bundle::most_distinct_pairs)
      return pairPromotedBuffers(All);
    for (const ArgumentSource &A : All)
      addDistinct(isPromoted(A) ? bundle::distinct_promoted_member : bundle::distinct_other_member, A, A);
  }

  // Each promoted one with each other one; two promoted ones once.
  void pairPromotedBuffers(ArrayRef<ArgumentSource> All) {
    for (size_t A = 0; A != All.size(); ++A)
      for (size_t B = 0; isPromoted(All[A]) && B != All.size(); ++B)
        if (B > A || (B < A && !isPromoted(All[B])))
          addDistinct(bundle::distinct_promoted_pair, All[A], All[B]);
  }

  bundle::builder::variant &V;
  const Job &J;
  const ArrayRef<ArgumentSource> FusedArguments;
  const FusedFacts &Facts;
  const std::set<Key> Promoted = collectPromoted();
};
} // namespace

void completeVariant(bundle::builder::variant &V, const Job &J, const FusedFacts &Facts) {
  VariantGuards(V, J, Facts).complete();
}

} // namespace syclfuse::fuser
