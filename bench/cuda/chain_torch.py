#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The chain of samples/chain in PyTorch, eager and compiled. Prints one JSON object per peer and size, as chain_peers does.

    chain_torch.py [size]...
Exit code 3: torch or its GPU is absent.
"""
import json
import statistics
import sys
import time

sys.dont_write_bytecode = True
from gpu_torch import chain, torch


def measure(function, inputs, rounds):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        function(*inputs)
        torch.cuda.synchronize()
        times.append((time.perf_counter() - start) * 1e6)
    return times


def main():
    sizes = [int(a) for a in sys.argv[1:]] or [4096, 1_000_000, 100_000_000]
    peers = {"torch eager": chain, "torch.compile": torch.compile(chain)}
    for n in sizes:
        inputs = [torch.rand(n, device="cuda") * 2 - 1 for _ in range(4)]
        wanted = chain(*(t[: 1 << 20].double() for t in inputs))
        for name, function in peers.items():
            error = (function(*inputs)[: 1 << 20].double() - wanted).abs().max().item()
            measure(function, inputs, 10)
            times = measure(function, inputs, 50 if n > 10_000_000 else 300)
            print(json.dumps({"peer": name, "n": n, "iterations": len(times), "median_us": statistics.median(times),
                              "best_us": min(times), "max_error": error}), flush=True)


main()
