#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# compile-all.sh <image> <file.ll>…: the kernel of each file that has one, for spirv, as plain range and as nd_range, generic and
# specialized. An image must be valid; only files err-* may be refused, by a diagnostic. Prints how many there are of both.
image=$1
shift
valid=0 refused=0 failed=0
for file in "$@"; do
  grep -q 'triple = "spir' "$file" || continue
  [ "$(grep -c '^define.*spir_kernel' "$file")" = 1 ] || continue
  for shape in --kind=range "--kind=nd_range" "--kind=nd_range --nd-range=1024:64"; do
    if message=$(target-compile --target=spirv $shape --emit=image "$file" -o "$image" 2>&1); then
      if "$(dirname "$0")/spirv-check.sh" "$image" > /dev/null; then
        valid=$((valid + 1))
      else
        echo "invalid image: $file $shape"
        failed=$((failed + 1))
      fi
    else
      case $(basename "$file"):$message in
      err-*:*"error: "*"[SF"*) refused=$((refused + 1)) && echo "refused: $(basename "$file") $shape: $message" | head -1 ;;
      *) echo "not compiled: $file $shape: $message" && failed=$((failed + 1)) ;;
      esac
    fi
  done
done
echo "$valid valid, $refused refused, $failed failed"
