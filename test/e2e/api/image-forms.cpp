// Images and their accessors in every form that SYCL 2020 has: constructors, host memory of all kinds, writing back,
// properties, equality, accessors of the host and of host tasks, and errors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

#include <list>
#include <unordered_set>

using namespace sycl;

namespace {

constexpr image_format floats = image_format::r32g32b32a32_sfloat, bytes = image_format::r8g8b8a8_uint;
constexpr image_sampler edges{addressing_mode::clamp_to_edge, coordinate_normalization_mode::unnormalized,
                              filtering_mode::nearest};

template <class F> void expect_invalid(const char *what, F f) {
  try {
    f();
    e2e::expect(what, false);
  } catch (const exception &e) {
    e2e::expect(what, e.code() == errc::invalid);
    std::printf("%s: %s\n", what, e.what());
  }
}

// Adds 1 to each channel.
template <class Image> class AddsOne;
template <class Image> void add_one(queue &q, Image &image) {
  q.submit([&](handler &h) {
    auto x = image.template get_access<uint4, access_mode::read>(h);
    auto y = image.template get_access<uint4, access_mode::write>(h);
    h.parallel_for<AddsOne<Image>>(image.get_range(), [=](id<2> i) {
      const int2 at(static_cast<int>(i[0]), static_cast<int>(i[1]));
      y.write(at, x.read(at) + 1u);
    });
  });
}
bool are(const std::vector<unsigned char> &v, unsigned char x) {
  return std::all_of(v.begin(), v.end(), [x](unsigned char y) { return x == y; });
}

void sizes() {
  const unsampled_image<2> plain(floats, range<2>(7, 3)), wide(floats, range<2>(7, 3), range<1>(128));
  const unsampled_image<3> deep(bytes, range<3>(5, 4, 3), range<2>(24, 24 * 6), property_list{});
  e2e::expect("size", plain.size() == 21 && plain.byte_size() == 21 * 16 && plain.get_pitch() == range<1>(112));
  e2e::expect("pitch", wide.size() == 21 && wide.byte_size() == 384 && wide.get_pitch()[0] == 128);
  e2e::expect("pitches", deep.get_pitch() == range<2>(24, 144) && deep.byte_size() == 432 &&
                             deep.get_range() == range<3>(5, 4, 3));
  std::vector<float> data(400);
  const unsampled_image deduced(data.data(), floats, range<1>(100));
  const sampled_image sampled(data.data(), floats, edges, range<2>(10, 10), range<1>(160), std::allocator<std::byte>());
  static_assert(std::is_same_v<decltype(deduced), const unsampled_image<1>> &&
                std::is_same_v<decltype(sampled), const sampled_image<2>>);
  e2e::expect("deduced", deduced.size() == 100 && sampled.size() == 100 && sampled.get_pitch()[0] == 160);
  (void)plain.get_allocator();
}

// What is left of bytes of 7 to which a kernel adds 1, where `set` says where they go.
template <class F> std::vector<unsigned char> added_to(queue &q, F set) {
  std::vector<unsigned char> data(8 * 6 * 4, 7);
  {
    unsampled_image<2> image(data.data(), bytes, range<2>(8, 6), {property::image::use_host_ptr()});
    set(image);
    add_one(q, image);
    q.wait();
  }
  return data;
}

void writing_back(queue &q) {
  std::vector<unsigned char> other(8 * 6 * 4);
  std::list<unsigned> listed;
  const auto shared = std::make_shared<std::array<unsigned char, 8 * 6 * 4>>();
  e2e::expect("to the pointer", are(added_to(q, [](auto &) {}), 8));
  added_to(q, [&](auto &i) { i.set_final_data(other.data()); });
  e2e::expect("to another pointer", are(other, 8));
  added_to(q, [&](auto &i) { i.set_final_data(std::back_inserter(listed)); });
  e2e::expect("through an inserter", listed.size() == 48 && listed.front() == 0x08080808);
  added_to(q, [&](auto &i) { i.set_final_data(std::weak_ptr(shared)); });
  e2e::expect("to what is shared", shared->front() == 8 && shared->back() == 8);
  other.assign(other.size(), 0);
  added_to(q, [&](auto &i) {
    i.set_final_data(other.begin());
    i.set_write_back(false);
  });
  added_to(q, [&](auto &i) { i.set_final_data(); });
  e2e::expect("nowhere", are(other, 0));
}

void properties() {
  std::mutex m;
  const unsampled_image<2> image(bytes, range<2>(8, 6), {property::image::use_mutex(m)});
  e2e::expect("property", image.get_property<property::image::use_mutex>().get_mutex_ptr() == &m &&
                              !image.has_property<property::image::use_host_ptr>());
}

// Memory that is shared, and memory that is not aligned to a pixel.
void kinds_of_memory(queue &q) {
  std::vector<unsigned char> data(8 * 6 * 4 + 3, 1);
  {
    unsampled_image<2> image(data.data() + 1, bytes, range<2>(8, 6));
    add_one(q, image);
  }
  e2e::expect("not aligned", data[0] == 1 && data[1] == 2 && data[192] == 2 && data[193] == 1);
  std::shared_ptr<void> shared(new unsigned char[8 * 6 * 4](),
                               [](void *p) { delete[] static_cast<unsigned char *>(p); });
  const auto *first = static_cast<unsigned char *>(shared.get());
  std::shared_ptr<const void> constant = shared;
  {
    unsampled_image<2> image(shared, bytes, range<2>(8, 6)), empty(shared, bytes, range<2>(2, 2), range<1>(8));
    add_one(q, image);
  }
  e2e::expect("shared", first[0] == 1 && first[191] == 1);
  sampled_image<2> sampled(constant, bytes, edges, range<2>(8, 6));
  shared.reset();
  constant.reset();
  e2e::expect("kept", sampled.get_host_access<uint4>().read(float2(100, 100))[3] == 1);
}

struct counting : std::allocator<std::byte> {
  static inline int allocations = 0;
  template <class U> struct rebind {
    using other = counting;
  };
  std::byte *allocate(std::size_t n) {
    ++allocations;
    return std::allocator<std::byte>::allocate(n);
  }
};

void allocators(queue &q) {
  std::vector<unsigned char> out(8 * 6 * 4);
  {
    unsampled_image<2, counting> image(bytes, range<2>(8, 6), counting());
    image.set_final_data(out.data());
    {
      auto h = image.get_host_access<uint4>();
      for (int i = 0; i < 48; ++i)
        h.write(int2(i % 8, i / 8), uint4(i));
      e2e::expect("host access", h.size() == 48 && h.read(int2(3, 2))[1] == 19);
    }
    add_one(q, image);
  }
  e2e::expect("allocator", counting::allocations == 1 && out[0] == 1 && out[191] == 48);
}

void handles(queue &q) {
  unsampled_image<1> a(bytes, range<1>(4)), b(bytes, range<1>(4)), c = a;
  const std::unordered_set<unsampled_image<1>> set{a, b, c};
  e2e::expect("equality", a == c && a != b && set.size() == 2);
  std::array<float, 16> data{};
  sampled_image<1> s(data.data(), floats, edges, range<1>(4)), t = s;
  e2e::expect("sampled equality", s == t && std::hash<sampled_image<1>>()(s) == std::hash<sampled_image<1>>()(t));
  q.submit([&](handler &h) {
    unsampled_image_accessor<uint4, 1, access_mode::read> x(a, h), y = x, z(b, h);
    const unsampled_image_accessor<const uint4, 1, access_mode::read> w = x;
    e2e::expect("accessors",
                x == y && x != z && x.size() == 4 && w.size() == 4 && !x.has_property<property::no_init>());
    e2e::expect("hashes", std::hash<decltype(x)>()(x) == std::hash<decltype(x)>()(y));
    const sampled_image_accessor<float4, 1> v(s, h);
    e2e::expect("sampled accessor", v.size() == 4 && v == v);
    h.single_task<class Handles>([=] { (void)(x == y); });
  });
  using write = unsampled_image_accessor<uint4, 1, access_mode::write>;
  static_assert(std::is_same_v<write::value_type, uint4> && std::is_same_v<write::const_reference, const uint4 &>);
  static_assert(std::is_same_v<cl_half4, half4> && std::is_same_v<cl_uint4, uint4>); // as SYCL 1.2.1 names them
  static_assert(std::is_trivially_copyable_v<write> && std::is_trivially_copyable_v<sampled_image_accessor<float4, 3>>);
}

// A host task between two kernels has what the first wrote, and the second what it wrote.
void host_tasks(queue &q) {
  std::vector<unsigned char> data(8 * 6 * 4, 10);
  {
    unsampled_image<2> image(data.data(), bytes, range<2>(8, 6));
    add_one(q, image);
    q.submit([&](handler &h) {
      auto x = image.get_access<uint4, access_mode::read, image_target::host_task>(h);
      auto y = image.get_access<uint4, access_mode::write, image_target::host_task>(h);
      h.host_task([=] {
        for (int i = 0; i < 48; ++i)
          y.write(int2(i % 8, i / 8), x.read(int2(i % 8, i / 8)) * 2u);
      });
    });
    add_one(q, image);
  }
  e2e::expect("host task", are(data, 23));
}

void errors(queue &q) {
  unsampled_image<2> image(bytes, range<2>(4, 4));
  expect_invalid("another type", [&] { image.get_host_access<float4>(); });
  expect_invalid("no_init", [&] { image.get_host_access<const uint4>(no_init); });
  expect_invalid("in a kernel", [&] { q.submit([&](handler &h) { image.get_access<int4, access_mode::read>(h); }); });
  expect_invalid("no pixel", [] { unsampled_image<2>(bytes, range<2>(4, 0)); });
  expect_invalid("too many", [] { unsampled_image<1>(bytes, range<1>((1 << 24) + 1)); });
  expect_invalid("narrow", [] { unsampled_image<2>(bytes, range<2>(4, 4), range<1>(12)); });
  expect_invalid("between pixels", [] { unsampled_image<2>(bytes, range<2>(4, 4), range<1>(18)); });
  expect_invalid("between rows", [] { unsampled_image<3>(bytes, range<3>(4, 4, 4), range<2>(16, 72)); });
  expect_invalid("get_property", [&] { (void)image.get_property<property::image::use_mutex>(); });
}

} // namespace

int main() {
  queue q;
  sizes();
  writing_back(q);
  properties();
  kinds_of_memory(q);
  allocators(q);
  handles(q);
  host_tasks(q);
  errors(q);
  return e2e::finish();
}
// CHECK: another type: image accessor: pixels of the image's format are not read as its DataT
// CHECK: no pixel: image: the range in dimension 1 is 0
// CHECK: narrow: image: the pitch in dimension 0 is 12, which does not go with 16
// CHECK: between rows: image: the pitch in dimension 1 is 72, which does not go with 16
// CHECK: all results right
