#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The runtime knows nothing of LLVM, the headers nothing of the runtime's sources.
# usage: layering.sh <readelf> <libsycl-fuse-rt.so> <source root>
set -eu
readelf=$1 library=$2 root=$3
needed=$("$readelf" -d "$library" | grep NEEDED)
echo "$needed"
if echo "$needed" | grep -Ei 'llvm|clang|libcuda'; then
  echo "error: the runtime links a library that it must not" >&2
  exit 1
fi
echo "$needed" | grep -q libtbb || { echo "error: no libtbb in the list: is it the right file?" >&2; exit 1; }
if grep -rnE '#include [<"](llvm|clang|nlohmann)' "$root/runtime-shim" "$root/manifest/include"; then
  echo "error: an include that the runtime must not have" >&2
  exit 1
fi
if grep -rnE '#include [<"](core|drivers|tbb)/' "$root/runtime-shim/include"; then
  echo "error: a public header includes a private one" >&2
  exit 1
fi
