// Pointers of all address spaces point to what accessors and variables have, copies of a work-group arrive, fences and
// atomic_ref order and update.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;
using access::address_space;
using access::decorated;

// What converts to what (4.7.7.1).
template <class To, class From> constexpr bool implicitly = std::is_convertible_v<From, To>;
template <class To, class From>
constexpr bool only_explicitly = !std::is_convertible_v<From, To> && std::is_constructible_v<To, From>;
static_assert(implicitly<raw_global_ptr<const int>, raw_global_ptr<int>> &&
              !std::is_constructible_v<raw_global_ptr<int>, raw_global_ptr<const int>>);
static_assert(implicitly<decorated_global_ptr<int>, raw_global_ptr<int>> &&
              implicitly<raw_local_ptr<int>, decorated_local_ptr<int>>);
static_assert(implicitly<raw_generic_ptr<int>, raw_global_ptr<int>> &&
              implicitly<raw_generic_ptr<const int>, private_ptr<int>>);
static_assert(only_explicitly<raw_local_ptr<int>, raw_generic_ptr<int>> &&
              !std::is_constructible_v<raw_local_ptr<int>, raw_global_ptr<int>>);
static_assert(implicitly<raw_global_ptr<void>, raw_global_ptr<int>> &&
              only_explicitly<raw_global_ptr<int>, raw_global_ptr<void>>);
static_assert(implicitly<raw_global_ptr<const void>, raw_global_ptr<int>> &&
              !std::is_constructible_v<raw_global_ptr<int>, raw_global_ptr<const void>>);
static_assert(implicitly<raw_global_ptr<int>, std::nullptr_t> &&
              !std::is_constructible_v<raw_global_ptr<int>, raw_global_ptr<float>>);
static_assert(implicitly<int *, global_ptr<int>> && implicitly<global_ptr<int>, int *> &&
              implicitly<int *, raw_global_ptr<int>> && !implicitly<raw_global_ptr<int>, int *>);
static_assert(implicitly<raw_global_ptr<int>, accessor<int>> &&
              !std::is_constructible_v<raw_local_ptr<int>, accessor<int>>);
static_assert(implicitly<raw_local_ptr<int>, local_accessor<int>> &&
              !std::is_constructible_v<raw_global_ptr<int>, local_accessor<int>>);
static_assert(!std::is_constructible_v<raw_global_ptr<int>, accessor<int, 1, access_mode::read>>);
using constants = accessor<int, 1, access_mode::read, target::constant_buffer>;
static_assert(implicitly<constant_ptr<int>, constants> && implicitly<constant_ptr<void>, constants> &&
              !std::is_constructible_v<constant_ptr<float>, constants> &&
              !std::is_constructible_v<raw_global_ptr<const int>, constants>);
static_assert(std::is_same_v<global_ptr<int>::const_reference_t, const int &> &&
              std::is_same_v<decltype(global_ptr<int>().get()), global_ptr<int>::pointer_t> &&
              std::is_same_v<decltype(raw_global_ptr<int>().get()), int *>);
static_assert(std::is_trivially_copyable_v<decorated_global_ptr<float>> &&
              sizeof(raw_local_ptr<double>) == sizeof(void *));
static_assert(std::is_same_v<std::iterator_traits<raw_global_ptr<int>>::value_type, int>);

// What accessors give (4.7.6.9.2, 4.7.6.10.2, 4.7.6.11.2).
template <class T, access_mode M, target G = target::device>
using pointer_of = decltype(std::declval<const accessor<T, 1, M, G> &>().get_pointer());
template <decorated D, class A> using multi_ptr_of = decltype(std::declval<const A &>().template get_multi_ptr<D>());
static_assert(std::is_same_v<pointer_of<int, access_mode::read_write>, global_ptr<int, decorated::legacy>>);
static_assert(std::is_same_v<pointer_of<int, access_mode::read>, global_ptr<const int, decorated::legacy>>);
static_assert(std::is_same_v<pointer_of<int, access_mode::read, target::constant_buffer>, constant_ptr<int>>);
static_assert(std::is_same_v<pointer_of<int, access_mode::write, target::host_task>, int *>);
static_assert(std::is_same_v<decltype(std::declval<host_accessor<int, 2> &>().get_pointer()), int *>);
static_assert(
    std::is_same_v<decltype(std::declval<host_accessor<int, 1, access_mode::read> &>().get_pointer()), const int *>);
static_assert(
    std::is_same_v<decltype(std::declval<local_accessor<int> &>().get_pointer()), local_ptr<int, decorated::legacy>>);
static_assert(std::is_same_v<multi_ptr_of<decorated::yes, accessor<int>>, decorated_global_ptr<int>>);
static_assert(
    std::is_same_v<multi_ptr_of<decorated::no, accessor<int, 1, access_mode::read>>, raw_global_ptr<const int>>);
static_assert(std::is_same_v<multi_ptr_of<decorated::no, local_accessor<int, 3>>, raw_local_ptr<int>>);
static_assert(std::is_same_v<accessor<int, 1, access_mode::read>::value_type, const int> &&
              std::is_same_v<accessor<int>::value_type, int>);

// Pointers of SYCL 1.2.1 beside plain ones, which convert to them and back.
template <class T, address_space S> bool compares(multi_ptr<T, S> p, T *raw, const T *next) {
  return p == raw && raw == p && !(p != raw) && p < next && next > p && p <= next && next >= p && p != next;
}

int first_of(const int *p) { return *p; }

// Everything that a pointer does, on values of any address space. Gives what is wrong as bits.
template <address_space S, decorated D> int uses(multi_ptr<int, S, D> p, std::size_t n) {
  using ptr = multi_ptr<int, S, D>;
  const auto size = static_cast<std::ptrdiff_t>(n);
  int wrong = 0;
  const ptr begin = p, end = begin + size, none = nullptr;
  wrong |= (end - begin != size || end - size != begin || size + begin != end) << 0;
  wrong |= !(begin < end && begin <= end && end > begin && end >= begin && begin != end && !(begin == end)) << 1;
  wrong |= (none != nullptr || nullptr == begin || !(begin > nullptr) || begin == none) << 2;
  int sum = 0, again = 0;
  for (ptr i = begin; i != end; ++i)
    sum += *i;
  for (ptr i = end; i != begin;)
    again += *--i;
  for (std::ptrdiff_t i = 0; i < size; ++i)
    again -= begin[i];
  wrong |= (again != 0) << 3;
  ptr step = begin;
  wrong |= (step++ != begin || step-- != begin + 1 || (step += 2) != begin + 2 || (step -= 1) != begin + 1) << 4;
  wrong |= (begin.get_raw() != &*begin || ptr(begin.get_decorated()) != begin || begin.get() != begin.get_decorated())
           << 5;
  multi_ptr<int, address_space::generic_space, D> generic = begin;
  wrong |= (generic.get_raw() != begin.get_raw() || ptr(generic) != begin || address_space_cast<S>(generic) != begin)
           << 6;
  wrong |= (address_space_cast<S, D>(begin.get_raw()) != begin || ptr(multi_ptr<void, S, D>(begin)) != begin) << 7;
  begin.get_decorated()[0] += sum; // seen through the other pointers
  wrong |= (generic[0] - sum + again != begin.get_raw()[0] - sum) << 8;
  begin[0] -= sum;
  step = nullptr;
  wrong |= (step != nullptr) << 9;
  return wrong;
}

// Copies to local memory with one stride, and out of it with another.
bool pointers(queue &q, std::size_t groups, std::size_t local, std::size_t stride, std::size_t out_stride) {
  const std::size_t n = groups * local;
  const std::vector<int> in = e2e::random_values<int>(n * stride, 3);
  std::vector<int> out(n * out_stride, -1), wanted(n * out_stride, -1), wrong(n), none(n);
  {
    buffer<int> bIn(in.data(), range<1>(in.size())), bOut(out), bWrong(wrong);
    q.submit([&](handler &h) {
      accessor x(bIn, h, read_only);
      accessor y(bOut, h, read_write);
      accessor w(bWrong, h, write_only);
      local_accessor<int> tile(range<1>(local), h);
      h.parallel_for<class Pointers>(nd_range<1>(n, local), [=](nd_item<1> it) {
        const std::size_t begin = it.get_group(0) * local, at = it.get_global_id(0);
        decorated_local_ptr<int> mine = tile.get_multi_ptr<decorated::yes>();
        it.wait_for(it.async_work_group_copy(mine, x.get_multi_ptr<decorated::yes>() + begin * stride, local, stride));
        const int next = mine[static_cast<std::ptrdiff_t>((it.get_local_id(0) + 1) % local)];
        group_barrier(it.get_group());
        tile[it.get_local_id()] = next;
        group_barrier(it.get_group());
        device_event e = it.get_group().async_work_group_copy(global_ptr<int>(y) + begin * out_stride,
                                                              local_ptr<int>(tile), local, out_stride);
        e.wait();
        int own[5] = {static_cast<int>(at), 2, 3, 4, 5};
        int bad = uses(address_space_cast<address_space::private_space, decorated::yes>(own), 5);
        bad |= (!compares(private_ptr<int>(own), own, own + 1) || !compares<void>(multi_ptr<void>(own), own, own + 1) ||
                compares(private_ptr<int>(own), own + 1, own))
               << 13;
        bad |= uses(private_ptr<int>(own), 5) | uses(raw_generic_ptr<int>(private_ptr<int>(own)), 5);
        group_barrier(it.get_group());
        if (it.get_local_id(0) == 0) {
          bad |= uses(multi_ptr(tile), local) | uses(mine, local);
          bad |= uses(global_ptr<int>(y) + begin * out_stride, 1) |
                 uses(y.get_multi_ptr<decorated::yes>() + begin * out_stride, 1);
          bad |= (tile.end() - tile.begin() != static_cast<std::ptrdiff_t>(local) ||
                  *tile.rbegin() != tile[local - 1] || &*tile.cbegin() != &tile[0])
                 << 10;
          const int *raw = x.get_pointer(); // as programs use what get_pointer gives
          int *own_raw = tile.get_pointer();
          own_raw[0] += 1;
          bad |= (raw[1] != x.get_pointer()[1] || *(x.get_pointer() + at) != x[at] ||
                  first_of(x.get_pointer() + 1) != x[1] || tile.get_pointer()[0] != tile[0] ||
                  x.get_pointer() == nullptr || std::size_t(&x[2] - raw) != 2)
                 << 12;
          *tile.get_pointer() -= 1;
          bad |= (multi_ptr(x)[1] != x[1] || multi_ptr(x) != x.get_multi_ptr<decorated::no>()) << 11;
        }
        w[at] = bad;
      });
    });
  }
  for (std::size_t i = 0; i < n; ++i)
    wanted[i * out_stride] = in[(i / local * local + (i + 1) % local) * stride];
  e2e::expect_equal("pointers", wrong, none);
  e2e::expect_equal("copies", out, wanted);
  return true;
}

// vec through multi_ptr, and mathematics that store through one.
void vectors(queue &q, std::size_t n) {
  const std::vector<float> in = e2e::random_values<float>(n * 4, 5);
  std::vector<float> out(n * 4), wanted(n * 4);
  {
    buffer<float> bIn(in.data(), range<1>(in.size())), bOut(out);
    q.submit([&](handler &h) {
      accessor x(bIn, h, read_only);
      accessor y(bOut, h, write_only);
      h.parallel_for<class Vectors>(range<1>(n), [=](id<1> i) {
        float4 v;
        v.load(i[0], x.get_multi_ptr<decorated::yes>());
        float whole;
        v.x() = modf(v.x(), private_ptr<float>(&whole)) + whole;
        (v + 1.0f).store(i[0], y.get_multi_ptr<decorated::no>());
      });
    });
  }
  for (std::size_t i = 0; i < n * 4; ++i)
    wanted[i] = in[i] + 1.0f;
  e2e::expect_equal("vectors", out, wanted);
}

// The last group finds what all groups wrote before it: fences of each kind order the rest.
void last_group(queue &q, std::size_t groups, std::size_t local) {
  const std::vector<int> in = e2e::random_values<int>(groups, 7);
  std::vector<int> result(1);
  {
    buffer<int> bIn(in.data(), range<1>(groups)), bResult(result), partial{range<1>(groups)};
    buffer<unsigned> counter{range<1>(1)};
    q.submit([&](handler &h) { h.fill(accessor(counter, h, write_only), 0u); });
    q.submit([&](handler &h) {
      accessor x(bIn, h, read_only);
      accessor p(partial, h, read_write);
      accessor c(counter, h, read_write);
      accessor r(bResult, h, write_only);
      h.parallel_for<class Last>(nd_range<1>(groups * local, local), [=](nd_item<1> it) {
        it.mem_fence();
        it.get_group().mem_fence<access_mode::write>(access::fence_space::local_space);
        atomic_fence(memory_order::seq_cst, memory_scope::sub_group);
        atomic_fence(memory_order::relaxed, memory_scope::work_item);
        atomic_fence(memory_order::seq_cst, memory_scope::system);
        if (it.get_local_id(0) != local - 1)
          return;
        p[it.get_group(0)] = x[it.get_group(0)];
        atomic_fence(memory_order::release, memory_scope::device);
        atomic_ref<unsigned, memory_order::relaxed, memory_scope::device> count(c[0]);
        if (count++ + 1 == groups) {
          atomic_fence(memory_order::acquire, memory_scope::device);
          int sum = 0;
          for (std::size_t g = 0; g < groups; ++g)
            sum += p[g];
          r[0] = sum;
        }
      });
    });
  }
  int sum = 0;
  for (int x : in)
    sum += x;
  e2e::expect_equal("last group", result, {sum});
}

// atomic_ref of pointers and floating-point numbers.
void references(queue &q, std::size_t n) {
  struct state {
    double sum;
    float least;
    short *up, *down;
    long seen;
  };
  std::vector<short> place(1);
  state *s = malloc_shared<state>(1, q);
  short *base = place.data();
  *s = {0.5, 100, base, base, 0};
  q.parallel_for<class References>(range<1>(n), [=](id<1> i) {
     atomic_ref<double, memory_order::acq_rel, memory_scope::device>(s->sum) += static_cast<double>(i[0]);
     atomic_ref<float, memory_order::seq_cst, memory_scope::system, address_space::global_space>(s->least).fetch_min(
         static_cast<float>(i[0]) - 7.5f);
     atomic_ref<short *, memory_order::relaxed, memory_scope::device> up(s->up), down(s->down);
     short *before = up.fetch_add(3);
     up++;
     ++up;
     up -= 2;
     down -= 2;
     short *expected = nullptr;
     const bool changed = up.compare_exchange_strong(expected, nullptr);
     atomic_ref<long, memory_order::relaxed, memory_scope::device>(s->seen) +=
         !changed && expected != nullptr && before != nullptr;
   }).wait();
  const auto count = static_cast<std::ptrdiff_t>(n);
  e2e::expect("double", s->sum == 0.5 + static_cast<double>(n) * static_cast<double>(n - 1) / 2);
  e2e::expect("float", s->least == -7.5f);
  e2e::expect("pointers",
              reinterpret_cast<std::intptr_t>(s->up) == reinterpret_cast<std::intptr_t>(base) + 6 * count &&
                  reinterpret_cast<std::intptr_t>(s->down) == reinterpret_cast<std::intptr_t>(base) - 4 * count &&
                  s->seen == count);
  free(s, q);
}

int main() {
  queue q = e2e::make_queue();
  for (std::size_t local : {2, 7, 64})
    pointers(q, 5, local, 1, 1), pointers(q, 3, local, 3, 2);
  vectors(q, 333);
  last_group(q, 100, 5);
  references(q, 1001);
  // On the host.
  int values[6] = {3, 1, 4, 1, 5, 9};
  e2e::expect("host",
              uses(raw_generic_ptr<int>(generic_ptr<int>(values)), 6) == 0 && uses(global_ptr<int>(values), 6) == 0);
  atomic_fence(memory_order::seq_cst, memory_scope::system);
  return e2e::finish();
  // CHECK: all results right
}
