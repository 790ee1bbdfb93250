// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads one manifest per line of the standard input and prints one line for each: `ok`, or the first error. Lets
// schema_test.py compare the library with the JSON Schema.
#include "syclfuse/manifest.hpp"

#include <algorithm>
#include <iostream>
#include <string>

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    syclfuse::diagnostics out;
    if (syclfuse::manifest::parse(line, "m.json", out)) {
      std::cout << "ok\n";
      continue;
    }
    const auto &list = out.list();
    const auto error =
        std::find_if(list.begin(), list.end(), [](const auto &d) { return d.level == syclfuse::severity::error; });
    if (error == list.end())
      std::cout << "refused without an error\n";
    else
      std::cout << syclfuse::code_string(error->code) << ' ' << error->text << '\n';
  }
}
