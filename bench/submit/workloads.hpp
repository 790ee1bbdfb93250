// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small commands whose submission is measured: each kernel does next to nothing.
#pragma once

#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <vector>

namespace fusion = sycl::ext::codeplay::experimental;

constexpr std::size_t items = 64;

// x[i] = x[i] + 1, so that the number of submissions can be read from the result.
class workload {
public:
  virtual ~workload() = default;
  virtual const char *name() const = 0;
  // One command, or one region.
  virtual sycl::event submit() = 0;
  virtual unsigned value() = 0;
  sycl::queue q;

protected:
  workload(const sycl::device &d, const sycl::property_list &p) : q(d, p) {}
};

class UsmInOrder;
class usm_in_order final : public workload {
public:
  explicit usm_in_order(const sycl::device &d)
      : workload(d, sycl::property::queue::in_order()), x_(sycl::malloc_device<unsigned>(items, q)) {
    q.memset(x_, 0, items * sizeof(unsigned)).wait();
  }
  ~usm_in_order() override { sycl::free(x_, q); }
  const char *name() const override { return "USM kernel, in-order queue"; }
  sycl::event submit() override {
    return q.parallel_for<UsmInOrder>(sycl::range<1>(items), [x = x_](sycl::id<1> i) { x[i] += 1; });
  }
  unsigned value() override {
    unsigned v = 0;
    q.copy(x_ + items - 1, &v, 1).wait();
    return v;
  }

private:
  unsigned *x_;
};

class UsmEvents;
class usm_events final : public workload {
public:
  explicit usm_events(const sycl::device &d) : workload(d, {}), x_(sycl::malloc_device<unsigned>(items, q)) {
    q.memset(x_, 0, items * sizeof(unsigned)).wait();
  }
  ~usm_events() override { sycl::free(x_, q); }
  const char *name() const override { return "USM kernel, each after the event of the last"; }
  sycl::event submit() override {
    return last_ = q.parallel_for<UsmEvents>(sycl::range<1>(items), last_, [x = x_](sycl::id<1> i) { x[i] += 1; });
  }
  unsigned value() override {
    unsigned v = 0;
    q.copy(x_ + items - 1, &v, 1, last_).wait();
    return v;
  }

private:
  unsigned *x_;
  sycl::event last_;
};

class BufferKernel;
class buffer_kernel final : public workload {
public:
  explicit buffer_kernel(const sycl::device &d) : workload(d, {}), data_(items), x_(data_) {}
  const char *name() const override { return "kernel with a buffer"; }
  sycl::event submit() override {
    return q.submit([&](sycl::handler &h) {
      sycl::accessor x{x_, h, sycl::read_write};
      h.parallel_for<BufferKernel>(sycl::range<1>(items), [=](sycl::id<1> i) { x[i] += 1; });
    });
  }
  unsigned value() override { return sycl::host_accessor(x_, sycl::read_only)[items - 1]; }

private:
  std::vector<unsigned> data_;
  sycl::buffer<unsigned> x_;
};

class RegionFirst;
class RegionSecond;
class region final : public workload {
public:
  explicit region(const sycl::device &d)
      : workload(d, {fusion::property::queue::enable_fusion{}}), data_(items), x_(data_),
        tmp_(sycl::range<1>(items), {fusion::property::promote_private{}}), fw_(q) {}
  const char *name() const override { return "region of 2 kernels, fused"; }
  sycl::event submit() override {
    fw_.start_fusion();
    q.submit([&](sycl::handler &h) {
      sycl::accessor x{x_, h, sycl::read_only};
      sycl::accessor t{tmp_, h, sycl::write_only, sycl::no_init};
      h.parallel_for<RegionFirst>(sycl::range<1>(items), [=](sycl::id<1> i) { t[i] = 2 * x[i]; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor t{tmp_, h, sycl::read_only};
      sycl::accessor x{x_, h, sycl::write_only};
      h.parallel_for<RegionSecond>(sycl::range<1>(items), [=](sycl::id<1> i) { x[i] = t[i] / 2 + 1; });
    });
    return fw_.complete_fusion();
  }
  unsigned value() override { return sycl::host_accessor(x_, sycl::read_only)[items - 1]; }
  bool fused() const {
    return fw_.last_outcome() == fusion::fusion_outcome::aot ||
           fw_.last_outcome() == fusion::fusion_outcome::aot_generic;
  }

private:
  std::vector<unsigned> data_;
  sycl::buffer<unsigned> x_, tmp_;
  fusion::fusion_wrapper fw_;
};
