// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel.hpp"

#include "core/process/errors.hpp"

#include <algorithm>

namespace sycl::detail::gpu {

namespace {

constexpr std::size_t log_size = 4096;
// For plain ranges whose variant suggests nothing.
constexpr std::uint64_t default_group_size = 256;

// The first lines of the log, without trailing blanks.
std::string trimmed(const char *log) {
  std::string text(log);
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  return text;
}

module_handle load_module(const api &f, syclfuse::bundle::array_view<unsigned char> image) {
  char log[log_size] = {};
  jit_option options[] = {jit_option::error_log_buffer, jit_option::error_log_buffer_size_bytes};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log - 1)};
  module_handle module = nullptr;
  const result r = f.module_load_data(&module, image.data, 2u, options, values);
  if (r == result::success)
    return module;
  const std::string driver_log = trimmed(log);
  throw_error(r == result::out_of_memory ? errc::memory_allocation : errc::runtime,
              f.describe(r) + (driver_log.empty() ? std::string() : "; " + driver_log));
}

std::uint64_t attribute(const api &f, function_attribute which, function_handle function) {
  int value = 0;
  f.require(f.func_get_attribute, &value, which, function);
  return static_cast<std::uint64_t>(value);
}

} // namespace

kernel::kernel(std::shared_ptr<context> ctx, syclfuse::bundle::array_view<unsigned char> image,
               const std::string &entry, std::uint64_t group_size, unsigned warp)
    : context_(std::move(ctx)) {
  const api &f = context_->current();
  if (f.keeps_images) {
    image_.assign(image.begin(), image.end());
    image = {image_.data(), image_.size()};
  }
  module_ = load_module(f, image);
  try {
    find_function(f, entry, group_size, warp);
  } catch (...) {
    drop_release_error(f.module_unload(module_));
    throw;
  }
}

kernel::~kernel() {
  if (const api *f = context_->current_or_null())
    drop_release_error(f->module_unload(module_));
}

void kernel::find_function(const api &f, const std::string &entry, std::uint64_t group_size, unsigned warp) {
  if (f.module_get_function(&function_, module_, entry.c_str()) != result::success)
    throw_error(errc::runtime, "the image has no kernel '" + entry + "'");
  shape_.max_block_size = attribute(f, function_attribute::max_threads_per_block, function_);
  static_shared_ = attribute(f, function_attribute::shared_size_bytes, function_);
  local_bytes_ = attribute(f, function_attribute::local_size_bytes, function_);
  const std::uint64_t largest = std::min(group_size ? group_size : default_group_size, shape_.max_block_size);
  shape_.best_block_size = best_group_size(largest, warp, [&](std::uint64_t size) {
    int blocks = 0;
    f.require(f.active_blocks, &blocks, function_, static_cast<int>(size), std::size_t{0});
    return static_cast<std::uint64_t>(blocks);
  });
}

void kernel::allow_shared(const api &f, std::uint64_t bytes) const {
  if (bytes <= allowed_shared_.load(std::memory_order_acquire))
    return;
  // The function remembers what it was told last: a smaller wish must not come after a larger one.
  std::lock_guard lock(shared_mutex_);
  if (bytes <= allowed_shared_.load(std::memory_order_relaxed))
    return;
  f.allow_shared(function_, bytes);
  allowed_shared_.store(bytes, std::memory_order_release);
}

} // namespace sycl::detail::gpu
