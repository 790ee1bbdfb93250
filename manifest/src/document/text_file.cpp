// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text_file.hpp"

#include "json_tree.hpp"

#include "syclfuse/above_standard.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

namespace syclfuse::manifest {
namespace {

struct file_closer {
  void operator()(std::FILE *f) const { std::fclose(f); }
};

// Writes all of `text` to a new file; removes it and returns errno on failure, otherwise 0.
int write_new(const std::string &path, const std::string &text) {
  const int fd = above_standard(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (fd < 0)
    return errno;
  int error = 0;
  for (std::size_t done = 0; done < text.size() && error == 0;) {
    const ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    if (n >= 0)
      done += static_cast<std::size_t>(n);
    else if (errno != EINTR)
      error = errno;
  }
  if (::close(fd) != 0 && error == 0)
    error = errno;
  if (error != 0)
    ::unlink(path.c_str());
  return error;
}

// A name beside `path` that no other process uses.
std::string temporary_name(const std::string &path, unsigned attempt) {
  return path + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
}

// errno, or 0 and the name of a new file with the text beside `path`.
int write_temporary(const std::string &text, const std::string &path, std::string &temporary) {
  int error = EEXIST;
  for (unsigned attempt = 0; error == EEXIST && attempt < 100; ++attempt) {
    temporary = temporary_name(path, attempt);
    error = write_new(temporary, text);
  }
  return error;
}

// Gives a file a name that no other one has; where there are no links, a name that none had a moment ago. errno, or 0.
int name_new(const std::string &file, const std::string &name) {
  if (::link(file.c_str(), name.c_str()) == 0) {
    ::unlink(file.c_str());
    return 0;
  }
  if (errno == EEXIST || ::access(name.c_str(), F_OK) == 0)
    return EEXIST;
  return ::rename(file.c_str(), name.c_str()) == 0 ? 0 : errno;
}

} // namespace

std::optional<std::string> read_text(const std::string &path) {
  std::unique_ptr<std::FILE, file_closer> file(std::fopen(path.c_str(), "rb"));
  if (!file)
    return std::nullopt;
  std::string text;
  char chunk[1 << 16];
  while (text.size() <= max_text_bytes) {
    const std::size_t got = std::fread(chunk, 1, sizeof(chunk), file.get());
    if (got == 0)
      break;
    text.append(chunk, got);
  }
  if (std::ferror(file.get()))
    return std::nullopt;
  return text;
}

bool write_text(const std::string &text, const std::string &path, diagnostics &out) {
  std::string temporary;
  int error = write_temporary(text, path, temporary);
  if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) {
    error = errno;
    ::unlink(temporary.c_str());
  }
  if (error == 0)
    return true;
  out.add(diag::file_not_written, {}, 0, 0, {path, std::strerror(error)});
  return false;
}

bool write_new_text(const std::string &text, const std::function<std::string(unsigned)> &path_of, diagnostics &out) {
  constexpr unsigned most = 10000; // of files that one process after the other has written under one number
  std::string temporary;
  int error = write_temporary(text, path_of(0), temporary);
  if (error == 0) {
    error = EEXIST;
    bool same = false;
    for (unsigned i = 0; error == EEXIST && !same && i < most; ++i) {
      error = name_new(temporary, path_of(i));
      same = error == EEXIST && read_text(path_of(i)) == text;
    }
    if (error != 0)
      ::unlink(temporary.c_str());
    error = same ? 0 : error;
  }
  if (error == 0)
    return true;
  out.add(diag::file_not_written, {}, 0, 0, {path_of(0), std::strerror(error)});
  return false;
}

} // namespace syclfuse::manifest
