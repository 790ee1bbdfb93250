# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Damages files for tests.

damage.py bundle magic|version|flip|zero|image <executable> <output>   one kind of damage to the bundle in the executable
damage.py bytes <file> <command…>                40 times: some bytes are others
damage.py header <object> <command…>             each word of the header of the embedded device image, with several values
damage.py refuse <code> <file> <command…>        200 times: a changed bit, an end cut off, or bytes appended; each must give the code
damage.py noise <folder>                         inputs for fuzz targets that make all their decisions from bytes
damage.py fuzz <sycl-fuse> <seconds>|<n>runs <seed> <files…>

In a command, {} is the damaged file; the damage is always the same. bytes and header count the exit codes. fuzz damages the files again and
again and demands of each subcommand that reads such a file an exit code from 0 to 3: no signal, no internal error, no hang. It prints the
seed; files that break something are kept and named, at most five of them."""
import collections
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time


# Kinds of damage: functions of bytes.
def changed(rng, data, count):
    data = bytearray(data)
    for _ in range(count):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return data


def cut_or_changed_or_longer(rng, data, kind):
    data = bytearray(data)
    if kind == 0:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif kind == 1:
        del data[rng.randrange(len(data)):]
    else:
        data += rng.randbytes(rng.randrange(1, 30))
    return data


def header_words(data):
    """The data with another word at each place of the header of the embedded image."""
    start = data.index(bytes([0x10, 0xFF, 0x10, 0xAD]))
    for offset in range(start + 4, start + 120, 4):
        for value in (0xFFFFFFFF, 0x7FFFFFF0, 1):
            yield data[:offset] + value.to_bytes(4, "little") + data[offset + 4:]


def mutated_bytes(rng, data):
    data = bytearray(data)
    for _ in range(rng.choice((1, 2, 5, 30))):
        at = rng.randrange(len(data) or 1)
        kind = rng.randrange(5)
        if kind == 0:
            del data[at:at + rng.randrange(1, 40)]
        elif kind == 1:
            data[at:at] = data[rng.randrange(len(data) or 1):][:rng.randrange(1, 40)]
        elif kind == 2 and data:
            data[at] ^= 1 << rng.randrange(8)
        elif data:
            data[at] = rng.choice((0, 1, 0x7f, 0x80, 0xff, rng.randrange(256)))
    return bytes(data[:rng.randrange(len(data))] if data and rng.randrange(8) == 0 else data)


def mutated_text(rng, data):
    words = re.split(r"(\W)", data.decode(errors="replace"))
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(words))
        if re.fullmatch(r"\d+", words[at]) or rng.randrange(2):
            number = str(rng.choice((0, 1, 2, 3, 7, 64, 2**31, 2**32, 2**63, 2**64 - 1)))
            words[at] = rng.choice((number, words[rng.randrange(len(words))], ""))
        else:
            words[at] = words[rng.randrange(len(words))]
    return "".join(words).encode()


# What is done with damaged files.
def run_on(data, path, command):
    """Runs the command on the data, in a file named as the path is."""
    name = "damaged" + os.path.splitext(path)[1]
    pathlib.Path(name).write_bytes(data)
    return subprocess.run([name if word == "{}" else word for word in command], capture_output=True, text=True)


def count_exit_codes(versions, path, command):
    codes = collections.Counter(run_on(data, path, command).returncode for data in versions)
    print("other exit codes: {}".format(sorted(c for c in codes if c not in (0, 1)) or "none"))
    print("refused: {}".format(codes[1]))


def damage_bytes(path, *command):
    rng, original = random.Random(7), pathlib.Path(path).read_bytes()
    count_exit_codes((changed(rng, original, rng.choice((1, 3, 20))) for _ in range(40)), path, command)


def damage_header(path, *command):
    count_exit_codes(header_words(pathlib.Path(path).read_bytes()), path, command)


def refuse(code, path, *command):
    rng, original, codes = random.Random(5), pathlib.Path(path).read_bytes(), set()
    for i in range(200):
        run = run_on(cut_or_changed_or_longer(rng, original, i % 3), path, command)
        assert code in run.stderr, run.stderr
        codes.add(run.returncode)
    print("200 damaged files: exit code {} each".format(", ".join(map(str, sorted(codes)))))


def bundle_section(path):
    """File offset and size of .sycl_fuse_bundle."""
    text = subprocess.run(["llvm-readelf-22", "-S", "--wide", path], check=True, capture_output=True, text=True).stdout
    for line in text.splitlines():
        fields = line.replace("[ ", "[").split()
        if ".sycl_fuse_bundle" in fields:
            at = fields.index(".sycl_fuse_bundle")
            return int(fields[at + 3], 16), int(fields[at + 4], 16)
    sys.exit("damage.py: no bundle in " + path)


def damaged_bundle(data, kind):
    # Images and device IR, behind the tables, have checksums of their own.
    middle = int.from_bytes(data[176:184], "little") // 2
    if kind == "magic":
        data[0] ^= 0xFF
    elif kind == "version":
        data[8] += 1
    elif kind == "flip":  # one bit in the middle of the tables
        data[middle] ^= 0x10
    elif kind == "image":  # the code of each region for a GPU
        data, count = re.subn(rb"(\.text\.|\.entry )sycl_fuse_(?!kernel_)|sycl_fuse_(?!kernel_)(?=\w+\.kd\0)",
                              lambda m: (m[1] or b"") + b"sycl_fusX_", data)
        if count == 0:
            sys.exit("damage.py: no code of a region")
    elif kind == "zero":  # as if it had been cut off
        data[middle:] = bytes(len(data) - middle)
    else:
        sys.exit("damage.py: unknown kind " + kind)
    return data


def damage_bundle(kind, source, output):
    shutil.copy(source, output)
    offset, size = bundle_section(source)
    with open(output, "r+b") as file:
        file.seek(offset)
        data = damaged_bundle(bytearray(file.read(size)), kind)
        file.seek(offset)
        file.write(data)
    os.chmod(output, 0o755)


def write_noise(folder):
    rng = random.Random(1)
    for i in range(400):
        pathlib.Path(folder, "noise{}".format(i)).write_bytes(rng.randbytes(rng.choice((8, 40, 150, 500))))


def commands(rng, path, manifest):
    """The subcommands that read such a file."""
    build = ["build", "-o", "out.o", "--target", "native:v2"]
    if path.suffix == ".input":
        return [["job", "-o", "out.result", path]]
    if path.suffix == ".json":
        return [build + ["--manifest", path, manifest.with_suffix(".o")]]
    result = [build + ["--time-limit=20", "--manifest", manifest, path], ["inspect", path]]
    if path.suffix == ".o":  # which may have manifests
        result += [build + ["--time-limit=20", path], ["merge", path], ["strip", path]]
    if path.suffix in (".ll", ".bc"):
        passes = rng.choice(("sycl-kernel-fusion", "sycl-internalization", "sycl-cp", "sycl-fuse-region", "sycl-prepare-kernels",
                             "sycl-flatten-arguments"))
        result.append(["opt", "-S", "--time-limit=20", "-passes=" + passes, path])
    return result


def exit_code(command, folder):
    try:
        run = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, timeout=120)
        return run.returncode, run.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return "hang", ""


def fuzz(tool, limit, seed, *names):
    seed = int(seed or time.time_ns() % 2**32)
    rng, files = random.Random(seed), [pathlib.Path(name) for name in names]
    print("seed {}".format(seed))
    most = int(limit[:-4]) if limit.endswith("runs") else float("inf")
    end = time.time() + (float(limit) if most == float("inf") else float("inf"))
    runs, codes, finds = 0, collections.Counter(), 0
    manifest = next(f for f in files if f.suffix == ".json").resolve()
    with tempfile.TemporaryDirectory() as folder:
        while time.time() < end and runs < most and finds < 5:
            original = rng.choice(files)
            mutate = mutated_text if original.suffix in (".ll", ".json") and rng.randrange(4) else mutated_bytes
            path = pathlib.Path(folder) / ("damaged" + original.suffix)
            path.write_bytes(mutate(rng, original.read_bytes()))
            for command in commands(rng, path, manifest):
                runs += 1
                code, problem = exit_code([tool] + command, folder)
                codes[code] += 1
                if code not in (0, 1, 2, 3):
                    kept = pathlib.Path("mutated-{}-{}{}".format(seed, runs, original.suffix))
                    kept.write_bytes(path.read_bytes())
                    finds += 1
                    print("FOUND: exit code {} of 'sycl-fuse {}' on {}\n{}".format(code, " ".join(map(str, command)), kept, problem[-1000:]))
    print("{} runs, exit codes {}, {} finds".format(runs, dict(sorted(codes.items(), key=str)), finds))
    sys.exit(1 if finds else 0)


KINDS = {"bundle": damage_bundle, "bytes": damage_bytes, "header": damage_header, "refuse": refuse, "noise": write_noise, "fuzz": fuzz}
if __name__ == "__main__":
    KINDS[sys.argv[1]](*sys.argv[2:])
