// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MakeTokens.h"
#include "Interruption.h"

#include "llvm/ADT/StringRef.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace syclfuse::fuser {

namespace {
// For a signal's handler. Tokens are given back as they were taken: a server may tell them apart.
char Held[4096];
volatile std::sig_atomic_t Count = 0;
int Write = -1;
pid_t Owner = -1;
} // namespace

static void giveBackDownTo(int Most) {
  while (Count > Most) {
    Count = Count - 1;
    while (::write(Write, &Held[Count], 1) < 0 && errno == EINTR)
      ;
  }
}

void MakeTokens::giveBackAll() {
  if (Owner == ::getpid())
    giveBackDownTo(0);
}

// The value of the last of make's options that names a jobserver. Behind "--" are variables.
static StringRef serverOf(StringRef Flags) {
  StringRef Server;
  while (!Flags.empty()) {
    auto [Word, Rest] = Flags.split(' ');
    if (Word == "--")
      break;
    if (Word.consume_front("--jobserver-auth=") || Word.consume_front("--jobserver-fds="))
      Server = Word;
    Flags = Rest;
  }
  return Server;
}

static bool isPipe(int Descriptor, int Mode, struct stat &Status) {
  const int Flags = ::fcntl(Descriptor, F_GETFL);
  return Flags >= 0 && ((Flags & O_ACCMODE) == Mode || (Flags & O_ACCMODE) == O_RDWR) &&
         ::fstat(Descriptor, &Status) == 0 && S_ISFIFO(Status.st_mode);
}

// A descriptor that does not wait, which the others that share make's must not be turned into. -1 if the numbers are
// not those of one pipe.
static int openPipe(StringRef Numbers) {
  int Read, Written;
  struct stat ReadStatus, WriteStatus;
  auto [First, Second] = Numbers.split(',');
  if (First.getAsInteger(10, Read) || Second.getAsInteger(10, Written) || !isPipe(Read, O_RDONLY, ReadStatus) ||
      !isPipe(Written, O_WRONLY, WriteStatus) || ReadStatus.st_dev != WriteStatus.st_dev ||
      ReadStatus.st_ino != WriteStatus.st_ino)
    return -1;
  Write = Written;
  return ::open(("/proc/self/fd/" + std::to_string(Read)).c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

static int openFifo(StringRef Path) {
  struct stat Status;
  const int File = ::open(Path.str().c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (File >= 0 && !isPipe(File, O_RDWR, Status)) {
    ::close(File);
    return -1;
  }
  Write = File;
  return File;
}

MakeTokens &MakeTokens::instance() {
  static MakeTokens Tokens;
  return Tokens;
}

MakeTokens::MakeTokens() {
  const char *Flags = std::getenv("MAKEFLAGS");
  StringRef Server = serverOf(Flags ? Flags : "");
  if (Server.empty())
    return;
  Read = Server.consume_front("fifo:") ? openFifo(Server) : openPipe(Server);
  if (!present())
    return;
  Owner = ::getpid();
  atInterruption(giveBackAll);
  catchInterruptions();
}

bool MakeTokens::take() {
  if (!present() || Owner != ::getpid() || size_t(Count) == std::size(Held))
    return false;
  BlockedInterruptions Blocked; // between taking a token and knowing that it is held
  const ssize_t Taken = ::read(Read, &Held[Count], 1);
  if (Taken == 1) {
    Count = Count + 1;
    return true;
  }
  // Another process has been faster; all else is the end of the server.
  if (Taken == 0 || (errno != EAGAIN && errno != EINTR)) {
    if (Read != Write) // of a FIFO, what is held goes back by it
      ::close(Read);
    Read = -1;
  }
  return false;
}

void MakeTokens::keep(std::size_t Most) {
  if (Owner != ::getpid() || size_t(Count) <= Most)
    return;
  BlockedInterruptions Blocked;
  giveBackDownTo(int(Most));
}

} // namespace syclfuse::fuser
