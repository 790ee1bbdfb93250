// Elements, then rows, then elements again, in the forms in which people write them: one launch, in which each work-group does its row of
// every kernel. What reads other rows runs in several kernels. Exact, against loops on the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// Whether it pays on this processor is another question.
// RUN: sycl-fuse build --no-cost-model %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

#include <algorithm>
#include <climits>

using namespace sycl;

namespace {

// Whole numbers, so that sums are exact. A matrix for each name, and a number for each row.
struct data {
  data(queue &q, int rows, int columns, int matrices, int vectors) : q(q), rows(rows), columns(columns) {
    for (int k = 0; k < 2 * matrices; ++k)
      add(m, rows * columns, k / 2);
    for (int k = 0; k < 2 * vectors; ++k)
      add(v, std::max(rows, columns), k / 2);
  }
  ~data() {
    for (auto *all : {&m, &v})
      for (auto &a : *all)
        sycl::free(a.first, q);
  }
  void add(std::vector<std::pair<int *, int>> &to, int n, int seed) {
    int *p = malloc_shared<int>(static_cast<std::size_t>(n), q);
    for (int i = 0; i < n; ++i)
      p[i] = (i * 37 + seed * 101) % 23 - 11;
    to.emplace_back(p, n);
  }
  // As the host has them, or the device.
  int *matrix(int k, bool host) { return m[static_cast<std::size_t>(2 * k + host)].first; }
  int *vector(int k, bool host) { return v[static_cast<std::size_t>(2 * k + host)].first; }
  template <class F> void on_host(F f) {
    for (int r = 0; r < rows; ++r)
      f(r);
  }
  template <class F> void elements(F f) {
    on_host([&](int r) {
      for (int c = 0; c < columns; ++c)
        f(r, c);
    });
  }
  void check(const char *what, const e2e::fusion_wrapper &fw, bool fuses = true) {
    q.wait();
    for (auto *all : {&m, &v})
      for (std::size_t k = 0; k < all->size(); k += 2) {
        const auto n = static_cast<std::size_t>((*all)[k].second);
        const int *device = (*all)[k].first, *host = (*all)[k + 1].first;
        e2e::expect_equal((std::string(what) + ", " + std::to_string(rows) + " x " + std::to_string(columns) +
                           ", memory " + std::to_string(k / 2))
                              .c_str(),
                          std::vector<int>(device, device + n), std::vector<int>(host, host + n));
      }
    if ((fw.last_outcome() != e2e::fusion::fusion_outcome::unfused) != fuses) {
      e2e::report(what, fw);
      ++e2e::failures;
    }
  }
  queue &q;
  const int rows, columns;
  std::vector<std::pair<int *, int>> m, v;
};

int share(int x, int greatest) { return (x - greatest + 40) * 3; }

// Four kernels, of sizes that only a run knows.
void softmax(queue &q, int R, int C, int L) {
  data d(q, R, C, 3, 2);
  int *x = d.matrix(0, false), *e = d.matrix(1, false), *o = d.matrix(2, false);
  int *m = d.vector(0, false), *s = d.vector(1, false);
  e2e::fusion_wrapper fw(q);
  fw.start_fusion();
  q.parallel_for(nd_range<1>(R * L, L), [=](nd_item<1> it) {
    const int r = static_cast<int>(it.get_group(0));
    int t = INT_MIN;
    for (int c = static_cast<int>(it.get_local_id(0)); c < C; c += L)
      t = max(t, x[r * C + c]);
    t = reduce_over_group(it.get_group(), t, maximum<int>());
    if (it.get_local_id(0) == 0)
      m[r] = t;
  });
  q.parallel_for(range<2>(R, C), [=](item<2> i) {
    const std::size_t k = i[0] * C + i[1];
    e[k] = share(x[k], m[i[0]]);
  });
  q.parallel_for(nd_range<1>(R * L, L), [=](nd_item<1> it) {
    const int r = static_cast<int>(it.get_group(0));
    int t = 0;
    for (int c = static_cast<int>(it.get_local_id(0)); c < C; c += L)
      t += e[r * C + c];
    t = reduce_over_group(it.get_group(), t, plus<int>());
    if (it.get_local_id(0) == 0)
      s[r] = t;
  });
  q.parallel_for(range<1>(R * C), [=](id<1> i) { o[i] = e[i] * 1000 / s[i / C]; });
  fw.complete_fusion();
  int *hx = d.matrix(0, true), *he = d.matrix(1, true), *ho = d.matrix(2, true);
  int *hm = d.vector(0, true), *hs = d.vector(1, true);
  d.on_host([&](int r) {
    hm[r] = *std::max_element(hx + r * C, hx + (r + 1) * C);
    hs[r] = 0;
    for (int c = 0; c < C; ++c)
      hs[r] += he[r * C + c] = share(hx[r * C + c], hm[r]);
    for (int c = 0; c < C; ++c)
      ho[r * C + c] = he[r * C + c] * 1000 / hs[r];
  });
  d.check("softmax", fw);
}

// Constant sizes; the row in local memory, a kernel for each row between, a weight for each column.
template <int R, int C, int L> void norm(queue &q) {
  data d(q, R, C, 3, 3);
  int *x = d.matrix(0, false), *y = d.matrix(1, false), *o = d.matrix(2, false);
  int *s = d.vector(0, false), *f = d.vector(1, false), *w = d.vector(2, false);
  e2e::fusion_wrapper fw(q);
  fw.start_fusion();
  q.parallel_for(range<1>(R * C), [=](item<1> i) { y[i.get_linear_id()] += 2 * x[i.get_linear_id()]; });
  q.submit([&](handler &h) {
    local_accessor<int> part(L, h);
    h.parallel_for(nd_range<1>(R * L, L), [=](nd_item<1> it) {
      const int r = static_cast<int>(it.get_group(0)), l = static_cast<int>(it.get_local_id(0));
      int t = 0;
      for (int c = l; c < C; c += L)
        t += y[r * C + c] * y[r * C + c];
      part[l] = t;
      for (int n = L / 2; n > 0; n /= 2) {
        group_barrier(it.get_group());
        if (l < n)
          part[l] += part[l + n];
      }
      if (l == 0)
        s[r] = part[0];
    });
  });
  q.parallel_for(range<1>(R), [=](id<1> r) { f[r] = s[r] % 17 + 1; });
  q.parallel_for(range<1>(R * C), [=](id<1> i) {
    const int k = static_cast<int>(i[0]), r = k / C, c = k % C;
    o[k] = y[r * C + c] * w[c] / f[r];
  });
  fw.complete_fusion();
  int *hx = d.matrix(0, true), *hy = d.matrix(1, true), *ho = d.matrix(2, true);
  int *hs = d.vector(0, true), *hf = d.vector(1, true), *hw = d.vector(2, true);
  d.elements([&](int r, int c) { hy[r * C + c] += 2 * hx[r * C + c]; });
  d.on_host([&](int r) {
    hs[r] = 0;
    for (int c = 0; c < C; ++c)
      hs[r] += hy[r * C + c] * hy[r * C + c];
    hf[r] = hs[r] % 17 + 1;
  });
  d.elements([&](int r, int c) { ho[r * C + c] = hy[r * C + c] * hw[c] / hf[r]; });
  d.check("norm", fw);
}

// Rows of images: groups of two dimensions, elements of three; an element kernel with work-groups that it does not use.
template <int B, int H, int W, int L> void images(queue &q) {
  data d(q, B * H, W, 2, 1);
  int *x = d.matrix(0, false), *o = d.matrix(1, false), *s = d.vector(0, false);
  e2e::fusion_wrapper fw(q);
  fw.start_fusion();
  q.parallel_for(range<3>(B, H, W), [=](item<3> i) { x[i.get_linear_id()] = 3 * x[(i[0] * H + i[1]) * W + i[2]] + 1; });
  q.parallel_for(nd_range<2>(range<2>(B, H * L), range<2>(1, L)), [=](nd_item<2> it) {
    const std::size_t r = it.get_group(0) * H + it.get_group(1);
    int t = 0;
    for (std::size_t c = it.get_local_id(1); c < W; c += it.get_local_range(1))
      t += x[r * W + c];
    t = reduce_over_group(it.get_group(), t, plus<int>());
    if (it.get_local_linear_id() == 0)
      s[r] = t;
  });
  q.parallel_for(nd_range<1>(B * H * W, 2), [=](nd_item<1> it) {
    const std::size_t i = it.get_global_id(0);
    o[i] = x[i] - s[i / W] + static_cast<int>(it.get_local_id(0)) - static_cast<int>(it.get_group(0) % 3);
  });
  fw.complete_fusion();
  int *hx = d.matrix(0, true), *ho = d.matrix(1, true), *hs = d.vector(0, true);
  d.on_host([&](int r) {
    hs[r] = 0;
    for (int c = 0; c < W; ++c)
      hs[r] += hx[r * W + c] = 3 * hx[r * W + c] + 1;
  });
  d.elements([&](int r, int c) {
    const int i = r * W + c;
    ho[i] = hx[i] - hs[r] + i % 2 - i / 2 % 3;
  });
  d.check("images", fw);
}

// A work-item for each row, with a loop over it; buffers.
template <int R, int C> void loops(queue &q) {
  std::vector<int> in(R * C), out(R * C), expected(R * C);
  for (int i = 0; i < R * C; ++i)
    in[static_cast<std::size_t>(i)] = i * 37 % 23 - 11;
  for (int r = 0; r < R; ++r) {
    int t = 0;
    for (int c = 0; c < C; ++c)
      t += 2 * in[static_cast<std::size_t>(r * C + c)] + r;
    for (int c = 0; c < C; ++c)
      expected[static_cast<std::size_t>(r * C + c)] = (2 * in[static_cast<std::size_t>(r * C + c)] + r) * C - t;
  }
  e2e::fusion_wrapper fw(q);
  {
    buffer<int, 2> x(in.data(), range<2>(R, C)), o(out.data(), range<2>(R, C)), y(range<2>(R, C));
    buffer<int> s{range<1>(R)};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor from(x, h, read_only);
      accessor to(y, h, write_only, no_init);
      h.parallel_for(range<2>(R, C), [=](id<2> i) { to[i] = 2 * from[i] + static_cast<int>(i[0]); });
    });
    q.submit([&](handler &h) {
      accessor from(y, h, read_only);
      accessor to(s, h, write_only, no_init);
      h.parallel_for(range<1>(R), [=](id<1> i) {
        int t = 0;
        for (std::size_t c = 0; c < C; ++c)
          t += from[i[0]][c];
        to[i] = t;
      });
    });
    q.submit([&](handler &h) {
      accessor from(y, h, read_only);
      accessor sums(s, h, read_only);
      accessor to(o, h, write_only, no_init);
      h.parallel_for(range<2>(R, C), [=](id<2> i) { to[i] = from[i] * C - sums[i[0]]; });
    });
    fw.complete_fusion();
  }
  e2e::expect_equal("loops", out, expected);
  const bool native = std::string(q.get_device().get_info<info::device::name>()).find("native") != std::string::npos;
  if (native && fw.last_outcome() == e2e::fusion::fusion_outcome::unfused) {
    e2e::report("loops", fw);
    ++e2e::failures;
  }
}

// Numbers of 16 bits, which begin again within the matrix: their quotient is no row.
void narrow(queue &q, int R, int C, int L) {
  data d(q, R, C, 2, 1);
  int *x = d.matrix(0, false), *o = d.matrix(1, false), *s = d.vector(0, false);
  e2e::fusion_wrapper fw(q);
  fw.start_fusion();
  q.parallel_for(range<2>(R, C), [=](id<2> i) { x[i[0] * C + i[1]] *= 5; });
  q.parallel_for(nd_range<1>(R * L, L), [=](nd_item<1> it) {
    const int r = static_cast<int>(it.get_group(0));
    int t = 0;
    for (int c = static_cast<int>(it.get_local_id(0)); c < C; c += L)
      t += x[r * C + c];
    t = reduce_over_group(it.get_group(), t, plus<int>());
    if (it.get_local_id(0) == 0)
      s[r] = t;
  });
  q.parallel_for(range<1>(R * C), [=](id<1> i) {
    const std::int16_t low = static_cast<std::int16_t>(i[0]);
    o[i] = x[i] * s[i / C] + low / C - low % C;
  });
  fw.complete_fusion();
  int *hx = d.matrix(0, true), *ho = d.matrix(1, true), *hs = d.vector(0, true);
  d.on_host([&](int r) {
    hs[r] = 0;
    for (int c = 0; c < C; ++c)
      hs[r] += hx[r * C + c] *= 5;
  });
  d.elements([&](int r, int c) {
    const int i = r * C + c, low = static_cast<std::int16_t>(i);
    ho[i] = hx[i] * hs[r] + low / C - low % C;
  });
  d.check("narrow", fw);
}

// The rows of one kernel are not those of the other: it reads columns, the row after its own, or rows of another
// length.
enum class wrong { columns, next, shorter };
void refused(queue &q, int R, int C, int L, wrong how) {
  data d(q, R, C, 2, 1);
  int *x = d.matrix(0, false), *o = d.matrix(1, false), *s = d.vector(0, false);
  const bool columns = how == wrong::columns;
  const int Q = columns ? R : C, next = how == wrong::next, length = how == wrong::shorter ? C / 2 : C;
  e2e::fusion_wrapper fw(q);
  fw.start_fusion();
  q.parallel_for(range<2>(R, C), [=](id<2> i) { x[i[0] * C + i[1]] *= 5; });
  q.parallel_for(nd_range<1>(R * L, L), [=](nd_item<1> it) {
    const int r = static_cast<int>(it.get_group(0));
    int t = 0;
    for (int c = static_cast<int>(it.get_local_id(0)); c < C; c += L)
      t += columns ? x[c * Q + r] : x[(r + next) % R * C + c];
    t = reduce_over_group(it.get_group(), t, plus<int>());
    if (it.get_local_id(0) == 0)
      s[r] = t;
  });
  q.parallel_for(range<1>(R * C), [=](id<1> i) { o[i] = x[i] + s[i / length % R]; });
  fw.complete_fusion();
  int *hx = d.matrix(0, true), *ho = d.matrix(1, true), *hs = d.vector(0, true);
  d.elements([&](int r, int c) { hx[r * C + c] *= 5; });
  d.on_host([&](int r) {
    hs[r] = 0;
    for (int c = 0; c < C; ++c)
      hs[r] += columns ? hx[c * Q + r] : hx[(r + next) % R * C + c];
  });
  d.elements([&](int r, int c) {
    const int i = r * C + c;
    ho[i] = hx[i] + hs[i / length % R];
  });
  d.check("refused", fw, false);
}

} // namespace

int main() {
  queue q{default_selector_v,
          property_list{property::queue::in_order{}, e2e::fusion::property::queue::enable_fusion{}}};
  for (auto [R, C, L] : {std::tuple{517, 1000, 128}, {33, 7, 16}, {300, 4096, 64}, {70, 1, 4}, {1, 333, 32}})
    softmax(q, R, C, L);
  norm<129, 100, 32>(q);
  norm<65, 32, 32>(q);
  norm<80, 13, 16>(q);
  images<3, 30, 50, 16>(q);
  images<2, 2, 64, 64>(q);
  loops<100, 77>(q);
  narrow(q, 400, 301, 32);
  for (wrong how : {wrong::columns, wrong::next, wrong::shorter})
    refused(q, 64, 64, 16, how);
  return e2e::finish();
}
