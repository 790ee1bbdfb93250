// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FusedSequence.h"

#include "LaunchArguments.h"

#include "syclfuse/fuser/FuseError.h"
#include "syclfuse/fuser/Pipeline.h"
#include "syclfuse/native_abi.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>

using namespace llvm;

namespace syclfuse::fuser::sequence {

std::string messageOf(Error E) {
  diagnostics D;
  report(std::move(E), D);
  return D.format();
}

namespace {

NDRange inSyclOrder(const submitted_range &From) {
  NDRange R;
  R.Dims = From.dimensions;
  for (unsigned D = 0; D != R.Dims; ++D) {
    const unsigned Sycl = R.Dims - 1 - D;
    R.Global[Sycl] = From.global_size[D];
    R.Local[Sycl] = From.kind == range_kind::nd_range ? From.local_size[D] : 0;
    R.Offset[Sycl] = From.global_offset[D];
  }
  return R;
}

LaunchShape shapeOf(const submitted_range &Launch, Sizes How) {
  LaunchShape Shape;
  Shape.Kind = Launch.kind;
  Shape.Dims = Launch.dimensions;
  if (How == Sizes::Specialized)
    Shape.Constant = inSyclOrder(Launch);
  return Shape;
}

// By buffer: the arguments of the kernels that are its address.
std::map<unsigned, std::vector<FusionRequest::KernelArgument>> bufferArguments(const Sequence &S, const Module &M) {
  std::map<unsigned, std::vector<FusionRequest::KernelArgument>> Out;
  for (unsigned K = 0; K != S.Kernels.size(); ++K) {
    const Function &F = *M.getFunction(S.Kernels[K].Name);
    const auto Sources = cantFail(readArgumentSources(F));
    for (unsigned A = 0; A != Sources.size(); ++A)
      if (Sources[A].Offset < S.Kernels[K].scalarOffset(0))
        Out[S.Kernels[K].Buffers[Sources[A].Offset / 8]].push_back({K, A});
  }
  return Out;
}

PromotedArgument promotionOf(const Sequence &S, const Buffer &B, Sizes How, const submitted_range &Launch) {
  PromotedArgument P;
  P.Kind = B.Promote;
  P.Elements = B.Ratio;
  P.ElementSize = bytesOf(B.Type);
  if (B.Promote == promotion::local_memory) {
    P.PerWorkItem = How == Sizes::Generic;
    if (!P.PerWorkItem)
      P.Elements *= Launch.local_size[0] * Launch.local_size[1] * Launch.local_size[2];
  }
  return P;
}

bool usesLocalMemoryTwice(const Sequence &S) {
  return count_if(S.Kernels, [](const Kernel &K) { return K.Range.uses_groups; }) > 1;
}

bool readsNeighbours(const std::vector<Statement> &Block) {
  return any_of(Block, [](const Statement &T) {
    return T.What == Statement::LoadShift || readsNeighbours(T.Then) || readsNeighbours(T.Else);
  });
}

bool needsBarriers(const Sequence &S) {
  return usesLocalMemoryTwice(S) || any_of(S.Kernels, [](const Kernel &K) { return readsNeighbours(K.Body); });
}

} // namespace

FusionRequest makeRequest(const Sequence &S, const Module &Prepared, Sizes How, bool Internalize,
                          const fused_range_result &Launch) {
  FusionRequest Request;
  Request.FusedName = "fused";
  // Without need for one there may be none: what the no_barriers property asks for.
  Request.Barriers = S.Groups && (needsBarriers(S) || S.Kernels.size() % 2);
  for (const Kernel &K : S.Kernels)
    Request.Kernels.push_back(K.Name);
  Request.Launch = {Launch.launch.kind, unsigned(Launch.launch.dimensions)};
  if (How == Sizes::Specialized) {
    for (const Kernel &K : S.Kernels)
      Request.Ranges.push_back(inSyclOrder(K.Range));
    Request.Range = inSyclOrder(Launch.launch);
  } else if (Launch.heterogeneous) {
    for (const Kernel &K : S.Kernels)
      Request.RunTimeRanges.emplace_back(K.Range.kind, K.Range.dimensions);
  }
  auto ByBuffer = bufferArguments(S, Prepared);
  std::map<FusionRequest::KernelArgument, unsigned> FirstOf;
  for (auto &[Buffer, Arguments] : ByBuffer) {
    FirstOf[Arguments.front()] = Buffer;
    if (Arguments.size() > 1)
      Request.IdenticalArguments.push_back(Arguments);
  }
  for (unsigned K = 0; K != S.Kernels.size(); ++K)
    for (unsigned A = 0; A != Prepared.getFunction(S.Kernels[K].Name)->arg_size(); ++A) {
      const FusionRequest::KernelArgument At(K, A);
      auto First = FirstOf.find(At);
      const bool Elided = First == FirstOf.end() && any_of(ByBuffer, [&](auto &B) { return is_contained(B.second, At); });
      if (Elided)
        continue;
      const bool Promoted = First != FirstOf.end() && Internalize && S.Buffers[First->second].Promote != promotion::none;
      Request.Promotions.push_back(Promoted ? promotionOf(S, S.Buffers[First->second], How, Launch.launch)
                                            : PromotedArgument{});
    }
  return Request;
}

static Expected<CompiledSequence> compile(const Sequence &S, std::unique_ptr<Module> M, StringRef Kernel,
                                          StringRef TargetName, const submitted_range &Launch, Sizes How,
                                          CompiledSequence Code) {
  auto T = createTarget(TargetName);
  if (!T)
    return T.takeError();
  fuser::TargetOptions Options;
  Options.VerifyEach = true;
  auto Variants = (*T)->compile(std::move(M), Kernel, "entry", shapeOf(Launch, How), Options, Code.Remarks);
  if (!Variants)
    return Variants.takeError();
  Code.Variants = std::move(*Variants);
  Code.Launch = Launch;
  return std::move(Code);
}

Expected<CompiledSequence> compileFused(const Sequence &S, StringRef TargetName, Sizes How, bool Internalize) {
  LLVMContext Context;
  std::unique_ptr<Module> M = buildIR(S, Context);
  if (Error E = prepareKernels(*M, {true}))
    return std::move(E);
  const auto Ranges = S.ranges();
  fused_range_result Launch = fused_range(Ranges.data(), Ranges.size(), false);
  if (How == Sizes::Generic && Launch.heterogeneous)
    Launch = fused_range(Ranges.data(), Ranges.size(), true);
  if (Launch.conflict != range_conflict::none)
    return createStringError(std::string("no launch: ") + to_string(Launch.conflict));
  createFusionStub(*M, makeRequest(S, *M, How, Internalize, Launch));
  CompiledSequence Code;
  Expected<Function *> Fused = fuseRegion(*M, {true}, Code.Remarks);
  if (!Fused)
    return Fused.takeError();
  Code.Promoted.assign(S.Buffers.size(), Internalize);
  for (unsigned B = 0; B != S.Buffers.size(); ++B)
    Code.Promoted[B] = Internalize && S.Buffers[B].Promote != promotion::none;
  for (const ArgumentSource &Source : cantFail(readArgumentSources(**Fused)))
    if (Source.Source == argument_source::closure && Source.Offset < S.Kernels[Source.Submission].scalarOffset(0))
      Code.Promoted[S.Kernels[Source.Submission].Buffers[Source.Offset / 8]] = false;
  const std::string Name = (*Fused)->getName().str();
  return compile(S, std::move(M), Name, TargetName, Launch.launch, How, std::move(Code));
}

Expected<CompiledSequence> compileAlone(const Sequence &S, unsigned Kernel, StringRef TargetName, Sizes How) {
  LLVMContext Context;
  Sequence One;
  One.Buffers = S.Buffers;
  One.Kernels = {S.Kernels[Kernel]};
  std::unique_ptr<Module> M = buildIR(One, Context);
  if (Error E = prepareKernels(*M, {true}))
    return std::move(E);
  return compile(One, std::move(M), One.Kernels.front().Name, TargetName, One.Kernels.front().Range, How, {});
}

namespace {

Expected<std::unique_ptr<orc::LLJIT>> loadNative(const CompiledKernel &Kernel) {
  auto Object = emitNativeObject({Kernel.NativeBitcode}, [](Module &M) {
    for (Function &F : M)
      if (!F.isDeclaration() && F.hasHiddenVisibility())
        F.setVisibility(GlobalValue::DefaultVisibility);
    return Error::success();
  });
  if (!Object)
    return Object.takeError();
  auto Jit = orc::LLJITBuilder().create();
  if (!Jit)
    return Jit.takeError();
  StringRef Bytes(Object->data(), Object->size());
  if (Error E = (*Jit)->addObjectFile(MemoryBuffer::getMemBufferCopy(Bytes, "kernel.o")))
    return std::move(E);
  return std::move(*Jit);
}

} // namespace

Error run(const Sequence &S, const CompiledSequence &Code, size_t Variant, unsigned First, Memory &Data,
          std::mt19937_64 &R) {
  const CompiledKernel &Kernel = Code.Variants[Variant];
  auto Jit = loadNative(Kernel);
  if (!Jit)
    return Jit.takeError();
  auto Address = (*Jit)->lookup(Kernel.Variant.entry);
  if (!Address)
    return Address.takeError();
  auto *Entry = Address->toPtr<sycl_fuse_native_entry>();
  LaunchArguments Arguments(S, First, [&](unsigned B) { return Data[B].data(); });
  std::vector<const void *> Values;
  for (const bundle::argument_record &A : Kernel.Variant.arguments)
    Values.push_back(Arguments.bytesOf(A, Code.Launch));
  const bool Groups = Code.Launch.kind == range_kind::nd_range;
  sycl_fuse_native_state State{};
  uint64_t Units = 1;
  for (unsigned D = 0; D != 3; ++D) {
    State.global_size[D] = Code.Launch.global_size[D];
    State.local_size[D] = Groups ? std::max<uint64_t>(1, Code.Launch.local_size[D]) : 1;
    State.num_groups[D] = State.global_size[D] / State.local_size[D];
    State.global_offset[D] = Code.Launch.global_offset[D];
    Units *= State.num_groups[D];
  }
  State.flags = R() % 2 ? SYCL_FUSE_NATIVE_STREAM : 0;
  // What is beyond must stay as it is.
  const size_t Local = Arguments.localBytes();
  std::vector<unsigned char> LocalMemory(Local + 64 + 64, 0xA5);
  const uintptr_t Base = (reinterpret_cast<uintptr_t>(LocalMemory.data()) + 63) / 64 * 64;
  State.local_memory = reinterpret_cast<void *>(Base);
  for (uint64_t Begin = 0; Begin < Units;) {
    const uint64_t End = std::min<uint64_t>(Units, Begin + 1 + R() % Units);
    Entry(Values.data(), &State, Begin, End);
    Begin = End;
  }
  for (auto *At = reinterpret_cast<unsigned char *>(Base) + Local; At != LocalMemory.data() + LocalMemory.size(); ++At)
    if (*At != 0xA5)
      return createStringError("the kernel wrote beyond its local memory");
  return Error::success();
}

} // namespace syclfuse::fuser::sequence
