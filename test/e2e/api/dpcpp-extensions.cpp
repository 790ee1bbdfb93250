// Extensions of DPC++ that programs use without asking: bfloat16, local memory asked for in a kernel, ballots, enqueue
// functions, work_group_memory, free function queries, names of function objects and integers, products of bytes,
// pointers into USM of device and host, and what devices and kernels are asked for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -Wall -Werror -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --require
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: clang++-22 %t.o %runtime_lib -o %t.host
// RUN: not --crash %t.host 2>&1 | FileCheck-22 %s --check-prefix=HOST
// HOST: a kernel with group_local_memory or work_group_static was not built for device 'native_cpu'
// CHECK: all results right
#include "e2e.hpp"

using namespace sycl;
namespace one = sycl::ext::oneapi;
namespace x = sycl::ext::oneapi::experimental;
using one::bfloat16;

#if !SYCL_EXT_ONEAPI_BFLOAT16 || !SYCL_EXT_ONEAPI_LOCAL_MEMORY || !SYCL_EXT_ONEAPI_SUB_GROUP_MASK ||                   \
    !SYCL_EXT_ONEAPI_ENQUEUE_FUNCTIONS || !SYCL_EXT_ONEAPI_WORK_GROUP_MEMORY || !SYCL_EXT_ONEAPI_PREFETCH ||           \
    !SYCL_EXT_ONEAPI_QUEUE_PRIORITY || !SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES || !SYCL_EXT_ONEAPI_DOT_ACCUMULATE ||    \
    SYCL_EXT_INTEL_USM_ADDRESS_SPACES != 2 || !SYCL_EXT_ONEAPI_DEFAULT_CONTEXT || !SYCL_EXT_ONEAPI_PEER_ACCESS ||      \
    !SYCL_KHR_DEFAULT_CONTEXT
#error a feature macro is missing
#endif

// bfloat16 on the host: rounding of every kind of number, against exact neighbours.
void rounding() {
  auto bits = [](bfloat16 b) { return bit_cast<std::uint16_t>(b); };
  e2e::expect("1", bits(1.0f) == 0x3f80 && bits(-2) == 0xc000 && float(bfloat16(0.5)) == 0.5f);
  e2e::expect("ties to even", bits(0x1.01p0f) == 0x3f80 && bits(0x1.03p0f) == 0x3f82);
  e2e::expect("above a tie", bits(0x1.010002p0f) == 0x3f81);
  e2e::expect("a double just above a tie", bits(0x1.0100000000001p0) == 0x3f81 && bits(-0x1.0100000000001p0) == 0xbf81);
  e2e::expect("an integer just above a tie", bits((1LL << 60) + (1LL << 52) + 1) == 0x5d81);
  e2e::expect("its neighbour, a tie", bits((1LL << 60) + (1LL << 52)) == 0x5d80);
  e2e::expect("overflow", bits(std::numeric_limits<float>::max()) == 0x7f80 && bits(1e300) == 0x7f80);
  e2e::expect("nan", bfloat16(std::nanf("")) != bfloat16(std::nanf("")) && x::isnan(bfloat16(std::nan(""))));
  e2e::expect("denormal", bits(0x1p-133f) == 1 && float(std::numeric_limits<bfloat16>::denorm_min()) == 0x1p-133f);
  e2e::expect("half", half(bfloat16(1.5f)) == half(1.5f) && bits(half(3)) == bits(3));
  // 285 is a tie of 284 and 286.
  auto fma = [](float c) { return float(x::fma(bfloat16(15), bfloat16(19), bfloat16(c))); };
  e2e::expect("fma", fma(0) == 284 && fma(0x1p-100f) == 286 && fma(-0x1p-100f) == 284 && fma(1) == 286);
}

void bfloat16_kernel(queue &q) {
  constexpr std::size_t n = 500;
  const auto a = e2e::random_values<float>(n, 1), b = e2e::random_values<float>(n, 2);
  std::vector<bfloat16> got(n), right(n);
  auto compute = [](float u, float v) {
    bfloat16 p = u, r = v;
    p += r * 2;
    r = p < r ? x::fabs(p) : x::sqrt(x::fabs(r)) - bfloat16(1);
    return x::fma(p, r, -p) / (r + 3.0f);
  };
  for (std::size_t i = 0; i < n; ++i)
    right[i] = compute(a[i], b[i]);
  {
    buffer<float> from(a), with(b);
    buffer<bfloat16> to(got);
    q.submit([&](handler &h) {
      accessor in(from, h, read_only), other(with, h, read_only);
      accessor out(to, h, write_only);
      h.parallel_for(range<1>(n), [=](id<1> i) { out[i] = compute(in[i], other[i]); });
    });
  }
  std::vector<float> g(got.begin(), got.end()), r(right.begin(), right.end());
  e2e::expect_equal("bfloat16", g, r);
}

template <class T> struct pair_of {
  T first, second;
};
// A call of its own for each T, with the memory of both calls in use at once.
template <class T> T neighbour(nd_item<1> i, T mine) {
  auto &all = *one::group_local_memory_for_overwrite<T[64]>(i.get_group());
  auto &last = *one::group_local_memory_for_overwrite<T[64]>(i.get_group());
  all[i.get_local_id(0)] = mine;
  last[63 - i.get_local_id(0)] = mine;
  group_barrier(i.get_group());
  const T r = all[(i.get_local_id(0) + 1) % i.get_local_range(0)] + 2 * last[i.get_local_id(0)];
  group_barrier(i.get_group());
  return r;
}
void local_memory(queue &q) {
  constexpr std::size_t n = 256;
  std::vector<int> got(n), right(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t first = i / 64 * 64, at = i % 64;
    const int next = static_cast<int>(first + (at + 1) % 64), opposite = static_cast<int>(first + 63 - at);
    right[i] = next + 2 * opposite + 10 * (next + 2 * opposite) + 5 + 7;
  }
  {
    buffer<int> to(got);
    q.submit([&](handler &h) {
      accessor out(to, h, write_only);
      h.parallel_for(nd_range<1>(n, 64), [=](nd_item<1> i) {
        const int mine = static_cast<int>(i.get_global_id(0));
        multi_ptr<pair_of<int>, access::address_space::local_space> both =
            one::group_local_memory<pair_of<int>>(i.get_group(), 5, 7);
        auto zeros = one::group_local_memory<int[8]>(i.get_group());
        const int r = neighbour(i, mine), s = static_cast<int>(neighbour(i, 10.0f * static_cast<float>(mine)));
        out[i.get_global_id()] = r + s + both->first + (*both).second + (*zeros)[i.get_local_id(0) % 8];
      });
    });
  }
  e2e::expect_equal("local memory", got, right);
}

void ballots(queue &q) {
  constexpr std::size_t n = 80; // the last sub-group has 16
  const auto sizes = q.get_device().get_info<info::device::sub_group_sizes>();
  e2e::expect("sub_group_sizes", sizes.front() == 32); // of kernels that require none
  std::vector<unsigned> got(n * 5), right;
  for (unsigned i = 0; i < n; ++i) {
    unsigned bits = 0;
    for (unsigned k = i / 32 * 32; k < n && k < i / 32 * 32 + 32; ++k)
      bits |= k % 3 == 0 ? 1u << k % 32 : 0;
    right.insert(right.end(), {bits, static_cast<unsigned>(__builtin_popcount(bits)),
                               static_cast<unsigned>(__builtin_ctz(bits)), 32u, i < 64 ? 32u : 16u});
  }
  {
    buffer<unsigned> to(got);
    q.submit([&](handler &h) {
      accessor out(to, h, write_only);
      h.parallel_for(nd_range<1>(n, n), [=](nd_item<1>) {
        const nd_item<1> i = one::this_work_item::get_nd_item<1>();
        const sub_group sg = one::this_work_item::get_sub_group();
        const one::sub_group_mask m = one::group_ballot(sg, i.get_global_id(0) % 3 == 0);
        const std::size_t at = 5 * i.get_global_id(0);
        m.extract_bits(out[at]);
        out[at + 1] = m.count();
        out[at + 2] = static_cast<unsigned>(m.find_low()[0]);
        out[at + 3] = static_cast<unsigned>(sg.get_max_local_range()[0]);
        out[at + 4] = static_cast<unsigned>(sg.get_local_range()[0]);
      });
    });
  }
  e2e::expect_equal("ballots", got, right);
}

void enqueue(queue &q) {
  constexpr std::size_t n = 64;
  int *p = malloc_shared<int>(n, q), *sum = malloc_shared<int>(1, q), *copy = malloc_shared<int>(n, q);
  x::fill(q, p, 3, n);
  x::barrier(q);
  x::parallel_for(q, range<1>(n), [=](id<1> i) { p[i] += static_cast<int>(i[0]); });
  q.wait();
  x::nd_launch(q, x::launch_config(nd_range<1>(n, 16), x::properties{x::work_group_size<16>}), [=](nd_item<1> i) {
    x::prefetch(p, 1, x::properties{x::prefetch_hint_L1});
    p[i.get_global_id()] *= 2;
  });
  q.wait();
  *sum = 0;
  x::submit(q, [&](handler &h) {
    x::parallel_for(h, range<1>(n), [=](id<1> i, auto &s) { s += p[i]; }, reduction(sum, one::plus<int>()));
  });
  q.wait();
  x::submit_with_event(q, [&](handler &h) { x::memcpy(h, copy, p, n * sizeof(int)); }).wait();
  x::single_task(q, [=] { p[0] = -1; });
  q.wait();
  std::vector<int> right(n);
  for (std::size_t i = 0; i < n; ++i)
    right[i] = 2 * (3 + static_cast<int>(i));
  e2e::expect_equal("enqueue", std::vector<int>(copy, copy + n), right);
  e2e::expect("sum", *sum == 2 * (3 * 64 + 63 * 32) && p[0] == -1);
  free(p, q);
  free(sum, q);
  free(copy, q);
}

void captured_local_memory(queue &q) {
  constexpr std::size_t n = 64;
  std::vector<int> got(n), right(n);
  for (std::size_t i = 0; i < n; ++i)
    right[i] = static_cast<int>(i / 16 * 16 + 15 - i % 16 + i / 16 + 15 - i % 16);
  {
    buffer<int> to(got);
    q.submit([&](handler &h) {
      accessor out(to, h, write_only);
      x::work_group_memory<int[16]> tile(h);
      x::work_group_memory<int[]> more(16, h);
      x::work_group_memory<int> one_for_all(h);
      h.parallel_for(nd_range<1>(n, 16), [=](nd_item<1> i) {
        const std::size_t at = i.get_local_id(0);
        tile[at] = static_cast<int>(i.get_global_id(0));
        more[at] = static_cast<int>(at);
        if (at == 0)
          one_for_all = static_cast<int>(i.get_group(0));
        group_barrier(i.get_group());
        out[i.get_global_id()] = tile[15 - at] + one_for_all + more[15 - at];
      });
    });
  }
  e2e::expect_equal("captured local memory", got, right);
}

// Vectors of bfloat16, loads and stores of a whole group, and the atomics of SYCL 1.2.1.
void groups_of_values(queue &q) {
  constexpr std::size_t n = 96;
  std::vector<float> in(n), got(n), right(n);
  std::vector<unsigned> count(2);
  for (std::size_t i = 0; i < n; ++i) {
    in[i] = static_cast<float>(i);
    // Loaded blocked and stored striped, by groups of 16 with 3 elements each.
    right[i / 48 * 48 + i % 3 * 16 + i % 48 / 3] = static_cast<float>(i) * 2 + 1;
  }
  {
    buffer<float> from(in), to(got);
    buffer<unsigned> counts(count);
    q.submit([&](handler &h) {
      accessor a(from, h, read_only);
      accessor out(to, h, write_only);
      accessor c(counts, h, read_write);
      h.parallel_for(nd_range<1>(n / 3, 16), [=](nd_item<1> i) {
        float values[3];
        const std::size_t first = i.get_group(0) * 48;
        x::group_load(i.get_group(), &a[0] + first, sycl::span{values});
        for (float &v : values) {
          vec<bfloat16, 2> pair(v, 1);
          pair += vec<bfloat16, 2>(pair.x(), 0);
          v = pair[0] + pair.y();
        }
        x::group_store(i.get_group(), sycl::span{values}, &out[0] + first, x::properties{x::data_placement_striped});
        atomic<unsigned>(c.get_multi_ptr<access::decorated::no>()).fetch_add(1);
        atomic_fetch_max(atomic<unsigned>(global_ptr<unsigned>(&c[1])), static_cast<unsigned>(i.get_global_id(0)));
      });
    });
  }
  e2e::expect_equal("groups of values", got, right);
  e2e::expect_equal("atomics", count, std::vector<unsigned>{n / 3, n / 3 - 1});
  const auto free = q.get_device().get_info<ext::intel::info::device::free_memory>();
  e2e::expect("free memory", free > 0 && free <= q.get_device().get_info<info::device::global_mem_size>());
  e2e::expect("compute units", q.get_device().get_info<one::info::device::num_compute_units>() > 0);
}

void dot_products(queue &q) {
  constexpr std::size_t n = 331;
  const auto a = e2e::random_values<std::int32_t>(n, 5), b = e2e::random_values<std::int32_t>(n, 6);
  std::vector<std::int32_t> got(3 * n), right(3 * n);
  const auto byte = [](std::int32_t x, int k) { return static_cast<int>(static_cast<std::int8_t>(x >> 8 * k)); };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t kind = 0; kind < 3; ++kind)
      right[3 * i + kind] = static_cast<int>(i) - 500;
    for (int k = 0; k < 4; ++k) {
      right[3 * i] += byte(a[i], k) * byte(b[i], k);
      right[3 * i + 1] += byte(a[i], k) * (byte(b[i], k) & 255);
      right[3 * i + 2] += (byte(a[i], k) & 255) * (byte(b[i], k) & 255);
    }
  }
  {
    buffer<std::int32_t> of_a(a.data(), n), of_b(b.data(), n), of_got(got.data(), 3 * n);
    q.submit([&](handler &h) {
      accessor in_a{of_a, h, read_only}, in_b{of_b, h, read_only};
      accessor out{of_got, h, write_only, no_init};
      h.parallel_for<class Dots>(n, [=](id<1> i) {
        const int c = static_cast<int>(i[0]) - 500;
        using signed_bytes = vec<std::int8_t, 4>;
        using bytes = vec<std::uint8_t, 4>;
        out[3 * i] = one::dot_acc(in_a[i], in_b[i], c);
        out[3 * i + 1] = one::dot_acc(bit_cast<signed_bytes>(in_a[i]), bit_cast<bytes>(in_b[i]), c);
        out[3 * i + 2] =
            static_cast<int>(one::dot_acc(static_cast<unsigned>(in_a[i]), static_cast<unsigned>(in_b[i]), unsigned(c)));
      });
    });
  }
  e2e::expect_equal("dot products", got, right);
}

// Blocks of four values for each work-item of a sub-group, which need not fill it.
void blocks_of_sub_groups(queue &q) {
  constexpr std::size_t groups = 3, local = 37, n = 4 * groups * local;
  const std::vector<int> in = e2e::random_values<int>(n, 5);
  std::vector<int> got(n), right(n);
  std::transform(in.begin(), in.end(), right.begin(), [](int v) { return v - 9; });
  {
    buffer<int> a(in), b(got);
    q.submit([&](handler &h) {
      accessor<int, 1, access_mode::read> from(a, h);
      accessor<int, 1, access_mode::write> to(b, h);
      h.parallel_for(nd_range<1>(groups * local, local), [=](nd_item<1> i) {
        const sub_group s = i.get_sub_group();
        const std::size_t width = s.get_max_local_range()[0], mine = s.get_local_range()[0],
                          before = 4 * (i.get_group(0) * local + s.get_group_id()[0] * width);
        auto in_order = from.get_multi_ptr<access::decorated::yes>() + before;
        if (mine == width) {
          s.store<4>((to.get_multi_ptr<access::decorated::yes>() + before).get(), s.load<4>(in_order.get()) - 9);
        } else {
          for (std::size_t j = 0; j < 4; ++j)
            s.store(&to[before + j * mine], s.load(&from[before + j * mine]) - 9);
        }
      });
    });
  }
  e2e::expect_equal("blocks of sub-groups", got, right);
}

void usm_pointers(queue &q) {
  using ext::intel::device_ptr;
  using ext::intel::host_ptr;
  static_assert(!std::is_convertible_v<global_ptr<int>, device_ptr<int>> &&
                std::is_constructible_v<device_ptr<int>, global_ptr<int>> &&
                !std::is_constructible_v<device_ptr<int>, host_ptr<int>> &&
                std::is_constructible_v<host_ptr<int>, host_ptr<void>> &&
                !std::is_constructible_v<host_ptr<int>, local_ptr<int>>);
  device_ptr<int> on_device = malloc_device<int>(8, q);
  host_ptr<int> on_host = malloc_host<int>(8, q);
  q.parallel_for(8, [=](item<1> i) {
     global_ptr<int> to = i.get_id(0) % 2 ? global_ptr<int>(on_device) : global_ptr<int>(on_host);
     to[static_cast<int>(i)] = static_cast<int>(i);
     if (i.get_id(0) % 2)
       on_host[static_cast<int>(i)] = -on_device[static_cast<int>(i)];
   }).wait();
  e2e::expect_equal("usm pointers", std::vector<int>(on_host.get(), on_host.get() + 8), {0, -1, 2, -3, 4, -5, 6, -7});
  free(on_device, q);
  free(on_host, q);
}

// A program's own bit_cast for its own types, of which some are templates over sycl's.
namespace own {
template <class T> struct wrapped {
  T value;
};
template <class To, class From> To bit_cast(const From &from) { return sycl::bit_cast<To>(from.value); }
std::uint16_t bits(half h) { return bit_cast<std::uint16_t>(wrapped<half>{h}); }
} // namespace own

void questions(queue &q) {
  e2e::expect("own bit_cast", own::bits(1) == 0x3c00);
  e2e::expect("references", q.get_device().get_info<info::device::reference_count>() == 1);
  int *once = malloc_shared<int>(1, q);
  *once = 1;
  x::command_graph graph(q);
  graph.add([&](handler &h) { h.single_task([=] { *once += 1; }); });
  q.ext_oneapi_graph(graph.finalize()).wait(); // a temporary, which the command keeps
  q.submit([&](handler &h) { h.ext_oneapi_graph(graph.finalize()); }).wait();
  e2e::expect("graph", *once == 3);
  free(once, q);

  const device d = q.get_device();
  const platform p = d.get_platform();
  e2e::expect("default context", p.ext_oneapi_get_default_context() == q.get_context() &&
                                     p.khr_get_default_context().get_devices() == p.get_devices());
  e2e::expect("peers", !d.ext_oneapi_can_access_peer(d));
  e2e::expect("groups", d.get_info<x::info::device::max_work_groups<3>>()[2] > 1024);
  q.parallel_for<class Asked>(nd_range<1>(64, 32), [](nd_item<1>) {}).wait();
  const auto k = get_kernel_bundle<bundle_state::executable>(q.get_context()).get_kernel<Asked>();
  using groups = x::info::kernel_queue_specific::max_num_work_groups;
  e2e::expect("groups at a time", k.ext_oneapi_get_info<groups>(q, range<2>(4, 8), 0) > 0 &&
                                      k.ext_oneapi_get_info<groups>(q, 32, SIZE_MAX) == 0);
}

int main() {
  queue q = e2e::make_queue();
  rounding();
  bfloat16_kernel(q);
  local_memory(q);
  ballots(q);
  enqueue(q);
  captured_local_memory(q);
  groups_of_values(q);
  dot_products(q);
  blocks_of_sub_groups(q);
  usm_pointers(q);
  questions(q);
  queue low(property_list{one::property::queue::priority_low{}, property::queue::in_order{}});
  e2e::expect("hint", queue(ext::intel::property::queue::no_immediate_command_list{})
                          .has_property<ext::intel::property::queue::no_immediate_command_list>());
  e2e::expect("priority", low.has_property<one::property::queue::priority_low>());
  static_assert(std::is_same_v<sycl::ulong, unsigned long> && std::is_same_v<one::maximum<int>, maximum<int>>);
  return e2e::finish();
}
