// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes random kernels, compiled for an NVIDIA GPU, with their data and the results of the host interpreter, for
// test/gpu/Inputs/run-cases.cpp on a machine without a compiler:
//   write-gpu-cases sequences|kernels <file> <target> <first seed> <count>
// sequences: kernels that are fused, as differential-test makes them. kernels: single ones with group and sub-group
// functions, barriers, atomics and divergent control flow, as targets-test makes them. Each seed gives two cases: with
// the ND-range in the code and as an argument; none where a sequence cannot be proven to be legal in work-groups other
// than its own.
#include "../../Targets/unit/RandomKernel.h"
#include "CaseFile.h"
#include "FusedSequence.h"
#include "LaunchArguments.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <deque>

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

bool writeSequence(const Request &R, const Sequence &S, const CompiledSequence &Code) {
  const bundle::builder::variant &V = Code.Variants.front().Variant;
  const Memory Before = randomMemory(S, R.Seed);
  Memory Expected = Before;
  interpret(S, Expected);
  Case C;
  C.Seed = R.Seed;
  for (unsigned B = 0; B != S.Buffers.size(); ++B)
    C.Buffers.push_back({Before[B].data(), (Code.Promoted[B] ? Before : Expected)[B].data(), Before[B].size()});
  LaunchArguments Arguments(S, 0, [](unsigned B) { return uint64_t(B); });
  for (const bundle::argument_record &A : V.arguments) {
    const Kernel *K = A.source == argument_source::closure ? &S.Kernels[A.submission] : nullptr;
    const bool IsBuffer = K && A.offset < K->scalarOffset(0);
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

submitted_range rangeOf(const TestLaunch &L) {
  submitted_range Range;
  Range.kind = L.NDRange ? range_kind::nd_range : range_kind::range;
  Range.dimensions = L.Dims;
  for (unsigned D = 0; D != 3; ++D) {
    Range.global_size[D] = L.Global[D];
    Range.local_size[D] = L.Local[D];
    Range.global_offset[D] = L.Offset[D];
  }
  return Range;
}

bool writeKernel(const Request &R, const RandomKernel &Kernel, const TestLaunch &Launch,
                 const bundle::builder::variant &V) {
  std::mt19937 Random(R.Seed);
  std::vector<int32_t> In(RandomKernel::ReadableInput);
  for (int32_t &X : In)
    X = int32_t(Random());
  const std::vector<int32_t> Before(Launch.items() + RandomKernel::Counters, 7);
  std::vector<int32_t> Expected = Before;
  Kernel.interpret(Launch, In, Expected);
  const submitted_range Range = rangeOf(Launch);
  Case C;
  C.Seed = R.Seed;
  C.Buffers = {{In.data(), In.data(), In.size() * 4}, {Before.data(), Expected.data(), Before.size() * 4}};
  const uint64_t NoAddress = 0;
  std::deque<uint64_t> Groups;
  for (const bundle::argument_record &A : V.arguments) {
    const uint64_t Pointers = 16; // bytes of the closure, before the scalar
    if (A.source == argument_source::closure && A.offset < Pointers)
      C.Arguments.push_back({A.offset / 8, &NoAddress, 8});
    else if (A.source == argument_source::closure)
      C.Arguments.push_back({CaseArgument::NoBuffer, &Launch.Scalar, 4});
    else if (A.source == argument_source::global_size)
      C.Arguments.push_back({CaseArgument::NoBuffer, &Range.global_size[A.offset], 8});
    else if (A.source == argument_source::global_offset)
      C.Arguments.push_back({CaseArgument::NoBuffer, &Range.global_offset[A.offset], 8});
    else if (A.source == argument_source::local_size)
      C.Arguments.push_back({CaseArgument::NoBuffer, &Range.local_size[A.offset], 8});
    else if (A.source == argument_source::num_groups)
      C.Arguments.push_back(
          {CaseArgument::NoBuffer, &Groups.emplace_back(Range.global_size[A.offset] / Range.local_size[A.offset]), 8});
    else
      return R.failed("an argument that the kernel does not have");
  }
  return R.Out.write(C, V, Range) || R.failed("the file cannot be written");
}

bool writeKernels(const Request &R) {
  std::mt19937 Random(R.Seed);
  const RandomKernel Kernel(Random, /*WithGroups=*/true, WarpSize);
  const TestLaunch Launch = Kernel.randomLaunch(Random);
  auto Target = fuser::createTarget(R.Target);
  if (!Target)
    return R.failed(messageOf(Target.takeError()));
  for (bool Specialized : {true, false}) {
    LLVMContext Context;
    diagnostics Remarks;
    auto Code = (*Target)->compile(Kernel.build(Context, R.Seed % 2), "kernel", "entry", Launch.shape(Specialized), {},
                                   Remarks);
    if (!Code)
      return R.failed(messageOf(Code.takeError()));
    if (!writeKernel(R, Kernel, Launch, Code->front().Variant))
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
