# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""noise.py <folder>: inputs for fuzz targets that make all their decisions from bytes: noise of several lengths, always the same."""
import pathlib
import random
import sys

random.seed(1)
for i in range(400):
    pathlib.Path(sys.argv[1], "noise{}".format(i)).write_bytes(random.randbytes(random.choice((8, 40, 150, 500))))
