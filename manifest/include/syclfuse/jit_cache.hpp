// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The persistent cache of the JIT (docs/jit.md): a folder with one file per entry, named by the entry's key. It belongs
// to one user: other owners, permissions for others and symbolic links are refused. Files get their names when they are
// complete, so that whatever is ended at whatever moment, the cache stays usable. Processes may use one cache at the
// same time.
#pragma once

#include "syclfuse/jit_protocol.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace syclfuse::jit {

// `given` if it is not empty; else $XDG_CACHE_HOME/sycl-fuse or $HOME/.cache/sycl-fuse (XDG Base Directory
// Specification); empty if there is neither.
std::string cache_directory(const std::string &given);

class cache {
public:
  // Null and a sentence's end in `why` if the folder cannot be used: "it belongs to another user". With `create` it is
  // made (0700), and what is missing above it; else `why` is empty if there is none.
  static std::unique_ptr<cache> open(const std::string &directory, bool create, std::string &why);
  ~cache();
  cache(const cache &) = delete;

  enum class result { missing, found, damaged };
  // The entry of a key, verified. `why` says what is wrong with one that is damaged. One that is found counts as used
  // now.
  result read(const sha256_digest &key, entry &, std::string &bytes, std::string &why) const;

  // From here on jit_cache_write.cpp, which the runtime does not need.

  // Held by one process for the time of a compilation; ends with it, also with its process.
  class key_lock {
  public:
    ~key_lock();
    key_lock(const key_lock &) = delete;

  private:
    friend class cache;
    key_lock(const cache &c, std::string name, int file) : cache_(c), name_(std::move(name)), file_(file) {}
    const cache &cache_;
    std::string name_;
    int file_;
  };
  // Null if another process keeps it for longer than `milliseconds`, or it cannot be had, as on file systems without
  // locks.
  std::unique_ptr<key_lock> lock(const sha256_digest &key, std::uint64_t milliseconds) const;

  // The bytes of an entry under its key, at once. False and why.
  bool publish(const sha256_digest &key, const std::string &bytes, std::string &why) const;

  struct item {
    std::string name; // of the file
    std::uint64_t size = 0;
    std::int64_t used_ns = 0; // since 1970
  };
  // Entries, the last used one first.
  std::vector<item> list() const;
  // The entry in that file; `why` as for read(). One that another process has removed meanwhile is missing.
  result read_item(const item &, entry &, std::string &why) const;
  bool remove(const item &) const;

  struct pruned {
    std::size_t entries = 0, leftovers = 0;
    std::uint64_t bytes = 0;
  };
  // Removes the entries that were not used for longest, until the others have no more than `limit` bytes, and what
  // interrupted processes left behind more than an hour ago. Times that are still to come, by a clock that was wrong,
  // count as long ago.
  pruned prune(std::uint64_t limit) const;

private:
  explicit cache(int directory) : directory_(directory) {}
  bool read_file(const std::string &name, std::string &bytes, bool use, std::string &why, bool &missing) const;
  int directory_;
};

} // namespace syclfuse::jit
