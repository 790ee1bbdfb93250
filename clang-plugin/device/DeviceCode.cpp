// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DeviceCode.h"

#include "CaptureChecker.h"
#include "DeviceReport.h"
#include "GraphBuilder.h"
#include "Recursion.h"
#include "kernels/KernelAttributes.h"
#include "module/DeviceGlobals.h"
#include "module/HostCode.h"
#include "module/KernelRenaming.h"
#include "module/ModuleChange.h"
#include "names/TypeNames.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

class DeviceCodeConsumer : public ASTConsumer {
public:
  DeviceCodeConsumer(CompilerInstance &CI, Options O) : CI(CI), Opts(std::move(O)), Report(CI.getDiagnostics(), Opts) {
    Attributes.watch(CI.getPreprocessor());
  }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (const Decl *D : Group)
      addRoots(D);
    return true;
  }

  // Of methods that are defined in their class.
  void HandleInlineFunctionDefinition(FunctionDecl *FD) override { addRoots(FD); }

  void HandleTranslationUnit(ASTContext &Context) override {
    // A body with errors says nothing; captures are known nevertheless.
    bool HadErrors = CI.getDiagnostics().hasErrorOccurred();
    CaptureChecker Captures(Context, CI.getSema(), Report);
    for (const FunctionDecl *FD : Roots)
      Captures.check(FD);
    if (HadErrors)
      return;
    GraphBuilder Builder(Context);
    for (const FunctionDecl *FD : Roots)
      Builder.addRoot(FD);
    Builder.build();
    findRecursion(Builder.Graph);
    DeviceReport(Builder.Graph, Context, Report).report();
    prepareModule(Context);
  }

private:
  void prepareModule(ASTContext &Context) {
    llvm::StringSet<> External;
    for (const FunctionDecl *FD : Roots)
      if (FD->hasAttr<SYCLExternalAttr>() && !FD->isDependentContext())
        External.insert(linkerName(FD, Context));
    LocationWriter Locations(Context.getSourceManager(), Opts.Root);
    KernelSymbols Symbols = internalKernelSymbols(Roots.getArrayRef(), CI, Locations);
    AttributeRecords Records = kernelAttributes(Context, Locations, Symbols);
    changeModule(CI, [External = std::move(External), Symbols = std::move(Symbols), Compiled = wayOfCompilation(),
                      Variables = deviceGlobals(CI, Locations), Records = std::move(Records)](llvm::Module &M) {
      declareDeviceGlobals(M, Variables);
      removeHostCode(M, External);
      noteCompilation(M, Compiled);
      renameKernels(M, Symbols);
      setSubGroupSizes(M, Records);
    });
  }

  // What is wrong with them, the host pass says.
  AttributeRecords kernelAttributes(ASTContext &Context, const LocationWriter &Locations,
                                    const KernelSymbols &Symbols) {
    if (!Attributes.any())
      return {};
    KnownDeclarations Names;
    KernelRecorder Kernels(Context, Locations, Names, Symbols);
    for (const FunctionDecl *FD : Roots)
      Kernels.add(FD);
    Report.hold();
    AttributeRecords Records = Attributes.of(Kernels, Names, Report);
    Report.release(/*Give=*/false);
    return Records;
  }

  // The options that make other code of one source.
  std::string wayOfCompilation() const {
    const CodeGenOptions &CodeGen = CI.getCodeGenOpts();
    const LangOptions &Lang = CI.getLangOpts();
    std::string Text;
    for (unsigned Value : {unsigned(CodeGen.OptimizationLevel), unsigned(CodeGen.OptimizeSize), unsigned(Lang.LangStd),
                           unsigned(Lang.FastMath), unsigned(Lang.getDefaultFPContractMode()),
                           unsigned(Lang.AllowFPReassoc), unsigned(Lang.NoHonorNaNs), unsigned(Lang.NoSignedZero)})
      Text += std::to_string(Value) + " ";
    return Text;
  }

  void addRoots(const Decl *D) {
    if (const auto *FD = dyn_cast<FunctionDecl>(D)) {
      if (FD->hasAttr<SYCLKernelEntryPointAttr>() || FD->hasAttr<SYCLExternalAttr>())
        Roots.insert(FD);
    } else if (isa<NamespaceDecl, LinkageSpecDecl>(D)) {
      for (const Decl *Inner : cast<DeclContext>(D)->decls())
        addRoots(Inner);
    }
  }

  CompilerInstance &CI;
  Options Opts;
  Diagnostics Report;
  KernelAttributes Attributes;
  llvm::SetVector<const FunctionDecl *> Roots;
};

} // namespace

std::unique_ptr<ASTConsumer> createDeviceCodeConsumer(CompilerInstance &CI, Options Opts) {
  return std::make_unique<DeviceCodeConsumer>(CI, std::move(Opts));
}

} // namespace syclfuse::plugin
