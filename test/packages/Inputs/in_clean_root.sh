#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Run in a clean root: installs the packages, builds programs and runs them, removes the packages one after the other, and prints what each
# step shows. /programs has main.cpp and commands.sh, the program and the commands of the documentation.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive SYCL_FUSE_TRACE=on

# Every file, but for the records and the caches of dpkg, apt and ldconfig.
files() { find / \( -path /proc -o -path /programs -o -path /packages -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/cache -o -path /var/log \) -prune -o -print | sort; }
apt() { apt-get -q -y "$@" > /programs/apt.log 2>&1 || { cat /programs/apt.log; exit 1; }; }
quietly() { "$@" > /programs/log 2>&1 || { cat /programs/log; exit 1; }; }

# sample <name> <arguments>...: builds it, without this project's sources at hand, and runs it.
sample() {
  quietly cmake -S "/usr/share/doc/sycl-fuse/samples/$1" -B "/programs/$1" -DCMAKE_CXX_COMPILER=clang++-22
  quietly cmake --build "/programs/$1"
  echo "sample $1"
  "/programs/$1/$1" "${@:2}" 2>&1
}

files > /programs/before
apt install --no-install-recommends /packages/*.deb
grep -q ' 6 newly installed' /programs/apt.log && echo "installed: the packages alone"
ldconfig -p | grep -o 'libsycl-fuse-rt.so.0 '
sycl-fuse --version | head -1
bash -c 'source /usr/share/bash-completion/completions/sycl-fuse && complete -p sycl-fuse'

cd /programs
echo "by hand"
bash -e commands.sh
./main 2>&1 | sort -r
sample chain --json --iterations 2 --device cpu
sample templates
sample graphs

apt purge sycl-fuse sycl-fuse-doc libsycl-fuse-dev
echo "with the runtime only:" $(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' '*sycl-fuse*' | sed -n 's/^ii *//p')
./main 2>&1 | sort -r
apt purge '~nsycl-fuse'
files > after
diff before after && echo "nothing is left"
