# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a program of the README's example, which is the body of a function: readme_program.py <README.md>."""
import pathlib
import subprocess
import sys

HEAD = """#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>
#include <cstdio>
#include <vector>

int main() {
  const sycl::range<1> n{1000};
  std::vector<float> in(1000, 3.0f), out(1000);
  {
"""
TAIL = """  }
  std::printf("%g\\n", out[0]);
}
"""
code_block = pathlib.Path(__file__).with_name("code_block.py")
example = subprocess.run([sys.executable, code_block, sys.argv[1], "fw.complete_fusion"], check=True, capture_output=True, text=True)
sys.stdout.write(HEAD + example.stdout + TAIL)
