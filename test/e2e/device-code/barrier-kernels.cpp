// Kernels that are hard on barrier regions give what fibers of the host give: nested loops, switches and jumps around
// barriers, structs and arrays that live across them, integers of 128 bits, aliases of stack variables; at -O0 and -O2,
// in 1-3 dimensions, with heap storage.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --target native:v3 --require
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s --implicit-check-not=unfused
// RUN: %sycl_cxx -O0 -g -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --target native:v2 --require
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s --implicit-check-not=unfused
// CHECK-COUNT-384: aot-generic
// CHECK: all results right
#include "fibers.hpp"

using namespace sycl;

struct triple {
  int x, y, z;
};
// With a constructor that Clang makes an alias.
struct big {
  explicit big(int a);
  int v[9];
  double d;
  char c;
  triple p;
};
big::big(int a) : d(a * 0.5), c(char(a)), p{a, a + 1, a + 2} {
  for (int i = 0; i < 9; ++i)
    v[i] = a * i + 3;
}
[[gnu::noinline]] int use(big b, int k) { return b.v[k % 9] + int(b.d * 2) + b.c + b.p.x - b.p.y * 2 + b.p.z; }
[[gnu::noinline]] void touch(int *p, int n, int s) {
  for (int i = 0; i < n; ++i)
    p[i] += s * i;
}
static constexpr int table[5] = {3, 1, 4, 1, 5};
static constexpr double weights[3][2] = {{1, 2}, {3, 4}, {5, 6}};
static const char *const names[3] = {"abc", "defg", "hi"};
static constexpr const int *rows[2] = {table, table + 2};

struct nested {
  template <class W> void operator()(W w, const int *in, int *out, int n) const {
    int *t = reinterpret_cast<int *>(w.tile), acc = in[w.global_linear()];
    float f = acc * 0.25f;
    triple s{acc, acc * 2, acc ^ 5};
    const long keep = long(w.global(0)) * 3 + 1;
    for (int i = 0; i < n; ++i) {
      t[w.local_linear()] = acc + i;
      w.barrier();
      const int next = t[(w.local_linear() + 1) % w.group_size()];
      w.barrier();
      if (i % 3 == 1) {
        for (int j = 0; j < i; ++j) {
          t[w.local_linear()] = next + s.x;
          w.barrier();
          s.y += t[(w.local_linear() + w.group_size() - 1) % w.group_size()];
          w.barrier();
          if (j == 2)
            continue;
          f += j;
          if (j == 4)
            break;
        }
      } else if (i == 5) {
        acc ^= int(keep);
        continue;
      }
      switch ((i + n) % 4) {
      case 0:
        acc += next;
        w.barrier();
        [[fallthrough]];
      case 1:
        s.z -= next;
        t[w.local_linear()] = s.z;
        w.barrier();
        acc += t[w.group_size() - 1 - w.local_linear()];
        w.barrier();
        break;
      case 3:
        acc -= 1;
        [[fallthrough]];
      default:
        acc ^= i;
      }
    }
    out[w.global_linear()] = acc + s.x - s.y + s.z * 2 + int(f) + int(keep);
  }
};

struct arrays {
  template <class W> void operator()(W w, const int *in, int *out, int n) const {
    int *t = reinterpret_cast<int *>(w.tile), sum = 0;
    for (int i = 0; i < n; ++i) {
      int own[6] = {}, again[3];
      big b(in[w.global_linear()] + i);
      for (int k = 0; k < 6; ++k)
        own[k] = in[w.global_linear()] + k * i;
      touch(own, 6, i);
      t[w.local_linear()] = own[i % 6];
      w.barrier();
      touch(own, 6, t[(w.local_linear() + 3) % w.group_size()] & 7);
      b.v[i % 9] += own[2];
      w.barrier();
      sum += own[(i * 5) % 6] + use(b, i);
      again[0] = sum;
      again[1] = i;
      again[2] = own[1];
      w.barrier();
      sum ^= again[(i + int(w.local_linear())) % 3];
    }
    const unsigned u = unsigned(sum);
    out[w.global_linear()] = sum + table[u % 5] + int(weights[u % 3][n & 1]) + names[u % 3][1] + rows[u & 1][1];
  }
};

struct irreducible {
  template <class W> void operator()(W w, const int *in, int *out, int n) const {
    int *t = reinterpret_cast<int *>(w.tile), a = in[w.global_linear()], i = 0;
    if (n & 1)
      goto second;
  first:
    t[w.local_linear()] = a;
    w.barrier();
    a += t[(w.local_linear() * 3) % w.group_size()];
    w.barrier();
    ++i;
  second:
    a ^= i * 7;
    t[w.local_linear()] = a;
    w.barrier();
    a -= t[w.group_size() - 1 - w.local_linear()];
    w.barrier();
    i += 2;
    if (i < n * 4) {
      if (i % 3)
        goto first;
      goto second;
    }
    out[w.global_linear()] = a;
  }
};

// Whole work-groups leave early; loops end in the middle and at the end.
struct loops {
  template <class W> void operator()(W w, const int *in, int *out, int n) const {
    int *t = reinterpret_cast<int *>(w.tile), a = in[w.global_linear()], i = 0;
    if (w.group_linear() % 3 == 1) {
      out[w.global_linear()] = -5;
      return;
    }
    while (true) {
      t[w.local_linear()] = a;
      w.barrier();
      const int m = t[0] + i;
      const bool stop = i++ >= n;
      w.barrier();
      if (stop)
        break;
      a += m ^ int(w.local_linear());
      if (m % 7 == 0) {
        w.barrier();
        a += t[w.group_size() / 2];
        w.barrier();
      }
    }
    do {
      t[w.local_linear()] = a;
      w.barrier();
      a += t[w.group_size() - 1] & 3;
      w.barrier();
    } while (--n > 0);
    out[w.global_linear()] = a;
  }
};

struct types {
  template <class W> void operator()(W w, const int *in, int *out, int n) const {
    __int128 *t = reinterpret_cast<__int128 *>(w.tile), a = in[w.global_linear()];
    a = a * 1000000007ll * 1000000009ll;
    t[w.local_linear()] = a;
    w.barrier();
    a ^= t[(w.local_linear() + n) % w.group_size()] >> 3;
    const bool flag = a & 1;
    const unsigned char c = static_cast<unsigned char>(a);
    const short h = static_cast<short>(a >> 9);
    w.barrier();
    t[w.local_linear()] = a / (n + 1);
    w.barrier();
    struct {
      unsigned x : 3, y : 11;
      int z : 5;
    } bits{unsigned(c) & 7, unsigned(h) & 2047, int(h) & 15};
    volatile int v = int(a);
    w.barrier();
    v = v + 1;
    out[w.global_linear()] = int(a >> 64) + int(t[0]) + flag + c + h + int(bits.x + bits.y) + bits.z + v;
  }
};

// Local memory as [group][3][5].
struct tiles {
  template <class W> void operator()(W w, const int *in, int *out, int n) const {
    auto *t = reinterpret_cast<int (*)[3][5]>(w.tile);
    const unsigned k = unsigned(w.local_linear()), size = unsigned(w.group_size());
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 5; ++x)
        t[k][y][x] = in[w.global_linear()] + y * 10 + x;
    w.barrier();
    int s = 0;
    for (int y = 0; y < 3; ++y) {
      for (int x = 0; x < n % 5; ++x)
        s += t[(k + y * x) % size][y][x];
      w.barrier();
      t[k][y][n % 5] ^= s;
      w.barrier();
      s += t[(k + 1) % size][y][n % 5];
      w.barrier();
    }
    out[w.global_linear()] = s;
  }
};

struct pointers {
  template <class W> void operator()(W w, const int *in, int *out, int n) const {
    int *t = reinterpret_cast<int *>(w.tile), x[4] = {1, 2, 3, 4}, y = in[w.global_linear()];
    int *p = (y & 1) ? &x[y & 3] : &y;
    const int *q = in + w.global_linear();
    double d = y;
    t[w.local_linear()] = *p;
    w.barrier();
    *p += t[w.group_size() - 1 - w.local_linear()];
    p = n & 1 ? p : x;
    w.barrier();
    *p ^= *q;
    for (int i = 0; i < n; ++i) {
      d = d * 0.5 + x[i & 3];
      if (i == 3)
        w.barrier();
    }
    std::memcpy(&x[1], &d, 8);
    w.barrier();
    std::memmove(&x[0], &x[1], 12);
    out[w.global_linear()] = x[0] ^ x[1] ^ x[2] ^ y ^ *p;
  }
};

// More than stacks hold in work-groups of 4096.
struct storage {
  template <class W> void operator()(W w, const int *in, int *out, int n) const {
    int a[900];
    for (int k = 0; k < 900; ++k)
      a[k] = k * 3 + in[w.global_linear()] + n;
    w.barrier();
    int s = 0;
    for (int k = 0; k < 900; ++k)
      s += a[k] * (k % 7);
    out[w.global_linear()] = s;
  }
};

template <int D> range<D> to_range(const e2e::sizes<D> &s) {
  if constexpr (D == 1)
    return range<1>(s[0]);
  else if constexpr (D == 2)
    return range<2>(s[0], s[1]);
  else
    return range<3>(s[0], s[1], s[2]);
}

template <class K, int D> struct name;
template <class K, int D> void run(const char *what, e2e::sizes<D> global, e2e::sizes<D> local, int n) {
  const std::size_t total = to_range<D>(global).size(), bytes = to_range<D>(local).size() * 64;
  const std::vector<int> in = e2e::random_values<int>(total, unsigned(n) + 3);
  std::vector<int> wanted(total);
  e2e::run_on_host<D>(global, local, bytes, [&](auto w) { K{}(w, in.data(), wanted.data(), n); });
  queue q = e2e::make_queue();
  int *a = malloc_shared<int>(total, q), *b = malloc_shared<int>(total, q);
  std::memcpy(a, in.data(), total * sizeof(int));
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &h) {
    local_accessor<std::max_align_t, 1> tile{range<1>(bytes / sizeof(std::max_align_t)), h};
    h.parallel_for<name<K, D>>(nd_range<D>(to_range<D>(global), to_range<D>(local)), [=](nd_item<D> i) {
      K{}(e2e::device_item<D>{i, reinterpret_cast<char *>(tile.get_pointer().get())}, a, b, n);
    });
  });
  fw.complete_fusion();
  q.wait();
  e2e::report(what, fw);
  e2e::expect_equal(what, std::vector<int>(b, b + total), wanted);
  free(a, q);
  free(b, q);
}

template <class K> void run_all(const char *what) {
  for (int n : {0, 1, 2, 3, 6, 9}) {
    run<K, 1>(what, {39}, {13}, n);
    run<K, 1>(what, {64}, {64}, n);
    run<K, 1>(what, {3}, {1}, n);
    run<K, 1>(what, {200}, {100}, n);
    run<K, 2>(what, {6, 10}, {3, 5}, n);
    run<K, 2>(what, {2, 66}, {1, 33}, n);
    run<K, 3>(what, {4, 6, 7}, {2, 3, 7}, n);
    run<K, 3>(what, {2, 2, 64}, {1, 2, 32}, n);
  }
}

int main() {
  run_all<nested>("nested");
  run_all<arrays>("arrays");
  run_all<irreducible>("irreducible");
  run_all<loops>("loops");
  run_all<types>("types");
  run_all<tiles>("tiles");
  run_all<pointers>("pointers");
  run_all<storage>("storage");
  run<storage, 1>("storage of large groups", {1024 * 4}, {1024}, 5);
  return e2e::finish();
}
