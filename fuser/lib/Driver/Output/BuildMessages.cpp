// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BuildMessages.h"

#include "Driver/Input/RelativePaths.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

template <class T> static json::Object placed(const T &D) {
  json::Object Object{{"text", json::fixUTF8(D.text)}};
  if (!D.file.empty())
    Object["file"] = json::fixUTF8(relativeName(D.file));
  if (D.line)
    Object["line"] = D.line;
  if (D.column)
    Object["column"] = D.column;
  return Object;
}

template <class T> static bool readPlaced(const json::Object &From, T &To) {
  const std::optional<StringRef> Text = From.getString("text");
  To.text = Text.value_or("").str();
  To.file = From.getString("file").value_or("").str();
  To.line = From.getInteger("line").value_or(0);
  To.column = From.getInteger("column").value_or(0);
  return Text.has_value();
}

std::string encodeMessages(const diagnostics &Messages) {
  std::string Lines;
  raw_string_ostream OS(Lines);
  // Tools name their temporary files in errors, which are others in each build.
  SmallString<64> Temporary;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Temporary);
  for (const diagnostic &D : Messages.list()) {
    if (!D.line || StringRef(D.text).contains(Temporary))
      continue;
    json::Object Line = placed(D);
    Line["code"] = unsigned(D.code);
    Line["level"] = unsigned(D.level);
    json::Array Notes;
    for (const diagnostic_note &N : D.notes)
      if (N.line || StringRef(N.text).starts_with(ForTarget))
        Notes.push_back(placed(N));
    if (!Notes.empty())
      Line["notes"] = std::move(Notes);
    OS << json::Value(std::move(Line)) << '\n';
  }
  return Lines;
}

static bool decodeMessage(StringRef Line, diagnostics &Out) {
  Expected<json::Value> Value = json::parse(Line);
  if (!Value) {
    consumeError(Value.takeError()); // the caller says what is damaged
    return false;
  }
  const json::Object *Object = Value->getAsObject();
  const std::optional<int64_t> Code = Object ? Object->getInteger("code") : std::nullopt;
  const auto IsKnown = [&](const diag_info &Info) { return Code == int64_t(Info.code); };
  if (!Code || none_of(all_diagnostics(), IsKnown))
    return false;
  diagnostic &D = Out.add(diag(*Code), "", 0, 0, {});
  D.level = severity(std::clamp<int64_t>(Object->getInteger("level").value_or(0), 0, int64_t(severity::error)));
  if (!readPlaced(*Object, D))
    return false;
  if (const json::Array *Notes = Object->getArray("notes"))
    for (const json::Value &Each : *Notes)
      if (const json::Object *Note = Each.getAsObject(); !Note || !readPlaced(*Note, D.notes.emplace_back()))
        return false;
  return true;
}

bool decodeMessages(StringRef Lines, diagnostics &Out) {
  for (StringRef Line : split(Lines, '\n'))
    if (!Line.empty() && !decodeMessage(Line, Out))
      return false;
  return true;
}

std::string messagesAssembly(StringRef Lines) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << ".section " << MessagesSection << ",\"\",@progbits\n";
  for (StringRef Line : split(Lines, '\n')) {
    if (Line.empty())
      continue;
    OS << ".ascii \"";
    for (unsigned char C : Line)
      isPrint(C) && C != '"' && C != '\\' ? OS << char(C) : OS << format("\\%03o", C);
    OS << "\\n\"\n";
  }
  return Text;
}

} // namespace syclfuse::fuser
