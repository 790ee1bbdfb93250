# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# For scripts that build the programs of test/e2e for devices: to be sourced.

# self_checking <source>...: those that check their own results; the others test what is not about the device.
self_checking() {
  grep -l 'e2e::finish()' "$@" | xargs grep -L '^// Not for test/gpu'
}

# build_options <source>: what its own test gives sycl-fuse that devices need too, one a line.
build_options() {
  grep -m1 'RUN: sycl-fuse build' "$1" | grep -oE -- '--(nd-range|no-error|trust)=[^ ]*' || true
}

# units <source>: for each object that its own test fuses, the macro that the source is compiled with, one a line, which may be empty.
units() {
  local object
  if ! grep -q 'RUN: sycl-fuse build' "$1"; then echo; fi
  for object in $(sed -nE '/RUN: sycl-fuse build/{s/ -o .*//; p; q}' "$1" | grep -oE '%t[^ ]*\.o'); do
    grep -m1 -E "RUN: %sycl_cxx .* -o $object" "$1" | grep -oE -m1 -- '-D[A-Z]+' || echo
  done
}
