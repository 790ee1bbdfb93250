// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions and error codes (SYCL 2020, 4.13). Programs may be compiled without exceptions (-fno-exceptions). The
// library throws all the same: what nothing catches ends the program (std::terminate), and asynchronous errors come to
// the handlers that queues and contexts have.
#pragma once

#include "sycl/detail/export.hpp"

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

namespace sycl {

class context;

enum class errc : unsigned {
  success = 0,
  runtime = 1,
  kernel,
  accessor,
  nd_range,
  event,
  kernel_argument,
  build,
  invalid,
  memory_allocation,
  platform,
  profiling,
  feature_not_supported,
  kernel_not_supported,
  backend_mismatch,
};

SYCL_FUSE_API const std::error_category &sycl_category() noexcept;
inline std::error_code make_error_code(errc e) noexcept { return {static_cast<int>(e), sycl_category()}; }

class SYCL_FUSE_API exception : public virtual std::exception {
public:
  exception(std::error_code code, const std::string &what);
  exception(std::error_code code, const char *what) : exception(code, std::string(what)) {}
  explicit exception(std::error_code code) : exception(code, std::string()) {}
  exception(int value, const std::error_category &category, const std::string &what)
      : exception(std::error_code(value, category), what) {}
  exception(int value, const std::error_category &category, const char *what)
      : exception(std::error_code(value, category), std::string(what)) {}
  exception(int value, const std::error_category &category) : exception(std::error_code(value, category)) {}
  exception(context ctx, std::error_code code, const std::string &what);
  exception(context ctx, std::error_code code, const char *what);
  exception(context ctx, std::error_code code);
  exception(context ctx, int value, const std::error_category &category, const std::string &what);
  exception(context ctx, int value, const std::error_category &category, const char *what);
  exception(context ctx, int value, const std::error_category &category);
  exception(const exception &);
  exception &operator=(const exception &);
  ~exception() override;

  const std::error_code &code() const noexcept { return code_; }
  const std::error_category &category() const noexcept { return code_.category(); }
  const char *what() const noexcept override;
  bool has_context() const noexcept { return context_ != nullptr; }
  context get_context() const;

private:
  std::error_code code_;
  std::shared_ptr<const std::string> what_;
  std::shared_ptr<const context> context_;
};

class exception_list {
public:
  using value_type = std::exception_ptr;
  using reference = value_type &;
  using const_reference = const value_type &;
  using size_type = std::size_t;
  using iterator = std::vector<value_type>::const_iterator;
  using const_iterator = iterator;
  size_type size() const { return list_.size(); }
  iterator begin() const { return list_.begin(); }
  iterator end() const { return list_.end(); }

  exception_list() = default;

  // Not for users.
  explicit exception_list(std::vector<value_type> list) : list_(std::move(list)) {}

private:
  std::vector<value_type> list_;
};

using async_handler = std::function<void(exception_list)>;

} // namespace sycl

template <> struct std::is_error_code_enum<sycl::errc> : std::true_type {};
