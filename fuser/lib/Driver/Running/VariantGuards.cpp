// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "VariantGuards.h"

#include "llvm/ADT/STLExtras.h"

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
      V.record.flags |= bundle::variant_heterogeneous;
      guardRanges();
    }
    guardPromotions();
    guardConstants();
    for (const DistinctGuard &G : J.Plan.Distinct)
      if (is_contained(FusedArguments, G.A) && is_contained(FusedArguments, G.B))
        V.guards.push_back(G.Guard);
    for (const ArgumentGuard &G : J.Plan.Identities)
      if (uses(G.Argument) || isPromoted(G.Argument))
        V.guards.push_back(G.Guard);
    // Last: it takes the longest.
    if (footprints::may_conflict(Facts.Footprints))
      addGuard(guard_kind::independent_kernels, {}, footprints::encode(Facts.Footprints));
  }

private:
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

  bool uses(const ArgumentSource &S) const {
    return any_of(V.arguments, [&](const bundle::argument_record &A) {
      return A.source == S.Source && A.submission == S.Submission && A.offset == S.Offset && A.size == S.Size;
    });
  }

  // A pointer that is still an argument was not promoted (SF3015 has said so).
  bool isPromoted(const ArgumentSource &S) const {
    return any_of(J.Plan.Promotions, [&](const PlannedPromotion &P) { return P.Argument == S; }) &&
           !is_contained(FusedArguments, S);
  }

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
        if (P.Kind == promotion::automatic && G.kind == guard_kind::promoted_elements && HasLocalMemory)
          G.size = promoted_per_group_item;
        if (G.kind == guard_kind::promoted_elements && is_contained(Facts.OfAnySize, P.Argument))
          G.value = 0;
        V.guards.push_back(G);
      }
    }
  }

  bundle::builder::variant &V;
  const Job &J;
  const ArrayRef<ArgumentSource> FusedArguments;
  const FusedFacts &Facts;
};
} // namespace

void completeVariant(bundle::builder::variant &V, const Job &J, const FusedFacts &Facts) {
  VariantGuards(V, J, Facts).complete();
}

} // namespace syclfuse::fuser
