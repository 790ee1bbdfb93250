# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a program of an example of the README, which is the body of a function: readme_program.py <README.md> [<text in it>]."""
import pathlib
import subprocess
import sys

HEAD = """#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
  const sycl::range<1> n{1000};
  std::vector<float> in(1000, 3.0f), out(1000);
  {
"""
# The second one has its result in an array of its own.
LAST = "  std::copy_n(y, 1000, out.data());\n"
TAIL = """  }
  std::printf("%g\\n", out[0]);
}
"""
code_block = pathlib.Path(__file__).with_name("code_block.py")
text = sys.argv[2] if len(sys.argv) > 2 else "fw.complete_fusion"
example = subprocess.run([sys.executable, code_block, sys.argv[1], text], check=True, capture_output=True, text=True)
sys.stdout.write(HEAD + example.stdout + (LAST if "malloc_shared" in text else "") + TAIL)
