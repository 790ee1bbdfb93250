# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import glob
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile

import lit.formats

config.name = "sycl-fuse"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".ll", ".test", ".json", ".mir"]
config.excludes = ["Inputs", "CMakeLists.txt", "unit", "fuzz", "random", "schema"]
config.test_source_root = os.path.join(config.source_root, "test")
config.test_exec_root = os.path.join(config.build_root, "test")

tools = [os.path.join(config.build_root, "bin"), config.llvm_tools]
# Tests of the JIT switch it on, with a cache of their own.
config.environment["SYCL_FUSE_JIT"] = "off"
# For runs of all programs with kernels held: SYCL_FUSE_AUTO=stress lit test/e2e.
config.environment["SYCL_FUSE_AUTO"] = os.environ.get("SYCL_FUSE_AUTO", "")
config.environment["PATH"] = os.pathsep.join(tools + [os.environ["PATH"]])

# %cxx compiles a SYCL translation unit with the plugin, against the headers of the source tree.
plugin = os.path.join(config.build_root, "lib", "sycl-fuse-plugin.so")
includes = "-I{0}/runtime-shim/include -I{0}/manifest/include".format(config.source_root)
config.substitutions += [
    ("%sycl_cxx", "clang++-22 -std=c++17 -fsycl -fplugin={} {}".format(plugin, includes)),
    ("%sycl_includes", includes),
    ("%plugin", plugin),
    ("%passes", os.path.join(config.build_root, "lib", "sycl-fuse-passes.so")),
    ("%opt", "opt-22 -load-pass-plugin={}/lib/sycl-fuse-passes.so".format(config.build_root)),
    ("%runtime_lib", "-L{0}/lib -Wl,-rpath,{0}/lib -lsycl-fuse-rt".format(config.build_root)),
    ("%python", sys.executable),
    # Empty: the random tests take a new seed, and print it.
    ("%random_seed", os.environ.get("SYCLFUSE_SEED", "")),
    ("%soak_seconds", os.environ.get("SYCLFUSE_SOAK_SECONDS", "25")),
    ("%source_root", config.source_root),
    ("%build_root", config.build_root),
]

# What a test compiles and is not about comes from ccache where it can. It knows what an object was made of, headers and plugin too, and the
# object is the same; what the plugin writes beside it would be missing. %cached is for projects of CMake, test/e2e/lit.local.cfg has programs.
# Nothing of what its user has configured but the place, and no home, where programs would find caches of their own.
config.ccache = shutil.which("ccache") or ""
if config.ccache:
    place = subprocess.run([config.ccache, "--get-config", "cache_dir"], capture_output=True, text=True, check=True).stdout.strip()
    config.environment.update({"CCACHE_DIR": place, "CCACHE_CONFIGPATH": os.devnull, "CCACHE_COMPILERCHECK": "content"})
config.substitutions += [("%cached", "-DCMAKE_CXX_COMPILER_LAUNCHER=" + config.ccache), ("%ccache", config.ccache)]

# What this machine has. scripts/check_features.py knows the list, so that a feature that gets lost is noticed.
cuda_bin = "/usr/local/cuda/bin"
if shutil.which("ptxas") or os.path.exists(os.path.join(cuda_bin, "ptxas")):
    config.available_features.add("ptxas")
    config.environment["PATH"] += os.pathsep + cuda_bin
if os.path.exists("/dev/nvidia0"):
    config.available_features.add("cuda-device")
for tool, feature in (("clang++-22", "clang-22"), ("ccache", "ccache"), ("make", "make"), ("spirv-val", "spirv-val"),
                      ("llvm-spirv-15", "llvm-spirv"), ("valgrind", "valgrind"), ("chromium", "chromium")):
    if shutil.which(tool):
        config.available_features.add(feature)
config.substitutions.append(("%llvm_spirv", shutil.which("llvm-spirv-15") or "llvm-spirv-15"))
# Which targets the build has.
for feature in ("target-native", "target-cuda", "target-hip", "target-spirv"):
    if feature[len("target-"):] in config.targets.split(";"):
        config.available_features.add(feature)
# The tests that run SPIR-V are built where there is an OpenCL loader; what they need besides is PoCL.
if glob.glob("/etc/OpenCL/vendors/pocl*.icd") and os.path.exists(os.path.join(config.build_root, "bin", "spirv-execution-test")):
    config.available_features.add("pocl")
# A cluster on this machine: its daemons are in /usr/sbin.
if all(shutil.which(program, path=os.environ["PATH"] + os.pathsep + "/usr/sbin") for program in ("munged", "slurmctld", "slurmd", "srun")):
    config.available_features.add("slurm")
# The double of a cluster that mpirun makes of this machine.
if shutil.which("mpicxx") and shutil.which("mpirun"):
    config.available_features.add("mpi")
# AMD's mathematics library for --device-libs.
ocml = glob.glob("/usr/lib/*/amdgcn/bitcode/ocml.bc") + glob.glob("/opt/rocm/amdgcn/bitcode/ocml.bc")
if ocml:
    config.available_features.add("ocml")
    config.substitutions.append(("%ocml", ocml[0]))
if importlib.util.find_spec("jsonschema"):
    config.available_features.add("jsonschema")
# The runtime with the thread sanitizer, which run-tests.sh has built by then.
sanitized = os.path.join(config.source_root, "build-sanitize-thread", "lib")
if os.path.exists(os.path.join(sanitized, "libsycl-fuse-rt.so")):
    config.available_features.add("thread-sanitizer")
    config.substitutions.append(("%thread_sanitized_runtime", f"-fsanitize=thread -L{sanitized} -lsycl-fuse-rt -Wl,-rpath,{sanitized}"))

# What makes packages is configured where dpkg's tools are. Root may make a Debian to install them in, if it may mount.
if shutil.which("lintian") and os.path.exists(os.path.join(config.build_root, "CPackConfig.cmake")):
    config.available_features.add("debian-packaging")
    may_mount = os.geteuid() == 0 and subprocess.run(["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode == 0
    if may_mount and shutil.which("debootstrap", path=os.environ["PATH"] + os.pathsep + "/usr/sbin"):
        with tempfile.TemporaryDirectory() as folder:
            # Whether packages can be had from where this machine has its own.
            if subprocess.run(["timeout", "20", "apt-get", "-o", "APT::Sandbox::User=root", "download", "debian-archive-keyring"], cwd=folder, capture_output=True).returncode == 0:
                config.available_features.add("clean-root")
if shutil.which("man") and shutil.which("pkg-config"):
    config.available_features.add("manual")

features_file = os.environ.get("SYCLFUSE_FEATURES_FILE")
if features_file:
    with open(features_file, "w") as file:
        file.write("\n".join(sorted(config.available_features)) + "\n")
