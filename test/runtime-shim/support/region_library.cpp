// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library with many bundles of its own for the region, which are known as long as the library is open.
#include "region_bundle.hpp"

namespace {

struct bundle_of_library : test::registered_bundle {
  bundle_of_library() : registered_bundle(test::make_bundle({})) {}
};
const bundle_of_library bundles[30];

} // namespace
