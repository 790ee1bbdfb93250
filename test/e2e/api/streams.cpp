// What kernels write to a sycl::stream is what std::ostream makes of it, line by line, at most as much as the stream
// has room for, once the event or the queue was waited for; a kernel with a stream stands beside an open region.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --require
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t > %t.out
// RUN: FileCheck-22 %s --check-prefixes=CHECK,FUSED < %t.out
// RUN: %python %S/../Inputs/with_comma.py %t %t.locale | FileCheck-22 %s --check-prefix=LOCALE
// LOCALE: the same
// RUN: clang++-22 %t.o %runtime_lib -o %t.host
// RUN: %t.host > %t.out
// RUN: FileCheck-22 %s --check-prefixes=CHECK,HOST < %t.out
// CHECK: values: -32768 4294967295 0 1 x y text and "A" B
// CHECK-NEXT: types: {1, 2} {3} {4, 5, 6} 1, -2, 3, 4 0.5, 0.25
// CHECK-NEXT: places: item(range: {4}, id: {0}) nd_item(global_id: {0, 0}, local_id: {0, 0}) nd_range(global_range: {8}, local_range: {4}, offset: {0})
// CHECK-NEXT: user's: <5;6> and <7;8>
// CHECK-NEXT: width: [   42][1][  x]
// CHECK-NEXT: pointer: 0x0 0x1234 0x5678
// CHECK-NEXT: [0123456789012]
// CHECK-NEXT: []
// CHECK-NEXT: before
// CHECK-NEXT: after
// CHECK-NEXT: beside
// FUSED-NEXT: region: aot none
// HOST-NEXT: region: unfused no_bundle
// CHECK-NEXT: all results right
#include "e2e.hpp"

#include <clocale>
#include <iomanip>
#include <sstream>
#include <unistd.h>

using namespace sycl;

struct two {
  int a, b;
};
const sycl::stream &operator<<(const sycl::stream &out, const two &t) { return out << '<' << t.a << ';' << t.b << '>'; }

// What `f` prints to stdout.
template <class F> std::string captured(const F &f) {
  std::fflush(stdout);
  std::FILE *file = std::tmpfile();
  const int old = dup(1), to = fileno(file);
  dup2(to, 1);
  f();
  dup2(old, 1);
  std::string text(static_cast<std::size_t>(lseek(to, 0, SEEK_END)), '\0');
  e2e::expect("read", pread(to, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()));
  std::fclose(file);
  close(old);
  return text;
}

void by_kind(queue &q) {
  q.submit([&](handler &h) {
     sycl::stream out(1024, 256, h);
     e2e::expect("sizes", out.size() == 1024 && out.get_work_item_buffer_size() == 256);
     h.single_task([=] {
       out << "values: " << short(-32768) << ' ' << 0xffffffffu << " " << false << ' ' << true << ' ' << 'x' << ' '
           << (signed char)'y' << " text and \"" << "A" << "\" " << (unsigned char)'B' << sycl::endl;
     });
   }).wait();
  q.submit([&](handler &h) {
     sycl::stream out(1024, 256, h);
     h.single_task([=] {
       out << "types: " << id<2>(1, 2) << ' ' << range<1>(3) << ' ' << id<3>(4, 5, 6) << ' ' << int4(1, -2, 3, 4) << ' '
           << double2(0.5, 0.25) << sycl::endl;
     });
   }).wait();
  q.submit([&](handler &h) {
     sycl::stream out(1024, 256, h), more(1024, 256, h);
     const sycl::stream same = out;
     const std::hash<sycl::stream> hash;
     e2e::expect("hash", same == out && hash(same) == hash(out) && more != out && hash(more) != hash(out));
     h.parallel_for(range<1>(4), [=](item<1> i) {
       if (i[0] == 0)
         out << "places: " << i << ' ';
       if (i[0] == 3)
         more << "";
     });
   }).wait();
  q.submit([&](handler &h) {
     sycl::stream out(1024, 256, h);
     h.parallel_for(nd_range<2>({4, 6}, {2, 3}), [=](nd_item<2> i) {
       if (i.get_global_linear_id() == 0)
         out << i << ' ' << nd_range<1>(8, 4) << sycl::endl;
     });
   }).wait();
  q.submit([&](handler &h) {
     sycl::stream out(1024, 256, h);
     h.single_task([=] {
       out << "user's: " << two{5, 6} << " and " << two{7, 8} << sycl::endl;
       out << "width: [" << setw(5) << 42 << "][" << 1 << "][" << setw(3) << 'x' << ']' << sycl::endl;
       out << "pointer: " << static_cast<int *>(nullptr) << ' ' << reinterpret_cast<const void *>(0x1234) << ' '
           << address_space_cast<access::address_space::generic_space, access::decorated::no>(
                  reinterpret_cast<int *>(0x5678))
           << sycl::endl;
     });
   }).wait();
}

// Random numbers with all manipulators, against std::ostream.
void numbers(queue &q) {
  constexpr int n = 101;
  const auto real = e2e::random_values<double>(n, 1);
  const auto whole = e2e::random_values<long long>(n, 2);
  double *d = malloc_shared<double>(n, q);
  long long *w = malloc_shared<long long>(n, q);
  for (int i = 0; i < n; ++i) {
    d[i] = i == 0 ? 0.0 : std::ldexp(real[i], (i % 41 - 20) * 11);
    w[i] = whole[i] * (i % 2 ? 1 : 1234567890123);
  }
  const std::string got = captured([&] {
    q.submit([&](handler &h) {
      sycl::stream out(std::size_t{1} << 16, 512, h);
      h.single_task([=] {
        for (int i = 0; i < n; ++i) {
          out << d[i] << ' ' << sycl::setprecision(i % 17) << d[i] << ' ' << sycl::fixed << d[i] << ' '
              << sycl::scientific << d[i] << ' ' << sycl::showpos << d[i] << ' ' << sycl::hexfloat << d[i] << ' '
              << sycl::defaultfloat << sycl::noshowpos << static_cast<float>(d[i]) << sycl::endl;
          out << w[i] << ' ' << sycl::hex << w[i] << ' ' << sycl::showbase << int(w[i]) << ' ' << sycl::oct
              << short(w[i]) << ' ' << sycl::dec << sycl::showpos << w[i] << ' ' << sycl::noshowbase << sycl::hex
              << unsigned(w[i]) << sycl::endl;
        }
      });
    });
    q.wait();
  });
  std::ostringstream out;
  for (int i = 0; i < n; ++i) {
    out << std::dec << std::noshowpos << std::noshowbase << std::defaultfloat << std::setprecision(6) << d[i] << ' '
        << std::setprecision(i % 17) << d[i] << ' ' << std::fixed << d[i] << ' ' << std::scientific << d[i] << ' '
        << std::showpos << d[i] << ' ' << std::hexfloat << d[i] << ' ' << std::defaultfloat << std::noshowpos
        << static_cast<float>(d[i]) << '\n';
    out << w[i] << ' ' << std::hex << w[i] << ' ' << std::showbase << int(w[i]) << ' ' << std::oct << short(w[i]) << ' '
        << std::dec << std::showpos << w[i] << ' ' << std::noshowbase << std::hex << unsigned(w[i]) << '\n';
  }
  e2e::expect("numbers", got == out.str());
  free(d, q);
  free(w, q);
}

// Lines of many work-items: each once and whole.
void lines(queue &q) {
  constexpr std::size_t n = 3001;
  const std::string got = captured([&] {
    event e = q.submit([&](handler &h) {
      sycl::stream out(1 << 18, 64, h);
      h.parallel_for(range<1>(n), [=](id<1> i) { out << "line " << i[0] << " of " << n << sycl::endl; });
    });
    e.wait();
  });
  std::vector<int> seen(n);
  std::istringstream in(got);
  for (std::string line; std::getline(in, line);) {
    std::size_t i = n;
    if (std::sscanf(line.c_str(), "line %zu of 3001", &i) == 1 && i < n &&
        line == "line " + std::to_string(i) + " of 3001")
      ++seen[i];
    else
      e2e::expect(line.c_str(), false);
  }
  e2e::expect_equal("lines", seen, std::vector<int>(n, 1));
}

// More than there is room for: the rest is dropped, whatever it is made of.
void too_much(queue &q) {
  q.submit([&](handler &h) {
     sycl::stream out(14, 8, h);
     h.single_task([=] { out << "[0123456789012" << "never" << sycl::endl; });
   }).wait();
  std::puts("]");
  for (std::size_t room : {0, 1, 7, 1000, 4099}) {
    const std::string got = captured([&] {
      q.submit([&](handler &h) {
         sycl::stream out(room, 8, h);
         h.parallel_for(range<1>(5000), [=](id<1> i) { out << i[0] % 10 << (i[0] % 3 ? "\x01" : "yz") << 1.5f; });
       }).wait();
    });
    e2e::expect("room", got.size() == room);
  }
}

void beside(queue &q) {
  constexpr std::size_t n = 517;
  int *p = malloc_shared<int>(n, q);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  event e = q.parallel_for(range<1>(n), [=](id<1> i) { p[i] = static_cast<int>(i[0]); });
  q.submit([&](handler &h) {
    sycl::stream out(100, 100, h);
    h.single_task([=] { out << "beside" << sycl::endl; });
  });
  q.parallel_for(range<1>(n), e, [=](id<1> i) { p[i] *= 3; });
  fw.complete_fusion();
  q.wait();
  e2e::report("region", fw);
  for (std::size_t i = 0; i < n; ++i)
    e2e::expect("region", p[i] == static_cast<int>(3 * i));
  free(p, q);
}

// A kernel with a stream that reads what a region writes ends the region, and one behind a host task waits for it.
void dependent(queue &q) {
  std::vector<int> values{0, 0};
  const std::string got = captured([&] {
    buffer<int> b(values);
    e2e::fusion_wrapper fw{q};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a(b, h);
      h.parallel_for(range<1>(2), [=](id<1> i) { a[i] = static_cast<int>(i[0]) + 40; });
    });
    event e = q.submit([&](handler &h) {
      accessor a(b, h, read_only);
      sycl::stream out(100, 100, h);
      h.single_task([=] { out << a[0] << ' ' << a[1] << sycl::endl; });
    });
    fw.complete_fusion();
    event task = q.submit([&](handler &h) {
      accessor<int, 1, access_mode::read_write, target::host_task> a(b, h);
      h.depends_on(e);
      h.host_task([=] { a[0] = 77; });
    });
    q.submit([&](handler &h) {
       accessor a(b, h, read_only);
       sycl::stream out(100, 100, h);
       h.single_task([=] { out << a[0] << sycl::endl; });
     }).wait();
    e2e::expect("outcome", fw.last_outcome() == e2e::fusion::fusion_outcome::unfused);
  });
  e2e::expect("dependent", got == "40 41\n77\n");
}

// Each execution of a graph prints what its kernels write in it, added or recorded, and its other kernels still fuse.
void in_graphs(queue &q) {
  namespace x = sycl::ext::oneapi::experimental;
  constexpr std::size_t n = 331;
  int *p = malloc_shared<int>(n, q);
  x::command_graph added(q.get_context(), q.get_device());
  x::node first = added.add([&](handler &h) {
    sycl::stream out(16, 16, h); // room for one execution
    h.single_task([=] { out << "count " << ++p[0] << sycl::endl; });
  });
  added.add(
      [&](handler &h) {
        sycl::stream out(100, 100, h);
        h.single_task([=] { out << "then " << 10 * p[0] << sycl::endl; });
      },
      x::property::node::depends_on(first));
  auto both = added.finalize();
  for (int round = 0; round < 3; ++round) {
    p[0] = round;
    const std::string got = captured([&] { q.ext_oneapi_graph(both).wait(); });
    const std::string count = "count " + std::to_string(round + 1) + "\n",
                      then = "then " + std::to_string(10 * (round + 1)) + "\n";
    e2e::expect("added", got == count + then || got == then + count);
  }

  queue in_order(q.get_context(), q.get_device(), property::queue::in_order());
  x::command_graph recorded(in_order.get_context(), in_order.get_device());
  recorded.begin_recording(in_order);
  in_order.parallel_for(range<1>(n), [=](id<1> i) { p[i] = static_cast<int>(i[0]); });
  in_order.submit([&](handler &h) {
    sycl::stream out(4000, 100, h);
    h.parallel_for(range<1>(n), [=](id<1> i) {
      if (p[i] % 100 == 7)
        out << p[i] << sycl::endl;
    });
  });
  in_order.parallel_for(range<1>(n), [=](id<1> i) { p[i] *= 3; });
  recorded.end_recording();
  auto steps = recorded.finalize();
  const std::string got = captured([&] {
    in_order.ext_oneapi_graph(steps);
    in_order.ext_oneapi_graph(steps).wait();
  });
  std::istringstream in(got);
  int lines = 0;
  for (int value; in >> value; ++lines)
    e2e::expect("recorded", value % 100 == 7 && value < static_cast<int>(n));
  e2e::expect_equal("lines of both", std::vector<int>{lines}, std::vector<int>{8});
  for (std::size_t i = 0; i < n; ++i)
    e2e::expect("recorded", p[i] == static_cast<int>(3 * i));
  free(p, q);
}

int main() {
  std::setlocale(LC_ALL, "");
  queue q = e2e::make_queue();

  by_kind(q);
  numbers(q);
  lines(q);
  too_much(q);
  dependent(q);
  in_graphs(q);
  queue in_order{property::queue::in_order{}};
  int *p = malloc_shared<int>(1, q);
  in_order.submit([&](handler &h) {
    sycl::stream out(100, 100, h);
    h.single_task([=] {
      *p = 1;
      out << "[]\nbefore" << sycl::flush << sycl::endl;
    });
  });
  in_order.submit([&](handler &h) {
    sycl::stream out(100, 100, h);
    h.single_task([=] { out << (*p == 1 ? "after" : "wrong") << sycl::endl; });
  });
  in_order.wait();
  free(p, q);
  beside(q);
  return e2e::finish();
}
