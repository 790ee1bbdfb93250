#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The chain in PyTorch, eager and compiled, each in a CUDA graph (torch.cuda.graph). Prints JSON objects as bench-graphs does.

    graph_torch.py [size]...
Exit code 3: torch or its GPU is absent.
"""
import json
import statistics
import sys
import time

sys.dont_write_bytecode = True
from gpu_torch import chain, torch


def captured(function, inputs):
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            function(*inputs)
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        result = function(*inputs)
    return graph, result


def measure(graph, rounds):
    times, host = [], []
    for _ in range(rounds):
        start = time.perf_counter()
        graph.replay()
        host.append((time.perf_counter() - start) * 1e6)
        torch.cuda.synchronize()
        times.append((time.perf_counter() - start) * 1e6)
    return times, host


def main():
    sizes = [int(a) for a in sys.argv[1:]] or [4096, 1_000_000, 100_000_000]
    for n in sizes:
        inputs = [torch.rand(n, device="cuda") * 2 - 1 for _ in range(4)]
        wanted = chain(*(t[: 1 << 20].double() for t in inputs))
        for name, function in {"torch eager in a CUDA graph": chain, "torch.compile in a CUDA graph": torch.compile(chain)}.items():
            graph, result = captured(function, inputs)
            measure(graph, 10)
            times, host = measure(graph, 50 if n > 10_000_000 else 500)
            if (result[: 1 << 20].double() - wanted).abs().max().item() > 1e-5:
                sys.exit(f"graph_torch: {name} is wrong")
            print(json.dumps({"workload": "chain", "n": n, "peer": name, "median_us": statistics.median(times), "best_us": min(times),
                              "host_us": statistics.median(host)}), flush=True)


main()
