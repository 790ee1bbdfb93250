// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes random kernels, compiled for an NVIDIA GPU, with their data and the results of the host interpreter, for
// test/gpu/Inputs/run-cases.cpp on a machine without a compiler:
//   write-gpu-cases sequences|kernels <file> <target> <first seed> <count>
// sequences: kernels that are fused, as differential-test makes them. kernels: single ones with group and sub-group
// functions, barriers, atomics and divergent control flow, as targets-test makes them. Each seed gives two cases: with
// the ND-range in the code and as an argument; none where a sequence cannot be proven to be legal in work-groups other
// than its own.
#include "CaseFile.h"
#include "FusedSequence.h"
#include "LaunchArguments.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser::sequence;

namespace {

constexpr unsigned WarpSize = 32; // of every NVIDIA GPU

// What a seed gives is written to Out.
struct Request {
  CaseFile &Out;
  const char *Target;
  uint64_t Seed;

  bool failed(const Twine &Why) const {
    errs() << "seed " << Seed << ": " << Why << "\n";
    return false;
  }
};

// Single kernels have no temporaries.
bool isPromoted(const CompiledSequence &Code, unsigned B) { return !Code.Promoted.empty() && Code.Promoted[B]; }

bool writeSequence(const Request &R, const Sequence &S, const CompiledSequence &Code) {
  const bundle::builder::variant &V = Code.Variants.front().Variant;
  const Memory Before = randomMemory(S, R.Seed);
  Memory Expected = Before;
  interpret(S, Expected);
  Case C;
  C.Seed = R.Seed;
  for (unsigned B = 0; B != S.Buffers.size(); ++B)
    C.Buffers.push_back({Before[B].data(), (isPromoted(Code, B) ? Before : Expected)[B].data(), Before[B].size()});
  LaunchArguments Arguments(S, 0, [](unsigned B) { return uint64_t(B); });
  for (const bundle::argument_record &A : V.arguments) {
    const Kernel *K = A.source == argument_source::closure ? &S.Kernels[A.submission] : nullptr;
    const bool IsBuffer = K && A.offset < K->scalarOffset(0) && A.size == 8;
    C.Arguments.push_back({IsBuffer ? K->Buffers[A.offset / 8] : CaseArgument::NoBuffer,
                           Arguments.bytesOf(A, Code.Launch), A.source == argument_source::local_memory ? 8 : A.size});
  }
  C.LocalBytes = Arguments.localBytes();
  return R.Out.write(C, V, Code.Launch) || R.failed("the file cannot be written");
}

Form form(const Request &R, Sizes How) {
  Form F;
  F.Target = R.Target;
  F.How = How;
  F.Internalize = R.Seed % 3 != 0;
  F.Constants = R.Seed % 5 < 2;
  F.Distinct = R.Seed % 2;
  return F;
}

bool writeSequences(const Request &R) {
  const Sequence S = randomSequence(R.Seed);
  for (Sizes How : {Sizes::Specialized, Sizes::Generic}) {
    auto Code = compileFused(S, form(R, How));
    if (!Code) {
      const std::string Why = messageOf(Code.takeError());
      if (mayBeRefused(S, Why))
        continue;
      return R.failed(Why);
    }
    if (!writeSequence(R, S, *Code))
      return false;
  }
  return true;
}

bool writeKernels(const Request &R) {
  KernelOptions Options;
  Options.SubGroupSize = WarpSize;
  const Sequence S = randomKernel(R.Seed, Options);
  for (Sizes How : {Sizes::Specialized, Sizes::Generic}) {
    Form F = form(R, How);
    F.Prepare = R.Seed % 2;
    auto Code = compileAlone(S, 0, F);
    if (!Code)
      return R.failed(messageOf(Code.takeError()));
    if (!writeSequence(R, S, *Code))
      return false;
  }
  return true;
}

} // namespace

int main(int argc, char **argv) {
  const StringRef Kind = argc == 6 ? argv[1] : "";
  if (Kind != "sequences" && Kind != "kernels") {
    errs() << "usage: write-gpu-cases sequences|kernels <file> <target> <first seed> <count>\n";
    return 2;
  }
  CaseFile Out(argv[2]);
  const uint64_t First = std::strtoull(argv[4], nullptr, 10), Count = std::strtoull(argv[5], nullptr, 10);
  for (uint64_t Seed = First; Seed != First + Count; ++Seed)
    if (const Request R{Out, argv[3], Seed}; !(Kind == "kernels" ? writeKernels(R) : writeSequences(R)))
      return 1;
  return 0;
}
