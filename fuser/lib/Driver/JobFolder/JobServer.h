// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// While a build tool runs the jobs, processes forked from this one compile them: they have everything in memory
// already, and do one job after the other, where a new process with LLVM in it would take a third of a small job's time
// to start. Each edge is a small client (tools/sycl-fuse-job) that asks over a socket in the folder and waits. One that
// gets no answer, since there is no server where it runs or the job was the end of its helper, becomes sycl-fuse job,
// which isolates the job and says what became of it.
#pragma once

#include "Driver/Process/WorkerPool.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Program.h"

namespace syclfuse::fuser {

class JobServer {
public:
  // Run gets the name of an input and writes its result, or returns false. It is called in at most Limits.Workers
  // forked processes. Serves nobody if the folder cannot have a socket, or with a limit of memory.
  JobServer(const std::string &Folder, const WorkerLimits &Limits, llvm::function_ref<bool(llvm::StringRef Input)> Run);
  ~JobServer();
  JobServer(const JobServer &) = delete;
  JobServer &operator=(const JobServer &) = delete;

  // Serves until this child process ends. Returns its exit status; if a signal ended it, a negative number and a
  // Problem.
  int serve(const llvm::sys::ProcessInfo &Tool, std::string &Problem);

private:
  void startHelper();
  [[noreturn]] void help(pid_t Parent);
  void answer(int Client);

  const WorkerLimits Limits;
  llvm::function_ref<bool(llvm::StringRef)> Run;
  int Directory = -1, Listening = -1;
  std::string Path;
  size_t MostHelpers = 0;
  std::vector<int> Helpers;
};

} // namespace syclfuse::fuser
