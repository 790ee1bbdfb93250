// A capture that cannot be copied byte by byte is named at its place. What sycl::is_device_copyable says of a class counts,
// in a lambda, too, and in a lambda that a lambda captures.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
#include <optional>
#include <string>
#include <sycl/sycl.hpp>
#include <tuple>
#include <vector>

template <class T> struct own {
  own(T value) : value(value) {}
  own(const own &other) : value(other.value) {}
  ~own() {}
  T value;
};
template <class T> struct sycl::is_device_copyable<own<T>> : sycl::is_device_copyable<T> {};

struct holder { // says nothing of itself
  own<int> inner;
};
struct vouched {
  std::vector<int> unused;
  int value;
};
template <> struct sycl::is_device_copyable<vouched> : std::true_type {};
struct functor {
  own<int> a;
  int *p;
  void operator()() const { p[0] = a.value; }
};

void run(sycl::queue &q, int *p) {
  std::vector<int> values(3);
  std::string text;
  std::pair<int, float> pair;
  std::tuple<int, double> tuple;
  std::optional<int> maybe;
  int array[3] = {};
  sycl::buffer<int> buffer{sycl::range<1>(3)};
  own<float> number(1);
  own<std::string> own_text("x");
  holder held{own<int>(3)};
  vouched word{{}, 3};
  // CHECK-NOT: error: kernel {{'(Copyable|Specialized|Inner|functor)'}}
  // CHECK-DAG: cpp:[[#@LINE+2]]:44: error: kernel 'Vector' captures 'values' of type 'std::vector<int, std::allocator<int>>', which cannot be copied to a device byte by byte [SF1037] [-Wsycl-fuse-capture-not-copyable]
  // CHECK-DAG: note: capture plain values, accessors, or pointers to USM
  q.single_task<class Vector>([=] { p[0] = values[0]; });
  // CHECK-DAG: cpp:[[#@LINE+1]]:{{[0-9]+}}: error: kernel 'Text' captures 'text' of type 'std::basic_string<char, {{.*}}>'
  q.single_task<class Text>([text, p] { p[0] = text[0]; });
  // CHECK-DAG: error: kernel 'Buffer' captures 'buffer' of type 'sycl::buffer<int, 1, {{.*}}>'
  q.single_task<class Buffer>([=] { p[0] = buffer.size(); });
  q.single_task<class Copyable>([=] { p[0] = pair.first + std::get<0>(tuple) + *maybe + array[p[1]]; });
  q.single_task<class Specialized>([=] { p[0] = number.value + word.value; });
  auto inner = [=] { return number.value; };
  q.single_task<class Inner>([=] { p[0] = inner(); });
  q.single_task(functor{own<int>(3), p});
  // CHECK-DAG: error: kernel 'OwnText' captures 'own_text' of type 'own<std::basic_string<char, {{.*}}>>'
  q.single_task<class OwnText>([own_text, p] { p[0] = own_text.value[0]; });
  // CHECK-DAG: error: kernel 'Holder' captures 'held' of type 'holder'
  q.single_task<class Holder>([=] { p[0] = held.inner.value; });
  // CHECK-DAG: cpp:[[#@LINE+1]]:30: error: kernel 'Unlike' captures 'values' of type 'std::vector<int, std::allocator<int>>'
  auto unlike = [=] { return values[0]; };
  q.single_task<class Unlike>([=] { p[0] = unlike(); });
}
// CHECK-NOT: error: kernel {{'(Copyable|Specialized|Inner|functor)'}}
