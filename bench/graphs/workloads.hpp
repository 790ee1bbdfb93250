// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs that are executed again and again, and what their results must be.
#pragma once

#include <sycl/sycl.hpp>

#include <cstddef>
#include <memory>
#include <random>
#include <vector>

namespace graph_bench {

namespace x = sycl::ext::oneapi::experimental;
using executable_graph = x::command_graph<x::graph_state::executable>;

struct step {
  float *data;
  void operator()(sycl::id<1> i) const { data[i] = data[i] * 0.5f + 1.0f; }
};

inline executable_graph finalize(const x::command_graph<> &g, bool fuse) {
  return fuse ? g.finalize(x::property::graph::enable_fusion()) : g.finalize();
}

// What `count` steps make of zero.
inline float after_steps(int count) {
  float v = 0;
  for (int i = 0; i < count; ++i)
    v = v * 0.5f + 1.0f;
  return v;
}

class workload {
public:
  explicit workload(sycl::queue queue) : q(queue) {}
  virtual ~workload() = default;
  void launch() { q.ext_oneapi_graph(*graph); }
  // Whether one execution gives the right results.
  virtual bool right() = 0;
  sycl::queue q;
  std::unique_ptr<executable_graph> graph;
};

// out = a * b - (a - c) * d in four kernels, with three temporaries.
class chain final : public workload {
public:
  chain(sycl::queue queue, std::size_t n, bool fuse) : workload(queue), out_(n) {
    std::minstd_rand random{2026};
    for (auto &v : in_) {
      v.resize(n);
      for (float &f : v)
        f = static_cast<float>(random()) * 0x1p-30f - 1.0f;
    }
    const sycl::property_list internal{x::property::fusion_internal_memory{}};
    const sycl::range<1> r{n};
    for (const auto &v : in_)
      buffers_.emplace_back(v.data(), r);
    buffers_.emplace_back(out_.data(), r);
    for (int t = 0; t < 3; ++t)
      fuse ? buffers_.emplace_back(r, internal) : buffers_.emplace_back(r);
    for (auto &b : buffers_)
      b.set_write_back(false);
    x::command_graph<> g{q.get_context(), q.get_device(), {x::property::graph::assume_buffer_outlives_graph{}}};
    g.begin_recording(q);
    record(r);
    g.end_recording();
    graph = std::make_unique<executable_graph>(finalize(g, fuse));
  }
  bool right() override {
    launch();
    sycl::host_accessor out(buffers_[4], sycl::read_only);
    for (std::size_t i = 0; i < out_.size(); ++i) {
      const float t = in_[0][i] * in_[1][i], u = in_[0][i] - in_[2][i], v = u * in_[3][i];
      if (out[i] != t - v)
        return false;
    }
    return true;
  }
  const std::vector<float> *inputs() const { return in_; }

private:
  template <class F> void two(std::size_t a, std::size_t b, std::size_t to, sycl::range<1> r, F f) {
    q.submit([&](sycl::handler &h) {
      sycl::accessor first{buffers_[a], h, sycl::read_only}, second{buffers_[b], h, sycl::read_only};
      sycl::accessor result{buffers_[to], h, sycl::write_only, sycl::no_init};
      h.parallel_for(r, [=](sycl::id<1> i) { result[i] = f(first[i], second[i]); });
    });
  }
  void record(sycl::range<1> r) {
    two(0, 1, 5, r, [](float a, float b) { return a * b; });
    two(0, 2, 6, r, [](float a, float b) { return a - b; });
    two(6, 3, 7, r, [](float a, float b) { return a * b; });
    two(5, 7, 4, r, [](float a, float b) { return a - b; });
  }
  std::vector<float> in_[4], out_;
  std::vector<sycl::buffer<float>> buffers_; // inputs, result, temporaries
};

// Kernels over one array, or an array each; with `parts`, a copy of the array behind each tenth of them.
class steps final : public workload {
public:
  enum class form { row, beside, parts };
  steps(sycl::queue queue, std::size_t n, int kernels, form how, bool fuse)
      : workload(queue), n_(n), kernels_(kernels), how_(how) {
    for (int i = 0; i < (how == form::beside ? kernels : 2); ++i)
      arrays_.push_back(sycl::malloc_device<float>(n, q));
    sycl::queue recorded = how == form::beside
                               ? sycl::queue(q.get_context(), q.get_device())
                               : sycl::queue(q.get_context(), q.get_device(), sycl::property::queue::in_order());
    x::command_graph<> g{q.get_context(), q.get_device()};
    g.begin_recording(recorded);
    for (int k = 0; k < kernels; ++k) {
      recorded.parallel_for(sycl::range<1>{n}, step{arrays_[how == form::beside ? static_cast<std::size_t>(k) : 0]});
      if (how == form::parts && k % 10 == 9)
        recorded.copy(arrays_[0], arrays_[1], n);
    }
    g.end_recording();
    graph = std::make_unique<executable_graph>(finalize(g, fuse));
  }
  ~steps() override {
    q.wait();
    for (float *p : arrays_)
      sycl::free(p, q);
  }
  bool right() override {
    for (float *p : arrays_)
      q.memset(p, 0, n_ * sizeof(float));
    q.wait();
    launch();
    q.wait();
    std::vector<float> seen(n_);
    q.copy(how_ == form::row ? arrays_.front() : arrays_.back(), seen.data(), n_).wait();
    const float wanted = after_steps(how_ == form::beside ? 1 : kernels_);
    for (float v : seen)
      if (v != wanted)
        return false;
    return true;
  }

private:
  std::size_t n_;
  int kernels_;
  form how_;
  std::vector<float *> arrays_;
};

} // namespace graph_bench
