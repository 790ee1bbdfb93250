// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/process/descriptor.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace sycl::detail {

void kept_descriptor::keep(int descriptor) {
  close();
  struct stat s;
  if (::fstat(descriptor, &s) != 0)
    return;
  number_ = descriptor;
  device_ = s.st_dev;
  file_ = s.st_ino;
}

bool kept_descriptor::still_ours() const {
  struct stat s;
  return number_ >= 0 && ::fstat(number_, &s) == 0 && s.st_dev == device_ && s.st_ino == file_;
}

void kept_descriptor::close() {
  if (still_ours())
    ::close(number_);
  number_ = -1;
}

} // namespace sycl::detail
