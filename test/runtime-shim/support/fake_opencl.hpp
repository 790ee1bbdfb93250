// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the doubles of OpenCL share: libraries that link to libOpenCL, whose functions are theirs but for those that they
// define.
#pragma once

#include "drivers/opencl/types.hpp"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>

namespace fake_opencl {

using namespace sycl::detail::opencl;

// Whether the value of an environment variable, words with blanks in between, has this one.
inline bool has_word(const char *variable, const char *word) {
  const char *given = std::getenv(variable);
  return given && (std::string(" ") + given + " ").find(std::string(" ") + word + " ") != std::string::npos;
}

// Of libOpenCL, found by the symbol of the function that the double defines.
template <class F> F real(F, const char *name) {
  static void *const library = dlopen(OPENCL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<F>(dlsym(library, name));
}

// To a question of OpenCL's.
inline result answer(const void *bytes, std::size_t size, std::size_t room, void *value, std::size_t *needed) {
  if (needed)
    *needed = size;
  if (value && room < size)
    return result::invalid_value;
  if (value)
    std::memcpy(value, bytes, size);
  return result::success;
}
template <class T> result answer(const T &number, std::size_t room, void *value, std::size_t *needed) {
  return answer(&number, sizeof number, room, value, needed);
}
inline result answer(const std::string &text, std::size_t room, void *value, std::size_t *needed) {
  return answer(text.c_str(), text.size() + 1, room, value, needed);
}

} // namespace fake_opencl
