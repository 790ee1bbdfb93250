// Forms of the API that programs use besides the usual ones: selectors and traits of aspects, local accessors of SYCL
// 1.2.1, copies of work-groups, bit_cast, reductions with properties, queries of kernels, bundles with selectors and
// joined.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -Wno-deprecated-declarations -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: region: aot
// CHECK: group size: {{.*}}work_group_size demands 8 work-items in dimension 0, its nd_range has 16
// CHECK: num_args: {{.*}}not made by a back end
// CHECK: join: {{.*}}different contexts
// CHECK: all results right
#include "e2e.hpp"

#include <cmath>

using namespace sycl;
namespace x = sycl::ext::oneapi::experimental;
constexpr std::size_t n = 1003;
constexpr specialization_id<int> small_value(3);
struct wide {
  long long a, b, c;
};
constexpr specialization_id<wide> wide_value(wide{1, 2, 3});

template <class F> void refused(const char *what, errc code, const F &f) {
  try {
    f();
    e2e::expect(what, false);
  } catch (const exception &e) {
    e2e::expect(what, e.code() == code);
    std::printf("%s: %s\n", what, e.what());
  }
}

void aspects() {
  static_assert(any_device_has_v<aspect::cpu> && any_device_has<aspect::gpu>::value &&
                !any_device_has_v<aspect::custom>);
  static_assert(all_devices_have_v<aspect::queue_profiling> &&
                !all_devices_have<aspect::usm_device_allocations>::value);
  const queue wanted{aspect_selector<aspect::fp64, aspect::usm_device_allocations>()};
  e2e::expect("aspect_selector", wanted.get_device().has(aspect::fp64));
  const queue same{aspect_selector(std::vector{aspect::fp64}, std::vector{aspect::custom})};
  e2e::expect("deny list", !same.get_device().has(aspect::custom));
}

// The old kind of local memory in one kernel of a region, filled by copies of the group in both directions.
void local_memory(queue &q) {
  constexpr std::size_t group = 17, all = group * 59;
  static_assert(all == n);
  const std::vector<int> in = e2e::random_values<int>(n, 3);
  std::vector<int> out(n), wanted(n);
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> bIn{in.data(), range{n}}, bTmp{range{n}}, bOut{out.data(), range{n}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{bIn, h, read_only};
      accessor t{bTmp, h, write_only, no_init};
      h.parallel_for<class Halves>(nd_range<1>{n, group},
                                   [=](nd_item<1> it) { t[it.get_global_id()] = a[it.get_global_id()] / 2; });
    });
    q.submit([&](handler &h) {
      accessor t{bTmp, h, read_only};
      accessor o{bOut, h, write_only, no_init};
      accessor<int, 1, access::mode::read_write, access::target::local> tile{range<1>{group}, h},
          back{range<1>{group}, h};
      h.parallel_for<class Reverses>(nd_range<1>{n, group}, [=](nd_item<1> it) {
        const std::size_t first = it.get_group(0) * group, mine = it.get_local_id(0);
        it.async_work_group_copy(tile.get_pointer(), t.get_pointer() + first, group).wait();
        back[mine] = tile[group - 1 - mine];
        group_barrier(it.get_group());
        it.wait_for(
            it.async_work_group_copy(o.get_multi_ptr<access::decorated::yes>() + first, back.get_pointer(), group));
      });
    });
    fw.complete_fusion();
  }
  e2e::report("region", fw);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = in[i / group * group + group - 1 - i % group] / 2;
  e2e::expect_equal("local accessors", out, wanted);
}

struct counts {
  int *in;
  template <class R> void operator()(nd_item<1> it, R &sum) const { sum += in[it.get_global_id(0)]; }
  auto get(x::properties_tag) const { return x::properties{x::work_group_size<8>}; }
};

void reductions(queue &q) {
  int *in = malloc_shared<int>(n * 16, q), *sum = malloc_shared<int>(4, q);
  const std::vector<int> values = e2e::random_values<int>(n * 16, 9);
  std::copy(values.begin(), values.end(), in);
  int wanted = 0;
  for (int v : values)
    wanted += v % 1000;
  const auto term = [=](auto at, auto &s) { s += in[at] % 1000; };
  std::fill_n(sum, 4, 0);
  event e = q.parallel_for<class R0>(range<1>(n * 16), x::properties{x::work_group_size_hint<64>},
                                     reduction(sum, plus<>()), [=](id<1> i, auto &s) { term(i, s); });
  e = q.parallel_for<class R1>(nd_range<1>(n * 16, 16), e, x::properties{x::work_group_size<16>},
                               reduction(sum + 1, plus<>()),
                               [=](nd_item<1> i, auto &s) { term(i.get_global_id(), s); });
  e = q.parallel_for<class R2>(
      nd_range<1>(n * 16, 8), std::vector{e}, x::properties{x::work_group_size<8>, x::work_group_size_hint<8>},
      reduction(sum + 2, plus<>()), [=](nd_item<1> i, auto &s) { term(i.get_global_id(), s); });
  q.submit([&](handler &h) {
    h.depends_on(e);
    h.parallel_for<class R3>(range<2>(n, 16), x::properties{ext::syclfuse::no_fusion}, reduction(sum + 3, plus<>()),
                             [=](item<2> i, auto &s) { term(i.get_linear_id(), s); });
  });
  q.wait();
  e2e::expect_equal("reductions", std::vector<int>(sum, sum + 4), std::vector<int>(4, wanted));
  refused("group size", errc::nd_range,
          [&] { q.parallel_for<class R4>(nd_range<1>(32, 16), reduction(sum, plus<>()), counts{in}); });
  free(in, q);
  free(sum, q);
}

void kernels(queue &q, int *out, float *bits) {
  q.single_task<class Cast>([=] { out[0] = bit_cast<int>(1.5f) + bit_cast<int>(bits[0]); }).wait();
  const float one = 1.5f, other = bits[0];
  int first, second;
  std::memcpy(&first, &one, 4);
  std::memcpy(&second, &other, 4);
  e2e::expect("bit_cast", out[0] == first + second);

  const device d = q.get_device();
  using info = sycl::info::kernel_device_specific::work_group_size;
  namespace of = sycl::info::kernel_device_specific;
  auto all = get_kernel_bundle<bundle_state::executable>(q.get_context());
  const kernel k = all.get_kernel<class Cast>();
  const std::size_t most = k.get_info<info>(d), width = k.get_info<of::preferred_work_group_size_multiple>(d);
  e2e::expect("work_group_size", most >= 1 && most <= d.get_info<sycl::info::device::max_work_group_size>());
  e2e::expect("sub-groups", k.get_info<of::max_sub_group_size>(d) == width &&
                                k.get_info<of::max_num_sub_groups>(d) == (most + width - 1) / width);
  e2e::expect("nothing is fixed", k.get_info<of::compile_work_group_size>(d) == range<3>(0, 0, 0) &&
                                      k.get_info<of::compile_sub_group_size>(d) == 0 &&
                                      k.get_info<of::compile_num_sub_groups>(d) == 0 &&
                                      k.get_info<sycl::info::kernel::attributes>().empty());
  k.get_info<of::private_mem_size>(d);
  refused("num_args", errc::invalid, [&] { k.get_info<sycl::info::kernel::num_args>(); });
  e2e::expect("one image",
              std::distance(all.begin(), all.end()) == 1 && all.begin()->has_kernel(get_kernel_id<class Cast>(), d));
  const auto none = get_kernel_bundle<bundle_state::input>(q.get_context(), {d}, [](const auto &) { return false; });
  e2e::expect("selector", none.empty() && none.begin() == none.end());

  // Joined: kernels and constants of both, the later value of a constant that both have.
  auto a = get_kernel_bundle<class Takes, bundle_state::input>(q.get_context()),
       b = get_kernel_bundle<class Cast, bundle_state::input>(q.get_context());
  a.set_specialization_constant<wide_value>({4, 5, 6});
  a.set_specialization_constant<small_value>(7);
  b.set_specialization_constant<small_value>(8);
  auto joined = join(std::vector{a, b});
  e2e::expect("joined", joined.has_kernel<class Takes>() && joined.has_kernel<class Cast>() &&
                            joined.get_kernel_ids().size() == 2);
  const auto built = build(joined);
  q.submit([&](handler &h) {
     h.use_kernel_bundle(built);
     h.single_task<class Takes>([=](kernel_handler kh) {
       const wide w = kh.get_specialization_constant<wide_value>();
       out[0] = kh.get_specialization_constant<small_value>() * 1000 + static_cast<int>(w.a * 100 + w.b * 10 + w.c);
     });
   }).wait();
  e2e::expect("constants", out[0] == 8456);
  auto elsewhere = get_kernel_bundle<bundle_state::input>(context(d));
  refused("join", errc::invalid, [&] { join(std::vector{a, elsewhere}); });
}

// Within 10 bits of the precise ones where GPUs' instructions are that good.
template <class F, class P> void close_to(queue &q, const char *name, const F &fast, const P &precise) {
  constexpr std::size_t count = 1001;
  float *f = malloc_shared<float>(2 * count, q);
  q.parallel_for(range{count}, [=](id<1> i) {
     const float value = 0.25f + static_cast<float>(i[0]) / 400;
     f[i] = fast(value);
     f[count + i] = precise(value);
   }).wait();
  bool right = true;
  for (std::size_t i = 0; i < count; ++i)
    right &= std::fabs(f[i] - f[count + i]) <= 1e-3f * std::max(std::fabs(f[count + i]), 0.1f);
  e2e::expect(name, right);
  free(f, q);
}
#define E2E_CLOSE(name)                                                                                                \
  close_to(q, "native::" #name, [](float x) { return native::name(x); }, [](float x) { return sycl::name(x); });       \
  close_to(                                                                                                            \
      q, "half_precision::" #name, [](float x) { return half_precision::name(x); },                                    \
      [](float x) { return sycl::name(x); });
void fast_functions(queue &q) {
  E2E_CLOSE(sin)
  E2E_CLOSE(cos)
  E2E_CLOSE(exp)
  E2E_CLOSE(exp2)
  E2E_CLOSE(exp10)
  E2E_CLOSE(log)
  E2E_CLOSE(log2)
  E2E_CLOSE(log10)
  E2E_CLOSE(sqrt)
  E2E_CLOSE(rsqrt)
  close_to(q, "native::tan", [](float x) { return native::tan(x / 3); }, [](float x) { return sycl::tan(x / 3); });
  close_to(q, "native::recip", [](float x) { return native::recip(x); }, [](float x) { return 1 / x; });
  close_to(q, "native::divide", [](float x) { return native::divide(x, x + 3); }, [](float x) { return x / (x + 3); });
  close_to(
      q, "native::powr", [](float x) { return native::powr(x, 1.7f); }, [](float x) { return sycl::pow(x, 1.7f); });
  close_to(
      q, "native:: of vec", [](float x) { return native::exp(float4(x, -x, 0, 1)).y(); },
      [](float x) { return sycl::exp(-x); });
}

int main() {
  queue q = e2e::make_queue();
  aspects();
  fast_functions(q);
  local_memory(q);
  reductions(q);
  int *out = malloc_shared<int>(1, q);
  float *bits = malloc_shared<float>(1, q);
  bits[0] = -0.25f;
  auto annotated = x::malloc_shared_annotated<int>(4, q, x::properties{x::alignment<64>});
  e2e::expect("annotated", reinterpret_cast<std::uintptr_t>(annotated.get()) % 64 == 0);
  free(annotated.get(), q);
  kernels(q, out, bits);
  free(out, q);
  free(bits, q);
  return e2e::finish();
}
