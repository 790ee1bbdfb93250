// std::visit of one, two and three variants, and string views, in kernels.
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
// The library has a table of functions for more than one variant.
struct Scale {
  template <class Shape> double operator()(const Shape &s, int by) const { return Area()(s) * by; }
  template <class Shape> double operator()(const Shape &s, double by) const { return Area()(s) * by + 1; }
  template <class Shape, class Unit> double operator()(const Shape &s, Unit by, char) const { return (*this)(s, by); }
  template <class Shape, class Unit> double operator()(const Shape &s, Unit by, float and_then) const {
    return (*this)(s, by) * and_then;
  }
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
  using Unit = std::variant<int, double>;
  using Last = std::variant<char, float>;
  auto *units = sycl::malloc_shared<Unit>(100, q);
  auto *lasts = sycl::malloc_shared<Last>(100, q);
  auto *scaled = sycl::malloc_shared<double>(200, q);
  for (int i = 0; i < 100; ++i) {
    units[i] = i % 2 ? Unit(i) : Unit(0.5 * i);
    lasts[i] = i % 5 ? Last('x') : Last(2.5f);
  }
  q.parallel_for(sycl::range<1>(100), [=](sycl::id<1> i) {
     scaled[i] = std::visit(Scale(), shapes[i], units[i]);
     scaled[i + 100] = std::visit(Scale(), shapes[i], units[i], lasts[i]);
   }).wait();
  int wrong = p[100] != 3;
  for (int i = 0; i < 100; ++i) {
    const double area = i % 3 ? 3 * i * i : i * i, all = i % 2 ? area * i : area * (0.5 * i) + 1;
    wrong += (scaled[i] != all) + (scaled[i + 100] != (i % 5 ? all : all * 2.5));
  }
  for (int i = 0; i < 100; ++i)
    wrong += p[i] != (i % 3 ? 3 * i * i : i * i);
  return wrong;
}
