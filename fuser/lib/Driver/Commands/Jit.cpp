// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-fuse jit: serves one runtime over a socket, request by request. What LLVM does happens in processes of its own,
// as in a build.
#include "Driver/Running/JitCompile.h"

#include "Driver/Driver.h"
#include "syclfuse/jit_cache.hpp"

#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace llvm;

namespace syclfuse::fuser {

namespace {
class Worker {
public:
  Worker(int Socket, const JitOptions &Options) : Socket(Socket), Options(Options) {}

  ExitCode run() {
    if (!send(jit::frame_kind::hello, producerName()))
      return ExitOk; // the runtime has gone
    while (true) {
      jit::frame_kind Kind;
      std::string Payload, Why;
      switch (jit::take_frame(Received, Kind, Payload, Why)) {
      case jit::frame_state::incomplete:
        if (!receive())
          return ExitOk;
        break;
      case jit::frame_state::damaged:
        return ExitUserError;
      case jit::frame_state::complete:
        if (!send(jit::frame_kind::reply, jit::encode(answer(Payload))))
          return ExitOk;
      }
    }
  }

private:
  bool send(jit::frame_kind Kind, StringRef Payload) {
    const std::string Frame = jit::make_frame(Kind, Payload);
    for (StringRef Rest = Frame; !Rest.empty();) {
      const ssize_t Sent = ::send(Socket, Rest.data(), Rest.size(), MSG_NOSIGNAL);
      if (Sent < 0 && errno == EINTR)
        continue;
      if (Sent <= 0)
        return false;
      Rest = Rest.drop_front(Sent);
    }
    return true;
  }

  // False at the end of the runtime, or if it has been silent for too long.
  bool receive() {
    pollfd Poll{Socket, POLLIN, 0};
    int Ready;
    while ((Ready = ::poll(&Poll, 1, int(Options.Idle) * 1000)) < 0 && errno == EINTR)
      ;
    if (Ready <= 0)
      return false;
    char Buffer[1 << 16];
    const ssize_t Size = ::recv(Socket, Buffer, sizeof(Buffer), 0);
    if (Size > 0)
      Received.append(Buffer, Size);
    return Size > 0 || (Size < 0 && errno == EINTR);
  }

  jit::reply answer(StringRef Payload) {
    jit::request Request;
    if (jit::decode(Payload, Request))
      return answerJitRequest(Request, Options);
    jit::reply Reply;
    Reply.text = "the request is malformed";
    return Reply;
  }

  const int Socket;
  const JitOptions &Options;
  std::string Received;
};
} // namespace

ExitCode serveJit(const JitOptions &Options, raw_ostream &Err) {
  constexpr int Socket = STDIN_FILENO;
  int Type;
  socklen_t Size = sizeof(Type);
  if (::getsockopt(Socket, SOL_SOCKET, SO_TYPE, &Type, &Size) != 0 || Type != SOCK_STREAM) {
    Err << "sycl-fuse: error: jit is started by the runtime, with a socket as standard input\n";
    return ExitUsage;
  }
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  // A full disk is an error of the write, not the end.
  ::signal(SIGXFSZ, SIG_IGN);
  return Worker(Socket, Options).run();
}

} // namespace syclfuse::fuser
