// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// File descriptors of the runtime in a process that is not its own: programs close all that they do not know (daemons
// do), and use the numbers again.
#pragma once

#include <sys/types.h>

namespace sycl::detail {

// A descriptor that stays open for longer. It is used only as long as its number is still that file's.
class kept_descriptor {
public:
  kept_descriptor() = default;
  ~kept_descriptor() { close(); }
  kept_descriptor(const kept_descriptor &) = delete;
  void keep(int descriptor);
  int number() const { return number_; }
  // False if the program has closed it.
  bool still_ours() const;
  void close();

private:
  int number_ = -1;
  dev_t device_ = 0;
  ino_t file_ = 0;
};

} // namespace sycl::detail
