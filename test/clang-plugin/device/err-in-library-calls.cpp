// What a library function reaches through others is an error at the user's line, and each call on the way has a note.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t && not %device -std=c++20 -isystem %t %t/user.cpp 2>&1 | FileCheck-22 %s

//--- user.cpp
#include <outer.hpp>
#include <string>
#include <string_view>
#include <sycl/sycl.hpp>

void run(sycl::queue &q, int *p) {
  q.single_task<class Kernel>([=] {
    p[0] = std::string_view("text").substr(p[2]).size();
    std::string s = "abc";
    p[1] = s.size();
    p[2] = outer::first(p[3]);
  });
}
// CHECK:      user.cpp:8:37: error: device code throws an exception, in 'std::basic_string_view::substr' [SF1020]
// CHECK:      string_view:{{[0-9]+}}:{{[0-9]+}}: note: 'std::basic_string_view::substr' calls 'std::__sv_check' here
// CHECK:      string_view:{{[0-9]+}}:{{[0-9]+}}: note: in 'std::__sv_check', here
// CHECK:      user.cpp:7:31: note: in kernel 'Kernel'

// CHECK:      user.cpp:9:21: error: device code allocates memory with 'new', in 'std::basic_string::basic_string' [SF1023]
// CHECK:      note: 'std::basic_string::basic_string' calls 'std::basic_string::_M_construct' here
// CHECK:      note: 'std::basic_string::_M_construct' calls 'std::basic_string::_M_create' here
// CHECK:      note: in '{{.*}}allocate{{.*}}', here

// A long way has its first and its last calls.
// CHECK:      user.cpp:11:12: error: device code throws an exception, in 'outer::first' [SF1020]
// CHECK:      outer.hpp:11:{{[0-9]+}}: note: 'outer::first' calls 'outer::second' here
// CHECK:      outer.hpp:10:{{[0-9]+}}: note: 'outer::second' calls 'outer::third' here
// CHECK:      outer.hpp:9:{{[0-9]+}}: note: 'outer::third' calls 'outer::fourth' here, which leads to 'outer::sixth' through 3 calls
// CHECK-NOT:  note: 'outer::fourth' calls
// CHECK:      outer.hpp:6:{{[0-9]+}}: note: 'outer::sixth' calls 'outer::seventh' here
// CHECK:      outer.hpp:5:{{[0-9]+}}: note: 'outer::seventh' calls 'outer::eighth' here
// CHECK:      outer.hpp:3:{{[0-9]+}}: note: in 'outer::eighth', here
// CHECK:      user.cpp:7:31: note: in kernel 'Kernel'

//--- outer.hpp
namespace outer {
// clang-format off
inline int eighth(int x) { if (x) throw x; return x; }
// clang-format on
inline int seventh(int x) { return eighth(x); }
inline int sixth(int x) { return seventh(x); }
inline int fifth(int x) { return sixth(x); }
inline int fourth(int x) { return fifth(x); }
inline int third(int x) { return fourth(x); }
inline int second(int x) { return third(x); }
inline int first(int x) { return second(x); }
} // namespace outer
