// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who else could have written a file whose contents this process is going to run.
#pragma once

#include <string>
#include <sys/stat.h>
#include <sys/types.h>

namespace syclfuse {

// True if somebody else than the owner may write. A group that has its owner's number is the owner's own, and group 0
// is root's.
bool others_may_write(const struct stat &) noexcept;

// Empty if only this user, root and the user `also` could have put something else at `path`: the file and all folders
// above it are theirs, and nobody else may write to them, except to folders where only owners remove files, such as
// /tmp. Otherwise the end of a sentence that says why not. `path` is absolute and leads through no symbolic link, as
// realpath() gives it.
std::string reason_for_distrust(const std::string &path, uid_t also);

} // namespace syclfuse
