// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WorkerPool.h"
#include "ByteStream.h"
#include "DiagnosticCollector.h"
#include "Interruption.h"
#include "MakeTokens.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Threading.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace syclfuse::fuser {

namespace {
using Clock = std::chrono::steady_clock;

struct FrameHeader {
  uint32_t Kind;
  uint32_t Reserved;
  uint64_t Size;
};

// How long a worker has to save its reproducer once its time is up.
constexpr std::chrono::seconds Grace{3};

struct Worker {
  pid_t Process = -1;
  int Socket = -1;
  size_t Work = 0;
  std::string Received;
  Clock::time_point Deadline = Clock::time_point::max();
  bool Warned = false; // that its time is up
};
} // namespace

static bool sendAll(int Socket, const char *Data, size_t Size) {
  while (Size) {
    ssize_t Sent = ::send(Socket, Data, Size, MSG_NOSIGNAL);
    if (Sent < 0 && errno == EINTR)
      continue;
    if (Sent <= 0)
      return false;
    Data += Sent;
    Size -= Sent;
  }
  return true;
}

bool sendFrame(int Socket, FrameKind Kind, const char *Data, size_t Size) {
  FrameHeader Header{uint32_t(Kind), 0, Size};
  return sendAll(Socket, reinterpret_cast<const char *>(&Header), sizeof(Header)) && sendAll(Socket, Data, Size);
}

static bool receiveAll(int Socket, char *Data, size_t Size) {
  while (Size) {
    ssize_t Received = ::recv(Socket, Data, Size, 0);
    if (Received < 0 && errno == EINTR)
      continue;
    if (Received <= 0)
      return false;
    Data += Received;
    Size -= Received;
  }
  return true;
}

// When memory runs out the kernel should take a worker, not the parent that waits for it.
static void offerToOutOfMemoryKiller() {
  int File = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (File < 0)
    return;
  [[maybe_unused]] ssize_t Written = ::write(File, "1000", 4); // only a preference
  ::close(File);
}

[[noreturn]] static void serve(int Socket, pid_t Parent, BlockedInterruptions &Blocked, const WorkerLimits &Limits,
                               function_ref<std::string(size_t)> Work) {
  leadGroup(Parent);
  offerToOutOfMemoryKiller();
  if (Limits.Memory) {
    rlimit Limit{rlim_t(Limits.Memory) << 20, rlim_t(Limits.Memory) << 20};
    ::setrlimit(RLIMIT_AS, &Limit);
  }
  enterWorker(Socket);
  Blocked.unblock();
  uint64_t Index;
  while (receiveAll(Socket, reinterpret_cast<char *>(&Index), sizeof(Index))) {
    std::string Answer = Work(Index);
    if (!sendFrame(Socket, FrameKind::Answer, Answer.data(), Answer.size()))
      break;
  }
  ::_exit(0); // destructors and buffered output are the parent's
}

namespace {
class Pool {
public:
  Pool(size_t Count, const WorkerLimits &Limits, function_ref<std::string(size_t)> Work)
      : Limits(Limits), Work(Work), Results(Count),
        Most(std::min<size_t>(hardware_concurrency(Limits.Workers).compute_thread_count(), Count)) {}

  std::vector<WorkResult> run() {
    catchInterruptions();
    // Who gives a number of processes means it. The first one needs no token.
    const bool Asks = Limits.Workers == 0 && Tokens.present();
    while (Workers.size() < (Asks ? std::min<size_t>(Most, 1) : Most) && start())
      ;
    while (!Workers.empty()) {
      wait(/*ForTokens=*/Asks && Tokens.present() && Workers.size() < Most && Next != Results.size());
      if (Asks)
        Tokens.keep(std::max<size_t>(Workers.size(), 1) - 1);
    }
    // Without a single process nothing was done.
    for (; Next != Results.size(); ++Next)
      Results[Next] = {WorkResult::Died, "", "cannot start a process: " + std::string(strerror(StartError)), ""};
    return std::move(Results);
  }

private:
  // A new process with the next piece of work. False if there is no work, or no process can be had.
  bool start() {
    if (Next == Results.size())
      return false;
    int Sockets[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Sockets)) {
      StartError = errno;
      return false;
    }
    BlockedInterruptions Blocked;
    pid_t Parent = ::getpid(), Process = ::fork();
    if (Process < 0) {
      StartError = errno;
      ::close(Sockets[0]);
      ::close(Sockets[1]);
      return false;
    }
    if (Process == 0) {
      for (const auto &Other : Workers)
        ::close(Other->Socket);
      ::close(Sockets[0]);
      serve(Sockets[1], Parent, Blocked, Limits, Work);
    }
    ::close(Sockets[1]);
    addGroup(Process);
    ::setpgid(Process, Process); // here too: it may have to be killed before it has run
    Workers.push_back(std::make_unique<Worker>());
    Workers.back()->Process = Process;
    Workers.back()->Socket = Sockets[0];
    assign(*Workers.back());
    return true;
  }

  void assign(Worker &W) {
    W.Work = Next++;
    W.Warned = false;
    if (Limits.Seconds)
      W.Deadline = Clock::now() + std::chrono::seconds(Limits.Seconds);
    uint64_t Index = W.Work;
    sendAll(W.Socket, reinterpret_cast<const char *>(&Index), sizeof(Index)); // one that is dead is found by poll
  }

  void wait(bool ForTokens) {
    std::vector<pollfd> Polled;
    Clock::time_point Earliest = Clock::time_point::max();
    for (const auto &W : Workers) {
      Polled.push_back({W->Socket, POLLIN, 0});
      Earliest = std::min(Earliest, W->Deadline);
    }
    int Timeout = -1;
    if (Earliest != Clock::time_point::max())
      Timeout = std::max<int64_t>(
          0, std::chrono::duration_cast<std::chrono::milliseconds>(Earliest - Clock::now()).count() + 1);
    Polled.push_back({ForTokens ? Tokens.descriptor() : -1, POLLIN, 0}); // -1 is left out
    if (::poll(Polled.data(), Polled.size(), Timeout) < 0 && errno != EINTR)
      return;
    const bool MayTake = Polled.back().revents;
    Polled.pop_back();
    std::vector<Worker *> Ready;
    for (auto [Poll, W] : zip_equal(Polled, Workers))
      if (Poll.revents)
        Ready.push_back(W.get());
    for (Worker *W : Ready)
      receive(*W);
    checkDeadlines();
    if (MayTake && Next != Results.size() && Tokens.take() && !start())
      Most = Workers.size(); // there are no more processes to be had
  }

  void checkDeadlines() {
    for (const auto &W : Workers) {
      if (Clock::now() < W->Deadline)
        continue;
      // First it may tell what it was doing (CrashHandler.cpp).
      if (W->Warned)
        ::kill(-W->Process, SIGKILL);
      else
        ::kill(W->Process, SIGUSR2);
      Results[W->Work].How = WorkResult::TimedOut;
      W->Warned = true;
      W->Deadline = Clock::now() + Grace;
    }
  }

  void receive(Worker &W) {
    char Buffer[1 << 16];
    ssize_t Size = ::recv(W.Socket, Buffer, sizeof(Buffer), 0);
    if (Size < 0 && errno == EINTR)
      return;
    if (Size > 0)
      W.Received.append(Buffer, Size);
    bool Answered = takeFrames(W);
    if (Size <= 0)
      bury(W);
    else if (Answered)
      giveWork(W);
  }

  // True once the answer is there.
  bool takeFrames(Worker &W) {
    FrameHeader Header;
    while (W.Received.size() >= sizeof(Header)) {
      memcpy(&Header, W.Received.data(), sizeof(Header));
      if (W.Received.size() - sizeof(Header) < Header.Size)
        return false;
      std::string Data = W.Received.substr(sizeof(Header), Header.Size);
      W.Received.erase(0, sizeof(Header) + Header.Size);
      WorkResult &Result = Results[W.Work];
      switch (FrameKind(Header.Kind)) {
      case FrameKind::Answer:
        Result.How = WorkResult::Done; // just in time
        Result.Answer = std::move(Data);
        return true;
      case FrameKind::Reason:
        Result.Reason = std::move(Data);
        break;
      case FrameKind::Reproducer:
        Result.Reproducer = std::move(Data);
        break;
      case FrameKind::CannotRead:
        Result.How = WorkResult::CannotRead;
        break;
      case FrameKind::TimedOut:
        Result.How = WorkResult::TimedOut;
        break;
      }
    }
    return false;
  }

  void giveWork(Worker &W) {
    if (W.Warned) // it may be about to end
      return bury(W, /*HasAnswered=*/true);
    if (Next != Results.size())
      return assign(W);
    W.Deadline = Clock::time_point::max();
    bury(W, /*HasAnswered=*/true);
  }

  // Removes a process that is dead or not needed any more. If it had work, another one takes its place.
  void bury(Worker &W, bool HasAnswered = false) {
    ::close(W.Socket); // at which one that is idle ends
    if (!HasAnswered || W.Warned)
      ::kill(-W.Process, SIGKILL); // and what it has started
    forgetGroup(W.Process);
    int Status = 0;
    while (::waitpid(W.Process, &Status, 0) < 0 && errno == EINTR)
      ;
    if (!HasAnswered)
      explain(Results[W.Work], Status);
    erase_if(Workers, [&](const auto &Other) { return Other.get() == &W; });
    start();
  }

  static void explain(WorkResult &Result, int Status) {
    if (Result.How == WorkResult::Done)
      Result.How = WorkResult::Died;
    if (!Result.Reason.empty())
      return;
    if (WIFSIGNALED(Status) && WTERMSIG(Status) == SIGKILL)
      Result.Reason = "it was killed, perhaps for want of memory";
    else if (WIFSIGNALED(Status))
      Result.Reason = "signal " + std::to_string(WTERMSIG(Status)) + " (" + strsignal(WTERMSIG(Status)) + ")";
    else
      Result.Reason = "it ended with exit code " + std::to_string(WEXITSTATUS(Status));
  }

  const WorkerLimits &Limits;
  function_ref<std::string(size_t)> Work;
  std::vector<WorkResult> Results;
  size_t Most; // processes at a time
  MakeTokens &Tokens = MakeTokens::instance();
  std::vector<std::unique_ptr<Worker>> Workers;
  size_t Next = 0;
  int StartError = 0;
};
} // namespace

void reportDeath(const WorkResult &Result, const WorkerLimits &Limits, StringRef Input, diagnostics &Diags) {
  diagnostic *D;
  switch (Result.How) {
  case WorkResult::CannotRead:
    Diags.add(diag::input_unreadable, "", 0, 0, {Input.str(), "its device code is damaged"});
    return;
  case WorkResult::TimedOut:
    D = &Diags.add(diag::worker_timed_out, "", 0, 0, {std::to_string(Limits.Seconds)});
    break;
  default:
    D = &Diags.add(diag::worker_died, "", 0, 0, {Result.Reason});
    break;
  }
  if (!Result.Reproducer.empty())
    D->notes.push_back({"", 0, 0, "its device code is in '" + Result.Reproducer + "'"});
}

std::vector<WorkResult> runIsolated(size_t Count, const WorkerLimits &Limits, function_ref<std::string(size_t)> Work) {
  return Pool(Count, Limits, Work).run();
}

WorkResult runIsolated(const WorkerLimits &Limits, function_ref<std::string()> Work) {
  return std::move(runIsolated(1, Limits, [&](size_t) { return Work(); }).front());
}

std::optional<std::string> askIsolated(const WorkerLimits &Limits, diagnostics &Diags,
                                       function_ref<std::string(diagnostics &)> Work) {
  const WorkResult Answer = runIsolated(Limits, [&] {
    diagnostics Problems;
    const std::string Made = Work(Problems);
    ByteWriter W;
    W(Problems, Made);
    return W.take();
  });
  if (!Answer.done()) {
    reportDeath(Answer, Limits, "", Diags);
    return std::nullopt;
  }
  ByteReader R(Answer.Answer);
  diagnostics Problems;
  std::string Made;
  R(Problems, Made);
  append(Diags, Problems);
  if (!R.done() || Made.empty())
    return std::nullopt;
  return Made;
}

} // namespace syclfuse::fuser
