// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A signal that ends this process leaves nothing behind: no process that was forked for its work, no tool of theirs, no
// temporary file, and no token of make's jobserver. In that order: a token that is given back allows another process to
// start.
#pragma once

#include <csignal>
#include <sys/types.h>

namespace syclfuse::fuser {

// Handles SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU and SIGXFSZ in this process from now on, except those that
// it ignores.
void catchInterruptions();

// Calls Last, which may use system calls only, when the groups of this process have ended.
void atInterruption(void (*Last)());

// In a process that `Parent` has just forked: it leads a group, with which its tools end when the parent does, or when
// it is interrupted itself.
void leadGroup(pid_t Parent);

// A process that leads a group, until it is known to end by itself. Forked and added with interruptions blocked.
void addGroup(pid_t Leader);
void forgetGroup(pid_t Leader);

// Until it goes out of scope, or unblock() is called in a process that was forked meanwhile.
class BlockedInterruptions {
public:
  BlockedInterruptions();
  ~BlockedInterruptions() { unblock(); }
  BlockedInterruptions(const BlockedInterruptions &) = delete;
  void unblock();

private:
  sigset_t Before;
};

} // namespace syclfuse::fuser
