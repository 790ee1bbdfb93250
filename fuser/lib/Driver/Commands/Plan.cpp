// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-fuse plan: the jobs of a build as JSON (docs/plan.schema.json).
#include "Driver/JobFolder/JobStore.h"
#include "Driver/Planning/BuildPlan.h"
#include "Driver/Running/JobRunner.h"

#include "Driver/Driver.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

static void writeSizes(json::OStream &JOS, StringRef Name, const std::array<uint64_t, 3> &Sizes, unsigned Dims) {
  JOS.attributeArray(Name, [&] {
    for (unsigned I = 0; I != Dims; ++I)
      JOS.value(Sizes[I]);
  });
}

static void writeJob(json::OStream &JOS, const Job &J, const std::vector<std::string> &Inputs) {
  JOS.object([&] {
    JOS.attribute("id", J.Id);
    JOS.attribute("target", J.On->name());
    if (J.Region)
      JOS.attribute("region", J.Region->name);
    else
      JOS.attribute("kernel", J.Kernel->symbol);
    JOS.attribute("variant", J.Shape.Constant ? "specialized" : "generic");
    JOS.attribute("internalized", J.Internalize);
    if (const std::optional<NDRange> &Range = J.Shape.Constant)
      JOS.attributeObject("nd_range", [&] {
        writeSizes(JOS, "global", Range->Global, Range->Dims);
        if (Range->hasLocal())
          writeSizes(JOS, "local", Range->Local, Range->Dims);
        writeSizes(JOS, "offset", Range->Offset, Range->Dims);
      });
    JOS.attributeArray("inputs", [&] {
      for (const std::string &Input : Inputs)
        JOS.value(Input);
    });
    JOS.attribute("output", J.Id + ".job");
  });
}

static void writePlan(const BuildPlan &Plan, const BuildOptions &Options, raw_ostream &OS) {
  json::OStream JOS(OS, /*IndentSize=*/2);
  JOS.object([&] {
    JOS.attribute("schema", "sycl-fuse-plan");
    JOS.attribute("version", 1);
    JOS.attribute("producer", producerName());
    JOS.attribute("fingerprint", Plan.fingerprint(Options));
    JOS.attributeArray("jobs", [&] {
      for (const Job &J : Plan.Jobs)
        writeJob(JOS, J, Plan.dependencies(Options));
    });
  });
  OS << '\n';
}

static ExitCode makeAndWrite(const BuildOptions &Options, raw_ostream &Out, diagnostics &Diags) {
  BuildPlan Plan;
  if (!makePlan(Options, Plan, Diags))
    return ExitUserError;
  append(Diags, Plan.Remarks);
  if (Plan.Remarks.has_errors())
    return ExitRefused;
  if (!Options.JobDir.empty() && !prepareJobs(Plan, Options, Diags))
    return ExitUserError;
  std::string Text;
  raw_string_ostream OS(Text);
  writePlan(Plan, Options, OS);
  if (Options.Output.empty()) {
    Out << Text;
    return ExitOk;
  }
  OutputFiles Files;
  Files.add(Options.Output, Text);
  return Files.commit(Plan.dependencies(Options), Diags) ? ExitOk : ExitUserError;
}

ExitCode plan(const BuildOptions &Options, raw_ostream &Out, raw_ostream &Err) {
  diagnostics Diags;
  ExitCode Code = makeAndWrite(Options, Out, Diags);
  return reportAll(Code, Options, Diags, {}, Err);
}

} // namespace syclfuse::fuser
