// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DeviceDependencies.h"

#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

class Collector : public DependencyCollector {
public:
  explicit Collector(bool System) : System(System) {}
  bool needSystemDependencies() override { return System; }

private:
  const bool System;
};

// What the source includes for the device. Whatever is wrong with it, the device pass has said.
std::vector<std::string> dependenciesOfDevice(CompilerInstance &CI) {
  auto Invocation = std::make_shared<CompilerInvocation>(CI.getInvocation());
  Invocation->getLangOpts().SYCLIsHost = false;
  Invocation->getLangOpts().SYCLIsDevice = true;
  TargetOptions &Target = Invocation->getTargetOpts();
  Invocation->getFrontendOpts().AuxTriple = Target.Triple;
  Target = TargetOptions();
  Target.Triple = "spirv64-unknown-unknown";
  Invocation->getFrontendOpts().ProgramAction = frontend::RunPreprocessorOnly;
  Invocation->getFrontendOpts().AddPluginActions.clear();
  Invocation->getDependencyOutputOpts() = DependencyOutputOptions();
  Invocation->getDiagnosticOpts() = DiagnosticOptions(); // no file for them, no check of them

  CompilerInstance Device(std::move(Invocation), CI.getPCHContainerOperations());
  Device.setVirtualFileSystem(CI.getVirtualFileSystemPtr());
  Device.createDiagnostics(new IgnoringDiagConsumer);
  Device.setFileManager(CI.getFileManagerPtr());
  const bool System = CI.getDependencyOutputOpts().IncludeSystemHeaders;
  auto Files = std::make_shared<Collector>(System);
  Device.addDependencyCollector(Files);
  PreprocessOnlyAction Action;
  Device.ExecuteAction(Action);
  return Files->getDependencies().vec();
}

class SkippedIncludes : public PPCallbacks {
public:
  explicit SkippedIncludes(CompilerInstance &CI) : CI(CI) {}

  void SourceRangeSkipped(SourceRange Range, SourceLocation) override {
    const SourceManager &SM = CI.getSourceManager();
    Found =
        Found || (!SM.isInSystemHeader(Range.getBegin()) &&
                  Lexer::getSourceText(CharSourceRange::getCharRange(Range), SM, CI.getLangOpts()).contains("include"));
  }

  // The writer of the dependency file is one of the callbacks, and is at its end later. A file that the source asks
  // after is a dependency.
  void EndOfMainFile() override {
    if (!Found)
      return;
    for (const std::string &Name : dependenciesOfDevice(CI))
      if (OptionalFileEntryRef File = CI.getFileManager().getOptionalFileRef(Name))
        CI.getPreprocessor().getPPCallbacks()->HasInclude({}, Name, false, File, SrcMgr::C_User);
  }

private:
  CompilerInstance &CI;
  bool Found = false;
};

} // namespace

void addDeviceDependencies(CompilerInstance &CI) {
  if (CI.getLangOpts().SYCLIsHost && !CI.getDependencyOutputOpts().OutputFile.empty())
    CI.getPreprocessor().addPPCallbacks(std::make_unique<SkippedIncludes>(CI));
}

} // namespace syclfuse::plugin
