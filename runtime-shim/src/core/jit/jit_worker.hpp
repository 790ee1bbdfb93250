// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The JIT worker's process, seen from the runtime: started when it is first asked, ended when it misbehaves. No
// compiler is in this process. Used by one thread.
#pragma once

#include "core/process/descriptor.hpp"
#include "syclfuse/jit_protocol.hpp"

#include <atomic>
#include <chrono>
#include <string>
#include <sys/types.h>

namespace sycl::detail {

struct jit_tool {
  std::string path;     // of `sycl-fuse`; empty if there is none
  std::string why;      // then a sentence's end
  bool refused = false; // one is there that somebody else may have put there
};

// SYCL_FUSE_TOOL, else the one in the `bin` of the prefix that this library is installed in, else the first one in
// PATH. The last two must be of root, this user or the owner of this library, and so must all folders above them;
// others may not write to any of these.
jit_tool find_jit_tool();

class jit_worker {
public:
  // `silent` becomes false when it has said that it is a worker.
  jit_worker(std::string tool, std::atomic<bool> &silent) : tool_(std::move(tool)), silent_(silent) {}
  ~jit_worker() { stop(); }
  jit_worker(const jit_worker &) = delete;

  enum class outcome {
    answered,
    cannot_start,
    other_version, // `why`: which
    failed,        // it ended, or what it said makes no sense
    timed_out,
  };
  // Takes no longer than `seconds`; a worker that did not answer by then is killed, as is one that says what makes no
  // sense. `why` is the end of a sentence.
  outcome ask(const syclfuse::jit::request &, unsigned long seconds, syclfuse::jit::reply &, std::string &why);
  bool running() const { return process_ > 0; }
  // Any thread: ends the process, for when this one is ending too.
  void end() const;
  // Lets the system forget one that has ended by itself, having been idle.
  void reap();

private:
  using clock = std::chrono::steady_clock;
  bool start(std::string &why);
  void stop();
  // True if it has ended by itself.
  bool gone() const;
  bool send(const std::string &bytes, clock::time_point deadline);
  outcome receive(syclfuse::jit::frame_kind wanted, clock::time_point deadline, std::string &payload, std::string &why);
  outcome greet(const std::string &producer, clock::time_point deadline, std::string &why);

  const std::string tool_;
  std::atomic<bool> &silent_;
  std::atomic<pid_t> process_{-1};
  kept_descriptor socket_;
  std::string received_;
};

} // namespace sycl::detail
