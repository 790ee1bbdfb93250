// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The persistent cache of the JIT: what is published is found, what was not used for longest goes first, one process
// holds a key, and folders and files that others could have written are refused.
#include "syclfuse/jit_cache.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <limits>
#include <random>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace syclfuse;
using namespace syclfuse::jit;

// In place of libc's: the error of a file system without locks, if there is one.
static int lock_error = 0;
extern "C" int flock(int file, int operation) noexcept {
  errno = lock_error;
  return lock_error ? -1 : static_cast<int>(::syscall(SYS_flock, file, operation));
}

namespace {

class jit_cache : public testing::Test {
protected:
  void SetUp() override {
    char name[] = "/tmp/jit-cache-XXXXXX";
    ASSERT_TRUE(mkdtemp(name));
    folder_ = name;
  }
  void TearDown() override { ASSERT_EQ(std::system(("rm -rf " + folder_).c_str()), 0); }

  std::unique_ptr<cache> open(const std::string &at = "cache") {
    std::string why;
    auto c = cache::open(folder_ + "/" + at, true, why);
    EXPECT_TRUE(c) << why;
    return c;
  }
  static entry make(const std::string &name, std::size_t size = 10) {
    entry e;
    e.key = sha256_of(name.data(), name.size());
    e.region = name;
    e.payload.assign(size, 'p');
    return e;
  }
  static void publish(const cache &c, const entry &e) {
    std::string why;
    EXPECT_TRUE(c.publish(e.key, encode(e), why)) << why;
  }
  static std::string names(const cache &c) {
    std::string all;
    for (const cache::item &i : c.list()) {
      entry e;
      std::string why;
      EXPECT_EQ(c.read_item(i, e, why), cache::result::found) << why;
      all += e.region;
    }
    return all;
  }
  cache::result read(const cache &c, const std::string &name, std::string *why = nullptr) {
    entry e;
    std::string bytes, reason;
    const cache::result found = c.read(make(name).key, e, bytes, reason);
    if (found == cache::result::found)
      EXPECT_EQ(e.region, name);
    if (why)
      *why = reason;
    return found;
  }
  static void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); } // times of files are coarse

  std::string folder_;
};

// /sys takes no folders, whoever asks; of what would be in one the system says only that there is none.
TEST_F(jit_cache, says_why_no_folder_can_be_made) {
  ASSERT_NE(::mkdir("/sys/sycl-fuse", 0700), 0);
  const std::string error = std::strerror(errno);
  std::string why;
  EXPECT_FALSE(cache::open("/sys/sycl-fuse/a/cache", true, why));
  EXPECT_EQ(why, "it cannot be made: " + error);
}

TEST_F(jit_cache, is_made_with_what_is_missing_above_it_for_its_owner_alone) {
  open("a/b/c//");
  struct stat s;
  for (const char *made : {"/a", "/a/b", "/a/b/c"}) {
    ASSERT_EQ(::stat((folder_ + made).c_str(), &s), 0);
    EXPECT_EQ(s.st_mode & 0777, 0700u);
  }
  std::string why = "something";
  EXPECT_FALSE(cache::open(folder_ + "/missing", false, why));
  EXPECT_EQ(why, "");
  EXPECT_FALSE(cache::open("/proc/nowhere", true, why));
  EXPECT_NE(why, "");
}

TEST_F(jit_cache, what_is_published_is_found_by_its_key) {
  auto c = open();
  EXPECT_EQ(read(*c, "a"), cache::result::missing);
  publish(*c, make("a"));
  publish(*c, make("b", 100000));
  EXPECT_EQ(read(*c, "a"), cache::result::found);
  EXPECT_EQ(read(*open(), "b"), cache::result::found);
  EXPECT_EQ(read(*c, "c"), cache::result::missing);
}

TEST_F(jit_cache, an_entry_under_another_key_is_damaged) {
  auto c = open();
  std::string why;
  ASSERT_TRUE(c->publish(make("a").key, encode(make("b")), why));
  EXPECT_EQ(read(*c, "a", &why), cache::result::damaged);
  EXPECT_EQ(why, "it is of another key");
}

TEST_F(jit_cache, the_least_recently_used_goes_first) {
  auto c = open();
  for (const char *name : {"a", "b", "c", "d"}) {
    publish(*c, make(name, 1000));
    pause();
  }
  EXPECT_EQ(names(*c), "dcba");
  EXPECT_EQ(read(*c, "a"), cache::result::found); // used
  EXPECT_EQ(names(*c), "adcb");
  const std::uint64_t each = c->list().front().size;
  EXPECT_EQ(c->prune(4 * each).entries, 0u);
  const cache::pruned done = c->prune(2 * each + 1);
  EXPECT_EQ(done.entries, 2u);
  EXPECT_EQ(done.bytes, 2 * each);
  EXPECT_EQ(names(*c), "ad");
  EXPECT_EQ(c->prune(0).entries, 2u);
  EXPECT_EQ(names(*c), "");
}

// A clock that was wrong must not keep what it made for years, and new entries out.
TEST_F(jit_cache, what_was_used_in_the_future_goes_first) {
  auto c = open();
  for (const char *name : {"a", "b"}) {
    publish(*c, make(name, 1000));
    pause();
  }
  const timespec future[2] = {{4000000000, 0}, {4000000000, 0}};
  for (const char *name : {"a", "b"})
    ASSERT_EQ(::utimensat(AT_FDCWD, (folder_ + "/cache/" + to_hex(make(name).key)).c_str(), future, 0), 0);
  EXPECT_EQ(read(*c, "b"), cache::result::found); // used by a clock that is right
  publish(*c, make("c", 1000));
  c->prune(2 * c->list().front().size);
  EXPECT_EQ(names(*c), "cb");
}

TEST_F(jit_cache, times_of_files_that_nanoseconds_cannot_count_are_the_last_or_the_first) {
  auto c = open();
  publish(*c, make("a"));
  const std::string file = folder_ + "/cache/" + to_hex(make("a").key);
  for (const std::int64_t seconds : {std::int64_t{12000000000}, std::int64_t{-12000000000}, std::int64_t{-1000}}) {
    const timespec times[2] = {{seconds, 0}, {seconds, 0}};
    struct stat s;
    ASSERT_EQ(::utimensat(AT_FDCWD, file.c_str(), times, 0), 0);
    ASSERT_EQ(::stat(file.c_str(), &s), 0);
    if (s.st_mtim.tv_sec == seconds) // else the file system has fewer
      EXPECT_EQ(c->list().at(0).used_ns, seconds > 0 ? std::numeric_limits<std::int64_t>::max() : 0);
  }
}

TEST_F(jit_cache, an_entry_that_goes_meanwhile_is_missing_and_not_damaged) {
  auto c = open();
  publish(*c, make("a"));
  const std::vector<cache::item> listed = c->list();
  ASSERT_TRUE(c->remove(listed.front()));
  entry e;
  std::string why;
  EXPECT_EQ(c->read_item(listed.front(), e, why), cache::result::missing);
}

TEST_F(jit_cache, nobody_waits_for_a_lock_that_cannot_be_had) {
  auto c = open();
  const auto start = std::chrono::steady_clock::now();
  for (int error : {ENOLCK, EOPNOTSUPP, ENOSYS}) {
    lock_error = error;
    EXPECT_FALSE(c->lock(make("a").key, 20000)) << error;
  }
  lock_error = 0;
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  EXPECT_TRUE(c->lock(make("a").key, 0));
}

TEST_F(jit_cache, what_a_process_of_the_same_number_is_writing_is_left_alone) {
  auto c = open();
  const std::string mine = folder_ + "/cache/" + to_hex(make("a").key) + ".tmp-" + std::to_string(::getpid()) + "-0";
  std::ofstream(mine) << "half of it";
  publish(*c, make("a"));
  EXPECT_EQ(names(*c), "a");
  std::string half;
  std::getline(std::ifstream(mine), half);
  EXPECT_EQ(half, "half of it");
}

TEST_F(jit_cache, leftovers_go_when_they_are_old_and_strangers_stay) {
  auto c = open();
  const std::string key = to_hex(make("a").key);
  for (const char *name : {".lock", ".tmp-12", ".lock-not"}) {
    std::ofstream(folder_ + "/cache/" + key + name) << "x";
    const timespec old[2] = {{1, 0}, {1, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, (folder_ + "/cache/" + key + name).c_str(), old, 0), 0);
  }
  const std::string future = folder_ + "/cache/" + key + ".tmp-14";
  std::ofstream(future) << "x";
  const timespec to_come[2] = {{4000000000, 0}, {4000000000, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, future.c_str(), to_come, 0), 0);
  std::ofstream(folder_ + "/cache/" + key + ".tmp-13") << "x"; // of a process that is at work
  EXPECT_EQ(c->prune(0).leftovers, 3u);
  EXPECT_EQ(::access((folder_ + "/cache/" + key + ".tmp-13").c_str(), F_OK), 0);
  EXPECT_EQ(::access((folder_ + "/cache/" + key + ".lock-not").c_str(), F_OK), 0);
}

TEST_F(jit_cache, one_holds_a_key_and_the_end_of_its_process_frees_it) {
  auto c = open();
  auto held = c->lock(make("a").key, 0);
  ASSERT_TRUE(held);
  EXPECT_FALSE(c->lock(make("a").key, 30));
  EXPECT_TRUE(c->lock(make("b").key, 0));
  held.reset();
  EXPECT_TRUE(c->lock(make("a").key, 0));
  const pid_t child = ::fork();
  if (child == 0) {
    auto kept = c->lock(make("a").key, 0).release();
    ::_exit(kept ? 0 : 1); // without an end to the lock
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  EXPECT_TRUE(c->lock(make("a").key, 0));
}

// Lock files are removed by who held them, so that several can have had one name: still only one is inside.
TEST_F(jit_cache, many_take_turns) {
  auto c = open();
  std::atomic<int> inside{0}, turns{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 40; ++i) {
        auto held = c->lock(make("a").key, 60000);
        ASSERT_TRUE(held);
        EXPECT_EQ(inside.fetch_add(1), 0);
        ++turns;
        inside.fetch_sub(1);
      }
    });
  for (std::thread &t : threads)
    t.join();
  EXPECT_EQ(turns, 240);
}

TEST_F(jit_cache, a_full_disk_leaves_nothing_behind) {
  auto c = open();
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit limit{1000, 1000};
    ::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::string why;
    ::_exit(!c->publish(make("a").key, encode(make("a", 5000)), why) && !why.empty() ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(std::system(("test -z \"$(ls -A " + folder_ + "/cache)\"").c_str()), 0);
}

// SYCLFUSE_TEST_CASES is the number of kills, each of them while a process writes, evicts and reads.
TEST_F(jit_cache, processes_that_are_killed_leave_it_whole) {
  const char *cases = std::getenv("SYCLFUSE_TEST_CASES"), *seed = std::getenv("SYCLFUSE_TEST_SEED");
  const unsigned long kills = cases ? std::strtoul(cases, nullptr, 10) : 60;
  std::mt19937 random(seed ? static_cast<unsigned>(std::strtoul(seed, nullptr, 10)) : 1);
  const auto size_of = [](unsigned name) { return 1 + name * 997 % 100000; };
  const auto c = open();
  for (unsigned long i = 0; i < kills; ++i) {
    std::mt19937 of_child(random());
    const pid_t child = ::fork();
    if (child == 0)
      while (true) {
        const unsigned name = of_child() % 40;
        const entry e = make(std::to_string(name), size_of(name));
        const auto lock = c->lock(e.key, 1000);
        std::string why;
        c->publish(e.key, encode(e), why);
        c->prune(1000000);
      }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 3000));
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << status;
    for (const cache::item &item : c->list()) {
      entry e;
      std::string why;
      ASSERT_EQ(c->read_item(item, e, why), cache::result::found) << why << " after kill " << i;
      ASSERT_EQ(e.payload, std::string(size_of(static_cast<unsigned>(std::stoul(e.region))), 'p'));
    }
  }
  // No lock is held by the dead.
  for (unsigned name = 0; name < 40; ++name)
    EXPECT_TRUE(c->lock(make(std::to_string(name)).key, 1000));
}

TEST_F(jit_cache, what_others_could_have_written_is_refused) {
  open();
  const std::string path = folder_ + "/cache";
  std::string why;
  for (mode_t mode : {0755, 0711, 0770, 0702}) {
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
    EXPECT_FALSE(cache::open(path, true, why));
    EXPECT_EQ(why, "others have permissions for it");
  }
  ASSERT_EQ(::chmod(path.c_str(), 0700), 0);
  ASSERT_EQ(::symlink(path.c_str(), (folder_ + "/link").c_str()), 0);
  EXPECT_FALSE(cache::open(folder_ + "/link", true, why));
  EXPECT_FALSE(cache::open(folder_ + "/link/", true, why)); // a slash would follow it
  std::ofstream(folder_ + "/file") << "x";
  EXPECT_FALSE(cache::open(folder_ + "/file", true, why));

  auto c = open();
  publish(*c, make("a"));
  const std::string file = path + "/" + to_hex(make("a").key);
  ASSERT_EQ(::chmod(file.c_str(), 0622), 0);
  EXPECT_EQ(read(*c, "a", &why), cache::result::damaged);
  EXPECT_EQ(why, "others have permissions for it");
  ASSERT_EQ(::unlink(file.c_str()), 0);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0); // does not wait for a writer
  EXPECT_EQ(read(*c, "a"), cache::result::damaged);
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(path.c_str(), 12345, 12345), 0);
    EXPECT_FALSE(cache::open(path, true, why));
    EXPECT_EQ(why, "it belongs to another user");
  }
}

TEST(jit_cache_directory, follows_the_base_directory_specification) {
  ::setenv("HOME", "/home/somebody", 1);
  ::setenv("XDG_CACHE_HOME", "/elsewhere", 1);
  EXPECT_EQ(cache_directory("/given"), "/given");
  EXPECT_EQ(cache_directory(""), "/elsewhere/sycl-fuse");
  ::setenv("XDG_CACHE_HOME", "relative", 1); // to be ignored
  EXPECT_EQ(cache_directory(""), "/home/somebody/.cache/sycl-fuse");
  ::unsetenv("XDG_CACHE_HOME");
  ::unsetenv("HOME");
  EXPECT_EQ(cache_directory(""), "");
}

} // namespace
