# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch with its GPU, for the scripts beside this one, and the chain that two of them measure. Exit code 3: either is absent."""
import os
import sys

script = os.path.basename(sys.argv[0])
try:
    import torch
except ImportError as error:
    sys.exit(print(f"{script}: {error}", file=sys.stderr) or 3)
if not torch.cuda.is_available():
    sys.exit(print(f"{script}: torch finds no GPU", file=sys.stderr) or 3)


def chain(in1, in2, in3, in4):
    return in1 * in2 - (in1 - in3) * in4
