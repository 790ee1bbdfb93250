// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "geometry.hpp"

#include "drivers/common/checks.hpp"

#include <algorithm>
#include <string>

namespace sycl::detail::gpu {

namespace {

std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product))
    refuse_range("the number of work-items does not fit 64 bits");
  return product;
}

launch_geometry linear_geometry(const launch_request &request, const device_limits &limits,
                                const kernel_shape &kernel) {
  const auto &variant = *request.variant;
  const std::uint64_t total =
      multiply(multiply(request.range.global_size[0], request.range.global_size[1]), request.range.global_size[2]);
  launch_geometry shape;
  if (total == 0) {
    shape.empty = true;
    return shape;
  }
  const std::uint64_t group = std::min(kernel.best_block_size, limits.max_block[0]);
  const std::uint64_t per_group = group * std::max<std::uint64_t>(variant.items_per_thread, 1);
  const std::uint64_t groups = total / per_group + (total % per_group != 0);
  if (groups > std::min(limits.max_grid[0], limits.max_items / group))
    refuse_range("a range of " + std::to_string(total) + " work-items needs " + std::to_string(groups) +
                 " work-groups, the device runs at most " +
                 std::to_string(std::min(limits.max_grid[0], limits.max_items / group)));
  shape.grid[0] = static_cast<unsigned>(groups);
  shape.block[0] = static_cast<unsigned>(group);
  return shape;
}

// Grid and block of one dimension of an nd_range; false if there is no work-item.
bool set_dimension(unsigned d, const launch_request &request, const device_limits &limits, launch_geometry &shape) {
  const unsigned dimensions = std::max<unsigned>(request.variant->dimensions, 1);
  const std::uint64_t global = request.range.global_size[d];
  const std::uint64_t local = std::max<std::uint64_t>(request.range.local_size[d], 1);
  if (global == 0)
    return false;
  check_divides(local, global, d, dimensions);
  if (local > limits.max_block[d])
    refuse_range("local size " + std::to_string(local) + " in " + dimension_text(d, dimensions) +
                 " exceeds the device's " + std::to_string(limits.max_block[d]));
  if (global > limits.max_items)
    refuse_range(std::to_string(global) + " work-items in " + dimension_text(d, dimensions) + " exceed the device's " +
                 std::to_string(limits.max_items));
  if (global / local > limits.max_grid[d])
    refuse_range(std::to_string(global / local) + " work-groups in " + dimension_text(d, dimensions) +
                 " exceed the device's " + std::to_string(limits.max_grid[d]));
  shape.block[d] = static_cast<unsigned>(local);
  shape.grid[d] = static_cast<unsigned>(global / local);
  return true;
}

// A block for so many groups in a row, if there are still threads enough for a large device.
void join_groups(std::uint32_t together, std::uint64_t group, launch_geometry &shape) {
  constexpr std::uint64_t enough = std::uint64_t{1} << 18;
  const std::uint64_t blocks = (std::uint64_t{shape.grid[0]} + together - 1) / together;
  if (blocks * shape.grid[1] * shape.grid[2] * group >= enough)
    shape.grid[0] = static_cast<unsigned>(blocks);
}

} // namespace

launch_geometry geometry_of(const launch_request &request, const device_limits &limits, const kernel_shape &kernel) {
  if (request.variant->flags & syclfuse::bundle::variant_linear)
    return linear_geometry(request, limits, kernel);
  launch_geometry shape;
  std::uint64_t group = 1;
  for (unsigned d = 0; d < 3; ++d) {
    if (!set_dimension(d, request, limits, shape))
      shape.empty = true;
    else
      group *= shape.block[d];
  }
  check_work_group(group, kernel.max_block_size);
  if (request.variant->items_per_thread > 1)
    join_groups(request.variant->items_per_thread, group, shape);
  return shape;
}

} // namespace sycl::detail::gpu
