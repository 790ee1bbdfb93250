#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs a script in a Debian with nothing in it but what packages depend on: clean_root.sh <folder> <cache> <script> [<further package>...]. The
# packages are in <folder>/packages, and in /packages there; <folder>/programs is /programs, and the script in it. Needs root, and a mount namespace of
# its own. What the Debian is made of stays in the cache.
set -euo pipefail
folder=$1 cache=$2 script=$3
shift 3
root=$folder/root

# What the packages and the test need from Debian.
dependencies() {
  local file
  for file in "$folder"/packages/*.deb; do
    dpkg-deb -f "$file" Depends | tr ',' '\n' | sed 's/^ *//'
  done | grep -v -e '^$' -e '^libsycl-fuse' -e '^sycl-fuse' | sort -u
  printf '%s\n' "$@"
}

# The mirror that this machine has Debian itself from.
mirror() {
  local place
  place=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(ORIGIN)' 'Created-By: Packages' |
    awk -v release="$codename" '$2 == release && $3 == "Debian" && !found++ { print $1 }')
  echo "${place:-http://deb.debian.org/debian}"
}

# Where this machine has clang-22 from, the root has it from.
configure_apt() {
  rm -rf "$1"/etc/apt/sources.list*
  cp -a /etc/apt/. "$1/etc/apt"
  # Of the configuration only how to get files: hooks call programs of this machine.
  rm -rf "$1/etc/apt/apt.conf" "$1"/etc/apt/apt.conf.d/*
  apt-config dump | grep '^Acquire::' > "$1/etc/apt/apt.conf.d/00acquire"
  mkdir -p "$1/usr/share/keyrings"
  cp -a /usr/share/keyrings/. "$1/usr/share/keyrings"
  cp -a /var/lib/apt/lists/. "$1/var/lib/apt/lists"
  cp -L /etc/resolv.conf /etc/hosts "$1/etc"
  echo force-unsafe-io > "$1/etc/dpkg/dpkg.cfg.d/unsafe-io"
}

# With the lists of this machine first; they may be old.
install_dependencies() {
  local wanted
  wanted=$(paste -sd, "$cache/dependencies.new")
  mount -t proc proc "$1/proc"
  local satisfy=(env DEBIAN_FRONTEND=noninteractive chroot "$1" apt-get -q -y satisfy --no-install-recommends "$wanted")
  "${satisfy[@]}" || { chroot "$1" apt-get -q update && "${satisfy[@]}"; }
  chroot "$1" apt-get clean
  umount "$1/proc"
}

# A copy of the cached root; an overlay is one at once.
copy_root() {
  mkdir -p "$root" "$folder/upper" "$folder/overlay"
  mount -t overlay overlay -o "lowerdir=$cache/root,upperdir=$folder/upper,workdir=$folder/overlay" "$root" || cp -a "$cache/root/." "$root"
  mkdir "$root/packages" "$root/programs"
  mount --bind "$folder/packages" "$root/packages"
  mount --bind "$folder/programs" "$root/programs"
  mount -t proc proc "$root/proc"
}

codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
mkdir -p "$cache"
dependencies "$@" > "$cache/dependencies.new"
if ! cmp -s "$cache/dependencies" "$cache/dependencies.new"; then
  rm -rf "$cache/root" "$cache/dependencies"
  debootstrap --variant=minbase --include=ca-certificates "$codename" "$cache/root" "$(mirror)"
  configure_apt "$cache/root"
  install_dependencies "$cache/root"
  mv "$cache/dependencies.new" "$cache/dependencies"
fi
copy_root
cp "$script" "$folder/programs/script"
chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 bash /programs/script
