// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plugin's messages: codes and texts of syclfuse/diagnostics.def, emitted through Clang.
#pragma once

#include "Options.h"

namespace syclfuse::plugin {

struct Note {
  clang::SourceLocation Location;
  std::string Text;
};

class Diagnostics {
public:
  Diagnostics(clang::DiagnosticsEngine &Engine, const Options &Opts);
  // Emits `text [SF1005] [-Wsycl-fuse-name]` at Location, then the notes, then the remedy of the code. A
  // message that can be switched off is given once per place, however many instantiations have it.
  void report(diag Code, clang::SourceLocation Location, const std::vector<std::string> &Arguments,
              llvm::ArrayRef<Note> Notes = {});
  // Holds messages back until release(), which gives them (Give) or drops them.
  void hold() { Holding = true; }
  void release(bool Give);

private:
  struct Held {
    diag Code;
    clang::SourceLocation Location;
    std::vector<std::string> Arguments;
    std::vector<Note> Notes;
  };
  std::vector<Held> Kept;
  bool Holding = false;
  clang::DiagnosticsEngine &Engine;
  const Options &Opts;
  std::set<std::pair<diag, clang::SourceLocation>> Seen;
};

} // namespace syclfuse::plugin
