// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/jit/jit_worker.hpp"
#include "core/process/env.hpp"
#include "core/process/log.hpp"
#include "syclfuse/above_standard.hpp"
#include "syclfuse/file_trust.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sycl::detail {

namespace jit = syclfuse::jit;

namespace {

bool is_program(const std::string &path) {
  struct stat s;
  return ::stat(path.c_str(), &s) == 0 && S_ISREG(s.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

// A user's word for the whole program is enough for SYCL_FUSE_TOOL. What is found without it may have been put there by
// somebody else.
class tool_search {
public:
  // True if there is a program that is to be trusted; the search is over.
  bool take(const std::string &path) {
    if (!is_program(path))
      return false;
    char *const resolved = ::realpath(path.c_str(), nullptr);
    const std::string file = resolved ? resolved : "";
    std::free(resolved);
    std::string why = file.empty() ? std::string(std::strerror(errno)) : syclfuse::reason_for_distrust(file, owner_);
    if (why.empty()) {
      found_.path = file;
      return true;
    }
    found_.refused = true;
    found_.why = "'" + path + "' is not used: " + why;
    return false;
  }
  bool beside_runtime();
  bool in_path();
  jit_tool result() {
    if (found_.path.empty() && !found_.refused)
      found_.why = "sycl-fuse is neither beside the runtime nor in PATH";
    return std::move(found_);
  }

private:
  jit_tool found_;
  uid_t owner_ = ::geteuid(); // of the runtime, whose code runs already
};

bool tool_search::in_path() {
  const char *variable = std::getenv("PATH");
  const std::string path = variable ? variable : "";
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    // An empty or relative folder would be whatever the program's directory holds.
    if (const std::string folder = path.substr(at, end - at); !folder.empty() && folder[0] == '/')
      if (take(folder + "/sycl-fuse"))
        return true;
    at = end + 1;
  }
  return false;
}

// The folder above `path`, and its own name.
std::string parent(const std::string &path, std::string &name) {
  const std::size_t slash = path.rfind('/');
  name = slash == std::string::npos ? path : path.substr(slash + 1);
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

// <prefix>/lib*/libsycl-fuse-rt.so or <prefix>/lib/<triple>/libsycl-fuse-rt.so: <prefix>/bin/sycl-fuse.
bool tool_search::beside_runtime() {
  Dl_info here;
  if (::dladdr(reinterpret_cast<const void *>(&find_jit_tool), &here) == 0 || !here.dli_fname)
    return false;
  struct stat s;
  if (::stat(here.dli_fname, &s) == 0)
    owner_ = s.st_uid;
  std::string name;
  std::string prefix = parent(parent(here.dli_fname, name), name);
  if (name.compare(0, 3, "lib") != 0) {
    prefix = parent(prefix, name);
    if (name != "lib")
      return false;
  }
  return take(prefix + "/bin/sycl-fuse");
}

int milliseconds_until(std::chrono::steady_clock::time_point deadline) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
  return static_cast<int>(std::min<long long>(std::max<long long>(left, 0), 1 << 30));
}

// What the child inherits: the socket as standard input, and nothing else that is open here.
struct spawn_setup {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  explicit spawn_setup(int socket) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    // A file of the worker's must not become its standard error.
    if (!logs(log_level::trace) || ::fcntl(STDERR_FILENO, F_GETFD) < 0)
      posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&files, 3);
    posix_spawnattr_init(&attributes);
    // A group of its own: it is killed with all that it started, and the terminal's interrupt is for the program.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t set;
    sigemptyset(&set);
    posix_spawnattr_setsigmask(&attributes, &set);
    sigfillset(&set);
    posix_spawnattr_setsigdefault(&attributes, &set);
  }
  ~spawn_setup() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
};

} // namespace

jit_tool find_jit_tool() {
  if (const std::string &given = env().tool.text; !given.empty()) {
    if (is_program(given))
      return {given, {}, false};
    return {{}, "SYCL_FUSE_TOOL names '" + given + "', which is no program", false};
  }
  tool_search search;
  if (!search.beside_runtime())
    search.in_path();
  return search.result();
}

bool jit_worker::start(std::string &why) {
  int sockets[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    why = std::string("no socket: ") + std::strerror(errno);
    return false;
  }
  for (int &s : sockets)
    s = syclfuse::above_standard(s);
  if (sockets[0] < 0 || sockets[1] < 0) {
    why = std::string("no socket: ") + std::strerror(errno);
    for (int s : sockets)
      ::close(s);
    return false;
  }
  spawn_setup setup(sockets[1]);
  const char *arguments[] = {tool_.c_str(), "jit", nullptr};
  pid_t process = -1;
  const int problem =
      ::posix_spawn(&process, tool_.c_str(), &setup.files, &setup.attributes, const_cast<char **>(arguments), environ);
  ::close(sockets[1]);
  if (problem != 0) {
    ::close(sockets[0]);
    why = "'" + tool_ + "': " + std::strerror(problem);
    return false;
  }
  process_ = process;
  socket_.keep(sockets[0]);
  received_.clear();
  return true;
}

void jit_worker::end() const {
  if (const pid_t process = process_; process > 0)
    ::kill(-process, SIGKILL);
}

void jit_worker::stop() {
  if (!running())
    return;
  socket_.close();
  // A program that waits for any child of its own, or for none, may have taken this one: its number is then not ours
  // any more. Else it is, also as that of the group, in which it may have left processes of its own.
  siginfo_t state;
  if (::waitid(P_PID, static_cast<id_t>(process_), &state, WEXITED | WNOHANG | WNOWAIT) == 0) {
    ::kill(-process_, SIGKILL);
    ::kill(process_, SIGKILL); // it may have gone to another group
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR)
      ;
  }
  process_ = -1;
}

bool jit_worker::gone() const {
  pollfd p{socket_.number(), POLLIN, 0};
  // It says nothing unasked: there is something to read only at its end.
  return !socket_.still_ours() || ::poll(&p, 1, 0) != 0;
}

void jit_worker::reap() {
  if (running() && gone())
    stop();
}

bool jit_worker::send(const std::string &bytes, clock::time_point deadline) {
  for (std::size_t done = 0; done < bytes.size();) {
    pollfd p{socket_.number(), POLLOUT, 0};
    const int ready = ::poll(&p, 1, milliseconds_until(deadline));
    if (ready == 0 || !socket_.still_ours())
      return false;
    const ssize_t part =
        ready < 0 ? -1
                  : ::send(socket_.number(), bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (part < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (part <= 0)
      return false;
    done += static_cast<std::size_t>(part);
  }
  return true;
}

jit_worker::outcome jit_worker::receive(jit::frame_kind wanted, clock::time_point deadline, std::string &payload,
                                        std::string &why) {
  while (true) {
    if (!received_.empty()) {
      jit::frame_kind kind;
      const jit::frame_state state = jit::take_frame(received_, kind, payload, why);
      if (state == jit::frame_state::damaged)
        return outcome::failed;
      if (state == jit::frame_state::complete) {
        if (kind == wanted)
          return outcome::answered;
        why = "it answers what was not asked";
        return outcome::failed;
      }
    }
    pollfd p{socket_.number(), POLLIN, 0};
    const int ready = ::poll(&p, 1, milliseconds_until(deadline));
    if (ready == 0 || clock::now() >= deadline) // one that says a little all the time has not answered either
      return outcome::timed_out;
    if (!socket_.still_ours()) {
      why = "the program has closed the connection to it";
      return outcome::failed;
    }
    char buffer[1 << 14];
    const ssize_t size = ready < 0 ? -1 : ::recv(socket_.number(), buffer, sizeof(buffer), MSG_DONTWAIT);
    if (size < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (size <= 0) {
      why = "it ended without an answer";
      return outcome::failed;
    }
    received_.append(buffer, static_cast<std::size_t>(size));
  }
}

jit_worker::outcome jit_worker::greet(const std::string &producer, clock::time_point deadline, std::string &why) {
  std::string words;
  const outcome heard = receive(jit::frame_kind::hello, deadline, words, why);
  if (heard == outcome::answered)
    silent_.store(false);
  if (heard != outcome::answered || words == producer)
    return heard;
  why = words;
  return outcome::other_version;
}

jit_worker::outcome jit_worker::ask(const jit::request &request, unsigned long seconds, jit::reply &reply,
                                    std::string &why) {
  const auto deadline = clock::now() + std::chrono::seconds(seconds);
  reap();
  outcome how = outcome::answered;
  if (!running()) {
    if (!start(why))
      return outcome::cannot_start;
    how = greet(request.what.producer, deadline, why);
  }
  std::string payload;
  if (how == outcome::answered) {
    // What cannot be sent shows when the answer is read.
    send(jit::make_frame(jit::frame_kind::request, jit::encode(request)), deadline);
    how = receive(jit::frame_kind::reply, deadline, payload, why);
  }
  if (how == outcome::answered && !jit::decode(payload, reply)) {
    why = "its answer is malformed";
    how = outcome::failed;
  }
  if (how != outcome::answered)
    stop();
  return how;
}

} // namespace sycl::detail
