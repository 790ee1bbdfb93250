# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# expect-exit.py <code> <command…>: succeeds if the command exits with exactly this code. Its output is passed on.
import subprocess
import sys

code = subprocess.run(sys.argv[2:]).returncode
if code != int(sys.argv[1]):
    sys.exit("exit code {}, expected {}".format(code, sys.argv[1]))
