// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Interruption.h"

#include "llvm/Support/Signals.h"

#include <cerrno>
#include <ctime>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace syclfuse::fuser {

namespace {
constexpr int Signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ};

// For the signals' handler, which may use system calls only.
constexpr int MostGroups = 4096;
volatile pid_t Groups[MostGroups]; // 0: none
pid_t Owner = -1;                  // of the groups
void (*volatile Last)() = nullptr;
} // namespace

static sigset_t signalSet() {
  sigset_t Set;
  sigemptyset(&Set);
  for (int Signal : Signals)
    sigaddset(&Set, Signal);
  return Set;
}

BlockedInterruptions::BlockedInterruptions() {
  const sigset_t Set = signalSet();
  sigprocmask(SIG_BLOCK, &Set, &Before);
}
void BlockedInterruptions::unblock() { sigprocmask(SIG_SETMASK, &Before, nullptr); }

// Each ends its own group, and removes its files first. One that does not, say because it is stopped, is killed.
static void endGroups() {
  for (pid_t Leader : Groups)
    if (Leader)
      ::kill(Leader, SIGTERM);
  int Patience = 2000; // milliseconds
  for (pid_t Leader : Groups) {
    if (!Leader)
      continue;
    while (::waitpid(Leader, nullptr, WNOHANG) == 0 && Patience-- > 0) {
      const timespec Millisecond{0, 1000000};
      ::nanosleep(&Millisecond, nullptr);
    }
    ::kill(-Leader, SIGKILL);
  }
}

static void die(int Signal) {
  llvm::sys::RunInterruptHandlers(); // removes the temporary files
  ::signal(Signal, SIG_DFL);
  ::raise(Signal);
}

static void onSignal(int Signal) {
  if (Owner == ::getpid()) {
    endGroups();
    if (void (*Then)() = Last)
      Then();
  }
  die(Signal);
}

static void onSignalAsLeader(int) {
  llvm::sys::RunInterruptHandlers();
  ::kill(0, SIGKILL); // of which this process is a part
}

static void handle(int Signal, void (*Handler)(int)) {
  struct sigaction Action = {};
  Action.sa_handler = Handler;
  Action.sa_mask = signalSet();
  ::sigaction(Signal, &Action, nullptr);
}

void catchInterruptions() {
  if (Owner == ::getpid())
    return;
  for (volatile pid_t &Leader : Groups)
    Leader = 0;
  Owner = ::getpid();
  for (int Signal : Signals) {
    struct sigaction Before;
    ::sigaction(Signal, nullptr, &Before);
    if (Before.sa_handler != SIG_IGN)
      handle(Signal, onSignal);
  }
}

void atInterruption(void (*Function)()) { Last = Function; }

void leadGroup(pid_t Parent) {
  ::setpgid(0, 0);
  for (int Signal : {SIGINT, SIGTERM, SIGHUP})
    handle(Signal, onSignalAsLeader);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != Parent)
    ::_exit(0);
}

void addGroup(pid_t Leader) {
  for (volatile pid_t &Free : Groups)
    if (!Free) {
      Free = Leader;
      return;
    }
}

void forgetGroup(pid_t Leader) {
  for (volatile pid_t &Known : Groups)
    if (Known == Leader)
      Known = 0;
}

} // namespace syclfuse::fuser
