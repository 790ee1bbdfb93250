// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// File descriptors that the runtime opens in the process of a program.
#pragma once

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace syclfuse {

// Moves an open file to a descriptor above the standard ones. In a program that has closed those, a new file would get
// their number, and with it the output of other threads. A moved file is closed at exec. Returns -1 with errno if there
// is no other number, or if -1 was given.
inline int above_standard(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO)
    return descriptor;
  const int above = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), error = errno;
  ::close(descriptor);
  errno = error;
  return above;
}

} // namespace syclfuse
