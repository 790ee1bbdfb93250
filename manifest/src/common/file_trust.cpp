// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/file_trust.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace syclfuse {

bool others_may_write(const struct stat &s) noexcept {
  const bool group_is_own = s.st_gid == 0 || s.st_gid == s.st_uid;
  return (s.st_mode & S_IWOTH) || ((s.st_mode & S_IWGRP) && !group_is_own);
}

std::string reason_for_distrust(const std::string &path, uid_t also) {
  for (std::size_t end = 1;;) {
    const std::string part = path.substr(0, end);
    struct stat s;
    if (::lstat(part.c_str(), &s) != 0)
      return "'" + part + "': " + std::strerror(errno);
    if (s.st_uid != 0 && s.st_uid != ::geteuid() && s.st_uid != also)
      return "'" + part + "' belongs to another user";
    const bool owners_remove = S_ISDIR(s.st_mode) && (s.st_mode & S_ISVTX);
    if (others_may_write(s) && !owners_remove)
      return "others may write to '" + part + "'";
    if (end >= path.size())
      return {};
    end = std::min(path.find('/', end + 1), path.size());
  }
}

} // namespace syclfuse
