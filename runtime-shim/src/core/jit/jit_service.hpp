// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The requests of this process to the JIT: each once, answered by a background thread from the cache or the worker.
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
  // False in a process that was forked after the first request: it has no background thread.
  bool usable() const;
  // The task of `key`, which is made by `make` (null: it cannot be asked for) and put into the queue if it is new. If
  // too much waits already, `key` stays new, for the next time. Says what has become of it; with SYCL_FUSE_JIT=sync
  // after it has been waited for.
  jit_task::state ask(const std::string &key, const std::function<std::shared_ptr<jit_task>()> &make);

  // Called when the process ends; ends the worker. A program may well be done before its worker is. But if the worker
  // has not even greeted yet, something is wrong that the user would not hear of: then this waits a moment for it
  // first.
  void end();

private:
  using task = std::shared_ptr<jit_task>;
  bool has_room() const;
  // Null if it cannot be asked for, or not now.
  task remember(const std::string &key, task);
  void wait_in_queue(const task &);
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
  std::size_t waiting_bytes_ = 0; // of the requests in the queue, and of the one at hand
  bool has_thread_ = false;
  std::atomic<bool> ended_{false};
  std::string asked_first_;         // the region of the first request
  std::atomic<bool> silent_{false}; // there is a request, but nothing was answered, and no worker has greeted

  // The background thread's alone.
  std::unique_ptr<jit_worker> worker_;
  jit_tool tool_;
  syclfuse::jit::tool_stamp stamp_;
  bool looked_for_tool_ = false, gave_up_ = false, cache_refused_ = false;
  unsigned failures_ = 0;
  std::vector<syclfuse::diag> warned_;
};

} // namespace sycl::detail
