// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/process/errors.hpp"
#include "sycl/detail/image_memory.hpp"
#include "sycl/usm.hpp"

namespace sycl {
namespace {

class category : public std::error_category {
public:
  const char *name() const noexcept override { return "sycl"; }
  std::string message(int value) const override {
    const char *const texts[] = {"success",
                                 "runtime",
                                 "kernel",
                                 "accessor",
                                 "nd_range",
                                 "event",
                                 "kernel_argument",
                                 "build",
                                 "invalid",
                                 "memory_allocation",
                                 "platform",
                                 "profiling",
                                 "feature_not_supported",
                                 "kernel_not_supported",
                                 "backend_mismatch"};
    bool known = value >= 0 && value < static_cast<int>(std::size(texts));
    return known ? texts[value] : "unknown error " + std::to_string(value);
  }
};

} // namespace

const std::error_category &sycl_category() noexcept {
  static const category c;
  return c;
}

exception::exception(std::error_code code, const std::string &what)
    : code_(code), what_(std::make_shared<const std::string>(what.empty() ? code.message() : what)) {}
exception::exception(context ctx, std::error_code code, const std::string &what) : exception(code, what) {
  context_ = std::make_shared<const context>(std::move(ctx));
}
exception::exception(context ctx, std::error_code code, const char *what)
    : exception(std::move(ctx), code, std::string(what)) {}
exception::exception(context ctx, std::error_code code) : exception(std::move(ctx), code, std::string()) {}
exception::exception(context ctx, int value, const std::error_category &category, const std::string &what)
    : exception(std::move(ctx), std::error_code(value, category), what) {}
exception::exception(context ctx, int value, const std::error_category &category, const char *what)
    : exception(std::move(ctx), std::error_code(value, category), std::string(what)) {}
exception::exception(context ctx, int value, const std::error_category &category)
    : exception(std::move(ctx), std::error_code(value, category)) {}
exception::exception(const exception &) = default;
exception &exception::operator=(const exception &) = default;
exception::~exception() = default;
const char *exception::what() const noexcept { return what_->c_str(); }
context exception::get_context() const {
  if (!context_)
    throw exception(make_error_code(errc::invalid), "the exception has no context");
  return *context_;
}

namespace detail {

void throw_no_memory(std::size_t elements, std::size_t size_of_one) {
  throw_error(errc::memory_allocation, "usm_allocator: no memory for " + std::to_string(elements) + " elements of " +
                                           std::to_string(size_of_one) + " bytes");
}
void throw_missing_property() { throw_error(errc::invalid, "get_property: the object does not have this property"); }
void throw_second_command() {
  throw_error(errc::invalid, "a command group has exactly one command: this one already has one");
}
void throw_invalid(const char *text) { throw_error(errc::invalid, text); }
void throw_bad_copy(std::size_t source, std::size_t destination) {
  throw_error(errc::invalid, "copy: the source accessor has " + std::to_string(source) +
                                 " bytes, the destination only " + std::to_string(destination));
}
void throw_bad_sub_range(int dimension, std::size_t size, std::size_t offset, std::size_t whole) {
  throw_error(errc::invalid, "the accessor's range " + std::to_string(size) + " at offset " + std::to_string(offset) +
                                 " exceeds the buffer's " + std::to_string(whole) + " in dimension " +
                                 std::to_string(dimension));
}
void throw_bad_sub_buffer(const char *why, int dimension, std::size_t first, std::size_t size, std::size_t whole) {
  throw_error(errc::invalid, "buffer: the sub-buffer of " + std::to_string(size) + " from " + std::to_string(first) +
                                 " on in dimension " + std::to_string(dimension) + " " + why + " of " +
                                 std::to_string(whole));
}
void throw_bad_image(const char *what, int dimension, std::size_t given, std::size_t limit) {
  throw_error(errc::invalid, std::string("image: the ") + what + " in dimension " + std::to_string(dimension) + " is " +
                                 std::to_string(given) + ", which does not go with " + std::to_string(limit));
}
void check_reinterpretation(std::size_t bytes, std::size_t wanted) {
  if (bytes != wanted)
    throw_error(errc::invalid,
                "buffer: " + std::to_string(bytes) + " bytes cannot be reinterpreted as " + std::to_string(wanted));
}
namespace {
[[noreturn]] void throw_not_on_host(const std::string &kernel, const char *why) {
  throw_error(errc::kernel_not_supported, kernel + " was not built for device 'native_cpu' and its host version " +
                                              why + " [" + syclfuse::code_string(syclfuse::diag::kernel_not_found) +
                                              "]");
}
} // namespace

void host_barrier(std::size_t work_items) {
  if (work_items > 1)
    throw_not_on_host("a kernel with a work-group barrier", "cannot wait at a barrier");
}
void throw_no_sub_groups(const std::string &kernel) {
  throw_not_on_host(kernel, "has sub-groups of one work-item, which are not what it requires");
}
void throw_no_local_allocation() {
  throw_not_on_host("a kernel with group_local_memory or work_group_static", "has no local memory of its own");
}

} // namespace detail
} // namespace sycl
