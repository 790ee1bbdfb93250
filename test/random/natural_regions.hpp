// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The beginning of a program of natural_regions.py: the memory of a region, and what compares its runs.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>
#include <vector>
namespace fusion = sycl::ext::codeplay::experimental;
namespace experimental = sycl::ext::oneapi::experimental;
template <int Region, int Kernel, int Form> class K;

// What structures() of natural_kernels.py copies: 48 bytes.
template <class T> struct body {
  T v[12];
};

struct sizes {
  std::size_t R, C, WG;
};

// The arrays of a region, filled with small integers, indices below n, or a permutation.
template <class T> struct memory {
  sycl::queue q;
  std::vector<std::size_t> extents;
  std::vector<T *> values;
  std::vector<std::uint32_t *> indices;
  std::size_t n;
  std::uint32_t state = 12345;
  std::uint32_t next() { return (state = state * 1664525u + 1013904223u) >> 8; }
  memory(sycl::queue q, std::size_t n, const std::vector<std::size_t> &extents, const std::vector<bool> &permutations)
      : q(q), extents(extents), n(n) {
    for (std::size_t extent : extents) {
      values.push_back(sycl::malloc_shared<T>(extent, q));
      for (std::size_t i = 0; i < extent; ++i)
        values.back()[i] = T(next() % 16);
    }
    for (bool permutation : permutations) {
      std::uint32_t *x = sycl::malloc_shared<std::uint32_t>(n, q);
      for (std::size_t i = 0; i < n; ++i)
        x[i] = permutation ? std::uint32_t(i) : next() % n;
      for (std::size_t i = n; permutation && i > 1; --i)
        std::swap(x[i - 1], x[next() % i]);
      indices.push_back(x);
    }
  }
  ~memory() {
    for (T *p : values)
      sycl::free(p, q);
    for (std::uint32_t *p : indices)
      sycl::free(p, q);
  }
  T *value(std::size_t i) { return values[i]; }
  std::uint32_t *index(std::size_t i) { return indices[i]; }
};

// Runs a region over its sizes, and prints its line.
template <class T> struct checker {
  using work = std::function<void(memory<T> &)>;
  sycl::queue q;
  int number;
  const char *kinds;
  std::map<std::string, int> outcomes = {};
  std::string wrong = "", reference = "";

  std::string difference(sizes s, std::string names, const memory<T> &got, const memory<T> &wanted) {
    const std::string at =
        std::to_string(s.R) + " x " + std::to_string(s.C) + ", groups of " + std::to_string(s.WG) + ": ";
    for (std::size_t a = 0; a < got.values.size(); ++a) {
      const std::string name = names.substr(0, names.find(' '));
      names.erase(0, name.size() + 1);
      for (std::size_t i = 0; i < got.extents[a]; ++i)
        if (std::memcmp(&got.values[a][i], &wanted.values[a][i], sizeof(T)) != 0)
          return at + name + "[" + std::to_string(i) + "] = " + std::to_string(got.values[a][i]) + " instead of " +
                 std::to_string(wanted.values[a][i]);
    }
    for (std::size_t a = 0; a < got.indices.size(); ++a)
      if (std::memcmp(got.indices[a], wanted.indices[a], got.n * sizeof(std::uint32_t)) != 0)
        return at + "an array of indices";
    return "";
  }
  void over(sizes s, const std::vector<std::size_t> &extents, const std::vector<bool> &permutations, const char *names,
            const work &host, const work &unfused, const std::function<std::string(memory<T> &)> &fused) {
    const std::size_t n = s.R * s.C;
    memory<T> wanted(q, n, extents, permutations);
    host(wanted);
    if (unfused) {
      memory<T> apart(q, n, extents, permutations);
      unfused(apart);
      if (reference.empty())
        reference = difference(s, names, apart, wanted);
    }
    for (int turn = 0; turn < 3; ++turn) {
      memory<T> got(q, n, extents, permutations);
      const std::string outcome = fused(got);
      outcomes[outcome]++;
      const std::string found = difference(s, names, got, wanted);
      if (wrong.empty() && !found.empty())
        wrong = outcome + ": " + found;
    }
  }
  bool finish() {
    std::string text;
    for (const auto &[outcome, count] : outcomes)
      text += (text.empty() ? "" : "; ") + outcome + " x" + std::to_string(count);
    std::printf("region %d | %s | %s | %s%s\n", number, kinds, text.c_str(),
                reference.empty() ? wrong.empty() ? "right" : "WRONG " : "REFERENCE ",
                reference.empty() ? wrong.c_str() : reference.c_str());
    std::fflush(stdout);
    return wrong.empty() && reference.empty();
  }
};
