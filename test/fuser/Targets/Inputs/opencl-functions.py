# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""opencl-functions.py <library> [<seed>]: runs the entry of opencl-functions.cl for random numbers and compares with what the OpenCL
specification says, computed here with integers of any size and in double precision."""
import ctypes
import math
import random
import struct
import sys

N = 203
seed = int(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] else random.randrange(1 << 30)
print("SYCLFUSE_SEED=%d" % seed)
rng = random.Random(seed)


def single(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def wrap(value, bits=32):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def limit(value, low, high):
    return max(low, min(high, value))


SMIN, SMAX, UMAX = -1 << 31, (1 << 31) - 1, (1 << 32) - 1
x, y, z = ([rng.choice([rng.randrange(SMIN, SMAX + 1), rng.choice([0, 1, -1, SMIN, SMAX]), rng.randrange(-9, 9)])
            for _ in range(N)] for _ in range(3))
f, g = ([single(rng.uniform(0.01, 9) * rng.choice([-1, 1])) for _ in range(N + 8)] for _ in range(2))


def ints(a, b, c, r, s, i):
    u, v, w = a & UMAX, b & UMAX, c & UMAX
    sat, usat = (lambda n: limit(n, SMIN, SMAX)), (lambda n: limit(n, 0, UMAX))
    yield from (sat(a + b), usat(u + v), sat(a - b), usat(u - v))
    yield from ((a + b) >> 1, (u + v) >> 1, (a + b + 1) >> 1, (u + v + 1) >> 1)
    yield from (a * b >> 32, u * v >> 32, (a * b >> 32) + c, sat(a * b + c), usat(u * v + w))
    yield from (max(a, b), max(u, v), min(a, b), min(u, v), abs(a), abs(a - b), abs(u - v))
    k = b & 31
    yield from (u << k | u >> (32 - k), 32 - u.bit_length(), (v & -v).bit_length() - 1 if v else 32, bin(u).count("1"))
    yield from ((a & 0xffff) << 16 | b & 0xffff,) * 2
    yield a & ~c | b & c
    p, q = wrap(a << 29, 64) ^ b, wrap(c << 30, 64) ^ a
    for product in (p * q >> 64, (p % (1 << 64)) * (q % (1 << 64)) >> 64):
        yield from (product, product >> 32)
    yield from (limit(a, -128, 127), limit(a, 0, 255), min(u, 65535), min(u, SMAX))
    yield from (round(r), math.ceil(r), math.floor(r), int(r), max(0, int(r)), limit(int(single(r * 100)), -128, 127))
    yield from (r < s, r != s, 1, 0, r < 0, math.frexp(r)[1] - 1, a < 0, b if c & 1 else a, limit(c, min(a, b), max(a, b)))
    for value, number in zip((r, s, 1e20, -1e20), (a, b, c, -1)):
        yield sat(int(value)) + (2 if number < 0 else 1)
    yield from (a < 0 and b < 0 and c < 0, 0 + 1 + 1, i if (u >> 3) & 3 == 0 else 0, 1)


def floats(a, b, c, r, s, i):
    n = int(math.fmod(b, 5))
    yield from (r ** n, 1 / math.sqrt(abs(s)), abs(r) ** (s / 4), math.sin(math.pi * (r - 2 * round(r / 2))))
    yield from (math.cos(math.pi * (r - 2 * round(r / 2))), math.atan(r) / math.pi)
    yield from (r - math.floor(r), math.floor(r), *math.modf(r), *math.frexp(r), math.sin(r), math.cos(r))
    yield from (max(r, s, key=abs), min(r, s, key=abs), r + (s - r) / 4, 0 if s < r else 1)
    t = limit((r + 8) / 16, 0, 1)
    yield from (t * t * (3 - 2 * t), math.copysign(1, r), math.degrees(r), math.radians(r), limit(r, -1, 2), r / s)
    yield from (r * s + s * s + r + 6, math.sqrt(r * r + s * s + 4), abs(r - s), r / math.sqrt(r * r + s * s + 5))
    yield from (s * r - 3, s - r * r, 3 * r - s * s, 0, f[i & 7] + f[(i & 7) + 2], math.hypot(r, s), math.fmod(r, s))
    yield from (math.remainder(r, s), math.ldexp(r, int(math.fmod(a, 9))), math.copysign(abs(r) ** (1 / 3), r))
    yield struct.unpack("e", struct.pack("e", r))[0]
    yield from (math.sin(r), math.cos(r), math.erf(r), max(r - s, 0), r)
    yield 2.0 ** (math.frexp(r)[1] - 1)


SUMS_OF_PRODUCTS = (24, 28, 29, 30)  # dot and cross: their terms are up to 81 and may cancel


def array(kind, values):
    return (kind * len(values))(*values)


arrays = [array(ctypes.c_int32, v) for v in (x, y, z)] + [array(ctypes.c_float, v) for v in (f, g)]
UNTOUCHED = 1234567
arrays += [array(ctypes.c_int32, [UNTOUCHED] * 64 * N), array(ctypes.c_float, [UNTOUCHED] * 64 * N)]
shared = [5, 5, SMIN, 0, SMAX, -1, -1, 0, 0, 7, 7, 1]
arrays.append(array(ctypes.c_int32, shared))
pointers = [ctypes.c_void_p(ctypes.addressof(a)) for a in arrays]
args = (ctypes.c_void_p * len(pointers))(*[ctypes.addressof(p) for p in pointers])
state = array(ctypes.c_uint64, [N, 1, 1, 1, 1, 1, N, 1, 1, 0, 0, 0, 0, 0])
entry = getattr(ctypes.CDLL(sys.argv[1]), "entry.v2")
entry(args, state, ctypes.c_uint64(0), ctypes.c_uint64(N))

wrong, checked = [], 0
for i in range(N):
    values = (x[i], y[i], z[i], f[i], g[i], i)
    count = len(list(ints(*values))), len(list(floats(*values)))
    checked += sum(count)
    for which, number in zip((5, 6), count):
        if [arrays[which][64 * i + k] == UNTOUCHED for k in range(64)] != [k >= number for k in range(64)]:
            wrong.append("not %d values are stored" % number)
    for k, wanted in enumerate(ints(*values)):
        if arrays[5][64 * i + k] != wrap(int(wanted)):
            wrong.append("integer %d of %s is %d, not %d" % (k, values, arrays[5][64 * i + k], wrap(int(wanted))))
    for k, wanted in enumerate(floats(*values)):
        got, scale = arrays[6][64 * i + k], 100 if k in SUMS_OF_PRODUCTS else max(1.0, abs(wanted))
        if not abs(got - wanted) <= 4e-6 * scale:
            wrong.append("number %d of %s is %r, not %r" % (k, values, got, wanted))
unsigned = [a & UMAX for a in x]
last = shared[11]
for a in x:
    last = last * 3 + a * 2
both, either, odd = -1, 0, 0
for a in x:
    both, either, odd = both & a, either | a, odd ^ a
wanted = [5 + sum(x), 5 - sum(y), max(x), max(unsigned), min(x), min(unsigned), both, either, odd, 7 + N, 7 - N, last]
for k, value in enumerate(wanted):
    if arrays[7][k] != wrap(value):
        wrong.append("atomic %d is %d, not %d" % (k, arrays[7][k], wrap(value)))
print("\n".join(wrong[:20]))
print("%d values, %d wrong" % (checked + len(wanted), len(wrong)))
sys.exit(bool(wrong))
