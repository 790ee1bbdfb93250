// What SYCL 2020 asks of accessors, buffers, copies, vec and handles in its less common forms.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O1 -Wno-deprecated-declarations -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t
#include <sycl/sycl.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <numeric>
#include <set>
#include <tuple>

using namespace sycl;

#define CHECK(...)                                                                                                     \
  do {                                                                                                                 \
    if (!(__VA_ARGS__)) {                                                                                              \
      std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__);                                                            \
      failed = true;                                                                                                   \
    }                                                                                                                  \
  } while (false)
bool failed = false;

struct own {
  own(const own &o) : a(o.a) {}
  explicit own(int a) : a(a) {}
  ~own() {}
  int a;
};
template <> struct sycl::is_device_copyable<own> : std::true_type {};

// Pointers of a ranged accessor are to the first element of the buffer, its subscripts to the first of its range.
void ranged_pointers(queue q) {
  std::vector<int> data(24), out(6, -1);
  std::iota(data.begin(), data.end(), 0);
  {
    buffer<int, 2> b(data.data(), {4, 6});
    buffer<int> r(out);
    q.submit([&](handler &h) {
      accessor a(b, h, range<2>(2, 2), id<2>(1, 3), read_only);
      accessor o(r, h, write_only);
      h.single_task([=] {
        o[0] = a[0][0];
        o[1] = a.get_pointer()[0];
        o[2] = a.get_multi_ptr<access::decorated::no>()[2];
        o[3] = a[id<2>(1, 1)];
      });
    });
    host_accessor a(b, range<2>(2, 2), id<2>(1, 3), read_only);
    CHECK(a[0][0] == 9 && *a.get_pointer() == 0);
  }
  CHECK(out == std::vector<int>{9, 0, 2, 16, -1, -1});
}

void forms_of_buffers(queue q) {
  const int constant[] = {1, 2, 3};
  std::vector<std::pair<int, float>> pairs(3, {2, 0.5f});
  int sum = 0;
  {
    buffer<const int> c(constant, 3);
    buffer p(pairs);
    buffer<own> o{range<1>(1)};
    buffer<int> s(&sum, 1);
    accessor<int, 1, access_mode::read_write> later(s);
    CHECK(later.is_placeholder() && !later.has_property<property::no_init>());
    q.submit([&](handler &h) {
      h.require(later);
      auto x = c.get_access(h);
      auto y = p.get_access(h, range<1>(2), id<1>(1), read_write);
      accessor w(o, h, write_only, no_init);
      CHECK(w.has_property<property::no_init>() && !w.is_placeholder());
      h.single_task([=] {
        w[0].a = 4;
        y[1].first += x[2] + w[0].a;
        later[0] += x[0] + x[1];
      });
    });
    host_accessor<int, 0> zero(s);
    zero = zero + 10;
    auto old = p.get_access<access_mode::read>(range<1>(1), id<1>(2));
    CHECK(old[0].first == 9);
  }
  {
    buffer<std::pair<int, float>> p(pairs);
    host_accessor<std::pair<int, float>, 0, access_mode::read> first(p);
    accessor<std::pair<int, float>, 0> same(p);
    CHECK(first.size() == 1 && same.size() == 1 && same.byte_size() == sizeof(pairs[0]));
  }
  CHECK(sum == 13 && pairs[2].first == 9 && pairs[1].first == 2);
}

// Elements of several parts, and local memory that is only read.
void tuples_and_arrays(queue q) {
  std::vector<std::tuple<int, float>> tuples(5, {1, 2.0f});
  std::vector<std::array<int, 3>> arrays(5);
  {
    buffer t(tuples);
    buffer a(arrays);
    q.submit([&](handler &h) {
      accessor x(t, h, read_write);
      accessor y(a, h, write_only);
      local_accessor<int, 1> memory(range<1>(5), h);
      local_accessor<const int, 1> reads(memory), other(range<1>(2), h);
      h.parallel_for(nd_range<1>(5, 5), [=](nd_item<1> item) {
        const auto i = item.get_global_id(0);
        memory[i] = static_cast<int>(i) * 3;
        group_barrier(item.get_group());
        x[i] = {reads[4 - i], std::get<1>(x[i]) * 2};
        y[i] = {static_cast<int>(i), static_cast<int>(other.size()), std::get<0>(x[i])};
      });
    });
    host_accessor part(t, range<1>(2), id<1>(1), property_list{});
    host_accessor last(a, range<1>(1), id<1>(4), read_only, {});
    CHECK(part[0] == std::tuple<int, float>{9, 4.0f} && last[0][2] == 0);
  }
  for (int i = 0; i < 5; ++i)
    CHECK(tuples[i] == std::tuple<int, float>{12 - 3 * i, 4.0f} && arrays[i] == std::array<int, 3>{i, 2, 12 - 3 * i});
}

void deduced_buffers() {
  int array[4] = {};
  std::array<int, 4> container{};
  auto shared = std::make_shared<int>(1);
  const std::allocator<int> a;
  const property_list none;
  using expected = buffer<int, 1, std::allocator<int>>;
  static_assert(std::is_same_v<decltype(buffer(container.begin(), container.end(), a)), expected>);
  static_assert(std::is_same_v<decltype(buffer(container.begin(), container.end(), a, none)), expected>);
  static_assert(std::is_same_v<decltype(buffer(container.begin(), container.end(), none)), buffer<int>>);
  static_assert(std::is_same_v<decltype(buffer(container, a, none)), expected>);
  static_assert(std::is_same_v<decltype(buffer(container, none)), buffer<int>>);
  static_assert(std::is_same_v<decltype(buffer(static_cast<const int *>(array), range<1>(4), a)), expected>);
  static_assert(std::is_same_v<decltype(buffer(shared, range<1>(1), a)), expected>);
  buffer b(array, range<2>(2, 2), a);
  CHECK(b.size() == 4 && b.get_allocator() == a);
}

// What is device copyable by the program's word goes with a lambda, and bits become elements of a buffer.
void words_and_bits(queue q) {
  std::vector<bool> bits{true, false, true};
  int out[3] = {};
  const own word(7);
  {
    buffer<bool> from(bits.begin(), bits.end());
    buffer to(out, range<1>(3));
    q.submit([&](handler &h) {
      accessor a(from, h, read_only);
      accessor b(to, h, write_only, no_init);
      h.parallel_for(3, [=](id<1> i) { b[i] = a[i] ? word.a : -word.a; });
    });
  }
  CHECK(out[0] == 7 && out[1] == -7 && out[2] == 7);
  std::ostringstream text;
  text << q.get_backend();
  CHECK(text.str() == (q.get_backend() == backend::opencl ? "opencl" : "ext_oneapi_native_cpu"));
}

void copies_between_dimensions(queue q) {
  std::vector<int> data(24), out(24, -1), back(6, -1);
  std::iota(data.begin(), data.end(), 0);
  {
    buffer<int, 3> from(data.data(), {2, 3, 4});
    buffer<int, 1> to(out.data(), 24);
    buffer<short, 2> shorts(reinterpret_cast<short *>(back.data()), {3, 4});
    q.submit([&](handler &h) { h.copy(accessor(from, h), accessor(to, h)); });
    q.submit([&](handler &h) {
      // Two rows of three ints behind one another, in bytes.
      h.copy(accessor(from, h, range<3>(1, 2, 3), id<3>(1, 1, 1), read_only), accessor(shorts, h, write_only));
    });
  }
  CHECK(out == data);
  CHECK(back == std::vector<int>{17, 18, 19, 21, 22, 23});

  // Both with gaps: 2 planes of 2 rows of 3 go into 4 rows of 4, and then of 2, of which the last is not whole.
  std::vector<int> wide(5 * 6, -1), narrow(9 * 3, -1), same_ids(4 * 5, -1), in_a_row(3 * 2, -1);
  {
    buffer<int, 3> from(data.data(), {2, 3, 4});
    buffer<int, 2> to_wide(wide.data(), {5, 6}), to_narrow(narrow.data(), {9, 3});
    buffer<int, 2> flat(data.data(), {2, 3}), beside(same_ids.data(), {4, 5}), turned(in_a_row.data(), {3, 2});
    const auto copy = [&](buffer<int, 2> &to, range<2> part, id<2> first) {
      q.submit([&](handler &h) {
        h.copy(accessor(from, h, range<3>(2, 2, 3), id<3>(0, 1, 0), read_only),
               accessor(to, h, part, first, write_only));
      });
    };
    copy(to_wide, {4, 4}, {1, 1});
    copy(to_narrow, {7, 2}, {1, 1});
    // As many dimensions: by ids, or in a row, if these do not fit.
    q.submit([&](handler &h) {
      h.copy(accessor(flat, h, read_only), accessor(beside, h, range<2>(3, 4), id<2>(1, 1), write_only));
    });
    q.submit([&](handler &h) { h.copy(accessor(flat, h, read_only), accessor(turned, h, write_only)); });
    bool refused = false;
    try {
      copy(to_narrow, {4, 2}, {0, 0});
    } catch (const exception &e) {
      refused = e.code() == errc::invalid;
    }
    CHECK(refused);
  }
  const int copied[] = {4, 5, 6, 8, 9, 10, 16, 17, 18, 20, 21, 22};
  std::vector<int> expected_wide(wide.size(), -1), expected_narrow(narrow.size(), -1);
  for (int i = 0; i < 12; ++i) {
    expected_wide[(1 + i / 4) * 6 + 1 + i % 4] = copied[i];
    expected_narrow[(1 + i / 2) * 3 + 1 + i % 2] = copied[i];
  }
  std::vector<int> expected_ids(same_ids.size(), -1);
  for (int i = 0; i < 6; ++i)
    expected_ids[(1 + i / 3) * 5 + 1 + i % 3] = i;
  CHECK(same_ids == expected_ids);
  CHECK(in_a_row == std::vector<int>(data.begin(), data.begin() + 6));
  CHECK(wide == expected_wide);
  CHECK(narrow == expected_narrow);
}

void single_elements(queue q) {
  float out[4] = {};
  {
    buffer<float> b(out, 4);
    q.submit([&](handler &h) {
      accessor o(b, h, write_only);
      h.single_task([=] {
        float4 v(1, 2, 3, 4);
        v.x() = v.y() * 2 + v.z();
        v.w() += 1;
        v.swizzle<elem::s1>()++;
        v.y() = sycl::pow(v.y(), 2);
        o[0] = v.x();
        o[1] = v.y();
        o[2] = sycl::fmax(v.z(), 1.0f) * v.lo().x();
        o[3] = v.w() > 4 && v.w() < v.x() ? v.w() : 0.0f;
      });
    });
  }
  CHECK(out[0] == 7 && out[1] == 9 && out[2] == 21 && out[3] == 5);
  half2 h(1.5f, 2.0f);
  CHECK(h.x() * h.y() == half(3.0f) && h.x() * 2 == half(3.0f) && sycl::sqrt(h.y() + h.y()) == half(2.0f));
  int2 pair(5, 6);
  vec<int, 1> one = pair.y();
  CHECK(one.x() == 6 && sycl::max(one.x(), 7) == 7);
  static_assert(std::is_same_v<decltype(sycl::pow(2.0f, 2)), float>);
  static_assert(std::is_same_v<decltype(sycl::pow(2.0f, 2.0)), double>);
  // One edge for all elements; the template argument is then the vector's type.
  CHECK(sycl::step<float2>(1, float2(0, 2)).y() == 1 && sycl::step(1.0f, float2(0, 2)).x() == 0);
  CHECK(sycl::smoothstep<float2>(0, 2, float2(1, 3)).x() == 0.5f && sycl::step(float2(3, 1), float2(2, 2)).x() == 0);
  CHECK(sycl::smoothstep(0.0f, 2.0f, float4(1, 3, 1, 1).lo()).y() == 1);
  static_assert(std::is_same_v<decltype(sycl::step<double>(1, 2)), double>);
  // Of half by the formula, in half.
  for (int i = 8; i <= 56; ++i) {
    const half x(static_cast<float>(i) / 64), low(0.125f), high(0.875f), t = (x - low) / (high - low);
    CHECK(sycl::smoothstep(low, high, x) == t * t * (half(3) - half(2) * t));
  }
  CHECK(maximum<>()(1, 2.5) == 2.5 && minimum<>()(1, 2.5) == 1.0);
}

void printed_elements() {
  const float4 f{1.5f, 2, 3, 4};
  int3 n{5, 6, 7};
  char text[32];
  snprintf(text, sizeof(text), "%g %d %s", f.x(), n.z(), "end");
  CHECK(text == std::string("1.5 7 end"));
}

void atomics_of_sycl_1_2_1(queue q) {
  int count = 0;
  {
    buffer<int> b(&count, 1);
    q.submit([&](handler &h) {
      auto a = b.get_access<access_mode::atomic>(h);
      accessor<int, 1, access_mode::atomic, target::local> l(range<1>(1), h);
      accessor<int, 0, access_mode::atomic, target::local> single(h);
      accessor<int, 0, access_mode::atomic> first(b, h);
      accessor<int, 0, access_mode::read, target::local> read(h), other(read);
      CHECK(read == other && std::hash<decltype(read)>()(read) == std::hash<decltype(read)>()(other));
      using local_atomic = sycl::atomic<int, access::address_space::local_space>;
      h.parallel_for(nd_range<1>(8, 4), [=](nd_item<1> i) {
        if (i.get_local_id(0) == 0) {
          l[0].store(0);
          local_atomic(single).store(3);
          sycl::atomic<int>(first).fetch_add(local_atomic(single).load());
        }
        group_barrier(i.get_group());
        l[0].fetch_add(2);
        group_barrier(i.get_group());
        if (i.get_local_id(0) == 0)
          atomic_fetch_add(a[0], l[0].load());
      });
    });
  }
  CHECK(count == 22);
}

struct counter {
  int next() const { return value + 1; }
  int value;
};

void members_through_pointers_and_reducers(queue q) {
  counter c{3};
  int sum = 0;
  {
    buffer<counter> b(&c, range<1>(1));
    buffer<int> s(&sum, 1);
    q.submit([&](handler &h) {
      accessor a(b, h);
      h.single_task([=] {
        auto p = a.get_multi_ptr<access::decorated::yes>();
        static_assert(std::is_same_v<decltype(p.operator->()), decltype(p)::pointer>);
        p->value += p->next();
      });
    });
    q.submit([&](handler &h) {
      h.parallel_for(range<1>(10), reduction(s, h, plus<int>()), [=](id<1>, auto &r) {
        static_assert(std::is_same_v<decltype(r.combine(1)), decltype(r)>);
        const auto &constant = r;
        ((constant += 1) += 2).combine(3);
      });
    });
  }
  CHECK(c.value == 7 && sum == 60);
}

// A kernel without work-groups has no local memory, not even to ask for its size; what it does not have may be made.
void local_accessors_without_groups(queue q) {
  bool refused = false;
  try {
    q.submit([&](handler &h) {
      local_accessor<int, 1> memory(range<1>(2), h);
      h.parallel_for<class with_memory>(range<1>(2), [=](id<1>) { (void)memory.size(); });
    });
  } catch (const exception &e) {
    refused = e.code() == errc::kernel_argument;
  }
  CHECK(refused);
  q.submit([&](handler &h) {
     local_accessor<int, 1> unused(range<1>(2), h);
     local_accessor<int, 1> larger_than_the_device_has(range<1>(1 << 25), h);
     h.single_task<class without_memory>([=] {});
   }).wait();
}

void handles(queue q) {
  event a, b = a, c = q.single_task([] {}), d = q.single_task([] {});
  CHECK(a == b && a != c && c != d && event() != event());
  CHECK(std::set<std::size_t>{std::hash<event>()(a), std::hash<event>()(c), std::hash<event>()(d)}.size() == 3);
  CHECK(queue(q.get_device()).get_context() == queue(q.get_device()).get_context());
  CHECK(context(q.get_device()) != q.get_context());
  auto bundle = get_kernel_bundle<bundle_state::executable>(q.get_context()), same = bundle;
  CHECK(std::hash<decltype(bundle)>()(bundle) == std::hash<decltype(bundle)>()(same));
  q.single_task<class hashed>([] {});
  bundle = get_kernel_bundle<bundle_state::executable>(q.get_context());
  const kernel_id id = get_kernel_id<class hashed>(), same_id = id;
  CHECK(std::hash<kernel_id>()(id) == std::hash<kernel_id>()(same_id));
  const kernel k = bundle.get_kernel(id), same_kernel = k;
  CHECK(std::hash<kernel>()(k) == std::hash<kernel>()(same_kernel));
  const auto image = *bundle.begin(), same_image = image;
  CHECK(std::hash<std::remove_const_t<decltype(image)>>()(image) ==
        std::hash<std::remove_const_t<decltype(image)>>()(same_image));
  static_assert(std::is_same_v<sycl::byte, std::uint8_t>);
  const char *text = "why";
  exception e(q.get_context(), 1, sycl_category(), text);
  CHECK(e.has_context() && e.code().value() == 1 && e.what() == std::string(text) && exception_list().size() == 0);
  CHECK(context(q.get_device().get_platform(), [](exception_list) {}).get_devices().size() > 0);
  using id_type = specialization_id<int>;
  static_assert(!std::is_copy_constructible_v<id_type> && !std::is_move_constructible_v<id_type> &&
                !std::is_copy_assignable_v<id_type> && !std::is_move_assignable_v<id_type>);
  static_assert(SYCL_FEATURE_SET_FULL && SYCL_DEVICE_COPYABLE);
  CHECK(!q.get_device().has(aspect::host_debuggable));
}

void standard_classes_of_sycl_1_2_1(queue q) {
  const string_class version = "cl_khr_no_such_extension";
  CHECK(!q.get_device().has_extension(version));
  const vector_class<device> devices = device::get_devices();
  CHECK(!devices.empty() && hash_class<device>()(devices[0]) == std::hash<device>()(devices[0]));
  unsigned seen = 0;
  const function_class<void(exception_list)> count = [&](exception_list errors) {
    for (exception_ptr_class error : errors)
      seen += error != nullptr;
  };
  queue(q.get_device(), count).throw_asynchronous();
  mutex_class mutex;
  std::lock_guard lock(mutex);
  unique_ptr_class<int> one(new int(1));
  shared_ptr_class<int> shared(std::move(one));
  CHECK(seen == 0 && *weak_ptr_class<int>(shared).lock() == 1);
}

void vectors_of_named_memory() {
  using access::address_space, access::decorated;
  float data[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  vec<float, 4> v;
  v.load<address_space::global_space>(1, multi_ptr<const float, address_space::global_space>(data));
  CHECK(v[0] == 4 && v[3] == 7);
  v.store<address_space::global_space, decorated::no>(
      0, address_space_cast<address_space::global_space, decorated::no>(data));
  CHECK(data[0] == 4 && data[3] == 7 && data[4] == 4);
}

int first_of(host_accessor<const int> a) { return a[0]; }

void implicit_conversions(queue q) {
  using access::address_space, access::decorated;
  static_assert(std::is_same_v<host_accessor<const int>, host_accessor<const int, 1, access_mode::read>>);
  int data[2] = {1, 2};
  multi_ptr<int, address_space::generic_space, decorated::no> p(data);
  int *raw = p;
  void *any = multi_ptr<void, address_space::generic_space, decorated::no>(p);
  CHECK(raw == data && any == data && p == raw && raw + 1 == p + 1 && p[1] == 2 && *p == 1);
  buffer<int> b(data, range<1>(2));
  q.submit([&](handler &h) {
    accessor acc(b, h);
    h.single_task([=] {
      int *of_global = acc.get_multi_ptr<decorated::no>();
      of_global[0] = 7;
      auto decorated_too = acc.get_multi_ptr<decorated::yes>();
      if (decorated_too != nullptr)
        *decorated_too += 1;
    });
  });
  host_accessor both(b);
  host_accessor<const int> read = both;
  CHECK(first_of(both) == 8 && read[1] == 2);
}

// What get() of them gives has an address space in device code.
void joint_functions_of_decorated_pointers(queue q) {
  constexpr int n = 45;
  int values[n], sums[n], all = 0;
  std::iota(values, values + n, 1);
  {
    buffer<int> a(values, range<1>(n)), b(sums, range<1>(n)), c(&all, range<1>(1));
    q.submit([&](handler &h) {
      accessor<int, 1, access_mode::read_write> from(a, h), to(b, h), sum(c, h);
      h.parallel_for(nd_range<1>(16, 16), [=](nd_item<1> i) {
        auto first = from.get_multi_ptr<access::decorated::yes>().get();
        auto out = to.get_multi_ptr<access::decorated::yes>().get();
        joint_inclusive_scan(i.get_group(), first, first + n, out, plus<>());
        const int whole = joint_reduce(i.get_group(), first, first + n, plus<int>());
        if (i.get_local_id(0) == 0)
          sum[0] = whole;
      });
    });
  }
  CHECK(all == n * (n + 1) / 2 && sums[n - 1] == all && sums[3] == 10);
  static_assert(std::is_same_v<cl_ulong, std::uint64_t> && std::is_same_v<cl_float, opencl::cl_float>);
}

int main() {
  queue q;
  ranged_pointers(q);
  forms_of_buffers(q);
  tuples_and_arrays(q);
  deduced_buffers();
  words_and_bits(q);
  copies_between_dimensions(q);
  single_elements(q);
  printed_elements();
  atomics_of_sycl_1_2_1(q);
  members_through_pointers_and_reducers(q);
  local_accessors_without_groups(q);
  handles(q);
  standard_classes_of_sycl_1_2_1(q);
  vectors_of_named_memory();
  implicit_conversions(q);
  joint_functions_of_decorated_pointers(q);
  return failed;
}
