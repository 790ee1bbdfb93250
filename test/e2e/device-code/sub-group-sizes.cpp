// Kernels that require the size of their sub-groups: it is what they see, alone and fused, and kernels of different sizes are not fused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -Werror=unknown-attributes -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native %t.o -o %t.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=BUILD
// BUILD: it has sub-groups and requires no size of them, '{{.*}}second<{{.*}}16>>' requires {16} [SF3014]
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: env SYCL_FUSE=off %t | FileCheck-22 %s --check-prefix=ALONE
// ALONE: all results right
// The host's version has sub-groups of one work-item.
// RUN: clang++-22 %t.o %runtime_lib -o %t.host
// RUN: not --crash %t.host 2>&1 | FileCheck-22 %s --check-prefix=HOST
// HOST: was not built for device 'native_cpu' and its host version has sub-groups of one work-item, which are not what it requires [SF6002]
// A program may have kernels for several devices.
// RUN: sycl-fuse build --target=cuda:sm_90 --ptxas=none %t.o -o %t.cuda.o 2>&1 | FileCheck-22 %s --check-prefix=CUDA
// CUDA: warning: kernel '(anonymous namespace)::look<16>' is not for 'cuda:sm_90': it requires sub-groups of 16 work-items, the target has 32 [SF4014]
// RUN: not sycl-fuse build --require --target=cuda:sm_90 --ptxas=none %t.o -o %t.cuda.o
// REQUIRES: target-cuda
#include "e2e.hpp"

#include <algorithm>
#include <numeric>

using namespace sycl;

namespace {

// Of each work-item: what it sees of its sub-group, and what the sub-group computes.
struct seen {
  unsigned size, number, lane, sub_groups, sum, before, neighbour, first;
};

template <int Size> struct look {
  const unsigned *in;
  seen *out;
  [[sycl::reqd_sub_group_size(Size)]] void operator()(nd_item<1> it) const {
    const sub_group sg = it.get_sub_group();
    const unsigned x = in[it.get_global_id()];
    out[it.get_global_id()] = {unsigned(sg.get_max_local_range().size()),
                               sg.get_group_linear_id(),
                               sg.get_local_linear_id(),
                               sg.get_group_linear_range(),
                               reduce_over_group(sg, x, plus<>()),
                               exclusive_scan_over_group(sg, x, plus<>()),
                               permute_group_by_xor(sg, x, 1),
                               group_broadcast(sg, x, 0)};
  }
};

seen wanted(const std::vector<unsigned> &in, std::size_t group, unsigned size, std::size_t i) {
  const std::size_t begin = i / group * group + i % group / size * size,
                    end = std::min(begin + size, i / group * group + group);
  const std::size_t neighbour = begin + ((i - begin) ^ 1);
  return {size,
          unsigned(i % group / size),
          unsigned(i - begin),
          unsigned((group + size - 1) / size),
          std::accumulate(&in[begin], in.data() + end, 0u),
          std::accumulate(&in[begin], &in[i], 0u),
          in[neighbour < end ? neighbour : i],
          in[begin]};
}

template <int Size> void compare(queue &q, std::size_t groups, std::size_t group) {
  const std::size_t n = groups * group;
  const auto values = e2e::random_values<unsigned>(n, unsigned(n + Size));
  auto *in = malloc_shared<unsigned>(n, q);
  auto *out = malloc_shared<seen>(n, q);
  std::copy(values.begin(), values.end(), in);
  q.parallel_for(nd_range<1>(n, group), look<Size>{in, out}).wait();
  for (std::size_t i = 0; i < n; ++i) {
    const seen want = wanted(values, group, Size, i);
    // Nobody is beside the last work-item of an odd group.
    if (group % 2 && i % group == group - 1)
      out[i].neighbour = want.neighbour;
    if (std::memcmp(&out[i], &want, sizeof want) != 0) {
      e2e::expect(("sub-groups of " + std::to_string(Size) + ", groups of " + std::to_string(group)).c_str(), false);
      break;
    }
  }
  free(in, q);
  free(out, q);
}

// What the attribute is written with, and where.
namespace {
constexpr int unnamed_eight = 8;
}
struct base {
  unsigned *size;
  [[sycl::reqd_sub_group_size(8)]] void operator()(nd_item<1> it) const {
    *size = unsigned(it.get_sub_group().get_max_local_range().size());
  }
};
struct inherits : base {};
template <class F> unsigned size_seen(queue &q, F make) {
  unsigned *size = malloc_shared<unsigned>(1, q);
  q.parallel_for(nd_range<1>(1, 1), make(size)).wait();
  const unsigned seen = *size;
  free(size, q);
  return seen;
}
void forms(queue &q) {
  e2e::expect("a base class", size_seen(q, [](unsigned *p) { return inherits{{p}}; }) == 8);
  e2e::expect("using", size_seen(q, [](unsigned *p) {
                         return [=](nd_item<1> it) [[using sycl: work_group_size_hint(1), reqd_sub_group_size(8)]] {
                           *p = unsigned(it.get_sub_group().get_max_local_range().size());
                         };
                       }) == 8);
  e2e::expect("an unnamed namespace", size_seen(q, [](unsigned *p) {
                                        return [=](nd_item<1> it) [[sycl::reqd_sub_group_size(unnamed_eight)]] {
                                          *p = unsigned(it.get_sub_group().get_max_local_range().size());
                                        };
                                      }) == 8);
}

template <class... T> class first;
template <class... T> class second;
template <int N> using number = std::integral_constant<int, N>;

// The sums of sub-groups of sums of sub-groups. A: 0 for a kernel that requires nothing.
template <int A> auto sums(const accessor<unsigned> &a) {
  if constexpr (A == 0)
    return [=](nd_item<1> it) {
      a[it.get_global_id()] = reduce_over_group(it.get_sub_group(), a[it.get_global_id()], plus<>());
    };
  else
    return [=](nd_item<1> it) [[intel::reqd_sub_group_size(A)]] {
      a[it.get_global_id()] = reduce_over_group(it.get_sub_group(), a[it.get_global_id()], plus<>());
    };
}

template <int A, int B> void in_a_region(queue &q, const char *name) {
  constexpr std::size_t n = 4032, group = 96;
  const auto values = e2e::random_values<unsigned>(n, A + B);
  std::vector<unsigned> got = values, want = values;
  for (unsigned size : {A ? A : 32, B ? B : 32})
    for (std::size_t i = 0; i < n; i += size)
      std::fill_n(&want[i], size, std::accumulate(&want[i], want.data() + i + size, 0u));
  e2e::fusion_wrapper fw(q);
  {
    buffer<unsigned> b(got.data(), range<1>(n));
    fw.start_fusion();
    q.submit([&](handler &h) {
      const accessor<unsigned> a(b, h);
      h.parallel_for<first<number<A>, number<B>>>(nd_range<1>(n, group), sums<A>(a));
    });
    q.submit([&](handler &h) {
      const accessor<unsigned> a(b, h);
      h.parallel_for<second<number<A>, number<B>>>(nd_range<1>(n, group), sums<B>(a));
    });
    fw.complete_fusion(ext::codeplay::experimental::property::no_barriers{});
  }
  e2e::expect_equal(name, got, want);
  e2e::report(name, fw);
}

template <class F> bool is_refused(F f) {
  try {
    f();
  } catch (const exception &e) {
    return e.code() == errc::kernel_not_supported;
  }
  return false;
}

} // namespace

int main() {
  queue q = e2e::make_queue();
  for (std::size_t group : {1, 7, 16, 61, 128, 100}) {
    compare<4>(q, 5, group);
    compare<8>(q, 5, group);
    compare<16>(q, 5, group);
    compare<32>(q, 5, group);
  }
  forms(q);
  // CHECK: 16 and 16: aot none
  in_a_region<16, 16>(q, "16 and 16");
  // CHECK: 16 and 8: unfused region_not_built
  in_a_region<16, 8>(q, "16 and 8");
  // CHECK: 0 and 16: unfused region_not_built
  in_a_region<0, 16>(q, "0 and 16");
  // CHECK: 32 and 0: aot none
  in_a_region<32, 0>(q, "32 and 0");

  const device d = q.get_device();
  const std::vector<std::size_t> sizes = d.get_info<info::device::sub_group_sizes>();
  e2e::expect("the largest size", *std::max_element(sizes.begin(), sizes.end()) == 32);
  const auto bundle = get_kernel_bundle<bundle_state::executable>(q.get_context());
  using of = info::kernel_device_specific::max_sub_group_size;
  e2e::expect("the size of a kernel", bundle.get_kernel<look<8>>().get_info<of>(d) == 8);
  e2e::expect("the size of others", bundle.get_kernel<first<number<0>, number<16>>>().get_info<of>(d) == 32);

  namespace x = ext::oneapi::experimental;
  const auto *none = static_cast<const unsigned *>(nullptr);
  e2e::expect("a property of another size", is_refused([&] {
                q.parallel_for(nd_range<1>(0, 1), x::properties{x::sub_group_size<16>}, look<8>{none, nullptr});
              }));
  e2e::expect("no size of any device", is_refused([&] {
                q.parallel_for(nd_range<1>(0, 1), [=](nd_item<1> it) [[sycl::reqd_sub_group_size(2000)]] {
                  (void)it.get_sub_group().get_local_id();
                });
              }));
  e2e::expect("a property of the same size", !is_refused([&] {
                q.parallel_for(nd_range<1>(0, 1), x::properties{x::sub_group_size<8>}, look<8>{none, nullptr});
              }));
  // CHECK: all results right
  return e2e::finish();
}
