# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mutate.py <sycl-fuse> <seconds>|<n>runs <seed> <files…>: damages the files again and again, and demands of each subcommand that reads such a
file an exit code from 0 to 3: no signal, no internal error, no hang. Bytes are changed, cut off, repeated and moved; in text also whole
words and numbers. Prints the seed; files that break something are kept, and named; five of them are enough."""
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

tool, limit, seed = sys.argv[1], sys.argv[2], int(sys.argv[3] or time.time_ns() % 2**32)
files = [pathlib.Path(name) for name in sys.argv[4:]]
random.seed(seed)
print("seed {}".format(seed))


def mutate_bytes(data):
    data = bytearray(data)
    for _ in range(random.choice((1, 2, 5, 30))):
        at = random.randrange(len(data) or 1)
        kind = random.randrange(5)
        if kind == 0:
            del data[at:at + random.randrange(1, 40)]
        elif kind == 1:
            data[at:at] = data[random.randrange(len(data) or 1):][:random.randrange(1, 40)]
        elif kind == 2 and data:
            data[at] ^= 1 << random.randrange(8)
        elif data:
            data[at] = random.choice((0, 1, 0x7f, 0x80, 0xff, random.randrange(256)))
    return bytes(data[:random.randrange(len(data))] if data and random.randrange(8) == 0 else data)


def mutate_text(data):
    words = re.split(r"(\W)", data.decode(errors="replace"))
    for _ in range(random.choice((1, 1, 2, 4))):
        at = random.randrange(len(words))
        if re.fullmatch(r"\d+", words[at]) or random.randrange(2):
            words[at] = random.choice((str(random.choice((0, 1, 2, 3, 7, 64, 2**31, 2**32, 2**63, 2**64 - 1))), words[random.randrange(len(words))], ""))
        else:
            words[at] = words[random.randrange(len(words))]
    return "".join(words).encode()


def commands(path, manifest):
    if path.suffix == ".input":
        return [["job", "-o", "out.result", path]]
    if path.suffix == ".json":
        return [["build", "-o", "out.o", "--target", "native:v2", "--manifest", path, manifest.with_suffix(".o")]]
    result = [["build", "-o", "out.o", "--target", "native:v2", "--time-limit=20", "--manifest", manifest, path], ["inspect", path]]
    if path.suffix == ".o": # which may have manifests
        result += [["build", "-o", "out.o", "--target", "native:v2", "--time-limit=20", path], ["merge", path], ["strip", path]]
    if path.suffix in (".ll", ".bc"):
        passes = random.choice(("sycl-kernel-fusion", "sycl-internalization", "sycl-cp", "sycl-fuse-region", "sycl-prepare-kernels", "sycl-flatten-arguments"))
        result.append(["opt", "-S", "--time-limit=20", "-passes=" + passes, path])
    return result


most = int(limit[:-4]) if limit.endswith("runs") else float("inf")
runs, codes, finds, end = 0, {}, 0, time.time() + (float(limit) if most == float("inf") else float("inf"))
with tempfile.TemporaryDirectory() as folder:
    while time.time() < end and runs < most and finds < 5:
        original = random.choice(files)
        data = original.read_bytes()
        is_text = original.suffix in (".ll", ".json")
        path = pathlib.Path(folder) / ("damaged" + original.suffix)
        path.write_bytes((mutate_text if is_text and random.randrange(4) else mutate_bytes)(data))
        manifest = next(f for f in files if f.suffix == ".json").resolve()
        for command in commands(path, manifest):
            runs += 1
            try:
                run = subprocess.run([tool] + [str(word) for word in command], cwd=folder, capture_output=True, timeout=120)
                code, problem = run.returncode, run.stderr.decode(errors="replace")
            except subprocess.TimeoutExpired:
                code, problem = "hang", ""
            codes[code] = codes.get(code, 0) + 1
            if code not in (0, 1, 2, 3):
                kept = pathlib.Path("mutated-{}-{}{}".format(seed, runs, original.suffix))
                kept.write_bytes(path.read_bytes())
                finds += 1
                print("FOUND: exit code {} of 'sycl-fuse {}' on {}\n{}".format(code, " ".join(map(str, command)), kept, problem[-1000:]))
print("{} runs, exit codes {}, {} finds".format(runs, dict(sorted(codes.items(), key=str)), finds))
sys.exit(1 if finds else 0)
