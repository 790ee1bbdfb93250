// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FusedSequence.h"

#include "Support/FuseError.h"
#include "Transforms/Framework/Pipeline.h"

#include "llvm/IR/Module.h"

#include <map>
#include <set>

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

// A closure that is indexed at run time stays whole.
bool isBuffer(const Kernel &K, const ArgumentSource &A) { return A.Offset < K.scalarOffset(0) && A.Size == 8; }

// By buffer: the arguments of the kernels that are its address.
std::map<unsigned, std::vector<FusionRequest::KernelArgument>> bufferArguments(const Sequence &S, const Module &M) {
  std::map<unsigned, std::vector<FusionRequest::KernelArgument>> Out;
  for (unsigned K = 0; K != S.Kernels.size(); ++K) {
    const Function &F = *M.getFunction(S.Kernels[K].Name);
    const auto Sources = cantFail(readArgumentSources(F));
    for (unsigned A = 0; A != Sources.size(); ++A)
      if (isBuffer(S.Kernels[K], Sources[A]))
        Out[S.Kernels[K].Buffers[Sources[A].Offset / 8]].push_back({K, A});
  }
  return Out;
}

// A buffer whose address a kernel has only within a closure that stays whole is in global memory for all.
bool isPromoted(const Sequence &S, const Module &M, unsigned Buffer) {
  if (S.Buffers[Buffer].Promote == promotion::none)
    return false;
  for (const Kernel &K : S.Kernels)
    for (const ArgumentSource &A : cantFail(readArgumentSources(*M.getFunction(K.Name))))
      for (unsigned B = 0; B != K.Buffers.size() && !isBuffer(K, A); ++B)
        if (K.Buffers[B] == Buffer && A.Offset <= 8 * B && A.Offset + A.Size >= 8 * B + 8)
          return false;
  return true;
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
    return T.What == Statement::LoadShift || T.What == Statement::LoadClamped || readsNeighbours(T.Then) ||
           readsNeighbours(T.Else);
  });
}

bool needsBarriers(const Sequence &S) {
  return usesLocalMemoryTwice(S) || any_of(S.Kernels, [](const Kernel &K) { return readsNeighbours(K.Body); });
}

bool isShift(const Sequence &S, unsigned Kernel, const ArgumentSource &A) {
  return A.Offset == S.Kernels[Kernel].shiftOffset();
}

std::string bytesOf(const Sequence &S, unsigned Kernel, const ArgumentSource &A) {
  const sequence::Kernel &K = S.Kernels[Kernel];
  const void *From =
      isShift(S, Kernel, A) ? static_cast<const void *>(&S.Shift) : &K.Scalars[(A.Offset - K.scalarOffset(0)) / 4];
  return std::string(static_cast<const char *>(From), A.Size);
}

class RequestWriter {
public:
  RequestWriter(const Sequence &S, const Module &Prepared, const Form &How, const submitted_range &Launch)
      : S(S), M(Prepared), How(How), Launch(Launch) {}

  // Identical arguments, promotions and constants.
  void write(FusionRequest &Request) {
    findIdentical(Request);
    for (unsigned K = 0; K != S.Kernels.size(); ++K)
      for (const auto &[A, Source] : enumerate(cantFail(readArgumentSources(*M.getFunction(S.Kernels[K].Name)))))
        if (!Elided.count({K, unsigned(A)}))
          writeOne(Request, K, A, Source);
  }

private:
  void findIdentical(FusionRequest &Request) {
    auto ByBuffer = bufferArguments(S, M);
    std::vector<FusionRequest::KernelArgument> Shifts;
    for (unsigned K = 0; K != S.Kernels.size(); ++K)
      for (const auto &[A, Source] : enumerate(cantFail(readArgumentSources(*M.getFunction(S.Kernels[K].Name)))))
        if (How.Constants && isShift(S, K, Source))
          Shifts.push_back({K, unsigned(A)});
    auto Add = [&](const std::vector<FusionRequest::KernelArgument> &Arguments) {
      if (Arguments.size() > 1)
        Request.IdenticalArguments.push_back(Arguments);
      Elided.insert(Arguments.begin() + !Arguments.empty(), Arguments.end());
    };
    for (auto &[Buffer, Arguments] : ByBuffer) {
      FirstOf[Arguments.front()] = Buffer;
      if (How.Separate && S.Buffers[Buffer].Promote == promotion::none) {
        for (const FusionRequest::KernelArgument &A : Arguments)
          FirstOf[A] = Buffer;
        continue;
      }
      Add(Arguments);
    }
    Add(Shifts);
  }

  void writeOne(FusionRequest &Request, unsigned K, unsigned A, const ArgumentSource &Source) {
    auto First = FirstOf.find({K, A});
    const bool IsBuffer = First != FirstOf.end();
    const bool IsValue = !IsBuffer && Source.Offset != S.Kernels[K].localOffset();
    const bool IsOne = Source.Size == 4 || isShift(S, K, Source);
    if (How.Constants && How.How == Sizes::Specialized && IsValue && IsOne && (K + A) % 2)
      Request.Constants.emplace_back(Request.Promotions.size(), bytesOf(S, K, Source));
    const bool Promoted = IsBuffer && How.Internalize && isPromoted(S, M, First->second);
    Request.Promotions.push_back(Promoted ? promotionOf(S, S.Buffers[First->second], How.How, Launch)
                                          : PromotedArgument{});
  }

  const Sequence &S;
  const Module &M;
  const Form &How;
  const submitted_range &Launch;
  std::map<FusionRequest::KernelArgument, unsigned> FirstOf; // the argument that stands for a buffer
  std::set<FusionRequest::KernelArgument> Elided;
};

} // namespace

LaunchShape shapeOf(const submitted_range &Launch, const Form &How) {
  LaunchShape Shape;
  Shape.Kind = Launch.kind;
  Shape.Dims = Launch.dimensions;
  Shape.DistinctPointers = How.Distinct;
  if (How.How == Sizes::Specialized)
    Shape.Constant = inSyclOrder(Launch);
  return Shape;
}

FusionRequest makeRequest(const Sequence &S, const Module &Prepared, const Form &How,
                          const fused_range_result &Launch) {
  FusionRequest Request;
  Request.FusedName = "fused";
  // Without need for one there may be none: what the no_barriers property asks for.
  Request.Barriers = S.Groups && (needsBarriers(S) || S.Kernels.size() % 2);
  for (const Kernel &K : S.Kernels)
    Request.Kernels.push_back(K.Name);
  Request.Launch = {Launch.launch.kind, unsigned(Launch.launch.dimensions)};
  if (How.How == Sizes::Specialized) {
    for (const Kernel &K : S.Kernels)
      Request.Ranges.push_back(inSyclOrder(K.Range));
    Request.Range = inSyclOrder(Launch.launch);
  } else if (Launch.heterogeneous) {
    for (const Kernel &K : S.Kernels)
      Request.RunTimeRanges.emplace_back(K.Range.kind, K.Range.dimensions);
  }
  RequestWriter(S, Prepared, How, Launch.launch).write(Request);
  return Request;
}

static Expected<CompiledSequence> compile(std::unique_ptr<Module> M, StringRef Kernel, const submitted_range &Launch,
                                          const Form &How, CompiledSequence Code) {
  auto T = createTarget(How.Target);
  if (!T)
    return T.takeError();
  fuser::TargetOptions Options;
  Options.VerifyEach = true;
  Options.Optimize = How.Optimize;
  Options.LargestBody = How.LargestBody;
  Options.Ptxas = How.Ptxas;
  auto Variants = (*T)->compile(std::move(M), Kernel, How.Entry, shapeOf(Launch, How), Options, Code.Remarks);
  if (!Variants)
    return Variants.takeError();
  Code.Variants = std::move(*Variants);
  Code.Launch = Launch;
  return std::move(Code);
}

fused_range_result launchOf(const Sequence &S, Sizes How) {
  const auto Ranges = S.ranges();
  fused_range_result Launch = fused_range(Ranges.data(), Ranges.size(), false);
  if (How == Sizes::Generic && Launch.heterogeneous)
    Launch = fused_range(Ranges.data(), Ranges.size(), true);
  return Launch;
}

Expected<CompiledSequence> compileFused(const Sequence &S, const Form &How) {
  LLVMContext Context;
  std::unique_ptr<Module> M = buildIR(S, Context);
  if (Error E = prepareKernels(*M, {true}))
    return std::move(E);
  const fused_range_result Launch = launchOf(S, How.How);
  if (Launch.conflict != range_conflict::none)
    return createStringError(std::string("no launch: ") + std::string(name_of(Launch.conflict)));
  CompiledSequence Code;
  Code.Promoted.resize(S.Buffers.size());
  for (unsigned B = 0; B != S.Buffers.size(); ++B)
    Code.Promoted[B] = How.Internalize && isPromoted(S, *M, B);
  createFusionStub(*M, makeRequest(S, *M, How, Launch));
  Expected<Function *> Fused = fuseRegion(*M, {true}, Code.Remarks);
  if (!Fused)
    return Fused.takeError();
  for (const ArgumentSource &Source : cantFail(readArgumentSources(**Fused)))
    if (Source.Source == argument_source::closure && isBuffer(S.Kernels[Source.Submission], Source))
      Code.Promoted[S.Kernels[Source.Submission].Buffers[Source.Offset / 8]] = false;
  const std::string Name = (*Fused)->getName().str();
  return compile(std::move(M), Name, Launch.launch, How, std::move(Code));
}

bool mayBeRefused(const Sequence &S, StringRef Message) {
  return Message.contains("SF3047") &&
         any_of(S.Kernels, [](const Kernel &K) { return K.Fit == Shape::Regroup || K.Fit == Shape::RegroupFewer; });
}

Expected<CompiledSequence> compileAlone(const Sequence &S, unsigned Kernel, const Form &How) {
  LLVMContext Context;
  Sequence One;
  One.Buffers = S.Buffers;
  One.Kernels = {S.Kernels[Kernel]};
  std::unique_ptr<Module> M = buildIR(One, Context);
  if (How.Prepare)
    if (Error E = prepareKernels(*M, {true}))
      return std::move(E);
  return compile(std::move(M), One.Kernels.front().Name, One.Kernels.front().Range, How, {});
}

} // namespace syclfuse::fuser::sequence
