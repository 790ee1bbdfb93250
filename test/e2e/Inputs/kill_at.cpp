// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// To be preloaded: ends the process by SIGKILL at one of the steps in which a recorded manifest is written.
// KILL_AT=<call>:<when> names it: open, write, close, link or unlink; before, within (half of the bytes are written) or
// after.
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace {

int record = -1; // its file

bool is_record(const char *path) { return std::strstr(path, ".fusion.json") != nullptr; }

void maybe_die(const char *call, const char *when) {
  const char *at = std::getenv("KILL_AT");
  if (at && at == std::string(call) + ":" + when)
    ::kill(::getpid(), SIGKILL);
}

template <class F> F *next(const char *name) { return reinterpret_cast<F *>(::dlsym(RTLD_NEXT, name)); }

} // namespace

extern "C" int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const unsigned mode = va_arg(list, unsigned);
  va_end(list);
  if (!is_record(path))
    return next<int(const char *, int, ...)>("open")(path, flags, mode);
  maybe_die("open", "before");
  record = next<int(const char *, int, ...)>("open")(path, flags, mode);
  maybe_die("open", "after");
  return record;
}

extern "C" ssize_t write(int fd, const void *data, size_t size) {
  const auto real = next<ssize_t(int, const void *, size_t)>("write");
  if (fd != record)
    return real(fd, data, size);
  maybe_die("write", "before");
  if (std::getenv("KILL_AT") == std::string("write:within"))
    real(fd, data, size / 2);
  maybe_die("write", "within");
  const ssize_t written = real(fd, data, size);
  maybe_die("write", "after");
  return written;
}

extern "C" int close(int fd) {
  if (fd != record)
    return next<int(int)>("close")(fd);
  maybe_die("close", "before");
  record = -1;
  const int result = next<int(int)>("close")(fd);
  maybe_die("close", "after");
  return result;
}

extern "C" int link(const char *from, const char *to) noexcept {
  if (!is_record(to))
    return next<int(const char *, const char *)>("link")(from, to);
  maybe_die("link", "before");
  if (std::getenv("NO_LINKS")) { // as on file systems that have none
    errno = EPERM;
    return -1;
  }
  const int result = next<int(const char *, const char *)>("link")(from, to);
  maybe_die("link", "after");
  return result;
}

extern "C" int unlink(const char *path) noexcept {
  if (!is_record(path))
    return next<int(const char *)>("unlink")(path);
  maybe_die("unlink", "before");
  const int result = next<int(const char *)>("unlink")(path);
  maybe_die("unlink", "after");
  return result;
}
