// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Marks what the runtime library exports; everything else in it is hidden.
#pragma once

#ifdef SYCL_FUSE_BUILDING_RUNTIME
#define SYCL_FUSE_API __attribute__((visibility("default")))
#else
#define SYCL_FUSE_API
#endif

// Both passes of `clang++ -fsycl` define SYCL_LANGUAGE_VERSION. Without it (an ordinary C++ compiler) the headers still
// work: kernels then run through host loops only.
#ifdef SYCL_LANGUAGE_VERSION
#define SYCL_FUSE_KERNEL_ENTRY(Name) [[clang::sycl_kernel_entry_point(Name)]]
#else
#define SYCL_FUSE_KERNEL_ENTRY(Name)
#define SYCL_LANGUAGE_VERSION 202012L
#define SYCL_FUSE_HOST_ONLY 1
#endif

// Kernels need no names (SYCL 2020, 5.2); libraries such as oneDPL ask for this name of DPC++'s before they leave them
// out.
#ifndef __SYCL_UNNAMED_LAMBDA__
#define __SYCL_UNNAMED_LAMBDA__ 1
#endif

#ifndef SYCL_EXTERNAL
#ifdef SYCL_FUSE_HOST_ONLY
#define SYCL_EXTERNAL
#elif __has_attribute(sycl_external) // the plugin's, which may stand before `extern "C"` as well
#define SYCL_EXTERNAL __attribute__((sycl_external))
#else
#define SYCL_EXTERNAL [[clang::sycl_external]]
#endif
#endif

// SYCL 2020, appendix D: kernels without names, and what else the reduced feature set leaves out, are there.
#define SYCL_FEATURE_SET_FULL 1

// Extensions that this implementation has (feature-test macros).
#define SYCL_EXT_CODEPLAY_KERNEL_FUSION 1
#define SYCL_EXT_SYCLFUSE_EXPECT_ND_RANGE 1
#define SYCL_EXT_SYCLFUSE_NO_FUSION 1
#define SYCL_EXT_ONEAPI_PROPERTIES 1
#define SYCL_EXT_ONEAPI_KERNEL_PROPERTIES 1
#define SYCL_EXT_ONEAPI_ANNOTATED_PTR 1
#define SYCL_EXT_ONEAPI_ANNOTATED_ARG 1
#define SYCL_EXT_ONEAPI_ANNOTATED_USM 1
#define SYCL_EXT_ONEAPI_ENQUEUE_BARRIER 1
#define SYCL_EXT_ONEAPI_DEFAULT_CONTEXT 1
#define SYCL_EXT_ONEAPI_DISCARD_QUEUE_EVENTS 1
#define SYCL_EXT_ONEAPI_BFLOAT16 1
#define SYCL_EXT_ONEAPI_BFLOAT16_MATH_FUNCTIONS 1
#define SYCL_EXT_ONEAPI_ENQUEUE_FUNCTIONS 1
#define SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES 1
#define SYCL_EXT_ONEAPI_GRAPH 1
#define SYCL_EXT_ONEAPI_GRAPH_FUSION 1
#define SYCL_EXT_ONEAPI_GROUP_LOAD_STORE 1
#define SYCL_EXT_ONEAPI_LOCAL_MEMORY 1
#define SYCL_EXT_ONEAPI_PEER_ACCESS 1
#define SYCL_EXT_ONEAPI_PREFETCH 1
#define SYCL_EXT_ONEAPI_PRINTF 1
#define SYCL_EXT_ONEAPI_QUEUE_PRIORITY 1
#define SYCL_EXT_ONEAPI_SUB_GROUP_MASK 1
#define SYCL_EXT_ONEAPI_WORK_GROUP_MEMORY 1
#define SYCL_EXT_ONEAPI_DEVICE_GLOBAL 1
#define SYCL_KHR_DEFAULT_CONTEXT 1
