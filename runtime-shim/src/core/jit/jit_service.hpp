// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The requests of this process to the JIT: each once, answered from the cache by the thread that asks, else by a
// background thread.
#pragma once

#include "core/jit/jit_worker.hpp"
#include "syclfuse/diagnostic.hpp"
#include "syclfuse/jit_cache.hpp"
#include "syclfuse/jit_protocol.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <sys/types.h>
#include <unordered_map>
#include <vector>

namespace sycl::detail {

struct jit_task {
  enum class state { waiting, registered, refused, unavailable };
  std::string region;       // name
  std::uint64_t kernel = 0; // the number of its first one, which tells for which library it is
  bool automatic = false;   // nobody has asked for it: it is no warning that it cannot be fused
  syclfuse::jit::request request;
  state now = state::waiting; // under the service's lock
};

class jit_service {
public:
  jit_service();
  // False in a process that was forked after the first request: it may lack the background thread.
  bool usable() const;
  // The task of `key`, which is made by `make` (null: it cannot be asked for) if it is new, and put into the queue if
  // the cache does not have it. If too much waits already, `key` stays new, for the next time. Says what has become of
  // it; with SYCL_FUSE_JIT=sync after it has been waited for.
  jit_task::state ask(const std::string &key, const std::function<std::shared_ptr<jit_task>()> &make);

  // Called when the process ends; ends the worker. A program may well be done before its worker is. But if the worker
  // has not even greeted yet, something is wrong that the user would not hear of: then this waits a moment for it
  // first.
  void end();

private:
  using task = std::shared_ptr<jit_task>;
  bool has_room() const;
  // Null if it cannot be asked for, or not now. If it is new, the caller looks for it in the cache.
  task remember(const std::string &key, task, bool &is_new);
  // False if the cache does not have it, or if looking has taken long enough.
  bool look_up(const jit_task &, jit_task::state &);
  void wait_in_queue(const task &);
  void finish(jit_task &, jit_task::state);
  bool start_thread();
  [[noreturn]] void serve();
  jit_task::state process(const jit_task &);
  // False if it is not in the cache.
  bool from_cache(const jit_task &, const syclfuse::sha256_digest &, jit_task::state &);
  jit_task::state from_worker(jit_task, const syclfuse::sha256_digest &);
  jit_task::state use(const jit_task &, const syclfuse::jit::entry &);
  void find_tool();
  void worker_failed(syclfuse::diag, const jit_task &, const std::string &why);
  void warn_once(syclfuse::diag, const std::vector<std::string> &);

  const pid_t process_;
  std::mutex mutex_;
  std::condition_variable added_, done_;
  std::unordered_map<std::string, task> by_key_; // null: cannot be asked for
  std::unordered_map<std::string, task> by_job_; // by the job's key and the number of the kernel
  std::deque<task> queue_;
  std::size_t waiting_bytes_ = 0; // of the requests in the queue, and of those at hand
  bool has_thread_ = false;
  std::atomic<bool> ended_{false};
  std::string asked_first_;         // the region of the first request
  std::atomic<bool> silent_{false}; // there is a request, but nothing was answered, and no worker has greeted

  // Of all threads that look into the cache. What is loaded may ask from within dlopen(), so that no lock is held while
  // the dynamic linker is called.
  std::mutex looking_;
  std::vector<syclfuse::diag> warned_; // under looking_
  jit_tool tool_;                      // neither changes once it has been looked for
  syclfuse::jit::tool_stamp stamp_;
  std::atomic<bool> looked_for_tool_{false}, cache_refused_{false};
  std::atomic<std::int64_t> looked_ns_{0}; // for what was not there, by the program's threads

  // The background thread's alone.
  std::unique_ptr<jit_worker> worker_;
  bool gave_up_ = false;
  unsigned failures_ = 0;
};

} // namespace sycl::detail
