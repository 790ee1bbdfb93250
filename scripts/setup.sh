# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by quickstart.sh and run-tests.sh: installs what is missing, configures and builds. Each function does nothing
# when there is nothing to do. Needs: Debian 12, root or sudo if a package is missing.

packages=(
  clang-22 clang-format-22 llvm-22-dev libclang-22-dev llvm-22-tools lld-22 libclc-22 rocm-device-libs libclang-rt-22-dev libomp-22-dev
  spirv-tools llvm-spirv-15 pocl-opencl-icd ocl-icd-opencl-dev opencl-headers
  g++ libstdc++-12-dev nlohmann-json3-dev libtbb-dev libxxhash-dev libgtest-dev libgmock-dev libbenchmark-dev
  cmake make ninja-build ccache valgrind python3 python3-jsonschema slurm-wlm munge libopenmpi-dev openmpi-bin
  dpkg-dev lintian debootstrap man-db pkg-config
)

jobs=$(nproc)

say() { printf '\n== %s\n' "$*"; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>&1)" = installed ]; }

install_packages() {
  local missing=() package
  for package in "${packages[@]}"; do
    is_installed "$package" || missing+=("$package")
  done
  if [ ${#missing[@]} = 0 ]; then return; fi
  say "Installing ${missing[*]}"
  as_root apt-get -q update
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends "${missing[@]}"
}

# configure <preset> <build folder>: a preset of CMakePresets.json.
configure() {
  if [ -f "$2/build.ninja" ]; then return; fi
  say "Configuring $2"
  cmake --preset "$1"
}

# build <build folder> <target>...
build() {
  local folder=$1
  shift
  say "Building in $folder"
  cmake --build "$folder" --parallel "$jobs" --target "$@"
}
