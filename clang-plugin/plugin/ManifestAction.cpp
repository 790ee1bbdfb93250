// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plugin's entry: prepares and checks the device pass, and puts the manifest into the host pass's object.
#include "DeviceDependencies.h"
#include "EmbedManifest.h"
#include "device/DeviceCode.h"
#include "kernels/KernelAttributes.h"
#include "module/DeviceGlobals.h"
#include "module/KernelData.h"
#include "module/KernelRenaming.h"
#include "module/ModuleChange.h"
#include "record/RegionRecorder.h"

#include "clang/Basic/DiagnosticDriver.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

// Whether this compilation makes what a manifest can be put into.
bool makesObject(const CompilerInstance &CI) {
  frontend::ActionKind Action = CI.getFrontendOpts().ProgramAction;
  return Action == frontend::EmitObj || Action == frontend::EmitAssembly || Action == frontend::EmitBC ||
         Action == frontend::EmitLLVM;
}

// Devices have no library that what instruments code could call. Clang's driver leaves out most of it for them, with
// this warning.
void leaveUninstrumented(CompilerInstance &CI) {
  CodeGenOptions &CodeGen = CI.getCodeGenOpts();
  auto Ignore = [&](StringRef Option) {
    CI.getDiagnostics().Report(clang::diag::warn_drv_unsupported_option_for_target)
        << Option << CI.getTarget().getTriple().str();
  };
  if (CodeGen.hasSanitizeCoverage()) {
    Ignore("-fsanitize-coverage");
    CodeGen.SanitizeCoverageType = 0;
    CodeGen.SanitizeCoverageStackDepth = false;
    CodeGen.SanitizeCoverageTraceLoads = CodeGen.SanitizeCoverageTraceStores = false;
  }
  if (!CodeGen.MemoryProfileOutput.empty()) {
    Ignore("-fmemory-profile");
    CodeGen.MemoryProfileOutput.clear();
  }
  if (CodeGen.InstrumentFunctions || CodeGen.InstrumentFunctionsAfterInlining || CodeGen.InstrumentFunctionEntryBare) {
    Ignore("-finstrument-functions");
    CodeGen.InstrumentFunctions = CodeGen.InstrumentFunctionsAfterInlining = false;
    CodeGen.InstrumentFunctionEntryBare = false;
  }
}

// What the fuser needs of the device code: lines for its messages, no more of the source than that, and math functions
// as intrinsics.
void prepareDeviceCode(CompilerInstance &CI) {
  CodeGenOptions &CodeGen = CI.getCodeGenOpts();
  if (CodeGen.getDebugInfo() == llvm::codegenoptions::NoDebugInfo) {
    CodeGen.setDebugInfo(llvm::codegenoptions::DebugLineTablesOnly);
    if (CodeGen.DwarfVersion == 0)
      CodeGen.DwarfVersion = 5;
  }
  // A hash of the file would make every kernel of it another one after each edit (sycl-fuse build --job-dir).
  CodeGen.setDebugSrcHash(CodeGenOptions::DSH_NONE);
  CI.getLangOpts().MathErrno = false;
}

manifest::provenance provenanceOf(const SourceManager &SM, const LocationWriter &Locations) {
  manifest::provenance P;
  P.tool = "sycl-fuse-plugin " SYCLFUSE_VERSION;
  P.compiler = "clang " CLANG_VERSION_STRING;
  SourceLocation Start = SM.getLocForStartOfFile(SM.getMainFileID());
  P.source = Locations.of(Start).file;
  uint64_t Hash = llvm::xxHash64(SM.getBufferData(SM.getMainFileID()));
  P.source_hash = "xxh64:" + llvm::utohexstr(Hash, /*LowerCase=*/true, /*Width=*/16);
  return P;
}

bool readsPrecompiled(const CompilerInstance &CI) {
  return llvm::any_of(CI.getFrontendOpts().Inputs,
                      [](const FrontendInputFile &F) { return F.getKind().getFormat() == InputKind::Precompiled; });
}

// Finds the kernels of a precompiled module: consumers are not told of what it declares.
class EntryPointFinder : public DynamicRecursiveASTVisitor {
public:
  std::vector<const FunctionDecl *> Found;
  EntryPointFinder() { ShouldVisitTemplateInstantiations = true; }
  bool VisitFunctionDecl(FunctionDecl *FD) override {
    if (FD->hasAttr<SYCLKernelEntryPointAttr>() && !FD->isDependentContext())
      Found.push_back(FD);
    return true;
  }
};

// Collects the kernels as they are instantiated; the rest happens at the end of the translation unit, before code is
// generated.
class ManifestConsumer : public ASTConsumer {
public:
  ManifestConsumer(CompilerInstance &CI, Options O) : CI(CI), Opts(std::move(O)), Report(CI.getDiagnostics(), Opts) {
    Attributes.watch(CI.getPreprocessor());
  }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (const Decl *D : Group)
      if (const auto *FD = dyn_cast<FunctionDecl>(D); FD && FD->hasAttr<SYCLKernelEntryPointAttr>())
        EntryPoints.push_back(FD);
    return true;
  }

  void HandleTranslationUnit(ASTContext &Context) override {
    if (CI.getDiagnostics().hasErrorOccurred())
      return;
    KnownDeclarations Names;
    LocationWriter Locations(Context.getSourceManager(), Opts.Root);
    KernelSymbols Symbols = internalKernelSymbols(EntryPoints, CI, Locations);
    KernelRecorder Kernels(Context, Locations, Names, Symbols);
    for (const FunctionDecl *FD : EntryPoints)
      Kernels.add(FD);
    if (readsPrecompiled(CI))
      return refusePrecompiled(Context, Kernels);
    manifest::document Doc;
    Doc.sources.push_back(provenanceOf(Context.getSourceManager(), Locations));
    for (const auto &K : Kernels.kernels())
      Doc.kernels.push_back(K->Kernel);
    RegionRecorder Regions(Context, Kernels, Locations, Names, Report);
    Regions.record(Doc);
    if (Opts.Automatic)
      Regions.recordAutomatic(Doc);
    if (CI.getDiagnostics().hasErrorOccurred())
      return;
    embedManifest(CI, manifest::to_json(Doc));
    if (!Symbols.empty())
      changeModule(CI, [Symbols = std::move(Symbols)](llvm::Module &M) { renameKernelStrings(M, Symbols); });
    if (AttributeRecords Records = Attributes.of(Kernels, Names, Report); !Records.empty())
      changeModule(CI, [Records = std::move(Records)](llvm::Module &M) { setKernelAttributes(M, Records); });
    if (DeviceGlobals Variables = deviceGlobals(CI, Locations); !Variables.empty())
      changeModule(CI, [Variables = std::move(Variables)](llvm::Module &M) { noteDeviceGlobals(M, Variables); });
    if (!Opts.Output.empty())
      write(Doc);
  }

private:
  // The driver compiles a precompiled module for the host only, and its kernels would run there.
  void refusePrecompiled(ASTContext &Context, KernelRecorder &Kernels) {
    EntryPointFinder Finder;
    Finder.TraverseDecl(Context.getTranslationUnitDecl());
    for (const FunctionDecl *FD : Finder.Found)
      Kernels.add(FD);
    for (const auto &K : Kernels.kernels())
      Report.report({diag::precompiled_module, kernelBodyLocation(kernelClosure(K->Entry)), {K->Kernel.name}});
  }

  void write(const manifest::document &Doc) {
    auto Write = [&](llvm::raw_ostream &Out) -> llvm::Error {
      Out << manifest::to_json(Doc);
      return llvm::Error::success();
    };
    auto Failed = [&](const llvm::FileError &E) {
      Report.report({diag::plugin_cannot_write, {}, {Opts.Output, E.messageWithoutFileInfo()}});
    };
    llvm::handleAllErrors(llvm::writeToOutput(Opts.Output, Write), Failed, [&](const llvm::ErrorInfoBase &E) {
      Report.report({diag::plugin_cannot_write, {}, {Opts.Output, E.message()}});
    });
  }

  CompilerInstance &CI;
  Options Opts;
  Diagnostics Report;
  KernelAttributes Attributes;
  std::vector<const FunctionDecl *> EntryPoints;
};

class ManifestAction : public PluginASTAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    if (Opts.Off)
      return std::make_unique<ASTConsumer>();
    if (CI.getLangOpts().SYCLIsDevice) {
      prepareDeviceCode(CI);
      leaveUninstrumented(CI);
      return createDeviceCodeConsumer(CI, Opts);
    }
    addDeviceDependencies(CI);
    if (!makesObject(CI) && Opts.Output.empty())
      return std::make_unique<ASTConsumer>();
    return std::make_unique<ManifestConsumer>(CI, Opts);
  }

  bool ParseArgs(const CompilerInstance &CI, const std::vector<std::string> &Arguments) override {
    Diagnostics Report(CI.getDiagnostics(), Opts);
    bool Valid = true;
    for (const std::string &A : Arguments)
      if (!parseOption(A, Opts)) {
        // As it was written: the driver has cut it at the dash.
        StringRef Written = A;
        Written.consume_front("fuse-");
        Report.report({diag::plugin_bad_argument, {}, {Written.str()}});
        Valid = false;
      }
    return Valid;
  }

  // Code generation may free the AST.
  ActionType getActionType() override { return AddBeforeMainAction; }

  Options Opts;
};

} // namespace
} // namespace syclfuse::plugin

// The driver splits -fplugin-arg-<plugin>-<argument> at the first dash, so that the plugin is called "sycl" for it, and
// each of its arguments begins with "fuse-": users write -fplugin-arg-sycl-fuse-output=<path>.
static FrontendPluginRegistry::Add<syclfuse::plugin::ManifestAction>
    Registration("sycl", "records SYCL kernels and fusion regions in a manifest for sycl-fuse");
