// std::visit of a variant, and string views, in kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -std=c++20 -O2 -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t && %t
#include <string_view>
#include <sycl/sycl.hpp>
#include <variant>

struct Circle {
  int radius;
};
struct Square {
  int side;
};
struct Area {
  int operator()(Circle c) const { return 3 * c.radius * c.radius; }
  int operator()(Square s) const { return s.side * s.side; }
};

int main() {
  using Shape = std::variant<Circle, Square>;
  sycl::queue q;
  auto *shapes = sycl::malloc_shared<Shape>(100, q);
  int *p = sycl::malloc_shared<int>(101, q);
  for (int i = 0; i < 100; ++i)
    shapes[i] = i % 3 ? Shape(Circle{i}) : Shape(Square{i});
  q.parallel_for(sycl::range<1>(100), [=](sycl::id<1> i) { p[i] = std::visit(Area(), shapes[i]); }).wait();
  q.single_task([=] {
     std::string_view text = "sum of squares";
     p[100] = text.starts_with("sum") + 2 * text.ends_with("squares") + 4 * text.starts_with("of");
   }).wait();
  int wrong = p[100] != 3;
  for (int i = 0; i < 100; ++i)
    wrong += p[i] != (i % 3 ? 3 * i * i : i * i);
  return wrong;
}
