// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpirvCodeGen.h"
#include "Support/FuseError.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <mutex>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

// The programming interface of LLVM's SPIR-V back end (llvm/lib/Target/SPIRV/SPIRVAPI.cpp); LLVM installs no header for
// it. It is the one way to choose extensions that is not an option of the whole process.
extern "C" bool SPIRVTranslate(llvm::Module *M, std::string &Output, std::string &Problem,
                               const std::vector<std::string> &Extensions, llvm::CodeGenOptLevel Level,
                               llvm::Triple TargetTriple);

namespace syclfuse::fuser {
namespace {

constexpr std::chrono::seconds TimeLimit(120);

struct Pipe {
  int Read = -1, Write = -1;

  bool open() {
    int Ends[2];
    if (pipe2(Ends, O_CLOEXEC) != 0)
      return false;
    Read = Ends[0];
    Write = Ends[1];
    return true;
  }
  void closeWrite() {
    if (Write >= 0)
      close(Write);
    Write = -1;
  }
  ~Pipe() {
    closeWrite();
    if (Read >= 0)
      close(Read);
  }
};

void writeAll(int To, StringRef Bytes) {
  while (!Bytes.empty()) {
    ssize_t Done = write(To, Bytes.data(), Bytes.size());
    if (Done < 0 && errno == EINTR)
      continue;
    if (Done <= 0)
      return;
    Bytes = Bytes.drop_front(Done);
  }
}

// Of the child: ends it at the first error.
struct WriteErrors : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() != DS_Error)
      return true;
    std::string Text = "error: ";
    raw_string_ostream OS(Text);
    DiagnosticPrinterRawOStream Printer(OS);
    Info.print(Printer);
    writeAll(STDERR_FILENO, Text);
    _exit(1);
  }
};

// The child's whole life. What is written to its standard error comes back as the reason of a failure.
[[noreturn]] void runChild(Module &M, const std::vector<std::string> &Extensions, int Output, int Messages) {
  // The parent's handlers would report the parent's job.
  for (int Signal : {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTERM, SIGINT})
    std::signal(Signal, SIG_DFL);
  dup2(Messages, STDERR_FILENO);
  M.getContext().setDiagnosticHandler(std::make_unique<WriteErrors>());
  std::string Bytes, Problem;
  // Above None, code generation runs LoopStrengthReduce, which makes integers of any width (a trip count of two bits),
  // and the back end computes with those as if they were bytes.
  bool Done = SPIRVTranslate(&M, Bytes, Problem, Extensions, CodeGenOptLevel::None, M.getTargetTriple());
  writeAll(Done ? Output : STDERR_FILENO, Done ? Bytes : Problem);
  _exit(Done ? 0 : 1);
}

// Until both are at their end; false if that takes too long.
bool readBoth(Pipe &Output, Pipe &Messages, std::string &Bytes, std::string &Text) {
  auto End = std::chrono::steady_clock::now() + TimeLimit;
  pollfd Waiting[] = {{Output.Read, POLLIN, 0}, {Messages.Read, POLLIN, 0}};
  std::string *Into[] = {&Bytes, &Text};
  while (Waiting[0].fd >= 0 || Waiting[1].fd >= 0) {
    auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(End - std::chrono::steady_clock::now()).count();
    if (Left <= 0)
      return false;
    if (poll(Waiting, 2, int(Left)) < 0 && errno != EINTR)
      return false;
    for (unsigned N = 0; N != 2; ++N) {
      if (Waiting[N].fd < 0 || !(Waiting[N].revents & (POLLIN | POLLHUP | POLLERR)))
        continue;
      char Buffer[65536];
      ssize_t Got = read(Waiting[N].fd, Buffer, sizeof(Buffer));
      if (Got > 0)
        Into[N]->append(Buffer, Got);
      else if (Got == 0 || errno != EINTR)
        Waiting[N].fd = -1;
    }
  }
  return true;
}

int waitFor(pid_t Child) {
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0 && errno == EINTR) {
  }
  return Status;
}

// The line that says what went wrong, of all that a crash prints.
std::string reasonOf(StringRef Text, int Status) {
  SmallVector<StringRef, 16> Lines;
  Text.split(Lines, '\n');
  for (StringRef Line : Lines)
    if (Line.consume_front("LLVM ERROR: ") || Line.consume_front("error: "))
      return Line.str();
  if (WIFSIGNALED(Status))
    return std::string("it ended by signal ") + strsignal(WTERMSIG(Status));
  return Text.empty() ? "it gave no reason" : Lines.front().str();
}

// From the pipes to the closing of their ends by one thread at a time, so that no other child holds them open.
std::mutex ForkLock;

} // namespace

Expected<std::string> generateSpirv(Module &M, const std::vector<std::string> &Extensions, StringRef KernelName) {
  auto Fail = [&](const std::string &Why) { return fuseError(diag::spirv_backend_failed, {KernelName.str(), Why}); };
  // In the parent, so that no child has to write to LLVM's registries, which another thread may have locked.
  static std::once_flag Once;
  std::call_once(Once, [] {
    LLVMInitializeSPIRVTargetInfo();
    LLVMInitializeSPIRVTarget();
    LLVMInitializeSPIRVTargetMC();
    LLVMInitializeSPIRVAsmPrinter();
  });
  Pipe Output, Messages;
  pid_t Child = -1;
  {
    std::lock_guard<std::mutex> Guard(ForkLock);
    if (!Output.open() || !Messages.open() || (Child = fork()) < 0)
      return Fail(std::string("its process cannot be started: ") + std::strerror(errno));
    if (Child == 0)
      runChild(M, Extensions, Output.Write, Messages.Write);
    Output.closeWrite();
    Messages.closeWrite();
  }
  std::string Bytes, Text;
  bool InTime = readBoth(Output, Messages, Bytes, Text);
  if (!InTime)
    kill(Child, SIGKILL);
  int Status = waitFor(Child);
  if (!InTime)
    return Fail("it took longer than " + std::to_string(TimeLimit.count()) + " seconds");
  if (!WIFEXITED(Status) || WEXITSTATUS(Status) != 0)
    return Fail(reasonOf(Text, Status));
  return Bytes;
}

} // namespace syclfuse::fuser
