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

inline bool is_fused(const fusion::fusion_wrapper &fw) {
  return fw.last_outcome() == fusion::fusion_outcome::aot || fw.last_outcome() == fusion::fusion_outcome::aot_generic;
}

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
  bool fused() const { return is_fused(fw_); }
  unsigned value() override { return sycl::host_accessor(x_, sycl::read_only)[items - 1]; }

private:
  std::vector<unsigned> data_;
  sycl::buffer<unsigned> x_, tmp_;
  fusion::fusion_wrapper fw_;
};

// out += in1 * in2 - (in1 - in3) * in4 in four kernels that become one, with three temporaries. With in1 = in2 = 1 and
// in3 = in4 = 0, each execution adds one.
class ChainProduct;
class ChainDifference;
class ChainScaled;
class ChainLast;
class chain_buffers final : public workload {
public:
  explicit chain_buffers(const sycl::device &d)
      : workload(d, {fusion::property::queue::enable_fusion{}, sycl::property::queue::in_order{}}), fw_(q),
        ones_(items, 1), zeros_(items), data_(items) {}
  const char *name() const override { return "region of 4 kernels with 8 buffers, fused"; }
  sycl::event submit() override {
    const sycl::range<1> r{items};
    fw_.start_fusion();
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{in1_, h, sycl::read_only}, b{in2_, h, sycl::read_only};
      sycl::accessor t{tmp1_, h, sycl::write_only, sycl::no_init};
      h.parallel_for<ChainProduct>(r, [=](sycl::id<1> i) { t[i] = a[i] * b[i]; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{in1_, h, sycl::read_only}, b{in3_, h, sycl::read_only};
      sycl::accessor t{tmp2_, h, sycl::write_only, sycl::no_init};
      h.parallel_for<ChainDifference>(r, [=](sycl::id<1> i) { t[i] = a[i] - b[i]; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{tmp2_, h, sycl::read_only}, b{in4_, h, sycl::read_only};
      sycl::accessor t{tmp3_, h, sycl::write_only, sycl::no_init};
      h.parallel_for<ChainScaled>(r, [=](sycl::id<1> i) { t[i] = a[i] * b[i]; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{tmp1_, h, sycl::read_only}, b{tmp3_, h, sycl::read_only};
      sycl::accessor o{out_, h, sycl::read_write};
      h.parallel_for<ChainLast>(r, [=](sycl::id<1> i) { o[i] += a[i] - b[i]; });
    });
    return fw_.complete_fusion();
  }
  bool fused() const { return is_fused(fw_); }
  unsigned value() override { return sycl::host_accessor(out_, sycl::read_only)[items - 1]; }

private:
  fusion::fusion_wrapper fw_;
  using buffer = sycl::buffer<unsigned>;
  std::vector<unsigned> ones_, zeros_, data_;
  buffer in1_{ones_}, in2_{ones_}, in3_{zeros_}, in4_{zeros_}, out_{data_};
  sycl::property_list internal_{fusion::property::promote_private{}};
  buffer tmp1_{sycl::range<1>(items), internal_}, tmp2_{sycl::range<1>(items), internal_},
      tmp3_{sycl::range<1>(items), internal_};
};

class UsmProduct;
class UsmDifference;
class UsmScaled;
class UsmLast;
class chain_usm final : public workload {
public:
  explicit chain_usm(const sycl::device &d)
      : workload(d, {fusion::property::queue::enable_fusion{}, sycl::property::queue::in_order{}}), fw_(q) {
    for (unsigned *&p : memory_)
      p = sycl::malloc_device<unsigned>(items, q);
    for (int i = 0; i < 8; ++i)
      q.fill(memory_[i], i < 2 ? 1u : 0u, items);
    q.wait();
  }
  ~chain_usm() override {
    q.wait();
    for (unsigned *p : memory_)
      sycl::free(p, q);
  }
  const char *name() const override { return "region of 4 kernels over USM, fused"; }
  sycl::event submit() override {
    const sycl::range<1> r{items};
    const auto [in1, in2, in3, in4, out, t1, t2, t3] = memory_;
    fw_.start_fusion();
    q.parallel_for<UsmProduct>(r, [a = in1, b = in2, t = t1](sycl::id<1> i) { t[i] = a[i] * b[i]; });
    q.parallel_for<UsmDifference>(r, [a = in1, b = in3, t = t2](sycl::id<1> i) { t[i] = a[i] - b[i]; });
    q.parallel_for<UsmScaled>(r, [a = t2, b = in4, t = t3](sycl::id<1> i) { t[i] = a[i] * b[i]; });
    q.parallel_for<UsmLast>(r, [a = t1, b = t3, o = out](sycl::id<1> i) { o[i] += a[i] - b[i]; });
    return fw_.complete_fusion();
  }
  bool fused() const { return is_fused(fw_); }
  unsigned value() override {
    unsigned v = 0;
    q.copy(memory_[4] + items - 1, &v, 1).wait();
    return v;
  }

private:
  fusion::fusion_wrapper fw_;
  unsigned *memory_[8] = {}; // in1 to in4, out, temporaries
};

// A map, and the sum of what it wrote on top of the sum so far: of zeros and a one, so that each submission adds one.
class SumMap;
class SumOfMap;
class map_and_sum : public workload {
public:
  explicit map_and_sum(const sycl::device &d)
      : workload(d, {fusion::property::queue::enable_fusion{}, sycl::property::queue::in_order{}}) {
    for (unsigned *&p : memory_) {
      p = sycl::malloc_device<unsigned>(items, q);
      q.fill(p, 0u, items);
    }
    q.fill(memory_[1] + items / 2, 1u, 1).wait();
  }
  ~map_and_sum() override {
    q.wait();
    for (unsigned *p : memory_)
      sycl::free(p, q);
  }
  const char *name() const override { return "map and sum"; }
  sycl::event submit() override {
    const sycl::range<1> r{items};
    const auto [a, b, out, sum] = memory_;
    q.parallel_for<SumMap>(r, [a = a, b = b, o = out](sycl::id<1> i) { o[i] = 2 * a[i] + b[i]; });
    return q.parallel_for<SumOfMap>(r, sycl::reduction(sum, sycl::plus<unsigned>()),
                                    [o = out](sycl::id<1> i, auto &s) { s += o[i]; });
  }
  unsigned value() override {
    unsigned v = 0;
    q.copy(memory_[3], &v, 1).wait();
    return v;
  }

private:
  unsigned *memory_[4] = {}; // a, b, out, sum
};
class region_with_sum final : public map_and_sum {
public:
  explicit region_with_sum(const sycl::device &d) : map_and_sum(d), fw_(q) {}
  const char *name() const override { return "region of a map and a sum, fused"; }
  sycl::event submit() override {
    fw_.start_fusion();
    map_and_sum::submit();
    return fw_.complete_fusion();
  }
  bool fused() const { return is_fused(fw_); }

private:
  fusion::fusion_wrapper fw_;
};
