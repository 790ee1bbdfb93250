// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Softmax and a gated norm of the rows of a matrix, as sequences of kernels over elements and over rows: unfused,
// fused, fused with temporaries that are internal, each with sizes that the build knows and with those of the run;
// beside the same written by hand in CUDA, kernel by kernel and fused (librow-peers.so, from cuda/row_peers.cu). Exit
// code 1 if a result is wrong.
//   bench-row-sequences [--device cpu|cuda] [--peers <library>] [--rounds N] [--elements N]
#include "../cuda/row_peers.hpp"
#include "../turns.hpp"

#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace {

namespace fusion = sycl::ext::codeplay::experimental;
namespace experimental = sycl::ext::oneapi::experimental;
using namespace row_constants;

struct options {
  bool cuda = true;
  int rounds = 20;
  std::size_t elements = std::size_t(1) << 24;
  std::string peers;
};

// Known: how long rows are and how many there are, or nothing.
template <std::size_t... Known> struct sizes;
template <> struct sizes<> {
  std::size_t rows, columns;
};
template <std::size_t Rows, std::size_t Columns> struct sizes<Rows, Columns> {
  static constexpr std::size_t rows = Rows, columns = Columns;
  sizes(std::size_t, std::size_t) {}
};

struct workload {
  row_workload what;
  std::size_t rows, columns;
  std::vector<float> in[4]; // softmax: the first; the norm: two summands, gates, weights of a row

  workload(row_workload w, std::size_t rows, std::size_t columns) : what(w), rows(rows), columns(columns) {
    unsigned state = 2026;
    for (int k = 0; k < (w == row_workload::softmax ? 1 : 4); ++k) {
      in[k].resize(k == 3 ? columns : rows * columns);
      for (float &v : in[k])
        v = static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) * 0x1p-22f - 2.0f;
    }
  }

  bool right(const float *out) const {
    std::vector<double> wanted(columns);
    for (std::size_t r = 0; r < rows; ++r) {
      what == row_workload::softmax ? softmax(r, wanted) : gated_norm(r, wanted);
      for (std::size_t c = 0; c < columns; ++c)
        if (!(std::fabs(out[r * columns + c] - wanted[c]) <= 1e-4 * std::fabs(wanted[c]) + 1e-6))
          return false;
    }
    return true;
  }

private:
  void softmax(std::size_t r, std::vector<double> &to) const {
    const float *row = in[0].data() + r * columns;
    const double most = *std::max_element(row, row + columns);
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c)
      sum += to[c] = std::exp(row[c] - most);
    for (double &v : to)
      v /= sum;
  }
  void gated_norm(std::size_t r, std::vector<double> &to) const {
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      to[c] = double(in[0][r * columns + c]) + in[1][r * columns + c];
      sum += to[c] * to[c];
    }
    const double by = 1 / std::sqrt(sum / static_cast<double>(columns) + epsilon);
    for (std::size_t c = 0; c < columns; ++c) {
      const double g = in[2][r * columns + c];
      to[c] *= by * in[3][c] * g / (1 + std::exp(-g));
    }
  }
};

// Rows by work-groups, or by sub-groups where they are short.
template <class To, class Sizes, class Value, class Operation>
void rows_to_numbers(sycl::queue &q, Sizes s, bool by_sub_groups, To to, float start, Value of, Operation with) {
  if (by_sub_groups) {
    const sycl::nd_range<1> range(s.rows * lanes, group_size);
    q.parallel_for(range, [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(32)]] {
      const std::size_t row = it.get_global_id(0) / lanes;
      float value = start;
      for (std::size_t c = it.get_global_id(0) % lanes; c < s.columns; c += lanes)
        value = with(value, of(row * s.columns + c));
      value = sycl::reduce_over_group(it.get_sub_group(), value, with);
      if (it.get_global_id(0) % lanes == 0)
        to[row] = value;
    });
    return;
  }
  q.parallel_for(sycl::nd_range<1>(s.rows * group_size, group_size), [=](sycl::nd_item<1> it) {
    const std::size_t row = it.get_group(0);
    float value = start;
    for (std::size_t c = it.get_local_id(0); c < s.columns; c += group_size)
      value = with(value, of(row * s.columns + c));
    value = sycl::reduce_over_group(it.get_group(), value, with);
    if (it.get_local_id(0) == 0)
      to[row] = value;
  });
}

// A pointer, or one that says that what it points to is internal.
template <bool Internal>
using temporary = std::conditional_t<Internal,
                                     decltype(experimental::annotated_ptr(static_cast<float *>(nullptr),
                                                                          experimental::fusion_internal_memory)),
                                     float *>;

// more: of the rows, of the elements, of either, the result.
template <bool Short, bool Internal, class Sizes>
void softmax(sycl::queue &q, Sizes s, const float *const *in, float *const *more) {
  const float *x = in[0];
  float *out = more[3];
  const temporary<Internal> most(more[0]), t(more[1]), sums(more[2]);
  const sycl::range<2> elements(s.rows, s.columns);
  rows_to_numbers(q, s, Short, most, -INFINITY, [=](std::size_t k) { return x[k]; }, sycl::maximum<float>());
  q.parallel_for(elements, [=](sycl::id<2> i) {
    t[i[0] * s.columns + i[1]] = sycl::exp(x[i[0] * s.columns + i[1]] - most[i[0]]);
  });
  rows_to_numbers(q, s, Short, sums, 0, [=](std::size_t k) -> float { return t[k]; }, sycl::plus<float>());
  q.parallel_for(elements,
                 [=](sycl::id<2> i) { out[i[0] * s.columns + i[1]] = t[i[0] * s.columns + i[1]] / sums[i[0]]; });
}

template <bool Short, bool Internal, class Sizes>
void gated_norm(sycl::queue &q, Sizes s, const float *const *in, float *const *more) {
  const float *x = in[0], *y = in[1], *gates = in[2], *weights = in[3];
  float *out = more[3];
  const temporary<Internal> squares(more[0]), t(more[1]), normed(more[2]);
  const sycl::range<1> elements(s.rows * s.columns);
  q.parallel_for(elements, [=](sycl::id<1> i) { t[i] = x[i] + y[i]; });
  rows_to_numbers(q, s, Short, squares, 0, [=](std::size_t k) -> float { return t[k] * t[k]; }, sycl::plus<float>());
  q.parallel_for(sycl::range<2>(s.rows, s.columns), [=](sycl::id<2> i) {
    const std::size_t k = i[0] * s.columns + i[1];
    normed[k] = t[k] * sycl::rsqrt(squares[i[0]] / static_cast<float>(s.columns) + epsilon) * weights[i[1]];
  });
  q.parallel_for(elements, [=](sycl::id<1> i) {
    const float g = gates[i];
    out[i] = normed[i] * (g / (1.0f + sycl::exp(-g)));
  });
}

template <row_workload W, bool Short, bool Fuse, bool Internal, class Sizes> class sequence {
public:
  sequence(sycl::queue q, const workload &w) : q(q), region(q), w(w) {
    for (int k = 0; k < 4; ++k)
      if (!w.in[k].empty()) {
        in[k] = sycl::malloc_device<float>(w.in[k].size(), q);
        q.copy(w.in[k].data(), in[k], w.in[k].size());
      }
    for (float *&p : more)
      p = sycl::malloc_device<float>(w.rows * w.columns, q);
    q.wait();
  }
  ~sequence() {
    for (float *p : in)
      sycl::free(p, q);
    for (float *p : more)
      sycl::free(p, q);
  }
  void launch() {
    if constexpr (Fuse)
      region.start_fusion();
    const Sizes s{w.rows, w.columns};
    if constexpr (W == row_workload::softmax)
      softmax<Short, Internal>(q, s, in, more);
    else
      gated_norm<Short, Internal>(q, s, in, more);
    if constexpr (Fuse)
      region.complete_fusion();
  }
  void wait() { q.wait(); }
  bool right() {
    std::vector<float> result(w.rows * w.columns);
    q.memset(more[3], 0xff, result.size() * sizeof(float)).wait();
    launch();
    q.wait();
    q.copy(more[3], result.data(), result.size()).wait();
    return w.right(result.data());
  }
  const char *outcome() const { return Fuse ? to_string(region.last_outcome()) : "unfused"; }

private:
  sycl::queue q;
  fusion::fusion_wrapper region;
  const workload &w;
  float *in[4] = {}, *more[4] = {};
};

template <row_workload W, bool Short, bool Fuse, bool Internal, class Sizes>
turns::peer peer_of(const char *name, sycl::queue q, const workload &w) {
  auto s = std::make_shared<sequence<W, Short, Fuse, Internal, Sizes>>(q, w);
  turns::expect(s->right(), name);
  return {name, [s] { s->launch(); }, [s] { s->wait(); }, s->outcome(), {}, {}};
}

template <row_workload W, std::size_t Columns> void run(sycl::queue q, const options &o) {
  constexpr std::size_t elements = std::size_t(1) << 24;
  constexpr bool is_short = Columns < short_row;
  using known = sizes<elements / Columns, Columns>;
  using of_run = sizes<>;
  const workload w(W, o.elements / Columns, Columns);
  const std::string name =
      std::string(W == row_workload::softmax ? "softmax" : "gated norm") + ", rows of " + std::to_string(Columns);
  std::vector<turns::peer> peers{
      peer_of<W, is_short, false, false, of_run>("this project, unfused", q, w),
      peer_of<W, is_short, true, false, of_run>("this project, fused, sizes of a run", q, w),
      peer_of<W, is_short, true, true, of_run>("this project, internalized, sizes of a run", q, w)};
  if (o.elements == elements) {
    peers.push_back(peer_of<W, is_short, true, false, known>("this project, fused", q, w));
    peers.push_back(peer_of<W, is_short, true, true, known>("this project, internalized", q, w));
  }
  turns::hand_written hand(o.peers);
  const float *inputs[4] = {};
  for (int k = 0; k < 4; ++k)
    inputs[k] = w.in[k].empty() ? nullptr : w.in[k].data();
  for (bool fused : {false, true})
    hand.add(peers, fused ? "CUDA, fused by hand" : "CUDA, kernel by kernel", row_peer_number(W, fused), w.rows,
             Columns, inputs, w.rows * Columns, [&w](const float *result) { return w.right(result); });
  turns::measure(name.c_str(), o.elements, o.rounds, peers);
}

bool parse(int argc, char **argv, options &o) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string option = argv[i], value = argv[i + 1];
    if (option == "--device" && (value == "cpu" || value == "cuda"))
      o.cuda = value == "cuda";
    else if (option == "--peers")
      o.peers = value;
    else if (option == "--rounds" && std::atoi(value.c_str()) > 0)
      o.rounds = std::atoi(value.c_str());
    else if (option == "--elements" && std::atoi(value.c_str()) >= 1 << 15)
      o.elements = std::strtoull(value.c_str(), nullptr, 10) / 32768 * 32768; // whole rows, and groups of them
    else
      return false;
  }
  return argc % 2 == 1;
}

} // namespace

int main(int argc, char **argv) try {
  options o;
  if (!parse(argc, argv, o)) {
    std::fprintf(stderr,
                 "usage: bench-row-sequences [--device cpu|cuda] [--peers <library>] [--rounds N] [--elements N]\n");
    return 2;
  }
  sycl::queue q{o.cuda ? sycl::device(sycl::gpu_selector_v) : sycl::device(sycl::cpu_selector_v),
                {sycl::property::queue::in_order(), fusion::property::queue::enable_fusion()}};
  run<row_workload::softmax, 256>(q, o);
  run<row_workload::softmax, 1024>(q, o);
  run<row_workload::softmax, 4096>(q, o);
  run<row_workload::gated_norm, 256>(q, o);
  run<row_workload::gated_norm, 1024>(q, o);
  run<row_workload::gated_norm, 4096>(q, o);
  return turns::right ? 0 : 1;
} catch (const std::exception &e) {
  std::fprintf(stderr, "bench-row-sequences: %s\n", e.what());
  return 1;
}
