# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""every-architecture.py <output> <architecture…> -- <kernel.ll…>: compiles each kernel for each CUDA architecture down to a cubin."""
import shutil
import subprocess
import sys

split = sys.argv.index("--")
output, architectures, kernels = sys.argv[1], sys.argv[2:split], sys.argv[split + 1:]
failed = 0
for architecture in architectures:
    for kernel in kernels:
        command = ["target-compile", "--target=cuda:" + architecture, "--kind=nd_range", "--emit=image",
                   "--ptxas=" + shutil.which("ptxas"), "-o", output, kernel]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode or open(output, "rb").read(4) != b"\x7fELF":
            failed += 1
            print(architecture, kernel, done.stderr)
print(len(architectures), "architectures,", len(architectures) * len(kernels), "kernels:", f"{failed} failed" if failed else "all compiled")
