#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A JIT worker that is not right: faulty-worker.py jit, with the fault in FAULT and the real tool in REAL_TOOL.

silent     never says anything
garbage    says what is no frame
short      says half of a frame, then nothing
ends       ends at once
closes     closes the connection, and stays
stops      stops, as by a debugger
endless    greets, and does not end
drops      says byte after byte of a long answer
version    is of another version
protocol   speaks another protocol
deaf       greets, then never answers
dies       greets, then ends when it is asked
flip       passes the real worker's answers on with one bit changed
cut        passes the first half of an answer on, and ends
forged     passes answers on with one bit of the result changed and checksums of frames that fit
other      answers every request with the result of the first
"""
import os
import signal
import socket
import struct
import subprocess
import sys
import time

fault, tool = os.environ["FAULT"], os.environ["REAL_TOOL"]
runtime = socket.socket(fileno=0)
HEADER = struct.Struct("<8sIIQQ")


def checksum(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def frame(kind, payload, version=1):
    return HEADER.pack(b"SFUSEJFR", version, kind, len(payload), checksum(payload)) + payload


def receive_exactly(sock, size):
    data = b""
    while len(data) < size:
        part = sock.recv(size - len(data))
        if not part:
            sys.exit(0)
        data += part
    return data


def receive(sock):
    header = receive_exactly(sock, HEADER.size)
    _, _, kind, size, _ = HEADER.unpack(header)
    return header, kind, receive_exactly(sock, size)


def sleep():
    while True:
        time.sleep(1000)


if os.environ.get("FAULT_LOG"):
    with open(os.environ["FAULT_LOG"], "a") as log:
        log.write("started\n")
signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the worst case: only SIGKILL ends it
if fault == "silent":
    sleep()
if fault == "garbage":
    runtime.sendall(b"Segmentation fault (core dumped)\n" * 10)
    sleep()
if fault == "short":
    runtime.sendall(frame(1, b"sycl-fuse")[:20])
    sleep()
if fault == "ends":
    sys.exit(3)
if fault == "closes":
    runtime.close()
    sleep()
if fault == "stops":
    os.kill(os.getpid(), signal.SIGSTOP)
if fault in ("endless", "drops"):
    runtime.sendall(HEADER.pack(b"SFUSEJFR", 1, 1 if fault == "endless" else 3, 200 << 20, 0))
    while True:
        runtime.sendall(b"x" * (1 << 20) if fault == "endless" else b"x")
if fault == "version":
    runtime.sendall(frame(1, b"sycl-fuse 9.9.9, LLVM 99.1.0"))
    sleep()
if fault == "protocol":
    runtime.sendall(frame(1, b"sycl-fuse", version=2))
    sleep()

mine, theirs = socket.socketpair()
real = subprocess.Popen([tool, "jit"], stdin=theirs)
theirs.close()
header, kind, hello = receive(mine)
runtime.sendall(header + hello)
first = None
while True:
    header, kind, request = receive(runtime)
    if fault == "deaf":
        sleep()
    if fault == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    mine.sendall(header + request)
    header, kind, answer = receive(mine)
    if fault == "flip":
        answer = bytearray(answer)
        answer[len(answer) // 2] ^= 0x10
        runtime.sendall(header + bytes(answer))
    elif fault == "cut":
        runtime.sendall(header + answer[:len(answer) // 2])
        sys.exit(0)
    elif fault == "forged":
        answer = bytearray(answer)
        answer[-1000] ^= 0x10
        runtime.sendall(frame(kind, bytes(answer)))
    elif fault == "other":
        first = first or answer
        runtime.sendall(frame(kind, first))
    else:
        sys.exit("faulty-worker.py: unknown fault " + fault)
