// A library with a variable of type device_global is closed and opened again, at another address: its variable begins anew. Of two at a time, whose
// variables have one name, neither's kernel runs until one is closed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not for test/gpu: it is two libraries and a program.
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -fPIC -I%S/../Inputs -c %s -o %t.lib.o
// RUN: sycl-fuse build --target=native %t.lib.o -o %t.fusion.o
// RUN: clang++-22 -shared -Wl,-Bsymbolic %t.lib.o %t.fusion.o %runtime_lib -o %t.1.so
// RUN: cp %t.1.so %t.2.so
// RUN: %sycl_cxx -O2 -DPROGRAM -I%S/../Inputs -c %s -o %t.o
// RUN: clang++-22 %t.o %runtime_lib -ldl -o %t
// RUN: %t %t.1.so %t.2.so | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

#include <dlfcn.h>
#include <memory>

using namespace sycl;
namespace x = sycl::ext::oneapi::experimental;

#ifndef PROGRAM

static x::device_global<int> calls{40};

// How often it was called, from 41 on; of the memory that the host copies, too.
extern "C" int call_library(queue &q) {
  int count = 0;
  q.single_task<class Call>([] { calls = calls + 1; }).wait();
  q.memcpy(&count, calls).wait();
  return count;
}

#else

class library {
public:
  explicit library(const char *path) : handle_(::dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
    e2e::expect("dlopen", handle_ != nullptr);
    call_ = reinterpret_cast<decltype(call_)>(::dlsym(handle_, "call_library"));
  }
  ~library() { ::dlclose(handle_); }
  library(const library &) = delete;
  // 0: refused.
  int call(queue &q) const {
    try {
      return call_(q);
    } catch (const exception &e) {
      e2e::expect("refusal", e.code() == errc::invalid);
      return 0;
    }
  }

private:
  void *handle_;
  int (*call_)(queue &);
};

int main(int, char **argv) {
  queue q;
  for (int i = 0; i < 3; ++i)
    for (const char *path : {argv[1], argv[2]}) {
      const library l(path);
      e2e::expect("first call", l.call(q) == 41);
      e2e::expect("second call", l.call(q) == 42);
    }
  auto first = std::make_unique<library>(argv[1]), second = std::make_unique<library>(argv[2]);
  e2e::expect("two of one name", first->call(q) == 0 && second->call(q) == 0);
  first.reset();
  e2e::expect("one is left", second->call(q) == 41 && second->call(q) == 42);
  first = std::make_unique<library>(argv[1]);
  second.reset();
  e2e::expect("the other is left", first->call(q) == 41);
  return e2e::finish();
}

#endif
