// Library functions that have a throw which is never reached: std::visit of variants that always hold a value, and functions that throw nothing.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %device -std=c++20 -O1 %s -Werror 2>&1 | count 0
// RUN: not %device -std=c++20 -O1 %s -DTHROWS 2>&1 | FileCheck-22 %s
// Without optimization they stay in the code.
// RUN: not %device -std=c++20 -O0 %s 2>&1 | FileCheck-22 %s --check-prefix=KEPT
// KEPT-DAG: error: {{.*}}, in 'std::visit' [SF10
// KEPT-DAG: error: device code throws an exception, in 'std::basic_string_view::starts_with' [SF1020]
#include <string>
#include <string_view>
#include <sycl/sycl.hpp>
#include <variant>

struct Circle {
  float radius;
};
struct Square {
  float side;
};
struct Area {
  float operator()(Circle c) const { return 3 * c.radius * c.radius; }
  float operator()(Square s) const { return s.side * s.side; }
};
inline bool always(int x) {
  if (x > 1)
    return true;
  return false;
}
// A function that returns one constant or another decides nothing.
int checked(int x) {
  if (!always(x))
    // CHECK-DAG: [[#@LINE+1]]:5: error: device code throws an exception [SF1020]
    throw x;
  return x;
}

void run(sycl::queue &q, float *p, std::variant<Circle, Square> shape, std::variant<Circle> circle) {
  q.single_task<class Kernel>([=] {
    p[0] = std::visit(Area(), shape) + std::visit(Area(), circle);
    std::string_view text = "sum of squares";
    p[1] = text.starts_with("sum") + text.ends_with("squares") + text.find("of") + text.compare("sum");
#ifdef THROWS
    // CHECK-DAG: [[#@LINE+1]]:12: error: device code throws an exception, in 'std::get' [SF1020]
    p[2] = std::get<Circle>(shape).radius;
    // CHECK-DAG: [[#@LINE+1]]:17: error: device code throws an exception, in 'std::basic_string_view::substr' [SF1020]
    p[3] = text.substr(2).size();
#endif
  });
#ifdef THROWS
  q.single_task<class User>([=] { p[4] = checked(int(p[3])); });
#endif
}
