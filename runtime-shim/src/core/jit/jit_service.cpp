// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/jit/jit_service.hpp"
#include "core/bundles/registry.hpp"
#include "core/jit/jit_library.hpp"
#include "core/process/env.hpp"
#include "core/process/log.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <dlfcn.h>
#include <pthread.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace sycl::detail {

namespace jit = syclfuse::jit;
using syclfuse::diag;

namespace {

// A program whose sequences are all different is not what this is for.
constexpr std::size_t max_remembered = 4096;
// Of the requests that wait: IR and manifests. Beyond it a region is asked for at a later submission.
constexpr std::size_t max_waiting_bytes = std::size_t{8} << 20;
// For how long the program's threads look for entries that are not there, in all: where that takes longer, the folder
// is on a slow file system, and looking is for the background thread.
constexpr std::int64_t max_looking_ns = 100'000'000;
// After so many the worker is not asked any more.
constexpr unsigned max_failures = 3;

// A library that is closed takes its code from under its threads.
void stay_loaded() {
  Dl_info here;
  if (::dladdr(reinterpret_cast<const void *>(&stay_loaded), &here) != 0 && here.dli_fname)
    ::dlopen(here.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

unsigned long time_limit() { return std::clamp(env().jit_timeout, 1ul, 1000000ul); }

std::size_t bytes_of(const jit::request &request) {
  std::size_t bytes = request.what.manifest.size();
  for (const std::string &ir : request.ir)
    bytes += ir.size();
  return bytes;
}

std::string cache_folder() {
  return env().cache_size == 0 ? std::string() : jit::cache_directory(env().cache_dir.text);
}

} // namespace

jit_service::jit_service() : process_(::getpid()) {}

bool jit_service::usable() const { return ::getpid() == process_; }

jit_task::state jit_service::ask(const std::string &key, const std::function<task()> &make) {
  std::unique_lock<std::mutex> lock(mutex_);
  auto known = by_key_.find(key);
  task t = known != by_key_.end() ? known->second : nullptr;
  if (known == by_key_.end() && by_key_.size() < max_remembered && has_room()) {
    lock.unlock();
    task made = make();
    lock.lock();
    bool is_new = false;
    t = remember(key, std::move(made), is_new);
    if (is_new) {
      lock.unlock();
      jit_task::state found;
      const bool cached = look_up(*t, found);
      lock.lock();
      if (cached)
        finish(*t, found);
      else
        wait_in_queue(t);
    }
  }
  if (!t)
    return jit_task::state::unavailable;
  if (env().jit == jit_mode::sync)
    done_.wait_for(lock, std::chrono::seconds(time_limit()), [&] { return t->now != jit_task::state::waiting; });
  return t->now;
}

bool jit_service::has_room() const { return waiting_bytes_ < max_waiting_bytes; }

// With the lock held. Another thread may have been faster, and another snapshot's region may be the same job.
jit_service::task jit_service::remember(const std::string &key, task made, bool &is_new) {
  if (const auto known = by_key_.find(key); known != by_key_.end() || !made)
    return known != by_key_.end() ? known->second : by_key_[key] = nullptr;
  const std::string job = syclfuse::to_hex(jit::key_of(made->request.what)) + ":" + std::to_string(made->kernel);
  if (const auto same = by_job_.find(job); same != by_job_.end())
    return by_key_[key] = same->second;
  if (!has_room())
    return nullptr;
  waiting_bytes_ += bytes_of(made->request);
  is_new = true;
  return by_key_[key] = by_job_[job] = std::move(made);
}

bool jit_service::look_up(const jit_task &t, jit_task::state &result) {
  if (looked_ns_.load() >= max_looking_ns)
    return false;
  const auto begin = std::chrono::steady_clock::now();
  try {
    find_tool();
    if (from_cache(t, jit::key_of(t.request.what), result))
      return true;
  } catch (const std::exception &) { // for want of memory: the background thread looks again
  }
  looked_ns_ += std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
  return false;
}

// With the lock held.
void jit_service::wait_in_queue(const task &t) {
  if (!start_thread())
    return finish(*t, jit_task::state::unavailable);
  if (asked_first_.empty()) {
    asked_first_ = t->region;
    silent_.store(true);
  }
  queue_.push_back(t);
  added_.notify_one();
}

// With the lock held.
void jit_service::finish(jit_task &t, jit_task::state result) {
  t.now = result;
  waiting_bytes_ -= bytes_of(t.request);
  t.request = {};
  done_.notify_all();
}

bool jit_service::start_thread() {
  if (has_thread_)
    return true;
  stay_loaded();
  // The program's signals are for the program's threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    std::thread([this] { serve(); }).detach();
    has_thread_ = true;
  } catch (const std::system_error &e) {
    log(log_level::warn, std::string("no thread for the JIT: ") + e.what());
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return has_thread_;
}

void jit_service::serve() {
  pthread_setname_np(pthread_self(), "sycl-fuse-jit");
  thread_is_beside_program();
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    while (queue_.empty())
      if (!worker_ || !worker_->running())
        added_.wait(lock);
      else if (added_.wait_for(lock, std::chrono::seconds(1)) == std::cv_status::timeout)
        worker_->reap();
    task t = queue_.front();
    queue_.pop_front();
    lock.unlock();
    jit_task::state result = jit_task::state::unavailable;
    try {
      result = process(*t);
    } catch (const std::exception &e) { // for want of memory
      log(log_level::warn, std::string("the JIT gives up on a region: ") + e.what());
    }
    lock.lock();
    silent_.store(false);
    finish(*t, result);
  }
}

void jit_service::end() {
  if (!usable())
    return;
  const unsigned long seconds = std::min(time_limit(), 3ul);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  while (silent_.load())
    if (std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } else {
      std::lock_guard<std::mutex> lock(mutex_);
      ended_.store(true);
      if (worker_)
        worker_->end();
      return log(diag::jit_timed_out, {asked_first_, std::to_string(seconds)});
    }
}

jit_task::state jit_service::process(const jit_task &t) {
  const syclfuse::sha256_digest key = jit::key_of(t.request.what);
  find_tool();
  jit_task::state result;
  if (from_cache(t, key, result))
    return result;
  return from_worker(t, key);
}

void jit_service::find_tool() {
  if (looked_for_tool_.load(std::memory_order_acquire))
    return;
  jit_tool tool = find_jit_tool();
  const jit::tool_stamp stamp = tool.path.empty() ? jit::tool_stamp() : jit::stamp_of(tool.path);
  std::lock_guard<std::mutex> lock(looking_);
  if (looked_for_tool_.load(std::memory_order_relaxed))
    return;
  tool_ = std::move(tool);
  stamp_ = stamp;
  looked_for_tool_.store(true, std::memory_order_release);
}

bool jit_service::from_cache(const jit_task &t, const syclfuse::sha256_digest &key, jit_task::state &result) {
  const std::string folder = cache_folder();
  if (folder.empty() || cache_refused_)
    return false;
  std::string why, bytes;
  const std::unique_ptr<jit::cache> cache = jit::cache::open(folder, /*create=*/false, why);
  if (!cache) {
    cache_refused_ = !why.empty();
    if (cache_refused_)
      warn_once(diag::jit_cache_unusable, {folder, why});
    return false;
  }
  jit::entry entry;
  const jit::cache::result found = cache->read(key, entry, bytes, why);
  if (found == jit::cache::result::damaged)
    warn_once(diag::jit_entry_damaged, {folder + "/" + syclfuse::to_hex(key), why});
  // While a tool is at hand, what another one made is not used: they may call themselves by one version.
  if (found != jit::cache::result::found || (!tool_.path.empty() && !(entry.tool == stamp_)))
    return false;
  if (logs(log_level::info))
    log(log_level::info, "region '" + t.region + "' is in the cache");
  result = use(t, entry);
  return true;
}

jit_task::state jit_service::from_worker(jit_task t, const syclfuse::sha256_digest &key) {
  if (gave_up_)
    return jit_task::state::unavailable;
  if (tool_.path.empty()) {
    // Programs are used where no compiler is. Who asks for the JIT is told, and who may be deceived.
    if (env().jit == jit_mode::automatic && !tool_.refused)
      log(log_level::info, "the JIT worker is not there: " + tool_.why);
    else
      warn_once(diag::jit_worker_missing, {tool_.why});
    gave_up_ = true;
    return jit_task::state::unavailable;
  }
  if (!worker_) {
    std::lock_guard<std::mutex> lock(mutex_); // end() looks at it
    worker_ = std::make_unique<jit_worker>(tool_.path, silent_);
  }
  t.request.cache_directory = cache_refused_ ? std::string() : cache_folder();
  t.request.cache_limit = static_cast<std::uint64_t>(std::min(env().cache_size, 1ul << 40)) << 20;
  t.request.seconds = time_limit();
  t.request.tool = stamp_;
  jit::reply reply;
  std::string why;
  switch (worker_->ask(t.request, time_limit(), reply, why)) {
  case jit_worker::outcome::answered:
    break;
  case jit_worker::outcome::cannot_start:
    warn_once(diag::jit_worker_missing, {why});
    gave_up_ = true;
    return jit_task::state::unavailable;
  case jit_worker::outcome::other_version:
    warn_once(diag::jit_worker_version, {tool_.path, why, t.request.what.producer});
    gave_up_ = true;
    return jit_task::state::unavailable;
  case jit_worker::outcome::failed:
    worker_failed(diag::jit_worker_failed, t, why);
    return jit_task::state::unavailable;
  case jit_worker::outcome::timed_out:
    worker_failed(diag::jit_timed_out, t, std::to_string(time_limit()));
    return jit_task::state::unavailable;
  }
  if (reply.how == jit::reply::status::failed) {
    worker_failed(diag::jit_worker_failed, t, reply.text);
    return jit_task::state::unavailable;
  }
  if (!reply.cache_problem.empty())
    warn_once(diag::jit_not_cached, {t.region, reply.cache_problem});
  jit::entry entry;
  why = jit::decode(reply.entry, entry);
  if (why.empty() && entry.key != key)
    why = "it is of another region";
  if (!why.empty()) {
    worker_failed(diag::jit_worker_failed, t, "its result: " + why);
    return jit_task::state::unavailable;
  }
  return use(t, entry);
}

jit_task::state jit_service::use(const jit_task &t, const jit::entry &entry) {
  if (entry.refused) {
    if (!t.automatic)
      log(diag::jit_refused, {t.region, entry.payload});
    return jit_task::state::refused;
  }
  std::string why;
  const sycl_fuse_registration *record = open_jit_library(entry.payload, why);
  if (!record) {
    log(diag::jit_result_unusable, {t.region, why});
    return jit_task::state::unavailable;
  }
  if (!registry::instance().add_fused(record, t.kernel))
    return jit_task::state::unavailable;
  if (logs(log_level::info))
    log(log_level::info, "region '" + t.region + "' was fused at run time");
  return jit_task::state::registered;
}

void jit_service::worker_failed(diag code, const jit_task &t, const std::string &why) {
  if (ended_.load())
    return;
  log(code, {t.region, why});
  if (++failures_ < max_failures)
    return;
  warn_once(diag::jit_given_up, {std::to_string(failures_)});
  gave_up_ = true;
}

void jit_service::warn_once(diag code, const std::vector<std::string> &arguments) {
  {
    std::lock_guard<std::mutex> lock(looking_);
    if (std::find(warned_.begin(), warned_.end(), code) != warned_.end())
      return;
    warned_.push_back(code);
  }
  log(code, arguments);
}

} // namespace sycl::detail
