// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands that run many times: a list of launches with everything bound, run in the order in which they came.
#pragma once

#include "drivers/native/kept_arguments.hpp"
#include "drivers/native/stream.hpp"

#include <variant>
#include <vector>

namespace sycl::detail::native {

class replay final : public driver_replay {
public:
  void run(stream &);

private:
  friend class collector;
  struct launch {
    kept_arguments arguments;
    prepared_launch prepared;
  };
  struct copy {
    void *dst;
    const void *src;
    std::size_t bytes;
  };
  struct fill {
    void *dst;
    std::vector<unsigned char> pattern;
    std::size_t count;
  };
  std::vector<std::variant<launch, copy, fill>> commands_;
};

class collector final : public driver_collector {
public:
  explicit collector(std::uint64_t stream_threshold) : stream_threshold_(stream_threshold) {}
  void launch(const launch_request &r) override {
    kept_arguments kept(r);
    const prepared_launch prepared(r, kept.data(), stream_threshold_);
    made_->commands_.push_back(replay::launch{std::move(kept), prepared});
  }
  void copy(void *dst, const void *src, std::size_t bytes) override {
    made_->commands_.push_back(replay::copy{dst, src, bytes});
  }
  void fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) override {
    const auto *first = static_cast<const unsigned char *>(pattern);
    made_->commands_.push_back(replay::fill{dst, {first, first + pattern_size}, count});
  }
  bool reaches(const void *) override { return true; }
  void begin_step(const std::vector<std::size_t> &) override {}
  bool better_in_a_row() override { return false; } // they are
  std::unique_ptr<driver_replay> finish(std::unique_ptr<driver_replay>) override { return std::move(made_); }

private:
  std::uint64_t stream_threshold_;
  std::unique_ptr<replay> made_ = std::make_unique<replay>();
};

} // namespace sycl::detail::native
