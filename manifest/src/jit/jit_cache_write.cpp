// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writing to the cache, and keeping it small: the worker's and sycl-fuse cache's part.
#include "syclfuse/jit_cache.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <limits>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace syclfuse::jit {
namespace {

constexpr char lock_suffix[] = ".lock", temporary_suffix[] = ".tmp-";
constexpr std::int64_t hour_ns = std::int64_t{3600} * 1000000000;

bool is_entry(const std::string &name) {
  return name.size() == 64 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

bool is_leftover(const std::string &name) {
  return name.size() > 64 && is_entry(name.substr(0, 64)) &&
         (name.compare(64, std::string::npos, lock_suffix) == 0 ||
          name.compare(64, sizeof(temporary_suffix) - 1, temporary_suffix) == 0);
}

// Since 1970 and until 2262: file systems have other times as well, of clocks that were wrong.
std::int64_t changed_ns(const struct stat &s) {
  constexpr std::int64_t second = 1000000000, most = std::numeric_limits<std::int64_t>::max();
  const std::int64_t seconds = s.st_mtim.tv_sec;
  return seconds < 0 ? 0 : seconds >= most / second ? most : seconds * second + s.st_mtim.tv_nsec;
}

std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

template <class Use> void for_each_file(int directory, Use use) {
  const int copy = ::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *d = copy < 0 ? nullptr : ::fdopendir(copy);
  if (!d) {
    if (copy >= 0)
      ::close(copy);
    return;
  }
  while (const dirent *e = ::readdir(d)) {
    struct stat s;
    if (::fstatat(directory, e->d_name, &s, AT_SYMLINK_NOFOLLOW) == 0)
      use(std::string(e->d_name), s);
  }
  ::closedir(d);
}

bool write_all(int file, const std::string &bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t part = ::write(file, bytes.data() + done, bytes.size() - done);
    if (part < 0 && errno == EINTR)
      continue;
    if (part <= 0)
      return false;
    done += static_cast<std::size_t>(part);
  }
  return true;
}

} // namespace

std::unique_ptr<cache::key_lock> cache::lock(const sha256_digest &key, std::uint64_t milliseconds) const {
  const std::string name = to_hex(key) + lock_suffix;
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  while (true) {
    const int file = ::openat(directory_, name.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
      return nullptr;
    struct stat held, named;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) {
      // Who held it before removes the file: ours is worth something only if it is still the one of that name.
      if (::fstat(file, &held) == 0 && ::fstatat(directory_, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
          held.st_ino == named.st_ino)
        return std::unique_ptr<key_lock>(new key_lock(*this, name, file));
      ::close(file);
      continue;
    }
    const bool held_by_another = errno == EWOULDBLOCK || errno == EINTR;
    ::close(file);
    if (!held_by_another || std::chrono::steady_clock::now() >= end)
      return nullptr;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

cache::key_lock::~key_lock() {
  ::unlinkat(cache_.directory_, name_.c_str(), 0);
  ::close(file_);
}

bool cache::publish(const sha256_digest &key, const std::string &bytes, std::string &why) const {
  const std::string name = to_hex(key);
  std::string temporary;
  int file = -1;
  // Processes of different containers may have one number, and one folder.
  for (unsigned attempt = 0; attempt == 0 || (file < 0 && errno == EEXIST && attempt < 100); ++attempt) {
    temporary = name + temporary_suffix + std::to_string(::getpid()) + "-" + std::to_string(attempt);
    file = ::openat(directory_, temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  }
  bool ok = file >= 0 && write_all(file, bytes);
  int problem = errno;
  if (file >= 0 && ::close(file) != 0 && ok) {
    ok = false;
    problem = errno;
  }
  if (ok && ::renameat(directory_, temporary.c_str(), directory_, name.c_str()) != 0) {
    ok = false;
    problem = errno;
  }
  if (ok)
    return true;
  if (file >= 0)
    ::unlinkat(directory_, temporary.c_str(), 0);
  why = std::strerror(problem);
  return false;
}

std::vector<cache::item> cache::list() const {
  std::vector<item> items;
  for_each_file(directory_, [&](const std::string &name, const struct stat &s) {
    if (is_entry(name))
      items.push_back({name, static_cast<std::uint64_t>(s.st_size), changed_ns(s)});
  });
  std::sort(items.begin(), items.end(), [](const item &a, const item &b) {
    return a.used_ns != b.used_ns ? a.used_ns > b.used_ns : a.name < b.name;
  });
  return items;
}

cache::result cache::read_item(const item &i, entry &e, std::string &why) const {
  std::string bytes;
  bool missing = false;
  if (!read_file(i.name, bytes, false, why, missing))
    return missing ? result::missing : result::damaged;
  why = decode(bytes, e);
  if (why.empty() && to_hex(e.key) != i.name)
    why = "it is of another key";
  return why.empty() ? result::found : result::damaged;
}

bool cache::remove(const item &i) const { return ::unlinkat(directory_, i.name.c_str(), 0) == 0; }

cache::pruned cache::prune(std::uint64_t limit) const {
  pruned result;
  std::uint64_t kept = 0;
  const std::int64_t now = now_ns();
  std::vector<item> items = list();
  // The last used come first; before them those of a clock that went ahead, which count as the oldest.
  std::rotate(items.begin(),
              std::find_if(items.begin(), items.end(), [&](const item &i) { return i.used_ns - now <= hour_ns; }),
              items.end());
  for (const item &i : items) {
    if (kept + i.size <= limit) {
      kept += i.size;
    } else if (remove(i)) {
      ++result.entries;
      result.bytes += i.size;
    }
  }
  std::vector<std::string> leftovers;
  for_each_file(directory_, [&](const std::string &name, const struct stat &s) {
    if (is_leftover(name) && std::abs(now - changed_ns(s)) > hour_ns)
      leftovers.push_back(name);
  });
  for (const std::string &name : leftovers)
    result.leftovers += ::unlinkat(directory_, name.c_str(), 0) == 0;
  return result;
}

} // namespace syclfuse::jit
