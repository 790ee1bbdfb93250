// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-fuse emit: prints one stage of what a build compiles.
#include "Driver/Input/NDRangeSpec.h"
#include "Driver/Planning/BuildPlan.h"
#include "Driver/Process/DiagnosticCollector.h"
#include "Driver/Running/CompileJob.h"
#include "Report.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {
class EmitCommand {
public:
  EmitCommand(const EmitOptions &Options, raw_ostream &Out, diagnostics &Diags)
      : Options(Options), Build(Options.Build), Out(Out), Diags(Diags), Kept(Options.Build) {}

  ExitCode run() {
    if (!makePlan(Build, Plan, Diags))
      return ExitUserError;
    llvm::erase_if(Plan.Jobs, [&](const Job &J) { return !isSelected(J); });
    if (Plan.Jobs.empty()) {
      append(Diags, Plan.Remarks);
      Diags.add(diag::nothing_selected, "", 0, 0, {"no region or kernel is built that fits the options"});
      return ExitUserError;
    }
    std::vector<JobResult> Results = compileJobs(Plan.Jobs, Plan.Library, Build, Kept);
    bool Failed = false;
    for (auto [J, Result] : zip_equal(Plan.Jobs, Results)) {
      append(Diags, Result.Diags);
      append(Diags, Result.Unwritten);
      Failed |= Result.Failed || Result.Unwritten.has_errors();
      Options.Stage == "spv" ? addImages(J, Result) : addStages(J, Result);
    }
    Reports.add(Results);
    if (Failed)
      return ExitUserError;
    if (Found == 0) {
      Diags.add(diag::nothing_selected, "", 0, 0,
                {"'" + Plan.Jobs.front().On->name().str() + "' has no stage '" + Options.Stage + "'"});
      return ExitUserError;
    }
    return write();
  }

  // Messages name the files of the user, not those of prepared modules.
  void restorePaths() {
    Plan.Library.paths().restore(Diags);
    Reports.restorePaths(Plan.Library.paths());
  }

  PassReports Reports;

private:
  bool isSelected(const Job &J) const {
    if (!Options.Kernel.empty() &&
        !(J.Kernel && (J.Kernel->symbol == Options.Kernel || J.Kernel->name == Options.Kernel)))
      return false;
    const manifest::region *Region = regionOf(J, Plan.Manifests.Document);
    if (!Options.Region.empty() && !(Region && Region->name == Options.Region))
      return false;
    if (Options.NDRange.empty())
      return true;
    return J.Shape.Constant ? toString(*J.Shape.Constant) == Options.NDRange : Options.NDRange == "generic";
  }

  StringRef comment() const { return Options.Stage == "asm" ? "# " : Options.Stage == "ptx" ? "// " : "; "; }

  void add(const Job &J, StringRef Stage, StringRef Contents) {
    Text += (comment() + J.Id + ": " + Stage + "\n" + Contents.rtrim('\0') + "\n").str();
    ++Found;
  }

  void addStages(const Job &J, const JobResult &Result) {
    // A kernel alone is as it would be before fusion.
    std::string Kind = Options.Stage != "ll" ? Options.Stage : J.Region ? "fused" : "input";
    for (const StageText &S : Result.Stages)
      if (isStageOfKind(S.Name, Kind))
        add(J, S.Name, S.Text);
  }

  // Binary to a file, text to people.
  void addImages(const Job &J, const JobResult &Result) {
    for (const CompiledKernel &K : Result.Kernels) {
      if (K.Variant.record.format != image_format::spirv)
        continue;
      StringRef Image(reinterpret_cast<const char *>(K.Variant.image.data()), K.Variant.image.size());
      if (Build.Output.empty()) {
        add(J, "spv", disassemble(Image));
      } else {
        Binary = Image.str();
        ++Found;
      }
    }
  }

  // Through files, as spirv-dis writes to standard output otherwise.
  std::string disassemble(StringRef Image) {
    ErrorOr<std::string> Program = sys::findProgramByName("spirv-dis");
    SmallString<128> In, To;
    if (!Program || sys::fs::createTemporaryFile("sycl-fuse", "spv", In) ||
        sys::fs::createTemporaryFile("sycl-fuse", "spvasm", To)) {
      Diags.add(diag::nothing_selected, "", 0, 0,
                {"spirv-dis, which prints SPIR-V, was not found; -o <file> writes the binary"});
      return "";
    }
    writeFile(In.str().str(), Image, Diags);
    sys::ExecuteAndWait(*Program, {*Program, "--no-color", In, "-o", To});
    ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(To);
    sys::fs::remove(In);
    sys::fs::remove(To);
    return Text ? (*Text)->getBuffer().str() : "";
  }

  ExitCode write() {
    if (Diags.has_errors())
      return ExitUserError;
    const bool IsBinary = Options.Stage == "spv" && !Build.Output.empty();
    if (IsBinary && Found > 1) {
      Diags.add(diag::nothing_selected, "", 0, 0,
                {"a file holds one SPIR-V module, these are " + std::to_string(Found)});
      return ExitUserError;
    }
    return writeOutput(Build.Output, IsBinary ? Binary : Text, Plan.dependencies(Build), Out, Diags) ? ExitOk
                                                                                                     : ExitUserError;
  }

  const EmitOptions &Options;
  const BuildOptions &Build;
  raw_ostream &Out;
  diagnostics &Diags;
  Stages Kept;
  BuildPlan Plan;
  std::string Text, Binary;
  unsigned Found = 0;
};
} // namespace

static std::string withoutRegion(StringRef Spec) {
  return Spec.contains('=') ? Spec.rsplit('=').second.str() : Spec.str();
}

ExitCode emit(EmitOptions Options, raw_ostream &Out, raw_ostream &Err) {
  if (Options.Stage == "ll")
    Options.Build.Emit = {"input", "fused"};
  else
    Options.Build.Emit = {Options.Stage};
  // A size that no manifest lists is built for this.
  if (!Options.NDRange.empty() && Options.NDRange != "generic") {
    bool HasRegion = StringRef(Options.NDRange).contains('=');
    Options.Build.NDRanges = {HasRegion ? Options.NDRange : Options.Region + "=" + Options.NDRange};
    if (HasRegion)
      Options.Region = StringRef(Options.NDRange).rsplit('=').first.str();
    Options.NDRange = withoutRegion(Options.NDRange);
  }
  diagnostics Diags;
  EmitCommand Command(Options, Out, Diags);
  ExitCode Code = Command.run();
  Command.restorePaths();
  return reportAll(Code, Options.Build, Diags, Command.Reports, Err);
}

} // namespace syclfuse::fuser
