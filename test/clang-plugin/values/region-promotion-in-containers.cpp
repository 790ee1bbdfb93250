// Promotion properties of buffers in tuples, arrays, containers, optionals and smart pointers, and of those that functions make.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --implicit-check-not=warning:
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"
#include <array>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>
using ints = buffer<int>;
using fusion::property::promote_local;
using fusion::property::promote_private;

template <class Name> void use(queue &q, ints &b) {
  q.submit([&](handler &h) {
    accessor a{b, h};
    h.parallel_for<Name>(64, [=](id<1> i) { a[i] = 1; });
  });
}

void containers(queue &q, fusion_wrapper &fw) {
  std::tuple<ints, int> t{ints{range{64}, {promote_private{}}}, 1};
  std::pair<int, ints> p{1, ints{range{64}, {promote_local{}}}};
  std::array<ints, 2> a{ints{range{64}}, ints{range{64}, {promote_private{}}}};
  std::vector<ints> v{ints{range{64}, {promote_local{}}}, ints{range{64}}}, grown;
  for (int k = 0; k < 3; ++k)
    grown.emplace_back(range{64}, property_list{promote_private{}});
  std::optional<ints> o{std::in_place, range{64}, property_list{promote_local{}}};
  std::optional<ints> empty;
  auto u = std::make_unique<ints>(range{64}, property_list{promote_private{}});
  std::shared_ptr<ints> s(new ints{range{64}, {promote_local{}}});
  fw.start_fusion();
  use<class Tuple>(q, std::get<0>(t));
  use<class Pair>(q, std::get<1>(p));
  use<class Array0>(q, a[0]);
  use<class Array1>(q, a.at(1));
  use<class Vector0>(q, v.front());
  use<class Vector1>(q, v[1]);
  use<class Grown>(q, grown[2]);
  use<class Optional>(q, *o);
  use<class Value>(q, o.value());
  use<class Unique>(q, *u);
  use<class Get>(q, *u.get());
  use<class Shared>(q, *s);
  use<class Empty>(q, *empty);
  fw.complete_fusion();
}
// CHECK-LABEL: region containers
// CHECK: submit Tuple {{.*}}; a=t[0]:private
// CHECK-NEXT: submit Pair {{.*}}; a=p.second:local
// CHECK-NEXT: submit Array0 {{.*}}; a=a[0]{{$}}
// CHECK-NEXT: submit Array1 {{.*}}; a=a[1]:private
// CHECK-NEXT: submit Vector0 {{.*}}; a=v[0]:local
// CHECK-NEXT: submit Vector1 {{.*}}; a=v[1]{{$}}
// CHECK-NEXT: submit Grown {{.*}}; a=grown[2]{{$}}
// CHECK-NEXT: submit Optional {{.*}}; a=o.*:local
// CHECK-NEXT: submit Value {{.*}}; a=o.*:local
// CHECK-NEXT: submit Unique {{.*}}; a=u.*:private
// CHECK-NEXT: submit Get {{.*}}; a=u.*:private
// CHECK-NEXT: submit Shared {{.*}}; a=s.*:local
// CHECK-NEXT: submit Empty {{.*}}; a=empty.*{{$}}

ints made(std::size_t n) {
  ints b{range{n}, {promote_private{}}};
  return b;
}
ints maybe(std::size_t n) {
  if (n == 7)
    return ints{range{n}, {promote_private{}}};
  return ints{range{n}};
}
// The member is read after the region.
struct keeps {
  ints tmp{range{64}, {promote_private{}}};
  ints other{range{64}, {promote_private{}}};
  void run(queue &q, fusion_wrapper &fw, keeps &another) {
    ints one = made(64), two = maybe(64);
    fw.start_fusion();
    use<class Member>(q, tmp);
    use<class Made>(q, one);
    use<class Maybe>(q, two);
    fw.complete_fusion();
    // SAYS: cpp:[[#@LINE+1]]:19: warning: buffer 'tmp' is promoted in a fusion region and read after it
    host_accessor x{tmp, read_only};
    host_accessor y{other, read_only}, z{another.tmp, read_only};
  }
};
// CHECK-LABEL: region keeps::run
// CHECK: submit Member {{.*}}; a=tmp:private
// CHECK-NEXT: submit Made {{.*}}; a=one:private
// CHECK-NEXT: submit Maybe {{.*}}; a=two{{$}}
