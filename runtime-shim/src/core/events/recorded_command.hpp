// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A command that was recorded into a graph and did not run, as its event knows it.
#pragma once

namespace sycl::detail {

class queue_impl;

class recorded_command {
public:
  virtual ~recorded_command() = default;
  // A queue that does not record is given a command that depends on it: the queue joins those that record to the graph.
  // Throws errc::invalid if that is not possible.
  virtual void take_over(queue_impl &) = 0;
};

} // namespace sycl::detail
