// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-fuse cache: looking at the persistent cache of the JIT, and cleaning it up.
#include "Driver/Driver.h"
#include "syclfuse/jit_cache.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <ctime>

using namespace llvm;

namespace syclfuse::fuser {

namespace {
class CacheCommand {
public:
  CacheCommand(const CacheOptions &Options, raw_ostream &Out, raw_ostream &Err)
      : Options(Options), Out(Out), Err(Err) {}

  ExitCode run() {
    const char *Variable = std::getenv("SYCL_FUSE_CACHE_DIR");
    Directory = jit::cache_directory(!Options.Directory.empty() ? Options.Directory : Variable ? Variable : "");
    std::string Why = "neither XDG_CACHE_HOME nor HOME says where it is";
    if (!Directory.empty())
      Cache = jit::cache::open(Directory, /*create=*/false, Why);
    if (!Cache) {
      say(diag::jit_cache_unreadable, {Directory, Why.empty() ? "it is not there" : Why});
      return ExitUserError;
    }
    if (Options.Action == "ls")
      return list();
    return Options.Action == "verify" ? verify() : prune();
  }

private:
  void say(diag Code, std::vector<std::string> Arguments) {
    diagnostics Diags;
    Diags.add(Code, "", 0, 0, std::move(Arguments));
    for (const diagnostic &D : Diags.list())
      Err << D.format() << '\n';
  }

  static std::string counted(size_t Count, StringRef One, StringRef Many) {
    return (Twine(Count) + " " + (Count == 1 ? One : Many)).str();
  }

  static std::string dateText(int64_t Nanoseconds) {
    const time_t Seconds = Nanoseconds / 1000000000;
    tm Fields;
    char Text[32];
    return {Text, strftime(Text, sizeof(Text), "%Y-%m-%d %H:%M:%S", localtime_r(&Seconds, &Fields))};
  }

  ExitCode list() {
    uint64_t Bytes = 0;
    size_t Count = 0;
    for (const jit::cache::item &I : Cache->list()) {
      jit::entry E;
      std::string Problem;
      if (Cache->read_item(I, E, Problem) == jit::cache::result::missing)
        continue;
      Out << I.name << "  " << right_justify(std::to_string(I.size), 9) << " bytes  " << dateText(I.used_ns) << "  ";
      if (!Problem.empty())
        Out << "damaged: " << Problem << '\n';
      else
        Out << left_justify(E.target, 12) << "  region " << E.region << (E.refused ? ", refused: " + E.payload : "")
            << '\n';
      Bytes += I.size;
      ++Count;
    }
    Out << counted(Count, "entry", "entries") << ", " << Bytes << " bytes in '" << Directory << "'\n";
    return ExitOk;
  }

  ExitCode verify() {
    size_t Count = 0, Damaged = 0;
    for (const jit::cache::item &I : Cache->list()) {
      jit::entry E;
      std::string Problem;
      const jit::cache::result Found = Cache->read_item(I, E, Problem);
      Count += Found != jit::cache::result::missing;
      if (Found != jit::cache::result::damaged)
        continue;
      ++Damaged;
      if (!Cache->remove(I))
        Problem += "; it cannot be removed";
      say(diag::jit_entry_damaged, {Directory + "/" + I.name, Problem});
    }
    Out << counted(Count, "entry", "entries") << ", " << Damaged << " damaged\n";
    return Damaged ? ExitUserError : ExitOk;
  }

  ExitCode prune() {
    const jit::cache::pruned Done = Cache->prune(Options.Limit);
    Out << "removed " << counted(Done.entries, "entry", "entries") << ", " << Done.bytes << " bytes, and "
        << counted(Done.leftovers, "leftover", "leftovers") << '\n';
    return ExitOk;
  }

  const CacheOptions &Options;
  raw_ostream &Out, &Err;
  std::string Directory;
  std::unique_ptr<jit::cache> Cache;
};
} // namespace

ExitCode cacheCommand(const CacheOptions &Options, raw_ostream &Out, raw_ostream &Err) {
  return CacheCommand(Options, Out, Err).run();
}

} // namespace syclfuse::fuser
