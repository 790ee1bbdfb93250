// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Case.h"

#include "Analysis/Dialects/Dialect.h"
#include "Driver/Planning/BuildPlan.h"
#include "Driver/Planning/RegionSegments.h"
#include "Driver/Process/DiagnosticCollector.h"
#include "Support/FuseError.h"
#include "Transforms/Framework/Pipeline.h"
#include "Transforms/Fusion/ElementShares.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace syclfuse::fuser::oracle {

static Function *stubOf(Module &M) {
  for (Function &F : M)
    if (F.hasMetadata(MDFused))
      return &F;
  return nullptr;
}

static Expected<Case> describeCase(Function &F, std::string Name) {
  Case C;
  C.Name = std::move(Name);
  C.F = &F;
  Expected<AccessLaunch> Launch = readAccessLaunch(F);
  if (!Launch)
    return Launch.takeError();
  C.Launch = *Launch;
  Expected<SmallVector<ArgumentSource, 8>> Sources = readArgumentSources(F);
  if (!Sources)
    return Sources.takeError();
  C.Sources.assign(Sources->begin(), Sources->end());
  C.Names.resize(F.arg_size());
  return C;
}

// The stub's kernels as one, with all that is known of how it is launched.
static Expected<Case> joinCase(Module &M, Function &Stub, std::string Name, std::optional<AccessLaunch> Launch) {
  Expected<FusionRequest> Request = readFusionStub(Stub);
  if (!Request)
    return Request.takeError();
  std::vector<submitted_range> Ranges;
  for (auto [Kernel, Range] : zip(Request->Kernels, Request->RunTimeRanges)) {
    submitted_range &R = Ranges.emplace_back();
    R.kind = Range.first;
    R.dimensions = Range.second;
    const Function *F = M.getFunction(Kernel);
    R.uses_groups = F && !F->isDeclaration() && usesGroups(*F);
  }
  takeShareLoop(M);
  Expected<JoinedRegion> Joined = joinRegion(M, Stub, {false, nullptr, Launch});
  if (!Joined)
    return Joined.takeError();
  Expected<Case> C = describeCase(*Joined->F, std::move(Name));
  if (!C)
    return C;
  C->Launch = Joined->Launch;
  C->ByRows = Joined->Request.ByRows;
  C->SubmittedRanges = std::move(Ranges);
  C->Barriers = Joined->Request.Barriers;
  return C;
}

Error forEachCase(StringRef File, CaseVisitor Visit) {
  LLVMContext Context;
  diagnostics Problems;
  DiagnosticCollector Collector(Context, Problems);
  SMDiagnostic Diagnostic;
  const std::unique_ptr<Module> M = parseIRFile(File, Diagnostic, Context);
  if (!M)
    return createStringError(Diagnostic.getMessage());
  if (Function *Stub = stubOf(*M)) {
    Expected<Case> C = joinCase(*M, *Stub, "", std::nullopt);
    if (C) {
      C->Name = (File + ": " + C->F->getName()).str();
      Visit(*C);
    }
    return C.takeError();
  }
  Error Problem = Error::success();
  for (Function &F : *M) {
    if (F.isDeclaration())
      continue;
    Expected<Case> C = describeCase(F, (File + ": " + F.getName()).str());
    if (C)
      Visit(*C);
    Problem = joinErrors(std::move(Problem), C.takeError());
  }
  return Problem;
}

static submitted_range readRange(const json::Object &From) {
  submitted_range R;
  R.dimensions = From.getInteger("dims").value_or(1);
  const json::Array *Local = From.getArray("local");
  R.kind = Local ? range_kind::nd_range : R.dimensions ? range_kind::range : range_kind::single_task;
  for (unsigned D = 0; D != R.dimensions; ++D)
    R.global_size[D] = From.getArray("global") ? (*From.getArray("global"))[D].getAsInteger().value_or(1) : 1;
  for (unsigned D = 0; Local && D != 3; ++D)
    R.local_size[D] = D < R.dimensions ? (*Local)[D].getAsInteger().value_or(1) : 1;
  return R;
}

static std::vector<GivenLaunch> givenLaunches(const json::Object &Sizes, StringRef Region) {
  std::vector<GivenLaunch> Result;
  const json::Array *Sets = Sizes.getArray(Region);
  for (size_t I = 0; Sets && I != Sets->size(); ++I) {
    const json::Object *Set = (*Sets)[I].getAsObject();
    if (!Set || !Set->getObject("values") || !Set->getArray("ranges"))
      continue;
    GivenLaunch &G = Result.emplace_back();
    for (const auto &[Name, Value] : *Set->getObject("values"))
      G.Values[Name.str()] = Value.getAsInteger().value_or(0);
    for (const json::Value &Range : *Set->getArray("ranges"))
      if (const json::Object *R = Range.getAsObject())
        G.Ranges.push_back(readRange(*R));
  }
  return Result;
}

// The same of a segment, which has the name of the region that it was cut from.
static std::vector<GivenLaunch> launchesOf(const manifest::region &R, const manifest::document &Document,
                                           const json::Object &Sizes) {
  std::vector<GivenLaunch> Given = givenLaunches(Sizes, R.name);
  for (const manifest::region &Whole : Document.regions)
    if (const std::optional<size_t> At = placeInWhole(R, Whole))
      for (GivenLaunch &G : Given)
        if (G.Ranges.size() == Whole.submissions.size())
          G.Ranges = {G.Ranges.begin() + *At, G.Ranges.begin() + *At + R.submissions.size()};
  return Given;
}

// "C" for what is exactly a variable, "x.24" for what is at byte 24 of an object.
static std::string nameOf(const BuildPlan &Plan, const Job &J, const ArgumentSource &S) {
  if (S.Source != argument_source::closure || S.Submission >= J.Plan.Request.Kernels.size())
    return "";
  for (const manifest::kernel &K : Plan.Manifests.Document.kernels) {
    if (K.symbol != J.Plan.Request.Kernels[S.Submission])
      continue;
    for (const manifest::parameter &P : K.parameters)
      if (S.Offset >= P.offset && S.Offset < P.offset + P.size)
        return S.Offset == P.offset && S.Size == P.size ? P.name : P.name + "." + std::to_string(S.Offset - P.offset);
  }
  return "";
}

static AccessLaunch launchOf(const Job &J) {
  return {J.Shape.Kind == range_kind::nd_range, J.Shape.Constant, J.Shape.Dims, J.Shape.DistinctPointers};
}

static Expected<Case> planCase(const BuildPlan &Plan, const Job &J, Module &M) {
  const AccessLaunch Launch = launchOf(J);
  const std::string Name = J.What + " (" + J.Id + (J.Plan.Launch.ByRows ? ", by rows)" : ")");
  if (!J.isFused())
    takeShareLoop(M);
  Expected<Case> C = J.isFused() ? joinCase(M, *createFusionStub(M, J.Plan.Request), Name, Launch)
                                 : describeCase(*M.getFunction(J.Plan.Request.Kernels.front()), Name);
  if (!C)
    return C;
  if (!J.isFused())
    C->Launch = Launch;
  for (size_t A = 0; A != C->Sources.size() && A != C->Names.size(); ++A)
    C->Names[A] = nameOf(Plan, J, C->Sources[A]);
  return C;
}

static Function *inOrder(const Job &J, Module &M) {
  FusionRequest Request = J.Plan.Request;
  Request.Barriers = true;
  takeShareLoop(M);
  Expected<JoinedRegion> Joined = joinRegion(M, *createFusionStub(M, Request), {false, nullptr, launchOf(J)});
  if (Joined)
    return Joined->F;
  consumeError(Joined.takeError());
  return nullptr;
}

static bool isBuiltFor(const Job &J, const GivenLaunch &Given) {
  return equal(J.Plan.Launch.Ranges, Given.Ranges, [](const NDRange &A, const submitted_range &B) {
    return A.sizes() == static_cast<const launch_sizes &>(B);
  });
}

// A run takes a variant that is built for other sizes never, and one for any sizes only where none is built for its own.
static bool isTaken(const BuildPlan &Plan, const Job &J, const GivenLaunch &Given) {
  if (!J.Plan.Launch.Ranges.empty())
    return isBuiltFor(J, Given);
  return none_of(Plan.Jobs, [&](const Job &Other) { return Other.Region == J.Region && isBuiltFor(Other, Given); });
}

static void addNeighbours(manifest::document &D) {
  for (size_t K = 0; K + 1 < D.kernels.size(); ++K) {
    manifest::region &R = D.regions.emplace_back();
    R.name = "neighbours " + std::to_string(K);
    std::map<std::pair<std::string, unsigned>, unsigned> Known;
    for (size_t I : {K, K + 1}) {
      const manifest::kernel &Of = D.kernels[I];
      manifest::submission &S = R.submissions.emplace_back();
      S.kernel = Of.symbol;
      S.location = Of.location;
      S.kind = Of.kind;
      S.dimensions = Of.dimensions;
      for (auto [Index, P] : enumerate(Of.parameters)) {
        const auto [It, New] = Known.try_emplace({P.name, P.size}, R.buffers.size());
        if (New) {
          manifest::buffer &B = R.buffers.emplace_back();
          B.name = P.name;
          B.element_size = P.element_size;
          B.dimensions = P.dimensions;
        }
        manifest::argument &A = S.arguments.emplace_back();
        A.parameter = Index;
        A.identity = It->second;
      }
    }
  }
}

// Of kernels that no build has.
static Error refusedKernels(const BuildPlan &Plan) {
  Error Problem = Error::success();
  for (const manifest::kernel &K : Plan.Manifests.Document.kernels)
    if (const LibraryKernel *Found = Plan.Library.find(K.symbol); Found && Found->Refused.has_errors())
      Problem = joinErrors(std::move(Problem), createStringError(Found->Refused.format()));
  return Problem;
}

Error forEachPlannedCase(StringRef Object, Also More, const json::Object &Sizes, CaseVisitor Visit) {
  BuildOptions Options;
  Options.Inputs = {Object.str()};
  Options.Targets = {"native"};
  Options.Jobs = 1;
  BuildPlan Plan;
  diagnostics Problems;
  if (!makePlan(Options, Plan, Problems))
    return createStringError(Problems.format());
  if (More == Also::Neighbours) {
    addNeighbours(Plan.Manifests.Document);
    Plan.Jobs = planJobs(Plan.Manifests.Document, Plan.Library, Plan.Targets, Options, Problems);
  }
  std::vector<Job> Jobs;
  for (const Job &J : Plan.Jobs) {
    Jobs.push_back(J);
    if (J.ByRows)
      Jobs.push_back(jobByRows(J));
  }
  for (const Job &J : Jobs) {
    if (!J.isFused() && More == Also::Nothing)
      continue;
    LLVMContext Context;
    DiagnosticCollector Collector(Context, Problems);
    Expected<std::unique_ptr<Module>> M = Plan.Library.instantiate(J.Plan.Request.Kernels, Context);
    if (!M)
      return M.takeError();
    Expected<Case> C = planCase(Plan, J, **M);
    Expected<std::unique_ptr<Module>> OfOrdered = Plan.Library.instantiate(J.Plan.Request.Kernels, Context);
    if (!OfOrdered)
      return joinErrors(C.takeError(), OfOrdered.takeError());
    if (C && J.isFused())
      C->InOrder = inOrder(J, **OfOrdered);
    if (!C) {
      consumeError(C.takeError()); // a region that the build refuses
      continue;
    }
    if (const manifest::region *R = regionOf(J, Plan.Manifests.Document))
      C->Given = launchesOf(*R, Plan.Manifests.Document, Sizes);
    C->Taken = C->Given.empty() || any_of(C->Given, [&](const GivenLaunch &G) { return isTaken(Plan, J, G); });
    Visit(*C);
  }
  return More == Also::Nothing ? Error::success() : refusedKernels(Plan);
}

} // namespace syclfuse::fuser::oracle
