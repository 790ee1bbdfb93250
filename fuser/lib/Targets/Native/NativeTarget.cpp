// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// x86-64, in several instruction-set levels.
#include "Analysis/Dialects/Builtins.h"
#include "Analysis/Dialects/Dialect.h"
#include "NativeEntry.h"
#include "NativePipeline.h"
#include "Support/FuseError.h"
#include "Support/ModuleText.h"
#include "Support/UserNames.h"
#include "Targets/Common/FastMath.h"
#include "Targets/Common/GroupOperations.h"
#include "Targets/Common/KernelChecks.h"
#include "Targets/Common/LocalArguments.h"
#include "Targets/Common/Retarget.h"
#include "Targets/Common/WorkItem.h"
#include "Targets/Native/Groups/GroupFunctions.h"
#include "Targets/Native/Groups/LocalAtomics.h"
#include "Targets/Native/Groups/UniformBoundaries.h"
#include "Targets/Native/Loops/EntryBuilder.h"
#include "Targets/Native/Loops/GlobalIds.h"
#include "Targets/Native/Loops/StreamingStores.h"
#include "Targets/Native/Loops/VectorWidth.h"
#include "Targets/Native/Math/InlineMathematics.h"
#include "Targets/Native/Math/ScalarCalls.h"
#include "Targets/Native/Object/NativeMachine.h"
#include "Targets/Native/Object/NativeObject.h"
#include "Transforms/Prepare/SealMathematics.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr uint64_t LargestAtomic = 16; // cmpxchg16b, from level 2 on
// Each loop over the work-items of a region between barriers is vectorized, which takes most of the time of a build.
// Of a kernel with many of them only level 3 is: level 4 has vectors of the same width, level 2 is for old machines.
constexpr unsigned LongEntry = 48; // basic blocks before vectorization
// Most of the rest is code generation, and most of that for level 2, whose spilled values are many.
constexpr unsigned VeryLongEntry = 128;
constexpr uint64_t StackLimit = 2 * 1024 * 1024; // half of what oneTBB gives its threads

class NativeTarget final : public Target {
public:
  NativeTarget(std::string Name, SmallVector<unsigned, 3> Levels) : Name(std::move(Name)), Levels(std::move(Levels)) {}

  StringRef name() const override { return Name; }
  target_kind kind() const override { return target_kind::native; }
  Expected<std::vector<CompiledKernel>> compile(std::unique_ptr<Module> M, StringRef KernelName, StringRef EntryName,
                                                const LaunchShape &Shape, const TargetOptions &Options,
                                                diagnostics &Remarks) const override;

private:
  Expected<std::unique_ptr<Module>> buildEntry(const Module &Generic, StringRef KernelName, StringRef EntryName,
                                               const LaunchShape &Shape, unsigned SubGroupSize,
                                               const TargetOptions &Options) const;
  Expected<CompiledKernel> compileLevel(const Module &Built, StringRef KernelName, StringRef EntryName,
                                        const TargetOptions &Options, unsigned Level, Effort Wanted) const;

  std::string Name;
  SmallVector<unsigned, 3> Levels;
};

RetargetRules rules() {
  RetargetRules Rules;
  Rules.TargetName = "native";
  Rules.Triple = NativeTriple.str();
  Rules.Scopes[LocalAtomicsScope] = LocalAtomicsScope.str();
  return Rules;
}

// Everything that LLVM's x86 back end lowers by itself or to the C library.
bool isSupported(const Function &F) {
  if (F.isIntrinsic())
    return !Intrinsic::isTargetIntrinsic(F.getIntrinsicID()) || F.getName().starts_with("llvm.x86.");
  return F.isDeclaration() && (isLibmFunction(F.getName()) || isHostService(F));
}

// The C libraries of today round to bfloat from 32 bits only (NativeObject.cpp).
Error checkConversions(const Function &F, StringRef TargetName) {
  for (const Instruction &I : instructions(F))
    if (isa<FPTruncInst>(I) && I.getType()->getScalarType()->isBFloatTy() &&
        !I.getOperand(0)->getType()->getScalarType()->isFloatTy())
      return fuseError(diag::unsupported_construct,
                       {userName(F), TargetName.str(), "it converts floating point of more than 32 bits to bfloat"}, I);
  return Error::success();
}

Error checkKernel(const Function &Kernel, StringRef TargetName) {
  if (Error E = checkCalls(Kernel, TargetName, isSupported))
    return E;
  if (Error E = checkAtomics(Kernel, TargetName, LargestAtomic))
    return E;
  return checkConversions(Kernel, TargetName);
}

void setLevel(Module &M, unsigned Level) {
  auto Defined = make_filter_range(M, [](const Function &F) { return !F.isDeclaration(); });
  unsigned Widest = 256;
  for (Function &F : Defined) {
    const unsigned Width = Level >= 4 ? preferredVectorBits(F) : 256;
    Widest = std::max(Widest, Width);
    F.addFnAttr("target-cpu", "x86-64-v" + std::to_string(Level));
    F.addFnAttr("tune-cpu", "generic");
    F.addFnAttr("prefer-vector-width", std::to_string(Width));
    F.addFnAttr("no-trapping-math", "true");
    F.removeFnAttr(Attribute::Convergent);
  }
  // Vectors that are longer are two: to load what has just been stored in halves takes long. One for all functions, as
  // it decides in which registers they pass vectors to each other.
  for (Function &F : Defined)
    F.addFnAttr("min-legal-vector-width", std::to_string(Widest));
}

// The C library's function prints. After optimization, which would make other functions of it.
void callPrintf(Module &M) {
  for (Function &F : make_early_inc_range(M))
    if (isPrint(F)) {
      F.replaceAllUsesWith(M.getOrInsertFunction("printf", F.getFunctionType()).getCallee());
      F.eraseFromParent();
    }
}

// Whether no work-item does anything with others of its group, or asks for its place in it.
bool needsNoGroups(const Function &Kernel) {
  if (usesGroups(Kernel))
    return false;
  return none_of(*Kernel.getParent(), [](const Function &F) {
    const std::optional<Builtin> Kind = F.use_empty() ? std::nullopt : classifyBuiltin(F);
    return Kind && *Kind != Builtin::GlobalId && *Kind != Builtin::GlobalSize && *Kind != Builtin::GlobalOffset &&
           *Kind != Builtin::GlobalLinearId;
  });
}

bool exceeds(const Module &M, unsigned Blocks) {
  // Branches for rare arguments are none in vectors.
  return any_of(M, [&](const Function &F) { return F.size() > Blocks + 2 * rareBranches(M); });
}

// How much is done for each level that is built, the highest first.
SmallVector<std::pair<unsigned, Effort>, 3> chooseEfforts(const Module &M, ArrayRef<unsigned> Levels) {
  const bool OneFastLevel = is_contained(Levels, 3u) && exceeds(M, LongEntry);
  const bool VeryLong = OneFastLevel && exceeds(M, VeryLongEntry);
  SmallVector<std::pair<unsigned, Effort>, 3> Out;
  for (unsigned Level : Levels)
    if (!OneFastLevel)
      Out.push_back({Level, Effort::Full});
    else if (Level == 3)
      Out.push_back({Level, VeryLong ? Effort::Short : Effort::Full});
    else if (Level < 3)
      Out.push_back({Level, VeryLong ? Effort::Least : Effort::Scalar});
  return Out;
}

// Work-items in the widest operation of any loop.
unsigned lanesOf(const Module &M) {
  unsigned Most = 1;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (isa<StoreInst, BinaryOperator>(I))
        if (auto *T = dyn_cast<FixedVectorType>(I.getOperand(0)->getType()))
          Most = std::max(Most, T->getNumElements());
  return Most;
}

// Processors forward a store to a load behind it only if it wrote all that the load reads, and not under a mask: else
// the load waits until the store has reached the cache. Of the function that has most objects of which that is so:
// others are the same for other launches.
unsigned stallsOf(const Module &M) {
  unsigned Most = 0;
  for (const Function &F : M) {
    SmallPtrSet<const Value *, 4> Stalled;
    for (const BasicBlock &Block : F) {
      if (!is_contained(successors(&Block), &Block)) // the rest behind a loop is masked as a whole
        continue;
      SmallDenseMap<const Value *, uint64_t> Forwarded; // by address, in bits
      for (const Instruction &I : Block) {
        auto *Call = dyn_cast<IntrinsicInst>(&I);
        const Intrinsic::ID ID = Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic;
        if (ID == Intrinsic::masked_store)
          Forwarded[Call->getArgOperand(1)] = 0;
        else if (auto *Store = dyn_cast<StoreInst>(&I))
          Forwarded[Store->getPointerOperand()] =
              M.getDataLayout().getTypeSizeInBits(Store->getValueOperand()->getType());
        const Value *From = ID == Intrinsic::masked_load ? Call->getArgOperand(0) : getLoadStorePointerOperand(&I);
        if (!From || !isa<VectorType>(I.getType()))
          continue;
        if (auto Stored = Forwarded.find(From);
            Stored != Forwarded.end() && Stored->second < M.getDataLayout().getTypeSizeInBits(I.getType()))
          Stalled.insert(getUnderlyingObject(From));
      }
    }
    Most = std::max<unsigned>(Most, Stalled.size());
  }
  return Most;
}

CodeFacts factsOf(const Module &M, const Function &Entry) {
  CodeFacts Facts;
  Facts.Lanes = lanesOf(M);
  Facts.Kept = Entry.getFnAttributeAsParsedInteger(KeptAttribute);
  Facts.ShortRows = Entry.hasFnAttribute(ShortRowsAttribute);
  Facts.Stalls = stallsOf(M);
  return Facts;
}

std::string assemblyOf(const Module &M, TargetMachine &TM) {
  std::unique_ptr<Module> Copy = CloneModule(M);
  SmallString<0> Text;
  raw_svector_ostream OS(Text);
  generateNativeCode(*Copy, TM, OS, CodeGenFileType::AssemblyFile);
  return Text.str().str();
}

} // namespace

Expected<CompiledKernel> NativeTarget::compileLevel(const Module &Built, StringRef KernelName, StringRef EntryName,
                                                    const TargetOptions &Options, unsigned Level, Effort Wanted) const {
  std::string Suffix = ".v" + std::to_string(Level);
  std::unique_ptr<Module> M = CloneModule(Built);
  for (Function &F : *M) // and the functions that are called instead of it or by it
    if (StringRef Rest = F.getName(); Rest.consume_front(EntryName))
      F.setName(EntryName + Suffix + Rest);
  setLevel(*M, Level);
  for (Function &F : *M) {
    unsealMultiplyAdd(F, Level >= 3 ? MultiplyAdd::Once : MultiplyAdd::Twice);
    hideSealedConstants(F, ConstantFolder::X86Optimizer);
  }
  TargetMachine *TM = nativeMachine();
  if (!TM)
    return fuseError(diag::internal_error, {"this LLVM has no x86 back end"});
  declareVectorForms(*M, Options.Optimize);
  optimizeNative(*M, *TM, Options, Wanted);
  defineVectorForms(*M);
  callPrintf(*M);
  for (const Function &F : *M)
    if (uint64_t Bytes = stackBytes(F); Bytes > StackLimit)
      return fuseError(
          diag::unsupported_construct,
          {KernelName.str(), Name,
           ("it keeps " + Twine(Bytes) + " bytes on the stack, at most " + Twine(StackLimit) + " are allowed").str()});
  markStreamingStores(*M);
  if (Options.OnStage)
    Options.OnStage(StringRef(Suffix).drop_front().str() + ".optimized.ll", textOf(*M));
  CompiledKernel Out;
  // Not the module itself: a report of a crash in code generation has to have these bytes beforehand (CrashScope), and
  // the modules of all levels would be in memory at once. To read them again takes about 1 % of a job.
  raw_string_ostream Bitcode(Out.NativeBitcode);
  WriteBitcodeToFile(*M, Bitcode);
  Out.Variant.entry = (EntryName + Suffix).str();
  Out.Facts = factsOf(*M, *M->getFunction(Out.Variant.entry));
  if (Options.Phases && Options.OnStage) {
    Options.OnStage("phase.7-optimized" + Suffix + ".ll", textOf(*M));
    Options.OnStage("phase.8-assembly" + Suffix + ".s", assemblyOf(*M, *TM));
  }
  return Out;
}

// From generic IR to the entry, for all levels.
Expected<std::unique_ptr<Module>> NativeTarget::buildEntry(const Module &Generic, StringRef KernelName,
                                                           StringRef EntryName, const LaunchShape &Shape,
                                                           unsigned SubGroupSize, const TargetOptions &Options) const {
  Expected<std::unique_ptr<Module>> M = retarget(Generic, rules());
  if (!M)
    return M.takeError();
  if (Options.OnStage)
    Options.OnStage("retargeted.ll", textOf(**M));
  unsigned Number = 2;
  auto Phase = [&](StringRef Name) {
    if (Options.Phases && Options.OnStage)
      Options.OnStage(("phase." + Twine(Number) + "-" + Name + ".ll").str(), textOf(**M));
    ++Number;
  };
  Phase("retargeted");
  Expected<Function *> F = buildNativeEntry(*(*M)->getFunction(KernelName), EntryName, Shape, SubGroupSize, Phase);
  if (!F)
    return F.takeError();
  lowerLocalAtomics(**M);
  if (Error E = inlineMathematics(**M))
    return std::move(E);
  if (Error E = verify(**M, "invalid work-item loops for '" + KernelName + "'"))
    return std::move(E);
  return M;
}

Expected<std::vector<CompiledKernel>> NativeTarget::compile(std::unique_ptr<Module> M, StringRef KernelName,
                                                            StringRef EntryName, const LaunchShape &Launch,
                                                            const TargetOptions &Options, diagnostics &Remarks) const {
  Function *Kernel;
  if (Error E = findKernel(*M, KernelName).moveInto(Kernel))
    return std::move(E);
  if (Options.Phases && Options.OnStage)
    Options.OnStage("phase.1-input.ll", textOf(*M));
  if (Error E = lowerLocalArguments(*Kernel).moveInto(Kernel))
    return std::move(E);
  Expected<bundle::builder::variant> Variant = describeVariant(*Kernel, Launch);
  if (!Variant)
    return Variant.takeError();
  lowerFastMath(*M, nullptr, isInlineMathematics);
  if (Error E = canonicalizeQueries(*M))
    return std::move(E);
  if (Error E = checkKernel(*Kernel, Name))
    return std::move(E);
  if (Launch.Kind == range_kind::nd_range)
    recomposeGlobalIds(*Kernel, Launch);
  specializeNDRange(*Kernel, Launch);
  // Rows of the whole range instead of the short ones of each group.
  LaunchShape Shape = Launch;
  if (Shape.Kind == range_kind::nd_range && needsNoGroups(*Kernel)) {
    Shape.Kind = range_kind::range;
    Variant->record.flags |= bundle::variant_linear;
    replaceOffsetIds(*Kernel);
  }
  Expected<unsigned> SubGroupSize = subGroupSizeOf(*Kernel);
  if (!SubGroupSize)
    return SubGroupSize.takeError();
  if (Error E = checkBoundariesAreUniform(*Kernel, Shape, *SubGroupSize))
    return std::move(E);
  if (Shape.Kind == range_kind::nd_range && !findCalls(*Kernel, Builtin::ControlBarrier).empty())
    Variant->record.flags |= bundle::variant_has_barriers;
  if (usesSubGroups(*Kernel))
    Variant->record.sub_group_size = *SubGroupSize;
  Variant->record.target = target_kind::native;
  markLocalAtomics(*M);
  Expected<std::unique_ptr<Module>> Built = buildEntry(*M, KernelName, EntryName, Shape, *SubGroupSize, Options);
  if (!Built)
    return Built.takeError();
  // What does not depend on the level, once for all.
  unsigned Lowest = *min_element(Levels);
  TargetMachine *TM = nativeMachine();
  if (!TM)
    return fuseError(diag::internal_error, {"this LLVM has no x86 back end"});
  setLevel(**Built, Lowest);
  simplifyNative(**Built, *TM, Options);
  std::vector<CompiledKernel> Out;
  for (auto [Level, Wanted] : chooseEfforts(**Built, Levels)) {
    Expected<CompiledKernel> One =
        compileLevel(**Built, userName(**Built, KernelName), EntryName, Options, Level, Wanted);
    if (!One)
      return One.takeError();
    std::string Entry = std::move(One->Variant.entry);
    One->Variant = *Variant;
    One->Variant.entry = std::move(Entry);
    One->Variant.record.arch = Level;
    Out.push_back(std::move(*One));
  }
  return Out;
}

std::string namesNativeTargets() { return "native, native:v2, native:v3, native:v4"; }

std::unique_ptr<Target> createNativeTarget(StringRef Name) {
  if (Name == "native")
    return std::make_unique<NativeTarget>("native", SmallVector<unsigned, 3>{4, 3, 2});
  if (Name.consume_front("native:v") && Name.size() == 1 && Name[0] >= '2' && Name[0] <= '4')
    return std::make_unique<NativeTarget>(("native:v" + Name).str(), SmallVector<unsigned, 3>{unsigned(Name[0] - '0')});
  return nullptr;
}

} // namespace syclfuse::fuser
