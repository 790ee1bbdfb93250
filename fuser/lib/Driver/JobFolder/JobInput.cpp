// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JobInput.h"

#include "Driver/Input/KernelIr.h"
#include "SealedFile.h"

#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace syclfuse::fuser {

// JobInputVersion goes up with every change here.
template <class Stream> static void exchange(Stream &S, manifest::source_location &L) { S(L.file, L.line, L.column); }
template <class Stream> static void exchange(Stream &S, NDRange &R) { S(R.Dims, R.Global, R.Local, R.Offset); }
template <class Stream> static void exchange(Stream &S, LaunchShape &L) {
  S(L.Kind, L.Dims, L.Constant, L.DistinctPointers, L.Fallback);
}
template <class Stream> static void exchange(Stream &S, PromotedArgument &P) {
  S(P.Kind, P.Elements, P.ElementSize, P.PerWorkItem, P.AtMost, P.OfRow);
}
template <class Stream> static void exchange(Stream &S, FusionRequest &R) {
  S(R.FusedName, R.Kernels, R.IdenticalArguments, R.Promotions, R.Constants, R.Range, R.Ranges, R.RunTimeRanges,
    R.Launch, R.ByRows, R.Barriers, R.ProvenOnly);
}
template <class Stream> static void exchange(Stream &S, PlannedLaunch &L) {
  S(L.Ranges, L.Heterogeneous, L.ByRows, L.KeepsPromotedGroups, L.Shape);
}
template <class Stream> static void exchange(Stream &S, ArgumentGuard &G) { S(G.Argument, G.Guard); }
template <class Stream> static void exchange(Stream &S, DistinctArguments &D) { S(D.A, D.B); }
template <class Stream> static void exchange(Stream &S, PlannedPromotion &P) {
  S(P.Argument, P.Name, P.Kind, P.Guards);
}
template <class Stream> static void exchange(Stream &S, PlannedConstant &C) { S(C.Argument, C.Bytes); }
template <class Stream> static void exchange(Stream &S, PlannedFusion &P) {
  S(P.Request, P.Launch, P.Identities, P.Promotions, P.Accessors, P.Constants, P.Distinct, P.Names);
}
template <class Stream> static void exchange(Stream &S, AlternativeByRows &R) { S(R.Id, R.Entry, R.Plan); }
template <class Stream> static void exchange(Stream &S, Job &J) {
  S(J.Id, J.Entry, J.What, J.Where, J.Shape, J.Plan, J.ByRows);
}
template <class Stream> static void exchange(Stream &S, BuildOptions &O) { S(O.VerifyEach, O.NoErrors); }

std::string encodeJobInput(const Job &J, const KernelLibrary &Library, const BuildOptions &Options) {
  ByteWriter W;
  W(producerName(), J.On->name(), J, Options);
  StringSet<> Written;
  for (const std::string &Symbol : J.Plan.Request.Kernels)
    if (Written.insert(Symbol).second)
      W(*Library.find(Symbol));
  return seal(JobInputLetters, JobInputVersion, W.take());
}

std::string JobInput::decode(StringRef Bytes, BuildOptions &Options) {
  if (std::string Problem = unseal(JobInputLetters, JobInputVersion, Bytes); !Problem.empty())
    return Problem;
  ByteReader R(Bytes);
  if (const std::string Producer = R.read<std::string>(); R.ok() && Producer != producerName())
    return "it is of " + Producer + ", needed: " + producerName();
  const std::string TargetName = R.read<std::string>();
  R(Work, Options);
  for (const std::string &Symbol : Work.Plan.Request.Kernels)
    if (!Library.find(Symbol))
      Library.insert(Symbol, R.read<LibraryKernel>());
  if (!R.done() || Work.Plan.Request.Kernels.empty())
    return "it is damaged";
  if (Error E = createTarget(TargetName).moveInto(On))
    return toString(std::move(E));
  Work.On = On.get();
  return "";
}

} // namespace syclfuse::fuser
