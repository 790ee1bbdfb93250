# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Prints what bash offers for lines of which the end is to be completed: complete.sh <completion> <line>...
source "$1"
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
for COMP_LINE in "${@:2}"; do
  COMP_POINT=${#COMP_LINE} COMPREPLY=()
  _sycl_fuse
  mapfile -t sorted < <(printf '%s\n' "${COMPREPLY[@]}")
  printf '%s:%s\n' "$COMP_LINE" "${sorted[*]:+ ${sorted[*]}}"
done
