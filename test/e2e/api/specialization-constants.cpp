// Specialization constants have in kernels the values of handler or kernel_bundle, or their defaults: alone, in fused
// regions, in host code; kernel bundles hold the kernels of the program, and refuse what they do not hold.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --require 2>&1 | FileCheck-22 %s --allow-empty --check-prefix=BUILD
// BUILD-NOT: {{SF[0-9]}}
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s --check-prefixes=CHECK,FUSED
// RUN: clang++-22 %t.o %runtime_lib -o %t.host
// RUN: %t.host | FileCheck-22 %s --check-prefixes=CHECK,HOST
// CHECK: too many: specialization constants: the values of one command take more than 16 slots of 16 bytes
// CHECK: other kernel: {{.*}}is not in the kernel_bundle
// CHECK: other context: {{.*}}different contexts
// FUSED: region: aot none
// HOST: region: unfused no_bundle
// CHECK: all results right
#include "e2e.hpp"

#include <functional>

using namespace sycl;

class Range;
class Groups;
class Task;
class First;
class Second;
class Other;
class Slots;

struct pair {
  float a;
  double b;
  constexpr pair(float x, double y) : a(x), b(y) {}
};
constexpr specialization_id<int> scale{3};
constexpr specialization_id<bool> negate{false};
constexpr specialization_id<int> asked_for_by_no_kernel{3};
namespace {
constexpr specialization_id<pair> coefficients{1.5f, -2.25};
}
struct holder {
  static constexpr specialization_id<std::uint64_t> shift{std::uint64_t{1} << 40};
};
struct large {
  double values[5];
  constexpr explicit large(double x) : values{x, x + 1, x + 2, x + 3, x + 4} {}
};
constexpr specialization_id<large> numbers{0.5};
template <int N> struct many {
  static constexpr specialization_id<char> id{char(N)};
};

constexpr std::size_t n = 1013;

struct values {
  int scale = 3;
  bool negate = false;
  pair coefficients{1.5f, -2.25};
  std::uint64_t shift = std::uint64_t{1} << 40;
  double of(std::size_t i, float x) const {
    double v = double(i) * scale + coefficients.a * coefficients.b + double(shift) + x;
    return negate ? -v : v;
  }
};
values read(kernel_handler h) {
  return {h.get_specialization_constant<scale>(), h.get_specialization_constant<negate>(),
          h.get_specialization_constant<coefficients>(), h.get_specialization_constant<holder::shift>()};
}

std::vector<double> wanted(const values &v, const std::vector<float> &x) {
  std::vector<double> all(n);
  for (std::size_t i = 0; i < n; ++i)
    all[i] = v.of(i, x[i]);
  return all;
}

void check(queue &q, const char *what, const values &v, const std::function<void(handler &)> &set, bool own = true) {
  const auto x = e2e::random_values<float>(n, 7);
  std::vector<double> got(n), groups(n), one(1);
  {
    buffer<float> in(x.data(), n);
    buffer<double> out(got), out2(groups), out3(one);
    q.submit([&](handler &h) {
      accessor a(in, h, read_only);
      accessor b(out, h, write_only, no_init);
      set(h);
      h.parallel_for<Range>(range<1>(n), [=](id<1> i, kernel_handler k) { b[i] = read(k).of(i[0], a[i]); });
    });
    q.submit([&](handler &h) {
      accessor a(in, h, read_only);
      accessor b(out2, h, write_only, no_init);
      h.parallel_for<Groups>(nd_range<1>((n + 15) / 16 * 16, 16), [=](nd_item<1> it, kernel_handler k) {
        if (std::size_t i = it.get_global_id(0); i < n)
          b[i] = read(k).of(i, a[i]);
      });
      set(h); // the order does not matter
    });
    q.submit([&](handler &h) {
      accessor b(out3, h, write_only, no_init);
      set(h);
      if (own) // the values of a kernel_bundle are not the handler's
        e2e::expect(what, h.get_specialization_constant<scale>() == v.scale);
      h.single_task<Task>([=](kernel_handler k) { b[0] = read(k).of(0, 0); });
    });
  }
  e2e::expect_equal(what, got, wanted(v, x));
  e2e::expect_equal(what, groups, wanted(v, x));
  e2e::expect(what, one[0] == v.of(0, 0));
}

// Two kernels, of which the second has a value set; what is between them stays in registers.
void fuse(queue &q) {
  const auto x = e2e::random_values<float>(n, 8);
  std::vector<double> got(n);
  {
    buffer<float> in(x.data(), n);
    buffer<double> between(range<1>(n), {e2e::promote_private{}}), out(got);
    e2e::fusion_wrapper fw{q};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a(in, h, read_only);
      accessor b(between, h, write_only, no_init);
      h.parallel_for<First>(range<1>(n), [=](id<1> i, kernel_handler k) { b[i] = read(k).of(i[0], a[i]); });
    });
    q.submit([&](handler &h) {
      accessor a(between, h, read_only);
      accessor b(out, h, write_only, no_init);
      h.set_specialization_constant<scale>(-11);
      h.parallel_for<Second>(range<1>(n),
                             [=](id<1> i, kernel_handler k) { b[i] = a[i] * k.get_specialization_constant<scale>(); });
    });
    fw.complete_fusion();
    e2e::report("region", fw);
  }
  auto all = wanted({}, x);
  for (double &v : all)
    v *= -11;
  e2e::expect_equal("fused", got, all);
}

template <int... N> void set_many(handler &h, std::integer_sequence<int, N...>) {
  (h.set_specialization_constant<many<N>::id>('x'), ...);
}

template <class F> void refused(const char *what, errc code, const F &f) {
  try {
    f();
    e2e::expect(what, false);
  } catch (const sycl::exception &e) {
    e2e::expect(what, e.code() == code);
    std::printf("%s: %s\n", what, e.what());
  }
}

void bundles(queue &q) {
  const context c = q.get_context();
  auto input = get_kernel_bundle<bundle_state::input>(
      c, {get_kernel_id<Range>(), get_kernel_id<Groups>(), get_kernel_id<Task>()});
  e2e::expect("bundle", !input.empty() && input.has_kernel<Range>() && input.has_kernel<Range>(q.get_device()) &&
                            !input.has_kernel<Second>());
  input.set_specialization_constant<scale>(17);
  input.set_specialization_constant<negate>(true);
  input.set_specialization_constant<asked_for_by_no_kernel>(1);
  e2e::expect("constants of kernels", input.has_specialization_constant<scale>() &&
                                          !input.has_specialization_constant<asked_for_by_no_kernel>() &&
                                          input.contains_specialization_constants());
  auto built = build(input);
  input.set_specialization_constant<scale>(18);
  e2e::expect("a built bundle keeps its values", built.get_specialization_constant<scale>() == 17);
  e2e::expect("input", input.get_specialization_constant<scale>() == 18);
  values v;
  v.scale = 17;
  v.negate = true;
  check(q, "bundle", v, [&](handler &h) { h.use_kernel_bundle(built); }, false);
  e2e::expect("has", has_kernel_bundle<bundle_state::executable>(c, {get_kernel_id<Range>()}));
  e2e::expect("compatible", is_compatible<Range>(q.get_device()));
  kernel k = built.get_kernel<Range>();
  e2e::expect("name", k.get_info<info::kernel::function_name>() == get_kernel_id<Range>().get_name());
  e2e::expect("size", k.get_info<info::kernel_device_specific::work_group_size>(q.get_device()) >= 16);
  const auto ids = get_kernel_ids(); // of what sycl-fuse built: none in the program of host code
  e2e::expect("ids", ids.empty() || std::count(ids.begin(), ids.end(), get_kernel_id<Range>()) == 1);

  refused("not in it", errc::invalid, [&] { built.get_kernel<Second>(); });
  refused("other kernel", errc::kernel_not_supported, [&] {
    q.submit([&](handler &h) {
      h.use_kernel_bundle(built);
      h.single_task<Other>([] {});
    });
  });
  refused("set after", errc::invalid, [&] {
    q.submit([&](handler &h) {
      h.use_kernel_bundle(built);
      h.set_specialization_constant<scale>(1);
    });
  });
  refused("get after", errc::invalid, [&] {
    q.submit([&](handler &h) {
      h.use_kernel_bundle(built);
      h.get_specialization_constant<scale>();
    });
  });
  refused("set before", errc::invalid, [&] {
    q.submit([&](handler &h) {
      h.set_specialization_constant<scale>(1);
      h.use_kernel_bundle(built);
    });
  });
  refused("other context", errc::invalid, [&] {
    auto elsewhere = get_kernel_bundle<Task, bundle_state::executable>(context(q.get_device()));
    q.submit([&](handler &h) { h.use_kernel_bundle(elsewhere); });
  });
}

// Values of several slots, between others; 16 slots are just enough.
void slots(queue &q) {
  double *p = malloc_shared<double>(7, q);
  q.submit([&](handler &h) {
     set_many(h, std::make_integer_sequence<int, 12>());
     h.set_specialization_constant<numbers>(large(8.25)); // 3 slots
     h.set_specialization_constant<many<1>::id>('b');
     h.set_specialization_constant<scale>(21);
     h.single_task<Slots>([=](kernel_handler k) {
       const large v = k.get_specialization_constant<numbers>();
       for (int i = 0; i < 5; ++i)
         p[i] = v.values[i];
       p[5] = k.get_specialization_constant<scale>();
       p[6] = k.get_specialization_constant<many<1>::id>() * 1000 + k.get_specialization_constant<many<11>::id>() +
              k.get_specialization_constant<many<12>::id>();
     });
   }).wait();
  e2e::expect_equal("slots", std::vector<double>(p, p + 7),
                    {8.25, 9.25, 10.25, 11.25, 12.25, 21, 'b' * 1000 + 'x' + 12});
  free(p, q);
  refused("too large", errc::invalid, [&] {
    q.submit([](handler &h) {
      set_many(h, std::make_integer_sequence<int, 14>());
      h.set_specialization_constant<numbers>(large(1));
    });
  });
}

int main() {
  queue q = e2e::make_queue();
  check(q, "defaults", {}, [](handler &) {});
  values v;
  v.scale = -5;
  v.coefficients = {8.f, 0.125};
  check(q, "two set", v, [](handler &h) {
    h.set_specialization_constant<coefficients>({1.f, 1.});
    h.set_specialization_constant<scale>(-5);
    h.set_specialization_constant<coefficients>({8.f, 0.125}); // the last counts
  });
  refused("too many", errc::invalid,
          [&] { q.submit([](handler &h) { set_many(h, std::make_integer_sequence<int, 17>()); }); });
  slots(q);
  bundles(q);
  fuse(q);
  return e2e::finish();
}
