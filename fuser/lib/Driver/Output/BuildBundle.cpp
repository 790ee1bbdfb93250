// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BundleObject.h"
#include "Driver/Input/RelativePaths.h"
#include "Driver/Planning/RegionSegments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace syclfuse::fuser {

namespace {
class Assembler {
public:
  Assembler(const manifest::document &Document, ArrayRef<Job> Jobs, ArrayRef<JobResult> Results, IrSource IrOf)
      : Document(Document), Jobs(Jobs), Results(Results), IrOf(IrOf), Builder(producerName()) {}

  BuiltBundle run() {
    for (const manifest::kernel &K : Document.kernels)
      addKernel(K);
    for (size_t Number : seq(Document.regions.size()))
      addRegion(Number);
    Out.Bytes = Builder.finish();
    return std::move(Out);
  }

private:
  static bundle::builder::location place(const manifest::source_location &L) {
    return {relativeName(L.file), L.line, L.column};
  }

  void addKernel(const manifest::kernel &K) {
    bundle::builder::kernel New;
    New.symbol = K.symbol;
    New.name = K.name;
    New.where = place(K.location);
    New.kind = K.kind;
    New.dimensions = K.dimensions;
    New.closure_size = K.closure_size;
    New.fused_only = K.fused_only;
    for (const Job &J : Jobs)
      if (J.Kernel == &K && J.UsesGroups != bundle::groups_unused)
        New.uses_groups = J.UsesGroups;
    for (const manifest::parameter &P : K.parameters) {
      bundle::builder::parameter Param;
      Param.name = P.name;
      Param.type = P.type;
      Param.target = P.target;
      Param.record.kind = P.kind;
      Param.record.mode = P.mode;
      Param.record.dimensions = P.dimensions;
      Param.record.element_size = P.element_size;
      Param.record.offset = P.offset;
      Param.record.size = P.size;
      New.parameters.push_back(std::move(Param));
    }
    for (auto [J, Result] : zip_equal(Jobs, Results)) // the same in each
      if (J.Kernel == &K && !Result.Ir.empty())
        New.ir = Result.Ir;
    if (K.fused_only) // it has no job
      New.ir = IrOf(K);
    New.variants = take([&](const Job &J) { return J.Kernel == &K; });
    Indices[K.symbol] = Builder.add_kernel(std::move(New));
  }

  void addRegion(size_t Number) {
    const manifest::region &R = Document.regions[Number];
    bundle::builder::region New;
    New.name = R.name;
    New.begin = place(R.source.begin);
    New.end = place(R.source.end);
    New.kind = R.kind;
    New.barriers = R.barriers;
    New.trusted = R.trusted;
    New.cut = any_of(zip_equal(Jobs, Results),
                     [&](const auto &Pair) { return std::get<0>(Pair).Region == Number && std::get<1>(Pair).WasCut; });
    for (const manifest::submission &S : R.submissions)
      New.submissions.push_back(submission(S));
    New.variants = take([&](const Job &J) { return J.Region == Number; });
    New.cut |= New.variants.empty() && any_of(Document.regions, [&](const manifest::region &Segment) {
                 return placeInWhole(Segment, R).has_value();
               });
    Builder.add_region(std::move(New));
  }

  bundle::builder::submission submission(const manifest::submission &S) const {
    const manifest::kernel &K =
        *find_if(Document.kernels, [&](const manifest::kernel &Other) { return Other.symbol == S.kernel; });
    bundle::builder::submission New{Indices.at(S.kernel), S.kind, S.dimensions, {}};
    for (const manifest::argument &A : S.arguments) {
      if (A.promote == promotion::none)
        continue;
      bundle::promotion_record P;
      P.offset = K.parameters[A.parameter].offset;
      P.promote = A.promote;
      New.promotions.push_back(P);
    }
    llvm::sort(New.promotions, [](const bundle::promotion_record &A, const bundle::promotion_record &B) {
      return A.offset < B.offset;
    });
    return New;
  }

  static bool isUnprofitable(const CompiledKernel &K) { return K.Variant.record.flags & bundle::variant_unprofitable; }

  // The order that bundle.hpp promises; within it, that of the target.
  static auto preference(const CompiledKernel &K) {
    const bundle::variant_record &R = K.Variant.record;
    return std::make_tuple(R.target, R.kind != variant_kind::specialized,
                           (R.flags & bundle::variant_heterogeneous) != 0, !(R.flags & bundle::variant_internalized),
                           !(R.flags & bundle::variant_by_rows), ~R.arch);
  }

  template <class Belongs> std::vector<bundle::builder::variant> take(Belongs IsOurs) {
    std::vector<CompiledKernel> Kernels;
    for (auto [Job, Result] : zip_equal(Jobs, Results)) {
      if (!IsOurs(Job))
        continue;
      llvm::append_range(Kernels, Result.Kernels);
      if (!Result.NativeObject.empty() && !all_of(Result.Kernels, isUnprofitable))
        Out.NativeObjects.push_back(Result.NativeObject);
    }
    auto Order = to_vector(seq<size_t>(0, Kernels.size()));
    llvm::sort(Order, [&](size_t A, size_t B) {
      return std::make_pair(preference(Kernels[A]), A) < std::make_pair(preference(Kernels[B]), B);
    });
    std::vector<bundle::builder::variant> Variants;
    for (size_t Index : Order) {
      CompiledKernel &K = Kernels[Index];
      if (isUnprofitable(K)) {
        K.Variant.image.clear(); // the format stays: it says which devices the variant is for
      } else if (K.Variant.record.target == target_kind::native) {
        K.Variant.record.native_entry = Out.NativeEntries.size();
        Out.NativeEntries.push_back(K.Variant.entry);
      }
      Variants.push_back(std::move(K.Variant));
    }
    return Variants;
  }

  const manifest::document &Document;
  ArrayRef<Job> Jobs;
  ArrayRef<JobResult> Results;
  IrSource IrOf;
  bundle::builder Builder;
  std::map<std::string, uint32_t> Indices;
  BuiltBundle Out;
};
} // namespace

BuiltBundle buildBundle(const manifest::document &Document, ArrayRef<Job> Jobs, ArrayRef<JobResult> Results,
                        IrSource IrOf) {
  return Assembler(Document, Jobs, Results, IrOf).run();
}

} // namespace syclfuse::fuser
