// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files of ours in a process that is not ours.
#pragma once

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace syclfuse {

// The same file under a number that is not one of the standard descriptors: in a program that has closed those, a new
// file gets their number, and what other threads print. Closed at exec; -1 and errno if there is no other number, or
// none was given.
inline int above_standard(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO)
    return descriptor;
  const int above = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), error = errno;
  ::close(descriptor);
  errno = error;
  return above;
}

} // namespace syclfuse
