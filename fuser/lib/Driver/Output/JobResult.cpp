// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JobResult.h"

#include "Driver/Process/ByteStream.h"

#include "syclfuse/names.hpp"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace syclfuse::fuser {

// ResultFormatVersion goes up with every change here.
template <class Stream> static void exchange(Stream &S, KernelTraffic &T) {
  S(T.Read, T.Written, T.Again, T.Arrays, T.Gathered);
}
template <class Stream> static void exchange(Stream &S, RegionTraffic &T) { S(T.Alone, T.Fused); }
template <class Stream> static void exchange(Stream &S, CodeFacts &F) {
  S(F.Instructions, F.Lanes, F.Kept, F.ShortRows, F.Stalls);
}
template <class Stream> static void exchange(Stream &S, CompiledKernel &K) {
  bundle::builder::variant &V = K.Variant;
  S(V.record, V.entry, V.image, V.arguments, V.guards, V.constants, V.recomputations, K.Facts);
}
template <class Stream> static void exchange(Stream &S, StageText &T) { S(T.Name, T.Text); }
template <class Stream> static void exchange(Stream &S, PassTime &T) { S(T.Name, T.Runs, T.Nanoseconds); }
template <class Stream> static void exchange(Stream &S, JobResult &R) {
  S(R.Kernels, R.NativeObject, R.Traffic, R.Ir, R.Diags, R.Failed, R.Refuted, R.Cut, R.Died, R.Unwritten, R.Stages,
    R.RemarksYAML, R.RemarkLines, R.Times);
}

// The enumerations and indices that the builder of the bundle trusts.
static bool isSound(const CompiledKernel &K) {
  const bundle::builder::variant &V = K.Variant;
  const bundle::variant_record &R = V.record;
  return is_known(R.target) && is_known(R.kind) && is_known(R.format) && R.dimensions >= 1 && R.dimensions <= 3 &&
         all_of(V.arguments, [](const bundle::argument_record &A) { return is_known(A.source); }) &&
         all_of(V.guards, [&](const bundle::guard_record &G) {
           return is_known(G.kind) &&
                  (!has_constant(G.kind) || (G.value < V.constants.size() && V.constants[G.value].size() == G.size));
         });
}

std::string encodeResult(const JobResult &Result) {
  ByteWriter W;
  W(Result);
  return W.take();
}

bool decodeResult(StringRef Bytes, JobResult &Out) {
  ByteReader R(Bytes);
  R(Out);
  const bool IsNative =
      any_of(Out.Kernels, [](const CompiledKernel &K) { return K.Variant.record.target == target_kind::native; });
  // A result that failed has nothing, and says so.
  return R.done() && all_of(Out.Kernels, isSound) && IsNative != Out.NativeObject.empty() &&
         !(Out.Failed && !Out.Kernels.empty()) && Out.Failed == Out.Diags.has_errors();
}

bool isProvenWrong(diag Code) {
  return Code == diag::promotion_refuted || Code == diag::dependence_crosses_groups ||
         Code == diag::dependence_needs_barrier;
}

bool isProvenWrong(const JobResult &Result) {
  return any_of(Result.Diags.list(),
                [](const diagnostic &D) { return D.level == severity::error && isProvenWrong(D.code); });
}

} // namespace syclfuse::fuser
