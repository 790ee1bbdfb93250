// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report of sycl-fuse check: text, JSON (docs/check.md), and SARIF (OASIS, "Static Analysis Results Interchange
// Format Version 2.1.0").
#include "CheckParts.h"
#include "Driver/Commands/JsonLists.h"
#include "Driver/Commands/ManifestFiles.h"
#include "Driver/Driver.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <functional>
#include <map>

using namespace llvm;

namespace syclfuse::fuser {

std::string checkText(const CheckReport &Report) {
  std::string Text = Report.Findings.format();
  for (const CheckedEstimate &E : Report.Estimates)
    Text += "region '" + E.Region + "' for " + E.Target + (E.Range == "any" ? "" : ", " + E.Range) + ": estimated " +
            toText(E.Estimate) + "\n";
  Text += "checked " + counted(Report.Regions, "region") + " and " + counted(Report.Kernels, "kernel");
  if (!Report.Targets.empty())
    Text += " for " + join(Report.Targets, ", ");
  Text += ", " + counted(Report.Runs, "run") + ", " + counted(Report.Pairs, "pair") +
          " of benchmarks: " + counted(Report.count(), "finding") + "\n";
  return Text;
}

namespace {
// Names of files and kernels are whatever bytes they are.
std::string utf8(StringRef Text) { return json::fixUTF8(Text); }

bool isFinding(const diagnostic &D) { return D.level != severity::remark; }

void writeFinding(json::OStream &J, const diagnostic &D) {
  J.attribute("code", code_string(D.code));
  J.attribute("name", StringRef(info(D.code).name));
  J.attribute("level", to_string(D.level));
  J.attribute("message", utf8(D.text));
  if (!D.file.empty())
    J.attribute("file", utf8(D.file));
  if (D.line)
    J.attribute("line", D.line);
  if (D.column)
    J.attribute("column", D.column);
  if (!info(D.code).remedy.empty())
    J.attribute("remedy", StringRef(info(D.code).remedy));
  if (!D.notes.empty())
    writeValues(J, "notes", map_range(D.notes, [](const diagnostic_note &N) { return utf8(N.text); }));
}
} // namespace

std::string checkJSON(const CheckReport &Report) {
  std::string Text;
  raw_string_ostream OS(Text);
  json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("schema", "sycl-fuse-check");
    J.attribute("version", 1);
    J.attribute("producer", producerName());
    J.attribute("passed", !Report.Findings.has_errors());
    J.attributeObject("checked", [&] {
      J.attribute("regions", int64_t(Report.Regions));
      J.attribute("kernels", int64_t(Report.Kernels));
      writeValues(J, "targets", Report.Targets);
      J.attribute("runs", int64_t(Report.Runs));
      J.attribute("pairs", int64_t(Report.Pairs));
    });
    writeObjects(J, "estimates", Report.Estimates, [&](const CheckedEstimate &E) {
      J.attribute("region", utf8(E.Region));
      J.attribute("file", utf8(E.File));
      J.attribute("line", E.Line);
      J.attribute("target", E.Target);
      J.attribute("nd_range", E.Range);
      write(E.Estimate, J);
    });
    const auto Write = [&](const diagnostic &D) { writeFinding(J, D); };
    writeObjects(J, "findings", make_filter_range(Report.Findings.list(), isFinding), Write);
    writeObjects(J, "not_checked", make_filter_range(Report.Findings.list(), std::not_fn(isFinding)), Write);
  });
  OS << '\n';
  return Text;
}

namespace {
class SarifWriter {
public:
  SarifWriter(const CheckReport &Report, const CheckOptions &Options, json::OStream &J) : Report(Report), J(J) {
    for (const diagnostic &D : make_filter_range(Report.Findings.list(), isFinding))
      Rules.try_emplace(D.code, 0);
    unsigned Index = 0;
    for (auto &[Code, Position] : Rules)
      Position = Index++;
    SmallString<128> Absolute(Options.Root.empty() ? "." : Options.Root);
    if (!sys::fs::real_path(Absolute, Root))
      Root += '/';
    for (const auto *Files : {&Options.Inputs, &Options.Statistics, &Options.Benchmarks})
      if (Fallback.empty() && !Files->empty())
        Fallback = Files->front();
  }

  void write() {
    J.object([&] {
      J.attribute("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
      J.attribute("version", "2.1.0");
      J.attributeArray("runs", [&] {
        J.object([&] {
          writeTool();
          J.attributeArray("invocations",
                           [&] { J.object([&] { J.attribute("executionSuccessful", Report.InputsRead); }); });
          J.attribute("columnKind", "utf16CodeUnits");
          writeObjects(J, "results", make_filter_range(Report.Findings.list(), isFinding),
                       [&](const diagnostic &D) { writeResult(D); });
        });
      });
    });
  }

private:
  void text(StringRef Key, const Twine &Text) {
    J.attributeObject(Key, [&] { J.attribute("text", utf8(Text.str())); });
  }

  static StringRef level(severity S) {
    return S == severity::error ? "error" : S == severity::warning ? "warning" : "note";
  }

  // The first letter of a sentence; our messages begin with a small one.
  static std::string sentence(StringRef Text) {
    return Text.empty() ? "" : (Twine(char(toUpper(Text[0]))) + Text.drop_front() + ".").str();
  }

  void writeTool() {
    J.attributeObject("tool", [&] {
      J.attributeObject("driver", [&] {
        J.attribute("name", "sycl-fuse");
        J.attribute("version", SYCLFUSE_VERSION);
        writeObjects(J, "rules", Rules, [&](const auto &Rule) { writeRule(info(Rule.first)); });
      });
    });
  }

  // The text of a rule, for all its results: the message with gaps for its arguments.
  static std::string general(StringRef Text) {
    std::string Result;
    while (!Text.empty()) {
      auto [Before, After] = Text.split('{');
      Result += Before;
      Result += After.empty() ? "" : "…";
      Text = After.split('}').second;
    }
    return Result;
  }

  void writeRule(const diag_info &Info) {
    J.attribute("id", code_string(Info.code));
    std::string Name(Info.name);
    std::replace(Name.begin(), Name.end(), '-', '_');
    J.attribute("name", convertToCamelFromSnakeCase(Name, /*capitalizeFirst=*/true));
    std::replace(Name.begin(), Name.end(), '_', ' ');
    text("shortDescription", sentence(Name));
    text("fullDescription", sentence(general(Info.text)));
    text("help", Info.remedy.empty() ? std::string("See docs/diagnostics.md.") : sentence(Info.remedy));
    J.attributeObject("defaultConfiguration", [&] { J.attribute("level", level(Info.level)); });
  }

  void writeResult(const diagnostic &D) {
    J.attribute("ruleId", code_string(D.code));
    J.attribute("ruleIndex", Rules.at(D.code));
    J.attribute("level", level(D.level));
    std::string Message = sentence(D.text);
    for (const diagnostic_note &N : D.notes)
      Message += " " + sentence(N.text);
    text("message", Message);
    J.attributeArray("locations", [&] { J.object([&] { writeLocation(D); }); });
    // Stays the same when lines move.
    J.attributeObject("partialFingerprints", [&] {
      J.attribute("syclFuse/v1", utohexstr(xxh3_64bits(arrayRefFromStringRef(code_string(D.code) + D.file + D.text)),
                                           /*LowerCase=*/true, 16));
    });
  }

  void writeLocation(const diagnostic &D) {
    J.attributeObject("physicalLocation", [&] {
      J.attributeObject("artifactLocation", [&] { writePath(D.file.empty() ? Fallback : D.file); });
      // GitHub demands a line of each place.
      J.attributeObject("region", [&] {
        J.attribute("startLine", D.line ? D.line : 1);
        if (D.column)
          J.attribute("startColumn", D.column);
      });
    });
  }

  // Relative to the root, which the reader of the report knows; what lies elsewhere by itself.
  void writePath(StringRef Path) {
    if (sys::path::is_absolute(Path) && (Root.empty() || !Path.consume_front(Root))) {
      J.attribute("uri", "file://" + escaped(Path));
      return;
    }
    while (Path.consume_front("./")) {
    }
    J.attribute("uri", escaped(Path));
    J.attribute("uriBaseId", "%SRCROOT%");
  }

  // RFC 3986, 2.1 and 3.3.
  static std::string escaped(StringRef Path) {
    std::string Uri;
    for (unsigned char C : Path) {
      if (isAlnum(C) || StringRef("/-._~!$&'()*+,;=@").contains(C))
        Uri += C;
      else
        Uri += "%" + utohexstr(C, /*LowerCase=*/false, 2);
    }
    return Uri;
  }

  const CheckReport &Report;
  json::OStream &J;
  SmallString<128> Root;
  std::string Fallback; // where a finding belongs that has no place
  std::map<diag, unsigned> Rules;
};
} // namespace

std::string checkSarif(const CheckReport &Report, const CheckOptions &Options) {
  std::string Text;
  raw_string_ostream OS(Text);
  json::OStream J(OS, /*IndentSize=*/2);
  SarifWriter(Report, Options, J).write();
  OS << '\n';
  return Text;
}

} // namespace syclfuse::fuser
