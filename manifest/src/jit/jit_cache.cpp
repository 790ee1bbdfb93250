// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opening the cache and reading from it: all that the runtime does with it.
#include "syclfuse/jit_cache.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace syclfuse::jit {
namespace {

// What no entry is as large as; a file that is was not made by us.
constexpr off_t max_file = off_t{300} << 20;

std::string error_text() { return std::strerror(errno); }

// "/a/b/c" and what is missing of it. Parts that are there may give any error. Returns 0, or the error of the first
// part that is not there and cannot be made: of those behind it the system says only that it is missing.
int make_directories(const std::string &path) {
  int problem = 0;
  for (std::size_t at = 1; at != std::string::npos;) {
    at = path.find('/', at);
    const std::string part = path.substr(0, at);
    if (::mkdir(part.c_str(), 0700) == 0 || errno == EEXIST || errno == EISDIR)
      problem = 0;
    else if (problem == 0)
      problem = errno;
    at = at == std::string::npos ? at : at + 1;
  }
  return problem;
}

// Whether nobody else can have written it.
std::string not_ours(const struct stat &s, mode_t forbidden) {
  if (s.st_uid != ::geteuid())
    return "it belongs to another user";
  if (s.st_mode & forbidden)
    return "others have permissions for it";
  return {};
}

} // namespace

std::string cache_directory(const std::string &given) {
  if (!given.empty())
    return given;
  // Relative paths are to be ignored, says the specification.
  if (const char *xdg = std::getenv("XDG_CACHE_HOME"); xdg && *xdg == '/')
    return std::string(xdg) + "/sycl-fuse";
  if (const char *home = std::getenv("HOME"); home && *home == '/')
    return std::string(home) + "/.cache/sycl-fuse";
  return {};
}

std::unique_ptr<cache> cache::open(const std::string &given, bool create, std::string &why) {
  why.clear();
  std::string directory = given;
  while (directory.size() > 1 && directory.back() == '/')
    directory.pop_back();
  const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int file = ::open(directory.c_str(), flags);
  if (file < 0 && errno == ENOENT && create) {
    if (const int problem = make_directories(directory); problem != 0) {
      why = std::string("it cannot be made: ") + std::strerror(problem);
      return nullptr;
    }
    file = ::open(directory.c_str(), flags);
  }
  if (file < 0 && errno == ENOENT && !create)
    return nullptr;
  if (file < 0) {
    why = errno == ELOOP || errno == ENOTDIR ? "it is no folder but something else, such as a symbolic link"
                                             : error_text();
    return nullptr;
  }
  struct stat s;
  why = ::fstat(file, &s) != 0 ? error_text() : not_ours(s, 077);
  if (!why.empty()) {
    ::close(file);
    return nullptr;
  }
  return std::unique_ptr<cache>(new cache(file));
}

cache::~cache() { ::close(directory_); }

bool cache::read_file(const std::string &name, std::string &bytes, bool use, std::string &why, bool &missing) const {
  const int file = ::openat(directory_, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  missing = file < 0 && errno == ENOENT;
  if (file < 0) {
    why = errno == ELOOP ? "it is a symbolic link" : error_text();
    return false;
  }
  struct stat s;
  why = ::fstat(file, &s) != 0 ? error_text() : !S_ISREG(s.st_mode) ? "it is no file" : not_ours(s, 022);
  if (why.empty() && s.st_size > max_file)
    why = "it is too large";
  if (why.empty()) {
    bytes.resize(static_cast<std::size_t>(s.st_size));
    std::size_t have = 0;
    for (ssize_t part; have < bytes.size(); have += static_cast<std::size_t>(part)) {
      // At a place of ours: in a program without standard input this file is its standard input.
      part = ::pread(file, &bytes[have], bytes.size() - have, static_cast<off_t>(have));
      if (part < 0 && errno == EINTR)
        part = 0;
      else if (part <= 0)
        break;
    }
    bytes.resize(have); // a shorter one is told by its checksum
    if (use)
      ::futimens(file, nullptr); // where that is not possible others are removed first, no more
  }
  ::close(file);
  return why.empty();
}

cache::result cache::read(const sha256_digest &key, entry &e, std::string &bytes, std::string &why) const {
  bool missing = false;
  if (!read_file(to_hex(key), bytes, true, why, missing))
    return missing ? result::missing : result::damaged;
  why = decode(bytes, e);
  if (why.empty() && e.key != key)
    why = "it is of another key";
  return why.empty() ? result::found : result::damaged;
}

} // namespace syclfuse::jit
