// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "drivers/native/replay.hpp"

namespace sycl::detail::native {

void replay::run(stream &s) {
  for (auto &command : commands_)
    if (auto *l = std::get_if<launch>(&command))
      l->prepared.run();
    else if (const auto *c = std::get_if<copy>(&command))
      s.copy(c->dst, c->src, c->bytes);
    else if (const auto *f = std::get_if<fill>(&command))
      s.fill(f->dst, f->pattern.data(), f->pattern.size(), f->count);
}

void stream::replay(driver_replay &commands) { static_cast<native::replay &>(commands).run(*this); }

} // namespace sycl::detail::native
