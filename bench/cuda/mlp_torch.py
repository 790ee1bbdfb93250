#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tail of an MLP (bias, tanh-GELU, mask, scale and residual) in PyTorch, compiled. Prints JSON objects as bench-sequences does.

Exit code 3: torch or its GPU is absent.
"""
import json
import statistics
import sys
import time

sys.dont_write_bytecode = True
from gpu_torch import torch


def tail(x, bias, mask, residual):
    return torch.nn.functional.gelu(x + bias, approximate="tanh") * mask * 1.25 + residual


def measure(function, inputs, rounds):
    times, host = [], []
    for _ in range(rounds):
        start = time.perf_counter()
        function(*inputs)
        host.append((time.perf_counter() - start) * 1e6)
        torch.cuda.synchronize()
        times.append((time.perf_counter() - start) * 1e6)
    return times, host


def main():
    compiled = torch.compile(tail)
    for rows, columns in ((64, 64), (1024, 1024), (8192, 4096)):
        inputs = [torch.rand(shape, device="cuda") * 4 - 2 for shape in ((rows, columns), (columns,), (rows, columns), (rows, columns))]
        if (compiled(*inputs).double() - tail(*(t.double() for t in inputs))).abs().max().item() > 1e-4:
            sys.exit("mlp_torch: torch.compile is wrong")
        measure(compiled, inputs, 10)
        times, host = measure(compiled, inputs, 300)
        print(json.dumps({"workload": f"tail of an MLP, {rows} x {columns}", "n": rows * columns, "peer": "torch.compile", "note": "",
                          "median_us": statistics.median(times), "best_us": min(times), "host_us": statistics.median(host)}), flush=True)


main()
