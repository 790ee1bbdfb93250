// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-fuse plan: the jobs of a build as JSON (docs/plan.schema.json).
#include "Driver/JobFolder/JobStore.h"
#include "Driver/Planning/BuildPlan.h"
#include "Driver/Process/DiagnosticCollector.h"
#include "JsonLists.h"
#include "Report.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

static void writeJob(json::OStream &JOS, const BuildPlan &Plan, const JobStore *Store, size_t Index) {
  const Job &J = Plan.Jobs[Index];
  JOS.attribute("id", J.Id);
  JOS.attribute("target", J.On->name());
  if (const manifest::region *Region = regionOf(J, Plan.Manifests.Document))
    JOS.attribute("region", Region->name);
  else
    JOS.attribute("kernel", J.Kernel->symbol);
  JOS.attribute("variant", J.Shape.Constant ? "specialized" : "generic");
  JOS.attribute("internalized", J.Internalize);
  if (const std::optional<NDRange> &Range = J.Shape.Constant)
    JOS.attributeObject("nd_range", [&] {
      writeValues(JOS, "global", ArrayRef(Range->Global).take_front(Range->Dims));
      if (Range->hasLocal())
        writeValues(JOS, "local", ArrayRef(Range->Local).take_front(Range->Dims));
      writeValues(JOS, "offset", ArrayRef(Range->Offset).take_front(Range->Dims));
    });
  if (Store) {
    JOS.attribute("input", Store->inputName(Index));
    JOS.attribute("output", Store->resultName(Index));
  }
}

static void writePlan(const BuildPlan &Plan, const JobStore *Store, raw_ostream &OS) {
  json::OStream JOS(OS, /*IndentSize=*/2);
  JOS.object([&] {
    JOS.attribute("schema", "sycl-fuse-plan");
    JOS.attribute("version", 2);
    JOS.attribute("producer", producerName());
    writeObjects(JOS, "jobs", seq(Plan.Jobs.size()), [&](size_t I) { writeJob(JOS, Plan, Store, I); });
  });
  OS << '\n';
}

static ExitCode makeAndWrite(const BuildOptions &Options, raw_ostream &Out, diagnostics &Diags) {
  BuildPlan Plan;
  const bool Ok = makePlan(Options, Plan, Diags);
  append(Diags, Plan.Remarks);
  Plan.Library.paths().restore(Diags);
  if (!Ok)
    return ExitUserError;
  if (Plan.Remarks.has_errors())
    return ExitRefused;
  std::optional<JobStore> Store;
  if (!Options.JobDir.empty() && !Store.emplace(Plan, Options).prepare(Diags))
    return ExitUserError;
  std::string Text;
  raw_string_ostream OS(Text);
  writePlan(Plan, Store ? &*Store : nullptr, OS);
  return writeOutput(Options.Output, Text, Plan.dependencies(Options), Out, Diags) ? ExitOk : ExitUserError;
}

ExitCode plan(const BuildOptions &Options, raw_ostream &Out, raw_ostream &Err) {
  diagnostics Diags;
  ExitCode Code = makeAndWrite(Options, Out, Diags);
  return reportAll(Code, Options, Diags, {}, Err);
}

} // namespace syclfuse::fuser
