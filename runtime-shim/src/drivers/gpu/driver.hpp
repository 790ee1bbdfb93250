// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "device.hpp"

#include <string>

namespace sycl::detail::gpu {

using device_maker = std::unique_ptr<device> (*)(std::shared_ptr<const api>, int ordinal);

// The devices of `library`, which is opened with `functions`. `name`: as driver::name(). Never throws: without any,
// unavailable() says why.
std::unique_ptr<driver> make_driver(const char *name, std::shared_ptr<api> functions, const std::string &library,
                                    device_maker make);

} // namespace sycl::detail::gpu
