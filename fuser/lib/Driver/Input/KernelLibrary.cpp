// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelLibrary.h"

#include "Driver/Process/CrashScope.h"
#include "Driver/Process/DiagnosticCollector.h"
#include "ExactFolding.h"
#include "ExternalFunctions.h"
#include "KernelComparison.h"
#include "KernelIr.h"

#include "Analysis/Dialects/Dialect.h"
#include "Support/FuseError.h"
#include "Transforms/Framework/Pipeline.h"
#include "Transforms/Fusion/ElementShares.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {
struct PreparedKernel {
  std::string Symbol;
  LibraryKernel Kernel;
};
struct PreparedImage {
  std::vector<PreparedKernel> Kernels;
  std::vector<NamedPath> Paths;
  diagnostics Diags;
};
} // namespace

template <class Stream> static void exchange(Stream &S, PreparedKernel &P) {
  S(P.Symbol, P.Kernel, P.Kernel.Origin, P.Kernel.Compiled, P.Kernel.Refused);
}
template <class Stream> static void exchange(Stream &S, PreparedImage &P) { S(P.Diags, P.Kernels, P.Paths); }

static bool definesKernel(const Function &F) { return !F.isDeclaration() && isKernel(F); }

// Declarations and constants that no other global refers to any more, until there are none left.
static void dropUnused(Module &M, const Function *Keep) {
  // Lists of what to keep alive would keep everything alive.
  for (StringRef Name : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *Used = M.getNamedGlobal(Name))
      Used->eraseFromParent();
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (GlobalValue &GV : make_early_inc_range(M.global_values())) {
      GV.removeDeadConstantUsers();
      if (&GV == Keep || !GV.use_empty())
        continue;
      GV.eraseFromParent();
      Changed = true;
    }
  }
}

static std::unique_ptr<Module> extractKernel(const Module &M, const Function &Kernel) {
  ValueToValueMapTy Map;
  std::unique_ptr<Module> Copy = CloneModule(M, Map, [&](const GlobalValue *GV) {
    const auto *F = dyn_cast<Function>(GV);
    return !F || F == &Kernel || !definesKernel(*F);
  });
  auto *Extracted = cast<Function>(Map[&Kernel]);
  // Templates give weak kernels in comdats; alone they are ordinary ones.
  Extracted->setLinkage(GlobalValue::ExternalLinkage);
  Extracted->setComdat(nullptr);
  dropUnused(*Copy, Extracted);
  for (GlobalVariable &GV : Copy->globals())
    if (!GV.isDeclaration()) {
      GV.setLinkage(GlobalValue::InternalLinkage);
      GV.setComdat(nullptr);
    }
  return Copy;
}

static std::string toBitcode(const Module &M) {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  WriteBitcodeToFile(M, OS);
  return Bytes;
}

// What the plugin says of how the kernels are compiled; later it would only be in the way.
static std::map<std::string, std::string> takeCompilations(Module &M) {
  constexpr StringRef Attribute = "sycl-fuse-compiled";
  std::map<std::string, std::string> Compiled;
  for (Function &F : M)
    if (F.hasFnAttribute(Attribute)) {
      Compiled[F.getName().str()] = F.getFnAttribute(Attribute).getValueAsString().str();
      F.removeFnAttr(Attribute);
    }
  return Compiled;
}

// All kernels of the module at once.
static Error prepareModule(Module &M, const DeviceImage &Image, bool VerifyEach, PreparedImage &Result) {
  std::map<std::string, std::string> Compiled = takeCompilations(M);
  if (Error E = prepareKernels(M, {VerifyEach}))
    return E;
  for (const Function &F : M) {
    if (!definesKernel(F))
      continue;
    Expected<SmallVector<ArgumentSource, 8>> Sources = readArgumentSources(F);
    if (!Sources)
      return Sources.takeError();
    LibraryKernel Kernel;
    Kernel.Arguments.assign(Sources->begin(), Sources->end());
    // What is done for an element needs no group; those of the loop are its own.
    Kernel.AddsShares = hasShareLoop(F);
    Kernel.UsesGroups = !Kernel.AddsShares && usesGroups(F);
    Kernel.FoldsExactly = foldsExactly(F);
    Kernel.Bitcode = toBitcode(*extractKernel(M, F));
    Kernel.Origin = Image.displayName();
    Kernel.Compiled = Compiled[F.getName().str()];
    Result.Kernels.push_back({F.getName().str(), std::move(Kernel)});
  }
  return Error::success();
}

// Only the kernel `Symbol` and what it calls. The others are why this is done: one that cannot be prepared fails the
// module.
static void prepareAlone(const DeviceImage &Image, ArrayRef<DeviceImage> All, const std::string &Symbol,
                         bool VerifyEach, PreparedImage &Result) {
  LLVMContext Context;
  LibraryKernel Failed;
  Failed.Origin = Image.displayName();
  DiagnosticCollector Collector(Context, Failed.Refused);
  std::unique_ptr<Module> M = parseDeviceImage(Image, Context, Failed.Refused);
  if (!M)
    return;
  for (Function &F : *M)
    if (definesKernel(F) && F.getName() != Symbol)
      F.deleteBody();
  linkExternalFunctions(*M, All);
  append_range(Result.Paths, makePathsRelative(*M));
  if (Error E = prepareModule(*M, Image, VerifyEach, Result)) {
    report(std::move(E), Failed.Refused);
    Result.Kernels.push_back({Symbol, std::move(Failed)});
  }
}

static void prepareImage(const DeviceImage &Image, ArrayRef<DeviceImage> All, bool VerifyEach, PreparedImage &Result) {
  LLVMContext Context;
  DiagnosticCollector Collector(Context, Result.Diags);
  std::unique_ptr<Module> M = parseDeviceImage(Image, Context, Result.Diags);
  if (!M)
    return;
  std::vector<std::string> Symbols;
  for (const Function &F : *M)
    if (definesKernel(F))
      Symbols.push_back(F.getName().str());
  if (Symbols.empty())
    return;
  linkExternalFunctions(*M, All);
  Result.Paths = makePathsRelative(*M);
  PreparedImage Together;
  if (Error E = prepareModule(*M, Image, VerifyEach, Together)) {
    // Kernel by kernel the same error comes up again, and says which one it belongs to.
    consumeError(std::move(E));
    for (const std::string &Symbol : Symbols)
      prepareAlone(Image, All, Symbol, VerifyEach, Result);
  } else {
    Result.Kernels = std::move(Together.Kernels);
  }
}

static std::string encode(const PreparedImage &Image) {
  ByteWriter W;
  W(Image);
  return W.take();
}

static PreparedImage decode(StringRef Bytes) {
  ByteReader R(Bytes);
  PreparedImage Image = R.read<PreparedImage>();
  if (!R.done())
    Image.Diags.add(diag::internal_error, "", 0, 0, {"a worker process gave a malformed answer"});
  return Image;
}

// The kernels that the image defines, without preparing anything.
static std::vector<std::string> kernelSymbols(const DeviceImage &Image) {
  LLVMContext Context;
  diagnostics Ignored; // the caller is about to say why the image cannot be used
  DiagnosticCollector Collector(Context, Ignored);
  std::vector<std::string> Symbols;
  if (std::unique_ptr<Module> M = parseDeviceImage(Image, Context, Ignored))
    for (const Function &F : *M)
      if (definesKernel(F))
        Symbols.push_back(F.getName().str());
  return Symbols;
}

// The process that prepared the image died: kernel by kernel it turns out of which, and the others can be built.
static PreparedImage rescue(const DeviceImage &Image, ArrayRef<DeviceImage> All, const WorkResult &Death,
                            bool VerifyEach, const WorkerLimits &Limits) {
  PreparedImage Result;
  WorkResult Listed;
  if (Death.How != WorkResult::CannotRead)
    Listed = runIsolated(Limits, [&] {
      ByteWriter W;
      W(kernelSymbols(Image));
      return W.take();
    });
  std::vector<std::string> Symbols = ByteReader(Listed.Answer).read<std::vector<std::string>>();
  if (Symbols.empty()) {
    reportDeath(Death, Limits, Image.displayName(), Result.Diags);
    return Result;
  }
  std::vector<WorkResult> Alone = runIsolated(Symbols.size(), Limits, [&](size_t I) {
    CrashScope Scope("preparing kernel '" + Symbols[I] + "'", Image.Bytes->getBuffer());
    PreparedImage One;
    prepareAlone(Image, All, Symbols[I], VerifyEach, One);
    return encode(One);
  });
  for (auto [Symbol, Work] : zip_equal(Symbols, Alone)) {
    if (Work.done()) {
      PreparedImage One = decode(Work.Answer);
      llvm::move(One.Kernels, std::back_inserter(Result.Kernels));
      llvm::move(One.Paths, std::back_inserter(Result.Paths));
      continue;
    }
    LibraryKernel Refused;
    Refused.Origin = Image.displayName();
    reportDeath(Work, Limits, Image.displayName(), Refused.Refused);
    Result.Kernels.push_back({Symbol, std::move(Refused)});
  }
  return Result;
}

static Expected<std::unique_ptr<Module>> parse(const LibraryKernel &Kernel, LLVMContext &Context) {
  return parseBitcodeFile(MemoryBufferRef(Kernel.Bitcode, "kernel"), Context);
}

// Null if no manifest describes the kernel.
static const manifest::kernel *descriptionOf(const std::string &Symbol, const manifest::document &Described) {
  auto Known = find_if(Described.kernels, [&](const manifest::kernel &K) { return K.symbol == Symbol; });
  return Known == Described.kernels.end() ? nullptr : &*Known;
}

// The runtime copies arguments out of the host's closure: a kernel that expects more there cannot run. Captures that
// only the device pass sees (#ifdef __SYCL_DEVICE_ONLY__) make such kernels.
static void refuseLargerClosure(LibraryKernel &Kernel, const manifest::kernel &Host) {
  for (const ArgumentSource &A : Kernel.Arguments)
    if (A.Source == argument_source::closure && uint64_t(A.Offset) + A.Size > Host.closure_size) {
      LibraryKernel Refused;
      Refused.Origin = Kernel.Origin;
      Refused.Refused.add(diag::layout_differs, Host.location.file, Host.location.line, Host.location.column,
                          {Host.name, "host",
                           "byte " + std::to_string(A.Offset + A.Size - 1) + " of captures of " +
                               std::to_string(Host.closure_size) + " bytes"});
      Kernel = std::move(Refused);
      return;
    }
}

static std::optional<BodyDifference> compare(const LibraryKernel &First, const LibraryKernel &Second,
                                             const std::string &Symbol) {
  // One source gives different code then; that it is one source is the user's word.
  if (First.Compiled != Second.Compiled && !First.Compiled.empty() && !Second.Compiled.empty())
    return std::nullopt;
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> A = parse(First, Context), B = parse(Second, Context);
  if (A && B)
    return compareKernels(**A, **B, Symbol);
  BodyDifference Unreadable;
  Unreadable.First.Text = toString(A.takeError());
  Unreadable.Second.Text = toString(B.takeError());
  return Unreadable;
}

static void reportDifference(const BodyDifference &Found, const std::string &Symbol, const LibraryKernel &First,
                             const LibraryKernel &Second, const manifest::document &Described, diagnostics &Diags) {
  const manifest::kernel *Known = descriptionOf(Symbol, Described);
  const manifest::source_location At = Known ? Known->location : manifest::source_location{};
  diagnostic &D = Diags.add(diag::kernel_defined_twice, At.file, At.line, At.column,
                            {Known ? Known->name : Symbol, First.Origin, Second.Origin});
  const std::string In = Found.Function.empty() ? "" : ", in " + Found.Function;
  D.notes.push_back({Found.First.File, Found.First.Line, Found.First.Column,
                     "'" + First.Origin + "' has" + In + ": " + Found.First.Text});
  D.notes.push_back({Found.Second.File, Found.Second.Line, Found.Second.Column,
                     "'" + Second.Origin + "' has" + In + ": " + Found.Second.Text});
}

// The definitions of one kernel that are worth a comparison: those that can be built, each body once. If none can be
// built, the first.
static void keepDistinct(std::vector<LibraryKernel> &Definitions) {
  const auto IsRefused = [](const LibraryKernel &K) { return !K.Refused.list().empty(); };
  if (all_of(Definitions, IsRefused)) {
    Definitions.resize(1);
    return;
  }
  erase_if(Definitions, IsRefused);
  std::vector<LibraryKernel> Distinct;
  for (LibraryKernel &Kernel : Definitions)
    if (none_of(Distinct, [&](const LibraryKernel &Other) { return Other.Bitcode == Kernel.Bitcode; }))
      Distinct.push_back(std::move(Kernel));
  Definitions = std::move(Distinct);
}

bool KernelLibrary::unite(std::map<std::string, std::vector<LibraryKernel>> Definitions,
                          const manifest::document &Described, const WorkerLimits &Limits, diagnostics &Diags) {
  std::vector<std::pair<const std::string, std::vector<LibraryKernel>> *> Several;
  for (auto &Entry : Definitions) {
    keepDistinct(Entry.second);
    if (Entry.second.size() > 1)
      Several.push_back(&Entry);
  }
  // Bitcode that came from damaged files is read in another process only.
  const std::vector<WorkResult> Answers = runIsolated(Several.size(), Limits, [&](size_t I) {
    const auto &[Symbol, Kernels] = *Several[I];
    std::vector<std::optional<BodyDifference>> Found;
    for (size_t Other = 1; Other < Kernels.size(); ++Other)
      Found.push_back(compare(Kernels[0], Kernels[Other], Symbol));
    ByteWriter W;
    W(Found);
    return W.take();
  });
  bool Ok = true;
  for (auto [Entry, Answer] : zip_equal(Several, Answers)) {
    const auto &[Symbol, Kernels] = *Entry;
    if (!Answer.done()) {
      reportDeath(Answer, Limits, Kernels[0].Origin, Diags);
      Ok = false;
      continue;
    }
    const auto Found = ByteReader(Answer.Answer).read<std::vector<std::optional<BodyDifference>>>();
    for (size_t I = 0; I < Found.size(); ++I)
      if (Found[I]) {
        reportDifference(*Found[I], Symbol, Kernels[0], Kernels[I + 1], Described, Diags);
        Ok = false;
        break;
      }
  }
  // The choice must not depend on the order of the inputs.
  for (auto &[Symbol, Kernels] : Definitions)
    insert(Symbol, std::move(*std::min_element(
                       Kernels.begin(), Kernels.end(),
                       [](const LibraryKernel &A, const LibraryKernel &B) { return A.Bitcode < B.Bitcode; })));
  return Ok;
}

bool KernelLibrary::load(ArrayRef<DeviceImage> Images, const manifest::document &Described, bool VerifyEach,
                         const WorkerLimits &Limits, diagnostics &Diags) {
  std::vector<WorkResult> Answers = runIsolated(Images.size(), Limits, [&](size_t I) {
    CrashScope Scope("preparing '" + Images[I].displayName() + "'", Images[I].Bytes->getBuffer());
    PreparedImage Image;
    prepareImage(Images[I], Images, VerifyEach, Image);
    return encode(Image);
  });
  std::vector<PreparedImage> Prepared;
  for (auto [Image, Answer] : zip_equal(Images, Answers))
    Prepared.push_back(Answer.done() ? decode(Answer.Answer) : rescue(Image, Images, Answer, VerifyEach, Limits));
  bool Ok = true;
  std::map<std::string, std::vector<LibraryKernel>> Definitions;
  for (PreparedImage &Image : Prepared) {
    append(Diags, Image.Diags);
    Ok &= !Image.Diags.has_errors();
    Paths.add(Image.Paths);
    for (auto &[Symbol, Kernel] : Image.Kernels) {
      if (const manifest::kernel *Host = descriptionOf(Symbol, Described))
        refuseLargerClosure(Kernel, *Host);
      Definitions[Symbol].push_back(std::move(Kernel));
    }
  }
  return unite(std::move(Definitions), Described, Limits, Diags) && Ok;
}

const LibraryKernel *KernelLibrary::find(const std::string &Symbol) const {
  auto It = Kernels.find(Symbol);
  return It == Kernels.end() ? nullptr : &It->second;
}

Expected<std::unique_ptr<Module>> KernelLibrary::instantiate(ArrayRef<std::string> Symbols,
                                                             LLVMContext &Context) const {
  std::unique_ptr<Module> Result;
  std::vector<std::string> Seen;
  for (const std::string &Symbol : Symbols) {
    if (is_contained(Seen, Symbol))
      continue;
    Seen.push_back(Symbol);
    Expected<std::unique_ptr<Module>> M = parse(*find(Symbol), Context);
    if (!M)
      return M.takeError();
    if (!Result)
      Result = std::move(*M);
    else if (Linker::linkModules(*Result, std::move(*M)))
      return fuseError(diag::internal_error, {"cannot join the device code of the kernels of a region"});
  }
  return std::move(Result);
}

} // namespace syclfuse::fuser
