// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JobServer.h"
#include "Driver/Process/Interruption.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Threading.h"

#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace syclfuse::fuser {

JobServer::JobServer(const std::string &Folder, const WorkerLimits &Limits, function_ref<bool(StringRef)> Run)
    : Limits(Limits), Run(Run), MostHelpers(hardware_concurrency(Limits.Workers).compute_thread_count()) {
  // Names of sockets are short: not the folder's path.
  Directory = open(Folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  Path = "/proc/self/fd/" + std::to_string(Directory) + "/socket";
  unlink(Path.c_str()); // of a build that was killed
  if (Limits.Memory)
    return;
  sockaddr_un Address{};
  Address.sun_family = AF_UNIX;
  std::strcpy(Address.sun_path, Path.c_str());
  const int Socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (Socket < 0)
    return;
  if (bind(Socket, reinterpret_cast<sockaddr *>(&Address), sizeof(Address)) || listen(Socket, SOMAXCONN))
    close(Socket);
  else
    Listening = Socket;
}

JobServer::~JobServer() {
  if (Listening >= 0) {
    unlink(Path.c_str());
    close(Listening);
  }
  for (int Helper : Helpers) {
    kill(-Helper, SIGKILL); // with the tools that it runs, if the build tool was stopped
    waitpid(Helper, nullptr, 0);
  }
  if (Directory >= 0)
    close(Directory);
}

// A line with the name of the input, which a client says at once. Empty if it does not: it must not hold the helper,
// and becomes sycl-fuse job when the connection ends.
static std::string readRequest(int Client) {
  using namespace std::chrono;
  const auto End = steady_clock::now() + seconds(2);
  std::string Request;
  while (Request.size() < 200) {
    const auto Left = duration_cast<milliseconds>(End - steady_clock::now()).count();
    pollfd Wanted{Client, POLLIN, 0};
    char C;
    if (Left <= 0 || poll(&Wanted, 1, static_cast<int>(Left)) <= 0 || read(Client, &C, 1) != 1)
      break;
    if (C == '\n')
      return Request;
    Request += C;
  }
  return "";
}

// "done" comes back.
void JobServer::answer(int Client) {
  const std::string Request = readRequest(Client);
  alarm(Limits.Seconds); // the end of this process
  const bool Done = Run(Request);
  alarm(0);
  if (Done)
    send(Client, "done", 4, MSG_NOSIGNAL);
}

void JobServer::help(pid_t Parent) {
  leadGroup(Parent);
  enterHelper();
  int Client;
  while ((Client = accept4(Listening, nullptr, nullptr, SOCK_CLOEXEC)) >= 0) {
    answer(Client);
    close(Client);
  }
  _exit(0);
}

void JobServer::startHelper() {
  const pid_t Parent = getpid(), Helper = fork();
  if (Helper == 0)
    help(Parent);
  if (Helper < 0)
    return;
  setpgid(Helper, Helper); // here too: it may have to be killed before it has run
  Helpers.push_back(Helper);
}

int JobServer::serve(const sys::ProcessInfo &Tool, std::string &Problem) {
  constexpr int Milliseconds = 10; // after which the tool's end is noticed
  while (true) {
    // A descriptor of -1 is left out.
    pollfd Wanted{Helpers.size() < MostHelpers ? Listening : -1, POLLIN, 0};
    if (poll(&Wanted, 1, Milliseconds) > 0)
      startHelper();
    erase_if(Helpers, [](int Helper) { return waitpid(Helper, nullptr, WNOHANG) != 0; });
    const sys::ProcessInfo Ended = sys::Wait(Tool, /*SecondsToWait=*/0, &Problem);
    if (Ended.Pid != 0)
      return Ended.ReturnCode;
  }
}

} // namespace syclfuse::fuser
