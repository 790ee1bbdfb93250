# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""slurm.py <command>: runs the command beside a Slurm cluster of two nodes, n1 and n2, all on this machine.

The daemons run in the foreground on the loopback interface, with their state in a temporary folder. SLURM_CONF leads the
command to them, and <folder of SLURM_CONF>/<node>.pid names the daemon of a node. They end with this process, and so does
what they have started: orphans of the daemons become children of this process."""
import ctypes
import os
import pathlib
import pwd
import signal
import socket
import subprocess
import sys
import tempfile
import time

SECONDS = 240  # for the cluster and the command together
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
libc = ctypes.CDLL(None)

# A node that does not answer for SlurmdTimeout seconds is down.
CONFIGURATION = """
ClusterName=test
SlurmctldHost=localhost({address})
SlurmctldPort={ports[0]}
NodeName=n1 NodeHostname=localhost NodeAddr={address} Port={ports[1]} CPUs=1
NodeName=n2 NodeHostname=localhost NodeAddr={address} Port={ports[2]} CPUs=1
PartitionName=all Nodes=ALL Default=YES State=UP
SlurmdTimeout=3
SlurmUser={user}
SlurmdUser={user}
AuthInfo=socket={folder}/munge.socket
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld-itself.pid
SlurmdPidFile={folder}/%n-itself.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
"""


def loopback_address():
    """Slurm binds its sockets to the address of this machine's name, which is 127.0.1.1 on most Debians."""
    try:
        address = socket.gethostbyname(socket.gethostname())
    except OSError:
        address = ""
    return address if address.startswith("127.") else "127.0.0.1"


def free_ports(address, count):
    taken = [socket.create_server((address, 0)) for _ in range(count)]
    ports = [server.getsockname()[1] for server in taken]
    for server in taken:
        server.close()
    return ports


def start(folder, name, *command):
    with open(folder / f"{name}.log", "w") as log:
        daemon = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                                  preexec_fn=lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL))
    (folder / f"{name}.pid").write_text(str(daemon.pid))


def wait_until(what, holds):
    while not holds():  # on_signal ends it
        time.sleep(0.1)
    print("slurm.py:", what, flush=True)


def are_idle():
    return subprocess.run(["sinfo", "-h", "-o", "%T %D"], capture_output=True, text=True).stdout == "idle 2\n"


def run(folder, command):
    user, address = pwd.getpwuid(os.getuid()).pw_name, loopback_address()
    folder.chmod(0o755)  # munged insists
    (folder / "state").mkdir()
    for node in ("n1", "n2"):
        (folder / f"spool-{node}").mkdir()
    configuration, key, munge = folder / "slurm.conf", folder / "munge.key", folder / "munge.socket"
    configuration.write_text(CONFIGURATION.format(address=address, ports=free_ports(address, 3), user=user, folder=folder))
    key.write_bytes(os.urandom(128))
    key.chmod(0o600)
    os.environ["SLURM_CONF"] = str(configuration)
    os.environ["PATH"] += ":/usr/sbin"
    start(folder, "munged", "munged", "--foreground", "--force", f"--socket={munge}", f"--key-file={key}", f"--log-file={folder}/munged-itself.log",
          f"--pid-file={folder}/munged-itself.pid", f"--seed-file={folder}/munge.seed")
    wait_until("munged answers", munge.exists)
    start(folder, "slurmctld", "slurmctld", "-D", "-c")
    for node in ("n1", "n2"):
        start(folder, node, "slurmd", "-D", "-N", node)
    wait_until("two nodes are idle", are_idle)
    return subprocess.run(command).returncode


def children():
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = stat.read_text().rsplit(")", 1)[1].split()[1]
        except OSError:  # it has ended
            continue
        if parent == str(os.getpid()):
            yield int(stat.parent.name)


def end_all():
    while ending := list(children()):
        for process in ending:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


def on_signal(number, _):
    raise SystemExit(f"slurm.py: {signal.Signals(number).name}")


def main():
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1)
    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, on_signal)
    signal.alarm(SECONDS)
    status = 1
    with tempfile.TemporaryDirectory(prefix="slurm-") as name:  # the names of sockets are short
        folder = pathlib.Path(name)
        try:
            status = run(folder, sys.argv[1:])
        finally:
            signal.alarm(0)
            end_all()
            if status:
                for log in sorted(folder.glob("*.log")):
                    print(f"== {log.name}", log.read_text()[-3000:], sep="\n")
    return status


sys.exit(main())
