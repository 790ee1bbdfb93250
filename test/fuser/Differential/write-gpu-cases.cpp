// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes random sequences, fused for an NVIDIA GPU, with their data and the results of the host interpreter, for
// test/gpu/run-cases.cpp on a machine without a compiler:
//   write-gpu-cases <file> <target> <first seed> <count>
// The file, little-endian 64-bit numbers throughout: per case: seed, number of buffers, per buffer: size, bytes before, bytes
// expected; image size, image, entry size, entry, grid[3], block[3], shared bytes, number of arguments, per argument: buffer
// whose address it is or all ones, size, bytes.
#include "FusedSequence.h"
#include "LaunchArguments.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <fstream>

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser::sequence;

namespace {

constexpr uint64_t NoBuffer = ~uint64_t(0);

class Writer {
public:
  explicit Writer(const char *Path) : Out(Path, std::ios::binary) {}
  void number(uint64_t N) { Out.write(reinterpret_cast<const char *>(&N), 8); }
  void bytes(const void *Data, size_t Size) { Out.write(static_cast<const char *>(Data), Size); }
  bool good() { return bool(Out.flush()); }

private:
  std::ofstream Out;
};

// As the runtime's CUDA driver does it.
void writeGeometry(Writer &Out, const CompiledSequence &Code, const bundle::variant_record &V) {
  uint64_t Grid[3] = {1, 1, 1}, Block[3] = {1, 1, 1};
  const submitted_range &L = Code.Launch;
  if (V.flags & bundle::variant_linear) {
    const uint64_t Total = L.global_size[0] * L.global_size[1] * L.global_size[2];
    Block[0] = V.group_size ? V.group_size : 256;
    const uint64_t Each = Block[0] * std::max<uint32_t>(1, V.items_per_thread);
    Grid[0] = (Total + Each - 1) / Each;
  } else {
    for (unsigned D = 0; D != 3; ++D) {
      Block[D] = std::max<uint64_t>(1, L.local_size[D]);
      Grid[D] = L.global_size[D] / Block[D];
    }
  }
  for (uint64_t N : Grid)
    Out.number(N);
  for (uint64_t N : Block)
    Out.number(N);
}

bool writeCase(Writer &Out, uint64_t Seed, const Sequence &S, const CompiledSequence &Code) {
  const bundle::builder::variant &V = Code.Variants.front().Variant;
  const Memory Before = randomMemory(S, Seed);
  Memory Expected = Before;
  interpret(S, Expected);
  Out.number(Seed);
  Out.number(S.Buffers.size());
  for (unsigned B = 0; B != S.Buffers.size(); ++B) {
    Out.number(Before[B].size());
    Out.bytes(Before[B].data(), Before[B].size());
    Out.bytes((Code.Promoted[B] ? Before : Expected)[B].data(), Before[B].size());
  }
  Out.number(V.image.size());
  Out.bytes(V.image.data(), V.image.size());
  Out.number(V.entry.size());
  Out.bytes(V.entry.data(), V.entry.size());
  writeGeometry(Out, Code, V.record);
  LaunchArguments Arguments(S, 0, [](unsigned B) { return uint64_t(B); });
  std::vector<const void *> Values;
  for (const bundle::argument_record &A : V.arguments)
    Values.push_back(Arguments.bytesOf(A, Code.Launch));
  Out.number(Arguments.localBytes());
  Out.number(Values.size());
  for (size_t N = 0; N != Values.size(); ++N) {
    const bundle::argument_record &A = V.arguments[N];
    const bool IsClosure = A.source == argument_source::closure, IsLocal = A.source == argument_source::local_memory;
    const bool IsBuffer = IsClosure && A.offset < S.Kernels[A.submission].scalarOffset(0);
    Out.number(IsBuffer ? S.Kernels[A.submission].Buffers[A.offset / 8] : NoBuffer);
    const size_t Size = IsLocal ? 8 : A.size;
    Out.number(Size);
    Out.bytes(Values[N], Size);
  }
  return Out.good();
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 5) {
    errs() << "usage: write-gpu-cases <file> <target> <first seed> <count>\n";
    return 2;
  }
  Writer Out(argv[1]);
  const uint64_t First = std::strtoull(argv[3], nullptr, 10), Count = std::strtoull(argv[4], nullptr, 10);
  for (uint64_t Seed = First; Seed != First + Count; ++Seed) {
    const Sequence S = randomSequence(Seed);
    for (Sizes How : {Sizes::Specialized, Sizes::Generic}) {
      auto Code = compileFused(S, argv[2], How, Seed % 3 != 0);
      if (!Code) {
        errs() << "seed " << Seed << ": " << messageOf(Code.takeError()) << "\n";
        return 1;
      }
      if (!writeCase(Out, Seed, S, *Code)) {
        errs() << "cannot write '" << argv[1] << "'\n";
        return 1;
      }
    }
  }
  return 0;
}
