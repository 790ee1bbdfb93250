#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Softmax and a gated norm of rows in PyTorch, compiled. Prints JSON objects as bench-row-sequences does.

Exit code 3: torch or its GPU is absent.
"""
import json
import statistics
import sys
import time

sys.dont_write_bytecode = True
from gpu_torch import torch

ELEMENTS = 1 << 24


def softmax(x):
    return torch.softmax(x, 1)


def gated_norm(x, y, gates, weights):
    h = x + y
    return h * torch.rsqrt(h.square().mean(1, keepdim=True) + 1e-6) * weights * torch.nn.functional.silu(gates)


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
    for columns in (256, 1024, 4096):
        matrix = lambda: torch.rand((ELEMENTS // columns, columns), device="cuda") * 4 - 2
        for name, function, inputs in (("softmax", softmax, [matrix()]),
                                       ("gated norm", gated_norm, [matrix(), matrix(), matrix(), torch.rand(columns, device="cuda") * 4 - 2])):
            compiled = torch.compile(function, dynamic=False)
            if (compiled(*inputs).double() - function(*(t.double() for t in inputs))).abs().max().item() > 1e-4:
                sys.exit("rows_torch: torch.compile is wrong")
            measure(compiled, inputs, 10)
            times, host = measure(compiled, inputs, 300)
            print(json.dumps({"workload": f"{name}, rows of {columns}", "n": ELEMENTS, "peer": "torch.compile", "note": "",
                              "median_us": statistics.median(times), "best_us": min(times), "host_us": statistics.median(host)}), flush=True)


main()
