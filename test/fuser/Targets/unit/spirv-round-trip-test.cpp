// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random fused sequences as SPIR-V, which is read as the driver reads SPIR-V input and compiled for this machine: the
// bits are those of the host interpreter, as on the direct road (differential-test). SYCLFUSE_TEST_SEED and
// SYCLFUSE_TEST_CASES choose the first seed and the number of cases.
#include "Driver/Input/SpirvInput.h"
#include "NativeRun.h"
#include "Seeds.h"

#include "Support/FuseError.h"
#include "Support/Metadata.h"
#include "Transforms/Framework/Pipeline.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;
using namespace syclfuse::fuser::sequence;

namespace {

// What the image's arguments are, said to the kernel that was read back. The memory of local accessors is one argument
// of SPIR-V, whose room depends on the launch.
void describeArguments(Function &Kernel, const bundle::builder::variant &V, uint64_t LocalBytes) {
  SmallVector<ArgumentSource, 16> Sources;
  for (const bundle::argument_record &A : V.arguments) {
    ArgumentSource S;
    S.Source = A.source;
    S.Submission = A.submission;
    S.Offset = A.offset;
    S.Size = A.size;
    if (A.source == argument_source::local_memory && !A.size && !A.offset)
      S.Size = LocalBytes;
    Sources.push_back(S);
  }
  writeArgumentSources(Kernel, Sources);
}

Expected<CompiledSequence> readBack(const Sequence &S, const CompiledSequence &Spirv) {
  const bundle::builder::variant &Image = Spirv.Variants.front().Variant;
  diagnostics Diags;
  StringRef Bytes(reinterpret_cast<const char *>(Image.image.data()), Image.image.size());
  std::unique_ptr<MemoryBuffer> Bitcode = readSpirv(Bytes, "image", SpirvReader(), Diags);
  if (!Bitcode)
    return createStringError(Diags.format());
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M = parseBitcodeFile(*Bitcode, Context);
  if (!M)
    return M.takeError();
  Function *Kernel = (*M)->getFunction(Image.entry);
  if (!Kernel || Kernel->arg_size() != Image.arguments.size())
    return createStringError("the kernel has other arguments");
  uint64_t LocalBytes = 0;
  for (const sequence::Kernel &K : S.Kernels)
    LocalBytes = std::max(LocalBytes, K.localBytes());
  describeArguments(*Kernel, Image, LocalBytes);
  if (Error E = prepareKernels(**M, {true}))
    return std::move(E);
  Expected<std::unique_ptr<Target>> T = createTarget("native:v2");
  if (!T)
    return T.takeError();
  CompiledSequence Code;
  Code.Launch = Spirv.Launch;
  Code.Promoted = Spirv.Promoted;
  LaunchShape Shape;
  Shape.Kind = Code.Launch.kind;
  Shape.Dims = Code.Launch.dimensions;
  fuser::TargetOptions Options;
  Options.VerifyEach = true;
  Expected<std::vector<CompiledKernel>> Variants =
      (*T)->compile(std::move(*M), Image.entry, "again", Shape, Options, Code.Remarks);
  if (!Variants)
    return Variants.takeError();
  Code.Variants = std::move(*Variants);
  return std::move(Code);
}

// For spirv-val: <folder>/<seed>.spv.
void keepImage(uint64_t Seed, const std::vector<unsigned char> &Image) {
  if (const char *Folder = std::getenv("SYCL_FUSE_TEST_IMAGES"))
    std::ofstream(Folder + ("/" + std::to_string(Seed)) + ".spv", std::ios::binary)
        .write(reinterpret_cast<const char *>(Image.data()), Image.size());
}

void checkRoundTrip(uint64_t Seed) {
  const Sequence S = randomSequence(Seed);
  std::mt19937_64 R(Seed);
  const Memory Before = randomMemory(S, Seed);
  Memory Wanted = Before, Data = Before;
  interpret(S, Wanted);
  Form How;
  How.Target = "spirv";
  How.How = R() % 2 ? Sizes::Specialized : Sizes::Generic;
  How.Internalize = R() % 2;
  Expected<CompiledSequence> Spirv = compileFused(S, How);
  if (!Spirv) {
    const std::string Why = messageOf(Spirv.takeError());
    ASSERT_TRUE(mayBeRefused(S, Why)) << Why;
    return;
  }
  keepImage(Seed, Spirv->Variants.front().Variant.image);
  Expected<CompiledSequence> Code = readBack(S, *Spirv);
  ASSERT_TRUE(bool(Code)) << messageOf(Code.takeError());
  auto Loader = NativeLoader::create(/*Quick=*/false);
  ASSERT_TRUE(bool(Loader)) << messageOf(Loader.takeError());
  Error E = (*Loader)->load({&*Code});
  ASSERT_FALSE(bool(E)) << messageOf(std::move(E));
  E = (*Loader)->run(S, *Code, 0, Code->Launch, 0, Data, R);
  ASSERT_FALSE(bool(E)) << messageOf(std::move(E));
  for (unsigned B = 0; B != S.Buffers.size(); ++B)
    ASSERT_EQ(Data[B], Code->Promoted[B] ? Before[B] : Wanted[B]) << "buffer " << B;
}

TEST(SpirvRoundTrip, FusedSequencesGiveTheBitsOfTheInterpreter) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  forSeeds(Seeds::fixed(1, 40), checkRoundTrip);
}

} // namespace
