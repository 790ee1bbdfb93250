// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The way out when LLVM aborts or the process receives a fatal signal. Everything here may run inside of a signal
// handler: system calls only, no memory is allocated.
#include "CrashScope.h"
#include "MakeTokens.h"
#include "WorkerPool.h"

#include "Driver/Driver.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <unistd.h>

using namespace llvm;

namespace syclfuse::fuser {

// Written by installCrashHandler, since looking for the directory may allocate.
static char ReproducerPath[4096];
static thread_local const CrashScope *Current = nullptr;
// In a worker process: where to say what it died of. The parent puts it into words.
static int WorkerSocket = -1;
static bool IsHelper = false;

CrashScope::CrashScope(std::string Name, StringRef Bytes, Kind What)
    : Name(std::move(Name)), Bytes(Bytes), What(What), Outer(Current) {
  Current = this;
}

CrashScope::~CrashScope() { Current = Outer; }

static bool writeAll(int File, const char *Data, size_t Size) {
  while (Size) {
    ssize_t Written = ::write(File, Data, Size);
    if (Written <= 0)
      return false;
    Data += Written;
    Size -= Written;
  }
  return true;
}

static void say(StringRef Text) { writeAll(STDERR_FILENO, Text.data(), Text.size()); }

static void tell(FrameKind Kind, StringRef Text = "") { sendFrame(WorkerSocket, Kind, Text.data(), Text.size()); }

// Replaces the X's of the path. True if the bytes are in that file.
static bool save(StringRef Bytes, char *Path) {
  int File = ::mkstemps(Path, /*suffixlen=*/3);
  if (File < 0)
    return false;
  bool Ok = writeAll(File, Bytes.data(), Bytes.size());
  ::close(File);
  return Ok;
}

std::string saveReproducer(StringRef Bytes) {
  std::string Path = ReproducerPath;
  return save(Bytes, Path.data()) ? Path : "";
}

[[noreturn]] static void dieAsWorker(StringRef Reason) {
  if (Current && Current->What == CrashScope::Reading)
    tell(FrameKind::CannotRead);
  tell(FrameKind::Reason, Reason);
  if (Current && !Current->Bytes.empty() && save(Current->Bytes, ReproducerPath))
    tell(FrameKind::Reproducer, ReproducerPath);
  ::_exit(ExitInternal);
}

// LLVM's readers trust bitcode more than they should.
[[noreturn]] static void dieReading(const CrashScope &Scope) {
  say("error: cannot read '");
  say(Scope.Name);
  say("': its device code is damaged [SF3001]\n");
  ::_exit(ExitUserError);
}

[[noreturn]] static void die(StringRef Reason) {
  if (IsHelper)
    ::_exit(ExitInternal);
  if (WorkerSocket >= 0)
    dieAsWorker(Reason);
  if (Current && Current->What == CrashScope::Reading)
    dieReading(*Current);
  say("sycl-fuse: error: internal error: ");
  say(Reason);
  if (Current) {
    say(" while ");
    say(Current->Name);
  }
  say(" [SF3010]\n");
  if (Current && !Current->Bytes.empty() && save(Current->Bytes, ReproducerPath)) {
    say("note: its device code is in '");
    say(ReproducerPath);
    say("'; report it with that file and the command line\n");
  }
  ::_exit(ExitInternal);
}

// Jobs run side by side and may crash side by side. The first one speaks, the others wait for the end of the process.
static void enter() {
  static std::atomic_flag Entered = ATOMIC_FLAG_INIT;
  static thread_local bool IsOurs = false;
  if (IsOurs)
    ::_exit(ExitInternal); // a crash in here
  while (Entered.test_and_set())
    ::pause();
  IsOurs = true;
  sys::RunInterruptHandlers(); // removes the temporary files
  MakeTokens::giveBackAll();
}

static void onFatalError(void *, const char *Reason, bool) {
  enter();
  die(Reason);
}

static StringRef describe(int Signal) {
  switch (Signal) {
  case SIGABRT:
    return "the process was aborted";
  case SIGSEGV:
  case SIGBUS:
    return "a bad memory access, or the stack overflowed";
  default:
    return "the process received a fatal signal";
  }
}

static void onSignal(int Signal) {
  enter();
  die(describe(Signal));
}

static void onTimeUp(int) {
  enter();
  tell(FrameKind::TimedOut);
  dieAsWorker("its time was up");
}

static void onOutOfMemory() {
  enter();
  die("out of memory");
}

static void onBadAlloc(void *, const char *, bool) { onOutOfMemory(); }

static void handle(int Signal, void (*Handler)(int)) {
  struct sigaction Action = {};
  Action.sa_handler = Handler;
  Action.sa_flags = SA_ONSTACK;
  ::sigaction(Signal, &Action, nullptr);
}

void enterWorker(int Socket) {
  WorkerSocket = Socket;
  handle(SIGUSR2, onTimeUp);
}

void enterHelper() { IsHelper = true; }

void installCrashHandler() {
  SmallString<128> Path;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Path);
  sys::path::append(Path, "sycl-fuse-crash-XXXXXX.bc");
  strncpy(ReproducerPath, Path.c_str(), sizeof(ReproducerPath) - 1);

  install_fatal_error_handler(onFatalError);
  install_bad_alloc_error_handler(onBadAlloc);
  // LLVM takes the signals when it is first asked to; it must not do so over ours. It keeps those of interruption.
  sys::AddSignalHandler([](void *) {}, nullptr);
  for (int Signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP})
    handle(Signal, onSignal);
  std::set_new_handler(onOutOfMemory);
}

} // namespace syclfuse::fuser
