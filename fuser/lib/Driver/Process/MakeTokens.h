// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The jobserver of a make that runs this process (GNU make manual, "Sharing Job Slots with GNU make"): a pipe or a FIFO
// that holds a token, one byte, for each job that may run beside those that do. A process has the right to one job by
// having been started.
#pragma once

#include <cstddef>

namespace syclfuse::fuser {

class MakeTokens {
public:
  // The jobserver of MAKEFLAGS, opened at the first call. Not thread-safe: the process has one thread.
  static MakeTokens &instance();
  // False without a jobserver, and with one that cannot be used: recipes that make does not take for calls of make have
  // its number in the variable and its descriptors closed.
  bool present() const { return Read >= 0; }
  // To be polled: a token may be there.
  int descriptor() const { return Read; }
  // False if there is none now.
  bool take();
  // Gives back all that are held but so many. The signals of Interruption.h give back all.
  void keep(std::size_t Most);
  // Async-signal-safe. Does nothing in a forked process.
  static void giveBackAll();

private:
  MakeTokens();
  int Read = -1;
};

} // namespace syclfuse::fuser
