// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plugin's messages: codes and texts of syclfuse/diagnostics.def, emitted through Clang.
#pragma once

#include "Options.h"

namespace syclfuse::plugin {

struct Note {
  clang::SourceLocation Location;
  std::string Text;
};

struct Message {
  diag Code;
  clang::SourceLocation Location;
  std::vector<std::string> Arguments = {};
  std::vector<Note> Notes = {};
};

class Diagnostics {
public:
  Diagnostics(clang::DiagnosticsEngine &Engine, const Options &Opts);
  // Emits `text [SF1005] [-Wsycl-fuse-name]` at the place, then the notes, then the remedy of the code. A message that
  // can be switched off is given once per place, however many instantiations have it.
  void report(const Message &M);
  // Holds messages back until release(), which gives them (Give) or drops them.
  void hold() { Holding = true; }
  void release(bool Give);

private:
  std::vector<Message> Kept;
  bool Holding = false;
  clang::DiagnosticsEngine &Engine;
  const Options &Opts;
  std::set<std::pair<diag, clang::SourceLocation>> Seen;
};

} // namespace syclfuse::plugin
