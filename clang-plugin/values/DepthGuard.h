// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds recursion through code that may refer to itself, as `T x = x;` does.
#pragma once

namespace syclfuse::plugin {

class DepthGuard {
public:
  // Longer chains of initializers are not followed.
  static constexpr unsigned Max = 64;
  explicit DepthGuard(unsigned &Depth) : Depth(++Depth) {}
  ~DepthGuard() { --Depth; }
  DepthGuard(const DepthGuard &) = delete;
  bool tooDeep() const { return Depth > Max; }

private:
  unsigned &Depth;
};

} // namespace syclfuse::plugin
