// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-fuse-job <input> <program> <arguments>: has the job of the input run by the sycl-fuse build that listens in the
// current folder (JobServer.h). If none does, or it does not answer, becomes the program. Only the C library: this
// starts for every job.
#include <cstdio>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static bool ask(int server, const char *input) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path, "socket");
  char line[200], answer[4];
  const int length = std::snprintf(line, sizeof(line), "%s\n", input);
  return length < int(sizeof(line)) && connect(server, reinterpret_cast<sockaddr *>(&address), sizeof(address)) == 0 &&
         send(server, line, length, MSG_NOSIGNAL) == length &&
         recv(server, answer, sizeof(answer), MSG_WAITALL) == sizeof(answer) &&
         std::memcmp(answer, "done", sizeof(answer)) == 0;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    std::fputs("usage: sycl-fuse-job <input> <program> <arguments>\n", stderr);
    return 2;
  }
  const int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (server >= 0 && ask(server, argv[1]))
    return 0;
  execv(argv[2], argv + 2);
  std::perror(argv[2]);
  return 1;
}
