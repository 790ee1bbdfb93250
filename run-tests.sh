#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what is missing, builds everything and runs every test. The last line is 'N passed, N failed'; the exit code is
# not 0 if one failed. SYCLFUSE_EXPECT_FEATURES names further features of test/lit.cfg.py that this machine must have, as
# in "ptxas cuda-device".
set -euo pipefail
cd "$(dirname "$0")"
source scripts/setup.sh

install_packages
configure default build
build build all
configure sanitize build-sanitize
build build-sanitize all
# The thread sanitizer for what has threads: the runtime on the CPU, and on the doubles of libcuda, of libamdhip64, and of OpenCL over PoCL.
threaded=(runtime-unit-tests runtime-internal-tests runtime-device-memory-tests sycl-fuse-cuda-tests sycl-fuse-hip-tests sycl-fuse-opencl-tests)
configure sanitize-thread build-sanitize-thread
build build-sanitize-thread "${threaded[@]}"

results=build/test-results
rm -rf "$results"
mkdir -p "$results"

# The suites go on after a failure; count_tests.py decides. What each costs is printed behind it.
run_suite() {
  local TIMEFORMAT="$1: %R s, %U s of CPU"
  say "$1"
  shift
  time "$@" || echo "failures, see above"
}

run_suite "Unit tests" \
  ctest --test-dir build --output-on-failure --parallel "$jobs" --output-junit "$PWD/$results/unit.xml"
run_suite "Unit tests with sanitizers" \
  ctest --test-dir build-sanitize --output-on-failure --parallel "$jobs" --output-junit "$PWD/$results/sanitize.xml"
# Without results count_tests.py counts a failure: a race ends the program, also after it has written them, when it exits.
run_threaded() {
  local program status
  for program in "${threaded[@]}"; do
    status=0
    ONEAPI_DEVICE_SELECTOR='native_cpu:*' TSAN_OPTIONS="halt_on_error=1 die_after_fork=0 suppressions=$PWD/test/runtime-shim/tsan.supp" \
      timeout 300 "build-sanitize-thread/bin/$program" --gtest_brief=1 --gtest_output="xml:$PWD/$results/$program.xml" || status=$?
    if [ "$status" -gt 1 ]; then
      echo "$program: exit code $status"
      rm -f "$results/$program.xml"
    fi
  done
}
run_suite "Threads with the thread sanitizer" run_threaded
run_suite "lit tests" \
  env SYCLFUSE_FEATURES_FILE="$PWD/$results/features.txt" \
  /usr/lib/llvm-22/bin/lit -sv --workers "$jobs" --xunit-xml-output "$results/lit.xml" build/test
run_suite "Features of this machine" \
  python3 scripts/check_features.py "$results/features.txt" "$results/features.xml" ${SYCLFUSE_EXPECT_FEATURES:-}

suites=(unit="$results/unit.xml" sanitize="$results/sanitize.xml" lit="$results/lit.xml"
  features="$results/features.xml" threads="$results/runtime-unit-tests.xml"
  threads-inside="$results/runtime-internal-tests.xml"
  threads-devices="$results/runtime-device-memory-tests.xml" threads-cuda="$results/sycl-fuse-cuda-tests.xml"
  threads-hip="$results/sycl-fuse-hip-tests.xml" threads-opencl="$results/sycl-fuse-opencl-tests.xml")
say "Where the time went"
python3 scripts/slowest_tests.py "${suites[@]}"
say "Results"
python3 scripts/count_tests.py "${suites[@]}"
