#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Stands for samples/chain: --size N --iterations K --mode M …; CHAIN_ERROR, CHAIN_OUTCOME and CHAIN_TIME change what it prints.
outcome=${CHAIN_OUTCOME:-aot}
time=${CHAIN_TIME:-10.1}
if [ "$6" = unfused ]; then outcome=unfused time=40.4; fi
echo "{\"device\": \"x\", \"mode\": \"$6\", \"n\": $2, \"iterations\": 3, \"first_us\": 100.0, \"median_us\": $time," \
  "\"max_error\": ${CHAIN_ERROR:-0}, \"outcome\": \"$outcome\", \"reason\": \"none\"}"
